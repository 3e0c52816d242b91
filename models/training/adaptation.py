"""Fit how a reader is adapted to a tile set, and measure what that gains on sets it has not seen.

``python -m models.training.adaptation fit --reader models/weights/reader.onnx --sets runs/sets`` draws designs that are
held out from training, fits the projection of the reader's features and the weights of reader and likeness on them,
and writes both into the file (training environment; after ``calibrate``).

``python -m models.training.adaptation measure --groups travel_set --finder ... --reader ...`` takes some photos of a
physical set for the sheet that a person would photograph, one face of each kind of them with its label for the
profile, and reads the other photos with and without it, for several choices of photos (``--seeds``).
``--synthetic DIR`` measures on designs of another seed than those that were fitted on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from models.training.adaptation_fit import fit_fusion, fit_projection, project
from models.training.adaptation_trial import PhotoSet, synthetic_trial
from models.training.chosen_models import add_model_arguments, chosen_files, weights_of
from models.training.failures import run_command
from models.training.known_sets import look_at, synthetic_sets
from models.training.measured_photos import select_photos
from vision.onnx_model import create_session
from vision.onnx_reader import OnnxTileReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.training.adaptation_trial import Trial

__all__ = ["summarise"]

FIT_SEED: Final = 7001
MEASURE_SEED: Final = 7002
"""Different designs: what is fitted on is not reported on."""


def summarise(trials: Sequence[Trial]) -> dict[str, Any]:
    """Return the figures of trials on one set: mean over them, and each by itself."""
    columns = {name: np.array([trial.figures[name] for trial in trials]) for name in trials[0].figures}
    means = {name: float(np.nanmean(values)) for name, values in columns.items()}
    gains = {
        before.replace(" before", ""): 1 - means[before.replace(" before", " after")] / means[before]
        for before in means
        if before.startswith(("reader errors before", "tiles wrong before")) and means[before] > 0
    }
    return {"name": trials[0].name, "means": means, "fall": gains, "trials": [trial.figures for trial in trials]}


def _fit(options: argparse.Namespace) -> None:
    import onnx  # noqa: PLC0415 - the training environment

    from models.training.embedding import add_embedding_output  # noqa: PLC0415
    from models.training.export import write_metadata  # noqa: PLC0415

    plain = add_embedding_output(onnx.load(options.reader))
    reader = OnnxTileReader(create_session(plain.SerializeToString(), options.threads))
    drawn = synthetic_sets(options.sets, options.designs, options.seed, options.shared)
    sets = [look_at(crops, reader) for crops in drawn]
    projection = fit_projection(sets)
    fusion = fit_fusion([project(known, projection) for known in sets])
    onnx.save(add_embedding_output(plain, projection), options.reader)
    facts = {name: getattr(fusion, name) for name in fusion.__slots__}
    write_metadata(options.reader, {"fusion": facts})
    sys.stdout.write(f"fitted on {len(sets)} designs: {json.dumps(facts)}\n")


def _measure(options: argparse.Namespace) -> None:
    weights = weights_of(chosen_files(options))
    seeds = range(options.seeds)
    found = []
    if options.synthetic:
        faces = OnnxTileReader(create_session(weights.reader, options.threads))
        drawn = synthetic_sets(options.synthetic, options.designs, options.seed, options.shared)
        looked = ((look_at(crops, faces), crops) for crops in drawn)
        found.append(
            summarise([synthetic_trial(*look, faces, options.faces, seed) for look in looked for seed in seeds])
        )
    else:
        for group in options.groups:
            photos = select_photos(options.data, groups=group.split("+"))
            shown = PhotoSet(group, photos, weights)
            found += [
                {**summarise([shown.trial(seed, options.faces, wrong) for seed in seeds]), "wrong_labels": wrong}
                for wrong in options.wrong_labels
            ]
    _print(found)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        document = {"faces_a_kind": options.faces, "sets": found}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _print(found: Sequence[dict[str, Any]]) -> None:
    for one in found:
        wrong = f", {one['wrong_labels']:.0%} of labels wrong" if one.get("wrong_labels") else ""
        shown = (str(n) for n in range(len(one["trials"])) if n < _SHOWN)
        table = Table("", "mean", *shown, title=one["name"] + wrong)
        for name, mean in one["means"].items():
            cells = [f"{trial[name]:.4g}" for trial in one["trials"][:_SHOWN]]
            table.add_row(name, f"{mean:.4g}", *cells)
        for name, fall in one["fall"].items():
            table.add_row(f"{name}: fall", f"{fall:.0%}")
        Console().print(table)


_SHOWN: Final = 5


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    fit = commands.add_parser("fit", help="fit a reader's adaptation and write it into the file")
    fit.add_argument("--reader", type=Path, required=True, help="exported and calibrated reader")
    fit.add_argument("--sets", type=Path, required=True, metavar="DIR", help="keeps the drawn designs")
    fit.set_defaults(run=_fit, seed=FIT_SEED)
    measure = commands.add_parser("measure", help="measure what a profile gains on sets the reader has not seen")
    add_model_arguments(measure)
    measure.add_argument("--data", type=Path, default=Path("../shared/data/photos"), help="folder of labelled photos")
    measure.add_argument("--groups", nargs="+", default=["travel_set"], metavar="A+B", help="sets, each some groups")
    measure.add_argument("--synthetic", type=Path, metavar="DIR", help="measure on designs, kept in this folder")
    measure.add_argument("--faces", type=int, default=1, help="faces of each kind on the sheet")
    measure.add_argument("--seeds", type=int, default=5, help="how many sheets to try")
    measure.add_argument(
        "--wrong-labels",
        type=float,
        nargs="+",
        default=[0.0],
        metavar="SHARE",
        help="of the sheet's faces, tried in turn",
    )
    measure.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    measure.set_defaults(run=_measure, seed=MEASURE_SEED)
    for command in (fit, measure):
        command.add_argument("--designs", type=int, default=16, help="number of synthetic designs")
        command.add_argument("--shared", type=Path, help="folder of shared data, for its reserved tile art")
        command.add_argument("--threads", type=int, default=2)
    return parser


def main() -> int:
    """Fit or measure the adaptation of a reader; return the exit status."""
    options = _parser().parse_args()
    return run_command(lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
