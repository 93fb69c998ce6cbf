// Pages on paper: the content whole and black on white, nothing to press.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, colorFaults, startBrowser, visit } from "./browser.mjs";
import { everyPage, firstGame, SITE } from "./site.mjs";

const PAPER = { width: 700, height: 990 };

let browser;

before(async () => (browser = await startBrowser()));
after(() => browser.close());

test("no page prints what can only be pressed", async (t) => {
  for (const { name, path } of await everyPage()) {
    await t.test(name, async () => {
      const { page, close } = await visit(browser, SITE + path, { size: PAPER });
      await page.emulateMedia({ media: "print" });
      const pressed = page.locator("button:visible, input:visible, select:visible, .button:visible, .skip:visible, .site-head nav:visible");
      assert.deepEqual(await pressed.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 90))), []);
      await close();
    });
  }
});

test("a replay prints its board, its graveyards and its whole list of moves", async () => {
  const address = SITE + (await firstGame("?termination=flag-captured"));
  for (const size of [PAPER, PHONE]) {
    const { page, close } = await visit(browser, `${address}?ply=40&view=revealed`, { size });
    await page.emulateMedia({ media: "print" });
    const board = await page.locator("#board").boundingBox();
    assert.ok(board.width > 200 && board.height > 150, JSON.stringify(board));
    const cut = await page.locator(".moves").evaluate((list) => list.scrollHeight > list.clientHeight + 1);
    assert.equal(cut, false, "the list is not cut off");
    assert.ok(await page.locator(".moves a").last().isVisible());
    assert.ok(await page.locator("#said").isVisible());
    assert.ok((await page.locator(".graveyard .piece:visible").count()) > 0);
    await close();
  }
});

test("who reads in the dark prints on white paper all the same", async () => {
  const { page, close } = await visit(browser, SITE + (await firstGame("?termination=flag-captured")), { size: PAPER });
  await page.locator('button[name="theme"][value="dark"]').click();
  await page.waitForLoadState();
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const papers = await page.locator("body, .card").evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  for (const paper of papers) assert.match(paper, /rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/);
  const pale = (await colorFaults(page)).filter((fault) => fault.startsWith("color-contrast"));
  assert.deepEqual(pale, []);
  await close();
});
