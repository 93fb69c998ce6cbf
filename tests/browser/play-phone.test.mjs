// A live game on a phone, upright and on its side: what is to be pressed is in sight, and nothing covers it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, isTooWide, startBrowser } from "./browser.mjs";
import { boardIsReady, deploy, middle, press, somebody, visitor } from "./game.mjs";
import { firstGame, SITE } from "./site.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

const GAMES = ["salpakan", "three-generals"];

/** A visitor with the white pieces against the computer, once the board is there. */
async function playing(game, options = {}) {
  const page = await visitor(browser, { viewport: PHONE, hasTouch: true, ...options });
  await page.goto(`${SITE}/play/computer${game === "salpakan" ? "" : `?game=${game}`}`);
  await page.selectOption('main [name="color"]', "white");
  await press(page, "main form .primary");
  if (game === "salpakan") await deploy(page);
  else await page.click('form:has([value="ready"]) button');
  await boardIsReady(page);
  return page;
}

/** What of these cannot be pressed as it is, without scrolling: out of sight, or under something else. */
const covered = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9]].map(([x, y]) => document.elementFromPoint(left + x * width, top + y * height));
        return !points.every((there) => there && one.contains(there));
      })
      .map((one) => one.textContent.trim() || one.getAttribute("aria-label")),
  );

