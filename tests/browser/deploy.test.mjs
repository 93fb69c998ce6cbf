// Making set-ups of one's own on the board: by keyboard alone, by tap, by drag and without script, at both sizes, in both
// languages and themes; and that the draft stays in the page until it is sent, once and always as long.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, DESKTOP, PHONE, faultsInThisLook, isTooWide, keyboardWalk, moveFinger, startBrowser, tabTo, visit } from "./browser.mjs";
import { SITE } from "./site.mjs";

const PASSWORD = "tatlong bibe sa ilog";
const NEW = `${SITE}/set-ups/new`;
const EXAMPLE = "3..PL5P../.ASKTP.4S/BMCPPF12P";
const EXAMPLE_CODE = "06ev2f1j7fws668";

let browser;
let number = 0;

before(async () => {
  browser = await startBrowser();
});

after(() => browser.close());

// No two of them look alike, for such names are one.
const NAMES = "Alon Bagani Kalaw Dagat Gubat Hangin Ilaya Laot Manunggul Narra Pulo Rajah Silahis Tagak Ulap Wawa Yakal Bukid Amihan Dilag Himig Lawin Mutya Sinag Tanglaw Ligaya".split(" ");

/** The cookies of somebody who has just signed up. */
async function somebody() {
  const { page, close } = await visit(browser, `${SITE}/sign-up`);
  await page.fill('main [name="name"]', `${NAMES[number]} ${process.pid}`);
  await page.fill('main [name="password"]', PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(page.url(), /done=signed-up$/, NAMES[number]);
  number += 1;
  const cookies = await page.context().cookies();
  await close();
  return cookies;
}

/** What stands on the board, as its cells say. */
const standing = (page) => page.locator("#deploy .cell").evaluateAll((cells) => cells.map((cell) => cell.dataset.rank || ".").join(""));

/** What the form would send. */
const sent = (page) => page.locator('select[name="cell"]').evaluateAll((all) => all.map((one) => one.value).join(""));

const cell = (page, name) => page.locator(`#deploy .cell[aria-label^="${name},"]`);

const stock = (page, rank) => page.locator(`.stock[data-rank="${rank}"]`);

const said = (page) => page.textContent('#deploy p[role="status"]');

/** All that is wrong, in the words for who hears it. */
const faults = (page) =>
  page.locator(".fault-list li").evaluateAll((all) => all.map((one) => (one.querySelector(".visually-hidden") ?? one).textContent));

async function load(page, text) {
  await page.fill("#deploy-code", text);
  await page.press("#deploy-code", "Enter");
}

/** Keeps the set-up of this code under this name. */
async function keep(page, name, text = EXAMPLE, rules = "standard") {
  await page.goto(`${NEW}?rules=${rules}`);
  await load(page, text);
  await page.fill("#set-up-name", name);
  await Promise.all([page.waitForNavigation(), page.click(".set-up-keep .primary")]);
  assert.match(page.url(), /\/set-ups\?done=set-up-kept$/);
}

async function soundHere({ page, problems }, what) {
  assert.equal(await isTooWide(page), false, `${what}: wider than the window`);
  assert.deepEqual(await faultsInThisLook(page), [], what);
  assert.deepEqual(problems, [], what);
}

for (const look of ALL_LOOKS) {
  test(`the pages of set-ups are sound at ${look.name}`, async (t) => {
    const cookies = await somebody();
    const at = (path) => visit(browser, SITE + path, { ...look, cookies });
    const list = await at("/set-ups");
    await soundHere(list, "the empty list");
    for (const [rules, name] of [["standard", "<b>first"], ["krig", "second"]]) await keep(list.page, name, rules === "krig" ? `0${EXAMPLE_CODE}` : EXAMPLE_CODE, rules);
    await soundHere(list, "the list");
    await list.page.click(".set-ups summary >> nth=0");
    await soundHere(list, "what can be done with one");
    assert.ok((await list.page.textContent(".set-ups")).includes("<b>first"));
    const one = await list.page.getAttribute(".set-ups h2 a", "href");
    await list.close();
    for (const path of [one, "/set-ups/new", "/set-ups/new?rules=krig"]) {
      await t.test(path, async () => {
        const visited = await at(path);
        assert.ok((await visited.shifts()) < 0.02, `${path} shifts by ${await visited.shifts()} while loading`);
        await soundHere(visited, path);
        await visited.close();
      });
    }
    const wrong = await at("/set-ups/new?rules=krig");
    for (const square of ["a4", "c4"]) {
      await cell(wrong.page, square).focus();
      await wrong.page.keyboard.press("p");
    }
    await cell(wrong.page, "a4").click();
    assert.equal(await wrong.page.locator(".cell.wrong").count(), 2);
    await soundHere(wrong, "a draft with faults, and a piece chosen");
    await wrong.close();
  });
}

test("a set-up is made, changed and kept by keyboard alone", async () => {
  const { page, problems, close } = await visit(browser, NEW, { cookies: await somebody() });
  await tabTo(page, "#deploy .cell");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "a1, empty");
  await page.keyboard.press("PageUp");
  for (const row of EXAMPLE.split("/")) {
    for (const letter of row) {
      if (letter !== ".") await page.keyboard.press(letter.toLowerCase());
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
  }
  assert.equal(await standing(page), EXAMPLE.replaceAll("/", ""));
  assert.equal(await page.textContent(".share code"), EXAMPLE_CODE);
  assert.deepEqual(await faults(page), []);

  // The only one of its rank comes from where it stands; of others none is left.
  await page.keyboard.press("End");
  await page.keyboard.press("f");
  assert.equal(await cell(page, "i1").getAttribute("aria-label"), "i1, FLAG Flag");
  assert.equal(await cell(page, "f1").getAttribute("aria-label"), "f1, PVT Private");
  assert.equal(await said(page), "Flag on i1, Private on f1.");
  await page.keyboard.press("s");
  assert.equal(await said(page), "No Spy left to place.");
  await page.keyboard.press("Delete");
  assert.equal(await said(page), "Flag removed from i1.");
  assert.deepEqual(await faults(page), ["Flag: 0 instead of 1"]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.equal(await standing(page), EXAMPLE.replaceAll("/", ""));
  await page.keyboard.press("Control+y");
  assert.equal(await cell(page, "i1").getAttribute("aria-label"), "i1, FLAG Flag");
  await page.keyboard.press("Control+z");

  // Enter chooses and swaps, Escape lets go.
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  assert.equal(await said(page), "2nd Lieutenant selected. Choose a square.");
  await page.keyboard.press("Escape");
  assert.equal(await said(page), "Nothing selected.");
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal((await standing(page)).slice(18), "MBCPPF12P");
  assert.equal(await sent(page), await standing(page));

  await tabTo(page, "#set-up-name");
  await page.keyboard.type("By keys");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(page.url(), /done=set-up-kept$/);
  await tabTo(page, ".set-ups h2 a");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.equal((await standing(page)).slice(18), "MBCPPF12P");
  assert.deepEqual(problems, []);
  await close();
});

test("the keyboard reaches everything and its place can be seen", async () => {
  const cookies = await somebody();
  for (const path of ["/set-ups/new?rules=krig", "/set-ups"]) {
    const { page, close } = await visit(browser, SITE + path, { cookies });
    const stops = await keyboardWalk(page);
    assert.deepEqual(stops.filter((stop) => stop.unseen).map((stop) => stop.text), []);
    assert.deepEqual(stops.missed, []);
    await close();
  }
  const { page, close } = await visit(browser, NEW, { cookies });
  await tabTo(page, ".stock");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  assert.equal(await stock(page, "4").getAttribute("aria-pressed"), "true", "arrow keys go along the tray");
  await close();
});

test("a set-up is made by tapping", async () => {
  const { page, problems, close } = await visit(browser, NEW, { size: PHONE, touch: true, cookies: await somebody() });
  await stock(page, "P").tap();
  for (const square of ["a3", "b3", "c3"]) await cell(page, square).tap();
  assert.equal(await standing(page), `PPP${".".repeat(24)}`);
  await stock(page, "P").tap();
  await cell(page, "d3").tap();
  assert.equal(await standing(page), `PPP${".".repeat(24)}`, "a second tap lets go");
  await stock(page, "F").tap();
  await cell(page, "e1").tap();
  await cell(page, "f1").tap();
  assert.equal((await standing(page))[22], "F", "there is one Flag");
  assert.equal((await standing(page))[23], ".");
  await cell(page, "e1").tap();
  await cell(page, "a3").tap();
  assert.equal(await standing(page), `FPP${".".repeat(19)}P....`, "a piece on a piece: they change places");
  await cell(page, "a3").tap();
  await cell(page, "i1").tap();
  assert.equal(await standing(page), `.PP${".".repeat(19)}P...F`);
  await cell(page, "i1").tap();
  await stock(page, "T").tap();
  assert.equal(await standing(page), `.PP${".".repeat(19)}P....`, "a tap on the tray takes it off");
  await cell(page, "b3").tap();
  await page.tap('[data-tool="off"]');
  assert.equal(await standing(page), `..P${".".repeat(19)}P....`);
  assert.deepEqual(problems, []);
  await close();
});

const middle = async (locator) => {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

async function dragByMouse(page, from, to) {
  const [start, end] = [await middle(from), to.x === undefined ? await middle(to) : to];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

test("pieces are dragged by mouse: from the tray, among squares, back, and nowhere", async () => {
  const { page, problems, close } = await visit(browser, NEW, { cookies: await somebody() });
  await dragByMouse(page, stock(page, "F"), cell(page, "e1"));
  await dragByMouse(page, stock(page, "S"), cell(page, "f1"));
  assert.equal((await standing(page)).slice(18), "....FS...");
  await dragByMouse(page, cell(page, "e1"), cell(page, "f1"));
  assert.equal((await standing(page)).slice(18), "....SF...", "they change places");
  await dragByMouse(page, cell(page, "f1"), cell(page, "a3"));
  assert.equal((await standing(page))[0], "F");
  await dragByMouse(page, cell(page, "a3"), { x: 5, y: 5 });
  assert.equal((await standing(page))[0], "F", "let go elsewhere it stays");
  await dragByMouse(page, cell(page, "a3"), page.locator(".deploy-tray"));
  assert.equal((await standing(page))[0], ".");
  await dragByMouse(page, stock(page, "5"), cell(page, "e1"));
  assert.equal((await standing(page)).slice(18), "....5....", "what stood there goes back");
  assert.equal(await stock(page, "S").getAttribute("aria-label"), "SPY Spy: 2 to place");
  assert.equal(await page.locator(".ghost-piece").count(), 0);
  assert.equal(await page.locator(".cell.chosen, .cell.over, .dragging").count(), 0, "no press follows a drag");
  assert.deepEqual(problems, []);
  await close();
});

test("pieces are dragged by finger, and the page stays where it is", async () => {
  const { page, close } = await visit(browser, NEW, { size: PHONE, touch: true, cookies: await somebody() });
  const drag = async (from, to) => moveFinger(page, await middle(from), await middle(to));
  const scrolled = () => page.evaluate(() => scrollY);
  await stock(page, "K").scrollIntoViewIfNeeded();
  const before = await scrolled();
  await drag(stock(page, "K"), cell(page, "d2"));
  assert.equal((await standing(page))[12], "K");
  await drag(cell(page, "d2"), cell(page, "d1"));
  assert.equal((await standing(page))[21], "K");
  assert.equal(await scrolled(), before);
  await close();
});

test("everything is large enough for a thumb at 360 pixels", async () => {
  const { page, close } = await visit(browser, NEW, { size: PHONE, touch: true, cookies: await somebody() });
  const sizes = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]));
  for (const [width, height] of await sizes(".stock, .deploy-tools button, .deploy button:visible, .set-up-keep button, .set-up-keep input")) {
    assert.ok(width >= 44 && height >= 44, `${width} x ${height}`);
  }
  // Nine in a row: as wide as the window allows, and higher for that.
  for (const [width, height] of await sizes(".cell")) assert.ok(width >= 39 && height >= 48, `${width} x ${height}`);
  const order = await page.evaluate(() => [".deploy-board", ".deploy-tray", ".deploy-tools", ".deploy-check", ".set-up-keep"].map((one) => document.querySelector(one).getBoundingClientRect().top));
  assert.deepEqual(order, [...order].sort((one, other) => one - other), "the tray lies below the board");
  await close();
});

test("nothing is sent and nothing is kept in the browser while a draft is made", async () => {
  const { page, close } = await visit(browser, NEW, { cookies: await somebody() });
  const requests = [];
  // The bell follows its stream whatever the page is for.
  const isBell = (request) => new URL(request.url()).pathname.startsWith("/notices/");
  page.on("request", (request) => { if (!isBell(request)) requests.push(`${request.method()} ${request.url()}`); });
  const address = page.url();
  for (const tool of ["random", "mirror", "clear", "undo", "redo", "undo"]) await page.click(`[data-tool="${tool}"]`);
  await load(page, EXAMPLE);
  await dragByMouse(page, cell(page, "a3"), cell(page, "b3"));
  await cell(page, "b3").click();
  await page.keyboard.press("Delete");
  await page.fill("#set-up-name", "mine");
  assert.deepEqual(requests, [], "no request");
  const kept = () => page.evaluate(async () => [
    Object.keys(localStorage), Object.keys(sessionStorage), await caches.keys(), (await indexedDB.databases()).map((one) => one.name),
    history.state === null ? [] : ["history"], window.name === "" ? [] : ["name"],
  ]);
  assert.deepEqual((await kept()).flat(), []);
  assert.equal(page.url(), address);
  assert.equal(await page.title(), "New set-up · Adjutant");
  assert.equal(await page.locator("form#set-up").getAttribute("autocomplete"), "off");

  // What cannot be kept is not sent: what is wrong has the focus.
  await page.click(".set-up-keep .primary");
  assert.deepEqual(requests, []);
  await page.waitForFunction(() => document.activeElement.classList.contains("deploy-check"));
  await page.keyboard.press("Escape");
  await page.locator('[data-tool="undo"]').click();
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await Promise.all([page.waitForNavigation(), page.click(".set-up-keep .primary")]);
  assert.equal((await posted).url(), NEW);
  assert.equal(requests.filter((one) => one.startsWith("POST")).length, 1, "one submission");
  // A script that sends or keeps a draft would be noticed.
  const before = requests.length;
  await page.evaluate(() => { localStorage.setItem("draft", "F"); return fetch("/healthz?draft=F"); });
  assert.deepEqual([requests.length > before, (await kept()).flat().includes("draft")], [true, true], "planted leaks");
  await close();
});

test("a submission is always as long, whatever the set-up and however it was made", async () => {
  const { page, close } = await visit(browser, NEW, { cookies: await somebody() });
  const lengths = new Set();
  await page.route(NEW, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    lengths.add(route.request().postDataBuffer().length);
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>x</title>" });
  });
  for (let n = 0; n < 12; n += 1) {
    await page.goto(NEW);
    await page.click('[data-tool="random"]');
    if (n % 3 === 0) await dragByMouse(page, cell(page, "a3"), cell(page, "i1"));
    if (n % 2 === 0) await page.fill("#deploy-code", "x".repeat(n));
    await page.fill("#set-up-name", "mine");
    await Promise.all([page.waitForNavigation(), page.click(".set-up-keep .primary")]);
  }
  assert.equal(lengths.size, 1, [...lengths].join());
  await close();
});

