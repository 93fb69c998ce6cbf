// What every page does once it is loaded: installs the service worker, and tells it how this device has its pages and which
// replay this one shows; keeps the badge of the app; shows times in the visitor's zone.

const { serviceWorker } = navigator;

async function install() {
  await serviceWorker.register('/sw.js');
  const { active } = await serviceWorker.ready;
  const { lang, dataset } = document.documentElement;
  const { theme = '', board = '', pieces = '' } = dataset;
  const replay = document.getElementById('replay')?.dataset.address;
  const device = { language: lang, looks: `${theme} ${board} ${pieces}`.trim() };
  active?.postMessage({ device, replay: replay === location.pathname ? replay : '' });
}

// It may not slow the page down. It is missing where the connection is not safe, and some browsers refuse it in private windows.
if (serviceWorker) (window.requestIdleCallback ?? setTimeout)(() => install().catch(() => {}));

// The badge of the app is the bell's; nobody has one who is signed out.
if (!document.querySelector('.bell')) navigator.clearAppBadge?.();

// Few pages have times to the minute.
if (document.querySelector('time[data-local]')) import('../shell/times.js');
