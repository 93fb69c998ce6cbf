site-description = Records, ratings and replays for Game of the Generals (Salpakan).
skip = Skip to the content
nav-label = Main
nav-leaderboards = Leaderboards
nav-games = Games
nav-players = Players
nav-events = Events
nav-rules = Rules
nav-api = API
footer-about = Adjutant, the neutral arbiter's record of Game of the Generals.
preferences = Language and theme
theme-light = Light
theme-dark = Dark
theme-system = As the system
pages = Pages
page-previous = Previous
page-next = Next
page-older = Older

error-not-found = Not found
error-invalid = That cannot be read
error-other = Something went wrong
error-status = Status
error-not-known = It is not known yet whether this was saved. Look again before you send it once more.
error-home = Home page
error-foreign-form = This form was sent from another site.
error-not-allowed = Not allowed
error-nothing-here = There is nothing at { $path }; go on from one of the pages below.
error-nothing-in-api = There is nothing at { $path }; the page /api has every address of the API.
error-method = This address does not take { $method }; it takes { $allowed }.
error-too-many-lines = Too many live pages open; close one, or try again in { $seconds } seconds.
error-body-too-large = The body is larger than { $bytes } bytes; send less at once.
error-body-slow = The body came too slowly; send it again over a faster connection, or less at once.
error-body-broken = The body broke off before its end; send it again.
error-form = The form cannot be read; go back and send it again.
error-file-too-large = The file is larger than { $kilobytes } kB; choose a smaller one.
error-stale-form = This form is from an earlier visit, or cookies are off: go back, load the page again, and send it once more. Nothing was changed.
parameter-none = This address takes no parameters; take “{ $name }” out.
parameter-unknown = There is no parameter “{ $name }” here; take it out. There are: { $known }.
parameter-twice = The parameter “{ $name }” is there twice; leave one.
parameter-empty = The parameter “{ $name }” is empty; leave it out or give it a value.
parameter-unreadable = The value of “{ $name }” cannot be read; write it in UTF-8, percent-encoded, without control characters.
parameter-number = The parameter “{ $name }” takes a whole number from { $low } to { $high }.
parameter-value = The parameter “{ $name }” cannot be read: { $takes }.
takes-day = write a day as 2026-04-30 or 2026.04.30
takes-result = write 1-0, 0-1, 1/2-1/2 or *
takes-one-of = write one of { $words }
takes-moment = write a day as 2026-04-30, or a moment as 2026-04-30T12:00:00Z
takes-action = write what was done as in the entries, as role.granted
takes-digest = send “digest” of the answer that was looked at as it is: 32 digits and letters from a to f
takes-next = take “next” of an earlier page as it is
takes-next-or-previous = take it from “next” or “previous” of a page as it is

white = White
black = Black
won = won
drawn = drawn
lost = lost
round = Round
title = Title
place = Place
peak = Peak
provisional = provisional
results = Results
standings = Standings
search = Search
filter = Filter
jump = Jump
pools = Pools
download = Download

column-date = Date
column-result = Result
column-how = Ended by
column-plies = Plies
column-event = Event
column-replay = Replay
column-place = #
column-player = Player
column-rating = Rating
column-games = Games
column-score = W/D/L
column-last = Last played
column-trend = Trend
column-points = Points

result-white = White won
result-black = Black won
result-draw = Drawn
result-none = No result

termination-flag-captured = Flag captured
termination-flag-reached = Flag reached the back row
termination-resignation = Resignation
termination-agreement = Agreed draw
termination-time = Time
termination-default = Default
termination-adjudication = Adjudication
termination-left = Left the game
termination-abandoned = Abandoned
termination-unterminated = Not over

rank-5 = General of the Army
rank-4 = General
rank-3 = Lieutenant General
rank-2 = Major General
rank-1 = Brigadier General
rank-C = Colonel
rank-L = Lieutenant Colonel
rank-M = Major
rank-K = Captain
rank-A = 1st Lieutenant
rank-B = 2nd Lieutenant
rank-T = Sergeant
rank-P = Private
rank-S = Spy
rank-F = Flag
rank-agent = Agent
hidden = hidden rank

