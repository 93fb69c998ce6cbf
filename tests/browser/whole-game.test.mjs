// A whole game in two windows while a third looks on, and the server is killed twice in between: nobody notices more than a
// wait, and the replay afterwards shows all.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, startBrowser } from "./browser.mjs";
import { begin, meet, moves, plies, somebody, tap, until } from "./game.mjs";
import { startService } from "./service.mjs";

/** So many plies are played, and then somebody resigns. */
const LENGTH = 24;

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService();
});

after(async () => {
  await browser.close();
  await service.stop();
});

const isOver = async (page) => (await page.locator("#after").count()) > 0;
const shown = (page) => page.locator("#table .pieces use").evaluateAll((all) => all.map((one) => one.getAttribute("href").split("#")[1]));
const enemies = (page) => page.locator("#table .piece.black use, #table .piece.white use").evaluateAll((all) => all.filter((one) => one.getAttribute("href").endsWith("hidden")).length);

/** The ply that goes forward, where there is one: so pieces meet. */
const chosen = (all, number) => {
  const forward = all.filter((ply) => Math.sign(ply.charCodeAt(4) - ply.charCodeAt(1)) === (number % 2 ? -1 : 1));
  return (forward.length > 0 ? forward : all)[number % (forward.length || all.length)];
};

/** Plays on until so many plies are played, each by whose turn it is; gives whether the game is over before. */
async function playTo(pages, count) {
  for (let number = await plies(pages[0]); ; number += 1) {
    const all = await Promise.any(pages.map(async (page) => {
      await page.waitForFunction((there) => document.querySelector("#after") || (document.querySelectorAll(".plies .ply").length === there && document.getElementById("table").dataset.moves), number);
      return [page, await moves(page)];
    }));
    // Also the last of them may have captured the Flag.
    if (await isOver(all[0])) return true;
    if (number >= count) return false;
    await tap(all[0], chosen(all[1], number));
    for (const page of pages) await until(page, number + 1);
  }
}

test("a game is played to its end over two deaths of the server, and its replay shows all", { timeout: 300_000 }, async () => {
  const site = service.url;
  const [ana, ben, cora] = [await somebody(browser, "Apo", {}, site), await somebody(browser, "Bulkan", { viewport: PHONE }, site), await somebody(browser, "Carillo", {}, site)];
  const address = await meet(ana, ben);
  await cora.goto(address);
  await begin(ana, ben);
  await cora.waitForSelector("#table");
  for (const third of [LENGTH / 3, 2 * LENGTH / 3]) {
    if (await playTo([ana, ben], third)) break;
    await until(cora, third);
    const before = [await shown(ana), await shown(ben), await shown(cora)];
    await service.killed(1500);
    for (const page of [ana, ben, cora]) await page.reload();
    assert.deepEqual([await shown(ana), await shown(ben), await shown(cora)], before, "everybody sees what he saw");
  }
  if (!(await playTo([ana, ben], LENGTH))) {
    await until(cora, LENGTH);
    assert.deepEqual([...new Set(await shown(cora))], ["rank-hidden"], "who watches has seen no rank");
    assert.ok((await enemies(ana)) > 0 && (await enemies(ben)) > 0);
    await ana.click('#live a[href*="ask=resign"]');
    await ana.click("#live .danger");
  }
  for (const page of [ana, ben, cora]) await page.locator('a[href^="/games/"]').first().waitFor();
  const record = await cora.locator('a[href^="/games/"]').first().getAttribute("href");
  await cora.goto(site + record);
  const all = await cora.locator('main use[href*="#rank-"]').evaluateAll((uses) => uses.map((one) => one.getAttribute("href").split("#")[1]));
  assert.ok(all.length >= 30 && !all.includes("rank-hidden"), all.join(" "));
  assert.equal(await cora.locator(".moves a, .plies .ply").count() > LENGTH / 3, true);
  for (const page of [ana, ben, cora]) {
    assert.deepEqual(page.problems.filter((problem) => !/ERR_|Failed to (load|fetch)|net::/.test(problem)), []);
    await page.context().close();
  }
});
