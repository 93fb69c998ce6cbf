// The pages of the running service, found by their own links.

export const SITE = process.env.TESTED_URL;

async function links(path) {
  const response = await fetch(SITE + path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const text = await response.text();
  return [...text.matchAll(/href="([^"#]+)/g)].map((match) => match[1].replaceAll("&amp;", "&"));
}

async function firstLink(path, pattern) {
  const found = (await links(path)).find((link) => pattern.test(link));
  if (!found) throw new Error(`${path} has no link like ${pattern}`);
  return found;
}

/** The address of the newest game that a filter finds. */
export async function firstGame(query = "") {
  // Without the list that it is in.
  return (await firstLink(`/games${query}`, /^\/games\/\w{16}(\?|$)/)).split("?")[0];
}

/** One page of each kind, with an address for each. */
export async function everyPage() {
  const game = await firstGame("?termination=flag-captured");
  const player = await firstLink(game, /^\/players\/[^/]+$/);
  return [
    { name: "home", path: "/" },
    { name: "leaderboards", path: "/leaderboards" },
    { name: "a leaderboard", path: await firstLink("/leaderboards", /^\/leaderboards\/[\w-]+$/) },
    { name: "players", path: "/players" },
    { name: "a player", path: player },
    { name: "two players", path: await firstLink(player, /\/versus\//) },
    { name: "games", path: "/games" },
    { name: "games by filter", path: "/games?result=1/2-1/2&termination=agreement" },
    { name: "a replay", path: game },
    { name: "a replay in the middle", path: `${game}?ply=40&view=white` },
    { name: "an unfinished game", path: await firstGame("?termination=unterminated") },
    { name: "formations", path: "/formations?square=b1&rank=S" },
    { name: "where a formation is looked up", path: "/formations/set-up" },
    { name: "the quiz", path: "/quiz" },
    { name: "the answers of a quiz", path: "/quiz?a=SP.3.-.0.5432" },
    { name: "events", path: "/events" },
    { name: "an event", path: await firstLink("/events", /^\/events\/[^/?]+$/) },
    { name: "the lobby", path: "/play" },
    { name: "games to watch", path: "/play/watch" },
    { name: "the rules", path: "/rules" },
    { name: "the rules of Three Generals", path: "/rules/three-generals" },
    { name: "the notation", path: "/notation" },
    { name: "what could be known", path: "/knowledge" },
    { name: "the API's page", path: "/api" },
  ];
}
