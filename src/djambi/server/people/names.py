"""Names of people: what may be one, and which two look the same.

No two people may be taken for each other, be they registered or guests. So names are compared
*folded*: without accents, case, spaces and signs, letters of other scripts as the Latin ones that
they look like.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from secrets import SystemRandom
from typing import Final

from djambi.server.errors import RequestRefused
from djambi.server.plain_text import clean_name

MIN_NAME_CHARS: Final = 2
MAX_NAME_CHARS: Final = 24
_MAX_FOLDED_CHARS: Final = 80
_NUMBER_CHARS: Final = 3
"""Characters that the number behind a guest's name may add to the folded one."""

_FIRST_NUMBERS: Final = range(2, 10)
_MORE_NUMBERS: Final = range(10, 1000)
_DRAWN_NUMBERS: Final = 40
"""How many of the latter are tried: a name that hundreds have is no long search."""

_SIGNS: Final = frozenset(" -_.'’·")
_WRITTEN_TOGETHER: Final = (
    frozenset({"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"CJK", "IDEOGRAPHIC", "HANGUL"}),
    frozenset({"CJK", "IDEOGRAPHIC", "BOPOMOFO"}),
)
"""Scripts, as Unicode's names of letters begin, that people write one name in: in Japanese, Korean
and Chinese. Of all others a name has letters of one."""

_LATIN_CAPITALS: Final = frozenset("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏳᏴ")
"""Letters of Lisu and Cherokee that look like Latin ones: most of these two alphabets do, so a name
of nothing else is taken for a Latin one."""

# By how they look in common typefaces; after the folding of case.
_LIKE: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝнвкмтгпαβεικνορτυχηγ" + "01ł|ıøđæœ",
    "aeopcyxijshdqwhbkmtrnabeiknoptuxny" + "oiiiiodao",
)

_RESERVED: Final = frozenset(
    {
        "admin",
        "administrator",
        "administrateur",
        "anonymous",
        "anonyme",
        "bot",
        "djambi",
        "everybody",
        "guest",
        "host",
        "invite",
        "me",
        "moderator",
        "moderateur",
        "nobody",
        "personne",
        "root",
        "server",
        "serveur",
        "support",
        "system",
        "systeme",
    }
)


def fold(name: str) -> str:
    """Return the form in which names are compared; "" for a name without letters and digits.

    >>> fold("Éva Perón"), fold("eva_peron"), fold("Bоb"), fold("J0hn")
    ('evaperon', 'evaperon', 'bob', 'john')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    like = plain.translate(_LIKE).replace("l", "i")
    return "".join(c for c in like if c.isalnum())


def lookup_key(name: str) -> str:
    """Return the form in which an account is looked for by what somebody typed, however long.

    >>> lookup_key("J0hn"), len(lookup_key("x" * 5_000))
    ('john', 80)
    """
    return fold(name)[:_MAX_FOLDED_CHARS]


def numbered_names(name: str) -> Iterator[str]:
    """Yield a name with numbers behind it, for one who is not the first to come by it.

    The small numbers come first, then some of three digits at most, at random.

    >>> names = numbered_names("Ada Lovelace of Somerset")
    >>> next(names), next(names), len(list(names))
    ('Ada Lovelace of Somers 2', 'Ada Lovelace of Somers 3', 46)
    """
    for number in (*_FIRST_NUMBERS, *SystemRandom().sample(_MORE_NUMBERS, _DRAWN_NUMBERS)):
        behind = f" {number}"
        yield name[: MAX_NAME_CHARS - len(behind)].rstrip() + behind


def _alphabetic(name: str) -> set[str]:
    return {c for c in unicodedata.normalize("NFKC", name) if c.isalpha()}


def _scripts(name: str) -> set[str]:
    """Return the scripts of a name's letters, as Unicode's names of them begin.

    >>> sorted(_scripts("Ａda Воb 2ʼ"))
    ['CYRILLIC', 'LATIN']
    """
    # Apostrophes and the like that count as letters ("MODIFIER …") belong to no script.
    return {unicodedata.name(c, "").split(" ")[0] for c in _alphabetic(name)} - {"MODIFIER"}


def _looks_latin(name: str) -> bool:
    letters = {c.upper() for c in _alphabetic(name)}
    return bool(letters) and letters <= _LATIN_CAPITALS


def person_name(name: str) -> str:
    """Return a name as it is shown; raises RequestRefused("bad_name") for an invalid one.

    It has 2 to 24 characters, letters and digits with single spaces and a few signs between them,
    and no mixture of scripts: most have letters that look like those of another.

    >>> person_name("  Niccolò  Machiavelli ")
    'Niccolò Machiavelli'
    """
    cleaned = clean_name(name)
    letters = [c for c in cleaned if c.isalnum()]
    marks = [c for c in cleaned if unicodedata.category(c) in ("Mn", "Mc")]
    scripts = _scripts(cleaned)
    if (
        not MIN_NAME_CHARS <= len(cleaned) <= MAX_NAME_CHARS
        or len(letters) < MIN_NAME_CHARS
        or (len(scripts) > 1 and not any(scripts <= each for each in _WRITTEN_TOGETHER))
        or _looks_latin(cleaned)
        # One mark on a letter is writing; a heap of them climbs over the lines around it.
        or len(marks) > len(letters)
        or any(not (c.isalnum() or c in _SIGNS or c in marks) for c in cleaned)
        or not 0 < len(fold(cleaned)) <= _MAX_FOLDED_CHARS - _NUMBER_CHARS
    ):
        raise RequestRefused("bad_name", shortest=MIN_NAME_CHARS, longest=MAX_NAME_CHARS)
    if fold(cleaned) in _RESERVED_FOLDED:
        raise RequestRefused("name_taken")
    return cleaned


_RESERVED_FOLDED: Final = frozenset(fold(name) for name in _RESERVED)
