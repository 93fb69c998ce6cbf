// A game on two browsers while a third looks on: deployed by the board's own button, played by tapping, dragging and the
// keyboard, and shown to everybody at once without anybody asking for the page again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, startBrowser } from "./browser.mjs";
import { begin, meet, middle, plies, somebody, until } from "./game.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

const firstMove = (page) => page.evaluate(() => document.getElementById("table").dataset.moves.split(" ")[0].split("-"));

const BY = {
  async tapping(page, from, to) {
    for (const square of [from, to]) await page.mouse.click(...(await middle(page, square)));
  },
  async dragging(page, from, to) {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, to)), { steps: 4 });
    await page.mouse.up();
  },
  async keys(page, from, to) {
    await page.focus("#table");
    const at = () => page.evaluate(() => {
      const mark = document.querySelector("#aims .cursor");
      return mark ? [Number(mark.getAttribute("x")), Number(mark.getAttribute("y"))] : null;
    });
    const go = async (square) => {
      const goal = (await page.evaluate((name) => {
        const flipped = document.getElementById("table").dataset.flipped === "true";
        const [file, row] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
        return flipped ? [8 - file, row] : [file, 7 - row];
      }, square)).map((line) => 10 + line * 70);
      await page.keyboard.press("ArrowUp");
      for (let step = 0; step < 20; step += 1) {
        const [x, y] = await at();
        if (x === goal[0] && y === goal[1]) break;
        await page.keyboard.press(x < goal[0] ? "ArrowRight" : x > goal[0] ? "ArrowLeft" : y < goal[1] ? "ArrowDown" : "ArrowUp");
      }
      await page.keyboard.press("Enter");
    };
    await go(from);
    await go(to);
  },
};

test("two play by tapping, dragging and keys, and a third sees each ply and no rank", { timeout: 60_000 }, async () => {
  const [ana, ben, cora] = [await somebody(browser, "Bulusan"), await somebody(browser, "Banahaw", { viewport: PHONE }), await somebody(browser, "Biliran")];
  await cora.goto(await meet(ana, ben));
  await begin(ana, ben);
  await cora.waitForSelector("#table");
  for (const [number, way] of Object.keys(BY).entries()) {
    const yours = await ana.waitForFunction(() => document.getElementById("table")?.dataset.moves, null, { timeout: 2000 }).then(() => true, () => false);
    const mover = yours ? ana : ben;
    const [from, to] = await firstMove(mover);
    await BY[way](mover, from, to);
    for (const page of [ana, ben, cora]) await until(page, number + 1);
    assert.equal(await plies(cora), number + 1, way);
  }
  const shown = await cora.locator("#table use").evaluateAll((all) => all.map((one) => one.getAttribute("href").split("#")[1]));
  assert.deepEqual([...new Set(shown)], ["rank-hidden"]);
});
