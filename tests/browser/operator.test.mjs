// The operator's desk in a real browser: closed without the second factor; with it every page is
// sound at both sizes and in both themes, and what waits is decided there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { DESKTOP, PHONE, accessibilityFaults, colorFaults, isTooWide, startBrowser } from "./browser.mjs";
import { startService } from "./service.mjs";

const PASSWORD = "tatlong bibe sa ilog";
const binary = process.env.TESTED_ADJUTANT ?? fileURLToPath(new URL("../../target/debug/adjutant", import.meta.url));

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService();
  const args = ["admin", "create-operator", "Tagapamahala", "--password-stdin", "--data-dir", service.dataDir];
  const made = spawnSync(binary, args, { input: `${PASSWORD}\n`, encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** What an app shows now for a key in base32 (RFC 6238). */
function codeOf(key) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...key.replace(/[\s=]/g, "").toUpperCase()].map((one) => letters.indexOf(one).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", secret).update(step).digest();
  return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const newPage = async () => (await browser.newContext({ viewport: DESKTOP, locale: "en" })).newPage();
const send = (page, form) => Promise.all([page.waitForNavigation(), page.locator(`#${form} button`).click()]);
const enter = (page) => Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);

async function founder() {
  const page = await newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", PASSWORD);
  await enter(page);
  await page.goto(`${service.url}/organisations/new`);
  await page.fill("#new-name", "Naghihintay");
  await page.fill("#new-about", "Tuwing Sabado sa plasa.");
  await send(page, "new");
  return page;
}

const PAGES = ["", "/accounts", "/accounts/Ana%20Reyes", "/accounts/Ana%20Reyes/suspend", "/accounts/Ana%20Reyes/role", "/organisations", "/organisations?state=waiting", "/organisations/naghihintay", "/players", "/players?from=Ana+Reyes&into=Nobody", "/claims", "/invitations", "/status", "/audit", "/audit?action=organisation.created"];

test("the desk opens with the second factor alone, is sound, and decides", async () => {
  const ana = await founder();
  const page = await newPage();
  await page.goto(`${service.url}/sign-in`);
  await page.fill('input[name="name"]', "Tagapamahala");
  await page.fill('input[name="password"]', PASSWORD);
  await enter(page);
  const closed = await page.goto(`${service.url}/operator`);
  assert.equal(closed.status(), 403);
  assert.match(await page.textContent("main"), /second factor\. Set it up/);
  assert.equal(await page.locator('main a[href="/account/security"]').count(), 1, "and leads there");
  await page.goto(`${service.url}/account/second-factor`);
  await Promise.all([page.waitForNavigation(), page.locator("main form button.primary").click()]);
  await page.fill('input[name="code"]', codeOf(await page.textContent("code.secret")));
  await enter(page);
  for (const path of PAGES) {
    const reply = await page.goto(`${service.url}/operator${path}`);
    assert.equal(reply.status(), 200, path);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      assert.equal(await isTooWide(page), false, `${path}: wider than ${size.width}`);
      assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${size.width}`);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await colorFaults(page), [], `${path} in the dark`);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.goto(`${service.url}/operator/organisations/naghihintay`);
  await send(page, "decide");
  assert.match(await page.textContent("main"), /Decision saved/);
  assert.equal((await fetch(`${service.url}/organisations/naghihintay`)).status, 200, "it is open to everybody");
  await page.goto(`${service.url}/operator/accounts/Ana%20Reyes/suspend`);
  await send(page, "deed");
  assert.match(await page.textContent(".faults"), /Give a reason/);
  await page.fill("#deed-reason", "asal");
  await send(page, "deed");
  await ana.goto(`${service.url}/account`);
  assert.match(ana.url(), /\/sign-in/, "the suspended one is signed out");
  await page.goto(`${service.url}/operator/invitations`);
  await send(page, "invite");
  assert.match(await page.textContent("code.secret"), /\/join\/\w{52}$/);
  await page.click("[data-copy=link]");
  await page.waitForFunction(() => document.getElementById("link-copied").textContent || getSelection().toString().includes("/join/"), null, { timeout: 5000 });
});
