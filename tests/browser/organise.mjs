// Runs an event of 60 players over 7 rounds through its pages alone, with a stopwatch, and takes the pictures of
// docs/organising.md: `node tests/browser/organise.mjs [folder for pictures]`. It is no test: tests hold its parts.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { DESKTOP, PHONE, startBrowser } from "./browser.mjs";
import { signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const PLAYERS = 60;
const ROUNDS = 7;
const FIRST = ["Ana", "Ben", "Carla", "Dante", "Elena", "Felix", "Gloria", "Hector", "Irene", "Jose"];
const LAST = ["Reyes", "Cruz", "Santos", "Bautista", "Ocampo", "Garcia"];
const CLUBS = ["Hawks", "Owls", "Herons", "Eagles", "Kites"];
const PROVINCES = ["Cebu", "Iloilo", "Benguet", "Albay"];

const pictures = process.argv[2];
if (pictures) mkdirSync(pictures, { recursive: true });

const browser = await startBrowser();
const service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
const page = await signUp(browser, service.url, "Ana Arbiter", DESKTOP);
const count = { clicks: 0, fields: 0, keys: 0 };
const laps = [];
let started = Date.now();

const lap = (name) => {
  laps.push([name, ((Date.now() - started) / 1000).toFixed(1), { ...count }]);
  started = Date.now();
};
const click = async (selector) => {
  count.clicks += 1;
  await Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);
};
const fill = async (selector, value) => {
  count.fields += 1;
  await page.fill(selector, value);
};
const key = async (name) => {
  count.keys += 1;
  await page.keyboard.press(name);
};
const open = (path) => page.goto(`${service.url}${path}`);
const picture = async (name, options = {}) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
};

/** A number that is the same in each run. */
let seed = 7;
const random = (bound) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * bound);
};

await open("/organisations/new");
await fill("#new-name", "Liga ng Pilipinas");
await click("#new button");
await open("/organisations/liga-ng-pilipinas/officials/appoint");
await fill("#role-account", "Ana Arbiter");
count.clicks += 1;
await page.check('input[name="role"][value="organizer"]');
await click("#role button");
lap("organisation");

const rows = Array.from({ length: PLAYERS }, (_, at) =>
  [`${FIRST[at % 10]} ${LAST[Math.floor(at / 10)]}`, at % 9 === 8 ? "" : 1900 - 11 * at, CLUBS[at % 5], PROVINCES[at % 4], 5200001 + at, 1965 + ((at * 7) % 48), at % 3 ? "m" : "f"].join(","),
);
const list = ["name,rating,club,province,federation number,birth year,gender", ...rows].join("\n");
await open("/organisations/liga-ng-pilipinas");
await click('main a[href$="/events/new"]');
await fill("#new-event-name", "Pambansang Open");
await fill("#new-event-day", "2026-12-05");
count.fields += 1;
await page.setInputFiles("#new-event-file", { name: "players.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
await picture("new-event");
await click("#new-event button");
await picture("preview");
await fill("#new-event-rounds", String(ROUNDS));
await click("#new-event button");
await click("#new-event button");
const event = new URL(page.url()).pathname.replace(/\/run$/, "");
const run = `${event}/run`;
await open(`${run}?part=people`);
await picture("desk-people");
lap("event with its list");

await open(`${run}?part=settings`);
await page.locator("#prizes textarea, textarea[name=lines]").first().fill(
  ["1: 10000 + Cup", "2: 6000", "3: 4000", "4-6: 1500", "Best under 1500 (rating -1499): 1000", "Best lady (female): 1000", "Best under 18 (born 2009-): 1000", "Best newcomer (unrated): Book"].join("\n"),
);
count.fields += 1;
await click('form:has(textarea[name="lines"]) button');
lap("prizes");

await open(`${run}?part=rounds`);
await click("#begin button");
for (let round = 1; round <= ROUNDS; round += 1) {
  if (round > 1) await open(`${run}?part=rounds`);
  await click("#pair button");
  if (round === 2) await picture("draft");
  await click("#publish button");
  await open(`${run}?part=results`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
  for (let table = 0; table < PLAYERS / 2; table += 1) {
    await key(["1", "1", "2", "="][random(4)]);
    if (round === 1 && table === 11) await picture("results");
  }
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");
  lap(`round ${round}`);
}
await open(`${run}?part=log`);
await picture("log");
await open(`${event}?view=standings`);
await picture("standings");
await open(`${event}?view=prizes`);
await open(`${event}/print/pairings?stage=1&round=7`);
await open(`${event}/print/certificates`);
await open(`${event}/files`);
await picture("files");
for (const [width, height] of [[1024, 768], [1920, 1080], [3840, 2160]]) {
  await page.setViewportSize({ width, height });
  await open(`${event}/screen`);
  await page.waitForTimeout(500);
  await picture(`screen-${width}`);
}
await page.setViewportSize(PHONE);
await open(event);
await picture("phone");
lap("everything looked at");

for (const [name, seconds, { clicks, fields, keys }] of laps) {
  console.log(`${name.padEnd(24)} ${seconds.padStart(6)} s   ${clicks} clicks, ${fields} fields, ${keys} keys so far`);
}
await browser.close();
await service.stop();