test("who leaves a draft is asked first, and who keeps it is not", async () => {
  const { page, close } = await visit(browser, NEW, { cookies: await somebody() });
  const asked = [];
  page.on("dialog", (dialog) => { asked.push(dialog.type()); return dialog.accept(); });
  await page.goto(`${SITE}/rules`);
  assert.deepEqual(asked, [], "nothing was done");
  await page.goto(NEW);
  await page.click('[data-tool="random"]');
  await page.goto(`${SITE}/rules`);
  assert.deepEqual(asked, ["beforeunload"]);
  await keep(page, "mine");
  assert.equal(asked.length, 1);
  await close();
});

test("the board finds the faults that the service finds, in the same words", async () => {
  const cookies = await somebody();
  const drafts = [
    ["standard", "F".repeat(27)],
    ["standard", "FFSSSPPPPPPP54321CLMKABT...".slice(0, 27)],
    ["krig", `F.S......${EXAMPLE.replaceAll("/", "")}`],
    ["eleven", `${"5".repeat(9)}${".".repeat(18)}`],
    ["electronic", `SSS${".".repeat(24)}`],
  ];
  for (const locale of ["en", "fil"]) {
    const plain = await visit(browser, NEW, { size: PHONE, script: false, locale, cookies });
    const { page, close } = await visit(browser, NEW, { locale, cookies });
    for (const [rules, draft] of drafts) {
      await plain.page.goto(`${NEW}?rules=${rules}`);
      for (const [at, letter] of [...draft].entries()) if (letter !== ".") await plain.page.selectOption(`#cell-${at}`, letter);
      await Promise.all([plain.page.waitForNavigation(), plain.page.click('[value="check"]')]);
      const found = await plain.page.locator(".faults li").allTextContents();
      const marked = await plain.page.locator('select[aria-invalid="true"]').evaluateAll((all) => all.map((one) => one.id.slice(5)));
      assert.ok(found.length > 1, `${rules}: ${found}`);
      await page.goto(`${NEW}?rules=${rules}`);
      await load(page, draft.match(/.{9}/g).join("/"));
      assert.deepEqual(await faults(page), found, rules);
      assert.deepEqual(await page.locator(".cell.wrong").evaluateAll((all) => all.map((one) => one.dataset.at)), marked);
    }
    await close();
    await plain.close();
  }
});

