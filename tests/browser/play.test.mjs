// A game on two browsers while a third looks on: deployed by the board's own button, played by tapping, dragging and the
// keyboard, and shown to everybody at once without anybody asking for the page again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, startBrowser } from "./browser.mjs";
import { SITE } from "./site.mjs";

const PASSWORD = "tatlong bibe sa ilog";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

async function somebody(name, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${SITE}/sign-up`);
  await page.fill('main [name="name"]', name);
  await page.fill('main [name="password"]', PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  return page;
}

async function deploy(page) {
  await page.click('#deploy [data-tool="random"]');
  await Promise.all([page.waitForNavigation(), page.click("#deployment .primary")]);
}

/** The middle of a square on the screen. */
function middle(page, square) {
  return page.evaluate((name) => {
    const table = document.getElementById("table");
    const flipped = table.dataset.flipped === "true";
    const [file, row] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
    const [x, y] = flipped ? [8 - file, row] : [file, 7 - row];
    const point = new DOMPoint(24 + x * 70 + 35, 24 + y * 70 + 35).matrixTransform(table.getScreenCTM());
    return [point.x, point.y];
  }, square);
}

const plies = (page) => page.locator(".plies .ply").count();
const until = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".plies .ply").length === wanted, count);
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
      }, square)).map((line) => 28 + line * 70);
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
  const names = ["Bulusan", "Banahaw", "Biliran"].map((name) => `${name} ${"abcdefgh"[process.pid % 8]}`);
  const [ana, ben, cora] = [await somebody(names[0]), await somebody(names[1], { viewport: PHONE }), await somebody(names[2])];
  await ana.goto(`${SITE}/play/new`);
  await Promise.all([ana.waitForNavigation(), ana.click("main form .primary")]);
  await ben.goto(`${SITE}/play`);
  await Promise.all([ben.waitForNavigation(), ben.locator("li", { hasText: names[0] }).locator("button").first().click()]);
  const address = ben.url();
  await ana.waitForURL(address);
  await cora.goto(address);
  await deploy(ana);
  await deploy(ben);
  for (const page of [ana, ben, cora]) await page.waitForSelector("#table");
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
