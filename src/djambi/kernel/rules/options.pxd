# The options of RULES 8 for C, by name: the number of each, and those of the named values.
# Building the kernel writes this file (`c_declarations` in options.py).

cdef struct OptionFields:
    int layout
    int militant_diagonal
    int assassin_through_allies
    int necromobile_through_corpses
    int own_kills
    int frozen_pieces
    int reporter_kill
    int reporter_targets
    int reporter_enters_maze
    int diplomat_targets
    int diplomat_enthrones
    int militant_kills_power
    int killer_exit
    int mover_exit
    int exit_before_placement
    int assassin_maze_corpse
    int corpse_on_maze
    int fortress
    int fortress_purge
    int power_turns
    int power_exit
    int vassal_turns
    int encirclement
    int necromobile_saves
    int encircled_chief
    int comeback
    int resigned_return
    int vassalage
    int unreachable_power_wins
    int dead_position
    int quiet_rounds

cdef enum:
    LAYOUT_MIRROR = 0
    LAYOUT_ROTATED = 1
    OWN_KILLS_NONE = 0
    OWN_KILLS_VASSALS = 1
    OWN_KILLS_ANY = 2
    FROZEN_PIECES_UNTOUCHABLE = 0
    FROZEN_PIECES_VULNERABLE = 1
    REPORTER_KILL_OPTIONAL = 0
    REPORTER_KILL_MANDATORY = 1
    REPORTER_TARGETS_ONE = 0
    REPORTER_TARGETS_SOME = 1
    REPORTER_TARGETS_ALL = 2
    DIPLOMAT_TARGETS_ENEMIES = 0
    DIPLOMAT_TARGETS_VASSALS = 1
    DIPLOMAT_TARGETS_OWN = 2
    DIPLOMAT_ENTHRONES_NEVER = 0
    DIPLOMAT_ENTHRONES_HOSTAGE = 1
    DIPLOMAT_ENTHRONES_CHIEFS = 2
    KILLER_EXIT_NONE = 0
    KILLER_EXIT_CHIEFS = 1
    KILLER_EXIT_ANY = 2
    MOVER_EXIT_NONE = 0
    MOVER_EXIT_CHIEFS = 1
    MOVER_EXIT_ANY = 2
    ASSASSIN_MAZE_CORPSE_DEPARTURE = 0
    ASSASSIN_MAZE_CORPSE_ANYWHERE = 1
    CORPSE_ON_MAZE_NEVER = 0
    CORPSE_ON_MAZE_FRESH_CHIEF = 1
    POWER_TURNS_AFTER_EACH = 0
    POWER_TURNS_PLUS_OWN = 1
    POWER_TURNS_DUEL_PLUS_OWN = 2
    POWER_EXIT_SEAT = 0
    POWER_EXIT_FULL_ROUND = 1
    VASSAL_TURNS_MERGED = 0
    VASSAL_TURNS_KEPT = 1
    ENCIRCLEMENT_CORPSES = 0
    ENCIRCLEMENT_IMMOBILE = 1
    ENCIRCLEMENT_GROUP = 2
    ENCIRCLEMENT_THRONE_PATH = 3
    NECROMOBILE_SAVES_NO = 0
    NECROMOBILE_SAVES_OWN = 1
    ENCIRCLED_CHIEF_DIES = 0
    ENCIRCLED_CHIEF_SLEEPS = 1
    COMEBACK_NEVER = 0
    COMEBACK_IF_FREE = 1
    COMEBACK_ALWAYS = 2
    RESIGNED_RETURN_NEVER = 0
    RESIGNED_RETURN_ALLOWED = 1
    VASSALAGE_PERMANENT = 0
    VASSALAGE_WHILE_IN_POWER = 1
    DEAD_POSITION_DRAW = 0
    DEAD_POSITION_POWER_WINS = 1
