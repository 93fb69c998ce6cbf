// Adds the visitor's local time to times that the page gives in another zone.

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const shown = new URL(location.href).searchParams.get('zone');

/** A time on this device, such as `24 Nov, 20:00`. @param {HTMLTimeElement} time */
function local(time) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat(document.documentElement.lang, how).format(new Date(time.dateTime));
}

for (const select of document.querySelectorAll('select[data-zone]')) {
  if (shown || !own || select.value === own) continue;
  const known = [...select.options].some((option) => option.value === own);
  if (!known) select.add(new Option(own, own));
  // Times on the page stay as they are; what the form sends is in this zone.
  select.value = own;
}

// Each time names its zone.
for (const time of document.querySelectorAll('time[data-local]')) {
  if (own && time.dataset.local !== own) time.after(` (${local(time)} ${own})`);
}
