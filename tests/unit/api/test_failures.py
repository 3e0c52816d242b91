"""Every expected exception has its code and its exit status."""

from __future__ import annotations

import pytest

from api.commands.output import ExitStatus, failure_of
from engine.errors import EngineError, NotationError, OptionError, RequestError, UnknownRuleSetError
from vision.errors import (
    ImageTooLargeError,
    ModelDamagedError,
    ModelMismatchError,
    ModelMissingError,
    NotAnImageError,
    UndecodableImageError,
)

EXPECTED = [
    (NotAnImageError("x"), "not_an_image", ExitStatus.UNANSWERABLE),
    (ImageTooLargeError("x"), "image_too_large", ExitStatus.UNANSWERABLE),
    (UndecodableImageError("x"), "undecodable_image", ExitStatus.UNANSWERABLE),
    (ModelMissingError("x"), "model_missing", ExitStatus.ENVIRONMENT),
    (ModelDamagedError("x"), "model_damaged", ExitStatus.ENVIRONMENT),
    (ModelMismatchError("x"), "model_mismatch", ExitStatus.ENVIRONMENT),
    (NotationError("x", "9z", 0), "bad_notation", ExitStatus.UNANSWERABLE),
    (RequestError("x", "context"), "bad_request", ExitStatus.USAGE),
    (OptionError("x", "preset"), "bad_option", ExitStatus.USAGE),
    (UnknownRuleSetError("x"), "unknown_rule_set", ExitStatus.USAGE),
    (ImportError("x"), "package_unusable", ExitStatus.ENVIRONMENT),
    (IsADirectoryError(21, "Is a directory", "photos"), "file_unusable", ExitStatus.UNANSWERABLE),
]


@pytest.mark.parametrize(("error", "code", "status"), EXPECTED, ids=lambda value: type(value).__name__)
def test_failures(error: EngineError, code: str, status: ExitStatus) -> None:
    failure = failure_of(error)
    assert (failure.code, failure.status) == (code, status)
    assert failure.document()["error"]["message"]


def test_defects_are_no_failures() -> None:
    with pytest.raises(TypeError):
        failure_of(KeyError("x"))


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FileNotFoundError(2, "No such file or directory", "rack.jpg"), "check its name"),
        (IsADirectoryError(21, "Is a directory", "rack.jpg"), "name the files in it"),
        (PermissionError(13, "Permission denied", "rack.jpg"), "change its permissions"),
        (OSError(5, "Input/output error", "rack.jpg"), "(Input/output error)"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_what_to_do(error: OSError, says: str) -> None:
    message = failure_of(error).message
    assert "'rack.jpg'" in message
    assert says in message
    assert "Errno" not in message
    assert "Errno" not in failure_of(OSError(5, "Input/output error")).message
