"""The description of the API is shown in a browser that reaches nothing but the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from conftest import Phone, Service

pytestmark = pytest.mark.slow


def test_the_api_is_described_without_a_network(phone: Phone, service: Service) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.context.route(
        lambda url: not url.startswith(service.url) and not url.startswith("data:"), lambda route: route.abort()
    )
    answered = phone.page.goto("/docs")
    assert answered is not None
    assert "default-src 'self'" in answered.headers["content-security-policy"]
    expect(phone.page.get_by_role("heading", name="Tilesight")).to_be_visible()
    operation = phone.page.locator(".opblock", has_text="/v1/analyse").first
    operation.locator(".opblock-summary-control").click()
    expect(operation.get_by_role("button", name="Try it out")).to_be_visible()
    phone.photograph("reference")
    assert [url for url in asked if not url.startswith((service.url, "data:", "blob:"))] == []
