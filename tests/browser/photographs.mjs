// Photographs of pages that look the same on every machine, and how much two of them differ.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

const require = createRequire(import.meta.url);

/** A font of the tests' own, because machines have different ones. */
const FONT = [400, 700]
  .map((weight) => {
    const file = readFileSync(require.resolve(`@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff2`));
    return `@font-face { font-family: "Photographed"; font-weight: ${weight}; src: url(data:font/woff2;base64,${file.toString("base64")}); }`;
  })
  .join("\n");
const STYLE = `${FONT} *, *::before, *::after { font-family: "Photographed" !important; caret-color: transparent !important; }`;

/**
 * Photographs a page that is open, as wide and high as its window (`whole`: to its end), in one theme.
 * Its context must have `bypassCSP`, so that the font may be put in.
 */
export async function photograph(page, theme, whole = false) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ animations: "disabled", caret: "hide", fullPage: whole });
}

/**
 * The share of points that a reader would see as different, from 0 to 1; 1 if the sizes differ. Edges of letters
 * that are drawn a little otherwise do not count. `picture` shows the differences.
 */
export function difference(kept, found) {
  const [one, other] = [PNG.sync.read(kept), PNG.sync.read(found)];
  if (one.width !== other.width || one.height !== other.height) return { share: 1, picture: found };
  const marked = new PNG({ width: one.width, height: one.height });
  const points = pixelmatch(one.data, other.data, marked.data, one.width, one.height, { threshold: 0.12 });
  return { share: points / (one.width * one.height), picture: PNG.sync.write(marked) };
}
