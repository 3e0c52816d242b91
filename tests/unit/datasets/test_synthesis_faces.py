"""Procedural faces: every code in every design, deterministic, told apart, and refused where the input is wrong."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from datasets.synthesis import fonts
from datasets.synthesis.art import ArtLibrary, ArtSet
from datasets.synthesis.design import SAME_COLOUR, TileSetDesign, render_face, sample_design
from datasets.synthesis.faces.__main__ import main
from datasets.synthesis.faces.bamboos import SCHEMES as BAMBOO_SCHEMES
from datasets.synthesis.faces.bamboos import stick_layout
from datasets.synthesis.faces.birds import sample_bird
from datasets.synthesis.faces.bonus import ENGRAVED, GROUPS, SPRIGS
from datasets.synthesis.faces.circles import SCHEMES as CIRCLE_SCHEMES
from datasets.synthesis.faces.circles import layout
from datasets.synthesis.faces.figures import FIGURES
from datasets.synthesis.faces.palette import sample_palette
from datasets.synthesis.faces.pen import new_sheet
from datasets.synthesis.faces.plants import PLANTS
from datasets.synthesis.faces.roles import ROLES
from datasets.synthesis.faces.sketch import Hatching, Sketch
from datasets.synthesis.faces.vines import VINES
from engine.tile import CODES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("cjk_fonts")

HEIGHT = 64


def design_of(seed: int) -> TileSetDesign:
    return sample_design(np.random.default_rng(seed))


def ink(face: np.ndarray, ground: tuple[int, int, int]) -> float:
    """Return the share of pixels that differ clearly from the ground."""
    return float((np.abs(face.astype(int) - np.asarray(ground)).max(axis=2) > 40).mean())


@pytest.mark.parametrize("seed", range(4))
def test_every_code_has_a_face_of_the_asked_size(seed: int) -> None:
    design = design_of(seed)
    assert 0.62 <= design.aspect <= 0.86
    for code in CODES:
        face = render_face(design, code, HEIGHT)
        assert face.dtype == np.uint8
        assert face.shape == (HEIGHT, round(HEIGHT * design.aspect), 3), code
        if code not in {"5z", "0x"}:
            assert ink(face, design.face_colour_bgr) > 0.01, code


def test_same_seed_same_faces_and_other_seed_other_faces() -> None:
    first, again, other = design_of(7), design_of(7), design_of(8)
    assert first == again
    for code in ("1s", "5m", "1j", "3f"):
        assert np.array_equal(render_face(first, code, HEIGHT), render_face(again, code, HEIGHT))
        assert not np.array_equal(render_face(first, code, HEIGHT), render_face(other, code, HEIGHT)[:, : HEIGHT // 2])


@pytest.mark.parametrize("seed", range(2))
def test_faces_of_a_set_differ_from_each_other(seed: int) -> None:
    design = replace(design_of(seed), aspect=0.75)
    faces = {code: render_face(design, code, HEIGHT).astype(int) for code in CODES}
    for k, one in enumerate(CODES):
        for two in CODES[k + 1 :]:
            assert (np.abs(faces[one] - faces[two]).max(axis=2) > 60).mean() > 0.003, (one, two)


def test_red_fives_are_redder_than_fives() -> None:
    for seed in range(4):
        design = design_of(seed)
        for suit in "mps":
            plain, red = (render_face(design, f"{rank}{suit}", HEIGHT).astype(int) for rank in (5, 0))
            redness = [(face[..., 2] - face[..., :2].max(axis=2) > 50).mean() for face in (plain, red)]
            assert redness[1] > redness[0], (seed, suit)


def test_red_fives_differ_from_fives_whatever_paints_the_set_has() -> None:
    designs = [design for seed in range(160) if is_sparing(design := design_of(seed))][:6]
    assert len(designs) == 6
    for design in designs:
        for suit in "mps":
            plain, red = (render_face(design, f"{rank}{suit}", HEIGHT).astype(int) for rank in (5, 0))
            assert (np.abs(plain - red).max(axis=2) > 40).mean() > 0.003, (design.seed, suit)


def is_sparing(design: TileSetDesign) -> bool:
    return design.palette.blue == design.palette.green or design.palette.red == design.characters.numeral_colour


def test_no_blank_white_dragon_looks_like_the_back() -> None:
    """A one-coloured plain tile face down is as blank as a blank white dragon: such a set frames its dragon."""
    near = 0
    for seed in range(300):
        design = sample_design(np.random.default_rng(seed))
        plain = design.back.kind in {"plain", "bamboo"}
        differs = max(abs(a - b) for a, b in zip(design.back_colour_bgr, design.face_colour_bgr, strict=True))
        if plain and differs < SAME_COLOUR:
            near += 1
            assert design.honours.white_kind != "blank", seed
    assert near >= 5


def test_every_bonus_picture_leaves_ink_within_the_face() -> None:
    design = design_of(3)
    pictures = PLANTS | VINES | ROLES | FIGURES
    named = {name for flowers, _ in GROUPS.values() for name in flowers} | set(ENGRAVED) | set(SPRIGS)
    assert named <= set(pictures)
    for name, draw in pictures.items():
        for mode in ("solid", "outline", "inlaid"):
            pen = new_sheet(150, 200)
            draw(
                Sketch(pen, Hatching(mode, 0.016, 0.01)),
                ((0, 0, 200), (0, 150, 0), (150, 0, 0)),
                np.random.default_rng(1),
            )
            painted = pen.sheet[..., 3] > 0
            assert painted.mean() > 0.01, (name, mode)
            edge = np.concatenate([painted[0], painted[-1], painted[:, 0], painted[:, -1]])
            assert edge.mean() < 0.05, (name, mode, "runs out of the face")
    assert design.bonus.pictures


def test_designs_bring_two_paint_sets_tall_tiles_tiny_labels_and_mirrored_seasons() -> None:
    designs = [design_of(seed) for seed in range(300)]
    assert 20 < sum(design.palette.blue == design.palette.green for design in designs) < 120
    assert min(design.aspect for design in designs) < 0.66
    assert any(design.bonus.label_height < 0.15 for design in designs)
    assert any(design.bonus.corners != design.bonus.season_corners for design in designs)
    # Which fonts are installed changes what a seed gives, so only that there are some is certain.
    assert any(design.bonus.names[0] in "漁琴" for design in designs)


def test_layouts_have_as_many_pips_and_sticks_as_their_rank_inside_the_face() -> None:
    for rank in range(1, 10):
        places, radius = layout(rank)
        assert len(places) == rank
        assert all(abs(x) + radius < 0.38 and abs(y) + radius < 0.5 for x, y in places)
    for rank in range(2, 10):
        for eight in ("mw", "wm", "grid"):
            assert len(stick_layout(rank, eight)[0]) == rank
    assert all([len(letters) for letters in scheme] == list(range(1, 10)) for scheme in CIRCLE_SCHEMES.values())
    assert all([len(letters) for letters in scheme] == list(range(2, 10)) for scheme in BAMBOO_SCHEMES.values())


def test_many_designs_bring_every_kind_of_white_dragon_bird_and_back() -> None:
    designs = [design_of(seed) for seed in range(150)]
    assert {"blank", "frame", "double", "ornate"} <= {design.honours.white_kind for design in designs}
    assert {"fan", "trailing", "perched", "sparrow", "crane", "phoenix", "flying"} == {d.bird.kind for d in designs}
    assert {"plain", "bamboo", "lattice"} <= {design.back.kind for design in designs}
    assert {"none", "left", "both"} <= {design.indices.corners for design in designs}
    assert {"萬", "万"} <= {design.characters.word for design in designs}
    assert any(design.honours.pictorial for design in designs)


def test_blank_white_dragon_shows_only_ground() -> None:
    design = design_of(1)
    honours = replace(design.honours, white_kind="blank")
    bare = replace(design, honours=honours, indices=replace(design.indices, corners="none"))
    assert ink(render_face(bare, "5z", HEIGHT), bare.face_colour_bgr) == 0


def test_bird_kinds_depend_on_the_seed_only() -> None:
    palette = sample_palette(np.random.default_rng(0))
    birds = [sample_bird(np.random.default_rng(3), palette) for _ in range(2)]
    assert birds[0] == birds[1]


def test_pen_frames_compose() -> None:
    pen = new_sheet(80, 100)
    pen.at((0.2, 0.0), 0.5, 90).disc((0, -0.2), 0.05, (0, 0, 255))
    # A quarter turn clockwise takes up to the right: 0.2 + 0.5 * 0.2 of the height right of the middle.
    assert pen.sheet[50, 40 + 30].tolist() == [0, 0, 255, 255]
    assert pen.sheet[50, 40].tolist() == [0, 0, 0, 0]
    pen.fill([(-1, -1), (1, -1), (1, 1), (-1, 1)], None)
    assert not pen.sheet.any()


@pytest.mark.parametrize("code", ["??", "0z", "9f", "", "5x"])
def test_unknown_code_is_refused_with_the_code_quoted(code: str) -> None:
    with pytest.raises(ValueError, match="is no tile code to draw") as refusal:
        render_face(design_of(0), code, HEIGHT)
    assert repr(code) in str(refusal.value)


def test_tiny_height_is_refused() -> None:
    with pytest.raises(ValueError, match="7 pixels"):
        render_face(design_of(0), "1m", 7)


def test_missing_fonts_name_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "find_fonts", lambda _: ())
    with pytest.raises(fonts.FontsMissingError, match="fonts-arphic-ukai"):
        fonts.ideograph_fonts.__wrapped__()
    with pytest.raises(fonts.FontsMissingError, match="fonts-dejavu-core"):
        fonts.latin_fonts.__wrapped__()


def test_missing_fontconfig_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*_: object, **__: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", absent)
    with pytest.raises(fonts.FontsMissingError, match="fontconfig"):
        fonts._installed.__wrapped__()  # noqa: SLF001 - the cached answer would hide the absence


def test_fonts_cover_what_they_are_chosen_for() -> None:
    for seed in range(30):
        design = design_of(seed)
        characters, honours = design.characters, design.honours
        assert characters.lettering.font.covers(characters.numerals + characters.word)
        assert honours.lettering.font.covers(honours.words.replace("白", ""))
        assert design.bonus.lettering.font.covers(design.bonus.names)
        assert design.joker.kind != "ideographs" or design.joker.lettering.font.covers(design.joker.ideographs)


def test_contact_sheet_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.png"
    assert main(["--out", str(sheet), "--seed", "3", "--designs", "1", "--height", "32"]) == 0
    image = cv2.imread(str(sheet))
    assert image is not None
    assert image.shape[1] > 24 * 32 * 0.7
    assert main(["--out", str(tmp_path / "absent" / "sheet.png"), "--designs", "1", "--height", "16"]) == 1
    assert "could not write" in capsys.readouterr().err


def test_folder_without_art_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="data/art"):
        ArtLibrary.find(tmp_path)


def test_art_faces_replace_ours_and_keep_the_rest(shared_dir: Path) -> None:
    library = ArtLibrary.find(shared_dir)
    by_source = {art.source: art for art in library.sets}
    photographed = by_source["faces:cyfef"]
    design = replace(design_of(2), aspect=0.75)
    lent = replace(design, art=photographed, source=photographed.source)
    assert not np.array_equal(render_face(design, "1m", HEIGHT), render_face(lent, "1m", HEIGHT))
    # That set has no winds: ours stay.
    assert np.array_equal(render_face(design, "1z", HEIGHT), render_face(lent, "1z", HEIGHT))
    red = render_face(lent, "0m", HEIGHT).astype(int)
    assert (red[..., 2] - red[..., :2].max(axis=2) > 40).mean() > 0.03


def test_glyph_sets_are_coloured_and_lose_their_frame(shared_dir: Path) -> None:
    library = ArtLibrary.find(shared_dir)
    glyphs = next(art for art in library.sets if art.source == "art:I.MahjongHK")
    plain = replace(design_of(2), art=glyphs, aspect=0.75, indices=replace(design_of(2).indices, corners="none"))
    face = render_face(plain, "1p", 96)
    assert ink(face, plain.face_colour_bgr) > 0.05
    assert ink(face[:6], plain.face_colour_bgr) == 0, "the glyph's frame ran along the edge"


def test_library_gives_our_own_sets_ready_made_ones_and_lent_pictures(shared_dir: Path) -> None:
    library = ArtLibrary.find(shared_dir)
    rng = np.random.default_rng(0)
    drawn: list[ArtSet | None] = [library.sample_set(rng) for _ in range(200)]
    ready = [art for art in drawn if art is not None and art.source != "procedural"]
    lent = [art for art in drawn if art is not None and art.source == "procedural"]
    assert drawn.count(None) > 50
    assert len({art.source for art in ready}) > 3
    assert lent
    assert all(set(art.codes()) <= {"1s", "1j", *(f"{rank}f" for rank in range(1, 9))} for art in lent)
