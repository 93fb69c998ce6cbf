// The computer's analysis in a real browser: asked for on a replay, learned from, and summed up for a player.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, accessibilityFaults, isTooWide, startBrowser, tabTo, visit } from "./browser.mjs";
import { press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

let browser, service, page, game, learn, lessons;

/** In its one game White challenges with the Flag in the second move, which is a blunder whatever stands there. */
before(async () => {
  browser = await startBrowser();
  service = await startService({ files: ["blunder.ggn"] });
  const list = await (await fetch(`${service.url}/api/v1/games`)).json();
  game = `/games/${list.games[0].id}`;
  learn = `${game}/learn?side=white`;
  page = await signUp(browser, service.url, "Diwata", DESKTOP);
});

after(async () => {
  await browser.close();
  await service.stop();
});

const main = (of = page) => of.locator("main").innerText();

/** Dark and light, the page fits and axe finds nothing. */
async function looksWell(of, name) {
  for (const colorScheme of ["dark", "light"]) {
    await of.emulateMedia({ colorScheme });
    assert.equal(await isTooWide(of), false, `${name} ${colorScheme}`);
    assert.deepEqual(await accessibilityFaults(of), [], `${name} ${colorScheme}`);
    if (process.env.LOOK) await of.screenshot({ path: `${process.env.LOOK}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

test("a reader has a game analyzed, sees the graph and goes to a mistake by keyboard", async () => {
  await page.goto(`${service.url}${game}?ply=0&view=revealed`);
  await page.locator("#tab-analysis").click();
  await press(page, `form[action="${game}/analysis"] button`);
  const until = Date.now() + 120_000;
  while (!(await page.locator('a[href*="/learn?side="]').count())) {
    assert.ok(Date.now() < until, "it is analyzed in time");
    await page.waitForTimeout(200);
    await page.goto(`${service.url}${game}#analysis`);
  }
  assert.ok(await page.locator("#analysis svg .truth, .truth").count(), "there is a graph");
  const marked = page.locator('#analysis a[href*="ply="]').first();
  await tabTo(page, '#analysis a[href*="ply="]');
  const ply = new URL(await marked.getAttribute("href"), page.url()).searchParams.get("ply");
  await page.keyboard.press("Enter");
  await page.waitForFunction((wanted) => new URL(location.href).searchParams.get("ply") === wanted, ply);
});

test("an analysis that is ready comes in its place: tab and move stay", async () => {
  const { page: own, problems, close } = await visit(browser, `${service.url}${game}?ply=0&view=revealed`);
  const where = `${service.url}${game}?ply=2&view=revealed`;
  // The page as it is while the computer is at work.
  await own.route(where, async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const answer = await route.fetch();
    const page = await answer.text();
    const script = /\/static\/\w+\/js\//.exec(page)[0];
    const waits = `<p id="analysis-waits" data-game="${game.split("/").pop()}">Waiting</p><script type="module" src="${script}replay/analysis.js"></script></section>`;
    return route.fulfill({ response: answer, body: page.replace(/(<section class="pane analysis" id="analysis">)[^]*?<\/section>/, `$1${waits}`) });
  });
  await own.goto(where);
  await own.locator("#tab-analysis").click();
  assert.equal(await own.locator("#analysis svg").count(), 0);
  await own.evaluate(() => { document.body.dataset.stays = "true"; });
  const address = own.url();
  await own.waitForSelector("#analysis svg", { timeout: 20_000 });
  assert.equal(await own.locator("#analysis-waits").count(), 0);
  assert.equal(await own.locator("body[data-stays]").count(), 1, "the page is the same");
  assert.equal(await own.locator("#tab-analysis").getAttribute("aria-selected"), "true");
  assert.ok(await own.locator("#analysis").isVisible());
  assert.equal(own.url(), address);
  assert.deepEqual(problems, []);
  await close();
});

test("the first view of an analyzed replay weighs less than 100 kB", async () => {
  const { page: own, bytes, close } = await visit(browser, `${service.url}${game}?ply=0&view=revealed`, { size: { width: 1280, height: 900 } });
  assert.ok(await own.locator("#analysis svg").count(), "it is analyzed");
  console.log(`an analyzed replay: ${bytes()} bytes on the wire, limit 100000`);
  assert.ok(bytes() > 20_000 && bytes() < 100_000, `${bytes()}`);
  await close();
});

test("tables of a player's analyses stand on a phone without scrolling sideways", async () => {
  const replay = await (await fetch(`${service.url}/api/v1${game}/replay`)).json();
  for (const locale of ["en", "fil"]) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale });
    const own = await context.newPage();
    await own.goto(`${service.url}/players/${replay.players.white.handle}/analysis`);
    const tables = await own.locator("main .scroll").evaluateAll((all) => all.map((one) => [one.scrollWidth, one.clientWidth]));
    assert.ok(tables.length > 0, "there are tables");
    for (const [needs, has] of tables) assert.ok(needs <= has, `${needs} in ${has}`);
    await context.close();
  }
});

test("who gets a task wrong may try again, finds the move by keyboard, or gives up", async () => {
  await page.goto(service.url + learn);
  assert.doesNotMatch(await main(), /What would have followed/, "it tells nothing yet");
  const analysis = await (await fetch(`${service.url}/api/v1${game}/analysis`)).json();
  const marked = analysis.plies.find((one) => one.judgement && one.color === "white");
  const [from, to] = marked.best.split(/[-x]/);

  // What was played is the mistake itself.
  const played = marked.ply === 1 ? ["f3", "f4"] : ["f4", "f5"];
  await press(page, `#board .pieces a[href*="${played[0]}"]`);
  await press(page, `.review-presses a[href*="${played[1]}"]`);
  assert.doesNotMatch(await main(), /What would have followed/, "a mistake does not pass");
  await press(page, "main .deeds a.button.primary");

  await tabTo(page, `#board .pieces a[href*="${from}"]`);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await tabTo(page, `.review-presses a[href*="${to}"]`);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(await main(), /is the best move/);

  await page.goto(service.url + learn);
  await press(page, 'main .deeds a[href*="show"]');
  assert.match(await main(), /What would have followed/);
  assert.match(await main(), new RegExp(`The best move is ${from}[-–x]${to}`));
  assert.equal(await page.locator(".variation-marks .target").count(), 1, "the board shows where it goes");
});

test("replay, task and summary fit every screen, and work without script", async () => {
  const replay = await (await fetch(`${service.url}/api/v1${game}/replay`)).json();
  lessons = `/players/${replay.players.white.handle}/analysis`;
  for (const { size, locale, name } of ALL_LOOKS) {
    const context = await browser.newContext({ viewport: size, locale, javaScriptEnabled: true });
    const own = await context.newPage();
    for (const [part, address] of [["replay", `${game}?ply=2&view=revealed#analysis`], ["task", learn], ["told", `${learn}&show=1`], ["lessons", lessons]]) {
      const answer = await own.goto(service.url + address);
      assert.equal(answer.status(), 200, address);
      await looksWell(own, `${part}-${name.replaceAll(" ", "-")}`);
    }
    await context.close();
  }
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(`${service.url}${game}`);
  await bare.locator('#analysis a[href*="ply="]').first().click();
  assert.match(bare.url(), /ply=\d/);
  await bare.goto(service.url + learn);
  await bare.locator("#board .pieces a").first().click();
  assert.match(await main(bare), /Where to\?/);
  await context.close();
});
