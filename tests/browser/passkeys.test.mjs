// Passkeys by a device that Chromium plays: added, used instead of name and password, asked for as the second factor, removed;
// what is offered without script and where browsers have none.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, faultsInThisLook, isTooWide, startBrowser, visit } from "./browser.mjs";
import { PASSWORD } from "./people.mjs";
import { SITE } from "./site.mjs";

// Browsers have passkeys on the machine itself, by its name alone.
const LOCAL = SITE.replace("127.0.0.1", "localhost");
const BUTTON = ".passkey button";

let browser;
let number = 0;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

/** A device that verifies its owner and keeps passkeys. */
async function addDevice(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  const verifies = (isUserVerified) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { verifies };
}

const pressed = (page, selector) => Promise.all([page.waitForNavigation(), page.click(selector)]);

async function signUp(page, name) {
  await page.goto(`${LOCAL}/sign-up`);
  await page.fill("#sign-up-name", name);
  await page.fill("#sign-up-password", PASSWORD);
  await pressed(page, "#sign-up button");
}

async function signOut(page) {
  await page.goto(`${LOCAL}/account`);
  await page.click(".me summary");
  await pressed(page, ".me button");
}

async function addPasskey(page, name) {
  await page.goto(`${LOCAL}/account/passkeys`);
  await page.fill("#passkey-name", name);
  await pressed(page, BUTTON);
}

/** What the box says, once it does. */
async function said(page) {
  await page.waitForFunction(() => document.querySelector('.passkey [role="status"]').textContent !== "");
  return page.textContent('.passkey [role="status"]');
}

const newName = () => `Gregoria ${process.pid}${"abcdefghijklmnopqrstuvwxyz"[(number += 1)]}`;

async function soundHere(page, what) {
  assert.equal(await isTooWide(page), false, `${what}: wider than the window`);
  assert.deepEqual(await faultsInThisLook(page), [], what);
}

test("a passkey is added, signs in without a name, and is refused once it is removed", async () => {
  const { page, problems, close } = await visit(browser, LOCAL, {});
  await addDevice(page);
  const name = newName();
  await signUp(page, name);
  await addPasskey(page, "Laptop");
  assert.equal(await page.locator(".codes li").count(), 10, "recovery codes come with the first second factor");
  await page.goto(`${LOCAL}/account/passkeys`);
  assert.match(await page.textContent("main table"), /Laptop/);
  await page.fill("#passkey-name", "Again");
  await page.click(BUTTON);
  assert.match(await said(page), /already has a passkey/);
  await signOut(page);
  await page.goto(`${LOCAL}/sign-in?next=/account/security`);
  await pressed(page, BUTTON);
  assert.match(page.url(), /\/account\/security$/, "back where one wanted to go");
  assert.match(await page.textContent(".me summary"), new RegExp(name));
  await page.goto(`${LOCAL}/account/passkeys`);
  await pressed(page, 'form[action="/account/passkeys/remove"] button');
  assert.match(page.url(), /\/account\/security\?done=passkey-removed$/);
  await signOut(page);
  await page.goto(`${LOCAL}/sign-in`);
  await pressed(page, BUTTON);
  assert.match(await page.textContent(".faults"), /was not accepted/);
  assert.deepEqual(problems.filter((problem) => !/422/.test(problem)), []);
  await close();
});

test("who signed in by password gives the passkey before passkeys are changed", async () => {
  const { page, close } = await visit(browser, LOCAL, {});
  await addDevice(page);
  const name = newName();
  await signUp(page, name);
  await addPasskey(page, "Phone");
  await signOut(page);
  await page.goto(`${LOCAL}/sign-in`);
  await page.fill("#sign-in-name", name);
  await page.fill("#sign-in-password", PASSWORD);
  await pressed(page, "#sign-in button");
  await page.goto(`${LOCAL}/account/passkeys`);
  assert.match(page.url(), /\/account\/confirm\?next=/);
  await pressed(page, BUTTON);
  assert.match(page.url(), /\/account\/passkeys$/);
  assert.match(await page.textContent("main table"), /Phone/);
  await close();
});

test("a device that verifies nobody, or answers a challenge again, signs nobody in", async () => {
  const { page, close } = await visit(browser, LOCAL, {});
  const device = await addDevice(page);
  await signUp(page, newName());
  await addPasskey(page, "Phone");
  await signOut(page);
  await page.goto(`${LOCAL}/sign-in`);
  await device.verifies(false);
  await page.click(BUTTON);
  assert.match(await said(page), /No passkey was used/);
  await device.verifies(true);
  const sent = page.waitForRequest((request) => request.url().endsWith("/sign-in/passkey"));
  const cookies = async () => (await page.context().cookies()).filter((cookie) => cookie.name !== "session");
  const asked = page.waitForResponse((response) => response.url().endsWith("/begin"));
  const done = pressed(page, BUTTON);
  await asked;
  const body = new URLSearchParams((await sent).postData());
  const held = (await (await sent).allHeaders()).cookie;
  await done;
  assert.ok((await page.context().cookies()).some((cookie) => cookie.name === "session"));
  assert.ok(!(await cookies()).some((cookie) => cookie.name === "passkey"), "the challenge is used up");
  const headers = { cookie: held, origin: LOCAL };
  const again = await fetch(`${LOCAL}/sign-in/passkey`, { method: "POST", redirect: "manual", headers, body });
  assert.equal(again.status, 422);
  assert.match(await again.text(), /expired or was answered already/);
  await close();
});

for (const look of ALL_LOOKS) {
  test(`the pages with passkeys are sound at ${look.name}`, async () => {
    const { page, close } = await visit(browser, `${LOCAL}/sign-in`, look);
    await page.waitForSelector(BUTTON);
    await soundHere(page, "signing in");
    await addDevice(page);
    await signUp(page, newName());
    await addPasskey(page, "Isang medyo mahabang pangalan ng telepono");
    for (const path of ["/account/passkeys", "/account/security", "/account/prove?next=/account"]) {
      await page.goto(LOCAL + path);
      await soundHere(page, path);
    }
    await close();
  });
}

test("without script, or at an address that is a number, the password remains and nothing broken is offered", async () => {
  const { page, close } = await visit(browser, `${LOCAL}/sign-in`, { script: false });
  assert.equal(await page.isVisible(BUTTON), false);
  assert.equal(await page.isVisible("#sign-in-password"), true);
  await signUp(page, newName());
  await page.goto(`${LOCAL}/account/passkeys`);
  assert.match(await page.textContent("[data-no-passkeys]"), /needs JavaScript/);
  assert.equal(await page.isVisible("#passkey-name"), false);
  await close();
  const other = await visit(browser, `${SITE}/sign-in`, {});
  assert.equal(await other.page.locator(".passkey").count(), 0);
  await other.close();
});
