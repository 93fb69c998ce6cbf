// The panel for passing a replay on: copies, and follows the replay to its ply and view.
import './copy.js';

const panel = document.getElementById('share');
const [link, frame] = ['share-link', 'share-frame'].map((id) => document.getElementById(id));
const site = panel.dataset.site || location.origin;
const { address } = panel.dataset;
const shape = frame.value;

/** The address says where the replay is: its script keeps it in step. */
function follow() {
  const here = new URLSearchParams(location.search);
  const query = new URLSearchParams();
  const view = panel.querySelector('select[name=view]');
  query.set('ply', here.get('ply') ?? panel.querySelector('[name=ply]').value);
  query.set('view', here.get('view') ?? view.value);
  if (here.get('flip') === '1') query.set('flip', '1');
  link.value = `${site}${address}?${query}`;
  const source = `${site}/embed${address}?${query}`.replaceAll('&', '&amp;');
  frame.value = shape.replace(/src="[^"]*"/, () => `src="${source}"`);
  panel.querySelector('[name=ply]').value = query.get('ply');
  for (const one of panel.querySelectorAll('select[name=view]')) one.value = query.get('view');
  for (const one of panel.querySelectorAll('select[name=flip]')) one.value = query.get('flip') ?? '0';
}

panel.addEventListener('toggle', () => { if (panel.open) follow(); });
// Who steps on while the panel is open and comes back to it finds it where he is.
let seen = location.search;
panel.addEventListener('pointerenter', () => { if (seen !== location.search) { seen = location.search; follow(); } });
panel.addEventListener('focusin', () => { if (seen !== location.search) { seen = location.search; follow(); } });

follow();