test("share codes are read, shown and copied, and what is none is said at its field", async () => {
  const { page, close } = await visit(browser, NEW, { cookies: await somebody() });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: SITE });
  assert.equal(await page.locator(".share").isVisible(), false, "an unfinished board has none");
  for (const [text, words] of [["no code", /without i, l, o and u/], [`0${EXAMPLE_CODE}`, /16 characters instead of 15/], ["z".repeat(15), /typing mistake/]]) {
    await load(page, text);
    assert.match(await page.textContent("#deploy-code-error"), words);
    assert.equal(await page.getAttribute("#deploy-code", "aria-describedby"), "deploy-code-error");
    assert.equal(await page.inputValue("#deploy-code"), text);
  }
  await load(page, ` ${EXAMPLE_CODE.toUpperCase()} `);
  assert.equal(await page.textContent("#deploy-code-error"), "");
  assert.equal(await standing(page), EXAMPLE.replaceAll("/", ""));
  await page.click(".deploy-check .share button");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), EXAMPLE_CODE);
  assert.equal(await page.textContent(".deploy-check .share button"), "Copied");
  await page.click('[data-tool="mirror"]');
  assert.equal(await page.textContent(".deploy-check .share button"), "Copy");
  await load(page, EXAMPLE);
  assert.equal(await page.textContent(".share code"), EXAMPLE_CODE);
  await close();
});

