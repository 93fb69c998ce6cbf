// Zooms a bracket: by buttons, by + - 0 in its region, by two fingers, and by the wheel with Ctrl. Without script it scrolls.

const LEAST = 0.3;
const MOST = 3;
const STEP = 1.25;
let zoom = 1;

const region = () => /** @type {HTMLElement | null} */ (document.querySelector('#bracket .scroll'));

/** @param {number} to @param {boolean} [keep] Whether the middle of the view stays where it is. */
function set(to, keep = true) {
  const scroll = region();
  const svg = scroll?.querySelector('svg');
  if (!scroll || !svg) return;
  const before = zoom;
  zoom = Math.min(MOST, Math.max(LEAST, to));
  const { width, height } = svg.viewBox.baseVal;
  const [x, y] = [scroll.scrollLeft + scroll.clientWidth / 2, scroll.scrollTop + scroll.clientHeight / 2];
  svg.setAttribute('width', String(Math.round(width * zoom)));
  svg.setAttribute('height', String(Math.round(height * zoom)));
  if (!keep) return;
  scroll.scrollLeft = (x * zoom) / before - scroll.clientWidth / 2;
  scroll.scrollTop = (y * zoom) / before - scroll.clientHeight / 2;
}

function fit() {
  const scroll = region();
  const svg = scroll?.querySelector('svg');
  if (!scroll || !svg) return;
  const { width, height } = svg.viewBox.baseVal;
  set(Math.min((scroll.clientWidth - 24) / width, (innerHeight * 0.75) / height, 1));
}

/** @param {string | undefined} what */
function act(what) {
  if (what === 'in') set(zoom * STEP);
  else if (what === 'out') set(zoom / STEP);
  else fit();
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-zoom]');
  if (button) act(button.dataset.zoom);
});

/** @type {Record<string, string>} */
const KEYS = { '+': 'in', '=': 'in', '-': 'out', 0: 'fit' };
document.addEventListener('keydown', (event) => {
  if (!KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest('#bracket .scroll')) return;
  event.preventDefault();
  act(KEYS[event.key]);
});

document.addEventListener('wheel', (event) => {
  if (!event.ctrlKey || !event.target.closest('#bracket .scroll')) return;
  event.preventDefault();
  set(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
}, { passive: false });

/** The distance of two fingers. @param {TouchList} touches */
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
let pinch = 0;
document.addEventListener('touchmove', (event) => {
  if (event.touches.length !== 2 || !event.target.closest('#bracket .scroll')) return;
  event.preventDefault();
  const now = apart(event.touches);
  if (pinch) set((zoom * now) / pinch);
  pinch = now;
}, { passive: false });
document.addEventListener('touchend', () => { pinch = 0; });

// A bracket that is fetched again keeps its size.
document.addEventListener('live:shown', () => set(zoom, false));
