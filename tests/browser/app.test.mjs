// The site as an app: it can be installed, what was opened opens again without network, and nothing that is not revealed, and
// nothing private, is in anything that the browser keeps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { ALL_LOOKS, PHONE, faultsInThisLook, isTooWide, startBrowser } from "./browser.mjs";
import { begin, meet, moves, playOn, plies, somebody, tap, until } from "./game.mjs";
import { startService } from "./service.mjs";

let browser, service, replays;

before(async () => {
  browser = await startBrowser();
  service = await startService({ files: ["../../../demo/sample.ggn", "unfinished.ggn"], env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  const { games } = await (await fetch(`${service.url}/api/v1/games?limit=50`)).json();
  replays = games.filter((game) => game.revealed).map((game) => `/games/${game.id}`);
  assert.ok(replays.length > 2);
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** A page whose service worker may work. */
async function open(path = "/", options = {}, site = service.url) {
  const context = await browser.newContext({ serviceWorkers: "allow", locale: "en", ...options });
  const page = await context.newPage();
  await page.goto(site + path);
  return page;
}

/** Waits until something asynchronous is so in a page; a promise is always true to the browser's own waiting. */
async function eventually(page, predicate, value) {
  for (const end = Date.now() + 20_000; Date.now() < end; await page.waitForTimeout(30)) if (await page.evaluate(predicate, value)) return;
  throw new Error(`never: ${predicate}`);
}

/** Waits until the worker is in charge and has kept the page for when there is no network. */
async function ready(page) {
  // A worker is installed again with the next page if the server was too busy for one of its files.
  for (let tries = 0; !(await isInCharge(page)); tries += 1) {
    assert.ok(tries < 5, "the worker is never in charge");
    await page.reload();
  }
  await eventually(page, async () => (await caches.match("/offline"))?.headers.get("device")?.startsWith(document.documentElement.lang));
}

const isInCharge = (page) =>
  page.evaluate(async () => {
    for (const end = Date.now() + 8_000; Date.now() < end; await new Promise((done) => { setTimeout(done, 20); })) {
      if (navigator.serviceWorker.controller) return true;
    }
    return false;
  });

const isKept = (page, path) => eventually(page, async (wanted) => (await caches.has("replays")) && (await (await caches.open("replays")).match(wanted)) !== undefined, path);
const offline = (page, off = true) => page.context().setOffline(off);
const heading = async (page) => (await page.locator("h1").textContent()).trim();
const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

/** All that a browser keeps for this site: every entry of every cache, IndexedDB and both storages, as text. */
const keptTexts = (page) =>
  page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        all.push({ place: `${name} ${new URL(request.url).pathname}`, text: `${request.url}\n${[...answer.headers].join("\n")}\n${await answer.text()}` });
      }
    }
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (const key of Object.keys(storage)) all.push({ place: `${name} ${key}`, text: `${key}\n${storage.getItem(key)}` });
    }
    for (const { name } of await indexedDB.databases()) all.push({ place: `indexedDB ${name}`, text: name });
    return all;
  });

/** The places that hold one of these words. */
const told = (kept, words) => kept.filter(({ text }) => words.some((word) => text.includes(word))).map(({ place }) => place);

test("the app can be installed, in both languages", { timeout: 120_000 }, async () => {
  for (const [language, name] of [["en", "Play"], ["fil", "Maglaro"]]) {
    const page = await open("/", { locale: language });
    await ready(page);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    assert.equal(manifest.lang, language);
    assert.ok(manifest.shortcuts.some((shortcut) => shortcut.name === name), data);
    assert.deepEqual((await session.send("Page.getInstallabilityErrors")).installabilityErrors.filter((one) => one.errorId !== "in-incognito"), []);
    for (const { src, sizes } of manifest.icons) {
      const width = await page.evaluate(async (address) => (await createImageBitmap(await (await fetch(address)).blob())).width, src);
      assert.equal(`${width}x${width}`, sizes, src);
    }
    await close(page);
  }
});

