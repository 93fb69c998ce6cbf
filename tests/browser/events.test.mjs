// An event for those who play and watch: the page follows it without being reloaded, the big screen shows every row at every
// size, a bracket is drawn whole and can be zoomed, and other sites show parts of it in frames.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, colorFaults, isTooWide, startBrowser } from "./browser.mjs";
import { press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const PLAYERS = 200;
const SCREENS = [[1024, 600], [1280, 720], [1366, 768], [1920, 1080], [2560, 1440], [3840, 2160]];

let browser, service, desk;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  desk = await signUp(browser, service.url, "Ana Reyes", DESKTOP);
  await desk.goto(`${service.url}/organisations/new`);
  await desk.fill("#new-name", "Liga");
  await press(desk, "#new button");
  await desk.goto(`${service.url}/organisations/liga/officials/appoint`);
  await desk.fill("#role-account", "Ana Reyes");
  await desk.check('input[name="role"][value="organizer"]');
  await press(desk, "#role button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** Makes an event of this format with so many guests, and starts it. Gives its path. */
async function makeEvent(name, format, players, ticked = "", called = "Manlalaro") {
  await desk.goto(`${service.url}/organisations/liga/events/new`);
  await desk.fill("#new-event-name", name);
  await desk.fill("#new-event-day", "2026-12-05");
  await desk.fill("#new-event-entrants", String(players));
  const template = desk.locator("#new-event [name=template]");
  if ((await template.first().getAttribute("type")) === "radio") await desk.check(`#new-event [name=template][value="${format}"]`);
  else await template.selectOption(format);
  if (ticked) await desk.evaluate((box) => { document.querySelector(`#new-event [name=${box}]`).checked = true; }, ticked);
  await press(desk, "#new-event button");
  await press(desk, "#new-event button");
  const event = new URL(desk.url()).pathname.replace(/\/run$/, "");
  const lines = Array.from({ length: players }, (_, at) => `${called} ${String(at + 1).padStart(3, "0")}; ${2400 - at}`);
  await desk.fill("#add-lines", lines.join("\n"));
  await press(desk, "#add button");
  await press(desk, "#add-all button");
  await desk.goto(`${service.url}${event}/run?part=rounds`);
  await press(desk, "#begin button");
  return event;
}

/** Waits until the result that was chosen is saved. */
const saved = () => desk.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");

async function publishRound(event) {
  await desk.goto(`${service.url}${event}/run?part=rounds`);
  await press(desk, "#pair button");
  await press(desk, "#publish button");
}

const newPage = async ([width, height], options = {}) =>
  (await browser.newContext({ viewport: { width, height }, locale: "en", ...options })).newPage();

/** What a side of the screen shows now: the first two cells of each row, all of which are within the window. */
const shownRows = (page, side) =>
  page.evaluate((at) => {
    const body = document.querySelectorAll("#screen-view section .body")[at];
    const box = body.getBoundingClientRect();
    return [...body.querySelectorAll("tbody tr")].map((row) => {
      const { top, bottom, left, right } = row.getBoundingClientRect();
      const inside = top >= box.top - 1 && bottom <= Math.min(box.bottom, innerHeight) + 1 && left >= box.left - 1 && right <= Math.min(box.right, innerWidth) + 1;
      const isTooNarrow = () => [...row.cells].some((cell) => cell.scrollWidth > cell.clientWidth + 1);
      const clipped = isTooNarrow();
      [...row.cells].forEach((cell) => { cell.style.overflowWrap = "normal"; });
      const broken = isTooNarrow();
      return { text: [...row.cells].map((cell) => cell.textContent.trim()).join("|"), inside, clipped, broken };
    });
  }, side);

test("the big screen shows every row at six sizes, and pages through them", async () => {
  const event = await makeEvent("Malaki", "swiss", PLAYERS);
  await publishRound(event);
  for (const [width, height] of SCREENS) {
    const page = await newPage([width, height], { reducedMotion: "reduce" });
    await page.goto(`${service.url}${event}/screen?right=standings`);
    await page.waitForSelector(".paged #screen-view tbody tr");
    for (const [side, count] of [[0, PLAYERS / 2], [1, PLAYERS]]) {
      const seen = new Set();
      for (let pages = 0; pages < 60 && seen.size < count; pages += 1) {
        const rows = await shownRows(page, side);
        assert.ok(rows.length > 0, `${width}x${height}: an empty page`);
        for (const row of rows) {
          assert.ok(row.inside, `${width}x${height}: ${row.text} is cut off`);
          assert.ok(!row.clipped, `${width}x${height}: ${row.text} does not fit its cells`);
          assert.ok(!row.broken, `${width}x${height}: ${row.text} is broken within a word`);
          seen.add(row.text);
        }
        await page.click("#screen-next");
      }
      assert.equal(seen.size, count, `${width}x${height}, side ${side}`);
    }
    assert.equal(await isTooWide(page), false);
    await page.context().close();
  }
  // So many tables have the screen for themselves until the first result.
  const wide = await newPage([1920, 1080], { reducedMotion: "reduce" });
  await wide.goto(`${service.url}${event}/screen`);
  await wide.waitForSelector(".paged #screen-view tbody tr");
  assert.equal(await wide.locator("#screen-view table").count(), 2, "two columns of tables");
  await wide.context().close();
  const page = await newPage([1280, 720]);
  await page.goto(`${service.url}${event}/screen?left=names&right=none`);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.match(await page.textContent("#screen-clock"), /^\d\d:\d\d$/);
  await page.context().close();
});

test("the big screen breaks no name within a word", async () => {
  const event = await makeEvent("Mahaba", "swiss", 15, "", "Magbabagumbayan");
  await publishRound(event);
  for (const size of [[1280, 720], [1024, 768], [1920, 1080]]) {
    const page = await newPage(size, { reducedMotion: "reduce" });
    await page.goto(`${service.url}${event}/screen?right=standings`);
    await page.waitForSelector(".paged #screen-view tbody tr");
    for (const side of [0, 1]) {
      const broken = (await shownRows(page, side)).filter((row) => row.broken);
      assert.deepEqual(broken.map((row) => row.text), [], `${size}`);
    }
    await page.context().close();
  }
});

test("on a phone the big screen scrolls to its last row, and to the controls behind it", async () => {
  const event = await makeEvent("Maliit", "swiss", 40);
  await publishRound(event);
  for (const width of [320, 360]) {
    const page = await newPage([width, 640]);
    await page.goto(`${service.url}${event}/screen?right=standings`);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const shown = await page.evaluate(() => {
      const rows = [...document.querySelectorAll("#screen-source tbody tr")];
      const heads = [...document.querySelectorAll("#screen-source thead th")];
      return {
        rows: rows.length,
        isCovered: rows.at(-1).getBoundingClientRect().bottom > document.querySelector("footer").getBoundingClientRect().top,
        cut: heads.filter((head) => head.scrollWidth > head.clientWidth + 1).map((head) => head.textContent),
      };
    });
    assert.deepEqual(shown, { rows: 60, isCovered: false, cut: [] }, `${width}`);
    assert.equal(await isTooWide(page), false);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.context().close();
  }
});

test("what the desk does appears on open pages without a reload", async () => {
  const event = await makeEvent("Buhay", "swiss", 8);
  const phone = await newPage([PHONE.width, PHONE.height]);
  const screen = await newPage([1280, 720]);
  const frame = await newPage([600, 600]);
  await phone.goto(`${service.url}${event}`);
  await screen.goto(`${service.url}${event}/screen`);
  await frame.goto(`${service.url}/embed${event}/pairings`);
  for (const page of [phone, screen, frame]) await page.evaluate(() => { window.stays = true; });
  // A draft is nobody's business but the officials'.
  await desk.goto(`${service.url}${event}/run?part=rounds`);
  await press(desk, "#pair button");
  const version = await phone.evaluate(async () => (await fetch(location.href)).text());
  await phone.waitForTimeout(1500);
  assert.equal(await phone.locator(".pairings tbody tr").count(), 0);
  await press(desk, "#publish button");
  await phone.goto(`${service.url}${event}?view=pairings`);
  await phone.evaluate(() => { window.stays = true; });
  for (const page of [screen, frame]) {
    await page.locator("tbody tr", { hasText: "Manlalaro 001" }).first().waitFor({ state: "attached", timeout: 10_000 });
  }
  assert.ok(version.includes("data-version"));
  // A result and an announcement arrive, and the announcement goes again.
  await desk.goto(`${service.url}${event}/run?part=results`);
  await desk.locator("#results select").first().selectOption({ index: 1 });
  await saved();
  await phone.locator(".pairings tbody tr", { hasText: "1–0" }).first().waitFor({ timeout: 10_000 });
  await desk.goto(`${service.url}${event}/run?part=rounds`);
  await desk.fill("#announce input[name=text]", "Tanghalian hanggang 13:00");
  await press(desk, "#announce button");
  for (const page of [phone, screen, frame]) {
    await page.locator(".announced", { hasText: "Tanghalian" }).waitFor({ timeout: 10_000 });
  }
  await press(desk, "#announcements form.press button");
  await phone.locator(".announced").waitFor({ state: "detached", timeout: 10_000 });
  for (const page of [phone, screen, frame]) assert.equal(await page.evaluate(() => window.stays), true, "the page was reloaded");
  // What somebody types is not taken from them.
  await phone.locator(".find-player summary").click();
  await phone.fill(".find-player input[name=name]", "Manl");
  await desk.goto(`${service.url}${event}/run?part=results`);
  await desk.locator("#results select").nth(1).selectOption({ index: 1 });
  await saved();
  await phone.waitForTimeout(2500);
  assert.equal(await phone.inputValue(".find-player input[name=name]"), "Manl");
  for (const page of [phone, frame]) assert.deepEqual(await accessibilityFaults(page), []);
  for (const page of [phone, screen, frame]) await page.context().close();
});

test("of a knock-out that does not wait, the desk takes results of all rounds in play as they begin", async () => {
  const event = await makeEvent("Tuloy", "single-elimination", 8, "continuous");
  await publishRound(event);
  await desk.goto(`${service.url}${event}/run?part=results`);
  const win = async (row) => {
    await row.selectOption({ index: 1 });
    await saved();
  };
  const rows = desk.locator("#results select[name=result]");
  assert.equal(await rows.count(), 4);
  await win(desk.locator("#results select[data-table='3']"));
  await win(desk.locator("#results select[data-table='4']"));
  const early = desk.locator("#results select[data-game^='1.0.']");
  await early.waitFor({ timeout: 10_000 });
  assert.equal(await desk.textContent("#results-rounds"), "Round 1 · Round 2");
  assert.equal(await early.getAttribute("data-table"), "3", "the first two are taken");
  assert.match(await early.locator("xpath=ancestor::li").locator("label").textContent(), /Round 2/);
  assert.deepEqual(await accessibilityFaults(desk), []);
  await win(early);
  await win(desk.locator("#results select[data-game^='0.0.']"));
  await win(desk.locator("#results select[data-game^='0.1.']"));
  await desk.locator("#results select[data-game^='1.1.']").waitFor({ timeout: 10_000 });
  assert.equal(await desk.textContent("#results-rounds"), "Round 2", "the first round is over");
  await desk.reload();
  assert.equal(await rows.count(), 2);
});

test("place and times are shown in the reader's zone, with the time left, and are in calendars", async () => {
  const event = await makeEvent("Oras", "swiss", 8);
  const start = new Date(Date.now() + 90 * 60_000);
  const manila = new Date(start.getTime() + 8 * 3_600_000).toISOString();
  await desk.goto(`${service.url}${event}/run?part=settings`);
  await desk.fill("#timetable-place", "Baguio, Session Road");
  await desk.fill("#timetable-starts", `1 ${manila.slice(0, 10)} ${manila.slice(11, 16)}`);
  await press(desk, "#timetable button");
  await publishRound(event);
  const page = await newPage([PHONE.width, PHONE.height], { timezoneId: "Europe/Berlin" });
  await page.goto(`${service.url}${event}`);
  assert.match(await page.textContent("#event-top"), /Baguio, Session Road/);
  assert.equal(await page.getAttribute("#event-top time", "title"), "Europe/Berlin");
  const shown = await page.textContent("#event-top time");
  const berlin = new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  assert.ok(shown.includes(berlin.format(start)), shown);
  assert.match(await page.textContent("#event-top .countdown"), /\d/);
  const utc = `${start.toISOString().slice(0, 16).replaceAll(/[-:]/g, "")}00Z`;
  const file = await (await fetch(`${service.url}${event}/event.ics`)).text();
  assert.ok(file.includes(`DTSTART:${utc}`), file);
  assert.ok(file.includes("LOCATION:Baguio\\, Session Road"), file);
  const own = await (await fetch(`${service.url}${event}/entrants/1.ics`)).text();
  assert.match(own.replaceAll("\r\n ", ""), /SUMMARY:.*Round 1: Table 1\\, (White|Black) against Manlalaro/);
  await page.context().close();
});

/** The rectangles of the drawing, none of which lies over another. */
const boxes = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#bracket svg rect:not(.winner)")].map((one) => {
    const { x, y, width, height } = one.getBBox();
    return { x, y, width, height };
  }));

