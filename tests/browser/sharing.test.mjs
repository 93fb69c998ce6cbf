// Passing games on: the panel follows the replay, a frame works on another site, sheet and quiz are sound pages.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { ALL_LOOKS, PHONE, faultsInThisLook, isTooWide, startBrowser, visit } from "./browser.mjs";
import { openReplay } from "./replay-page.mjs";
import { firstGame, SITE } from "./site.mjs";

let browser, game;

before(async () => {
  browser = await startBrowser();
  game = await firstGame("?termination=flag-captured");
});

after(() => browser.close());

test("the panel names the ply and the view that the replay is at, and gives a film that moves", async () => {
  const { page, problems, close } = await openReplay(browser, SITE + game);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.click("a[data-view=white]");
  await page.click("#tab-share");
  await page.waitForFunction(() => document.getElementById("share-link").value.includes("ply=2"));
  const link = await page.inputValue("#share-link");
  assert.equal(link, `${SITE}${game}?ply=2&view=white`);
  assert.ok((await page.inputValue("#share-frame")).includes(`src="${SITE}/embed${game}?ply=2&amp;view=white"`));
  assert.equal(await isTooWide(page), false);
  const film = await fetch(`${SITE}${game}/game.gif?from=0&to=5&size=small`);
  assert.equal(film.headers.get("content-type"), "image/gif");
  assert.deepEqual(problems, []);
  await close();
});

test("a frame on another site steps on without a cookie", async () => {
  // Another port is another origin.
  const body = `<!doctype html><title>x</title><iframe src="${SITE}/embed${game}?ply=3&theme=dark" width="340" height="520"></iframe>`;
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(body));
  await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const frame = page.frameLocator("iframe");
  await frame.locator("[data-go=next]").click();
  await frame.locator("main[data-ply='4']").waitFor();
  await frame.locator("#play").click();
  await frame.locator("main[data-ply='5']").waitFor();
  assert.deepEqual(await context.cookies(), []);
  await context.close();
  other.close();
});

for (const look of ALL_LOOKS) {
  test(`frame, sheet and quiz are sound at ${look.name}`, async () => {
    for (const path of [`/embed${game}?ply=9`, `${game}/sheet`, "/quiz", "/quiz?a=SP", "/quiz?a=SP.3.-.0.5432&next=1"]) {
      const visited = await visit(browser, SITE + path, look);
      assert.equal(await isTooWide(visited.page), false, path);
      assert.deepEqual(await faultsInThisLook(visited.page), [], path);
      assert.deepEqual(visited.problems, [], path);
      await visited.close();
    }
  });
}

test("frames of a player and of a leaderboard show what has changed, light and dark", async () => {
  for (const [path, part] of [["/embed/players/Sidapa", "#player-card"], ["/embed/leaderboards/rapid", "#leaderboard"]]) {
    for (const theme of ["light", "dark"]) {
      const { page, problems, close } = await visit(browser, `${SITE}${path}?theme=${theme}`);
      assert.equal(await page.locator("html").getAttribute("data-theme"), theme);
      assert.deepEqual(await faultsInThisLook(page), [], `${path} ${theme}`);
      const table = page.locator(`${part} table`);
      const before = await table.innerText();
      await page.route("**/embed/**", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replace("<tbody>", "<tbody><tr><th>Newcomer</th></tr>") });
      });
      // A frame that becomes visible asks at once.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await page.waitForFunction((part) => document.querySelector(part).innerText.includes("Newcomer"), part);
      assert.equal((await table.innerText()).includes(before.split("\n")[0]), true, "the rest stays");
      assert.deepEqual(problems, []);
      await close();
    }
  }
});

test("an answer stands beside its board, on which the challenged piece is turned over", async () => {
  const { page, problems, close } = await visit(browser, `${SITE}/quiz?a=SP`);
  const board = await page.locator(".quiz .board").boundingBox();
  const answer = await page.locator(".chances").boundingBox();
  assert.ok(answer.x >= board.x + board.width && answer.y < board.y + board.height, JSON.stringify({ board, answer }));
  const hidden = await page.locator(".quiz .piece [href$='#rank-hidden']").count();
  await page.goto(`${SITE}/quiz`);
  assert.equal(await page.locator(".quiz .piece [href$='#rank-hidden']").count(), hidden + 1);
  assert.deepEqual(problems, []);
  await close();
});

test("days in a row are counted on the device, from today's finished quiz", async () => {
  const { page, problems, close } = await visit(browser, `${SITE}/quiz`);
  const done = `${SITE}/quiz?a=SP.3.-.0.5432&next=1`;
  const streak = page.locator("#streak");
  const keep = (value) => page.evaluate((value) => localStorage.setItem("quiz-streak", value), value);
  const before = (days) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  assert.equal(await streak.isVisible(), false);
  await page.goto(done);
  assert.match(await streak.textContent(), /row: 1\. Best: 1/);
  await page.reload();
  assert.match(await streak.textContent(), /row: 1\. Best: 1/, "the same day counts once");
  await keep(JSON.stringify({ last: before(1), days: 6, best: 9 }));
  await page.goto(`${SITE}/quiz`);
  assert.match(await streak.textContent(), /row: 6\. Best: 9/, "it can still go on today");
  await page.goto(done);
  assert.match(await streak.textContent(), /row: 7\. Best: 9/);
  await keep(JSON.stringify({ last: before(2), days: 6, best: 9 }));
  await page.goto(done);
  assert.match(await streak.textContent(), /row: 1\. Best: 9/, "a missed day begins anew");
  await keep("nonsense");
  await page.goto(done);
  assert.match(await streak.textContent(), /row: 1\. Best: 1/);
  assert.deepEqual(problems, []);
  await close();
});
