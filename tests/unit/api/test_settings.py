"""Settings come from the environment, are checked, and name what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.settings import SettingsError, load_settings


def test_environment_then_overrides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_PORT", "9000")
    monkeypatch.setenv("TILESIGHT_WORKERS", "3")
    monkeypatch.setenv("TILESIGHT_MODEL_DIR", "/models")
    monkeypatch.setenv("TILESIGHT_CORS_ORIGINS", "https://a.example, https://b.example")
    settings = load_settings(port=9001, host=None)
    assert (settings.port, settings.workers, settings.host) == (9001, 3, "127.0.0.1")
    assert settings.cors_origins == ("https://a.example", "https://b.example")
    assert settings.photo_options().model_dir == Path("/models")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "70000"),
        ("WORKERS", "0"),
        ("LOG_LEVEL", "loud"),
        ("QUEUE", "-1"),
        ("SOURCE_URL", "javascript:alert(1)"),
    ],
)
def test_unusable_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"TILESIGHT_{name}", value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert f"TILESIGHT_{name}" in str(caught.value)
    assert repr(value) in str(caught.value)
