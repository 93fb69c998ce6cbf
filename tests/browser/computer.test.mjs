// Playing the computer: a stranger begins two taps from the front page, gets hints for the asking, and plays a whole game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, startBrowser } from "./browser.mjs";
import { boardIsReady, deploy, middle, moves, press, sound, tap, visitor } from "./game.mjs";
import { SITE } from "./site.mjs";

/** Whether the game goes on to its end, which takes a minute. */
const WHOLE = process.env.TESTED_GAMES === "whole";
const MOST = WHOLE ? 150 : 5;

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

async function isOver(page) {
  return (await page.locator("#end").count()) > 0;
}

/** Waits until the visitor is to move, or the game is over. */
async function turn(page) {
  await page.waitForFunction(() => document.querySelector("#end") || document.querySelector("#table")?.dataset.moves, null, { timeout: 20_000 });
}

/** Plays what the computer would play, by its hint. */
async function playHint(page) {
  await page.click('#acts a[href$="?hint=1"]');
  await page.waitForFunction(() => /[a-i][1-8]–[a-i][1-8]/.test(document.querySelector("#said").textContent), null, { timeout: 20_000 });
  const said = await page.textContent("#said");
  const [, from, to] = /([a-i][1-8])–([a-i][1-8])/.exec(said);
  assert.match(said, /\d+ %/);
  assert.ok((await moves(page)).includes(`${from}-${to}`), `${from}–${to} is legal`);
  const before = Number(await page.getAttribute("#table", "data-number"));
  // The piece is chosen already.
  await tap(page, to);
  await page.waitForFunction((number) => document.querySelector("#end") || Number(document.querySelector("#table").dataset.number) > number, before);
}

test("a stranger plays the computer two taps from the front page, with hints, and again", { timeout: 300_000 }, async () => {
  const page = await visitor(browser, { viewport: PHONE });
  await page.goto(SITE);
  await press(page, 'main a[href="/play/computer"]');
  await sound(page, "the form for a game against the computer");
  await page.setViewportSize(PHONE);
  await press(page, "main form .primary");
  assert.match(page.url(), /\/play\/\w{16}$/);
  await deploy(page);
  await page.waitForSelector("#table");
  assert.match(await page.textContent("h1"), /Computer Private/);
  await turn(page);
  await sound(page, "a game against the computer");
  for (let ply = 0; ply < MOST && !(await isOver(page)); ply += 1) {
    await playHint(page);
    await turn(page);
  }
  if (WHOLE) {
    assert.ok(await isOver(page), "the computer's own hints end the game");
  } else {
    await page.click('#acts a[href$="?ask=resign"]');
    await page.click("#question ~ .deeds button");
    await page.waitForSelector("#end");
  }
  const first = page.url();
  await page.click("#next-game button, #next-game .button");
  await page.waitForURL((url) => url.href !== first && /\/play\/\w{16}$/.test(url.pathname), { timeout: 20_000 });
  await page.waitForSelector("#deployment");
  assert.deepEqual(page.problems, []);
});

test("a stranger plays Three Generals against the computer from the same form, with hints", { timeout: 120_000 }, async () => {
  const page = await visitor(browser, { viewport: PHONE });
  await page.goto(`${SITE}/play/computer`);
  await press(page, 'main a[href="/play/computer?game=three-generals"]');
  await sound(page, "the form for a game of Three Generals against the computer");
  await page.setViewportSize(PHONE);
  assert.equal(await page.locator('main [name="level"] option').count(), 5);
  await page.selectOption('main [name="color"]', "white");
  await press(page, "main form .primary");
  await page.click('form:has([value="ready"]) button');
  await boardIsReady(page);
  for (let ply = 0; ply < 3; ply += 1) {
    await turn(page);
    await page.click('#acts a[href$="?hint=1"]');
    const hinted = () => /[a-i][1-9][–x*][a-i][1-9]\+?/.exec(document.querySelector("#said")?.textContent ?? "")?.[0];
    await page.waitForFunction(hinted, null, { timeout: 20_000 });
    const mv = await page.evaluate(hinted);
    const before = Number(await page.getAttribute("#table", "data-number"));
    assert.ok((await page.getAttribute("#table", "data-moves")).includes(mv.replace("–", "-")), `${mv} is legal`);
    await boardIsReady(page);
    // The piece is chosen already.
    await page.mouse.click(...(await middle(page, mv.slice(3, 5))));
    const turns = page.locator("#turns:not([hidden]) button");
    if (await turns.count()) await turns.filter({ hasText: mv.endsWith("+") ? /^Turn|bring nobody back/ : /^Keep|Do not promote/ }).click();
    await page.waitForFunction((number) => Number(document.querySelector("#table").dataset.number) > number, before);
  }
  await turn(page);
  await sound(page, "a game of Three Generals against the computer");
  assert.deepEqual(page.problems, []);
});

test("in a casual game the computer is asked for a way of playing, and the page says which", async () => {
  const page = await visitor(browser, { viewport: PHONE });
  await page.goto(`${SITE}/play/computer`);
  const ways = page.locator('main [name="personality"] option');
  assert.equal(await ways.count(), 5, "four, and as it finds best");
  await page.selectOption('main [name="personality"]', "runner");
  await press(page, "main form .primary");
  await deploy(page);
  await page.waitForSelector("#table");
  assert.match(await page.textContent("main"), /Flag runner/);
  await sound(page, "a game against the computer that plays in a way of its own");
  assert.deepEqual(page.problems, []);
});

test("the form leads to the ladder of bots", async () => {
  const page = await visitor(browser, { viewport: PHONE });
  await page.goto(`${SITE}/play/computer`);
  await press(page, 'main a[href="/leaderboards/bots"]');
  await sound(page, "the ladder of bots");
  assert.deepEqual(page.problems, []);
});
