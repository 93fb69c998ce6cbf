// A collection from its first game to what others see of it, and a game played otherwise, by keyboard and by tapping.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, accessibilityFaults, isTooWide, startBrowser, visit } from "./browser.mjs";
import { press, signUp } from "./people.mjs";
import { firstGame, SITE } from "./site.mjs";

let browser, game;

before(async () => {
  browser = await startBrowser();
  game = await firstGame("?termination=flag-captured&min_plies=60");
});

after(() => browser.close());

const sound = async (page, what) => {
  assert.equal(await isTooWide(page), false, what);
  assert.deepEqual(await accessibilityFaults(page), [], what);
};

test("a game goes into a collection from its replay, and its chapters are read in order", async () => {
  const page = await signUp(browser, SITE, "Isabela", PHONE);
  await page.goto(SITE + game);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  if (await page.locator("#tab-game").isVisible()) await page.click("#tab-game");
  await press(page, "a[data-at$='/collect']");
  assert.equal(await page.inputValue("#collect-ply"), "2", "the ply that the replay is at");
  await page.fill("#collect-name", "Two beginnings");
  await page.fill("#collect-title", "The left wing");
  await sound(page, "the form");
  await press(page, "#collect .primary");
  await page.goto(`${SITE}${game}/collect?ply=9`);
  await page.fill("#collect-title", "The right wing");
  await press(page, "#collect .primary");
  await press(page, ".chapters li:nth-child(2) .press button");
  assert.deepEqual(await page.locator(".chapters h3").allTextContents(), ["The right wing", "The left wing"]);
  await press(page, ".press button:text-is('Publish')");
  await sound(page, "one's own collection");
  const there = page.url().split("?")[0];
  const other = await visit(browser, there, { size: PHONE, theme: "dark" });
  await sound(other.page, "a collection");
  await press(other.page, ".chapters a");
  await press(other.page, "a[rel=next]");
  assert.equal(await other.page.textContent("h1"), "The left wing");
  assert.equal(await other.page.inputValue("#slider"), "2");
  await other.page.keyboard.press("ArrowRight");
  assert.equal(await other.page.inputValue("#slider"), "3");
  await sound(other.page, "a chapter");
  assert.deepEqual(other.problems, []);
  await other.close();
  await page.context().close();
});

test("a game is played on by tapping, without a page being loaded", async () => {
  const { page, problems, close } = await visit(browser, `${SITE}${game}/variation?ply=10`, { size: PHONE });
  await page.evaluate(() => { window.stays = true; });
  const pieces = page.locator("#variation .pieces a");
  for (let index = 0; index < await pieces.count() && (await page.locator(".target").count()) === 0; index += 1) {
    await pieces.nth(index).focus();
    await page.keyboard.press("Enter");
    await page.locator(".variation-others").waitFor();
    if ((await page.locator(".target").count()) === 0) await page.getByText("Deselect").click();
  }
  await sound(page, "a piece is chosen");
  await page.locator(".target").first().click();
  await page.waitForURL(/kept=10&line=/);
  await page.getByRole("heading", { name: "Continued from move 10" }).waitFor();
  await page.goBack();
  await page.locator(".variation-others").waitFor();
  assert.equal(await page.evaluate(() => window.stays), true);
  await sound(page, "back");
  assert.deepEqual(problems, []);
  await close();
});
