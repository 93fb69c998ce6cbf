// A program in TypeScript on the generated types: it has to compile, and to run against the service.
import createClient from "openapi-fetch";
import type { components, paths } from "./generated";

const [, , address] = process.argv;
const client = createClient<paths>({ baseUrl: address });

const { data: page } = await client.GET("/api/v1/games", { params: { query: { limit: 1, result: "1-0", ruleset: "standard" } } });
// Ranks are revealed in the replay of a game that has some. The list comes as JSON unless another type is asked for.
if (page === undefined || typeof page === "string" || !("games" in page)) throw new Error("the list is no JSON");
const game: components["schemas"]["GameItem"] | undefined = page.games[0];
if (game === undefined) throw new Error("the service lists no game");
const result: "1-0" | "0-1" | "1/2-1/2" | "*" = game.result;

const { data: replay } = await client.GET("/api/v1/games/{id}/replay", { params: { path: { id: game.id } } });
if (replay?.result !== result) throw new Error(`the replay ends ${replay?.result}, the list says ${result}`);

const { error } = await client.GET("/api/v1/players/{handle}", { params: { path: { handle: "Nobody at all" } } });
if (error?.status !== 404) throw new Error(`nobody was found: ${JSON.stringify(error)}`);

// Fields of an event are known by its kind.
export function describe(event: components["schemas"]["PlayEvent"]): string {
    return event.event === "ply" ? `${event.from}-${event.to}` : event.event;
}
