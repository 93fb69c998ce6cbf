// A Chromium, and pages that are watched from their first byte on: console, policy, requests,
// bytes, and shifts of the layout.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { chromium } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The two sizes that every page must look right at. */
export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

/**
 * Both sizes and both languages, as options of `visit`: the small screen in Filipino, whose words are longer, and the large one
 * in English; a page takes either theme while it is open.
 */
export const ALL_LOOKS = [[PHONE, "fil"], [DESKTOP, "en"]].map(([size, locale]) => ({ size, locale, name: `${size.width}px in ${locale}` }));

const FLAGS = [
  "--no-sandbox", // Chromium refuses its sandbox to root
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a headless Chromium with an empty profile. */
export async function startBrowser() {
  const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error("no Chromium found: apt-get install chromium-headless-shell, or set CHROMIUM to its path");
  }
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  const newContext = browser.newContext.bind(browser);
  // A service worker takes a load of files in each new context: only where it is what is tested.
  browser.newContext = (options = {}) => newContext({ serviceWorkers: "block", ...options });
  return browser;
}

/**
 * Opens an address and waits until it is loaded, scripts and pictures too. Gives the page with
 * - `problems`: what the console, the policy or a request complained of,
 * - `bytes()`: what has come over the wire so far,
 * - `origins()`: where it has come from,
 * - `shifts()`: the sum of all layout shifts, also of those that follow an input,
 * - `close()`.
 */
export async function visit(
  browser,
  address,
  { size = DESKTOP, theme = "light", script = true, locale = "en", motion = "no-preference", touch = false, cookies = [] } = {},
) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    javaScriptEnabled: script,
    locale,
    reducedMotion: motion,
    hasTouch: touch,
  });
  await context.addCookies(cookies);
  await context.addInitScript(watchLayoutShifts);
  const page = await context.newPage();
  const problems = watchProblems(page);
  const origins = new Set();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  const bytes = await countBytes(context, page);
  let answer = await page.goto(address, { waitUntil: "load", timeout: 30_000 });
  // A server that is busy says when to come again; a debug build on few cores is at times.
  for (let tries = 0; answer?.status() === 503 && tries < 5; tries += 1) {
    await page.waitForTimeout(1000 * Number(answer.headers()["retry-after"] ?? 1));
    problems.length = 0;
    answer = await page.goto(address, { waitUntil: "load", timeout: 30_000 });
  }
  return {
    page,
    problems,
    bytes,
    // `null` is that of data: addresses.
    origins: () => [...origins].filter((origin) => origin !== "null"),
    shifts: () => page.evaluate(() => window.layoutShifts.reduce((sum, shift) => sum + shift.value, 0)),
    shifted: () => page.evaluate(() => window.layoutShifts.flatMap((shift) => shift.moved)),
    close: () => context.close(),
  };
}

function watchLayoutShifts() {
  window.layoutShifts = [];
  const place = ({ x, y, width, height }) => [x, y, width, height].join(" ");
  const named = (node) => (node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.textContent));
  const move = ({ node, previousRect, currentRect }) => `${named(node)}: ${place(previousRect)} -> ${place(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) window.layoutShifts.push({ value, moved: sources.map(move) });
  }).observe({ type: "layout-shift", buffered: true });
}

/** Whether a page complains on its console; not of what `startBrowser` itself keeps out. */
export const isComplaint = (message) => ["error", "warning"].includes(message.type()) && !message.text().startsWith("Service Worker registration blocked");

function watchProblems(page) {
  const problems = [];
  page.on("console", (message) => {
    if (isComplaint(message)) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A page that is left or closed cuts off what it was still loading.
    if (why !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}

async function countBytes(context, page) {
  const session = await context.newCDPSession(page);
  let total = 0;
  session.on("Network.loadingFinished", (event) => (total += event.encodedDataLength));
  await session.send("Network.enable");
  return () => total;
}

const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules of axe that look at colors, which differ between the themes and not between the sizes of a window. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What has been found sound: pages as they stood, each at a size of the window; and in a theme, by their colors. */
const sound = new Set();

/** A page as it stands, without what each request gets anew. */
function standing() {
  const chosen = [...document.querySelectorAll("*")].flatMap((element, number) => (element.matches(":checked, :popover-open") ? number : []));
  const html = `${chosen} ${document.documentElement.outerHTML.replace(/ (nonce|value)="[^"]*"/g, "")}`;
  return [`${innerWidth} ${innerHeight} ${html}`, `${matchMedia("(prefers-color-scheme: dark)").matches} ${html}`];
}

/**
 * What axe finds against WCAG 2.2 AA, one line a finding with the element it is about. What was found sound before is not
 * looked at again: a page in another theme only for its colors, and at another size for all but them.
 */
export async function accessibilityFaults(page, { colors = true } = {}) {
  const [atThisSize, inThisTheme] = (await page.evaluate(standing)).map((text) => createHash("sha256").update(text).digest("hex"));
  const [structure, palette] = [!sound.has(atThisSize), colors && !sound.has(inThisTheme)];
  if (!structure && !palette) return [];
  const options = structure ? { runOnly: ALL_RULES, rules: palette ? {} : Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) } : { runOnly: COLOR_RULES };
  const faults = await faultsByAxe(page, options);
  if (faults.length === 0 && structure) sound.add(atThisSize);
  if (faults.length === 0 && palette) sound.add(inThisTheme);
  return faults;
}

/** What axe finds of colors alone. */
export const colorFaults = (page) => faultsByAxe(page, { runOnly: COLOR_RULES });

