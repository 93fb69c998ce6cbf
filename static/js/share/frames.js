// Embed codes: copied by a button; their addresses begin with this site's if the server does not know its own.
import './copy.js';

for (const code of document.querySelectorAll('textarea[data-frame]')) {
  code.value = code.value.replace('src="/', () => `src="${location.origin}/`);
}
