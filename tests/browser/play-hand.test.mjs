// What the script of a game adds: plies out of turn, ranks that are shown while a key is held, sounds, notes, questions, and
// the way to a rematch. What it knows is on the page, and what it does is undone where it cannot be.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, startBrowser } from "./browser.mjs";
import { begin, deploy, holdPlies, meet, middle, moves, playOn, plies, somebody, tap, until } from "./game.mjs";
import { SITE } from "./site.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

/** Two who have begun a game: who has the first ply, and the other. */
async function begun(names, options = {}) {
  const [ana, ben] = [await somebody(browser, names[0], options), await somebody(browser, names[1], options)];
  await meet(ana, ben);
  return begin(ana, ben);
}

const close = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
};

/** A ply of one's own that needs nothing of the other: a piece with an empty square before it. */
const anyStep = (page) => page.evaluate(() => {
  const table = document.getElementById("table");
  const at = (square) => table.querySelector(`[data-square="${square}"] .piece`);
  const up = table.dataset.own === "white" ? 1 : -1;
  for (const piece of table.querySelectorAll(`.piece.${table.dataset.own}`)) {
    const { square } = piece.parentElement.closest("[data-square]").dataset;
    const goal = `${square[0]}${Number(square[1]) + up}`;
    if (/[1-8]$/.test(goal) && !at(goal)) return `${square}-${goal}`;
  }
  return null;
});

const sent = (page) => {
  const all = [];
  page.on("request", (request) => { if (request.method() === "POST") all.push(`${new URL(request.url()).pathname.split("/").pop()} ${request.postData() ?? ""}`); });
  return all;
};

test("a ply out of turn stays on the page and is played once it is one's turn", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Iriga", "Isarog"]);
  const posts = sent(second);
  const ply = await anyStep(second);
  await tap(second, ply);
  assert.equal(await second.locator("#aims .pre").count(), 2);
  assert.match(await second.textContent("#premove"), new RegExp(ply));
  assert.equal(await plies(second), 0);
  assert.deepEqual(posts, [], "nothing is sent before it is his turn");
  await tap(first, (await moves(first))[0]);
  await until(first, 2);
  // The other browser may have heard of it before we hear what this one sent.
  for (let tries = 0; tries < 100 && posts.length === 0; tries += 1) await second.waitForTimeout(50);
  assert.equal(posts.length, 1);
  await second.waitForFunction(() => document.getElementById("premove").hidden);
  assert.match(posts[0], new RegExp(`^ply .*ply=${ply}`));
  assert.equal(await second.locator("#aims .pre").count(), 0);
  assert.equal(await second.isVisible("#premove"), false, "its words are gone with it");
  await close(first, second);
});

test("what is pressed while one's own ply is on its way is a premove, which its answer leaves", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Itogon", "Ivisan"]);
  const letGo = await holdPlies(first);
  const posts = sent(first);
  const [ply] = await moves(first);
  await tap(first, ply);
  const ahead = (await moves(first)).find((one) => one.slice(0, 2) !== ply.slice(0, 2) && one.slice(3) !== ply.slice(3));
  await tap(first, ahead);
  assert.match(await first.textContent("#premove"), new RegExp(ahead));
  // An event in between has the page drawn anew, in the same position.
  await second.locator('#live form:has([value="offer"]) button').click();
  await first.waitForSelector("#live .notice");
  assert.equal(posts.filter((one) => one.startsWith("ply ")).length, 1, posts.join(" | "));
  assert.equal(await plies(first), 0, "the server has not answered yet");
  letGo();
  await until(first, 1);
  assert.equal(await first.locator("#aims .pre").count(), 2);
  await close(first, second);
});

test("where a ply is refused, what was to follow it is not played", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Kawayan", "Kitcharao"]);
  const refusal = { status: 409, contentType: "application/problem+json", body: JSON.stringify({ detail: "It was refused." }) };
  let refuse = () => {};
  const refused = new Promise((resolve) => { refuse = resolve; });
  await first.route("**/ply", async (route) => { await refused; await route.fulfill(refusal); });
  const posts = sent(first);
  const [ply] = await moves(first);
  await tap(first, ply);
  const ahead = (await moves(first)).find((one) => one.slice(0, 2) !== ply.slice(0, 2) && one.slice(3) !== ply.slice(3));
  await tap(first, ahead);
  assert.equal(await first.locator("#aims .pre").count(), 2);
  refuse();
  await first.waitForFunction(() => document.querySelectorAll("#aims .pre").length === 0);
  assert.match(await first.textContent("#premove"), /no longer possible/);
  await first.waitForTimeout(300);
  assert.equal(posts.filter((one) => one.startsWith("ply ")).length, 1);
  assert.ok((await moves(first)).includes(ply), "it is still one's turn");
  // The browser tells of the refusal itself.
  first.problems.splice(0);
  await close(first, second);
});

