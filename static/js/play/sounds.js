// Sounds of a game, by what everybody knows of the last ply, so that both players' devices sound alike. They are off unless
// the device has switched them on.

/** The tones of each sound: pitch in Hz, start and length in seconds. @type {Record<string, number[][]>} */
const TONES = {
  ply: [[520, 0, 0.05]],
  challenger: [[330, 0, 0.07], [494, 0.09, 0.12]],
  defender: [[494, 0, 0.07], [330, 0.09, 0.12]],
  split: [[392, 0, 0.07], [262, 0.09, 0.16]],
  over: [[392, 0, 0.14], [494, 0.16, 0.14], [587, 0.32, 0.3]],
};

/** @type {AudioContext | undefined} */
let context;

/** How late a sound may still begin, in milliseconds. */
const LATE = 500;

/** Plays a sound if the device has switched them on. @param {string | undefined} name */
export async function playSound(name) {
  if (!name || !document.querySelector('[data-sounds]') || !TONES[name]) return;
  context ??= new AudioContext();
  // Browsers let a page play sounds only after an input: a sound from before it is dropped, for all of them would play at once.
  const wanted = performance.now();
  if (context.state === 'suspended') await context.resume();
  if (performance.now() - wanted > LATE) return;
  for (const [pitch, from, length] of TONES[name]) {
    const begins = context.currentTime + from;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begins);
    tone.stop(begins + length);
  }
}

/** Switches sounds on or off without leaving the page. */
export function listenForSwitch() {
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (form.id !== 'sound') return;
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
    const on = button.value === 'on';
    await fetch(form.action, { method: 'POST', body: new URLSearchParams({ sound: button.value, back: '/play' }), redirect: 'manual' });
    button.value = on ? 'off' : 'on';
    button.setAttribute('aria-pressed', String(on));
    button.toggleAttribute('data-sounds', on);
    if (on) playSound('ply');
  });
}
