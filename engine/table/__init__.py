"""The record of a game: who deals, what every hand paid, and how the players stand.

::

    GameSettings -> Game -> record(HandEntry) -> Game -> ... -> standing, rows, JSON

Plain values that know no rule set's code: payments come from an analysis, a settlement, or the players.
"""
