// Makes tabs of the links to a shell's panes (templates/components/shell.html).

/** Shows one of the panes. @param {HTMLElement} nav @param {string} id */
function show(nav, id) {
  for (const tab of nav.querySelectorAll('a')) {
    const isShown = tab.hash === `#${id}`;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    document.querySelector(tab.hash)?.classList.toggle('shown', isShown);
  }
  nav.dispatchEvent(new CustomEvent('shell:tab', { bubbles: true, detail: id }));
}

/** The pane behind a tab that the address's hash lies in: on a wide window some stand beside them. @param {HTMLAnchorElement[]} tabs */
function paneOfHash(tabs) {
  const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  return target && tabs.find((tab) => tab.checkVisibility() && target.closest(tab.hash))?.hash.slice(1);
}

/** Shows the pane with this id, if it is behind a tab. @param {ParentNode} root @param {string} id */
export function showPane(root, id) {
  const nav = /** @type {HTMLElement | null} */ (root.querySelector('.shell-tabs'));
  if (nav?.querySelector(`a[href="#${id}"]`)) show(nav, id);
}

/** @param {ParentNode} root */
export function startTabs(root) {
  const nav = /** @type {HTMLElement | null} */ (root.querySelector('.shell-tabs'));
  if (!nav) return;
  const tabs = [...nav.querySelectorAll('a')];
  nav.setAttribute('role', 'tablist');
  for (const tab of tabs) {
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', tab.hash.slice(1));
    const pane = document.querySelector(tab.hash);
    pane?.setAttribute('role', 'tabpanel');
    pane?.setAttribute('aria-labelledby', tab.id);
  }
  const marked = tabs.find((tab) => tab.hasAttribute('aria-current')) ?? tabs[0];
  tabs.forEach((tab) => tab.removeAttribute('aria-current'));
  show(nav, paneOfHash(tabs) ?? marked.hash.slice(1));
  nav.addEventListener('click', (event) => {
    const tab = event.target.closest('a');
    if (!tab) return;
    event.preventDefault();
    show(nav, tab.hash.slice(1));
  });
  nav.addEventListener('keydown', (event) => {
    const shown = tabs.filter((tab) => tab.checkVisibility());
    const here = shown.findIndex((tab) => tab === document.activeElement);
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: shown.length - 1 };
    const next = shown[(targets[event.key] + shown.length) % shown.length];
    if (!(event.key in targets) || here < 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    show(nav, next.hash.slice(1));
    next.focus();
  });
  addEventListener('hashchange', () => {
    const id = paneOfHash(tabs);
    if (id) show(nav, id);
  });
}
