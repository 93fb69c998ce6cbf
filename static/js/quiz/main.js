// Days in a row on which this device has finished the quiz; they are kept here and nowhere else.
import '../share/copy.js';

const KEY = 'quiz-streak';
const DAY = 24 * 60 * 60 * 1000;
const shown = document.getElementById('streak');

/** @returns {{ last: string, days: number, best: number }} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '');
    if (typeof found.last === 'string' && found.days > 0 && found.best > 0) return found;
  } catch {
    // Nothing is kept, or not what we wrote.
  }
  return { last: '', days: 0, best: 0 };
}

/** @param {string} earlier @param {string} day */
const isDayBefore = (earlier, day) => Date.parse(day) - Date.parse(earlier) === DAY;

if (shown) {
  const { day = '', words = '' } = shown.dataset;
  let streak = kept();
  const goesOn = isDayBefore(streak.last, day);
  if ('done' in shown.dataset && streak.last !== day) {
    const days = goesOn ? streak.days + 1 : 1;
    streak = { last: day, days, best: Math.max(streak.best, days) };
    try { localStorage.setItem(KEY, JSON.stringify(streak)); } catch { /* Storage is full or forbidden. */ }
  }
  if (streak.last === day || goesOn) {
    shown.textContent = words.replace('%days%', String(streak.days)).replace('%best%', String(streak.best));
    shown.hidden = false;
  }
}
