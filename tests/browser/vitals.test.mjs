// What a visitor on a slow phone waits for (Core Web Vitals): 1.6 Mbit/s, 150 ms to the server, a processor
// four times slower. The times are printed, because a debug build on a busy machine says little of them; that
// nothing moves is asserted.
//   cargo build --release && TESTED_ADJUTANT=target/release/adjutant npm --prefix tests/browser test vitals.test.mjs

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, startBrowser, visit } from "./browser.mjs";
import { startService } from "./service.mjs";
import { SITE, firstGame } from "./site.mjs";

const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWER = 4;

let browser;
/** A service that holds one game of Three Generals, of 200 plies, and the address of its replay. */
let longGames, longReplay;

before(async () => {
  browser = await startBrowser();
  longGames = await startService({ files: ["three-generals-200-plies.ggn"] });
  const { games } = await (await fetch(`${longGames.url}/api/v1/games`)).json();
  longReplay = `${longGames.url}/games/${games[0].id}`;
});
after(async () => {
  await browser.close();
  await longGames.stop();
});

/** Opens a page as a slow phone does, with an empty cache. */
async function slowly(path) {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: "en" });
  await context.addInitScript(watchVitals);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const answer = await page.goto(new URL(path, SITE).href, { waitUntil: "load" });
  assert.equal(answer.status(), 200, path);
  await page.waitForTimeout(300);
  return { page, vitals: () => page.evaluate(() => window.vitals), close: () => context.close() };
}

function watchVitals() {
  window.vitals = { lcp: 0, cls: 0, inp: 0 };
  const watch = (type, take, more = {}) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (entry) => (window.vitals.lcp = entry.startTime));
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) window.vitals.cls += entry.value; });
  watch("event", (entry) => { if (entry.interactionId) window.vitals.inp = Math.max(window.vitals.inp, entry.duration); }, { durationThreshold: 16 });
}

/** What is done on each page, and how its name is printed. */
const VISITS = [
  ["the front page", () => "/", async (page) => page.click("summary, .bar button:visible, button:visible")],
  [
    "a replay",
    () => firstGame("?termination=flag-captured"),
    async (page) => {
      for (let step = 0; step < 8; step += 1) await page.tap('[data-go="next"]');
      for (let step = 0; step < 8; step += 1) await page.keyboard.press("ArrowRight");
      await page.tap('[data-view="white"]');
    },
  ],
  [
    "a replay of Three Generals",
    () => longReplay,
    async (page) => {
      for (let step = 0; step < 8; step += 1) await page.tap('[data-go="next"]');
      for (let step = 0; step < 8; step += 1) await page.keyboard.press("ArrowRight");
    },
  ],
  ["a leaderboard", () => "/leaderboards/rapid", async (page) => page.fill("main input", "Ana")],
  ["the players", () => "/players", async (page) => page.fill("main input", "Ana")],
  ["an event", () => "/events", async () => {}],
  ["the lobby", () => "/play", async () => {}],
];

for (const [name, path, act] of VISITS) {
  test(`nothing moves while ${name} loads on a slow phone`, { timeout: 60_000 }, async () => {
    const { page, vitals, close } = await slowly(await path());
    await act(page);
    await page.waitForTimeout(400);
    const { lcp, cls, inp } = await vitals();
    console.log(`${name}: LCP ${Math.round(lcp)} ms, INP ${Math.round(inp)} ms, CLS ${cls.toFixed(3)}`);
    assert.ok(lcp > 0, "something was painted");
    assert.ok(cls < 0.001, `shifts by ${cls}`);
    await close();
  });
}

test("a replay of Three Generals of 200 plies is as small as any replay", async () => {
  const { page, bytes, shifts, close } = await visit(browser, longReplay, { size: DESKTOP });
  console.log(`${bytes()} bytes on the wire, limit 70000`);
  assert.ok(bytes() > 20_000 && bytes() <= 70_000, `${bytes()}`);
  assert.equal(await shifts(), 0);
  assert.equal(await page.locator("#moves a, .moves a").count() >= 200, true, "all its plies are there");
  await close();
});
