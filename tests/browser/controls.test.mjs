// The replay by hand: everything by the keyboard alone, by a finger, by the slider; playing by itself.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, moveFinger, startBrowser, tabTo, visit } from "./browser.mjs";
import { openReplay, parameter, pieces, place, view } from "./replay-page.mjs";
import { firstGame, SITE } from "./site.mjs";

const source = readFileSync(new URL("../../static/js/replay/model.js", import.meta.url), "utf8");
const { marks, positions, thinking } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

let browser, address;

before(async () => {
  browser = await startBrowser();
  address = SITE + (await firstGame("?termination=flag-captured"));
});

after(() => browser.close());

const open = (query, options) => openReplay(browser, address, query, options);
const data = (page) => page.locator("#replay-data").evaluate((element) => JSON.parse(element.textContent));
const playing = (page) => page.getAttribute("#play", "aria-pressed");

test("by the keyboard alone every control is reached and works", async () => {
  const { page, problems, close, length } = await open("?ply=0&view=revealed", { size: { width: 1920, height: 1080 } });
  const steps = [["next", 1], ["on10", 11], ["previous", 10], ["back10", 0], ["last", length], ["first", 0]];
  for (const [go, ply] of steps) {
    await tabTo(page, `.buttons [data-go="${go}"]`);
    await page.keyboard.press("Enter");
    assert.equal(await place(page), ply, go);
  }
  await tabTo(page, "#play");
  await page.keyboard.press("Space");
  assert.equal(await playing(page), "true");
  await page.keyboard.press("Space");
  assert.equal(await playing(page), "false");
  await tabTo(page, "[data-flip]");
  await page.keyboard.press("Enter");
  assert.equal(await parameter(page, "flip"), "1");
  for (const name of ["white", "black", "public", "revealed"]) {
    await tabTo(page, `.switch [data-view="${name}"]`);
    await page.keyboard.press("Enter");
    assert.equal(await view(page), name);
  }
  await tabTo(page, "#slider");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  assert.ok(await place(page) > 1, "the slider moves");
  await tabTo(page, "#speed");
  const before = await place(page);
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.inputValue("#speed"), "2");
  assert.equal(await place(page), before, "the choice of a speed keeps its keys");
  await tabTo(page, "#ply-5");
  await page.keyboard.press("Enter");
  assert.equal(await place(page), 5);
  await tabTo(page, "#tab-moves");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "#known details:has(#board-table) > summary");
  await page.keyboard.press("Enter");
  assert.ok(await page.locator("#board-table").isVisible());
  assert.deepEqual(problems, []);
  await close();
});

test("by the keyboard alone a piece tells its life, also one that has fallen", async () => {
  const { page, close, length } = await open(`?ply=${2}&view=revealed`);
  await page.keyboard.press("End");
  for (const where of ["#board", ".graveyard"]) {
    const origin = await page.locator(`${where} .piece[tabindex="0"]:visible`).nth(1).getAttribute("data-origin");
    await tabTo(page, `${where} .piece[data-origin="${origin}"]`);
    await page.keyboard.press("Enter");
    assert.ok((await page.textContent("#life")).includes(origin), `${where} ${origin}`);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.origin), origin, "the focus stays");
    assert.equal(await place(page), length, "the ply stays");
  }
  await close();
});

test("the link to this place opens just this", async () => {
  for (const path of [address, `${SITE}/`]) {
    const { page, problems, close } = await visit(browser, path);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const key of ["PageDown", "ArrowRight", "f"]) await page.keyboard.press(key);
    await page.locator('.switch [data-view="black"]').click();
    if (path === address) await page.click("#tab-share");
    await page.click(path === address ? "[data-copy=share-link]" : "#copy");
    await page.waitForFunction(() => navigator.clipboard.readText().then((text) => text.includes("ply=")));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const there = await visit(browser, copied);
    assert.equal(new URL(copied).search, "?ply=11&view=black&flip=1");
    assert.deepEqual(await pieces(there.page), await pieces(page));
    await page.reload();
    assert.deepEqual(problems, [], "and what the page makes of its own address can be loaded again");
    await there.close();
    await close();
  }
});

test("the slider takes the board where it is put", async () => {
  const { page, close, length } = await open("?ply=0&view=public");
  const box = await page.locator("#slider").boundingBox();
  await page.locator("#slider").click({ position: { x: box.width / 2, y: box.height / 2 } });
  assert.ok(Math.abs(await place(page) - length / 2) <= length / 20 + 1, `${await place(page)} of ${length}`);
  assert.match(await page.getAttribute("#slider", "aria-valuetext"), new RegExp(`\\b${await place(page)}\\b`));
  await close();
});

test("the slider marks challenges, splits, long thinks and a Flag on its goal, as far as the view knows", async () => {
  for (const termination of ["flag-captured", "flag-reached"]) {
    const visited = await openReplay(browser, SITE + (await firstGame(`?termination=${termination}`)));
    const replay = await data(visited.page);
    for (const name of ["revealed", "white", "black", "public"]) {
      await visited.page.locator(`.switch [data-view="${name}"]`).click();
      const drawn = await visited.page.locator("#slider-marks rect").evaluateAll((all) => all.map((rect) => rect.getAttribute("class")));
      const expected = marks(replay, positions(replay), name).map(({ kind }) => `m-${kind}`);
      assert.deepEqual(drawn, expected, name);
      assert.ok(drawn.includes("m-challenge"), "a game without a challenge proves nothing");
      if (name === "revealed" && termination === "flag-reached") assert.ok(drawn.includes("m-flag"));
    }
    await visited.close();
  }
});

