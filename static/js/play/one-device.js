// Two players on one device: the board is pressed instead of links, and what it shows is gone as soon as the page is left, so that
// the browser's back button finds nothing.
import { mount } from '../deploy/component.js';
import { Texts } from '../replay/texts.js';
import { Table } from './table.js';

const play = document.getElementById('play');
const { address } = play.dataset;
const announce = (/** @type {string} */ words) => { document.getElementById('said').textContent = words; };

function mountBoard() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById('ply'));
  if (!form) return;
  const texts = new Texts(JSON.parse(document.getElementById('play-strings').textContent));
  let isSent = false;
  const send = (/** @type {string} */ ply) => {
    if (isSent) return;
    isSent = true;
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'ply', value: ply });
    form.replaceChildren(...form.querySelectorAll('input'), field);
    form.submit();
  };
  const table = new Table(play, { play: send, announce, texts, writeAbout: () => {} });
  table.board.focus({ preventScroll: true });
}

function mountDeployment() {
  const form = document.getElementById('deployment');
  if (!form) return;
  const element = document.getElementById('deploy');
  const { rule_set: ruleSet, color, own } = JSON.parse(document.getElementById('deploy-data').textContent);
  const strings = JSON.parse(document.getElementById('deploy-strings').textContent);
  const board = mount(element, { ruleSet, color, own, strings, sprite: element.dataset.sprite });
  document.getElementById('cells').disabled = true;
  form.addEventListener('submit', (event) => {
    if (board.faults().length > 0) { event.preventDefault(); board.showFaults(); return; }
    document.getElementById('setup').value = board.notation();
  });
}

mountBoard();
mountDeployment();
// The address of this look is used up; what is left of it would only be asked for again.
history.replaceState(null, '', address);
window.addEventListener('pagehide', () => document.getElementById('shown')?.remove());
window.addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
