// The service worker. It keeps what pages are made of, replays that were opened here and the device between two players
// at a table, and opens them again without network. It keeps files, and pages that the server marks as free to
// keep: what everybody may know, fetched without credentials, and the page of the device, which shows no rank. The server puts two
// constants in front: VERSION, the digest of its static files, and FILES, their addresses as far as pages need them.

/** The server's mark; its value is the version of the files that a page needs. */
const MARK = 'offline-copy';
const SHELL = `shell-${VERSION}`;
const REPLAYS = 'replays';
const TABLE = 'table';
/** So many replays are kept: the ones opened last. */
const MOST_REPLAYS = 50;
/** Files of so many versions are kept while a kept page needs them. */
const MOST_SHELLS = 4;
const OFFLINE = '/offline';
const AT_TABLE = '/at';
const REPLAY = /^\/games\/[0-9a-z]{16}$/;

const control = (answer) => answer.headers.get('cache-control') ?? '';
/** Whether it is a file of the version that its address names: nothing else is for ever. */
const isFile = (answer) => /immutable/.test(control(answer));

/** Keeps an answer, if the server lets it; what was kept of the address goes otherwise, unless the server is only busy. */
async function put(cache, address, answer) {
  if (answer.status >= 500 || answer.status === 429) return false;
  const isFree = answer.ok && !answer.redirected && (isFile(answer) || answer.headers.has(MARK)) && !/no-store/.test(control(answer));
  await cache.delete(address);
  if (isFree) await cache.put(address, answer);
  return isFree;
}

let turn = Promise.resolve();
/** What is kept is changed by one at a time, in order. */
const inTurn = (work) => { turn = turn.then(work, work); return turn; };

/** A page as it is for nobody in particular, in the looks and the language of this device. */
function askAnonymously(address, { language, looks }) {
  return fetch(address, { credentials: 'omit', cache: 'no-store', headers: { 'Accept-Language': language, 'Device-Looks': looks } });
}

async function install() {
  const shell = await caches.open(SHELL);
  await Promise.all(FILES.map(async (address) => {
    const answer = await fetch(address);
    // Another version answers while servers are being replaced: this one is installed later.
    if (!isFile(answer) || !(await put(shell, address, answer))) throw new Error(address);
  }));
  await keepOfflinePage({ language: self.navigator.language, looks: '' });
}

/** Keeps the page that is shown without network, as the device now has its pages. */
async function keepOfflinePage(device) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(OFFLINE);
  const own = `${device.language} ${device.looks}`;
  if (kept?.headers.get('device') === own) return;
  const answer = await askAnonymously(OFFLINE, device);
  const headers = new Headers(answer.headers);
  headers.set('device', own);
  await put(shell, OFFLINE, new Response(await answer.blob(), { status: answer.status, headers }));
}

async function keepReplay(address, device) {
  const replays = await caches.open(REPLAYS);
  await put(replays, address, await askAnonymously(address, device));
  const all = await replays.keys();
  await Promise.all(all.slice(0, -MOST_REPLAYS).map((request) => replays.delete(request)));
}

/** The versions whose files a kept page needs. */
async function versionsInUse() {
  const used = new Set([VERSION]);
  for (const name of [REPLAYS, TABLE]) {
    const cache = await caches.open(name);
    for (const answer of await cache.matchAll()) used.add(answer.headers.get(MARK));
  }
  return used;
}

/**
 * Drops the files of versions that nothing needs, and pages of versions too old. The version before stays: pages of it may be open.
 */
async function dropOldVersions() {
  const shells = (await caches.keys()).filter((name) => name.startsWith('shell-'));
  const used = await versionsInUse();
  const kept = shells.filter((name, at) => used.has(name.slice('shell-'.length)) || at >= shells.length - 2).slice(-MOST_SHELLS);
  await Promise.all(shells.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
  for (const name of [REPLAYS, TABLE]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const version = (await cache.match(request))?.headers.get(MARK);
      if (!kept.includes(`shell-${version}`)) await cache.delete(request);
    }
  }
}

async function activate() {
  await self.registration.navigationPreload?.enable();
  await dropOldVersions();
  await self.clients.claim();
}

/** A page, from the network if there is one. */
async function page(event, address) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (address.pathname === AT_TABLE) await keepTable(answer.clone());
    return answer;
  } catch {
    return keptPage(event, address);
  }
}

const keepTable = async (answer) => put(await caches.open(TABLE), AT_TABLE, answer);

async function keptPage(event, { pathname }) {
  const name = pathname === AT_TABLE ? TABLE : REPLAYS;
  const cache = await caches.open(name);
  const kept = await cache.match(pathname);
  if (!kept) return (await caches.match(OFFLINE, { cacheName: SHELL })) ?? Response.error();
  // The one opened last is dropped last.
  if (name === REPLAYS) event.waitUntil(put(cache, pathname, kept.clone()));
  return kept;
}

/** The page of the device at a table, which its script asks for again and again. */
async function tableAgain(request) {
  const answer = await fetch(request);
  await keepTable(answer.clone());
  return answer;
}

/** A file, whose address has its version. */
const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (address.pathname.startsWith('/static/')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(event, address));
  else if (address.pathname === AT_TABLE) event.respondWith(tableAgain(request));
});

// A page says how this device has its pages, and which replay it shows.
self.addEventListener('message', (event) => {
  const { device, replay } = event.data;
  const kept = [inTurn(() => keepOfflinePage(device))];
  if (REPLAY.test(replay)) kept.push(inTurn(() => keepReplay(replay, device)));
  // Without network nothing is kept, and what there is stays.
  event.waitUntil(Promise.allSettled(kept));
});

self.addEventListener('push', (event) => {
  const { title, body, path, tag, unread } = event.data.json();
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { body, tag: String(tag), data: path }),
    self.navigator.setAppBadge?.(unread),
  ]));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, self.location.origin);
  if (address.origin === self.location.origin) event.waitUntil(self.clients.openWindow(address.href));
});
