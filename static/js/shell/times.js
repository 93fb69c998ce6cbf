// Shows times in the visitor's own zone: instead of those in UTC, beside those in another zone.

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const shown = new URL(location.href).searchParams.get('zone');

/** A time on this device, as the server writes times: `24 Nov 2026, 20:00`. @param {HTMLTimeElement} time */
function local(time) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const parts = new Intl.DateTimeFormat(document.documentElement.lang, how).formatToParts(new Date(time.dateTime));
  const part = (/** @type {string} */ type) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')}`;
}

/** Shows the times below an element as the visitor's clock has them. @param {ParentNode} root */
export function localize(root) {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll('time[data-local]'))) {
    const zone = time.dataset.local;
    time.removeAttribute('data-local');
    if (!own || zone === own) continue;
    const words = time.textContent.replace(/\d+ \S+ \d{4}, \d\d:\d\d UTC/, local(time));
    // A page may name the zone once for several times.
    if (zone === 'UTC' && words !== time.textContent) {
      time.title = own;
      time.textContent = words;
    } else {
      time.after(` (${local(time)} ${own})`);
    }
  }
}

for (const select of document.querySelectorAll('select[data-zone]')) {
  if (shown || !own || select.value === own) continue;
  const known = [...select.options].some((option) => option.value === own);
  if (!known) select.add(new Option(own, own));
  // What the form sends is in this zone.
  select.value = own;
}
localize(document);