title-private = Private
title-sergeant = Sergeant
title-second-lieutenant = 2nd Lieutenant
title-first-lieutenant = 1st Lieutenant
title-captain = Captain
title-major = Major
title-lieutenant-colonel = Lt. Colonel
title-colonel = Colonel
title-brigadier-general = Brig. General
title-major-general = Maj. General
title-lieutenant-general = Lt. General
title-general = General
title-general-of-the-army = General of the Army

pool-blitz = Blitz
pool-rapid = Rapid
pool-classical = Classical
pool-untimed = Untimed
pool-bots = Bots
pool-online = { $organisation }, online
pool-face-to-face = { $organisation }, face to face

home-title = Every piece, turned over
home-lede = Adjutant keeps full records of Game of the Generals: it judges every challenge again, rates the players, and shows each game with both armies once it is over, and nothing before.
home-remarkable = a game worth watching
home-empty = There are no records yet. Import some with “adjutant import”, or start with --demo.
home-newest = Newest games
home-all-places = The whole leaderboard
home-all-games = All games
home-learn = Learn from games that are over
home-quiz = Five questions a day out of real games: guess the rank, or fight or flee.
home-formations = What stood where, and how it did.
home-knowledge = Each replay shows what either side could know, as exact chances.

leaderboard-title = Leaderboard: { $pool }
leaderboard-rule = A place needs at least { $games } rated games against at least { $opponents } different opponents, a deviation of at most { $deviation }, and a rated game within { $days } days of the pool's newest.
leaderboard-from = Days count back from { $day }; a game dated in the future is not the newest.
lacking-games = { $count ->
    [one] One has too few rated games.
   *[other] { $count } have too few rated games.
}
lacking-opponents = { $count ->
    [one] One has met too few different opponents.
   *[other] { $count } have met too few different opponents.
}
lacking-deviation = { $count ->
    [one] The rating of one is too uncertain: the deviation is too large.
   *[other] The ratings of { $count } are too uncertain: the deviation is too large.
}
lacking-activity = { $count ->
    [one] One has not played for too long.
   *[other] { $count } have not played for too long.
}
board-count = { $count ->
    [one] { $count } player with a place
   *[other] { $count } players with a place
}
board-empty = { $count ->
    [0] Nobody has a rated game here yet.
    [one] One player has rated games here, but nobody has a place yet.
   *[other] { $count } players have rated games here, but nobody has a place yet.
}
search-handle = Handle
percentile = better than { $percent } % of those with a place
would-be = would be number { $place }; still missing:
missing-games = { $has } of { $needs } rated games
missing-opponents = { $has } of { $needs } different opponents
missing-deviation = deviation { $has }, at most { $needs }
missing-activity = last game { $has } days before the newest, at most { $needs }
missing-keeps-off = keeps off the leaderboards
player-not-rated = “{ $handle }” has no rated game in this pool.
jump-place = To place
distribution = Distribution of ratings
histogram-bar = { $from }–{ $to }: { $players }

players-title = Players
players-none = No player's handle begins so.
rating-history = Rating history
rating-no-record = no record
rating-no-record-title = Rated by result alone
chart-dot = { $day }: { $rating } ({ $change }) against { $opponent }
score-wdl = W/D/L
by-color = By color, opponent and ending
strength-much-stronger = Stronger by 150 points or more
strength-stronger = Stronger by 50 to 149
strength-equal = About as strong
strength-weaker = Weaker by 50 to 149
strength-much-weaker = Weaker by 150 points or more
strength-note = Opponents by their rating today, rated games only.
streak-current = Wins in a row now
streak-wins = Longest winning streak
streak-unbeaten = Longest without a loss
affiliations = Organisations of this player
player-no-games = No games are recorded yet.
opponents = Most met opponents
recent-games = Recent games
summary-partial = The figures cover the newest 5,000 games.
all-games = All games
as-white = As White
as-black = As Black
never-met = These two have not met.

