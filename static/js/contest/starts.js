// Starts of rounds in the time zone of this device, and the time left until then.

const lang = document.documentElement.lang;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {number} at */
function day(at) {
  return new Date(at).toDateString();
}

/** A time as people here say it; today's without its day. @param {number} at */
function local(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  /** @type {Intl.DateTimeFormatOptions} */
  const date = day(at) === day(Date.now()) ? {} : { weekday: 'short', day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(lang, { ...date, ...time }).format(at);
}

/** How long it is until then; empty if it is past. @param {number} at */
function left(at) {
  const gap = at - Date.now();
  if (gap <= 0) return '';
  const seconds = Math.ceil(gap / 1000);
  if (gap < 10 * MINUTE) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const relative = new Intl.RelativeTimeFormat(lang, { style: 'short' });
  if (gap < 2 * HOUR) return relative.format(Math.round(gap / MINUTE), 'minute');
  return gap < 2 * DAY ? relative.format(Math.round(gap / HOUR), 'hour') : relative.format(Math.round(gap / DAY), 'day');
}

function count() {
  for (const one of document.querySelectorAll('[data-countdown]')) {
    const words = left(Date.parse(one.dataset.countdown ?? ''));
    if (one.textContent !== words) one.textContent = words;
  }
}

/** @param {Document | Element} part */
export function showStarts(part) {
  for (const time of part.querySelectorAll('time[data-start]')) {
    time.textContent = local(Date.parse(time.dateTime));
    time.title = zone;
  }
  count();
}

setInterval(count, 1000);
