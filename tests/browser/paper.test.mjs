// What an event prints, as PDF on both kinds of paper: nothing runs over its sheet, is cut off, or takes a sheet too many.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, startBrowser } from "./browser.mjs";
import { startService } from "./service.mjs";

const PLAYERS = 26;
const TABLES = PLAYERS / 2;
const EVENT = "/events/liga-ng-nueva-vizcaya-papel-open";
/** The width between the margins, in CSS pixels. */
const PAPERS = [["A4", 186], ["Letter", 191.9]].map(([format, width]) => [format, Math.floor((width / 25.4) * 96)]);
const sheetsOf = (count, each) => Math.ceil(count / each);
/** How many sheets each prints; lists have one or two. */
const SHEETS = {
  "print/slips": sheetsOf(TABLES, 8),
  "print/set-ups": sheetsOf(PLAYERS, 6),
  "print/moves": TABLES,
  "print/cards": sheetsOf(PLAYERS, 10),
  "print/table-cards": sheetsOf(TABLES, 4),
  // One each; places may be shared.
  "print/certificates?places=5": null,
  "run/badges": sheetsOf(PLAYERS, 8),
  "print/pairings": 1,
  "print/names": 1,
  "print/standings": 1,
  "print/cross-table": 1,
  "print/prizes": 1,
  "print/ratings": 1,
};

let browser, service, context;

const press = (page, selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone", ADJUTANT_PUBLIC_URL: "http://salpakan.example" } });
  context = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  const page = await context.newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", "tatlong bibe sa ilog");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.goto(`${service.url}/organisations/new`);
  await page.fill("#new-name", "Liga ng Nueva Vizcaya");
  await press(page, "#new button");
  await page.goto(`${service.url}/organisations/liga-ng-nueva-vizcaya/officials/appoint`);
  await page.fill("#role-account", "Ana Reyes");
  await page.check('input[name="role"][value="organizer"]');
  await press(page, "#role button");
  await page.goto(`${service.url}/organisations/liga-ng-nueva-vizcaya/events/new`);
  await page.fill("#new-event-name", "Papel Open");
  await page.fill("#new-event-day", "2026-12-05");
  await page.check('#new-event input[name="rated"]');
  await press(page, "#new-event button");
  await press(page, "#new-event button");
  const long = "Maria Teresa Evangelista-Dimaculangan; 2000; Nueva Vizcaya Salpakan Society; Nueva Vizcaya";
  const names = Array.from({ length: PLAYERS - 1 }, (_, at) => `Manlalaro ${at + 1}; ${1900 - at}; Hawks; Cebu`);
  await page.goto(`${service.url}${EVENT}/run`);
  await page.fill("#add-lines", [long, ...names].join("\n"));
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(page, "#begin button");
  await press(page, "#pair button");
  await press(page, "#publish button");
  await page.goto(`${service.url}${EVENT}/run?part=results`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
  for (let table = 0; table < TABLES; table += 1) await page.keyboard.press(["1", "2", "3"][table % 3]);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");
  await page.close();
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** The number of pages of a PDF. */
const pages = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;

/** Parts of a sheet whose content does not fit into them. */
const cut = (page) =>
  page.locator(".slip, .name-card, .badge, .table-card, .certificate, .paper table").evaluateAll((all) =>
    all
      .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2 || one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => `${one.className} ${one.textContent.trim().slice(0, 40)} ${one.scrollWidth}/${one.clientWidth} ${one.scrollHeight}/${one.clientHeight}`),
  );

for (const language of ["en", "fil"]) {
  test(`every sheet fits its paper, in ${language}`, async () => {
    const page = await context.newPage();
    await context.addCookies([{ name: "language", value: language, url: service.url }]);
    for (const [sheet, count] of Object.entries(SHEETS)) {
      await page.setViewportSize(DESKTOP);
      const reply = await page.goto(`${service.url}${EVENT}/${sheet}`);
      assert.equal(reply.status(), 200, sheet);
      assert.equal(await page.getAttribute("html", "lang"), language);
      if (language === "en") assert.deepEqual(await accessibilityFaults(page), [], sheet);
      for (const [format, width] of PAPERS) {
        const pdf = await page.pdf({ format, preferCSSPageSize: true, printBackground: true });
        if (process.env.KEEP_PDF) {
          mkdirSync(process.env.KEEP_PDF, { recursive: true });
          writeFileSync(`${process.env.KEEP_PDF}/${sheet.replace(/\W+/g, "-")}-${format}-${language}.pdf`, pdf);
        }
        const expected = count ?? (await page.locator(".certificate").count());
        assert.ok(expected > 0 && pages(pdf) === expected, `${sheet} on ${format}: ${pages(pdf)} sheets instead of ${expected}`);
        await page.emulateMedia({ media: "print" });
        const isWide = (await page.locator(".paper.wide").count()) > 0;
        await page.setViewportSize({ width: isWide ? Math.floor(width * 1.3) : width, height: 900 });
        assert.deepEqual(await cut(page), [], `${sheet} on ${format}`);
        await page.emulateMedia({ media: null });
      }
    }
    await page.close();
  });
}

test("the code on a badge is its link, and a tap checks in", async () => {
  const page = await context.newPage();
  await context.addCookies([{ name: "language", value: "en", url: service.url }]);
  await page.goto(`${service.url}${EVENT}/run/badges`);
  assert.equal(await page.locator(".badge svg.qr").count(), PLAYERS);
  await page.locator(".badge a").first().click();
  await page.waitForURL("**/badges/**");
  assert.match(await page.textContent("main"), /Check-in is not open/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.close();
});