games-title = Games
games-none = No game fits these filters.
games-none-so-far = None of the { $count } games looked at fits these filters; older ones may.
games-look-further = Look further
filter-opponent = Opponent
filter-from = From
filter-to = To
filter-event = Event (name in its address)
filter-organisation = Organisation (name in its address)
filter-ruleset = Rule-set
filter-min-plies = Plies, at least
filter-max-plies = Plies, at most

events-title = Events
events-none = There are no events yet.
events-under-way = Under way
events-past = Past events
event-points = Points: 2 for a win, 1 for a draw, from the games with a result.
event-of-members = Brought by members: unverified.
event-of-organisation = An event of { $organisation }.
event-partial = The newest { $count } games are shown.
event-all-games = All games of this event
event-unknown = Games without a known event
event-no-standings = These games have no event in common, so there are no standings.
event-too-many-games = There are no standings: they are counted for events of at most { $count } games.
event-first-places = The first { $shown } of { $players } players are shown.

plies-count = { $count ->
    [one] { $count } ply
   *[other] { $count } plies
}
time-control = { $minutes } min + { $seconds } s
time-control-delay = { $minutes } min, { $seconds } s delay
time-control-ply = { $minutes } min per move
time-control-sides = White { $white }, Black { $black }
provenance-demo = Demo record
provenance-imported = Imported record
provenance-member = unverified: brought by a member
provenance-organisation = Imported by { $organisation }
mark-member = unverified
mark-organisation = Imported by
unrated = not rated
unrated-member = not rated: a member brought it
unrated-not-asked = not rated: its organisation did not ask for it
unrated-bot = not rated: a bot played a person
rating-due = rating is being worked out
no-download = not over: the ranks stay secret, so there is nothing to download
extra-tags = Further tags
board = Board
graveyard = Fallen pieces
slider-label = Ply
steps-label = Steps
steering-label = Stepping and knowledge
step-first = First position
step-back10 = Back 10 plies
step-previous = Previous ply
step-next = Next ply
step-on10 = On 10 plies
step-last = Last position
play = Play or pause
flip = Turn the board
speed = Speed
speed-real = real time
copy-link = Copy link to this ply and view
view-label = Whose knowledge
view-revealed = All revealed
view-white = As White knew it
view-black = As Black knew it
view-public = Public
public-only = This game is not over: only the public view is shown, and no rank is in this page.
moves-title = Moves
life-title = A piece's life
life-hint = Choose a piece on the board.
table-title = The board as a table

js-piece = %side%: %rank%, %square%
js-fallen = %side%: %rank%, fell on ply %ply%
js-start = The position before the first ply.
ply-moves = Ply %ply%, %side%: %from% to %to%.
ply-challenges = Ply %ply%, %side%: %from% challenges %to%.
ply-verdict-challenger = The challenger wins.
ply-verdict-defender = The challenged piece wins.
ply-verdict-split = Both fall.
js-slider = ply %ply% of %last%
js-copied = Copied
js-life-path = Path: %path%
js-life-won = Ply %ply%, %square%: won against %other%
js-life-lost = Ply %ply%, %square%: lost against %other%
js-life-split = Ply %ply%, %square%: both fell, with %other%
js-life-fell = Fell on ply %ply%, on %square%
js-life-stands = Stands on %square% at the end

rules-title = The rules in short
rules-lede = Two armies of 21 pieces face each other; only its owner knows what a piece is. An arbiter looks at both pieces of a challenge and says which one falls.
rules-board = The board has 9 files and 8 rows. Each side deploys its 21 pieces on its three home rows as it likes.
rules-move = A turn moves one piece one square forward, backward or sideways, never diagonally.
rules-challenge = Moving onto an enemy piece challenges it: the higher officer stays, equal ranks both fall.
rules-spy = The Spy removes every officer; only the Private removes the Spy. Every officer removes the Private.
rules-flag = Every piece removes the Flag; of two Flags the challenging one wins. Whoever loses the Flag loses the game.
rules-reach = A Flag on the enemy's back row wins: at once if no enemy stands beside it, else if it is not captured in the next turn.
rules-secret = Nobody learns a rank before the game is over, not even from the graveyard.
rules-army = An army
rules-insignia = Piece
rules-rank = Rank
rules-letter = Letter
rules-count = Count

