/** English, and the texts that other languages fall back to. */

import game from "./en/game.js";
import mySet from "./en/my_set.js";
import settings from "./en/settings.js";
import table from "./en/table.js";

const SUITS = { m: "characters", p: "circles", s: "bamboos" };
const HONOURS = ["east wind", "south wind", "west wind", "north wind", "white dragon", "green dragon", "red dragon"];
const BONUS = ["plum", "orchid", "chrysanthemum", "bamboo flower", "spring", "summer", "autumn", "winter"];
const MADE_OF = { m: "character", p: "circle", s: "bamboo" };

function tileNames() {
  const names = { "1j": "joker", "0x": "face down", "??": "unreadable tile" };
  for (const [suit, name] of Object.entries(SUITS)) {
    for (let number = 1; number <= 9; number += 1) names[`${number}${suit}`] = `${number} of ${name}`;
    names[`1${suit}`] = `1 ${MADE_OF[suit]}`;
    names[`0${suit}`] = `red 5 of ${name}`;
  }
  HONOURS.forEach((name, n) => { names[`${n + 1}z`] = name; });
  BONUS.forEach((name, n) => { names[`${n + 1}f`] = n < 4 ? `flower ${n + 1}, ${name}` : `season ${n - 3}, ${name}`; });
  return names;
}

