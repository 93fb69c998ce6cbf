// Moments by the clocks of who looks: behind each, where these differ from the clocks of the page.

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const shown = new URL(location.href).searchParams.get("zone");

/** The hour of a moment on this device: `24 Nov, 20:00`. @param {HTMLTimeElement} time */
function local(time) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(document.documentElement.lang, how).format(new Date(time.dateTime));
}

for (const select of document.querySelectorAll("select[data-zone]")) {
  if (shown || !own || select.value === own) continue;
  const known = [...select.options].some((option) => option.value === own);
  if (!known) select.add(new Option(own, own));
  // The page's own moments stay as they are written; what is sent is by these clocks.
  select.value = own;
}

// Each moment says by whose clocks it is written.
for (const time of document.querySelectorAll("time[data-local]")) {
  if (own && time.dataset.local !== own) time.after(` (${local(time)} ${own})`);
}
