// The share panel: copies, and keeps link and embed code at the replay's ply and view.
import './copy.js';

const panel = document.getElementById('share');
const link = document.getElementById('share-link');
const frame = document.getElementById('share-frame');
const [ply] = panel.querySelectorAll('input[name=ply]');
const views = panel.querySelectorAll('select[name=view]');
const site = panel.dataset.site || location.origin;
const { address } = panel.dataset;
const shape = frame.value;

/** Reads the position from the address, which the script of the replay keeps up to date. */
function update() {
  const here = new URLSearchParams(location.search);
  const query = new URLSearchParams();
  query.set('ply', here.get('ply') ?? ply.value);
  // A game that hides nothing has no views.
  if (views.length > 0) query.set('view', here.get('view') ?? views[0].value);
  if (here.get('flip') === '1') query.set('flip', '1');
  link.value = `${site}${address}?${query}`;
  const source = `${site}/embed${address}?${query}`.replaceAll('&', '&amp;');
  frame.value = shape.replace(/src="[^"]*"/, () => `src="${source}"`);
  ply.value = query.get('ply') ?? '';
  for (const one of views) one.value = query.get('view') ?? '';
  for (const one of panel.querySelectorAll('select[name=flip]')) one.value = query.get('flip') ?? '0';
}

document.addEventListener('shell:tab', update);
// The replay can move on while the panel is open.
let seen = location.search;
for (const type of ['pointerenter', 'focusin']) {
  panel.addEventListener(type, () => { if (seen !== location.search) { seen = location.search; update(); } });
}

update();
