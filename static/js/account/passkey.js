// Passkeys: makes one, or answers by one, and sends the form that the answer belongs to.

/** @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const base64url = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @typedef {{ id: string, type: 'public-key' }[]} Known */

/** @param {Known | undefined} known */
const decoded = (known) => known?.map((one) => ({ ...one, id: bytes(one.id) }));

/** @param {any} options What the server asks for, with bytes in base64url. */
function ask(options) {
  const { challenge, user, excludeCredentials, allowCredentials, ...rest } = options;
  const publicKey = { ...rest, challenge: bytes(challenge) };
  if (!user) return navigator.credentials.get({ publicKey: { ...publicKey, allowCredentials: decoded(allowCredentials) ?? [] } });
  return navigator.credentials.create({ publicKey: { ...publicKey, user: { ...user, id: bytes(user.id) }, excludeCredentials: decoded(excludeCredentials) ?? [] } });
}

/** @param {PublicKeyCredential} made */
function encoded({ id, type, rawId, response }) {
  const parts = ['attestationObject', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
  const own = /** @type {Record<string, ArrayBuffer | null>} */ (/** @type {unknown} */ (response));
  const present = parts.filter((name) => own[name]).map((name) => [name, base64url(/** @type {ArrayBuffer} */ (own[name]))]);
  return JSON.stringify({ id, type, rawId: base64url(rawId), response: Object.fromEntries(present) });
}

/** The page with the form again, where the password must be given first. @param {Response} asked */
const isOptions = (asked) => asked.headers.get('content-type')?.startsWith('application/json') ?? false;

/** @param {HTMLFormElement} form @param {DOMStringMap} texts @returns {Promise<string>} What is wrong; empty if the form was sent. */
async function answer(form, { begin = '', failed = '', known = '' }) {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const asked = await fetch(begin, { method: 'POST', body: fields });
  if (asked.ok && !isOptions(asked)) location.assign(asked.url);
  if (!asked.ok) return asked.headers.get('content-type')?.startsWith('text/plain') ? asked.text() : failed;
  if (!isOptions(asked)) return '';
  const { publicKey } = await asked.json();
  try {
    const made = await ask(publicKey);
    /** @type {HTMLInputElement} */ (form.elements.namedItem('answer')).value = encoded(/** @type {PublicKeyCredential} */ (made));
    form.submit();
    return '';
  } catch (error) {
    return error instanceof DOMException && error.name === 'InvalidStateError' ? known : failed;
  }
}

/** @param {HTMLElement} box */
function start(box) {
  const form = /** @type {HTMLFormElement} */ (box.querySelector('form'));
  const said = /** @type {HTMLElement} */ (box.querySelector('[role="status"]'));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = '';
    said.textContent = await answer(form, box.dataset).catch(() => box.dataset.failed ?? '');
    button.disabled = false;
  });
  box.hidden = false;
}

if (window.PublicKeyCredential) {
  for (const box of document.querySelectorAll('.passkey')) start(/** @type {HTMLElement} */ (box));
  for (const words of document.querySelectorAll('[data-no-passkeys]')) words.remove();
}
