// A weekend of sixty players in a real browser, as two officials run it at their desk: registration by pasted lines, results
// by keyboard, late entries, a withdrawal, a no-show, a correction, a round that is taken back, a final. What happens is told
// by the data file of tests/contest, and the standings must be the same to the last value.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { DESKTOP, startBrowser } from "./browser.mjs";
import { startService } from "./service.mjs";

const PASSWORD = "tatlong bibe sa ilog";
const script = JSON.parse(readFileSync(new URL("../contest/data/weekend.json", import.meta.url)));

let browser, service, event;
const problems = [];

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
});

after(async () => {
  await browser.close();
  await service.stop();
});

async function newPage() {
  const page = await (await browser.newContext({ viewport: DESKTOP, locale: "en" })).newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  return page;
}

const goto = (page, path) => page.goto(`${service.url}${path}`);
const press = (page, selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);
const enter = (page) => Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
const desk = (page, part, more = "") => goto(page, `${event}/run?part=${part}${more}`);

/** Something that is done at the desk, without a fault. */
async function does(page, selector) {
  await press(page, selector);
  assert.equal(await page.locator(".faults").count(), 0, `${selector}: ${await page.textContent("main")}`);
}

async function signUp(name) {
  const page = await newPage();
  await goto(page, "/sign-up");
  await page.fill("#sign-up-name", name);
  await page.fill("#sign-up-password", PASSWORD);
  await enter(page);
  return page;
}

async function appoint(page, name) {
  await goto(page, "/organisations/liga/officials/appoint");
  await page.fill("#role-account", name);
  await page.check('input[name="role"][value="organizer"]');
  await press(page, "#role button");
}

/** The wizard's questions, answered as the script's settings have it; gives the address of the event. */
async function makeEvent(page) {
  const { plan, cap, fee } = script.settings;
  await goto(page, "/organisations/liga/events/new");
  await page.fill("#new-event-name", script.name);
  await page.fill("#new-event-day", script.first_day);
  await page.fill("#new-event-entrants", String(plan.entrants));
  await page.fill("#new-event-rounds", String(plan.rounds));
  await page.check(`input[name="template"][value="${plan.template}"]`);
  await page.fill("#new-event-cap", String(cap));
  await page.fill("#new-event-fee", fee);
  await page.check('input[name="check-in"]');
  await press(page, "#new-event button");
  assert.match(await page.textContent("main"), new RegExp(`Rounds: ${plan.rounds + 1}\\.`));
  await press(page, "#new-event button");
  return new URL(page.url()).pathname.replace(/\/run$/, "");
}

/** Chooses at one table after the other from `first` on; a point is a table whose result is in, which the desk passes over. */
async function choose(page, first, keys) {
  await page.focus("#to-table");
  await page.keyboard.type(String(first));
  await page.keyboard.press("Enter");
  for (const key of keys.replaceAll(".", "")) {
    await page.keyboard.press(key);
    // Enter goes on behind the table, also from the field of numbers.
    await page.keyboard.press("Enter");
  }
}

const resultsOf = (page, { stage, round }) => desk(page, "results", `&stage=${stage}&round=${round}`);
const save = (page) => page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");

/** Two officials share a round: each enters the slips of one half, at the same time. */
async function results([one, other], step) {
  const half = Math.ceil(step.keys.length / 2);
  const part = async (page, first, keys) => {
    await resultsOf(page, step);
    await choose(page, first, keys);
    await save(page);
  };
  await part(one, 1, step.keys.slice(0, half));
  if (step.keys.length > half) await part(other, half + 1, step.keys.slice(half));
}

/** Both have the round before them: the slower one, whose network is away, is told what stands. */
async function clash([one, other], step) {
  await Promise.all([resultsOf(one, step), resultsOf(other, step)]);
  await other.context().setOffline(true);
  await choose(other, step.table, step.keys[1]);
  await choose(one, step.table, step.keys[0]);
  await save(one);
  await other.context().setOffline(false);
  const row = other.locator(`.results li:has(select[data-table="${step.table}"])`);
  await row.getByText(/entered (1–0|0–1)\./).waitFor();
  await row.getByRole("button", { name: /^Keep/ }).click();
  await save(other);
}

/** Both find the mistake, and set it right at once. */
async function correct(pages, step) {
  await Promise.all(pages.map((page) => resultsOf(page, step)));
  for (const page of pages) {
    await page.focus("#to-table");
    await page.keyboard.type(String(step.table));
    await page.keyboard.press("Enter");
    await page.keyboard.press(step.key);
    // The slower one may see that it stands already.
    if (await page.locator("#why-now").count()) await page.keyboard.type(step.why);
    await page.keyboard.press("Enter");
  }
  await Promise.all(pages.map(save));
}

