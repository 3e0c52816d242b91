"""Pictures on things: pages, keys, cards, spines, labels, screens, lettered plates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.faces.lettering import sample_ideographs
from datasets.synthesis.faces.pen import new_sheet
from datasets.synthesis.things.spots import ink, plain, sample_colour, sample_vivid

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "IDEOGRAPHS", "domino", "keyboard", "lettered_plate", "playing_card", "printed_box", "screen", "spine",
    "stamp_ideograph", "text_page",
]  # fmt: skip

FONTS: Final = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
LETTERS: Final = "ABCDEFGHKMNPRSTUVWXYZ0123456789"
IDEOGRAPHS: Final = "東南西北中春秋冬竹一二三四五六七八九"
"""What mats, markers and packages are printed with; every ideograph font has all but the first."""


def _word(rng: np.random.Generator, length: int) -> str:
    return "".join(LETTERS[k] for k in rng.integers(0, len(LETTERS), length))


def _contrast(base: NDArray[np.float64]) -> tuple[float, ...]:
    return (20.0, 20.0, 20.0) if base.mean() > 128 else (235.0, 235.0, 235.0)


def stamp_ideograph(
    rng: np.random.Generator,
    picture: NDArray[np.uint8],
    centre_xy: tuple[float, float],
    size_px: float,
    turn_deg: float,
) -> None:
    """Print one large ideograph in one colour on a picture, in place."""
    side = round(size_px)
    if side < 12:
        return
    lettering = sample_ideographs(rng)
    letters = IDEOGRAPHS if lettering.font.covers(IDEOGRAPHS[0]) else IDEOGRAPHS[1:]
    pen = new_sheet(side, side).at((0, 0), 0.95, turn_deg)
    colour = sample_vivid(rng)
    lettering.ideograph(
        pen, letters[rng.integers(len(letters))], (0.9, 0.9), (int(colour[0]), int(colour[1]), int(colour[2]))
    )
    x, y = round(centre_xy[0] - side / 2), round(centre_xy[1] - side / 2)
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(side, picture.shape[1] - x), min(side, picture.shape[0] - y)
    if right <= left or bottom <= top:
        return
    part = pen.sheet[top:bottom, left:right]
    share = part[..., 3:].astype(np.float32) / 255 * rng.uniform(0.6, 1.0)
    target = picture[y + top : y + bottom, x + left : x + right]
    target[:] = (target * (1 - share) + part[..., :3] * share).astype(np.uint8)


def lettered_plate(rng: np.random.Generator, base: NDArray[np.float64], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a plate with one ideograph, perhaps in a frame or a ring."""
    plate = plain(base, *size_wh)
    width, height = size_wh
    if rng.random() < 0.4:
        cv2.rectangle(plate, (6, 6), (width - 7, height - 7), _contrast(base), 2, cv2.LINE_AA)
    elif rng.random() < 0.3:
        cv2.circle(plate, (width // 2, height // 2), min(size_wh) // 2 - 6, _contrast(base), 2, cv2.LINE_AA)
    stamp_ideograph(rng, plate, (width / 2, height / 2), 0.75 * min(size_wh), 0.0)
    return plate


def text_page(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a printed page: lines of text, perhaps a picture and a heading."""
    page = plain(sample_colour(rng, 190, 255), 180, 250)
    paint = ink(sample_colour(rng, 0, 90))
    y = 16
    while y < 240:
        scale = float(rng.choice([0.28, 0.35, 0.7], p=[0.6, 0.3, 0.1]))
        cv2.putText(page, _word(rng, int(rng.integers(6, 34))), (10, y), FONTS[0], scale, paint, 1, cv2.LINE_AA)
        y += int(12 + 24 * scale)
    if rng.random() < 0.5:
        x1, y1 = rng.integers(0, 120), rng.integers(0, 180)
        cv2.rectangle(page, (int(x1), int(y1)), (int(x1) + 60, int(y1) + 70), ink(sample_colour(rng)), -1)
    return page


def keyboard(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return rows of keys with letters."""
    body, key = (sample_colour(rng, 10, 230) for _ in range(2))
    columns, rows = int(rng.integers(4, 15)), int(rng.integers(3, 6))
    board = plain(body, columns * 30 + 6, rows * 30 + 6)
    for row in range(rows):
        for column in range(columns):
            x, y = 6 + column * 30, 6 + row * 30
            cv2.rectangle(board, (x, y), (x + 24, y + 24), ink(key), -1)
            cv2.putText(board, _word(rng, 1), (x + 6, y + 17), FONTS[0], 0.45, _contrast(key), 1, cv2.LINE_AA)
    return board


def screen(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a phone's or tablet's face: dark glass, a chat, or a grid of coloured icons in a dark rim."""
    glass = plain(sample_colour(rng, 0, 40), 100, 200)
    kind = rng.random()
    if kind < 0.4:
        return glass
    cv2.rectangle(glass, (5, 8), (94, 191), ink(sample_colour(rng, 30, 255)), -1)
    for k in range(24):
        x, y = 12 + 20 * (k % 4), 20 + 27 * (k // 4)
        if kind < 0.7:
            cv2.rectangle(glass, (x, y), (x + 14, y + 14), ink(sample_vivid(rng)), -1)
        elif k % 4 == 0:
            shift = int(rng.integers(0, 30))
            cv2.rectangle(glass, (x + shift, y), (x + shift + 45, y + 16), ink(sample_colour(rng, 120, 255)), -1)
    return glass


def playing_card(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a playing card with corner letters and pips."""
    card = plain(np.full(3, rng.uniform(225, 255)), 126, 176)
    paint = (40.0, 30.0, 190.0) if rng.random() < 0.5 else (30.0, 30.0, 30.0)
    letter = "A23456789JQK"[int(rng.integers(12))]
    cv2.putText(card, letter, (6, 30), FONTS[2], 1, paint, 2, cv2.LINE_AA)
    cv2.putText(card, letter, (98, 168), FONTS[2], 1, paint, 2, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 9))):
        x, y = int(rng.choice([40, 63, 86])), int(rng.choice([45, 70, 95, 120, 140]))
        points = np.array([[x, y - 12], [x + 9, y], [x, y + 12], [x - 9, y]])
        cv2.fillConvexPoly(card, points, paint, cv2.LINE_AA)
    return card


def domino(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a domino."""
    light = rng.random() < 0.6
    base, paint = (np.full(3, 235.0), (20.0, 20.0, 20.0)) if light else (np.full(3, 30.0), (235.0, 235.0, 235.0))
    stone = plain(base, 80, 160)
    cv2.line(stone, (8, 80), (72, 80), paint, 2)
    for top in (0, 80):
        for _ in range(int(rng.integers(0, 7))):
            spot = int(rng.choice([20, 40, 60])), top + int(rng.choice([20, 40, 60]))
            cv2.circle(stone, spot, 7, paint, -1, cv2.LINE_AA)
    return stone


def spine(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a book's spine with a title along it, or down it in ideographs."""
    base = sample_colour(rng, 10, 250)
    back = plain(base, 220, 44)
    if rng.random() < 0.35:
        for k in range(int(rng.integers(2, 6))):
            stamp_ideograph(rng, back, (24 + 34 * k, 22), 32, 90.0)
    else:
        title = _word(rng, int(rng.integers(4, 12)))
        cv2.putText(back, title, (12, 30), FONTS[int(rng.integers(4))], 0.8, _contrast(base), 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.rectangle(back, (195, 4), (214, 40), ink(sample_colour(rng)), -1)
    return np.ascontiguousarray(np.rot90(back, -1))


def printed_box(rng: np.random.Generator, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return one side of a package: bands, a frame, a word or ideographs."""
    base = sample_vivid(rng) if rng.random() < 0.6 else sample_colour(rng, 20, 250)
    side = plain(base, *size_wh)
    width, height = size_wh
    if rng.random() < 0.5:
        y = int(rng.uniform(0.1, 0.7) * height)
        cv2.rectangle(side, (0, y), (width, y + int(0.25 * height)), ink(sample_vivid(rng)), -1)
    if rng.random() < 0.5:
        cv2.rectangle(side, (5, 5), (width - 6, height - 6), ink(sample_vivid(rng)), int(rng.integers(1, 5)))
    if rng.random() < 0.4:
        stamp_ideograph(rng, side, (rng.uniform(0.3, 0.7) * width, height / 2), rng.uniform(0.3, 0.8) * height, 0.0)
    elif rng.random() < 0.6:
        word, font = _word(rng, int(rng.integers(2, 9))), FONTS[int(rng.integers(4))]
        cv2.putText(side, word, (8, int(0.6 * height)), font, height / 70, _contrast(base), 2, cv2.LINE_AA)
    return side