api-title = API
api-lede = Everything the pages show, as JSON, NDJSON or CSV, to read without an account. The description for programs:

problems-title = Problems
problems-lede = What the “type” of a problem document (RFC 9457) means.
problem-invalid = Something in the request cannot be read; the problem names it in “field” where it can.
problem-unauthorized = This needs a token, in the header Authorization: Bearer TOKEN. Whoever has an account makes one on the site.
problem-invalid-token = The token is unknown, expired or revoked, or its account may not sign in. Make another one on the site.
problem-forbidden = It is there, and not for the token’s owner to do; `detail` says for whom it is.
problem-second-factor = This needs the second factor of the account: set it up, and sign in with it.
problem-insufficient-scope = The token was not made for this; `detail` names the scope that it needs. Make one that has it.
problem-not-found = There is nothing at this address, or nobody and no game of this name.
problem-method-not-allowed = The address takes other methods; the header Allow lists them.
problem-too-slow = The body came too slowly and was not read to its end.
problem-conflict = Somebody else was faster, or holds what is needed; try again.
problem-too-large = The body, or what it expands to, is larger than the operator allows; send it in parts.
problem-unsupported-encoding = The body’s Content-Encoding is not taken; send it in zstd, or as it is.
problem-unreadable = The request was well formed, but the records in it cannot be read to their end, or there are none.
problem-other-command = A command with this id was sent before and asked for something else. Take a new id for each command, and send the same command again only as it was.
problem-too-many-requests = Too many requests came from one address; the header Retry-After says how long to wait.
problem-internal = Something went wrong on our side; the operator’s log has the details.
problem-busy = The server is busy; the Retry-After header says how long to wait.
problem-unavailable = The store cannot answer now; try again later.

# The page of the notation
notation-title = Notation
notation-lede = Records are texts that people and programs read: GGN, in the shape of chess’s PGN, and the same as JSON. In full:
notation-example = A game
notation-tags = Tags
notation-tags-words = One a line before the moves. Other tags are kept; what nobody knows is “?”.
notation-tag-texts = Where it was played
notation-tag-date = Year, month and day; ? for what is not known
notation-tag-players = The players’ names
notation-tag-result = 1-0 White won, 0-1 Black won, 1/2-1/2 a draw, * no result
notation-tag-rules = The rule-set; standard where it is left out
notation-tag-first = Who moves first: White or Black
notation-tag-control = Seconds for the game + seconds for each move (1200+5); with a delay 1200d5; three days a move 1/259200; White’s|Black’s where they differ; - for none
notation-tag-end = How it ended, by a word below
notation-tag-set-up = A set-up, see below
notation-ends = How games end
notation-set-ups = Set-ups
notation-set-ups-words = Three rows of nine squares joined by /, the highest row number first, each from file a to i: rows 3/2/1 for White, 8/7/6 for Black. An empty square is a point, a piece its letter:
notation-moves = Moves
notation-moves-words = Two squares a move; numbers count pairs. No rank stands in them.
notation-sign-move = A move to an empty square
notation-sign-won = A challenge that the challenger won
notation-sign-lost = A challenge that the challenger lost
notation-sign-both = Both pieces were removed
notation-sign-end = The game ends with this move by the rules
notation-sign-comment = A comment on the move before; at most 64 KiB
notation-sign-clock = The mover’s clock after the move
notation-json = As JSON
notation-json-words = One object a game, one a line in bulk. The API gives it at /api/v1/games/ and its id.
notation-verify = Checking records
notation-verify-words = The program says of each game whether it is valid, and else where it is wrong. It ends with 0 where all are.
notation-link = About this notation
