// The game shell: what share of the window the board has, what is in sight, what it costs, and how it is reached.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { accessibilityFaults, isTooWide, startBrowser, visit } from "./browser.mjs";
import { openReplay } from "./replay-page.mjs";
import { firstGame, SITE } from "./site.mjs";

let browser, address;

before(async () => {
  browser = await startBrowser();
  address = SITE + (await firstGame("?termination=flag-captured"));
});

after(() => browser.close());

const LARGE = [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }];
const SMALL = { width: 360, height: 780 };

/** Whether all of an element can be seen without scrolling. */
async function assertInSight(page, selector, { width, height }) {
  for (const element of await page.locator(`${selector}:visible`).all()) {
    const box = await element.boundingBox();
    const inside = box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
    assert.ok(inside, `${selector} at ${width}×${height}: ${JSON.stringify(box)}`);
  }
}

test("the board has 45 percent of a large window, and everything else fits beside it", async () => {
  for (const size of LARGE) {
    for (const path of ["?ply=60&view=revealed", "/variation?ply=60"]) {
      const { page, problems, close } = await visit(browser, address + path, { size });
      const box = await page.locator("#board").boundingBox();
      const share = (box.width * box.height) / (size.width * size.height);
      console.log(`board at ${size.width}×${size.height}${path}: ${(100 * share).toFixed(1)} %`);
      assert.ok(share >= 0.45, `${share}`);
      for (const part of ["#board", ".slot", ".shell-tabs a", ".steering > *", ".bar a", ".about", ".pane"]) await assertInSight(page, part, size);
      assert.equal(await isTooWide(page), false);
      assert.deepEqual(problems, []);
      await close();
    }
  }
});

test("a phone shows board, players and buttons on one screen, with labels and buttons large enough", async () => {
  for (const path of ["?ply=60&view=revealed", "/variation?ply=60"]) {
    const { page, close } = await visit(browser, address + path, { size: SMALL, touch: true });
    for (const part of ["#board", ".slot", ".bar a", ".bar button"]) await assertInSight(page, part, SMALL);
    const board = await page.locator("#board").boundingBox();
    assert.equal(Math.round(board.width), SMALL.width, "from edge to edge");
    const label = await page.locator("#board .label").first().evaluate((text) => {
      const scale = text.ownerSVGElement.getScreenCTM().a;
      return parseFloat(getComputedStyle(text).fontSize) * scale;
    });
    assert.ok(label >= 11, `labels of ${label} px`);
    for (const button of await page.locator(".bar :is(a, button):visible").all()) {
      const box = await button.boundingBox();
      assert.ok(box.width >= 44 && box.height >= 44, JSON.stringify(box));
    }
    assert.equal(await isTooWide(page), false);
    await close();
  }
});

test("the first view is small, and nothing in it moves", async () => {
  for (const [path, most] of [[`${address}?ply=0`, 70_000], [`${SITE}/`, 65_000]]) {
    const { page, bytes, shifts, close } = await visit(browser, path, { size: LARGE[0] });
    console.log(`${new URL(path).pathname}: ${bytes()} bytes on the wire, limit ${most}`);
    assert.ok(bytes() <= most, `${bytes()}`);
    assert.equal(await shifts(), 0);
    await page.evaluate(() => 0);
    await close();
  }
});

test("a replay has at most 200 words beside its moves", async () => {
  const { page, close } = await openReplay(browser, address, "?ply=0", { size: LARGE[0] });
  const count = await page.evaluate(() => {
    const copy = document.querySelector("#main").innerText;
    const moves = document.querySelector(".moves").innerText;
    const words = (text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
    return words(copy) - words(moves);
  });
  console.log(`${count} words beside the moves`);
  assert.ok(count <= 200, `${count}`);
  await close();
});

test("by the skip link the board is two tabs away", async () => {
  const { page, close } = await openReplay(browser, address, "?ply=0", { size: LARGE[0] });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.closest("#board .piece") !== null));
  await close();
});

