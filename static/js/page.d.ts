// What the modules may rely on: the data that the server embeds in a page, what its streams send, and the
// elements that its templates promise. For `tsc`, which checks the modules against it; it is not served.

type Color = 'white' | 'black';
/** The notation's letter of a rank. */
type Rank = string;
/** A square by its name. A piece is named by the square that it was deployed on, its origin. */
type Square = string;
/** Who stands where: origins by squares. */
type Board = Map<Square, Square>;
type View = Color | 'public' | 'revealed';
type Shade = 'strength' | 'flag';
type Verdict = 'challenger' | 'defender' | 'split';

// What pages embed.

/** The text of an element that holds a `T` as JSON. */
type Json<T> = string & { readonly holds: T };
interface Island<T> extends HTMLScriptElement {
  textContent: Json<T>;
}
interface JSON {
  parse<T>(text: Json<T>): T;
}

/** The words that a script fills; `labels` and `ranks` by letters. */
type Strings = Record<string, string> & Names;
type Names = { labels: Record<Rank, string>; ranks: Record<Rank, string> };

/** src/web/replay.rs, as far as scripts read it. */
interface Replay {
  rows: number;
  first: Color;
  time_control: (SideClock & { black: SideClock | null }) | null;
  pieces: { color: Color; origin: Square; rank?: Rank }[];
  plies: Ply[];
  promotions: { origin: Square; ply: number }[];
  disclosed: { origin: Square; ply: number; rank: Rank }[];
}
/** In seconds. */
interface SideClock {
  base: number;
  increment: number;
  each_ply: boolean;
}
interface Ply {
  from: Square;
  to: Square;
  challenge: boolean;
  verdict: Verdict | null;
  clock: number | null;
}

/** How many bits each side has revealed from a ply on. */
type LedgerCurve = [since: number, white: number, black: number][];

/** src/web/deployment_board: rules, and saved set-ups to start from. */
interface DeployData {
  rule_set: DeployRules;
  color: Color;
  own: { name: string; draft: string }[];
}
interface DeployRules {
  files: number;
  /** In the order of a draft's letters. */
  squares: Square[];
  /** All ranks with the number of their pieces, in the order in which faults are named. */
  army: [rank: Rank, count: number][];
  /** The first so many squares may hold so many pieces. */
  border: { squares: number; most: number } | null;
}

// What is answered, and told by streams.

/** An event of crates/site/src/live/play_event.rs, as far as scripts read it. */
type PlayEvent = { number: number } & (PlyEvent | { event: 'declined'; color: Color } | { event: 'offered' | 'three_generals_ply' });
interface PlyEvent {
  event: 'ply';
  color: Color;
  from: Square;
  to: Square;
  verdict: Verdict | null;
  /** The result and the termination, if it ended the game. */
  ends?: [string, string];
  /** Milliseconds left on the mover's clock. */
  left: number;
}

/** A frame of src/web/room_stream.rs. */
interface RoomState {
  version: number;
  ply: number;
  view: View;
  flipped: boolean;
  shade: Shade | null;
  ghost: boolean;
  piece: Square | null;
  leader: Participant;
  followers: Participant[];
  strangers: number;
}
interface Participant {
  number: number;
  name: string;
}

/** A place in a replay of any game. */
interface Place {
  ply: number;
  flipped: boolean;
}
/** What a replay with hidden ranks shows at a place. */
interface Shown extends Place {
  view: View;
  shade: Shade | null;
  ghost: boolean;
  chosen: Square | null;
}
interface HTMLElementEventMap {
  'shell:tab': CustomEvent<string>;
  /** Where the reader wants to be: the board follows at once, or when the server has drawn it. */
  'replay:wanted': CustomEvent<Place & Partial<Shown>>;
  /** What the board shows. */
  'replay:shown': CustomEvent<Place & Partial<Shown>>;
  /** What the board still shows, because what was wanted could not be had. */
  'replay:refused': CustomEvent<Place>;
  'replay:go': CustomEvent<Partial<Shown>>;
}

/** Listens to an element's events of one kind. */
type Listen = <K extends keyof HTMLElementEventMap>(element: HTMLElement, type: K, act: (event: HTMLElementEventMap[K]) => void) => void;

// What templates promise.

/** An element with these data. */
type With<K extends string, E = HTMLElement> = E & { dataset: Record<K, string> };

