"""How heavy the phone page is and how soon it can be used, in Chromium with a phone's slow processor.

``make bench-page`` prints medians over fresh browsers. First interaction is when the first button is on screen and no
task of more than 50 ms runs any more, as Lighthouse counts it; the weight is what came over the network until then, as
compressed. The processor is slowed to a quarter, which stands for a mid-range phone. On a machine that does other work
besides, the clock tells of that work: the processor time of the page's main thread, not slowed, is told too, and four
times as much is the least that a first interaction takes on such a phone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REPOSITORY = Path(__file__).resolve().parents[2]
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
QUIET_MS = 2000
"""The page counts as ready when nothing long has run for this time."""

WATCH = """
globalThis.seen = {button: 0, busyUntil: 0};
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) seen.busyUntil = Math.max(seen.busyUntil, task.startTime + task.duration);
}).observe({type: "longtask", buffered: true});
const look = () => {
  if (document.querySelector("main button, main label:has(input)")) seen.button ||= performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""

RESULTS = """() => ({
  button: seen.button,
  busyUntil: seen.busyUntil,
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
})"""


def visit(browser: Browser, url: str, slower: float) -> dict[str, float]:
    """Open the page as a new visitor and return its figures, in seconds and kilobytes."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, is_mobile=True, has_touch=True,
        service_workers="block",
    )  # fmt: skip
    page = context.new_page()
    session = context.new_cdp_session(page)
    weights: list[float] = []
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(WATCH)
    page.goto(url, wait_until="load")
    page.wait_for_function("seen.button > 0")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)
    found = page.evaluate(RESULTS)
    spent = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return {
        "first paint, s": found["paint"] / 1000,
        "first interaction, s": max(found["button"], found["busyUntil"]) / 1000,
        "processor time of the page, s": spent["ThreadTime"],
        "page weight, kB": sum(weights) / 1000,
        "requests": len(weights),
    }


def main() -> None:
    """Print the figures of the page."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower the processor is made")
    parser.add_argument("--limit", type=float, metavar="S", help="exit with 1 when the first interaction is later")
    parser.add_argument("--limit-kb", type=float, metavar="KB", help="exit with 1 when the page is heavier")
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed (on Debian: apt install chromium)")
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0"]
    surroundings = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TILESIGHT_LOG_LEVEL": "error"}
    with subprocess.Popen(command, cwd=REPOSITORY, env=surroundings, stdout=subprocess.PIPE, text=True) as service:
        try:
            url = service.stdout.readline().split()[2]
            time.sleep(5)  # the models are loaded
            with sync_playwright() as playwright:
                visits = []
                for _ in range(options.runs):
                    browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
                    visits.append(visit(browser, url, options.slower))
                    browser.close()
        finally:
            service.terminate()
    medians = {}
    for name in visits[0]:
        values = [found[name] for found in visits]
        medians[name] = statistics.median(values)
        sys.stdout.write(f"{name}: median {medians[name]:.2f}, {min(values):.2f} to {max(values):.2f}\n")
    sys.stdout.write(f"({options.runs} fresh browsers, processor slowed {options.slower:g} times)\n")
    if options.limit is not None and medians["first interaction, s"] > options.limit:
        sys.exit(f"the first interaction is later than {options.limit} s")
    if options.limit_kb is not None and medians["page weight, kB"] > options.limit_kb:
        sys.exit(f"the page is heavier than {options.limit_kb} kB")


if __name__ == "__main__":
    main()
