// The way of somebody new: signing up, the second factor, signing in with it, and the pages of the
// account, at both sizes, in both themes, by keyboard alone and without script.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";

import { ALL_LOOKS, PHONE, faultsInThisLook, isTooWide, keyboardWalk, startBrowser, tabTo, visit } from "./browser.mjs";
import { SITE } from "./site.mjs";

const PASSWORD = "tatlong bibe sa ilog";
const PAGES = ["/account", "/account/security", "/account/password", "/account/second-factor", "/account/passkeys", "/account/tokens", "/account/tokens/new", "/account/player", "/account/player/claim", "/account/data", "/account/delete", "/account/audit"];

let browser;
let number = 0;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

const newName = () => `Tandang Sora ${process.pid}${"abcdefghijklmnopqrstuvwxyz"[(number += 1)]}`;

/** Fills the form of the page and sends it by Enter; done once the next page is there. */
async function send(page, fields) {
  for (const [name, value] of Object.entries(fields)) await page.fill(`main [name="${name}"]`, value);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}

async function signUp(page, name) {
  await page.goto(`${SITE}/sign-up`);
  await send(page, { name, password: PASSWORD });
  assert.match(page.url(), /\/account\?done=signed-up$/);
}

async function soundHere(page, what) {
  assert.equal(await isTooWide(page), false, `${what}: wider than the window`);
  assert.deepEqual(await faultsInThisLook(page), [], what);
}

/** The code that an app shows for a key at a moment (RFC 6238). */
function codeNow(key, ahead = 0) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...key.replace(/\s/g, "").toUpperCase()].map((c) => alphabet.indexOf(c).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac("sha1", bytes).update(step).digest();
  const offset = hash.at(-1) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Whether the current tab is in the visible part of its row; a page may belong to none. */
const isTabInView = (page) =>
  page.evaluate(() => {
    const tab = document.querySelector(".tabs [aria-current]")?.getBoundingClientRect();
    const row = document.querySelector(".tabs")?.getBoundingClientRect();
    return !tab || (tab.left >= row.left - 1 && tab.right <= row.right + 1);
  });

for (const look of ALL_LOOKS) {
  test(`the pages of an account are sound at ${look.name}`, async (t) => {
    const { page, close } = await visit(browser, `${SITE}/sign-up`, look);
    await soundHere(page, "the form");
    await send(page, { name: "<b>", email: "no address", password: "short" });
    await soundHere(page, "what is wrong with it");
    await signUp(page, newName());
    for (const path of PAGES) {
      await t.test(path, async () => {
        await page.goto(SITE + path);
        await soundHere(page, path);
        assert.ok(await isTabInView(page), "the current tab is in view");
      });
    }
    await page.goto(`${SITE}/account`);
    await page.click(".me summary");
    await soundHere(page, "the menu");
    await close();
  });
}

test("what is wrong is read out first, and leads to its field", async () => {
  const { page, close } = await visit(browser, `${SITE}/sign-up`, { size: PHONE, script: false });
  await send(page, { name: "x", email: "ana@example.org", password: "short" });
  assert.equal(await page.getAttribute(".faults", "role"), "alert");
  assert.match(await page.title(), /^Error:/);
  assert.equal(await page.locator(".faults[autofocus]").count(), 1);
  await page.click('.faults a[href="#sign-up-password"]');
  assert.equal(await page.locator("#sign-up-password:focus, #sign-up-password:target").count(), 1);
  const described = await page.getAttribute("#sign-up-name", "aria-describedby");
  for (const id of described.split(" ")) assert.ok(await page.textContent(`#${id}`), id);
  assert.equal(await page.inputValue("#sign-up-email"), "ana@example.org");
  assert.equal(await page.inputValue("#sign-up-password"), "");
  await close();
});

test("somebody signs up and out by keyboard alone", async () => {
  const { page, close } = await visit(browser, SITE, {});
  await tabTo(page, 'a[href="/sign-up"]');
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await tabTo(page, "#sign-up-name");
  await page.keyboard.type(newName());
  await tabTo(page, "#sign-up-password");
  await page.keyboard.type(PASSWORD);
  await tabTo(page, "main form button");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(page.url(), /done=signed-up/);
  // `autofocus` takes effect when the page is drawn, which may be after its load.
  await page.waitForFunction(() => document.activeElement.classList.contains("done"));
  await page.goto(`${SITE}/account/security`);
  const stops = await keyboardWalk(page);
  assert.deepEqual(stops.filter((stop) => stop.unseen).map((stop) => stop.text), []);
  assert.deepEqual(stops.missed, []);
  await page.goto(`${SITE}/account`);
  await tabTo(page, ".me summary");
  await page.keyboard.press("Enter");
  await tabTo(page, ".me button");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(page.url(), /\/sign-in\?done=signed-out$/);
  await close();
});

test("a second factor is set up, asked for, and replaced by a recovery code, without script", async () => {
  const { page, close } = await visit(browser, SITE, { size: PHONE, script: false });
  const name = newName();
  await signUp(page, name);
  await page.goto(`${SITE}/account/second-factor`);
  await Promise.all([page.waitForNavigation(), page.click("main button")]);
  assert.ok(await page.locator("svg.qr path").count(), "a pattern for the camera");
  const key = await page.textContent(".secret");
  await send(page, { code: codeNow(key) });
  const codes = await page.locator(".codes code").allTextContents();
  assert.equal(codes.length, 10);
  const session = async () => (await page.context().cookies()).find((cookie) => cookie.name === "session");
  const before = await session();
  await page.goto(`${SITE}/account`);
  await page.click(".me summary");
  await Promise.all([page.waitForNavigation(), page.click(".me button")]);
  await send(page, { name, password: PASSWORD });
  assert.match(page.url(), /\/sign-in\/code/);
  assert.equal(await session(), undefined, "the password alone opens nothing");
  await page.goto(`${SITE}/account`);
  assert.match(page.url(), /\/sign-in\?next=/);
  await page.goto(`${SITE}/sign-in/code`);
  await send(page, { code: codes[0] });
  assert.ok((await session()) && (await session()).value !== before.value);
  await page.goto(`${SITE}/account/security`);
  assert.match(await page.textContent("main"), /9 left/);
  await close();
});

test("a page of another site can neither send our forms nor show them", async () => {
  const { page, close } = await visit(browser, SITE, {});
  await signUp(page, newName());
  const hostile = `<form method="post" action="${SITE}/account/security"></form><form method="post" action="${SITE}/sign-out"></form><iframe src="${SITE}/account/security"></iframe>`;
  for (const form of [0, 1]) {
    await page.route("http://evil.example/", (route) => route.fulfill({ contentType: "text/html", body: hostile }));
    await page.goto("http://evil.example/");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await Promise.all([page.waitForNavigation(), page.evaluate((n) => document.forms[n].submit(), form)]);
    // 401 where the browser leaves the cookie at home, 403 where it sends it.
    assert.ok([401, 403].includes((await answered).status()), `${(await answered).status()}`);
  }
  await page.goto("http://evil.example/");
  assert.equal(page.frames().some((frame) => frame.url().startsWith(SITE)), false, "it is in no frame");
  await page.goto(`${SITE}/account`);
  assert.match(await page.textContent("h1"), /Your account/, "still signed in");
  await close();
});
