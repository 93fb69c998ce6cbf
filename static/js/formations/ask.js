// A share code after the # of the address, which browsers do not send: the form looks it up, and it is removed from the address.
const form = document.getElementById('ask-set-up');
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  history.replaceState(null, '', location.pathname + location.search);
  /** @type {HTMLInputElement} */ (form.elements.namedItem('code')).value = code;
  form.requestSubmit();
}