/** A replay whose time stands still until a test lets it run. */
async function openStill(query) {
  const visited = await open(query);
  await visited.page.clock.install();
  await visited.page.clock.pauseAt(Date.now() + 1000);
  return visited;
}

test("each speed plays at its pace", async () => {
  for (const speed of [0.5, 1, 2, 4, 8]) {
    const { page, close } = await openStill("?ply=0");
    await page.selectOption("#speed", String(speed));
    await page.click("#play");
    await page.clock.runFor(1000 / speed - 5);
    assert.equal(await place(page), 0, `${speed}: not yet`);
    await page.clock.runFor(10);
    assert.equal(await place(page), 1, `${speed}: now`);
    await page.clock.runFor(5000 / speed);
    assert.equal(await place(page), 6, `${speed}: five more`);
    await close();
  }
});

test("real time plays as the clocks ran, with long waits cut", async () => {
  const { page, close } = await openStill("?ply=0");
  const waits = thinking(await data(page)).slice(0, 12).map((seconds) => Math.min(15_000, Math.max(300, seconds * 1000)));
  assert.ok(new Set(waits).size > 2, `clocks that tell something: ${waits}`);
  await page.selectOption("#speed", "real");
  await page.click("#play");
  await page.clock.runFor(waits[0] - 5);
  assert.equal(await place(page), 0);
  await page.clock.runFor(10);
  for (let ply = 1; ply < waits.length; ply += 1) {
    assert.equal(await place(page), ply);
    await page.clock.runFor(waits[ply]);
  }
  await close();
});

test("another speed while it plays counts from now on", async () => {
  const { page, close } = await openStill("?ply=0");
  await page.selectOption("#speed", "0.5");
  await page.click("#play");
  await page.clock.runFor(100);
  await page.selectOption("#speed", "8");
  await page.clock.runFor(126);
  assert.equal(await place(page), 1);
  await close();
});

test("playing ends with the game, begins again from there, and stops at a step by hand", async () => {
  const { page, close, length } = await openStill("?ply=0");
  await page.selectOption("#speed", "8");
  await page.keyboard.press("Tab");
  await page.click('[data-go="last"]');
  await page.click('[data-go="previous"]');
  await page.click("#play");
  await page.clock.runFor(2000);
  assert.equal(await place(page), length);
  assert.equal(await playing(page), "false");
  await page.click("#play");
  assert.equal(await place(page), 0, "from the beginning");
  await page.clock.runFor(260);
  assert.equal(await place(page), 2);
  await page.click('[data-go="next"]');
  assert.equal(await playing(page), "false");
  await page.clock.runFor(2000);
  assert.equal(await place(page), 3);
  await close();
});

/** The ply in the page's own address: what the browser tells us of it may come later. */
test("a finger steps by a swipe across the board, and scrolls by one along it", async () => {
  const { page, close } = await open("?ply=4", { size: PHONE, touch: true });
  const box = await page.locator("#board").boundingBox();
  const swipe = ([x, y], [dx, dy]) => moveFinger(page, { x, y }, { x: x + dx, y: y + dy });
  const [left, right, middle] = [box.x + 60, box.x + box.width - 60, box.y + box.height / 2];
  const stepsTo = (ply) => page.waitForFunction((wanted) => Number(new URL(location.href).searchParams.get("ply")) === wanted, ply);
  await swipe([right, middle], [left - right, 5]);
  await stepsTo(5);
  await swipe([left, middle], [right - left, 5]);
  await stepsTo(4);
  await swipe([left, middle], [right - left, 5]);
  await stepsTo(3);
  await swipe([left, middle], [10, -150]);
  assert.equal(await place(page), 3);
  await page.locator("#board .piece").first().tap();
  await page.locator("#life h3").waitFor();
  assert.equal(await place(page), 3, "a tap chooses and does not step");
  await close();
});

test("who wants no motion gets none, and others see the pieces move and fall", async () => {
  for (const motion of ["no-preference", "reduce"]) {
    const { page, close } = await open("?ply=0", { motion });
    const challenge = (await data(page)).plies.findIndex((ply) => ply.challenge) + 1;
    await page.locator(`#ply-${challenge}`).click();
    const moving = await page.evaluate(() => document.getAnimations().length);
    if (motion === "reduce") assert.equal(moving, 0);
    else assert.ok(moving > 0, "or this test shows nothing");
    assert.ok((await page.locator("#board .fight").count()) > 0, "the challenge is marked");
    await close();
  }
});

test("in every view, language, size and theme the replay stays accessible with a piece chosen and the table open", async () => {
  for (const [name, size, theme, locale] of [["white", PHONE, "dark", "fil"], ["black", DESKTOP, "light", "en"], ["public", PHONE, "light", "en"], ["revealed", DESKTOP, "dark", "fil"]]) {
    const { page, close } = await open(`?ply=30&view=${name}`, { size, theme, locale });
    await page.locator("#board .piece").first().click();
    await page.locator("details:has(#board-table) > summary").click();
    await page.keyboard.press("End");
    await page.waitForTimeout(700);
    assert.deepEqual(await accessibilityFaults(page), [], name);
    await close();
  }
});