test("a replay that was opened opens and steps without network, and the offline page lists it", { timeout: 120_000 }, async () => {
  const page = await open(replays[0]);
  await ready(page);
  await isKept(page, replays[0]);
  const shown = await heading(page);
  await offline(page);
  await page.goto(`${service.url}${replays[0]}?ply=3&view=white`);
  assert.equal(await heading(page), shown);
  assert.equal(await page.locator("#slider").inputValue(), "3");
  assert.equal(await page.locator("#replay [aria-current][data-view]").first().getAttribute("data-view"), "white");
  await page.click('#replay [data-go="next"]');
  assert.equal(await page.locator("#slider").inputValue(), "4");
  await page.goto(`${service.url}${replays[1]}`);
  assert.equal(await heading(page), "You are offline");
  assert.equal(await page.locator("#board").count(), 0);
  const listed = page.locator("#kept a");
  await listed.first().waitFor();
  assert.deepEqual(await listed.allTextContents(), [shown]);
  await listed.first().click();
  await page.locator("#slider").waitFor();
  assert.equal(new URL(page.url()).pathname, replays[0]);
  await close(page);
});

test("the offline page is sound in both languages and sizes, also with nothing kept", { timeout: 120_000 }, async () => {
  for (const look of ALL_LOOKS) {
    const page = await open("/rules", { viewport: look.size, locale: look.locale });
    await ready(page);
    await offline(page);
    await page.goto(`${service.url}/players`);
    assert.equal(await page.locator("html").getAttribute("lang"), look.locale);
    assert.equal(await page.locator("#kept-none").isVisible(), true);
    assert.equal(await isTooWide(page), false);
    assert.deepEqual(await faultsInThisLook(page), []);
    await offline(page, false);
    await page.waitForFunction(() => location.pathname === "/players" && !document.getElementById("kept"));
    await close(page);
  }
});

test("a new language is the offline page's too, and the looks that the device has", { timeout: 120_000 }, async () => {
  const page = await open("/rules");
  await ready(page);
  await page.click('footer [value="fil"]');
  await page.click('footer [value="dark"]');
  await ready(page);
  await eventually(page, async () => (await caches.match("/offline"))?.headers.get("device")?.includes("dark"));
  await offline(page);
  await page.goto(`${service.url}/players`);
  assert.equal(await heading(page), "Wala kang koneksiyon");
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await close(page);
});

test("a game that goes on is not kept: without network there is the offline page and no board", { timeout: 120_000 }, async () => {
  const options = { serviceWorkers: "allow" };
  const [ana, ben] = [await somebody(browser, "Abra", options, service.url), await somebody(browser, "Agno", options, service.url)];
  const game = await meet(ana, ben);
  const [first] = await begin(ana, ben);
  await playOn(first);
  await ready(first);
  await offline(first);
  await first.goto(game);
  assert.equal(await heading(first), "You are offline");
  assert.equal(await first.locator("#table, #board, .piece").count(), 0);
  await close(ana, ben);
});

test("nothing unrevealed and nothing private is kept of playing, watching, setting up and reviewing", { timeout: 180_000 }, async () => {
  const options = { serviceWorkers: "allow" };
  const [ana, ben] = [await somebody(browser, "Balabac", options, service.url), await somebody(browser, "Bohol", options, service.url)];
  await ready(ana);
  await ana.goto(`${service.url}/set-ups/new`);
  await ana.fill('[name="name"]', "canary-set-up-3141");
  await ana.click('#deploy [data-tool="random"]');
  await Promise.all([ana.waitForNavigation(), ana.locator("main form .primary").first().click()]);
  const game = await meet(ana, ben);
  const setups = [];
  for (const page of [ana, ben]) page.on("request", (request) => { if (request.method() === "POST" && request.url().endsWith("/deployment")) setups.push(new URLSearchParams(request.postData()).get("setup")); });
  const [first, second] = await begin(ana, ben);
  await playOn(first);
  await playOn(second);
  await first.locator("#notes summary, #notes-heading").first().click({ timeout: 1000 }).catch(() => {});
  const watcher = await open(new URL(game).pathname);
  await ready(watcher);
  await ana.goto(service.url + replays[1]);
  await isKept(ana, replays[1]);
  await ana.goto(`${service.url}${replays[1]}/reviews/new`);
  await ana.fill('main [name="title"]', "canary-review-2718");
  await Promise.all([ana.waitForNavigation(), ana.locator("main form .primary").first().click()]);
  await ana.goto(service.url + replays[1]);
  await ana.goto(`${service.url}/notices`);
  await ana.goto(`${service.url}/set-ups`);
  const unfinished = (await (await fetch(`${service.url}/api/v1/games?termination=unterminated`)).json()).games[0].id;
  await ana.goto(`${service.url}/games/${unfinished}`);
  await ana.waitForTimeout(500);
  assert.equal(setups.length, 2);
  const rows = setups.flatMap((setup) => setup.split("/").filter((row) => row.replaceAll(".", "").length > 4));
  const play = new URL(game).pathname;
  const words = ["canary-", ana.called, ben.called, play, unfinished, "alpha-7731", ...rows];
  for (const page of [ana, ben, watcher]) {
    const kept = await keptTexts(page);
    assert.ok(kept.length > 20, `${kept.length} entries`);
    assert.deepEqual(told(kept, words), []);
    const notFree = kept.filter(({ place, text }) => !/Storage/.test(place) && (!/^(offline-copy,|cache-control,.*immutable)/m.test(text) || /no-store/.test(text.split("\n\n")[0])));
    assert.deepEqual(notFree.map(({ place }) => place), []);
    assert.deepEqual(kept.filter(({ text }) => /name="csrf"/.test(text)).map(({ place }) => place), []);
  }
  // A leak in each place is found by the same look.
  await ana.evaluate(async (row) => {
    await (await caches.open("replays")).put("/planted", new Response(`<p>${row}</p>`));
    localStorage.setItem("planted", row);
    await new Promise((done) => { indexedDB.open(row).onsuccess = done; });
  }, rows[0]);
  assert.deepEqual(told(await keptTexts(ana), words), ["replays /planted", "localStorage planted", `indexedDB ${rows[0]}`]);
  await close(ana, ben, watcher);
});