const overlaps = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

test("a bracket is drawn whole, later rounds too, at every size, and can be zoomed and read as a list", async () => {
  for (const [format, players, matches] of [["single-elimination", 8, 7], ["single-elimination", 21, 20], ["double-elimination", 8, 15]]) {
    const event = await makeEvent(`Tasa ${format} ${players}`, format, players);
    await publishRound(event);
    const page = await newPage([PHONE.width, PHONE.height], { hasTouch: true });
    await page.goto(`${service.url}${event}?view=bracket`);
    const drawn = await boxes(page);
    const least = format === "single-elimination" ? matches : matches - 1;
    assert.ok(drawn.length >= least, `${format} of ${players}: ${drawn.length} matches of ${matches}`);
    for (const [at, one] of drawn.entries()) {
      for (const other of drawn.slice(at + 1)) assert.ok(!overlaps(one, other), `${format} of ${players}: matches overlap`);
    }
    assert.equal(await isTooWide(page), false);
    const svg = page.locator("#bracket svg");
    const before = (await svg.boundingBox()).width;
    await page.click('[data-zoom="in"]');
    assert.ok((await svg.boundingBox()).width > before * 1.2);
    await page.locator("#bracket .scroll").focus();
    await page.keyboard.press("0");
    assert.ok((await svg.boundingBox()).width <= PHONE.width, "all of it fits after 0");
    await page.click(".bracket-list summary");
    assert.equal(await page.locator(".bracket-list li").count(), drawn.length);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await colorFaults(page), []);
    await page.context().close();
  }
});

