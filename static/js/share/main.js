// The panel for passing a replay on: copies, and follows the replay to its ply and view.
import './copy.js';

const panel = document.getElementById('share');
const link = document.getElementById('share-link');
const frame = document.getElementById('share-frame');
const [ply] = panel.querySelectorAll('input[name=ply]');
const views = panel.querySelectorAll('select[name=view]');
const site = panel.dataset.site || location.origin;
const { address } = panel.dataset;
const shape = frame.value;

/** The address says where the replay is: its script keeps it in step. */
function follow() {
  const here = new URLSearchParams(location.search);
  const query = new URLSearchParams();
  query.set('ply', here.get('ply') ?? ply.value);
  query.set('view', here.get('view') ?? views[0].value);
  if (here.get('flip') === '1') query.set('flip', '1');
  link.value = `${site}${address}?${query}`;
  const source = `${site}/embed${address}?${query}`.replaceAll('&', '&amp;');
  frame.value = shape.replace(/src="[^"]*"/, () => `src="${source}"`);
  ply.value = query.get('ply') ?? '';
  for (const one of views) one.value = query.get('view') ?? '';
  for (const one of panel.querySelectorAll('select[name=flip]')) one.value = query.get('flip') ?? '0';
}

panel.addEventListener('toggle', () => { if (panel.open) follow(); });
// Who steps on while the panel is open and comes back to it finds it where he is.
let seen = location.search;
panel.addEventListener('pointerenter', () => { if (seen !== location.search) { seen = location.search; follow(); } });
panel.addEventListener('focusin', () => { if (seen !== location.search) { seen = location.search; follow(); } });

follow();