test("without script a set-up is made of choices, checked, kept and changed", async () => {
  const { page, problems, close } = await visit(browser, NEW, { size: PHONE, script: false, cookies: await somebody() });
  assert.equal(await page.locator("#deploy").isVisible(), false);
  assert.equal(await isTooWide(page), false);
  const send = (value) => Promise.all([page.waitForNavigation(), page.click(`button[value="${value}"]:not(.visually-hidden)`)]);
  await page.selectOption("#cell-22", "F");
  await send("random");
  await page.selectOption("#cell-0", await page.inputValue("#cell-0") === "." ? "5" : ".");
  await send("check");
  assert.equal(await page.getAttribute(".faults", "role"), "alert");
  assert.match(await page.title(), /^Error:/);
  const others = problems.splice(0).filter((problem) => !problem.includes("422"));
  assert.deepEqual(others, []);
  await page.fill("#set-up-code", EXAMPLE_CODE);
  await send("load");
  await page.fill("#set-up-name", "Plain");
  await send("save");
  assert.match(page.url(), /done=set-up-kept$/);
  assert.ok((await page.textContent(".set-ups")).includes(EXAMPLE_CODE));
  await Promise.all([page.waitForNavigation(), page.click(".set-ups h2 a")]);
  assert.equal(await sent(page), EXAMPLE.replaceAll("/", ""));
  await send("mirror");
  await send("save");
  assert.match(page.url(), /done=set-up-saved$/);
  await page.click(".set-ups summary");
  await Promise.all([page.waitForNavigation(), page.click(".set-ups .danger")]);
  assert.match(page.url(), /done=set-up-removed$/);
  assert.deepEqual(problems, []);
  await close();
});