test("signing out leaves no replay and nothing of the account behind", { timeout: 60_000 }, async () => {
  const page = await somebody(browser, "Calamian", { serviceWorkers: "allow" }, service.url);
  await page.goto(service.url + replays[2]);
  await ready(page);
  await isKept(page, replays[2]);
  await page.evaluate(() => localStorage.setItem("speaks", "yes"));
  await page.click(".me summary");
  await Promise.all([page.waitForNavigation(), page.click('form[action="/sign-out"] button')]);
  await page.goto(`${service.url}/rules`);
  await ready(page);
  const kept = await keptTexts(page);
  assert.deepEqual(kept.filter(({ place }) => !/^shell-\w+ \/(static|offline)/.test(place)), []);
  assert.deepEqual(told(kept, [page.called, replays[2]]), []);
  await close(page);
});

test("no more than fifty replays are kept, and the ones opened last", { timeout: 60_000 }, async () => {
  const page = await open(replays[0]);
  await ready(page);
  await isKept(page, replays[0]);
  await page.evaluate(async (path) => {
    const cache = await caches.open("replays");
    const answer = await cache.match(path);
    for (let number = 0; number < 60; number += 1) await cache.put(`/games/${String(number).padStart(16, "0")}`, answer.clone());
  }, replays[0]);
  await page.goto(service.url + replays[1]);
  await eventually(page, async () => (await (await caches.open("replays")).keys()).length === 50);
  const paths = await page.evaluate(async () => (await (await caches.open("replays")).keys()).map((request) => new URL(request.url).pathname));
  assert.equal(paths.at(-1), replays[1]);
  assert.equal(paths.includes(replays[0]), false, `${paths}`);
  await close(page);
});

test("files of old versions go once no kept page needs them", { timeout: 60_000 }, async () => {
  const page = await open(replays[0]);
  await ready(page);
  await isKept(page, replays[0]);
  await page.evaluate(async (path) => {
    // As versions before left it: pages of two, files of four.
    const replays = await caches.open("replays");
    const now = await (await replays.match(path)).text();
    for (const [version, name] of [["aaaa", "1111111111111111"], ["bbbb", "2222222222222222"]]) {
      await replays.put(`/games/${name}`, new Response(now, { headers: { "offline-copy": version } }));
    }
    const current = (await caches.keys()).find((name) => name.startsWith("shell-"));
    await caches.delete(current);
    for (const version of ["bbbb", "cccc", "dddd"]) await (await caches.open(`shell-${version}`)).put("/static/x", new Response(""));
    const registration = await navigator.serviceWorker.ready;
    await registration.unregister();
  }, replays[0]);
  await page.goto(`${service.url}/rules`);
  await ready(page);
  await eventually(page, async () => !(await caches.has("shell-cccc")));
  const names = await page.evaluate(() => caches.keys());
  assert.deepEqual(names.filter((name) => name.startsWith("shell-")).slice(0, 2), ["shell-bbbb", "shell-dddd"], "one is needed, one may be open");
  const paths = await page.evaluate(async () => (await (await caches.open("replays")).keys()).map((request) => new URL(request.url).pathname));
  assert.deepEqual(paths.sort(), ["/games/2222222222222222", replays[0]].sort(), "a page without its files goes");
  await close(page);
});

