"use strict";

const element = (id) => document.getElementById(id);

function tag(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function table(headings, rows) {
  const made = tag("table");
  const head = made.createTHead().insertRow();
  headings.forEach((heading) => head.append(tag("th", heading)));
  const body = made.createTBody();
  rows.forEach((row) => {
    const line = body.insertRow();
    row.forEach((cell) => line.append(tag("td", cell)));
  });
  return made;
}

function say(text, failed = false) {
  element("state").textContent = text;
  element("state").classList.toggle("failed", failed);
  // The button that was pressed may stand a screen below.
  if (text) element("state").scrollIntoView({ block: "nearest" });
}

// Answers are JSON, also when they are problems; anything else comes from something between here and the service.
async function ask(path, options) {
  const response = await fetch(path, options).catch(() => {
    throw new Error("The service cannot be reached. Check the connection and try again.");
  });
  const document = await response.json().catch(() => ({ detail: `${response.status} ${response.statusText}` }));
  if (!response.ok) throw new Error(document.detail);
  return document;
}

async function drawPicture(file, reading) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = element("picture");
  canvas.hidden = false;
  const scale = Math.min(1, 1400 / reading.image.width);
  canvas.width = Math.round(reading.image.width * scale);
  canvas.height = Math.round(reading.image.height * scale);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  context.lineWidth = 3;
  context.font = "600 20px system-ui";
  for (const tile of reading.tiles) {
    const [left, top, right, bottom] = tile.box.map((value) => value * scale);
    const box = [[left, top], [right, top], [right, bottom], [left, bottom]];
    const corners = tile.quad ? tile.quad.map((corner) => corner.map((value) => value * scale)) : box;
    context.strokeStyle = tile.sure ? "#00c853" : "#ff9100";
    context.beginPath();
    corners.forEach(([x, y], n) => (n ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.stroke();
    const label = tile.sure ? tile.code : `${tile.code}?`;
    const width = context.measureText(label).width + 8;
    context.fillStyle = "#000c";
    context.fillRect(left, top - 24, width, 24);
    context.fillStyle = "#fff";
    context.fillText(label, left + 4, top - 6);
  }
}

const paid = (payments) =>
  Object.entries(payments).map(([who, amount]) => `${who} ${amount > 0 ? "+" : ""}${amount}`).join(", ");

const accepted = (accepts) => accepts.map((accept) => `${accept.tile}×${accept.live}`).join(" ");

function showAnalysis(analysis) {
  const place = element("analysis");
  place.replaceChildren();
  if (!analysis) return;
  place.append(tag("p", `Check: ${analysis.status}`));
  [...analysis.faults, ...analysis.warnings].forEach((fault) => place.append(tag("p", fault.message)));
  const score = analysis.score;
  if (score) {
    place.append(tag("h2", "Score"));
    place.append(table(["Item", "Value"], score.items.map((item) => [item.name, `${item.value} ${item.unit}`])));
    place.append(tag("p", `${score.total} ${score.unit}${score.limit ? ` (${score.limit})` : ""}`, "total"));
    if (score.payments) place.append(tag("p", `Payments: ${paid(score.payments)}`));
  } else if (analysis.discards.length) {
    place.append(tag("h2", "What to throw"));
    place.append(table(["Discard", "Shanten", "Nearer with", "Live"], analysis.discards.slice(0, 6).map(
      (discard) => [discard.tile, String(discard.shanten), accepted(discard.accepts), String(discard.accept_count)])));
    analysis.discards[0].reasons.forEach((reason) => place.append(tag("p", reason)));
  } else if (analysis.accepts.length) {
    place.append(tag("h2", "Waiting for"));
    place.append(tag("p", accepted(analysis.accepts)));
  }
}

async function busy(button, work) {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    say(error.message, true);
  } finally {
    button.disabled = false;
  }
}

element("form").addEventListener("submit", (event) => {
  event.preventDefault();
  busy(element("send"), async () => {
    say("Reading …");
    element("answer").hidden = true;
    element("picture").hidden = true;
    const file = element("photo").files[0];
    const { reading, analysis } = await ask("/v1/photo", { method: "POST", body: new FormData(event.target) });
    say(`${reading.tiles.length} tiles`);
    element("answer").hidden = false;
    element("hand").textContent = reading.hand || "no hand";
    element("correction").value = reading.hand;
    element("notes").replaceChildren(...reading.warnings.map((warning) => tag("li", warning.message)));
    showAnalysis(analysis);
    await drawPicture(file, reading).catch(() => say(`${reading.tiles.length} tiles; this browser cannot show the photo`));
  });
});

element("again").addEventListener("submit", (event) => {
  event.preventDefault();
  busy(event.submitter, async () => {
    const body = JSON.stringify({ rules: element("rules").value, hand: element("correction").value });
    const analysis = await ask("/v1/analyse", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    say("Corrected by you");
    element("hand").textContent = analysis.hand;
    showAnalysis(analysis);
  });
});

ask("/v1/rules").then(({ rules }) => {
  element("rules").replaceChildren(...rules.map((rule) => {
    const choice = tag("option", rule.title ?? rule.name);
    choice.value = rule.name;
    choice.selected = rule.name === "riichi";
    return choice;
  }));
}).catch((error) => say(error.message, true));
