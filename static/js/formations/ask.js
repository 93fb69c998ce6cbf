// A share code behind the # of the address, which browsers send to nobody: it is asked for as the form does it, and leaves the address.
const form = document.getElementById('ask-set-up');
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  history.replaceState(null, '', location.pathname + location.search);
  /** @type {HTMLInputElement} */ (form.elements.namedItem('code')).value = code;
  form.requestSubmit();
}
