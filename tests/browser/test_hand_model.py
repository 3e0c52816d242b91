"""The page's values and pure functions, run in the browser they are written for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Service
    from playwright.sync_api import Browser

HELPERS = """
const h = await import('/static/model/hand.js');
const r = await import('/static/model/reading.js');
const f = await import('/static/model/frame.js');
const m = await import('/static/model/marks.js');
const handOf = (text) => {
  let hand = h.EMPTY_HAND;
  for (const part of text.split(' ')) {
    let into = part[0] === '+' ? 'winning' : '(['.includes(part[0]) ? h.NEW_MELD : undefined;
    for (const code of r.codesOf(part)) {
      const id = hand.next;
      hand = h.addTile(hand, code, into);
      if (into === h.NEW_MELD) into = h.groupOf(hand, id).id;
    }
    if (part[0] === '[') hand = h.setConcealed(hand, into, true);
  }
  return hand;
};
const idOf = (hand, code, n = 0) => h.allTiles(hand).filter((tile) => tile.code === code)[n].id;
const tile = (code, more = {}) => ({code, confidence: 1, box: [0, 0, 10, 10], quad: null, rotation: 0, alternatives: [],
  row: 0, index: 0, group: 0, sure: true, ...more});
"""


@pytest.fixture(scope="module")
def run(browser: Browser, service: Service) -> Iterator[Callable[[str], Any]]:
    """Return what runs a piece of JavaScript with the helpers, on one page for all tests of this module."""
    context = browser.new_context(base_url=service.url)
    page = context.new_page()
    page.goto("/openapi.json")
    yield lambda script: page.evaluate(f"async () => {{ {HELPERS} {script} }}")
    context.close()


@pytest.mark.parametrize(
    ("meld", "code", "takes"),
    [
        ("(1z)", "1z", True),
        ("(12s)", "3s", True),
        ("(555p)", "0p", True),  # a red five is a five
        ("(333s1j)", "1j", True),
        ("(0x11z)", "0x", True),  # a concealed kong, its outer tiles face down
        ("(123s)", "1s", False),
        ("(111z)", "2z", False),
        ("(1111z)", "2z", False),
    ],
)
def test_a_whole_meld_takes_only_more_of_the_same(
    run: Callable[[str], Any], meld: str, code: str, *, takes: bool
) -> None:
    asked = f"return h.takesTile(handOf('{meld}').groups.find(({{kind}}) => kind === 'meld'), '{code}')"
    assert run(asked) is takes


@pytest.mark.parametrize(
    "text",
    [
        "234m56p22s",
        "234m0p22s (111z) +7p",
        "2m [5555z] (123p) 15f +2m",
        "??0x12m (340s)",
        "11j22z (3333s1j)",
    ],
)
def test_a_hand_is_written_as_it_was_said(run: Callable[[str], Any], text: str) -> None:
    assert run(f"return h.handText(handOf('{text}'))") == text


def test_every_edit_leaves_the_hand_before_as_it_was(run: Callable[[str], Any]) -> None:
    script = """
      const hand = handOf('234m56p22s (111z) +7p');
      const before = JSON.stringify(hand);
      const id = idOf(hand, '3m');
      h.changeTile(hand, id, '9m'); h.removeTile(hand, id); h.turnTile(hand, id); h.moveTile(hand, id, 'winning');
      h.moveTile(hand, id, h.NEW_MELD); h.shiftTile(hand, id, 1); h.sortTiles(hand); h.discardTile(hand, '3m');
      h.meldTiles(hand, [id]); h.unmeld(hand, h.groupOf(hand, idOf(hand, '1z')).id); h.addTile(hand, '1m');
      return JSON.stringify(hand) === before;
    """
    assert run(script)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("h.changeTile(hand, idOf(hand, '3m'), '0m')", "204m56p22s (111z) +7p"),
        ("h.removeTile(hand, idOf(hand, '7p'))", "234m56p22s (111z)"),
        ("h.moveTile(hand, idOf(hand, '3m'), 'winning')", "24m56p22s7p (111z) +3m"),
        ("h.moveTile(hand, idOf(hand, '2s'), 'concealed', 0)", "2s234m56p2s (111z) +7p"),
        ("h.moveTile(hand, idOf(hand, '2s'), h.NEW_MELD)", "234m56p2s (111z) (2s) +7p"),
        ("h.shiftTile(hand, idOf(hand, '2m'), 1)", "324m56p22s (111z) +7p"),
        ("h.shiftTile(hand, idOf(hand, '2m'), -1)", "234m56p22s (111z) +7p"),
        ("h.unmeld(hand, h.groupOf(hand, idOf(hand, '1z')).id)", "234m56p22s111z +7p"),
        ("h.meldTiles(hand, [idOf(hand, '2m'), idOf(hand, '3m'), idOf(hand, '4m')])", "56p22s (111z) (234m) +7p"),
        ("h.addTile(hand, '5f')", "234m56p22s (111z) 5f +7p"),
        ("h.addTile(hand, '1z', h.groupOf(hand, idOf(hand, '1z')).id)", "234m56p22s (1111z) +7p"),
        # A drawn tile that stays belongs to the rack from then on.
        ("h.discardTile(hand, '2s')", "234m56p2s7p (111z)"),
        ("h.discardTile(hand, '7p')", "234m56p22s (111z)"),
        ("h.discardTile(hand, '9s')", "234m56p22s (111z) +7p"),
    ],
)
def test_edits(run: Callable[[str], Any], edit: str, expected: str) -> None:
    assert run(f"const hand = handOf('234m56p22s (111z) +7p'); return h.handText({edit})") == expected


def test_a_meld_goes_with_its_last_tile(run: Callable[[str], Any]) -> None:
    script = "const hand = handOf('23m (1z)'); return h.moveTile(hand, idOf(hand, '1z'), 'concealed').groups.length"
    assert run(script) == 5
    script = "const hand = handOf('23m (1z)'); const id = idOf(hand, '1z'); const own = h.groupOf(hand, id).id;"
    assert run(f"{script} return h.handText(h.moveTile(hand, id, own))") == "23m (1z)"


def test_a_turned_tile_in_a_concealed_kong_says_that_it_was_claimed(run: Callable[[str], Any]) -> None:
    script = "const hand = handOf('2m [5555z]'); return h.handText(h.turnTile(hand, idOf(hand, '5z')))"
    assert run(script) == "2m (5555z)"


def test_sorting_keeps_a_drawn_tile_last(run: Callable[[str], Any]) -> None:
    assert run("return h.handText(h.sortTiles(handOf('9s1m0p5p1z')))") == "1m50p9s1z"
    assert run("return h.handText(h.sortTiles(handOf('9s1m0p2p1z')))") == "1m20p9s1z"
    assert run("return h.handText(h.sortTiles(handOf('9s3s2s4s1s')))") == "23491s"


def test_melds_a_tile_can_make(run: Callable[[str], Any]) -> None:
    script = """
      const hand = handOf('23406m555m1z1z1j');
      const text = (ids) => h.runText(ids.map((id) => h.tileById(hand, id).code));
      const codes = (code) => h.meldsWith(hand, idOf(hand, code)).map(text);
      return [codes('4m'), codes('0m'), codes('1z'), codes('1j')];
    """
    of_four, of_red_five, of_east, of_joker = run(script)
    assert of_four == ["234m", "340m", "406m"]
    assert "0555m" in of_red_five
    assert "055m" in of_red_five
    assert of_east == of_joker == []


def test_a_reading_becomes_the_hand_that_it_names(run: Callable[[str], Any]) -> None:
    script = """
      const codes = ['2m', '3m', '4m', '0x', '5z', '5z', '0x', '1f', '6p', '9s', '1p', '1p', '1p'];
      const reading = {tiles: codes.map((code) => tile(code)), groups: [
        {kind: 'concealed', tiles: [0, 1, 2], text: '234m'}, {kind: 'meld', tiles: [3, 4, 5, 6], text: '[5555z]'},
        {kind: 'bonus', tiles: [7], text: '1f'}, {kind: 'concealed', tiles: [8], text: '+6p'},
        {kind: 'loose', tiles: [9], text: '9s'}, {kind: 'meld', tiles: [10, 11, 12], text: '(111p)'}]};
      return h.handText(r.newHand(reading, 1));
    """
    assert run(script) == "234m [5555z] (111p) 1f +6p"


def test_a_second_photo_adds_melds_to_the_rack(run: Callable[[str], Any]) -> None:
    script = """
      const photo = (codes) => ({tiles: codes.map((code) => tile(code)),
        groups: [{kind: 'concealed', tiles: codes.map((_, n) => n), text: h.runText(codes)}]});
      const rack = r.newHand(photo(['2m', '3m', '4m', '5p']), 1);
      return [['1z', '1z', '1z', '3s', '4s', '0s'], ['9p', '9p', '9p', '9p'], ['5p']].map((codes) =>
        h.handText(r.handWithReading(rack, photo(codes), 2)));
    """
    assert run(script) == ["234m5p (111z) (340s)", "234m5p (9999p)", "234m55p"]


def test_a_tile_across_its_row_is_turned(run: Callable[[str], Any]) -> None:
    script = """
      const reading = {tiles: [tile('1m', {rotation: 180}), tile('2m', {rotation: 90}), tile('3m', {rotation: 180})],
        groups: [{kind: 'meld', tiles: [0, 1, 2], text: '(123m)'}]};
      return h.allTiles(r.newHand(reading, 1)).map(({turned}) => turned);
    """
    assert run(script) == [False, True, False]


def test_notes_are_about_the_hand_and_still_true_after_a_correction(run: Callable[[str], Any]) -> None:
    notes = run("""
      const reading = {
        groups: [{kind: 'concealed', tiles: [0, 1]}, {kind: 'loose', tiles: [2]}, {kind: 'indicator', tiles: [3]}],
        warnings: [['too_small', [1, 2]], ['glare', [2, 3]], ['blurred', []], ['kong_assumed', [0]],
          ...['unsure', 'unreadable', 'count_repaired', 'count', 'five_of_a_kind'].map((code) => [code, [0]])]
          .map(([code, tiles]) => ({code, tiles, message: code})),
      };
      return r.notesOf(reading).map(({code}) => code);
    """)
    assert notes == ["too_small", "blurred", "kong_assumed"]


def test_doubts_are_answered_one_by_one(run: Callable[[str], Any]) -> None:
    script = """
      const reading = {tiles: [tile('1m', {sure: false}), tile('??'), tile('3m'), tile('4m', {sure: false})],
        groups: [{kind: 'concealed', tiles: [0, 1, 2], text: '1m??3m'}, {kind: 'loose', tiles: [3], text: '4m'}]};
      let hand = r.newHand(reading, 1);
      const left = [h.unsureTiles(hand).length];
      hand = h.confirmTile(hand, h.unsureTiles(hand)[0].id); left.push(h.unsureTiles(hand).length);
      hand = h.confirmTile(hand, h.unsureTiles(hand)[0].id); left.push(h.unsureTiles(hand).length);
      hand = h.changeTile(hand, h.unsureTiles(hand)[0].id, '2m'); left.push(h.unsureTiles(hand).length);
      return left;
    """
    assert run(script) == [2, 1, 1, 0]  # nobody can confirm that a tile is unreadable


def test_tiles_at_fault_are_marked_where_they_lie(run: Callable[[str], Any]) -> None:
    script = """
      const hand = handOf('22222m679s (679s)');
      const answer = {status: 'invalid', faults: [{code: 'five_of_a_kind', tiles: ['2m', '2m', '2m', '2m', '2m']},
        {code: 'bad_meld', tiles: ['6s', '7s', '9s']}]};
      const marked = m.faultMarks(hand, answer);
      return h.allTiles(hand).filter(marked).map((tile) => h.groupOf(hand, tile.id).kind[0] + tile.code);
    """
    assert run(script) == ["c2m"] * 5 + ["m6s", "m7s", "m9s"]


def test_zooming_keeps_the_point_under_the_finger(run: Callable[[str], Any]) -> None:
    script = """
      const photo = {width: 1000, height: 800};
      const frame = {x: 200, y: 200, width: 400, height: 300};
      const about = {x: 300, y: 350};
      const near = f.zoomed(frame, 2, about, photo);
      const share = (box) => [(about.x - box.x) / box.width, (about.y - box.y) / box.height];
      const far = f.zoomed(frame, 0.01, about, photo);
      return [share(frame), share(near), far.x <= 0 && far.x + far.width >= 1000 && far.y <= 0];
    """
    before, after, holds_all = run(script)
    assert before == pytest.approx(after)
    assert holds_all


@pytest.mark.parametrize(
    ("tile", "above", "others", "top"),
    [
        ([0, 50, 30, 40], "false", [], 90.8),
        ([0, 50, 30, 40], "true", [], 39.2),
        ([0, 50, 30, 40], "false", [[0, 92, 30, 40]], 39.2),
        ([0, 50, 30, 40], "true", [[0, 8, 30, 40]], 90.8),
        ([0, 50, 30, 40], "true", [[0, 8, 30, 40], [0, 92, 30, 40]], 80),
        ([0, 150, 30, 40], "false", [], 139.2),
        ([0, 50, 30, 40], "false", [[29, 60, 30, 40]], 90.8),
    ],
    ids=["below", "above", "tile-below", "tile-above", "between", "screen-ends", "aslant"],
)
def test_a_code_covers_no_other_tile(
    run: Callable[[str], Any], tile: list[int], above: str, others: list[list[int]], top: float
) -> None:
    place = run(f"""
      const frame = ([x, y, width, height]) => ({{x, y, width, height}});
      const [own, ...others] = [{tile}, ...{others}].map(frame);
      const shown = frame([0, 0, 200, 200]);
      return f.codePlace(own, {{width: 20, height: 10}}, {above}, [own, ...others], shown);
    """)
    assert place == {"x": 5, "y": pytest.approx(top), "width": 20, "height": 10}
