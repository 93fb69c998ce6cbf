// The big screen shows the next page by itself; the button pauses it. With reduced motion it is paused at first.

const SECONDS = 15;
const KEPT = 'contest-screen';
const screen = document.getElementById('screen');
const pause = document.getElementById('pause');
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
let paused = (localStorage.getItem(KEPT) ?? (still ? 'paused' : '')) === 'paused';
/** @type {number | undefined} */
let timer;

function show() {
  pause.setAttribute('aria-pressed', String(paused));
  clearTimeout(timer);
  if (!paused) timer = setTimeout(() => location.replace(screen.dataset.next), SECONDS * 1000);
}

pause.addEventListener('click', () => {
  paused = !paused;
  localStorage.setItem(KEPT, paused ? 'paused' : '');
  show();
});
show();