test("a bracket marks winners as they come, and keeps its zoom", async () => {
  const event = await makeEvent("Kopa", "single-elimination", 4);
  await publishRound(event);
  const page = await newPage([1280, 800]);
  await page.goto(`${service.url}${event}?view=bracket`);
  assert.equal(await page.locator("#bracket .winner").count(), 0);
  await page.click('[data-zoom="in"]');
  const width = await page.getAttribute("#bracket svg", "width");
  await desk.goto(`${service.url}${event}/run?part=results`);
  await desk.locator("#results select").first().selectOption({ index: 1 });
  await saved();
  await page.locator("#bracket .winner").first().waitFor({ state: "attached", timeout: 10_000 });
  assert.equal(await page.getAttribute("#bracket svg", "width"), width);
  const fill = (selector) => page.locator(`#bracket ${selector}`).first().evaluate((one) => getComputedStyle(one).fill);
  assert.notEqual(await fill("rect.winner"), await fill("rect:not(.winner)"), "the mark of a winner is seen");
  assert.notEqual(await fill("text.lost"), await fill("text.won"), "a loser's name is paler");
  await page.context().close();
});

test("frames are for any site, without cookies, in either theme, and their code is copied from the page", async () => {
  const event = await makeEvent("Kuwadro", "swiss", 8);
  await publishRound(event);
  for (const view of ["pairings", "standings"]) {
    const answer = await fetch(`${service.url}/embed${event}/${view}`);
    assert.match(answer.headers.get("content-security-policy"), /frame-ancestors \*/);
    assert.equal(answer.headers.get("set-cookie"), null);
    const page = await newPage([480, 600]);
    await page.goto(`${service.url}/embed${event}/${view}?theme=dark`);
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal(await isTooWide(page), false);
    await page.context().close();
  }
  const page = await newPage([1280, 800]);
  await page.goto(`${service.url}${event}?view=standings`);
  await page.click(".embed-code summary");
  assert.ok((await page.inputValue("#embed-code")).includes(`src="${service.url}/embed${event}/standings"`));
  await page.context().close();
});