test("a ply out of turn is taken back by Escape, by a tap, and where it cannot be played", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Jabonga", "Jasaan"]);
  const posts = sent(second);
  const ply = await anyStep(second);
  await tap(second, ply);
  await second.keyboard.press("Escape");
  assert.equal(await second.locator("#aims .pre").count(), 0, "by Escape");
  await tap(second, ply);
  await second.mouse.click(...(await middle(second, "e4")));
  assert.equal(await second.locator("#aims .pre").count(), 0, "by a tap elsewhere");
  await tap(second, ply);
  // Something stands in the way by then, as far as the page knows.
  await second.evaluate(([, to]) => {
    const table = document.getElementById("table");
    const own = [...table.querySelectorAll(`.piece.${table.dataset.own}`)].at(-1).closest("[data-square]");
    own.dataset.square = to;
  }, ply.split("-"));
  await playOn(first);
  await second.waitForFunction(() => document.querySelectorAll(".plies .ply").length === 1);
  assert.match(await second.textContent("#premove"), /no longer possible/);
  assert.equal(await second.isVisible("#premove"), true);
  assert.deepEqual(posts, []);
  await close(first, second);
});

test("ranks that a device hides are on the page only while the button or the key is held", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Kalibo", "Kanlaon"], { viewport: PHONE });
  await first.click("#tab-game");
  await first.click(".device summary");
  await Promise.all([first.waitForNavigation(), first.click('.device [value="hidden"]')]);
  const known = () => first.evaluate(() => ({
    symbols: [...new Set([...document.querySelectorAll("#play use")].map((one) => one.getAttribute("href").split("#")[1]))],
    labels: document.querySelectorAll("#play .label").length,
    words: [...document.querySelectorAll("#table [aria-label]")].some((one) => one.getAttribute("aria-label").includes("General")),
  }));
  const nothing = { symbols: ["rank-hidden"], labels: 0, words: false };
  assert.deepEqual(await known(), nothing);
  assert.ok(!(await first.content()).includes("General of the Army"), "nor anywhere else");
  const held = async (press, release, how) => {
    await press();
    await first.waitForSelector("#table .label");
    assert.equal((await known()).labels, 21, how);
    await release();
    assert.deepEqual(await known(), nothing, how);
  };
  await first.locator("body").press("Tab");
  await held(() => first.keyboard.down("p"), () => first.keyboard.up("p"), "by the key");
  await first.focus("#peek");
  await held(() => first.keyboard.down("Enter"), () => first.keyboard.up("Enter"), "by the button's key");
  const box = await first.locator("#peek").boundingBox();
  await first.mouse.move(box.x + 10, box.y + 10);
  await held(() => first.mouse.down(), () => first.mouse.up(), "by the button");
  await playOn(first);
  assert.deepEqual(await known(), nothing, "also after a ply");
  // A rank that slips into what a screen reader says would be noticed.
  // The page may be drawn anew in between, which takes the plant away.
  let leaked = nothing;
  for (let tries = 0; tries < 10 && JSON.stringify(leaked) === JSON.stringify(nothing); tries += 1) {
    await first.evaluate(() => document.querySelector("#table [aria-label]").setAttribute("aria-label", "General of the Army"));
    leaked = await known();
  }
  assert.notDeepEqual(leaked, nothing, "a planted leak");
  await close(first, second);
});

