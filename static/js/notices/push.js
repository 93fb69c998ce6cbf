// Turns notices in this browser on and off.

const box = /** @type {HTMLElement} */ (document.getElementById('push'));
const button = /** @type {HTMLButtonElement} */ (box.querySelector('button'));
const said = /** @type {HTMLElement} */ (box.querySelector('[role="status"]'));
const { key = '', csrf = '', on = '', off = '', refused = '', failed = '' } = box.dataset;

/** @param {ArrayBuffer | null} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {string} path @param {Record<string, string>} fields */
const send = (path, fields) => fetch(path, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) });

const registered = () => navigator.serviceWorker.register('/sw.js');

/** @param {PushSubscription | null} subscription */
function show(subscription) {
  button.textContent = subscription ? off : on;
  box.hidden = false;
}

/** @param {ServiceWorkerRegistration} worker */
async function turnOn(worker) {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(refused);
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const taken = await send('/notices/push', { endpoint: made.endpoint, p256dh: base64url(made.getKey('p256dh')), auth: base64url(made.getKey('auth')) });
  if (taken.ok) return made;
  await made.unsubscribe();
  throw new Error(failed);
}

/** @param {PushSubscription} subscription */
async function turnOff(subscription) {
  await send('/notices/push/remove', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

if ('serviceWorker' in navigator && 'PushManager' in window) {
  const worker = await registered();
  show(await worker.pushManager.getSubscription());
  button.addEventListener('click', async () => {
    button.disabled = true;
    said.textContent = '';
    try {
      const now = await worker.pushManager.getSubscription();
      if (now) await turnOff(now);
      show(now ? null : await turnOn(worker));
    } catch (error) {
      said.textContent = error instanceof Error && error.message === refused ? refused : failed;
    }
    button.disabled = false;
  });
}