for (const game of GAMES) {
  test(`a question and the end of a game of ${game} are not covered by the bar`, { timeout: 60_000 }, async () => {
    const page = await playing(game);
    await page.click('#acts a[href$="ask=resign"]');
    await page.waitForSelector("#question");
    assert.deepEqual(await covered(page, "#question ~ .deeds :is(a, button)"), []);
    await page.click("#question ~ .deeds button");
    await page.waitForSelector("#end");
    assert.ok((await page.locator("#end .deeds :is(a, button)").count()) >= 4);
    assert.deepEqual(await covered(page, "#end :is(a, button)"), []);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

for (const size of [{ width: 740, height: 360 }, { width: 568, height: 320 }]) {
  for (const game of GAMES) {
    test(`on its side, at ${size.width} × ${size.height}, a phone shows all of a game of ${game}`, { timeout: 60_000 }, async () => {
      const page = await playing(game);
      await page.setViewportSize(size);
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll("#table, .slot .who, .slot .clock, #said, .bar :is(a, button)")]
          .filter((one) => one.checkVisibility())
          .filter((one) => { const box = one.getBoundingClientRect(); return box.top < 0 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1; })
          .map((one) => one.id || one.textContent.trim()),
      );
      assert.deepEqual(outside, []);
      assert.deepEqual(await covered(page, "#table, .bar :is(a, button)"), []);
      const board = await page.locator("#table").boundingBox();
      assert.ok(board.height >= 0.8 * size.height, `the board is ${board.height} high`);
      assert.equal(await isTooWide(page), false);
      await page.click('#acts a[href$="ask=resign"]');
      await page.waitForSelector("#question");
      assert.deepEqual(await covered(page, "#question ~ .deeds :is(a, button), #table"), []);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }

  test(`on its side, at ${size.width} × ${size.height}, a phone shows all that one deploys with`, async () => {
    const page = await visitor(browser, { viewport: size, hasTouch: true });
    await page.goto(`${SITE}/play/computer`);
    await press(page, "main form .primary");
    await page.locator("#deploy").evaluate((one) => one.scrollIntoView());
    await page.waitForSelector(".stock");
    await page.locator("#deploy").evaluate((one) => one.scrollIntoView());
    assert.deepEqual(await covered(page, ".deploy-board .cell, .stock, .deploy-tools button"), []);
    assert.equal(await isTooWide(page), false);
    await page.context().close();
  });
}

test("on its side a phone shows all of a replay's board, and its buttons beside it", async () => {
  const page = await visitor(browser, { viewport: { width: 740, height: 360 }, hasTouch: true });
  await page.goto(SITE + (await firstGame("?termination=flag-captured")));
  assert.deepEqual(await covered(page, "#board, .bar :is(a, button)"), []);
  const board = await page.locator("#board").boundingBox();
  assert.ok(board.y >= 0 && board.y + board.height <= 361, JSON.stringify(board));
  await page.context().close();
});

for (const locale of ["en", "fil"]) {
  test(`the bar of a phone holds its buttons, in ${locale}`, { timeout: 60_000 }, async () => {
    for (const game of GAMES) {
      const page = await playing(game, { locale });
      const bad = await page.locator(".bar :is(a, button)").evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({ name: one.textContent.trim(), box: one.getBoundingClientRect(), inside: one.scrollWidth <= one.clientWidth + 1 }))
          .filter(({ box, inside }) => !inside || box.left < 0 || box.right > innerWidth || box.width < 44 || box.height > 64)
          .map(({ name, box, inside }) => `${name}: ${box.left} to ${box.right}, ${box.height} high, ${inside}`),
      );
      assert.deepEqual(bad, [], game);
      assert.equal(await page.locator(".bar button#abort, .bar a[href$='ask=abort']").count(), 0);
      await page.context().close();
    }
  });

  test(`a phone without connection shows it beside what is said, and what is not sent yet, in ${locale}`, { timeout: 60_000 }, async () => {
    const page = await playing("three-generals", { locale });
    const apart = () =>
      page.evaluate(() => {
        const [line, said] = ["line", "said"].map((id) => document.getElementById(id));
        const range = document.createRange();
        range.selectNodeContents(said);
        const words = [...range.getClientRects()].filter((box) => box.width > 0);
        const { left, right, top, bottom } = line.getBoundingClientRect();
        return words.every((box) => box.right <= left || box.left >= right || box.bottom <= top + 1 || box.top >= bottom - 1);
      });
    const board = await page.locator("#table").boundingBox();
    await page.context().setOffline(true);
    await page.waitForSelector('#line[data-state="lost"]');
    assert.ok(await apart());
    assert.deepEqual(await page.locator("#table").boundingBox(), board, "nothing moves the board");
    const [mv] = (await page.getAttribute("#table", "data-moves")).split(" ");
    for (const square of [mv.slice(0, 2), mv.slice(3, 5)]) await page.mouse.click(...(await middle(page, square)));
    await page.waitForFunction((words) => document.getElementById("said").textContent.includes(words), locale === "en" ? "not sent yet" : "Hindi pa naipapadala");
    assert.ok(await apart());
    await page.context().setOffline(false);
    await page.waitForFunction(() => Number(document.querySelector("#table").dataset.number) > 1, null, { timeout: 20_000 });
    await page.waitForFunction(() => !/not sent yet|Hindi pa naipapadala/.test(document.getElementById("said").textContent));
    await page.context().close();
  });
}

test("set-up with pieces in hand says how many, and how to place them by tapping", async () => {
  const page = await visitor(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(`${SITE}/play/computer`);
  assert.equal(await page.locator('main a[href="/rules"]').count(), 1);
  await press(page, "main form .primary");
  await page.waitForSelector(".stock");
  assert.match(await page.locator(".deploy .taps").innerText(), /Tap a piece/);
  assert.equal(await page.locator(".deploy .keys").isVisible(), false);
  assert.equal(await page.locator('#deployment a[href="/rules"]').count(), 1);
  await page.locator("#deployment .primary").click();
  assert.match(await page.locator(".deploy-check .state").innerText(), /Still in hand: 21/);
  assert.ok(await page.locator(".deploy-check .state").evaluate((one) => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }));
  await page.locator(".stock").first().tap();
  await page.locator(".deploy-board .cell").first().tap();
  assert.match(await page.locator(".deploy-check .state").innerText(), /Still to place: 20/);
  await page.context().close();
});

test("quick pairing has a box to tick as large as others, beside its words", async () => {
  const page = await somebody(browser, "Kawit", { viewport: PHONE });
  await page.goto(`${SITE}/play`);
  assert.ok((await page.locator('.now a[href="/rules"]').count()) === 1);
  const box = await page.locator('.quick [name="rated"]').boundingBox();
  const label = await page.locator(".quick .check").boundingBox();
  const words = await page.locator(".quick .check").evaluate((one) => { const range = document.createRange(); range.selectNodeContents(one.lastChild); return range.getBoundingClientRect().toJSON(); });
  assert.ok(box.width <= 28 && box.height <= 28, JSON.stringify(box));
  assert.ok(words.left - (box.x + box.width) < 16 && words.top < box.y + box.height && words.bottom > box.y, JSON.stringify({ box, words }));
  assert.ok(label.height >= 44);
  await page.context().close();
});
