// The rules of Three Generals: sound in all looks, and read by the keyboard alone.
//
// LOOK=dir keeps pictures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, faultsInThisLook, isTooWide, startBrowser, tabTo } from "./browser.mjs";
import { startService } from "./service.mjs";

const RULES = "/rules/three-generals";

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService({ files: ["three-generals.ggn"] });
});

after(async () => {
  await browser.close();
  await service.stop();
});

for (const { size, locale, name } of ALL_LOOKS) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the rules are sound at ${name}, ${colorScheme}`, async () => {
      const context = await browser.newContext({ viewport: size, locale, colorScheme });
      const page = await context.newPage();
      await page.goto(service.url + RULES);
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/three-generals-rules-${size.width}-${colorScheme}.png`, fullPage: true });
      assert.deepEqual(await faultsInThisLook(page), []);
      assert.equal(await isTooWide(page), false);
      await context.close();
    });
  }
}

test("every board is drawn, although its squares are in the page once", async () => {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(service.url + RULES);
  const boards = await page.locator(".diagrams svg.board").evaluateAll(boards => boards.map(board => {
    const own = board.querySelector("#empty-board, use[href='#empty-board']");
    return own ? Math.round(own.getBoundingClientRect().width / board.getBoundingClientRect().width * 100) : 0;
  }));
  assert.equal(boards.length, 19);
  assert.deepEqual([...new Set(boards)], [100]);
  // A square of row 4, which is empty on the boards of the set-up's chapter and of the next, has the same colour on both.
  const middle = async id => {
    const board = page.locator(`#${id} svg.board`).first();
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    const clip = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height * 0.61), width: 4, height: 4 };
    return (await page.screenshot({ clip })).toString("base64");
  };
  assert.equal(await middle("board"), await middle("generals"));
  await context.close();
});

test("from the rules of Salpakan the keyboard leads to a list of legal moves", async () => {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  const page = await context.newPage();
  await page.goto(`${service.url}/rules`);
  await tabTo(page, `a.way[href="${RULES}"]`);
  await page.keyboard.press("Enter");
  await page.waitForURL(service.url + RULES);
  await tabTo(page, "#pieces details summary");
  await page.keyboard.press("Enter");
  const moves = page.locator("#pieces details").first().locator("code");
  assert.deepEqual(await moves.allInnerTexts(), ["e4xd5", "e4-e5"]);
  await context.close();
});

