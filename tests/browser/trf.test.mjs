// A tournament that another program has paired so far goes on here: a faulty file is told line by line and nothing typed is lost,
// a good one is shown before it is made; and what is won in it is on a page and on paper.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
});

after(async () => {
  await browser.close();
  await service.stop();
});

async function sound(page, name) {
  assert.equal(await isTooWide(page), false, name);
  assert.deepEqual(await accessibilityFaults(page), [], name);
}

const player = (number, name, rating, points, round) =>
  `001 ${String(number).padStart(4)}      ${name.padEnd(33)} ${rating}${points.padStart(32)} ${String(number).padStart(4)}  ${round}\n`;
const FOUR = [
  player(1, "Amihan", 1900, "1.0", "   3 w 1"), player(2, "Buwan", 1800, "0.5", "   4 b ="),
  player(3, "Dapdap", 1700, "0.0", "   1 b 0"), player(4, "Laing", 1600, "0.5", "   2 w ="),
];
const HEAD = "012 Elsewhere Open\n042 2026/12/05\n142 3\n";

test("a file of another program is told line by line, then taken, and its prizes are shown", async () => {
  const { url } = service;
  const keeper = await signUp(browser, url, "Ana Reyes", PHONE);
  await makeEvent(keeper, url, ["Ana Reyes", "Unang Cup"], [["entrants", "4"]]);
  const take = async (lines, name) => {
    await keeper.goto(`${url}/organisations/liga/events/restore`);
    await keeper.setInputFiles("#restore-event-file", { name: "open.trf", mimeType: "text/plain", buffer: Buffer.from(HEAD + lines.join("")) });
    await keeper.fill("#restore-event-name", name);
    await press(keeper, "#restore-event button");
  };
  const wrong = [...FOUR];
  wrong[1] = wrong[1].replace("   4 b =", "   4 b 1");
  await take(wrong, "Taken Over");
  const told = await keeper.textContent(".faults");
  for (const line of [/Line 5: /, /Line 7: /]) assert.match(told, line);
  // It is read out first.
  await keeper.waitForFunction(() => document.activeElement.matches(".faults"));
  assert.equal(await keeper.inputValue("#restore-event-name"), "Taken Over", "it is not typed twice");
  await sound(keeper, "what is wrong with a file");
  assert.doesNotMatch(await (await keeper.request.get(`${url}/events`)).text(), /Taken Over/);

  await take([...FOUR, "202 BH,SB\n"], "Taken Over");
  assert.match(await keeper.textContent("main"), /Players of this site: 0. Guests: 4./);
  await sound(keeper, "what a file would make");
  await press(keeper, "#restore-event button");
  const event = new URL(keeper.url()).pathname.replace(/\/run$/, "");
  assert.equal(event, "/events/liga-taken-over");
  await keeper.goto(`${url}${event}/run?part=rounds`);
  for (const form of ["pair", "publish"]) await press(keeper, `#${form} button`);

  await keeper.goto(`${url}${event}/run?part=settings`);
  await keeper.fill("#prize-lines", "1: 5000 + Cup\n2-3: Medal\nBest of the lake = Laing; Dapdap: A book of openings");
  await keeper.fill("#prize-currency", "pesos");
  await keeper.selectOption("#prize-sharing", "hort");
  await press(keeper, "#prizes button");
  await sound(keeper, "the desk's settings");
  const visitor = await (await browser.newContext({ viewport: DESKTOP, locale: "en" })).newPage();
  await visitor.goto(`${url}${event}?view=prizes`);
  const won = (await visitor.locator("main .awards tbody tr").allTextContents()).map((row) => row.replace(/\s+/g, " ").trim());
  assert.equal(won.length, 3);
  assert.match(won[0], /Place 1.*5,000 pesos \+ Cup.*Amihan/);
  assert.match(await visitor.textContent("main .payouts tbody"), /Amihan\s*5,000 pesos\s*$/);
  // Laing has a medal already: who has won one prize leaves the next to others.
  assert.match(won[2], /Best of the lake.*A book of openings.*Dapdap/);
  await sound(visitor, "the prizes");
  for (const page of [visitor, keeper]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await sound(page, "on a small phone");
    await page.setViewportSize(DESKTOP);
  }
  await visitor.goto(`${url}${event}/print/prizes`);
  assert.match(await visitor.textContent(".paper"), /Best of the lake/);
  await sound(visitor, "the prize list");
});

test("anybody checks a file: what differs from the rules is shown with the reasons, on a phone, too", async () => {
  const six = readFileSync(new URL("../../crates/swiss/tests/pairing/data/002-n6-r5.trf", import.meta.url), "utf8");
  const other = six.replace("     2 w 1\n", "     2 b 1\n").replace("     1 b 0\n", "     1 w 0\n");
  const page = await browser.newPage({ viewport: PHONE });
  await page.goto(`${service.url}/pairings/check`);
  await sound(page, "the form");
  await page.setInputFiles("#check-trf", { name: "six.trf", mimeType: "text/plain", buffer: Buffer.from(other) });
  await press(page, "#check button");
  assert.match(await page.textContent("main"), /1 of 5 rounds/);
  await page.click("details summary");
  for (const size of [{ width: 320, height: 640 }, DESKTOP]) {
    await page.setViewportSize(size);
    await sound(page, `the answer at ${size.width}`);
  }
  await page.close();
});