/** Elements by their ids: what is on every page that loads a module which asks for it. */
interface Parts {
  // components/replay.html
  replay: With<'address' | 'sprite' | 'ply' | 'view' | 'last' | 'flipped'>;
  'replay-data': Island<Replay>;
  'replay-strings': Island<Strings>;
  board: SVGSVGElement;
  said: HTMLElement;
  slider: HTMLInputElement;
  'slider-marks': SVGSVGElement;
  speed: HTMLSelectElement;
  copy: HTMLButtonElement | null;
  'time-chart': SVGSVGElement | null;
  end: HTMLElement | null;
  keys: HTMLDialogElement;
  'show-keys': HTMLButtonElement;
  'whole-screen': HTMLButtonElement | null;
  'sound-form': HTMLFormElement & { elements: { back: HTMLInputElement } };
  life: HTMLElement;
  'slot-top': HTMLElement;
  'slot-bottom': HTMLElement;
  'seat-white': HTMLElement;
  'seat-black': HTMLElement;
  'graveyard-white': HTMLElement;
  'graveyard-black': HTMLElement;
  // replay/known.html, replay/chart.html
  'told-data': Island<LedgerCurve>;
  'told-here': SVGPathElement;
  'told-white': HTMLElement;
  'told-black': HTMLElement;
  'known-all': HTMLDetailsElement;
  'known-brief': HTMLElement;
  'known-legend': HTMLElement;
  'known-owners': HTMLElement;
  'known-piece': HTMLElement;
  'known-table': HTMLElement;
  // components/replay.html, sharing/embed.html: a button; play/game.html: the game
  play: With<'address' | 'stage' | 'version' | 'seat'>;
  main: With<'ply' | 'last'>;
  // rooms/show.html
  room: With<'address' | 'me' | 'version' | 'leader'>;
  remarks: HTMLElement | null;
  'room-strings': Island<Strings>;
  'room-away': HTMLElement;
  'room-at': HTMLElement;
  'room-desk': HTMLElement;
  'room-followers': HTMLElement;
  'room-leads': HTMLElement;
  'room-link': HTMLInputElement;
  'room-more': HTMLDetailsElement;
  'room-said': HTMLElement;
  'crown-to': HTMLSelectElement | null;
  // play/game.html
  'play-strings': Island<Strings>;
  aims: SVGGElement;
  premove: HTMLElement;
  clocks: With<'white' | 'black' | 'running' | 'sound' | 'whole'> | null;
  line: With<'state'> | null;
  confirm: HTMLElement | null;
  setup: HTMLInputElement;
  cells: HTMLFieldSetElement;
  'note-piece': HTMLSelectElement;
  'note-words': HTMLInputElement;
  notes: HTMLDetailsElement | null;
  'share-address': HTMLInputElement | null;
  // play/lobby.html, play/overlay.html
  lobby: HTMLElement;
  'lobby-declined': HTMLElement;
  overlay: With<'stream' | 'running' | 'again'>;
  // reviews/show.html
  'review-marks': SVGGElement;
  'remark-marks': HTMLInputElement;
  draw: HTMLButtonElement;
  erase: HTMLButtonElement;
  // set-ups
  deploy: With<'sprite'>;
  'deploy-data': Island<DeployData>;
  'deploy-strings': Island<Strings>;
  'set-up': HTMLFormElement;
  'ask-set-up': HTMLFormElement;
  // sharing/panel.html
  share: With<'address' | 'site'>;
  'share-link': HTMLInputElement;
  'share-frame': HTMLTextAreaElement;
  // contests
  results: HTMLFormElement;
  'results-strings': Island<{ words: Record<string, string>; marks: Record<string, string> }>;
  'results-status': HTMLElement;
  'results-waiting': HTMLElement;
  'results-lost': HTMLElement;
  'results-save': HTMLElement;
  'to-table': HTMLInputElement;
  'why-now': HTMLInputElement | null;
  pad: HTMLElement;
  'pad-on': HTMLButtonElement;
  'pad-table': HTMLElement;
  'pad-names': HTMLElement;
  'pad-stands': HTMLElement;
  'pad-results': HTMLElement;
  'pad-previous': HTMLButtonElement;
  'pad-next': HTMLButtonElement;
  unsaved: With<'words' | 'discard' | 'lost'>;
  'event-live': With<'stream' | 'version' | 'words'>;
  'screen-source': HTMLElement;
  'screen-view': HTMLElement;
  'screen-clock': HTMLElement;
  'screen-next': HTMLElement;
  pause: HTMLElement;
}

/** Parts of those, by selectors. */
interface Inner {
  '.clock': HTMLElement;
  '.left': HTMLElement;
  '.marks': SVGGElement;
  '.pieces': SVGGElement;
  '#board .shades': SVGGElement;
  '.piece': SVGGElement | null;
}

type Headed<S extends string> = S extends `${infer A}[${string}` | `${infer A}.${string}` | `${infer A}:${string}` | `${infer A}#${string}` ? Headed<A> : S;
/** What a selector finds, by the tag that its last part begins with. */
type Found<S extends string> = S extends `${string} ${infer Rest}`
  ? Found<Rest>
  : Headed<S> extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Headed<S>]
    : Headed<S> extends keyof SVGElementTagNameMap
      ? SVGElementTagNameMap[Headed<S>]
      : HTMLElement | SVGElement;

interface Document {
  getElementById<K extends keyof Parts>(id: K): Parts[K];
}
interface ParentNode {
  querySelector<K extends keyof Inner>(selectors: K): Inner[K];
  querySelector<S extends string>(selectors: S): Found<S> | null;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}
interface Element {
  closest<S extends string>(selectors: S): Found<S> | null;
}
/** Keys, pointers and focus are in an element. */
interface UIEvent {
  readonly target: HTMLElement | SVGElement;
}
interface SubmitEvent {
  readonly target: HTMLFormElement;
}