test("tabs show one pane at a time, by pointer, arrow keys and address", async () => {
  const { page, problems, close } = await openReplay(browser, address, "?ply=5", { size: LARGE[0] });
  const shown = () => page.locator(".pane:not(.about):visible").evaluateAll((all) => all.map((one) => one.id));
  assert.deepEqual(await shown(), ["moves"]);
  await page.locator("#tab-ledger").click();
  assert.deepEqual(await shown(), ["ledger"]);
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await shown(), ["known"]);
  assert.equal(await page.getAttribute("#tab-known", "aria-selected"), "true");
  assert.ok(page.url().includes("ply=5"), "the arrow moved no piece");
  await page.goto(`${address}?ply=5#share`);
  assert.deepEqual(await shown(), ["share"]);
  assert.deepEqual(problems, []);
  await close();
});

test("an address with a pane that stands beside the tabs leaves the moves in sight", async () => {
  const { page, close } = await visit(browser, `${address}#game`, { size: LARGE[0] });
  await page.waitForSelector('.shell-tabs[role="tablist"]');
  assert.equal(await page.locator("#game").isVisible(), true);
  assert.equal(await page.locator("#moves").isVisible(), true);
  await close();
});

test("a question mark lists the keys", async () => {
  const { page, close } = await openReplay(browser, address, "?ply=5", { size: LARGE[0] });
  await page.keyboard.press("?");
  assert.ok(await page.locator("#keys").isVisible());
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#keys").isVisible(), false);
  await page.keyboard.press("ArrowRight");
  assert.ok(page.url().includes("ply=6"));
  await close();
});

test("the last move tells the result, until it is closed or left", async () => {
  const { page, shifts, close } = await openReplay(browser, address, "?ply=0&view=white", { size: LARGE[0] });
  const end = page.locator("#end");
  assert.equal(await end.isVisible(), false);
  await page.keyboard.press("End");
  assert.ok(await end.isVisible());
  assert.match(await end.innerText(), /won/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await end.locator("a[data-view=revealed]").click();
  assert.ok(page.url().includes("view=revealed"), "both armies are turned over");
  await end.locator(".close").click();
  assert.equal(await end.isVisible(), false);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  assert.ok(await end.isVisible());
  assert.equal(await shifts(), 0);
  await close();
});

test("a challenge names what the view may know, and no more", async () => {
  const { page, close } = await openReplay(browser, address, "?ply=0&view=revealed", { size: LARGE[0] });
  const replay = JSON.parse(await page.locator("#replay-data").textContent());
  const strings = JSON.parse(await page.locator("#replay-strings").textContent());
  const number = replay.plies.findIndex((ply) => ply.challenge) + 1;
  const ranks = Object.values(strings.ranks);
  const named = async () => {
    const said = await page.locator("#said").textContent();
    return ranks.filter((rank) => said.includes(rank)).length > 0;
  };
  await page.locator(`#ply-${number}`).click();
  assert.equal(await named(), true);
  await page.locator(`.switch [data-view="public"]`).click();
  assert.equal(await named(), false, "a spectator knows neither");
  await close();
});

test("the looks of board and pieces are chosen once and kept on every board", async () => {
  const { page, problems, close } = await visit(browser, `${SITE}/preferences`, { size: LARGE[0] });
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.check('input[name=board][value="slate"]');
  await page.check('input[name=pieces][value="letters"]');
  await Promise.all([page.waitForNavigation(), page.click("main button.primary")]);
  for (const path of [address, SITE]) {
    await page.goto(path);
    const look = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    assert.deepEqual([look.board, look.pieces], ["slate", "letters"]);
    const drawn = await page.locator("#board .piece use").first().evaluate((use) => getComputedStyle(use).display);
    assert.equal(drawn, "none", "letters alone");
  }
  assert.deepEqual(problems, []);
  await close();
});
