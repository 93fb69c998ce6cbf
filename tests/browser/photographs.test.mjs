// The main pages as they were photographed, so that a change of their looks is seen in review:
//   PHOTOGRAPHS=write npm --prefix tests/browser test photographs.test.mjs
// takes them anew. What differs is laid into target/photographs.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startBrowser } from "./browser.mjs";
import { difference, photograph } from "./photographs.mjs";
import { startService } from "./service.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const KEPT = join(here, "photographs");
const DIFFERENT = join(here, "../../target/photographs");
const HOW = "if this is meant: PHOTOGRAPHS=write npm --prefix tests/browser test photographs.test.mjs; look at the pictures";

/** The share of points that may differ: a word more or less is seen, the drawing of letters is not. */
const MOST = 0.0015;

const SIZES = { 360: { width: 360, height: 780 }, 1280: { width: 1280, height: 800 } };
const THEMES = ["light", "dark"];

/** Twenty pages, each by its name; `whole` photographs more than the first screen. */
const PAGES = [
  { name: "front", path: "/" },
  { name: "leaderboard", path: "/leaderboards/rapid" },
  { name: "players", path: "/players" },
  { name: "player", path: () => firstLink("/players", '/players/[^/?"]+') },
  { name: "games", path: "/games" },
  { name: "replay", path: () => game() },
  { name: "replay-middle", path: async () => `${await game()}?ply=40&view=white` },
  { name: "formations", path: "/formations?square=b1&rank=S" },
  { name: "quiz", path: "/quiz/2026-03-02" },
  { name: "events", path: "/events" },
  { name: "event", path: () => event() },
  { name: "screen", path: async () => `${await event()}/screen` },
  { name: "collections", path: "/collections" },
  { name: "lobby", path: "/play" },
  { name: "preferences", path: "/preferences" },
  { name: "organisation", path: "/organisations/demo-league" },
  { name: "search", path: "/search?q=an" },
  { name: "sign-up", path: "/sign-up" },
  { name: "rules", path: "/rules" },
  { name: "design", path: "/design", whole: true },
];

/** A day on which the demonstration was always begun. */
const DAY = "2026-11-02 09:00:00";

let service, browser;

before(async () => {
  service = await startService({ demo: true, env: aStillClock() });
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

/** The environment of a program for which the day has just begun. */
function aStillClock() {
  const library = readdirSync("/usr/lib")
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (!library) throw new Error("libfaketime is missing: apt-get install libfaketime");
  return { LD_PRELOAD: library, FAKETIME: `@${DAY}`, FAKETIME_DONT_FAKE_MONOTONIC: "1", TZ: "UTC" };
}

const game = () => firstLink("/games?termination=flag-captured", "/games/\\w{16}");
const event = () => firstLink("/events", "/events/[^/?\"]*demo-open[^/?\"]*");

async function firstLink(path, pattern) {
  const text = await (await fetch(service.url + path)).text();
  const found = text.match(new RegExp(`href="(${pattern})["?]`));
  assert.ok(found, `${path} has no link like ${pattern}`);
  return found[1];
}

/** An open page of this size; half as many points as it has where it is large. */
async function opened(path, width) {
  const context = await browser.newContext({
    viewport: SIZES[width],
    deviceScaleFactor: width === "1280" ? 0.5 : 1,
    bypassCSP: true,
    locale: "en",
    timezoneId: "Asia/Manila",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date(`${DAY.replace(" ", "T")}Z`));
  const answer = await page.goto(service.url + path, { waitUntil: "load" });
  assert.equal(answer.status(), 200, path);
  return { page, close: () => context.close() };
}

const writes = process.env.PHOTOGRAPHS === "write";

for (const width of Object.keys(SIZES)) {
  test(`twenty pages look as they were photographed at ${width} px`, { timeout: 300_000 }, async (t) => {
    for (const { name, path, whole } of PAGES) {
      await t.test(name, async () => {
        const { page, close } = await opened(typeof path === "string" ? path : await path(), width);
        const wrong = [];
        for (const theme of THEMES) {
          const file = `${name}-${width}-${theme}.png`;
          const found = await photograph(page, theme, whole);
          if (writes) keep(file, found);
          else wrong.push(...compared(file, found));
        }
        await close();
        assert.deepEqual(wrong, [], HOW);
      });
    }
  });
}

function keep(file, found) {
  mkdirSync(KEPT, { recursive: true });
  const path = join(KEPT, file);
  // What looks the same stays, so that a review shows only what changed.
  if (existsSync(path) && difference(readFileSync(path), found).share <= MOST / 10) return;
  writeFileSync(path, found);
}

function compared(file, found) {
  const kept = join(KEPT, file);
  assert.ok(existsSync(kept), `${file} was never taken; ${HOW}`);
  const { share, picture } = difference(readFileSync(kept), found);
  if (share <= MOST) return [];
  mkdirSync(DIFFERENT, { recursive: true });
  writeFileSync(join(DIFFERENT, file), found);
  writeFileSync(join(DIFFERENT, file.replace(".png", "-difference.png")), picture);
  return [`${file}: ${(100 * share).toFixed(2)} % of the points differ`];
}

test("a change of looks that a reader would see is noticed", async () => {
  const { page, close } = await opened("/rules", "360");
  const before = await photograph(page, "light");
  assert.ok(difference(before, await photograph(page, "light")).share <= MOST / 10);
  await page.addStyleTag({ content: "h1 { color: var(--bad) !important; font-size: 1.9rem !important; }" });
  assert.ok(difference(before, await photograph(page, "light")).share > MOST);
  await close();
});

test("no photograph is kept of a page that is not photographed", () => {
  const wanted = PAGES.flatMap(({ name }) => Object.keys(SIZES).flatMap((width) => THEMES.map((theme) => `${name}-${width}-${theme}.png`)));
  const stale = existsSync(KEPT) ? readdirSync(KEPT).filter((file) => !wanted.includes(file)) : [];
  if (writes) for (const file of stale) rmSync(join(KEPT, file));
  else assert.deepEqual(stale, []);
});