/** @param {number} n @param {string} one @param {string} [many] */
const counted = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @type {import("./index.js").Catalogue} */
export default {
  language: "en",
  tiles: tileNames(),
  strings: {
    ...table,
    ...game,
    ...settings,
    ...mySet,
    "app.views": "Views",
    "app.loading": "Loading …",
    "app.gone": "No connection to the service. Your hand and your game are kept on this phone; answers come when it is back.",
    "view.shoot": "Photo",
    "view.hand": "Hand",
    "view.table": "Table",
    "view.game": "Scores",
    "view.settings": "Settings",

    "action.close": "Close",
    "action.cancel": "Cancel",
    "action.retry": "Try again",
    "action.undo": "Undo",
    "action.redo": "Redo",
    "action.done": "Done",

    "shoot.title": "Photograph your rack, get the answer",
    "shoot.tipAbove": "From above or the front, all tiles in the picture, as large as they fit.",
    "shoot.tipApart": "Leave a gap before the winning tile, and before melds.",
    "shoot.tipSeveral": "Rack and melds too far apart? Pick several photos at once, the rack first.",
    "shoot.camera": "Take a photo",
    "shoot.live": "Live camera",
    "shoot.gallery": "From the gallery",
    "shoot.byHand": "Set tiles by hand",
    "shoot.for": "The photo shows",
    "shoot.newHand": "A new hand",
    "shoot.addToHand": "More of this hand",
    "shoot.privacy": "The photo goes to the service you started and nowhere else, and is deleted after the answer.",
    "shoot.take": "Take the photo",
    "shoot.frameHint": "Fill the frame with your tiles",
    "shoot.cameraStarts": "The camera starts …",
    "shoot.cameraRefused": "The browser may not use the camera. Allow it in the page's settings, or take a photo instead.",
    "shoot.cameraMissing": "No camera was found. Take a photo instead.",
    "shoot.preparing": "Preparing the photo …",
    "shoot.sending": "Reading the tiles …",
    "shoot.manyTiles": "Many tiles, as of a whole table, take some seconds.",
    "shoot.seconds": "{n} s",
    "shoot.waiting": "The service is busy; waiting for it …",
    "shoot.count": ({ n, all }) => `(${n} of ${all})`,
    "shoot.failed": "The photo could not be read",
    "shoot.other": "Take another photo",
    "shoot.noTiles": "No tiles were found. Photograph them from above, all of them, in good light.",

    "photo.label": ({ n }) => `The photo, with ${counted(n, "tile")} of the hand outlined`,
    "photo.piece": "This tile in the photo",
    "photo.whole": "All tiles",
    "photo.nearer": "Nearer",
    "photo.farther": "Farther",
    "photo.choice": "Photos of this hand",
    "photo.number": "Photo {n}",

    "hand.add": "Add tiles",
    "hand.nothing": "No hand yet.",
    "hand.takePhoto": "Take a photo",
    "hand.setWinning": "Set the winning tile",
    "hand.doraTaken": ({ n }) => `${counted(n, "dora indicator")} taken over`,

    "tile.unsure": "unsure",
    "tile.turned": "turned",
    "tile.fault": "at fault",
    "tile.remove": "Remove",
    "tile.turn": "Turn",
    "tile.turnBack": "Turn back",
    "tile.left": "Left",
    "tile.right": "Right",
    "tile.move": "Move to",

    "group.concealed": "Concealed",
    "group.exposed": "Exposed",
    "group.winning": "Winning tile",
    "group.meld": "Meld {n}",
    "group.concealedKong": "Concealed kong {n}",
    "group.bonus": "Flowers",
    "group.indicator": "Indicators, not in the hand",
    "group.loose": "Beside the hand",
    "group.looseCount": ({ n }) => `${counted(n, "tile")} in the photo beside the hand`,
    "group.new-meld": "New meld",
    "group.kong": "This kong is",
    "group.edit": "{title}, change",
    "group.add": "Add tiles here",
    "group.addWinning": "Set it",
    "group.sort": "Sort by suit",
    "group.toConcealed": "Back to the concealed tiles",
    "group.asDora": "Take as dora indicators",
    "group.empty": "Remove all",

    "sheet.tile": "Change: {tile}",
    "sheet.likely": "Likeliest",
    "sheet.makeMeld": "Make a meld",
    "sheet.concealedKong": "Concealed kong",
    "sheet.moveTo": "Move to",
    "sheet.add": "Add tiles",
    "sheet.addInto": "Add to",
    "sheet.addHint": "Tap tiles to add them.",
    "sheet.winner": "Which tile won?",
    "sheet.otherWinner": "A tile that is not here",

    "doubt.title": ({ n }) => `${counted(n, "tile")} to check`,
    "doubt.more": ({ n }) => `and ${n} more`,
    "doubt.one": "Is this {tile}?",
    "doubt.several": "Is this {first} or {last}?",
    "doubt.unreadable": "Which tile is this?",
    "doubt.other": "Another",
    "doubt.right": "Yes, {tile}",

    "answer.asking": "Working it out …",
    "answer.none": "No answer",
    "answer.noTiles": "No tiles yet",
    "answer.invalid": "Not a hand yet",
    "answer.noWin": "Complete, but no win",
    "answer.ready": "Ready",
    "answer.away": ({ n }) => `${n} from ready`,
    "answer.seat": "{wind} seat",
    "answer.round": "{wind} round",
    "answer.won": "Won by",
    "answer.wonOn": "Won on {tile}, by",
    "answer.drawn": "Own draw",
    "answer.someone": "Discard",
    "answer.from": "Discard of {wind}",
    "answer.fromSomeone": "Discard, of whom is not told",
    "answer.lastTaken": "No winning tile is set: the last concealed tile is taken as drawn.",
    "answer.otherwise": "Play on instead",

    "fault.wrong_size": "This makes {n} tiles. A hand has 13 while it waits and 14 when it is full; a kong counts as three, flowers as none.",
    "fault.winning_tile_missing": "Say which tile of the hand won: tap “Winning tile”.",

    "score.title": "Score",
    "score.own": "Own score so far",
    "score.items": "What the score is made of",
    "score.sum": "Together",
    "score.how": "How it was counted",
    "score.worth": "worth {n} points",
    "score.uncapped": "{n} before the limit",
    "score.sticks": "and {n} riichi sticks",
    "score.you": "you",
    "payer.discarder": "Discarder",
    "payer.dealer": "Dealer",
    "payer.other": "Each other",

    "advice.throw": "What to throw",
    "advice.throwIt": "Throw",
    "advice.throwThis": "Throw {tile}",
    "advice.all": "All {n} discards",
    "advice.accept": ({ tile, n }) => `${tile}, ${n} left`,
    "advice.live": ({ n }) => counted(n, "useful tile"),
    "advice.outlook": "wins {chance}, worth about {worth}",
    "advice.waits": "Waiting for",
    "advice.left": ({ n }) => `${n} left`,
    "advice.noWin": "no win",
    "advice.noClaim": "no win on a discard",
    "advice.waitHint": "Tap the tile you won with.",
    "advice.nearer": "Brings the hand nearer",
    "advice.nearerWith": ({ n }) => `${counted(n, "tile")} left that bring it nearer`,

    "american.dead": "This hand is dead: no line of the card can be made any more.",
    "american.pass": "Pass in the Charleston",
    "american.nearest": "Nearest hands",
    "american.all": "All {n} hands",
    "american.value": ({ n }) => `${n} points`,
    "american.missing": ({ n }) => counted(n, "tile missing", "tiles missing"),
    "american.complete": "complete",
    "american.impossible": "not possible any more",
    "american.needed": "{tile} is missing",
    "american.calls": "Discards to call",
    "american.exchanges": "Jokers to exchange",
    "american.worth": "Worth it",
    "american.notWorth": "Rather not",

    "palette.characters": "Characters",
    "palette.circles": "Circles",
    "palette.bamboos": "Bamboos",
    "palette.honours": "Winds and dragons",
    "palette.flowers": "Flowers and seasons",
    "palette.others": "Joker, face down",

    "wind.E": "East",
    "wind.S": "South",
    "wind.W": "West",
    "wind.N": "North",

    "unit.points": ({ n, one }) => `${n} ${one ? "point" : "points"}`,
    "unit.fan": "{n} fan",
    "unit.han": "{n} han",
    "unit.fu": "{n} fu",
    "unit.yakuman": "{n} yakuman",
    "unit.doubles": ({ n, one }) => `${n} ${one ? "double" : "doubles"}`,
    "unit.limit": ({ n, one }) => (one ? "the limit" : `${n} limits`),
    "unit.half_limit": ({ n, one }) => (one ? "half the limit" : `${n} half limits`),

    "limit.mangan": "Mangan",
    "limit.haneman": "Haneman",
    "limit.baiman": "Baiman",
    "limit.sanbaiman": "Sanbaiman",
    "limit.yakuman": "Yakuman",
    "limit.double_yakuman": "Double yakuman",
    "limit.triple_yakuman": "Triple yakuman",
    "limit.limit": "Limit",
    "limit.half_limit": "Half limit",

    "problem.offline": "The service cannot be reached. Is the phone in the same network, and the service running?",
    "problem.timeout": "The service took too long. Try again.",
    "problem.cancelled": "Cancelled.",
    "problem.unexpected": "Something went wrong.",
    "problem.too_busy": "The service is busy with other photos. Try again in a moment.",
    "problem.models_loading": "The service has just started and is not ready yet. Try again in a moment.",
    "problem.not_an_image": "This file is not a photo that can be read.",
    "problem.undecodable_image": "This photo is damaged. Take it again.",
    "problem.image_too_large": "This photo is too large.",
    "problem.body_too_large": "This photo is too large.",
  },
};
