// A game of Three Generals on two browsers while a third looks on: begun by saying that one is ready, played by tap, drag and
// keyboard, with drops, turns and a General who comes back, and ended by the rules, by a shot and by resignation.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ALL_LOOKS, PHONE, faultsInThisLook, isTooWide, startBrowser, visit } from "./browser.mjs";
import { boardIsReady, holdPlies, middle, plies, press, somebody, sound, until } from "./game.mjs";
import { binary, startService } from "./service.mjs";
import { SITE } from "./site.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

/** The games that are played whole in the tests of the service, too. */
const WHOLE = Object.fromEntries(
  readFileSync(new URL("../live/data/three-generals.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split(" "))
    .map(([name, result, termination, ...moves]) => [name, { result, termination, moves }]),
);

/** How a page shows a result. */
const SHOWN = { "1-0": "1–0", "1/2-1/2": "½–½" };

/** The first invites to a game of Three Generals as White, casual unless told otherwise, and the second takes it up. */
async function meet(ana, ben, rated = false) {
  await ana.goto(`${SITE}/play/new`);
  await ana.selectOption('main [name="rules"]', "three-generals");
  if (rated) await ana.check('main [name="rated"]');
  await ana.check('main [name="color"][value="white"]');
  await press(ana, "main form .primary");
  await ben.goto(`${SITE}/play`);
  await Promise.all([ben.waitForNavigation(), ben.locator("li", { hasText: ana.called }).locator("button").first().click()]);
  return ben.url();
}

/** Both say that they are ready; the board comes by itself. */
async function begin(...pages) {
  for (const page of pages) await page.click('form:has([value="ready"]) button');
  for (const page of pages) await boardIsReady(page);
}

const tapSquare = async (page, square) => page.mouse.click(...(await middle(page, square)));

/** Whether the page has a question on how a move ends, and its buttons. */
const turns = (page) => page.locator("#turns:not([hidden]) button");

const BY = {
  /** Taps what moves and where it goes, and answers how the move ends. */
  async tapping(page, ply) {
    const drop = ply[1] === "@";
    if (drop) await page.locator(`[data-drop="${ply[0]}"]`).click();
    else await tapSquare(page, ply.slice(0, 2));
    await tapSquare(page, drop ? ply.slice(2) : ply.slice(3, 5));
    await answer(page, drop ? "" : ply.slice(5));
  },
  async dragging(page, ply) {
    const drop = ply[1] === "@";
    const box = drop ? await page.locator(`[data-drop="${ply[0]}"]`).boundingBox() : null;
    const from = box ? [box.x + box.width / 2, box.y + box.height / 2] : await middle(page, ply.slice(0, 2));
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, drop ? ply.slice(2) : ply.slice(3, 5))), { steps: 5 });
    await page.mouse.up();
    await answer(page, drop ? "" : ply.slice(5));
  },
  async keys(page, ply) {
    const drop = ply[1] === "@";
    if (drop) {
      await page.focus(`[data-drop="${ply[0]}"]`);
      await page.keyboard.press("Enter");
    } else {
      await page.focus("#table");
      await goTo(page, ply.slice(0, 2));
    }
    await goTo(page, drop ? ply.slice(2) : ply.slice(3, 5));
    await answer(page, drop ? "" : ply.slice(5));
  },
};

/** Moves the cursor of the board to a square and presses Enter there. */
async function goTo(page, square) {
  const at = () => page.evaluate(() => {
    const mark = document.querySelector("#aims .cursor");
    return mark ? [Number(mark.getAttribute("x")), Number(mark.getAttribute("y"))] : null;
  });
  const flipped = await page.evaluate(() => document.getElementById("table").dataset.flipped === "true");
  const [file, row] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  const goal = (flipped ? [8 - file, row] : [file, 8 - row]).map((line) => 10 + line * 70);
  if (!(await at())) await page.keyboard.press("ArrowUp");
  for (let step = 0; step < 30; step += 1) {
    const [x, y] = await at();
    if (x === goal[0] && y === goal[1]) break;
    await page.keyboard.press(x < goal[0] ? "ArrowRight" : x > goal[0] ? "ArrowLeft" : y < goal[1] ? "ArrowDown" : "ArrowUp");
  }
  await page.keyboard.press("Enter");
}

/** Answers how a move ends, where that is asked. */
async function answer(page, turn) {
  if (!(await turns(page).count())) return;
  const words = turn === "" ? /^Keep|Do not promote/ : turn === "+" ? /^Turn|bring nobody back/ : new RegExp(`${{ G: "Golden", J: "Jeweled", S: "Silver" }[turn[1]]}`);
  await turns(page).filter({ hasText: words }).click();
  if (turn.length > 1 && (await page.evaluate(() => document.querySelectorAll("#aims .aim").length))) await tapSquare(page, turn.slice(3));
}