/** A table with both armies in: the address for its device. */
async function tableDevice(site) {
  const owner = await somebody(browser, "Dinagat", {}, site);
  const official = await somebody(browser, "Ditale", {}, site);
  const press = (page, selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);
  await owner.goto(`${site}/organisations/new`);
  await owner.fill("#new-name", "Liga ng App");
  await press(owner, "#new button");
  const home = owner.url().split("?")[0];
  await owner.goto(`${home}/officials/add`);
  await owner.fill("#role-account", official.called);
  await owner.check('#role [name="role"][value="official"]');
  for (const duty of ["pairings", "results"]) await owner.check(`#role [name="duties"][value="${duty}"]`);
  await press(owner, "#role button");
  await owner.goto(`${home}/records`);
  await owner.check('input[value="face-to-face"]');
  await owner.setInputFiles("#records-records", new URL("../../demo/sample.ggn", import.meta.url).pathname);
  await press(owner, "#records button");
  const { events } = await (await fetch(`${site}/api/v1/events`)).json();
  const event = events.find((one) => one.organisation === new URL(home).pathname.split("/").pop()).slug;
  await official.goto(`${site}/events/${event}/plays`);
  const form = official.locator("#making");
  for (const [name, value] of [["round", "1"], ["white", "Sidapa"], ["black", "Pandesal"], ["pace", "600+5"]]) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('[name="venue"]').selectOption("table");
  await form.locator('[name="disclosure"]').selectOption("game");
  await press(official, "#making button");
  const game = site + (await official.locator('main a[href^="/play/"]').first().getAttribute("href"));
  const setups = [];
  const holder = async (place) => {
    await official.goto(`${game}/passes`);
    await press(official, `form:has([value="${place}"]) button`);
    const link = await official.textContent("code.secret");
    const phone = await open(new URL(link.trim(), site).pathname, { viewport: PHONE, hasTouch: true }, site);
    phone.on("request", (request) => { if (request.url().endsWith("/deployment")) setups.push(new URLSearchParams(request.postData()).get("setup")); });
    await press(phone, "main form button");
    return phone;
  };
  for (const side of ["white", "black"]) {
    const phone = await holder(side);
    await phone.click('#deploy [data-tool="random"]');
    await press(phone, "#deployment .primary");
    await ready(phone);
    assert.deepEqual(told(await keptTexts(phone), ["shell-none", ...setups]), [], "a player's phone keeps no army");
    assert.equal((await keptTexts(phone)).some(({ place }) => place.startsWith("table ")), false);
    await close(phone);
  }
  const device = await holder("device");
  await device.waitForSelector("#table");
  await close(owner, official);
  return { device, setups };
}

/** Taps any step to an empty square, and gives it. */
async function quietStep(page) {
  const quiet = await page.evaluate(() => document.getElementById("table").dataset.moves.split(" ").find((ply) => !document.querySelector(`#table [data-square="${ply.slice(3)}"]`)));
  await tap(page, quiet);
  return quiet;
}

