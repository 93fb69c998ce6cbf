// Every page of the site, at both sizes, in both languages and themes: no complaint of console, policy or
// request, nothing wider than the window, readable and usable by everybody, nothing kept, and a small first view.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, PHONE, faultsInThisLook, isTooWide, keyboardWalk, startBrowser, visit } from "./browser.mjs";
import { startService } from "./service.mjs";
import { everyPage, SITE } from "./site.mjs";

const FIRST_VIEW = 100_000;

let browser, pages;

before(async () => {
  browser = await startBrowser();
  pages = await everyPage();
});

after(() => browser.close());

for (const look of ALL_LOOKS) {
  test(`every page is sound at ${look.name}`, async (t) => {
    for (const { name, path } of pages) {
      await t.test(name, async () => {
        const visited = await visit(browser, SITE + path, look);
        assert.ok(visited.bytes() < FIRST_VIEW, `${path}: ${visited.bytes()} bytes`);
        assert.equal(await isTooWide(visited.page), false, `${path}: wider than the window`);
        const shift = await shiftWhileLoading(visited, path, look);
        assert.ok(shift < 0.02, `${path}: shifts by ${shift} while loading`);
        assert.equal(await visited.page.getAttribute("html", "lang"), look.locale);
        assert.deepEqual(await faultsInThisLook(visited.page), [], `${path}: accessibility`);
        assert.deepEqual(await keptInBrowser(visited.page), [], `${path}: is kept in the browser`);
        assert.deepEqual(visited.origins(), [SITE], `${path}: comes from elsewhere too`);
        if (look.size === DESKTOP) await canBeUsedByKeyboard(visited.page);
        assert.deepEqual(visited.problems, [], `${path}: problems`);
        await visited.close();
      });
    }
  });
}

const keptInBrowser = (page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map((database) => database.name);
    return [Object.keys(localStorage), Object.keys(sessionStorage), await caches.keys(), databases].flat();
  });

/** The keyboard reaches everything, and its place can be seen. */
async function canBeUsedByKeyboard(page) {
  const stops = await keyboardWalk(page);
  assert.ok(stops.length > 3, `only ${stops.length} stops`);
  assert.deepEqual(stops.filter((stop) => stop.unseen).map((stop) => stop.text), []);
  assert.deepEqual(stops.missed, [], "all that can be used is reached");
  assert.match(stops[0].text, /^a /, "the first stop skips to the content");
}

/** How much a page shifts while it loads. Other tests change what is on it: one that shifts is loaded once more. */
async function shiftWhileLoading(visited, path, look) {
  const first = await visited.shifts();
  if (first < 0.02) return first;
  const again = await visit(browser, SITE + path, look);
  const second = await again.shifts();
  await again.close();
  return Math.min(first, second);
}

test("every page works without script", async (t) => {
  for (const { name, path } of pages) {
    await t.test(name, async () => {
      const visited = await visit(browser, SITE + path, { size: PHONE, script: false });
      assert.deepEqual(visited.problems, []);
      assert.ok((await visited.page.textContent("h1"))?.trim(), "a heading");
      assert.equal(await visited.page.locator("a[href='#'], a[href^='javascript']").count(), 0, "links that lead nowhere");
      await visited.close();
    });
  }
});

test("what is refused is a sound page too", async (t) => {
  for (const [path, status] of [["/no-such-page", 404], ["/games?colour=red", 400], [`/games/${"0".repeat(16)}`, 404]]) {
    await t.test(path, async () => {
      for (const look of ALL_LOOKS) {
        const visited = await visit(browser, SITE + path, look);
        assert.deepEqual(await faultsInThisLook(visited.page), []);
        assert.equal(await isTooWide(visited.page), false);
        // The console tells of the refusal itself, and of nothing else.
        const others = visited.problems.filter((problem) => !problem.includes(String(status)));
        assert.deepEqual(others, []);
        await visited.close();
      }
    });
  }
});

test("a row of rounds shows the chosen one on a phone, and tabs that go on have a shadow at that end", async () => {
  const service = await startService({ demo: true });
  const { page, close } = await visit(browser, `${service.url}/events/demo-league-demo-open?view=standings`, { size: PHONE });
  const row = await page.locator("#event-view > .pager").boundingBox();
  const chosen = await page.locator("#event-view > .pager [aria-current]").boundingBox();
  assert.ok(await page.locator("#event-view > .pager").evaluate((one) => one.scrollWidth > one.clientWidth), "it has more than fits");
  assert.ok(chosen.x >= row.x - 1 && chosen.x + chosen.width <= row.x + row.width + 1, JSON.stringify({ row, chosen }));
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Sinag Bituin");
  await page.fill("#sign-up-password", "tatlong bibe sa ilog");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  // The colors of a line of pixels: what lies below the tabs' words differs at the end that goes on.
  const tabs = page.locator("nav.tabs");
  assert.ok(await tabs.evaluate((one) => one.scrollWidth > one.clientWidth), "they have more than fits");
  const end = async () => {
    const box = await tabs.boundingBox();
    const clip = { y: box.y + 1, width: 4, height: 4 };
    return Promise.all([box.x, box.x + box.width - 4].map((x) => page.screenshot({ clip: { ...clip, x } })));
  };
  const [first, last] = await end();
  assert.notDeepEqual(first, last, "a shadow at the end alone");
  await tabs.evaluate((one) => { one.scrollLeft = one.scrollWidth; });
  const after = (await end())[1];
  assert.deepEqual(after, first, "none at the end");
  await close();
  await service.stop();
});
