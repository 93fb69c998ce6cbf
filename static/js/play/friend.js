// The page of a link for a friend: opens the game once the friend has accepted it.
import { askPage, reloadOnReturn } from '../dom.js';

const AGAIN = 2000;

async function ask() {
  const answer = await askPage(location.pathname);
  if (answer.redirected) location.replace(answer.url);
  else if (answer.status === 410) location.reload();
}

setInterval(() => { ask().catch(() => {}); }, AGAIN);
reloadOnReturn();