test("one begins from a set-up of one's own, and takes it all back", async () => {
  const { page, close } = await visit(browser, NEW, { cookies: await somebody() });
  assert.equal(await page.locator("#deploy-from").count(), 0, "there is none yet");
  await keep(page, "First");
  await page.goto(`${NEW}?rules=electronic`);
  await page.selectOption("#deploy-from", { label: "First" });
  assert.equal(await standing(page), EXAMPLE.replaceAll("/", ""), "the army is the same");
  assert.equal(await cell(page, "c2").getAttribute("aria-label"), "c2, AGT Agent");
  await page.click('[data-tool="undo"]');
  assert.equal(await standing(page), ".".repeat(27));
  assert.equal(await page.locator('[data-tool="undo"]').getAttribute("aria-disabled"), "true");
  await page.goto(`${NEW}?rules=eleven`);
  assert.equal(await page.locator("#deploy-from").count(), 0, "it does not fit there");
  await close();
});

test("any page may mount the board, for either side, and take it away again", async () => {
  const { page, problems, close } = await visit(browser, NEW, { size: DESKTOP, cookies: await somebody() });
  const found = await page.evaluate(async (example) => {
    const script = document.querySelector('script[src*="/js/deploy/main.js"]').src.replace("main.js", "component.js");
    const { mount } = await import(script);
    const data = (id) => JSON.parse(document.getElementById(id).textContent);
    const element = document.createElement("div");
    element.className = "deploy";
    element.dataset.rows = "3";
    document.querySelector("main").append(element);
    const heard = [];
    const white = data("deploy-data").rule_set;
    const turned = ([file, row]) => "ihgfedcba"["abcdefghi".indexOf(file)] + (9 - row);
    const board = mount(element, {
      ruleSet: { ...white, squares: white.squares.map(turned) }, color: "black", draft: example, strings: data("deploy-strings"),
      sprite: document.getElementById("deploy").dataset.sprite, onChange: (draft, wrong) => heard.push([draft, wrong.length]),
    });
    const first = { notation: board.notation(), names: [...element.querySelectorAll(".cell")].map((one) => one.getAttribute("aria-label")).slice(0, 2), black: element.querySelectorAll(".cell .face.black").length, faults: board.faults().length };
    board.set("nonsense");
    board.set(`.${example.slice(1)}`);
    const then = { heard, draft: board.draft(), faults: board.faults() };
    board.unmount();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
    return { first, then, left: element.childElementCount, heard: heard.length };
  }, EXAMPLE.replaceAll("/", ""));
  assert.equal(found.first.notation, [...EXAMPLE].reverse().join(""), "what looks alike from his side");
  assert.deepEqual(found.first.names, ["i6, 3★ Lieutenant General", "h6, empty"]);
  assert.deepEqual([found.first.black, found.first.faults], [21, 0]);
  assert.deepEqual(found.then.heard, [[`.${EXAMPLE.replaceAll("/", "").slice(1)}`, 1]]);
  assert.deepEqual(found.then.faults, [{ kind: "count", rank: "3", have: 0, want: 1, cells: [] }]);
  assert.deepEqual([found.left, found.heard], [0, 1]);
  assert.deepEqual(problems, []);
  await close();
});

test("a screen reader hears a grid of named squares and a tray that counts", async () => {
  const { page, close } = await visit(browser, NEW, { locale: "fil", cookies: await somebody() });
  await load(page, EXAMPLE);
  await cell(page, "a3").focus();
  await page.keyboard.press("Delete");
  const heard = await page.locator("#deploy").ariaSnapshot();
  for (const words of ['grid "Panig mo ng board"', 'gridcell "a3, walang laman"', 'gridcell "f1, FLAG Watawat"', 'Tenyente Heneral: 1 ang ilalagay pa', "Tenyente Heneral: 0 sa halip na 1"]) {
    assert.ok(heard.includes(words), `${words}\n${heard}`);
  }
  assert.match(await said(page), /Tenyente Heneral, inalis sa a3\./);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0, "nothing moves by itself");
  await close();
});
