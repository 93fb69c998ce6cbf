// What is heard of a game: made here, by what everybody knows of the last ply, so that both devices sound alike. Nothing
// is heard unless the device was told to.

/** Tones of each thing that is heard: pitch, when it begins, how long it sounds. @type {Record<string, number[][]>} */
const TONES = {
  ply: [[520, 0, 0.05]],
  challenger: [[330, 0, 0.07], [494, 0.09, 0.12]],
  defender: [[494, 0, 0.07], [330, 0.09, 0.12]],
  split: [[392, 0, 0.07], [262, 0.09, 0.16]],
  over: [[392, 0, 0.14], [494, 0.16, 0.14], [587, 0.32, 0.3]],
};

/** @type {AudioContext | undefined} */
let context;

/** A browser lets a page sound only once somebody has touched it. */
function wake() {
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume();
  return context;
}

/** Makes it sound, where the device has sound on. @param {string | undefined} name */
export function sound(name) {
  if (!name || !document.querySelector('[data-sounds]') || !TONES[name]) return;
  const context = wake();
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
