"""The words that sentences and pages do not use, since another word says the same already."""

from typing import Final

TERMS: Final = {
    "en": {
        r"\b[Ss]ights?\b": "crosshair",
        r"\baslant\b": "diagonally",
        r"\bbonus\b": "extra turn",
        r"\b(?:sit|sits|sitting) in(?: for)?\b(?! the)": "stand in",
        r"\b[Bb]egin(?:s)? afresh\b": "start over",
        r"\b[Tt]urns in advance\b|\bplanned turns\b": "conditional turns",
        r"\b[Ww]hoever made the table\b|\bmade the table\b": "host",
        r"\bkept in \{file\}": "saved in {file}",
        r"\bmoving pictures?\b": "animation",
        r"\bcan not\b|\bno more:|\bis no [a-z]+\.": "native English",
        r"(?:^|[.;:] )Who (?!.*\?)(?!(?:eats|killed|plays|promises|comes|may)\b)": "Whoever",
    },
    "fr": {
        r"labyrinthe": "Labyrinthe",
        r"(?<!’)\b[Aa]u Labyrinthe": "dans le Labyrinthe",
        r"\bbots?\b": "robot",
        r"\bsans chef|\bgelée?s?\b": "sans Chef",
        r"à (?:ses|leurs) côtés|jamais en coin": "voisines, en diagonale",
        r"rayonnant": "entouré de rayons",
        r"\bbonus\b|tours? supplémentaires?": "tour de plus",
        r"\bcongés?\b": "vacances",
        r"\bcourriers?\b": "e-mail",
        r"[Cc]oups? d’avance|coups prévus": "coups conditionnels",
        r"gardée dans": "enregistrée dans",
        r"^\{party\} joue(?: et| :|\.|$)": "À {party} de jouer",
    },
}
"""What is not said, by what is said instead: one term per concept."""
