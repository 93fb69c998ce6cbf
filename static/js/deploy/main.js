// The page that edits a saved set-up: the board replaces the select boxes, and fills them for the form.
import { reloadOnReturn } from '../dom.js';
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

// A share code after the # of the address, which browsers do not send.
const shared = location.hash.slice(1);
if (shared) {
  history.replaceState(null, '', location.pathname + location.search);
  board.load(shared);
}

// An illegal set-up is not sent: the page says already what is wrong with it.
form.addEventListener('submit', (event) => {
  if (board.faults().length === 0) { sending = true; return; }
  event.preventDefault();
  board.showFaults();
});

const isChanged = () => board.draft() !== first || name.value !== firstName;
window.addEventListener('beforeunload', (event) => { if (!sending && isChanged()) event.preventDefault(); });
reloadOnReturn();
