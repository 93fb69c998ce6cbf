// What the tests of the replay ask of its page.

import { visit } from "./browser.mjs";

/** Opens a replay, or its server's page for one ply without script. Adds `length`, the number of its plies. */
export async function openReplay(browser, address, query = "?ply=0", options = {}) {
  const visited = await visit(browser, address + query, options);
  const length = Number(await visited.page.locator("#slider").getAttribute("max"));
  return { ...visited, length };
}

/** A parameter of the page's address, asked of the page itself: the browser tells us of a new address a little later. */
export const parameter = (page, name) => page.evaluate((own) => new URL(location.href).searchParams.get(own), name);

/** The ply in the address. */
export const place = async (page) => Number(await parameter(page, "ply"));

/** The view in the address. */
export const view = (page) => parameter(page, "view");

/** Square and look of every piece that stands, in a stable order. */
export const pieces = (page) =>
  page.locator("#board .piece").evaluateAll((groups) =>
    groups
      .filter((group) => group.style.display !== "none" && !group.classList.contains("ghost"))
      .map((group) => `${group.style.transform} ${group.querySelector("use").getAttribute("href").split("#")[1]}`)
      .sort(),
  );

/**
 * All that a reader can learn from the page at its ply, in words and numbers: the same whether the
 * server made it or the script.
 */
export const told = (page) =>
  page.evaluate(() => {
    const all = (selector, what) => [...document.querySelectorAll(selector)].map(what);
    const text = (element) => element.textContent.trim();
    const standing = (group) => group.style.display !== "none" && !group.classList.contains("ghost");
    const symbol = (group) => group.querySelector("use").getAttribute("href").split("#")[1];
    return {
      said: text(document.getElementById("said")),
      table: all("#board-table td[data-square]", text),
      pieces: all("#board .piece", (group) => group).filter(standing)
        .map((group) => `${group.dataset.origin} ${group.getAttribute("aria-label")} ${symbol(group)}`).sort(),
      fallen: all(".graveyard .piece", (group) => {
        const label = group.getAttribute("aria-label") ?? group.closest("svg").getAttribute("aria-label");
        return `${group.dataset.origin} ${label} ${symbol(group)}`;
      }),
      clocks: all("#seat-white .clock, #seat-black .clock", text),
      toMove: all(".seat.to-move", (seat) => seat.id),
      seats: all(".seat", (seat) => seat.id),
      coordinates: all(".coord", (one) => `${one.dataset.name} ${Number(one.getAttribute("x"))} ${Number(one.getAttribute("y"))}`),
      marks: all("#board .marks rect", (mark) => ["class", "x", "y"].map((name) => mark.getAttribute(name)).join(" ")),
      move: all(".moves a[aria-current]", (link) => link.id),
      view: all(".switch [aria-current]", (link) => link.dataset.view),
      links: all(".buttons a, .switch a, .moves a", (link) => link.getAttribute("href")),
    };
  });
