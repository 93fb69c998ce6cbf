// Notices in a real browser: the bell counts while the page is open, a notice is read by opening it, and
// the pages are sound at both sizes, by keyboard and without script.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, faultsInThisLook, isTooWide, startBrowser } from "./browser.mjs";
import { press, signUp } from "./people.mjs";
import { SITE } from "./site.mjs";

let browser;
let number = 0;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

// No two that look alike: such names are one name.
const newName = () => `Abiso ${process.pid}${"abcdefghjkmnpqrstuvwxyz"[(number += 1)]}`;

/** Asks somebody for a game. */
async function request(page, name) {
  await page.goto(`${SITE}/play/new`);
  await page.fill('[name="to"]', name);
  await press(page, "main form button");
  assert.match(page.url(), /done=offer-made$/, await page.textContent("main"));
}

const bell = (page) => page.locator(".bell-count").textContent();

/** Keeps a picture to look at, where one is asked for. */
const keep = (page, name) => process.env.TESTED_PICTURES && page.screenshot({ path: `${process.env.TESTED_PICTURES}/${name}.png` });

for (const look of ALL_LOOKS) {
  test(`the list and the settings are sound at ${look.name}`, async () => {
    const [ana, ben] = [newName(), newName()];
    const page = await signUp(browser, SITE, ben, look.size, look.locale);
    await page.goto(`${SITE}/notices`);
    assert.deepEqual(await faultsInThisLook(page), [], "the empty list");
    const other = await signUp(browser, SITE, ana, look.size, look.locale);
    await request(other, ben);
    await request(other, ben);
    await page.goto(`${SITE}/notices`);
    assert.equal(await bell(page), "2");
    assert.equal(await isTooWide(page), false, "the list is wider than the window");
    assert.deepEqual(await faultsInThisLook(page), [], "the list");
    await keep(page, `notices-${look.size.width}`);
    await page.emulateMedia({ colorScheme: "dark" });
    await keep(page, `notices-${look.size.width}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${SITE}/notices/settings`);
    assert.equal(await isTooWide(page), false, "the settings are wider than the window");
    assert.deepEqual(await faultsInThisLook(page), [], "the settings");
    await keep(page, `settings-${look.size.width}`);
    await Promise.all([page.context().close(), other.context().close()]);
  });
}

test("the bell counts without a reload, and a notice that is opened is read", async () => {
  const [ana, ben] = [newName(), newName()];
  const page = await signUp(browser, SITE, ben, ALL_LOOKS[1].size);
  const other = await signUp(browser, SITE, ana, ALL_LOOKS[1].size);
  await page.goto(`${SITE}/notices`);
  assert.equal(await page.locator(".bell-count").isHidden(), true);
  // A second tab is told by the first, which holds the only stream.
  const tab = await page.context().newPage();
  let streams = 0;
  tab.on("request", (one) => { streams += one.url().endsWith("/notices/events") ? 1 : 0; });
  await tab.goto(`${SITE}/notices`);
  const asked = Date.now();
  await request(other, ben);
  for (const one of [page, tab]) {
    await one.locator(".bell-count").waitFor({ state: "visible", timeout: 10_000 });
    assert.equal(await bell(one), "1");
  }
  assert.ok(Date.now() - asked < 20_000, "by the stream, before anybody would have asked");
  assert.equal(streams, 0, "streams of the second tab");
  await page.close();
  await request(other, ben);
  await tab.waitForFunction(() => document.querySelector(".bell-count").textContent === "2");
  assert.equal(streams, 1, "the second tab goes on with it");
  assert.equal((await tab.locator(".bell").innerText()).replace(/\s+/g, " ").includes("2 unread"), true);
  await tab.reload();
  await press(tab, ".notices a");
  const unread = () => tab.evaluate(async () => (await fetch("/notices/unread")).text());
  for (let tries = 0; tries < 100 && (await unread()) !== "1"; tries += 1) await tab.waitForTimeout(50);
  assert.equal(await unread(), "1");
  await Promise.all([tab.context().close(), other.context().close()]);
});

test("without script all notices are marked as read by a button", async () => {
  const [ana, ben] = [newName(), newName()];
  const page = await signUp(browser, SITE, ben, ALL_LOOKS[1].size);
  const other = await signUp(browser, SITE, ana, ALL_LOOKS[1].size);
  await request(other, ben);
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
  const plain = await context.newPage();
  await plain.goto(`${SITE}/notices`);
  assert.equal(await bell(plain), "1");
  await press(plain, 'main form[action="/notices/read"] button');
  assert.equal(await plain.locator(".bell-count").isHidden(), true);
  await Promise.all([context.close(), page.context().close(), other.context().close()]);
});

test("a browser that allows it is subscribed and shows what is pushed", async () => {
  const page = await signUp(browser, SITE, newName(), ALL_LOOKS[1].size, "en", { serviceWorkers: "allow" });
  await page.context().grantPermissions(["notifications"], { origin: SITE });
  // There is no push service for a browser of a test.
  await page.addInitScript(() => {
    const keys = { p256dh: "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY", auth: "_ordMnz7uTCmrpBTeUV4Bw" };
    const bytes = (name) => Uint8Array.from(atob(keys[name].replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
    let made = null;
    const subscription = { endpoint: "https://push.example.org/1", getKey: bytes, unsubscribe: async () => ((made = null), true) };
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      if (applicationServerKey.length !== 87) throw new Error("no key");
      return (made = subscription);
    };
    PushManager.prototype.getSubscription = async () => made;
  });
  await page.goto(`${SITE}/notices`);
  const button = page.locator("#push button");
  await button.waitFor({ state: "visible" });
  assert.equal(await button.innerText(), "Show notices in this browser");
  const taken = page.waitForResponse(`${SITE}/notices/push`);
  await button.click();
  assert.equal((await taken).status(), 204);
  await page.waitForFunction(() => document.querySelector("#push button").textContent.startsWith("Stop"));
  const removed = page.waitForResponse(`${SITE}/notices/push/remove`);
  await button.click();
  assert.equal((await removed).status(), 204);
  await page.context().close();
});

test("times are in the reader's own zone, in a list and in the lobby that updates itself", async () => {
  const [ana, ben] = [newName(), newName()];
  const page = await signUp(browser, SITE, ben, DESKTOP);
  const other = await signUp(browser, SITE, ana, DESKTOP);
  await request(other, ben);
  const inManila = async (reader, within) => {
    const time = reader.locator(`${within} time[title="Asia/Manila"]`).first();
    await time.waitFor();
    const at = new Date(await time.getAttribute("datetime"));
    const clock = new Intl.DateTimeFormat("en", { timeZone: "Asia/Manila", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
    const said = await time.textContent();
    assert.ok(said.endsWith(`, ${clock}`) && !said.includes("UTC"), `${said}, not ${clock}`);
    return said;
  };
  await page.goto(`${SITE}/notices`);
  assert.match(await inManila(page, "main"), /^\d+ \w+ \d{4}, \d\d:\d\d$/);
  await other.goto(`${SITE}/play`);
  assert.match(await inManila(other, "#lobby"), /^until \d+ /);
  // Another request: the list is replaced by what the server says now.
  await request(page, ana);
  await other.waitForFunction(() => document.querySelectorAll("#lobby time").length === 2);
  await inManila(other, "#lobby");
  assert.equal(await other.locator("#lobby time[data-local]").count(), 0);
  for (const one of [page, other]) await one.context().close();
});