test("the device at a table opens again without network, with what waits there, and sends it later", { timeout: 180_000 }, async () => {
  // Of its own: the records are an organisation's there.
  const own = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  after(own.stop);
  const { device, setups } = await tableDevice(own.url);
  await ready(device);
  await device.reload();
  for (let played = 0; played < 2; played += 1) {
    const count = await plies(device);
    await quietStep(device);
    await until(device, count + 1);
  }
  await eventually(device, async () => (await (await caches.open("table")).match("/at"))?.text().then((text) => text.includes("data-version")));
  const shown = await plies(device);
  await offline(device);
  const quiet = await quietStep(device);
  const to = quiet.slice(3);
  await device.waitForFunction((square) => document.querySelector(`#table [data-square="${square}"]`), to);
  await device.reload();
  await device.waitForFunction((square) => document.querySelector(`#table [data-square="${square}"]`), to);
  assert.equal(await device.locator('#table .piece use[href$="rank-hidden"]').count(), 42);
  const running = await device.evaluate(() => [...document.querySelectorAll(".seat .clock")].map((one) => one.textContent.trim()));
  assert.equal(running.every((time) => /\d/.test(time)), true, `${running}`);
  await quietStep(device);
  const kept = await keptTexts(device);
  assert.ok(kept.some(({ place }) => place === "table /at"));
  const rows = setups.flatMap((setup) => setup.split("/").filter((row) => row.replaceAll(".", "").length > 4));
  assert.deepEqual(told(kept, rows), [], "no army is on the device");
  assert.deepEqual(kept.filter(({ place, text }) => place === "table /at" && /#rank-(?!hidden)/.test(text.slice(text.indexOf("<main")))), [], "nor a rank");
  await offline(device, false);
  await until(device, shown + 2);
  assert.equal((await moves(device)).length > 0, true);
  // The offline page leads to the table, too, once the page is kept anew.
  await eventually(device, async () => (await (await caches.open("table")).match("/at"))?.text().then((text) => text.includes("data-version")));
  await offline(device);
  await device.goto(`${own.url}/players`);
  await device.locator("#kept-table a").click();
  await device.waitForSelector("#table");
  await close(device);
});

test("a record that another app shares is checked, and one that is wrong names the place", { timeout: 120_000 }, async () => {
  const page = await open("/records/check");
  const text = readFileSync(new URL("../../demo/sample.ggn", import.meta.url), "utf8");
  const first = text.slice(0, text.indexOf("\n[Event", 10));
  const share = async (content, name = "shared.ggn") => {
    // As the system shares: without a token of a form.
    await page.evaluate(({ content: body, name: file }) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: "/records/check", enctype: "multipart/form-data" });
      const input = Object.assign(document.createElement("input"), { type: "file", name: "records" });
      const files = new DataTransfer();
      files.items.add(new File([body], file));
      input.files = files.files;
      const title = Object.assign(document.createElement("input"), { name: "title", value: "A game" });
      form.append(input, title);
      document.body.append(form);
      form.submit();
    }, { content, name });
    await page.waitForLoadState();
    await page.waitForSelector(".checked, .fault, [aria-invalid]");
  };
  await share(first);
  assert.equal(await page.locator(".checked .chip.win").textContent(), "Valid");
  assert.ok((await page.locator(".checked .piece").count()) > 10);
  for (const look of ALL_LOOKS) {
    await page.setViewportSize(look.size);
    assert.equal(await isTooWide(page), false);
  }
  assert.deepEqual(await faultsInThisLook(page), []);
  await Promise.all([page.waitForNavigation(), page.click(".checked .button.primary")]);
  assert.match(page.url(), /\/games\/\w{16}/);
  await page.goto(`${service.url}/records/check`);
  await share(first.replace(/\n1\. \S+/, "\n1. a1-a9"));
  assert.match(await page.locator(".checked").textContent(), /Invalid\s+line \d+, column \d+, move 1/);
  await page.goto(`${service.url}/records/check`);
  await share("no game at all");
  assert.match(await page.locator("main").textContent(), /no game|cannot|expected|Game 1/i);
  await close(page);
});

test("the badge of the app is the number of unread notices, and is gone with them", { timeout: 120_000 }, async () => {
  const page = await somebody(browser, "Esperanza", {}, service.url);
  const other = await somebody(browser, "Estrella", {}, service.url);
  await page.context().addInitScript(() => {
    window.badges = [];
    navigator.setAppBadge = async (count) => { window.badges.push(count); };
    navigator.clearAppBadge = async () => { window.badges.push(0); };
  });
  await other.goto(`${service.url}/play/new`);
  await other.fill('[name="to"]', page.called);
  await Promise.all([other.waitForNavigation(), other.locator("main form button").first().click()]);
  await page.goto(`${service.url}/rules`);
  await page.waitForFunction(() => window.badges.at(-1) === 1);
  await page.click(".me summary");
  await Promise.all([page.waitForNavigation(), page.click('form[action="/sign-out"] button')]);
  await page.waitForFunction(() => window.badges.at(-1) === 0);
  await close(page, other);
});
