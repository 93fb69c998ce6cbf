// The replay of a game of Three Generals: found from the list, gone through by links alone, with hands, Stone and turned pieces.
//
// LOOK=dir keeps pictures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, faultsInThisLook, isTooWide, startBrowser, tabTo, visit } from "./browser.mjs";
import { startService } from "./service.mjs";

let browser, service, replay;

before(async () => {
  browser = await startBrowser();
  service = await startService({ files: ["three-generals.ggn"] });
  const { games } = await (await fetch(`${service.url}/api/v1/games?ruleset=three-generals`)).json();
  assert.equal(games.length, 1);
  replay = `/games/${games[0].id}`;
});

after(async () => {
  await browser.close();
  await service.stop();
});

for (const { size, locale, name } of ALL_LOOKS) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the replay is sound at ${name}, ${colorScheme}`, async () => {
      const context = await browser.newContext({ viewport: size, locale, colorScheme });
      const page = await context.newPage();
      await page.goto(`${service.url}${replay}?ply=10`);
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/three-generals-${size.width}-${colorScheme}.png`, fullPage: true });
      assert.deepEqual(await faultsInThisLook(page), []);
      assert.equal(await isTooWide(page), false);
      await context.close();
    });
  }
}

test("from the list of games a reader goes through the game by the keyboard and without script", async () => {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/games`);
  await page.locator(`a[href^="${replay}"]`).first().click();
  assert.equal(await page.locator("#board .piece").count(), 42);
  await page.locator('a[data-go="next"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/ply=1/);
  assert.match(await page.locator(".said").innerText(), /^1\. e3-e4$/);
  await page.locator('a[data-go="last"]').click();
  await page.waitForURL(/ply=10/);
  // Black's Jeweled General was shot: what he commands is Stone.
  assert.equal(await page.locator("#board .piece.black.stone").count(), 3);
  assert.match(await page.locator('#board [aria-label*="Queen on e9"], #board [aria-label*="Queen, e9"]').first().getAttribute("aria-label"), /Stone$/);
  assert.match(await page.locator("#seat-black + .hand svg").first().getAttribute("aria-label"), /Pawn in hand/);
  assert.equal(await page.locator('#moves a[aria-current="true"]').innerText(), "P@e3");
  for (const [file, type] of [["game.ggn", "[Game \"three-generals\"]"], ["game.json", "\"game\":\"three-generals\""]]) {
    assert.ok((await (await fetch(`${service.url}${replay}/${file}`)).text()).includes(type), file);
  }
  await context.close();
});

test("pages that feature a game stand where all games are of this kind", async () => {
  const { id } = (await (await fetch(`${service.url}/api/v1/games`)).json()).games[0];
  for (const page of ["/", "/games", "/players/Lakandula", "/events/open", "/leaderboards/three-generals", `/search?q=${id}`]) {
    assert.equal((await fetch(service.url + page)).status, 200, page);
  }
});

test("no room for hidden ranks knows the game", async () => {
  for (const room of ["variation", "reviews/new"]) {
    const { status } = await fetch(`${service.url}${replay}/${room}`, { redirect: "manual" });
    assert.ok(status === 404 || status === 303, `${room}: ${status}`);
  }
  const text = await (await fetch(service.url + replay)).text();
  for (const room of ["/variation", "/formations", "/quiz", "view="]) assert.ok(!text.includes(`${replay}${room}`), room);
});
