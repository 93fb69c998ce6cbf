// A ladder in a real browser: a challenge, its answer and the new places reach those who look on without a reload, and its pages
// fit a small phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { PASSWORD, makeEvent, press } from "./people.mjs";
import { startService } from "./service.mjs";

const EVENT = "/events/liga-mahabang-hagdan";

let browser, service, official, page, player, last;

async function signedUp(name) {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  const own = await context.newPage();
  await own.goto(`${service.url}/sign-up`);
  await own.fill("#sign-up-name", name);
  await own.fill("#sign-up-password", PASSWORD);
  await Promise.all([own.waitForNavigation(), own.keyboard.press("Enter")]);
  return own;
}

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  page = await signedUp("Ana Reyes");
  official = page.context();
  player = await signedUp("Berto Cruz");
  last = await signedUp("Dalisay Cruz");
  await makeEvent(page, service.url, ["Ana Reyes", "Mahabang Hagdan"], [["template", "ladder"]]);
  await page.goto(`${service.url}${EVENT}/run`);
  const names = ["Manlalaro 1; 1900", "Manlalaro 2; 1800", "Berto Cruz; 1700", "Manlalaro 4; 1600", "Manlalaro 5; 1500", "Dalisay Cruz; 1400"];
  await page.fill("#add-lines", names.join("\n"));
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(page, "#begin button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("a challenge, its answer and the new places are seen at once by those who look on", async () => {
  const hall = await (await browser.newContext({ locale: "en", timezoneId: "Asia/Tokyo" })).newPage();
  await hall.goto(`${service.url}${EVENT}`);
  assert.equal(await hall.locator("table.ladder button").count(), 0, "strangers challenge nobody");
  await player.goto(`${service.url}${EVENT}`);
  assert.equal(await player.locator("table.ladder button").count(), 2);
  await player.locator("table.ladder button").first().focus();
  await Promise.all([player.waitForNavigation(), player.keyboard.press("Enter")]);
  assert.match(await player.textContent("main"), /Challenge sent\..*You challenged Manlalaro 1/s);
  await hall.getByText("Challenged by Berto Cruz").waitFor();
  const until = hall.locator("table.ladder time[title='Asia/Tokyo']").first();
  assert.match(await until.innerText(), /answers until \d+ \S+ \d{4}, \d\d:\d\d$/, "in the reader's zone");
  await page.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(page, "#ladder button[value=accept]");
  await hall.getByText("Plays Berto Cruz until").waitFor();
  await page.goto(`${service.url}${EVENT}/run?part=results`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
  await page.keyboard.press("1");
  await hall.waitForFunction(() => document.querySelector("table.ladder tbody th").textContent.includes("Berto Cruz"));
});

test("its pages are accessible and fit a small phone and a desktop in both themes", async () => {
  const pages = [[last, ""], [player, "?view=pairings"], [player, "/matches"], [page, "/run?part=rounds"], [page, "/run?part=settings"], [page, "/run/plan"], [page, "/screen"]];
  await areFine(pages);
  await last.goto(`${service.url}${EVENT}`);
  assert.equal(await last.locator("table.ladder button").count(), 3, "three places above");
  assert.match(await last.textContent("table.ladder"), /Out of reach/);
  await last.setViewportSize({ width: 320, height: 640 });
  const { x, width } = await last.locator("table.ladder button").first().boundingBox();
  assert.ok(x + width <= 320, "a challenge is made without scrolling aside");
  await press(last, "table.ladder tr:nth-child(4) button");
  await areFine([[last, ""], [page, "/run?part=rounds"]]);
  assert.match(await last.textContent("main"), /You challenged Manlalaro 4/);
  await press(last, "#withdraw-challenge button");
});

async function areFine(pages) {
  for (const [width, height] of [[320, 640], [1280, 800]]) {
    for (const [of, path] of pages) {
      await of.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"]) {
        await of.emulateMedia({ colorScheme });
        await of.goto(`${service.url}${EVENT}${path}`);
        assert.equal(await isTooWide(of), false, `${path} in ${colorScheme}`);
        assert.deepEqual(await accessibilityFaults(of), [], `${path} in ${colorScheme}`);
        if (process.env.PICTURES) await of.screenshot({ path: `${process.env.PICTURES}/ladder${path.replaceAll(/\W/g, "-")}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  }
}

test("officials make and answer challenges and end the ladder without a script", async () => {
  const still = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false, storageState: await official.storageState() });
  const desk = await still.newPage();
  await desk.goto(`${service.url}${EVENT}/run?part=rounds`);
  await desk.selectOption("#challenge select[name=entrant]", { label: "5. Manlalaro 5" });
  await desk.selectOption("#challenge select[name=with]", { label: "4. Manlalaro 4" });
  await press(desk, "#challenge button");
  assert.match(await desk.textContent("#ladder"), /Manlalaro 5 challenges Manlalaro 4: to be answered until/);
  await press(desk, "#ladder button[value=refuse]");
  await desk.goto(`${service.url}${EVENT}`);
  assert.match(await desk.locator("table.ladder tbody tr").nth(3).textContent(), /Manlalaro 5/);
  await desk.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(desk, "#ladder-over button");
  assert.match(await desk.textContent("main"), /The ladder has ended/);
});