test("both devices hear the same, by what everybody knows, and only where sound is on", { timeout: 120_000 }, async () => {
  const listen = async (name) => {
    const page = await somebody(browser, name);
    await page.context().addInitScript(() => {
      window.heard = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function began(...when) { window.heard.push(this.frequency.value); return start.apply(this, when); };
    });
    return page;
  };
  const [ana, ben] = [await listen("Lipa"), await listen("Lucena")];
  await meet(ana, ben);
  const [first, second] = await begin(ana, ben);
  await playOn(first);
  await until(second, 1);
  for (const page of [first, second]) assert.deepEqual(await page.evaluate(() => window.heard), [], "it is off until it is turned on");
  for (const page of [first, second]) {
    await page.click("#sound button");
    await page.waitForSelector('#sound [aria-pressed="true"]');
  }
  await playOn(second);
  await until(first, 2);
  await first.click('#live a[href*="ask=resign"]');
  await first.click("#live .danger");
  for (const page of [first, second]) await page.waitForSelector("#after");
  const [own, other] = [await first.evaluate(() => window.heard), await second.evaluate(() => window.heard)];
  assert.ok(own.length >= 4, `a ply and the end: ${own}`);
  assert.deepEqual(own, other);
  await close(first, second);
});

test("a piece slides to where it goes, but not for who wants no motion", { timeout: 90_000 }, async () => {
  const counted = async (motion, names) => {
    const [first, second] = await begun(names, { reducedMotion: motion });
    await second.evaluate(() => {
      window.slides = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function slid(...how) { window.slides += 1; return animate.apply(this, how); };
    });
    await playOn(first);
    await until(second, 1);
    const slides = await second.evaluate(() => window.slides);
    await close(first, second);
    return slides;
  };
  assert.equal(await counted("no-preference", ["Naga", "Nabua"]), 1);
  assert.equal(await counted("reduce", ["Ormoc", "Oas"]), 0);
});

test("a note is written on the piece under the cursor and is not lost while the game goes on", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Pasig", "Pateros"]);
  const piece = await first.evaluate(() => {
    const table = document.getElementById("table");
    return table.querySelector(`.piece:not(.${table.dataset.own})`).closest("[data-square]").dataset.square;
  });
  await first.click("#notes summary");
  await first.mouse.click(...(await middle(first, piece)));
  assert.equal(await first.locator("#note-piece option:checked").getAttribute("data-on"), piece);
  await first.fill("#note-words", "Spy?");
  await first.evaluate(() => document.getElementById("note-words").setSelectionRange(1, 1));
  await second.locator('#live form:has([value="offer"]) button').click();
  await first.waitForSelector("#live .notice");
  assert.equal(await first.inputValue("#note-words"), "Spy?", "an offer takes nothing away");
  assert.equal(await first.evaluate(() => document.activeElement.id), "note-words");
  await first.keyboard.press("Enter");
  await first.waitForSelector("#table .note");
  assert.equal(await first.textContent("#table .note"), "Spy?");
  assert.match(await first.locator(`[data-square="${piece}"] .piece`).getAttribute("aria-label"), /Your note: Spy\?/);
  assert.ok(!(await second.content()).includes("Spy?"));
  await close(first, second);
});

test("a question is asked without leaving the page, and a rematch leads both to the next game", { timeout: 120_000 }, async () => {
  const [ana, ben] = [await somebody(browser, "Quiapo"), await somebody(browser, "Roxas")];
  const address = await meet(ana, ben);
  await ana.click('#deploy [data-tool="random"]');
  await ana.evaluate(() => { window.stayed = true; });
  await ana.click('#below a[href*="ask=abort"]');
  await ana.waitForSelector("#question");
  await ana.click("#below .notice a");
  await ana.waitForSelector("#question", { state: "detached" });
  assert.equal(await ana.evaluate(() => window.stayed), true, "what was deployed is not lost");
  await Promise.all([ana.waitForNavigation(), ana.click("#deployment .primary")]);
  await deploy(ben);
  for (const page of [ana, ben]) await page.waitForSelector("#table");
  await ana.click('#live a[href*="ask=resign"]');
  await ana.click("#live .danger");
  await ben.waitForSelector("#next-game button");
  await ana.waitForSelector("#next-game button");
  await ana.click("#next-game button");
  await ben.waitForFunction(() => document.querySelectorAll("#next-game button").length === 2);
  await ben.click("#next-game button");
  for (const page of [ana, ben]) {
    await page.waitForURL((url) => url.href !== address && /\/play\/\w{16}$/.test(url.href));
    await page.waitForSelector("#deploy .cell");
    assert.equal(await page.locator("#deploy .cell.has").count(), 0, "nothing of the game before is deployed");
  }
  assert.ok(ana.url() !== address && ana.url() === ben.url() && ana.url().startsWith(SITE));
  assert.deepEqual(await moves(ana).catch(() => []), []);
  await close(ana, ben);
});
