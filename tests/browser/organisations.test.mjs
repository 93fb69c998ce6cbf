// Organisations in a real browser: from nothing to a roster of sixty and two officials by the
// keyboard alone, and every page of theirs at both sizes, in both languages and themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, PHONE, accessibilityFaults, faultsInThisLook, isTooWide, keyboardWalk, startBrowser, tabTo, visit } from "./browser.mjs";
import { startService } from "./service.mjs";

const PASSWORD = "tatlong bibe sa ilog";

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
});

after(async () => {
  await browser.close();
  await service.stop();
});

const csv = (count) =>
  ["handle,name,club,province,number,age"]
    .concat(Array.from({ length: count }, (_, n) => `Kasapi ${n + 1},Totoong Pangalan ${n + 1},Club ${n % 4},Benguet,${n + 1},${n % 9 ? "18-59" : "13-17"}`))
    .join("\n");

/** Types into the field that Tab comes to. */
async function fill(page, selector, text) {
  await tabTo(page, selector);
  await page.keyboard.insertText(text);
}

/** Presses what Tab comes to, and waits for the page that follows. */
async function press(page, selector) {
  await tabTo(page, selector);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}

async function signUp(page, name) {
  await page.goto(`${service.url}/sign-up`);
  await fill(page, "#sign-up-name", name);
  await fill(page, "#sign-up-password", PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(page.url(), /\/account/, await page.textContent("main"));
}

/** An account in a browser of its own. */
async function somebody(name, options = {}) {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en", ...options });
  const page = await context.newPage();
  await signUp(page, name);
  return { page, context };
}

test("by the keyboard alone, without script, one goes from nothing to sixty members and two officials", async () => {
  for (const name of ["Opisyal Una", "Opisyal Dalawa"]) (await somebody(name)).context.close();
  const { page, context } = await somebody("Tagapagtatag", { javaScriptEnabled: false });
  const started = Date.now();
  await page.goto(service.url);
  await page.goto(`${service.url}/organisations`);
  await press(page, 'a[href="/organisations/new"]');
  await fill(page, "#new-name", "Liga ng Benguet");
  await fill(page, "#new-place", "La Trinidad");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.equal(new URL(page.url()).pathname, "/organisations/liga-ng-benguet");
  await press(page, '.steps a[href$="/roster"]');
  await fill(page, "#roster-text", csv(60));
  await press(page, "#roster button");
  assert.equal(await page.textContent("#count-added"), "60");
  await press(page, "#apply button");
  assert.match(await page.textContent("main"), /Roster imported[^]*60 members/);
  for (const name of ["Opisyal Una", "Opisyal Dalawa"]) {
    await press(page, ".over a");
    await press(page, '.steps a[href$="/officials/add"]');
    await fill(page, "#role-account", name);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    assert.match(await page.textContent("main"), new RegExp(`Role assigned[^]*${name}`));
  }
  assert.ok(Date.now() - started < 300_000);
  await press(page, ".over a");
  const steps = await page.locator(".steps li").allTextContents();
  assert.ok(steps.slice(0, 2).every((step) => /done/.test(step)), steps.join(" | "));
  await context.close();
});

/** The pages of one organisation with people, seasons and titles in it. */
async function furnished() {
  const { page, context } = await somebody("Ingat-yaman");
  const there = `${service.url}/organisations`;
  const send = async (form) => {
    await Promise.all([page.waitForNavigation(), page.locator(`#${form} button`).click()]);
    assert.equal(await page.locator(".faults").count(), 0, `${page.url()}: ${await page.textContent("main")}`);
  };
  await page.goto(`${there}/new`);
  await page.fill("#new-name", "Samahan ng mga Heneral");
  await page.fill("#new-place", "Lungsod ng Dagupan");
  await page.fill("#new-about", "Tuwing Sabado sa plasa.\n\nBukas sa lahat.");
  await page.fill("#new-website", "https://example.org/heneral");
  await send("new");
  const home = page.url().split("?")[0];
  await page.goto(`${home}/roster`);
  await page.fill("#roster-text", csv(30).replaceAll("Kasapi", "Kawal"));
  await send("roster");
  await send("apply");
  await page.goto(`${home}/seasons`);
  await page.fill("#season-name", "Unang Season");
  await page.fill("#season-first", "2026-01-01");
  await page.fill("#season-last", "2026-12-31");
  await send("season");
  await page.goto(`${home}/titles`);
  await page.fill("#titles-titles", "0 Kadete\n1300 Tinyente\n1700 Heneral");
  await send("titles");
  await page.goto(`${home}/records`);
  await page.check('input[value="face-to-face"]');
  await page.setInputFiles("#records-records", new URL("../../demo/sample.ggn", import.meta.url).pathname);
  await send("records");
  assert.deepEqual(await accessibilityFaults(page), [], "what became of the games");
  await page.goto(`${home}/edit`);
  await page.fill("#profile-color", "#7a1f5c");
  await page.fill("#profile-accent", "#7a2f5c");
  await send("profile");
  return { context, path: new URL(home).pathname, cookies: await context.cookies() };
}

const PAGES = ["", "/members", "/members/add", "/members/Kawal%201/edit", "/members/Kawal%202/remove", "/roster", "/claims", "/records", "/seasons", "/titles", "/officials", "/officials/add", "/edit", "/edit/logo", "/audit"];

test("every page of an organisation is sound at both sizes, in both languages and themes", async (t) => {
  const { context, path, cookies } = await furnished();
  const pages = ["/organisations", "/organisations/new", ...PAGES.map((page) => path + page)];
  for (const look of ALL_LOOKS) {
    for (const page of pages) {
      await t.test(`${page} at ${look.name}`, async () => {
        const visited = await visit(browser, service.url + page, { ...look, cookies });
        assert.equal(await isTooWide(visited.page), false, "wider than the window");
        assert.deepEqual(await faultsInThisLook(visited.page), []);
        assert.deepEqual(visited.problems, []);
        await visited.close();
      });
    }
  }
  for (const page of [path, `${path}/members`]) {
    const visited = await visit(browser, service.url + page, { size: PHONE });
    assert.deepEqual(await accessibilityFaults(visited.page), [], `${page} for everybody`);
    assert.equal((await visited.page.textContent("main")).includes("Totoong"), false);
    await visited.close();
  }
  await context.close();
});

test("what a roster would change, and what is wrong in it, can be read and reached by everybody", async () => {
  const { page, context } = await somebody("Kalihim");
  await page.goto(`${service.url}/organisations/new`);
  await page.fill("#new-name", "Samahan ng Kalihim");
  await page.locator("#new button").click();
  await page.goto(`${service.url}/organisations/samahan-ng-kalihim/roster`);
  for (const text of [csv(40), "handle,age\n=1+1,2010-02-03\n,u13"]) {
    await page.fill("#roster-text", text);
    await Promise.all([page.waitForNavigation(), page.locator("#roster button").click()]);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      assert.equal(await isTooWide(page), false, `${size.width}: wider than the window`);
      assert.deepEqual(await accessibilityFaults(page), [], `${size.width}`);
    }
    // The walk begins at what was just said, which has the focus.
    const stops = await keyboardWalk(page);
    assert.deepEqual(stops.filter((stop) => stop.unseen), []);
    assert.ok(stops.some((stop) => /^button (Apply|Preview)/.test(stop.text)), stops.map((stop) => stop.text).join());
    await page.goto(`${service.url}/organisations/samahan-ng-kalihim/roster`);
  }
  await context.close();
});
