"""Contact sheet of tile-set designs: ``python -m datasets.synthesis.faces --out sheet.png --seed 1 --designs 4``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from datasets.synthesis.design import TileSetDesign, render_face, sample_design
from datasets.synthesis.fonts import FontsMissingError
from engine.tile import CODES

GAP_PX = 6


def contact_sheet(designs: list[TileSetDesign], height_px: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return all faces of each design, two lines a design, on a dark ground."""
    width_px = round(0.8 * height_px) + GAP_PX
    per_line = (len(CODES) + 1) // 2
    sheet = np.full((2 * len(designs) * (height_px + GAP_PX) + GAP_PX, per_line * width_px + GAP_PX, 3), 60, np.uint8)
    for row, design in enumerate(designs):
        for k, code in enumerate(CODES):
            face = render_face(design, code, height_px)
            x = GAP_PX + (k % per_line) * width_px
            y = GAP_PX + (2 * row + k // per_line) * (height_px + GAP_PX)
            sheet[y : y + face.shape[0], x : x + face.shape[1]] = face
    return sheet


def main(arguments: list[str] | None = None) -> int:
    """Write the contact sheet; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets.synthesis.faces", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="picture to write (PNG or JPEG)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--designs", type=int, default=4, help="number of sets, two lines each")
    parser.add_argument("--height", type=int, default=96, help="height of a face in pixels")
    parser.add_argument("--data", type=Path, help="shared data folder; also use its ready-made art")
    options = parser.parse_args(arguments)
    try:
        art = None
        if options.data is not None:
            from datasets.synthesis.art import ArtLibrary  # noqa: PLC0415 - brings the SVG renderer along

            art = ArtLibrary.find(options.data)
        designs = [sample_design(np.random.default_rng((options.seed, k)), art=art) for k in range(options.designs)]
    except FontsMissingError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    if not cv2.imwrite(str(options.out), contact_sheet(designs, options.height)):
        sys.stderr.write(f"could not write {str(options.out)!r}; is its folder there and its suffix .png or .jpg?\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
