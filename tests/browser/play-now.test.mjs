// Playing at once: a friend by link and quick pairing without an account, and two on one device, whose screen shows nothing of the
// other's army after a move, a reload, or the back button.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, startBrowser } from "./browser.mjs";
import { deploy, middle, press, sound, visitor } from "./game.mjs";
import { SITE } from "./site.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

test("two strangers play by a link, each within two taps of it", { timeout: 60_000 }, async () => {
  const [ana, ben] = [await visitor(browser), await visitor(browser, { viewport: PHONE })];
  await ana.goto(`${SITE}/play/friend`);
  await ana.fill('main [name="name"]', "Ana");
  await sound(ana, "a new link");
  await press(ana, "main form .primary");
  await sound(ana, "waiting for a friend");
  const link = await ana.inputValue("#friend-link");
  assert.ok(link.startsWith(SITE), link);
  await ben.goto(link);
  await sound(ben, "an invitation");
  await press(ben, "main form .primary");
  await ana.waitForURL(ben.url(), { timeout: 10_000 });
  for (const page of [ana, ben]) {
    await deploy(page);
    await page.waitForSelector("#play");
  }
  for (const page of [ana, ben]) await page.waitForSelector("#table");
  for (const page of [ana, ben]) assert.deepEqual(page.problems, []);
});

test("an opponent at the other game is found by the keyboard, and in no search for this one", { timeout: 60_000 }, async () => {
  const [ana, ben, cora] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  for (const page of [ana, ben]) {
    await page.goto(`${SITE}/play`);
    await page.focus('.games [value="salpakan"]');
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.isChecked('.games [value="three-generals"]'), true);
    if (page === ana) await sound(page, "the game that is wanted");
    await page.focus('.paces [value="600+5"]');
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    if (page === ana) {
      assert.match(await page.textContent("#search"), /Game of Three Generals · /);
      await sound(page, "finding an opponent at the other game");
      await cora.goto(`${SITE}/play`);
      assert.match(await cora.textContent('.paces [value="600+5"]'), /Game of Three Generals: 1 waiting/);
      await press(cora, '.paces [value="600+5"]');
    }
  }
  await ana.waitForURL(ben.url(), { timeout: 10_000 });
  assert.match(ben.url(), /\/play\/\w{16}$/);
  assert.match(await ben.textContent("main"), /Game of Three Generals/);
  assert.equal(await cora.locator("#search").count(), 1, "who waits for Salpakan still waits");
  await press(cora, "#search button");
  for (const page of [ana, ben, cora]) assert.deepEqual(page.problems, []);
});

test("two who press 10+5 play each other, two taps from the front page", { timeout: 60_000 }, async () => {
  const [ana, ben, cora] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  await ana.goto(SITE);
  await press(ana, 'main a[href="/play"]');
  await sound(ana, "the ways to play");
  await press(ana, '.paces [value="600+5"]');
  await sound(ana, "finding an opponent");
  await cora.goto(`${SITE}/play`);
  await press(cora, '.paces [value="1200+5"]');
  await ben.goto(`${SITE}/play`);
  await press(ben, '.paces [value="600+5"]');
  await ana.waitForURL(ben.url(), { timeout: 10_000 });
  assert.match(ben.url(), /\/play\/\w{16}$/);
  await cora.reload();
  assert.equal(await cora.locator(".paces").count(), 0, "a reload keeps the place");
  const dora = await visitor(browser);
  await dora.goto(`${SITE}/play`);
  await press(dora, '.paces [value="1200+5"]');
  await dora.waitForURL(/\/play\/\w{16}$/, { timeout: 10_000 });
  await cora.waitForURL(dora.url(), { timeout: 10_000 });
  for (const page of [ana, ben, cora]) assert.deepEqual(page.problems, []);
});

test("one device hides the army of who has moved, also after a reload and behind the back button", { timeout: 90_000 }, async () => {
  const page = await visitor(browser, { viewport: PHONE });
  const covered = async (what) => {
    await page.waitForSelector(".cover");
    assert.equal(await page.locator("#shown, #table, #deployment").count(), 0, what);
  };
  const uncover = async () => {
    await press(page, ".cover button");
    await page.waitForSelector("#shown");
  };
  await page.goto(`${SITE}/play`);
  await press(page, '.now a[href="/play/device"]');
  await press(page, "#one-device .primary");
  await sound(page, "the cover");
  await page.setViewportSize(PHONE);
  for (const side of ["White", "Black"]) {
    assert.match(await page.textContent("h1"), new RegExp(side));
    await uncover();
    await page.reload();
    await covered("reloaded while deploying");
    await uncover();
    await deploy(page);
    await covered(`${side} has deployed`);
    await page.goBack();
    await covered("gone back to a deployment");
    await page.goto(`${SITE}/play/device`);
  }
  const first = await page.textContent("h1");
  await uncover();
  await sound(page, "the board of who moves");
  await page.setViewportSize(PHONE);
  const [ply] = await page.evaluate(() => document.getElementById("table").dataset.moves.split(" "));
  await page.evaluate(() => document.getElementById("table").scrollIntoView({ block: "nearest" }));
  const [from, to] = ply.split("-");
  await page.mouse.click(...(await middle(page, from)));
  await Promise.all([page.waitForNavigation(), page.mouse.click(...(await middle(page, to)))]);
  await covered("after the move");
  assert.notEqual(await page.textContent("h1"), first, "the other player is asked for");
  await page.goBack();
  await covered("gone back to the board");
  await page.goForward();
  await covered("and on again");
  await page.goto(`${SITE}/play/device`);
  await uncover();
  await page.click(".more summary");
  await press(page, '.more form:has([value="resign"]) button');
  await page.waitForSelector('a[href^="/games/"]');
  await sound(page, "the end");
  assert.deepEqual(page.problems, []);
});
