// The page on which a set-up of one's own is made: the board takes the place of the choices, which it fills for the form.
import { mount } from './component.js';

const form = document.getElementById('set-up');
const element = document.getElementById('deploy');
const choices = [...form.querySelectorAll('select[name="cell"]')];
const { rule_set: ruleSet, color, own } = JSON.parse(document.getElementById('deploy-data').textContent);
const first = choices.map((choice) => choice.value).join('');
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem('name'));
const firstName = name.value;
let sending = false;

const board = mount(element, {
  ruleSet,
  color,
  draft: first,
  own,
  strings: JSON.parse(document.getElementById('deploy-strings').textContent),
  sprite: element.dataset.sprite,
  onChange: (draft) => choices.forEach((choice, at) => { choice.value = draft[at]; }),
});

// A share code behind the # of the address, which browsers send to nobody.
const shared = location.hash.slice(1);
if (shared) {
  history.replaceState(null, '', location.pathname + location.search);
  board.load(shared);
}

// What cannot be kept is not sent: the page says already what is wrong with it.
form.addEventListener('submit', (event) => {
  if (board.faults().length === 0) { sending = true; return; }
  event.preventDefault();
  board.showFaults();
});

const isChanged = () => board.draft() !== first || name.value !== firstName;
window.addEventListener('beforeunload', (event) => { if (!sending && isChanged()) event.preventDefault(); });
// A page that comes back out of the browser's memory may be seen by somebody else.
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
