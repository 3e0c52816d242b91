"""Counts of a data set as one picture of bars; needs matplotlib, the extra ``plots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from datasets.curation.errors import CurationError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from datasets.curation.counting import Statistics

__all__ = ["PLOT_SUFFIXES", "draw_statistics"]

PLOT_SUFFIXES: Final = (".png", ".svg", ".pdf")

MOST_GROUPS: Final = 25
"""The largest groups are drawn; the rest is one bar."""

FEWEST_BARS: Final = 8
"""Room is left for as many groups."""

# The palette of Okabe and Ito, which people with any kind of colour vision can tell apart.
_SUITS: Final = {
    "m": ("#D55E00", "characters"),
    "p": ("#0072B2", "circles"),
    "s": ("#009E73", "bamboos"),
    "z": ("#CC79A7", "honours"),
    "f": ("#E69F00", "bonus tiles"),
    "j": ("#56B4E9", "joker"),
    "x": ("#666666", "back"),
    "?": ("#000000", "unreadable"),
}
_PLAIN: Final = "#56789A"


def draw_statistics(statistics: Statistics, path: Path, title: str) -> None:
    """Write the counts by class, group, size, confidence and picture as bars.

    Args:
        statistics: The counts.
        path: Picture to write; its suffix says how.
        title: What stands above.

    Raises:
        CurationError: matplotlib is not installed, or the name ends in no picture format.
        OSError: The picture cannot be written.
    """
    if path.suffix.lower() not in PLOT_SUFFIXES:
        message = f"{str(path)!r} names no format of plots; end it with one of {', '.join(PLOT_SUFFIXES)}"
        raise CurationError(message)
    figure = _new_figure()
    grid = figure.add_gridspec(3, 3, height_ratios=(1.1, 1, 1))
    figure.suptitle(f"{title}: {statistics.tiles:,} tiles in {statistics.pictures:,} pictures")
    _draw_codes(figure.add_subplot(grid[0, :]), statistics.by_code)
    _draw_groups(figure.add_subplot(grid[1:, 0]), statistics.by_group)
    _draw_bars(figure.add_subplot(grid[1, 1]), statistics.by_size, "tiles by shorter side, px")
    _draw_bars(figure.add_subplot(grid[1, 2]), statistics.by_confidence, "tiles by confidence")
    _draw_per_picture(figure.add_subplot(grid[2, 1]), statistics.per_picture)
    _draw_bars(figure.add_subplot(grid[2, 2]), statistics.by_source, "tiles by who labelled them")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)


def _new_figure() -> Any:  # noqa: ANN401 - matplotlib is imported late
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and a second to import
    except ImportError:
        message = "plots need matplotlib; install it with: pip install 'tilesight[plots]'"
        raise CurationError(message) from None
    return Figure(figsize=(15, 11), layout="constrained")


def _draw_codes(axes: Any, counts: Mapping[str, int]) -> None:  # noqa: ANN401
    shown = {code: count for code, count in counts.items() if count or code != "??"}
    colours = [_SUITS[code[1]][0] for code in shown]
    axes.bar(range(len(shown)), list(shown.values()), color=colours)
    axes.set_xticks(range(len(shown)), list(shown), rotation=90)
    axes.set_xlim(-0.7, len(shown) - 0.3)
    for at, (code, count) in enumerate(shown.items()):
        if not count:
            axes.text(at, 0, "none", rotation=90, ha="center", va="bottom", size=8, color=_SUITS[code[1]][0])
    suits = {_SUITS[code[1]] for code in shown}
    handles = [axes.bar(0, 0, color=colour, label=name) for colour, name in _SUITS.values() if (colour, name) in suits]
    axes.legend(handles=handles, ncols=len(handles), loc="upper right", fontsize=8)
    axes.margins(y=0.18)
    _finish(axes, "tiles by class")


def _draw_groups(axes: Any, groups: Mapping[str, tuple[int, int]]) -> None:  # noqa: ANN401
    ranked = sorted(groups.items(), key=lambda item: (-item[1][1], item[0]))
    shown = ranked[:MOST_GROUPS]
    if rest := ranked[MOST_GROUPS:]:
        total = sum(pictures for _, (pictures, _) in rest), sum(tiles for _, (_, tiles) in rest)
        shown.append((f"{len(rest)} more groups", total))
    shown.reverse()
    bars = axes.barh(range(len(shown)), [tiles for _, (_, tiles) in shown], color=_PLAIN)
    axes.bar_label(bars, [f"{tiles:,} in {pictures:,}" for _, (pictures, tiles) in shown], padding=3, fontsize=8)
    axes.set_yticks(range(len(shown)), [name for name, _ in shown])
    axes.margins(x=0.25)
    # A single group is no wall.
    axes.set_ylim(min(len(shown) - FEWEST_BARS, 0) - 0.7, len(shown) - 0.3)
    axes.set_title("tiles in pictures by group")
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)


def _draw_per_picture(axes: Any, counts: Mapping[int, int]) -> None:  # noqa: ANN401
    axes.bar(list(counts), list(counts.values()), color=_PLAIN, width=0.9)
    axes.set_xlim(min(counts, default=0) - 2.5, max(counts, default=0) + 2.5)
    axes.xaxis.get_major_locator().set_params(integer=True)
    _finish(axes, "pictures by number of tiles")


def _draw_bars(axes: Any, counts: Mapping[str, int], title: str) -> None:  # noqa: ANN401
    names: Sequence[str] = list(counts)
    axes.bar(range(len(names)), list(counts.values()), color=_PLAIN)
    axes.set_xticks(range(len(names)), names, rotation=35 if len(names) > 3 else 0)  # noqa: PLR2004 - what fits
    axes.set_xlim(-0.7, max(len(names), 3) - 0.3)
    _finish(axes, title)


def _finish(axes: Any, title: str) -> None:  # noqa: ANN401
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_title(title)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
