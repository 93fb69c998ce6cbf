// The pages on which games are played, at each stage of a game, as players and as somebody who looks on: readable by
// everybody at both sizes, in both themes and both languages, and reached by the keyboard alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, faultsInThisLook, isTooWide, keyboardWalk, startBrowser } from "./browser.mjs";
import { begin, deploy, meet, playOn, somebody } from "./game.mjs";
import { SITE } from "./site.mjs";

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

/** Looks at what a page shows now, at both sizes and in both themes. */
async function sound(page, what) {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    assert.equal(await isTooWide(page), false, `${what}: wider than ${size.width}px`);
    assert.deepEqual(await faultsInThisLook(page), [], `${what}, ${size.width}px`);
  }
}

/** The keyboard comes to everything on the page. */
async function walked(page, what) {
  await page.reload();
  const stops = await keyboardWalk(page);
  assert.deepEqual(stops.missed, [], `${what}: not reached`);
  assert.deepEqual(stops.filter((stop) => stop.unseen).map((stop) => stop.text), [], `${what}: a focus that cannot be seen`);
}

for (const locale of ["en", "fil"]) {
  test(`every stage of a game is sound in ${locale}`, { timeout: 240_000 }, async () => {
    const [ana, ben, cora] = [await somebody(browser, `Mayon ${locale}`, { locale }), await somebody(browser, `Makiling ${locale}`, { locale }), await somebody(browser, `Mariveles ${locale}`, { locale })];
    const address = await meet(ana, ben);
    await sound(ana, "deploying");
    await cora.goto(address);
    await sound(cora, "looking on while both deploy");
    await deploy(ben);
    await sound(ben, "waiting");
    const [first, second] = await begin(ana, ben);
    for (let number = 0; number < 4; number += 1) await playOn(number % 2 === 0 ? first : second);
    await first.goto(`${address}?from=${(await first.evaluate(() => document.getElementById("table").dataset.moves)).slice(0, 2)}`);
    await sound(first, "a piece is chosen");
    await walked(first, "one's turn");
    await second.locator('#live form:has([value="offer"]) button').click();
    await first.waitForSelector("#live .notice");
    await sound(first, "a draw is offered");
    await cora.goto(address);
    await sound(cora, "looking on");
    await walked(cora, "looking on");
    await cora.goto(`${SITE}/play/watch`);
    await sound(cora, "games to watch");
    await first.goto(`${SITE}/play`);
    await sound(first, "the lobby with a game");
    await first.goto(`${address}/report`);
    await sound(first, "reporting the opponent");
    await second.goto(`${address}?ask=resign`);
    await sound(second, "resigning is asked about");
    await second.locator("#live .danger").click();
    await second.waitForSelector("#after a.primary");
    await sound(second, "ended");
    await walked(second, "ended");
    for (const page of [ana, ben, cora]) {
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  });
}