/** Plays a game from after `before` plies on, each ply in one of these ways; `pages` are White's and Black's. */
async function playAll(pages, moves, ways = ["tapping"], before = 0) {
  for (const [nth, ply] of moves.entries()) {
    const index = before + nth;
    const page = pages[index % 2];
    await page.waitForFunction((number) => document.getElementById("table")?.dataset.number === String(number) && document.getElementById("table").dataset.moves !== "", index + 1);
    await BY[ways[nth % ways.length]](page, ply);
    for (const one of pages) await until(one, index + 1);
  }
}

test("two play to an end by the rules in every way, and a third sees each ply", { timeout: 120_000 }, async () => {
  const [ana, ben, cora] = [await somebody(browser, "Apo"), await somebody(browser, "Arayat", { viewport: PHONE }), await somebody(browser, "Asog")];
  const address = await meet(ana, ben);
  await ana.waitForURL(address);
  await cora.goto(address);
  assert.match(await cora.locator("#said").innerText(), /getting ready/);
  await sound(ana, "before the game");
  await begin(ana, ben);
  await cora.waitForSelector("#table");
  const { moves, result } = WHOLE["no-ply"];
  await playAll([ana, ben], moves, ["tapping", "tapping", "keys", "dragging", "keys"]);
  for (const page of [ana, ben, cora]) {
    await page.waitForSelector("#end");
    assert.ok((await page.locator("#end").innerText()).includes(SHOWN[result]));
    assert.equal(await plies(page), moves.length);
    assert.deepEqual(page.problems, []);
  }
  assert.match(await ana.locator("#end-title").innerText(), /no legal move/);
  await sound(ana, "the end");
  await press(ana, "#after a.primary");
  assert.match(ana.url(), /\/games\//);
  const ggn = await (await fetch(`${ana.url().split("?")[0]}/game.ggn`)).text();
  assert.match(ggn, /\[Game "three-generals"\]/);
  assert.match(ggn, /\[Termination "stalemate"\]/);
});

/** What says how a game went: its plies, result, end, and whether it counts, without clocks. */
const gist = (ggn) => [
  ...["Game", "Result", "Termination", "White", "Black"].map((tag) => new RegExp(`\\[${tag} "(.*)"\\]`).exec(ggn)?.[1]),
  ggn.split("\n\n")[1].replace(/\{[^}]*\}/g, "").split(/\s+/).filter(Boolean).join(" "),
];

/** Takes the record of a game elsewhere: it is verified by itself, imported into an empty service, and is there what it was here. */
async function takeElsewhere(ggn, termination) {
  const dir = mkdtempSync(join(tmpdir(), "adjutant-elsewhere-"));
  const file = join(dir, "game.ggn");
  writeFileSync(file, ggn);
  const verified = spawnSync(binary, ["verify", file], { encoding: "utf8" });
  assert.equal(verified.status, 0, verified.stdout + verified.stderr);
  assert.match(verified.stdout, new RegExp(`game 1: valid.*${termination}`));
  const elsewhere = await startService({ files: [file] });
  try {
    const { games } = await (await fetch(`${elsewhere.url}/api/v1/games`)).json();
    assert.equal(games.length, 1);
    const again = await (await fetch(`${elsewhere.url}/games/${games[0].id}/game.ggn`)).text();
    assert.deepEqual(gist(again), gist(ggn));
  } finally {
    await elsewhere.stop();
    rmSync(dir, { recursive: true });
  }
}

test("rated games that end in each way are replayed, rated, and valid elsewhere", { timeout: 240_000 }, async () => {
  const ends = [...["shot", "repetition", "no-ply"].map((name) => [name, WHOLE[name]]), ["resignation", { result: "1-0", termination: "resignation", moves: WHOLE.shot.moves.slice(0, 4) }]];
  for (const [name, { result, termination, moves }] of ends) {
    const [ana, ben] = [await somebody(browser, `Bontoc ${name}`), await somebody(browser, `Bulalo ${name}`)];
    await ana.waitForURL(await meet(ana, ben, true));
    await begin(ana, ben);
    await playAll([ana, ben], moves);
    if (name === "resignation") {
      await ben.click('a[href$="ask=resign"]');
      await ben.locator("#question ~ .deeds button").click();
    }
    await ana.waitForSelector("#end");
    assert.ok((await ana.locator("#end").innerText()).includes(SHOWN[result]), name);
    await press(ana, "#after a.primary");
    const replay = ana.url().split("?")[0];
    assert.equal(await ana.locator(".moves a").count() >= moves.length, true, `${name}: the replay has each ply`);
    assert.equal((await ana.goto(`${replay}?ply=${moves.length}`)).status(), 200);
    const ggn = await (await fetch(`${replay}/game.ggn`)).text();
    for (const tag of ["White", "Black"]) {
      const handle = new RegExp(`\\[${tag} "(.*)"\\]`).exec(ggn)[1];
      const history = await (await fetch(`${SITE}/api/v1/players/${handle}/ratings/three-generals`)).json();
      assert.deepEqual(history.map((entry) => entry.game), [replay.split("/").at(-1)], `${name}: the rating of ${tag}`);
    }
    await takeElsewhere(ggn, termination);
    assert.deepEqual([...ana.problems, ...ben.problems], [], name);
    for (const page of [ana, ben]) await page.context().close();
  }
});

