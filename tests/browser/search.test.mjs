// Finding things: the box in the header by keyboard, and the way of a stranger from the front page to a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, PHONE, faultsInThisLook, startBrowser, visit } from "./browser.mjs";
import { SITE } from "./site.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

test("suggestions appear while one types, and the keyboard chooses one", async () => {
  const { page, problems, close } = await visit(browser, SITE, { size: DESKTOP });
  await page.keyboard.press("/");
  await page.keyboard.type("sidap");
  await page.waitForSelector("#suggestions:not([hidden])");
  const box = page.locator(".find input");
  assert.equal(await box.getAttribute("aria-expanded"), "true");
  assert.match(await page.textContent(".find [role=status]"), /suggestion/);
  await page.keyboard.press("ArrowDown");
  const chosen = await box.getAttribute("aria-activedescendant");
  assert.match(await page.textContent(`#${chosen}`), /Sidapa/);
  assert.deepEqual(await faultsInThisLook(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#suggestions"), false);
  await page.keyboard.press("s");
  await page.keyboard.press("Backspace");
  await page.waitForSelector("#suggestions:not([hidden])");
  await page.keyboard.press("ArrowDown");
  await Promise.all([page.waitForURL("**/players/Sidapa"), page.keyboard.press("Enter")]);
  assert.deepEqual(problems, []);
  await close();
});

test("what is typed last is suggested, however slow an earlier answer is", async () => {
  const { page, close } = await visit(browser, SITE, { size: DESKTOP });
  await page.route("**/search/suggestions?q=s", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => {});
  });
  await page.focus(".find input");
  await page.keyboard.type("s");
  await page.waitForTimeout(250);
  await page.keyboard.type("idapa");
  await page.waitForSelector("#suggestions:not([hidden])");
  await page.waitForTimeout(900);
  assert.match(await page.textContent("#suggestions"), /^Sidapa/);
  await close();
});

for (const look of ALL_LOOKS) {
  test(`the header is one line with search and menu at ${look.name}`, async () => {
    const { page, close } = await visit(browser, SITE, look);
    const height = await page.evaluate(() => document.querySelector(".site-head").getBoundingClientRect().height);
    assert.ok(height <= 52, `${height} px high`);
    const clipped = await page.evaluate(() =>
      [...document.querySelectorAll(".site-head a, .site-head button, .site-head input, .site-head summary")]
        .filter((one) => one.checkVisibility() && !one.closest("[popover]:not(:popover-open)") && one.getBoundingClientRect().right > innerWidth)
        .map((one) => one.outerHTML),
    );
    assert.deepEqual(clipped, []);
    await close();
  });
}

test("the board of a game is at most five stops away", async () => {
  const { page, close } = await visit(browser, `${SITE}/games`, { size: DESKTOP });
  await Promise.all([page.waitForNavigation(), page.click('.records a[href^="/games/"]')]);
  const before = await page.evaluate(() => [...document.querySelectorAll(".site-head a, .site-head button, .site-head input, .site-head summary")]
    .filter((one) => one.checkVisibility() && !one.closest("[popover]")).length);
  assert.ok(before <= 5, `${before} stops in the header`);
  await close();
});

test("a stranger with only the front page finds a player's third-last game in three steps, without script", async () => {
  const { page, close } = await visit(browser, SITE, { size: DESKTOP, script: false });
  await page.fill(".find input", "sidapa");
  await Promise.all([page.waitForNavigation(), page.press(".find input", "Enter")]);
  await Promise.all([page.waitForNavigation(), page.click('main a[href="/players/Sidapa"]')]);
  const third = page.locator(".records tbody tr").nth(2).locator('a[href^="/games/"]');
  await Promise.all([page.waitForNavigation(), third.click()]);
  assert.match(page.url(), /\/games\/[0-9a-z]{16}(\?|$)/);
  assert.match(await page.textContent("main"), /Sidapa/);
  await close();
});

test("on a phone the menu opens and closes without script, and games take two lines each", async () => {
  const { page, close } = await visit(browser, `${SITE}/games?month=2026-05`, { size: PHONE, script: false });
  await page.click(".menu-button");
  assert.equal(await page.isVisible("#site-menu a[href='/players']"), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("#site-menu a[href='/players']"), false);
  const heights = await page.evaluate(() => [...document.querySelectorAll(".records tbody tr")].map((row) => row.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) < 100, `${Math.max(...heights)} px`);
  await close();
});