async function faultsByAxe(page, options) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // What is in order is not looked up for a report that nobody reads: a fifth of the time.
  const { violations } = await page.evaluate((given) => window.axe.run(document, { ...given, resultTypes: ["violations"] }), options);
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")} (${violation.help})`),
  );
}

/** What axe finds on a page in one of these looks; its colors on the small screen, in both themes. */
export async function faultsInThisLook(page) {
  const [language, width] = await page.evaluate(() => [document.documentElement.lang, innerWidth]);
  const small = width <= PHONE.width;
  if (small !== (language === "fil")) return [];
  const found = await accessibilityFaults(page, { colors: small });
  if (!small) return found;
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await colorFaults(page);
  await page.emulateMedia({ colorScheme: "light" });
  return [...found, ...dark.map((fault) => `in the dark: ${fault}`)];
}

/** Whether something is wider than the window, so that a reader must scroll sideways. */
export async function isTooWide(page) {
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  // On a busy machine the window gets its size a moment after the page is there: what is too wide stays so.
  for (let tries = 0; tries < 10; tries += 1) {
    if (!(await isWide())) return false;
    await page.waitForTimeout(50);
  }
  return true;
}

/** What the Tab key must reach: all that can be seen and used, a group of radio buttons as one. */
const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/**
 * Walks through the page by the Tab key until it comes round. Gives a line for each stop (tag, name, and `unseen`
 * where the focus cannot be seen there), and in `missed` what can be used but was not reached.
 */
export async function keyboardWalk(page, limit = 1000) {
  const stops = [];
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(lookAtFocus);
    if (stop === null || stop.again) break;
    // A field of a date has a stop for each of its parts.
    if (!stop.same) stops.push(stop);
  }
  stops.missed = await page.locator(CONTROLS).evaluateAll(notReached);
  return stops;
}

/**
 * What can be used but was not reached. A live page may put new elements in the place of old ones during the walk
 * (replacedSince): one that was reached before counts for one that is the same but for its age.
 */
function notReached(all) {
  const sign = (element) => {
    const shell = element.cloneNode(false);
    shell.removeAttribute("data-walked");
    return `${shell.outerHTML} ${element.textContent.trim()}`;
  };
  const replacedSince = (window.walkedElements ?? []).filter((one) => !one.isConnected).map(sign);
  // Tab stops at one of a group of choices, and arrow keys lead to the others.
  const isInReach = (one) => one.type === "radio" && all.some((other) => other.type === "radio" && other.form === one.form && other.name === one.name && other.dataset.walked);
  return all
    .filter((one) => !one.dataset.walked && !one.disabled && one.tabIndex >= 0 && !isInReach(one))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
    .filter((one) => {
      const place = replacedSince.indexOf(sign(one));
      if (place >= 0) replacedSince.splice(place, 1);
      return place < 0;
    })
    .map((one) => one.outerHTML.slice(0, 100));
}

function lookAtFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const same = window.lastWalked === element;
  const again = !same && element.dataset.walked === "yes";
  window.lastWalked = element;
  if (element.dataset.walked !== "yes") (window.walkedElements ??= []).push(element);
  element.dataset.walked = "yes";
  const name = element.getAttribute("aria-label") ?? element.textContent.trim() ?? "";
  const text = `${element.tagName.toLowerCase()} ${(name || element.id).slice(0, 60)}`;
  // All of a kind look alike: the focus of one of them is looked at.
  const kind = `${element.tagName} ${element.getAttribute("class")} in ${element.parentElement.tagName} ${element.parentElement.getAttribute("class")}`;
  window.kindsWalked ??= new Set();
  if (window.kindsWalked.has(kind)) return { same, again, text, unseen: false };
  window.kindsWalked.add(kind);
  const box = element.getBoundingClientRect();
  // A focus may be drawn by something inside, as on the pieces of a board.
  const look = (root) =>
    [root, ...root.querySelectorAll("*")].slice(0, 20).map((one) => {
      const style = getComputedStyle(one);
      return `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow} ${style.borderColor} ${style.backgroundColor} ${style.stroke}`;
    }).join();
  const focused = look(element);
  element.blur();
  const plain = look(element);
  element.focus({ focusVisible: true });
  return { same, again, text, unseen: focused === plain || box.width === 0 || box.height === 0 };
}

/** Presses Tab until the focus is on what the selector names; the focus must be one that can be seen. */
export async function tabTo(page, selector, limit = 600) {
  for (let step = 0; step < limit; step += 1) {
    await page.keyboard.press("Tab");
    const arrived = await page.evaluate((wanted) => {
      const element = document.activeElement;
      return element !== document.body && element.matches(wanted) && element.matches(":focus-visible");
    }, selector);
    if (arrived) return;
  }
  throw new Error(`Tab never came to ${selector}`);
}

/** Moves one finger over the page, as the browser itself sees it, and waits until the page has seen the end of it. */
export async function moveFinger(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const finger = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  const between = (part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await page.evaluate(() => {
    // A browser that takes the finger for scrolling cancels it.
    window.fingerLifted = new Promise((seen) => {
      for (const end of ["touchend", "touchcancel"]) addEventListener(end, () => setTimeout(seen), { once: true });
    });
  });
  await finger("touchStart", [from]);
  for (const part of [0.25, 0.5, 0.75, 1]) await finger("touchMove", [between(part)]);
  await finger("touchEnd", []);
  await page.evaluate(() => window.fingerLifted);
  await session.detach();
}