test("a captured piece is dropped by tap, drag and keyboard, and lines of fire are shown on request", { timeout: 90_000 }, async () => {
  const [ana, ben] = [await somebody(browser, "Cagua"), await somebody(browser, "Canlaon")];
  await ana.waitForURL(await meet(ana, ben));
  await begin(ana, ben);
  const opening = ["c3-c4", "c7-c6", "c4-c5", "c6xc5", "c1xc5", "d7-d6", "c5-c6", "d6-d5"];
  await playAll([ana, ben], opening);
  const drops = ["P@c4", "P@c5", "c6xc9+", "a7-a6", "A@e4"];
  await playAll([ana, ben], drops, ["tapping", "keys", "tapping", "tapping", "dragging"], opening.length);
  assert.match(await ana.locator("#said").innerText(), /Angle dropped on e4/);
  await ana.getByRole("link", { name: "Lines of fire" }).click();
  await ana.waitForSelector("#table .fire line");
  await sound(ana, "with lines of fire");
  await ben.click('a[href$="ask=resign"]');
  await ben.locator("#question ~ .deeds button").click();
  await ana.waitForSelector("#end");
  assert.match(await ana.locator("#end-title").innerText(), /opponent resigned/);
});

/** Until the board has taken over these plies, and it is the opponent's turn: the list of moves hears of a ply first. */
const waits = (page, count) => page.waitForFunction((number) => {
  const { dataset } = document.getElementById("table");
  return dataset.number === String(number) && dataset.moves === "";
}, count + 1);

test("what is pressed while one's own ply is on its way is a premove, and a finger that is down stays", { timeout: 90_000 }, async () => {
  const [ana, ben] = [await somebody(browser, "Floridablanca"), await somebody(browser, "Furtei")];
  await ana.waitForURL(await meet(ana, ben));
  await begin(ana, ben);
  const letGo = await holdPlies(ana);
  await BY.tapping(ana, "c3-c4");
  await tapSquare(ana, "a3");
  await tapSquare(ana, "a4");
  assert.match(await ana.locator("#premove").innerText(), /Premove: a3-a4/);
  assert.equal(await plies(ana), 0, "the server has not answered yet");
  letGo();
  await until(ana, 1);
  assert.equal(await ana.locator("#aims .pre").count(), 2, "the answer leaves the premove");
  await waits(ana, 1);
  await ana.keyboard.press("Escape");
  // Ben lifts the finger from his goal after Ana's next ply has come.
  await BY.tapping(ben, "c7-c6");
  await until(ana, 2);
  await waits(ben, 2);
  await tapSquare(ben, "d7");
  await ben.mouse.move(...(await middle(ben, "d6")));
  await ben.mouse.down();
  await BY.tapping(ana, "b3-b4");
  await ben.waitForFunction(() => document.getElementById("table").dataset.moves !== "");
  await ben.mouse.up();
  await until(ana, 4);
  assert.match(await ana.locator(".plies .ply").last().innerText(), /d7-d6/);
  for (const page of [ana, ben]) await page.context().close();
});

