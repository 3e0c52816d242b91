"""The page opens in a real browser and complains of nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Phone

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_the_page_opens_and_fits_the_screen(open_phone: Callable[..., Phone], orientation: str, theme: str) -> None:
    phone = open_phone(orientation=orientation, theme=theme)
    phone.page.wait_for_load_state("networkidle")
    phone.photograph(f"start-{orientation}-{theme}")
    assert "Tilesight" in phone.page.title()
    overflow = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