const line = (number) => script.people[number - 1].join("; ");
const numbers = ({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const DEEDS = {
  async register([page], step) {
    await desk(page, "people");
    // Registering is in a fold once somebody is in.
    if (!(await page.isVisible("#add-lines"))) await page.locator("#register > summary").click();
    await page.fill("#add-lines", numbers(step).map(line).join("\n"));
    await does(page, "#add button");
    await does(page, "#add-all button");
  },
  async "check-in"([page], step) {
    await desk(page, "people");
    // The first day's whole list at once, and latecomers one by one.
    if (step.from === 1) return does(page, "#all button[value=all-there]");
    for (const number of numbers(step)) {
      await does(page, `#entrant-${number} button[value=there]`);
      assert.equal(new URL(page.url()).hash, `#entrant-${number}`);
    }
  },
  async pay([page]) {
    await desk(page, "people");
    await does(page, "#all button[value=all-paid]");
    assert.equal(await page.locator("#all").count(), 0, "everybody is here and has paid");
  },
  async gone([page], step) {
    await desk(page, "people", `&name=${encodeURIComponent(script.people[step.person - 1][0])}`);
    assert.equal(await page.locator(".desk-people > li").count(), 1);
    await does(page, `#entrant-${step.person} button[value=gone]`);
    assert.equal(await page.locator(".desk-people > li").count(), 1, "still the one who was looked for");
  },
  async begin([page], { stage }) {
    await desk(page, "rounds", `&stage=${stage}`);
    await does(page, "#begin button");
  },
  async join([page], step) {
    await desk(page, "people");
    await does(page, `#entrant-${step.person} button[value=join]`);
  },
  async pair([page], { stage }) {
    // It is there where the last results came in.
    if ((await page.locator("#pair").count()) === 0) await desk(page, "rounds", `&stage=${stage}`);
    await does(page, "#pair button");
    assert.match(await page.textContent("main"), /draft: visible to officials only/);
  },
  async publish([page], { stage }) {
    // What is published is what was seen, and another official may have changed the draft meanwhile.
    await desk(page, "rounds", `&stage=${stage}`);
    await does(page, "#publish button");
  },
  async withdraw([, page], step) {
    await desk(page, "people");
    await does(page, `#entrant-${step.person} button[value=withdraw]`);
    await desk(page, "rounds");
    const draft = await page.locator(".round .pairings").first().textContent();
    assert.ok(!draft.includes(script.people[step.person - 1][0]), "the draft follows");
  },
  results,
  clash,
  correct,
  async "no-shows"([page], step) {
    await resultsOf(page, step);
    await does(page, "#no-shows button");
  },
  async "take-back-and-restore"([page], { stage }) {
    await desk(page, "rounds", `&stage=${stage}`);
    await page.check("#results_too");
    await does(page, "#take-back button");
    await does(page, "#restore button");
  },
  async "see-waiting"([page], step) {
    await desk(page, "people");
    assert.match(await page.textContent(`#entrant-${step.person}`), /on the waiting list/);
  },
  async "see-stale"([page], { stage, rounds }) {
    for (const round of [1, 2, ...rounds]) {
      await goto(page, `${event}?view=pairings&stage=${stage}&round=${round}`);
      const isStale = /was corrected after publication/.test(await page.textContent("main"));
      assert.equal(isStale, rounds.includes(round), `round ${round}`);
    }
  },
  async end([page]) {
    await desk(page, "settings");
    await does(page, "#settings button[value=end]");
  },
};

/** The cells of each row of a table. */
const cells = (page, table) =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

test("two officials run a weekend at the desk, and everybody sees the standings that the rules give", async () => {
  const organiser = await signUp("Ana Reyes");
  await goto(organiser, "/organisations/new");
  await organiser.fill("#new-name", "Liga");
  await press(organiser, "#new button");
  const second = await signUp("Ben Cruz");
  for (const name of ["Ana Reyes", "Ben Cruz"]) await appoint(organiser, name);
  event = await makeEvent(organiser);

  for (const step of script.steps) {
    await DEEDS[step.do]([organiser, second], step).catch((error) => {
      throw new Error(`${JSON.stringify(step)}: ${error.message}`, { cause: error });
    });
  }

  const anybody = await newPage();
  await goto(anybody, `${event}?view=standings&stage=1`);
  assert.match(await anybody.textContent("main"), new RegExp(`After ${script.settings.plan.rounds} rounds`));
  const all = script.standings.map(([place, name, points, values]) => [String(place), name, points, ...values]);
  // Direct encounters and play-offs are shown where they have decided something among those who were tied until then.
  const decides = (row, at) => all.some((other) => other.slice(2, at).join() === row.slice(2, at).join() && other[at] !== row[at]);
  const expected = all.map((row) => row.map((cell, at) => ([3, row.length - 1].includes(at) && !decides(row, at) ? "" : cell)));
  // The performance rating follows the tie-breaks; the data file is of the rules alone.
  const shown = (await cells(anybody, "table.places")).map((row) => row.slice(0, expected[0].length));
  assert.deepEqual(shown, expected);
  await goto(anybody, `${event}?view=bracket&stage=2`);
  const [first] = await cells(anybody, "table");
  assert.deepEqual(first, ["1", script.champion]);
  assert.deepEqual(problems, []);
});