test("a ply and a drop out of turn are kept and played, asked about, or refused", { timeout: 120_000 }, async () => {
  const [ana, ben] = [await somebody(browser, "Ebbog"), await somebody(browser, "Esperanza", { viewport: PHONE })];
  await ana.waitForURL(await meet(ana, ben));
  await begin(ana, ben);
  const posts = [];
  ben.on("request", (request) => { if (request.method() === "POST") posts.push(request.postData() ?? ""); });
  const marks = () => ben.locator("#aims .pre").count();
  const words = () => ben.locator("#premove").innerText();
  // Out of turn the board has no links by whose absence one sees that the script has come.
  await ben.focus("#table");
  while (!(await ben.locator("#aims .cursor").count())) await ben.keyboard.press("ArrowUp");
  // By tap: it stays on the page until White has moved.
  await tapSquare(ben, "c7");
  await tapSquare(ben, "c6");
  assert.equal(await marks(), 2);
  assert.match(await words(), /Premove: c7-c6/);
  await sound(ben, "with a premove");
  assert.deepEqual(posts, []);
  await BY.tapping(ana, "c3-c4");
  for (const page of [ana, ben]) await until(page, 2);
  assert.equal(posts.length, 1);
  assert.match(posts[0], /ply=c7-c6/);
  assert.equal(await marks(), 0);
  // By keyboard, and taken back by Escape and by a tap.
  await waits(ben, 2);
  await ben.focus("#table");
  await goTo(ben, "d7");
  await goTo(ben, "d6");
  assert.match(await words(), /d7-d6/);
  await ben.keyboard.press("Escape");
  assert.equal(await marks(), 0);
  await tapSquare(ben, "d7");
  await tapSquare(ben, "d6");
  await tapSquare(ben, "a5");
  assert.equal(await marks(), 0);
  // No own piece is a goal; a ply that no rule allows is refused when it is his turn.
  await tapSquare(ben, "d7");
  await tapSquare(ben, "d3");
  assert.match(await words(), /d7-d3/);
  await BY.tapping(ana, "c4-c5");
  await until(ben, 3);
  await ben.waitForFunction(() => document.querySelectorAll("#aims .pre").length === 0);
  assert.match(await words(), /d7-d3 is no longer possible/);
  assert.equal(posts.length, 1);
  await playAll([ana, ben], ["c6xc5", "c1xc5", "d7-d6"], ["tapping"], 3);
  // Black holds a Pawn: it is dropped ahead, by drag and by keyboard.
  await playAll([ana, ben], ["c5-c6", "d6-d5"], ["tapping"], 6);
  await waits(ben, 8);
  // The page may still renew the hand, so its place is not asked for: an element that has just gone has none.
  await ben.locator('button[data-drop="P"]').hover();
  const goal = await middle(ben, "c4");
  await ben.mouse.down();
  await ben.mouse.move(...goal, { steps: 5 });
  await ben.mouse.up();
  assert.match(await words(), /P@c4/);
  assert.equal(await marks(), 1);
  await sound(ben, "with a drop ahead");
  await ben.keyboard.press("Escape");
  await ben.focus('button[data-drop="P"]');
  await ben.keyboard.press("Enter");
  await goTo(ben, "c5");
  assert.match(await words(), /P@c5/);
  await BY.tapping(ana, "a3-a4");
  for (const page of [ana, ben]) await until(page, 10);
  assert.match(posts.at(-1), /ply=P%40c5/);
  // Where the move can end in two ways, White is asked once it is her turn.
  await BY.tapping(ana, "b3-b4");
  await waits(ana, 11);
  await tapSquare(ana, "c6");
  await tapSquare(ana, "c7");
  assert.match(await ana.locator("#premove").innerText(), /c6-c7/);
  await BY.tapping(ben, "a7-a6");
  await until(ana, 12);
  await turns(ana).filter({ hasText: /^Turn/ }).waitFor();
  await answer(ana, "+");
  await until(ben, 13);
  assert.match(await ben.locator('.plies .ply[aria-current]').innerText(), /c6-c7\+/);
  assert.deepEqual([...ana.problems, ...ben.problems], []);
});

test("the page works without a script: ready, a ply and a drop by links and buttons", { timeout: 60_000 }, async () => {
  const [ana, ben] = [await somebody(browser, "Didicas", { javaScriptEnabled: false }), await somebody(browser, "Dakut", { javaScriptEnabled: false })];
  await ana.goto(await meet(ana, ben));
  for (const page of [ana, ben]) await press(page, 'form:has([value="ready"]) button');
  const pages = [ana, ben];
  for (const [index, ply] of ["c3-c4", "c7-c6", "c4-c5", "c6xc5", "c1xc5", "a7-a6", "P@c3"].entries()) {
    const page = pages[index % 2];
    const from = ply[1] === "@" ? ply[0] : ply.slice(0, 2);
    await page.goto(`${ben.url().split("?")[0]}?from=${from}`);
    await press(page, `.aims-form button[value="${ply}"]`);
    assert.equal(await plies(page), index + 1);
  }
});

for (const look of ALL_LOOKS) {
  test(`a game that everybody may watch is sound at ${look.name}`, async () => {
    const list = await visit(browser, `${SITE}/play/watch`, look);
    assert.equal(await isTooWide(list.page), false);
    assert.deepEqual(await faultsInThisLook(list.page), []);
    await list.close();
  });
}
