site-description = Records, ratings and replays for Game of the Generals (Salpakan).
skip = Skip to content
skip-board = Skip to board
nav-label = Main
nav-leaderboards = Leaderboards
nav-games = Games
nav-players = Players
nav-events = Events
nav-rules = Rules
nav-api = API
footer-about = Adjutant, the neutral arbiter of Game of the Generals.
preferences = Language and theme
theme-light = Light
theme-dark = Dark
theme-system = System
pages = Pages
page-previous = Previous
page-next = Next
page-older = Older

error-not-found = Not found
error-invalid = Invalid request
error-other = Something went wrong
error-status = Status
error-request-id = If you report this to the operator, include this number: { $id }
error-not-known = We don’t know yet whether this was saved. Check before you send it again.
error-home = Home page
error-foreign-form = This form was sent from another site. Open the page here and send it again.
error-not-allowed = Not allowed
error-nothing-here = There is no page at { $path }. Continue from one of the pages below.
error-nothing-in-api = There is no endpoint at { $path }. See /api for all endpoints.
error-method = { $method } is not allowed here. Allowed: { $allowed }.
error-too-many-lines = Too many live pages are open. Close one, or try again in { $seconds } seconds.
error-body-too-large = The request is larger than { $bytes } bytes. Send less at a time.
error-body-slow = The request arrived too slowly. Send it again on a faster connection, or send less at a time.
error-body-broken = The request broke off before its end. Send it again.
error-form = The form cannot be read. Go back and send it again.
error-file-too-large = The file is larger than { $kilobytes } kB. Choose a smaller one.
error-stale-form = This form has expired, or cookies are off. Nothing was changed: go back, reload the page and send it again.
parameter-none = This address takes no parameters. Remove “{ $name }”.
parameter-unknown = Unknown parameter “{ $name }”. Available: { $known }.
parameter-twice = Parameter “{ $name }” appears twice. Send it once.
parameter-empty = Parameter “{ $name }” is empty. Leave it out or give it a value.
parameter-unreadable = The value of “{ $name }” cannot be read. Use percent-encoded UTF-8 without control characters.
parameter-number = Parameter “{ $name }” must be a whole number from { $low } to { $high }.
parameter-value = Parameter “{ $name }” cannot be read: { $takes }.
takes-day = write a date as 2026-04-30 or 2026.04.30
takes-list = name a list of games, as links to replays do
takes-month = write a month as 2026-05
takes-result = write 1-0, 0-1, 1/2-1/2 or *
takes-one-of = write one of { $words }
takes-moment = write a date as 2026-04-30, or a time as 2026-04-30T12:00:00Z
takes-time = write a time as 2026-04-30T12:00:00Z
takes-after = use the id of the last game that you have, or the address in the Link header of an earlier page
takes-action = write an action as it appears in the entries, such as role.granted
takes-digest = send the “digest” of the preview unchanged: 32 digits and letters from a to f
takes-next = use the “next” of an earlier page unchanged
takes-next-or-previous = use the “next” or “previous” of a page unchanged

white = White
black = Black
won = won
drawn = drawn
lost = lost
round = Round
title = Title
place = Place
peak = Peak (not provisional)
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
column-plies = Moves
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
result-draw = Draw
result-none = No result

termination-flag-captured = Flag captured
termination-flag-reached = Flag reached the back rank
termination-resignation = Resignation
termination-agreement = Draw by agreement
termination-time = Time ran out
termination-default = Forfeit
termination-adjudication = Adjudication
termination-left = Left the game
termination-stalemate = No legal move
termination-repetition = Draw by repetition
termination-abandoned = Abandoned
termination-unterminated = Not finished

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
pool-computer = Against the computer
pool-three-generals = Three Generals
pool-three-generals-bots = Three Generals, bots
pool-three-generals-computer = Three Generals, against the computer
pool-online = { $organisation }, online
pool-face-to-face = { $organisation }, face to face
pool-three-generals-online = { $organisation }, Three Generals online
pool-three-generals-face-to-face = { $organisation }, Three Generals face to face

home-title = See every piece, once the game ends
home-lede = Adjutant keeps full records of Game of the Generals. It checks every challenge, rates the players, and shows both armies once the game is over, never before.
home-remarkable = Featured game
home-empty = No games yet. Import some with “adjutant import”, or start with --demo.
home-newest = Latest games
home-all-places = Full leaderboard
home-all-games = All games
home-learn = Learn
home-quiz = Five questions a day from real games: guess the rank, fight or flee.
home-formations = Which set-ups players use, and how they score.
home-knowledge = Each replay shows what either side could know, with exact probabilities.
home-three-generals = The second game here, in which nothing is hidden: rules and small boards.

leaderboard-title = Leaderboard: { $pool }
ladder-bots-words = Programs by their rating in games against each other, the strongest first, with wins, draws and losses against the neighbors. Levels of the computer play each other now and then; anybody’s bot may join by playing rated games against other bots.
ladder-bots-level = Level { $level }
ladder-bots-above = Against the one above
ladder-bots-below = Against the one below
ladder-bots-against = Wins, draws and losses against { $name }
ladder-bots-play = Play it
leaderboard-rule = Ranked after { $games } rated games against { $opponents } opponents
leaderboard-rule-more = A place also needs a deviation of at most { $deviation } and a rated game within { $days } days of the pool’s latest.
leaderboard-from = Days are counted back from { $day }; games with a future date are ignored.
lacking-games = { $count ->
    [one] { $count } player has too few rated games.
   *[other] { $count } players have too few rated games.
}
lacking-opponents = { $count ->
    [one] { $count } player has met too few opponents.
   *[other] { $count } players have met too few opponents.
}
lacking-deviation = { $count ->
    [one] { $count } player’s rating is too uncertain (deviation too large).
   *[other] { $count } players’ ratings are too uncertain (deviation too large).
}
lacking-activity = { $count ->
    [one] { $count } player is inactive.
   *[other] { $count } players are inactive.
}
board-count = { $count ->
    [one] { $count } ranked player
   *[other] { $count } ranked players
}
board-empty = { $count ->
    [0] No rated games here yet.
    [one] One player has rated games here, but nobody is ranked yet.
   *[other] { $count } players have rated games here, but nobody is ranked yet.
}
search-handle = Handle
percentile = better than { $percent } % of ranked players
would-be = would be number { $place }; still missing:
missing-games = { $has } of { $needs } rated games
missing-opponents = { $has } of { $needs } opponents
missing-deviation = deviation { $has }, at most { $needs } allowed
missing-activity = last game { $has } days before the latest, at most { $needs } allowed
missing-keeps-off = hidden from leaderboards
player-not-rated = “{ $handle }” has no rated games in this pool.
jump-place = Go to place
distribution = Rating distribution
histogram-bar = { $from }–{ $to }: { $players }

players-title = Players
players-none = No player’s handle starts with this.
rating-history = Rating history
rating-no-record = no record
rating-no-record-title = Rated from the result only
chart-dot = { $day }: { $rating } ({ $change }) against { $opponent }
score-wdl = W/D/L
by-color = By color, opponent and ending
strength-much-stronger = 150 or more points stronger
strength-stronger = 50 to 149 points stronger
strength-equal = About equal
strength-weaker = 50 to 149 points weaker
strength-much-weaker = 150 or more points weaker
strength-note = Opponents’ current ratings; rated games only.
streak-current = Current winning streak
streak-wins = Longest winning streak
streak-unbeaten = Longest unbeaten streak
affiliations = Organisations
player-no-games = No games yet.
opponents = Frequent opponents
recent-games = Recent games
summary-partial = Based on the latest 5,000 games.
all-games = All games
as-white = As White
as-black = As Black
never-met = These players have not met yet.

games-title = Games
games-none = No games match these filters.
games-none-so-far = No match in the { $count } games searched so far; there may be older ones.
games-download = Download the finished games of this list (GGN)
games-look-further = Search further
filter-opponent = Opponent
filter-from = From
filter-to = To
filter-event = Event
filter-organisation = Organisation
filter-ruleset = Rules
filter-min-plies = Moves, at least
filter-max-plies = Moves, at most

events-title = Events
events-none = No events yet.
events-none-here = None among the newest events. There may be older ones.
event-points = Points: 2 for a win, 1 for a draw. Games without a result do not count.
event-of-members = Uploaded by members: unverified.
event-of-organisation = Event of { $organisation }.
event-partial = Showing the latest { $count } games.
event-all-games = All games of this event
event-unknown = Games without a known event
event-no-standings = These games do not belong to one event, so there are no standings.
event-too-many-games = No standings: they are computed for events of up to { $count } games.
event-first-places = Showing the first { $shown } of { $players } players.

plies-count = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
time-control = { $minutes } min + { $seconds } s
time-control-delay = { $minutes } min, { $seconds } s delay
time-control-ply = { $minutes } min per move
time-control-sides = White { $white }, Black { $black }
provenance-played-for = Played on this site, for { $organisation }
provenance-demo = Demo game
provenance-imported = Imported
provenance-played = Played on this site
provenance-member = unverified: uploaded by a member
provenance-organisation = Imported by { $organisation }
mark-member = unverified
mark-organisation = Organisation:
unrated = unrated
unrated-member = unrated: uploaded by a member
unrated-not-asked = unrated: its organisation did not ask for a rating
unrated-casual = unrated: a casual game
unrated-bot = unrated: a bot played a person
unrated-annulled = annulled
mark-annulled = annulled
annulled-for = Annulled on { $date }. Reason: { $reason }
annul-game = Annul this game
annul-reason-hint = Everybody can read it.
annul-game-words = { $game } stays here with a mark and your reason, and no longer counts: not in ratings, which are computed again, nor in the standings of its records or in the table of a season. The result of a match in an event that is run here stays as it is; change that at the event's desk.
reinstate-game = Reinstate this game
reinstate-game-words = { $game } counts again, and ratings are computed again.
done-game-annulled = The game is annulled.
done-game-reinstated = The game is reinstated.
rating-due = rating is being calculated
no-download = The ranks open when the round or the event is over. The game can be downloaded then.
extra-tags = Other tags
board = Board
graveyard = Captured pieces
slider-label = Move
steps-label = Moves
steering-label = Replay controls
step-first = Start
step-back10 = Back 10
step-previous = Previous
step-next = Next
step-on10 = Forward 10
step-last = End
play = Play or pause
flip = Flip board
speed = Speed
speed-real = real time
copy-link = Copy link
view-label = View
view-revealed = Everything
view-white = White’s view
view-black = Black’s view
view-public = Spectator
public-only = The ranks of this game are not open yet: you see what spectators see, and this page contains no ranks.
moves-title = Moves
life-title = Piece history
life-hint = Choose a piece on the board.
table-title = Board as a table

shell-tabs = Game views
tab-knowledge = Knowledge
tab-pieces = Pieces
tab-ledger = Ledger
tab-share = Share
tab-game = Game
time-chart = Time per move
full-screen = Full screen
keys-title = Keys
keys-step = One move
keys-ten = Ten moves
keys-ends = Start or end
keys-this = This list
list-of-player = Games of { $name }
list-found = Games found
end-previous = Previous game
end-next = Next game
end-close = Close
end-turn-over = Show all ranks

js-piece = %side%: %rank%, %square%
js-fallen = %side%: %rank%, captured on move %ply%
js-start = Starting position.
js-fight-challenger = Move %ply%: %side%’s %attacker% on %from% captured %other%’s %defender% on %to%.
js-fight-defender = Move %ply%: %side%’s %attacker% on %from% attacked %to% and fell to %other%’s %defender%.
js-fight-split = Move %ply%: %side%’s %attacker% on %from% and %other%’s %defender% on %to% captured each other.
js-fight-piece = piece
ply-moves = Move %ply%, %side%: %from% to %to%.
ply-challenges = Move %ply%, %side%: %from% challenges %to%.
ply-verdict-challenger = The challenger wins.
ply-verdict-defender = The challenged piece wins.
ply-verdict-split = Both are captured.
js-slider = move %ply% of %last%
js-copied = Copied
js-life-path = Path: %path%
js-life-won = Move %ply%, %square%: beat %other%
js-life-lost = Move %ply%, %square%: lost to %other%
js-life-split = Move %ply%, %square%: both captured, with %other%
js-life-fell = Captured on move %ply%, on %square%
js-life-stands = On %square% at the end

looks-title = Board and pieces
looks-pieces = Pieces
looks-save = Save
look-field = Field
look-wood = Wood
look-slate = Slate
look-insignia = Insignia
look-letters = Letters
look-large = Large print

rules-title = How to play
rules-lede = Two armies of 21 pieces face each other, and only you know your own ranks. When a piece challenges another, the arbiter looks at both and says which one is captured.
rules-board = The board has 9 columns and 8 rows. You place your 21 pieces as you like on your three home rows.
rules-move = In a turn you move one piece one square forward, backward or sideways, never diagonally.
rules-challenge = Moving onto an enemy piece challenges it: the higher officer captures the lower, and equal ranks capture each other.
rules-spy = The Spy captures every officer, and only the Private captures the Spy. Every officer captures the Private.
rules-flag = Every piece captures the Flag; of two Flags, the challenger wins. Lose your Flag and you lose the game.
rules-reach = Your Flag wins by reaching the enemy’s back row: at once if no enemy piece stands next to it, otherwise if it is not captured on the next turn.
rules-ends = How a game ends
rules-end-flag = You win by capturing the enemy’s Flag, or when your own reaches the back row as said above.
rules-end-resign = You can resign at any time.
rules-end-time = With a clock, the player who runs out of time loses.
rules-end-draw = A game is drawn if one player offers a draw and the other accepts. An offer stands until it is answered or withdrawn, or until the other player has moved.
rules-end-arbiter = At an event, the arbiter can decide a game.
rules-end-no-limit = There is no draw by repetition or by a number of moves, and there is always a legal move.
rules-variants = Other rules
rules-variants-lede = A game can be played by one of these rule-sets instead:
rules-options = Options can be added to any of them, and are written after a plus sign, such as { $example }:
rules-option-open-flag = Everybody sees both Flags from the start.
rules-option-open-challenges = Both ranks of a challenge are declared to everybody, as where there is no arbiter.
rules-option-promotion = A Private that reaches the enemy’s back row is a Spy from then on. Nothing is announced.
rule-set-standard = Standard
rule-set-electronic = Electronic
rule-set-electronic-words = Electronic: a Flag that arrives wins at once
rule-set-electronic-rules = A Flag that reaches the enemy’s back row wins at once, even beside an enemy piece. Spies are called Agents. After the electronic game of 1980.
rule-set-eleven = Eleven pieces
rule-set-eleven-words = Eleven: eleven pieces a side
rule-set-eleven-rules = Each side has eleven pieces: the Flag, a Spy, three Privates, the five generals and a Colonel.
rule-set-krig = Krig
rule-set-krig-words = Krig: one piece may start in the fourth row
rule-set-krig-rules = Each side may place one piece in the fourth row from its edge; all others start on the three home rows.
rules-secret = Nobody learns a rank before the game is over, not even from captured pieces.
rules-army = The army
rules-insignia = Piece
rules-rank = Rank
rules-letter = Letter
rules-count = Number

api-title = API
api-lede = Everything on these pages as JSON, NDJSON or CSV, without an account. OpenAPI description:

problems-title = Problems
problems-lede = What the “type” of a problem document (RFC 9457) means.
problem-invalid = Part of the request cannot be read; “field” names it where possible.
problem-unauthorized = This requires a token in the header Authorization: Bearer TOKEN. Create one in your account.
problem-invalid-token = The token is unknown, expired or revoked, or its account may not sign in. Create another one on the site.
problem-forbidden = The token’s owner may not do this; `detail` says who may.
problem-second-factor = This requires the account’s second factor. Set it up, then sign in with it.
problem-insufficient-scope = The token lacks the scope named in `detail`. Create a token that has it.
problem-not-found = There is nothing at this address, or no person or game with this name.
problem-method-not-allowed = The address does not accept this method; the Allow header lists those it does.
problem-too-slow = The body arrived too slowly and was not read to its end.
problem-conflict = Somebody else was faster, or holds what is needed. Try again.
problem-too-large = The body, or its decompressed content, is larger than the operator allows. Send it in parts.
problem-unsupported-encoding = The Content-Encoding is not supported. Send zstd or no encoding.
problem-unreadable = The request was well formed, but its records cannot be read to the end, or there are none.
problem-other-command = A different command was sent with this id before. Use a new id for each command, and repeat a command only unchanged.
problem-too-many-requests = Too many requests from one address; the Retry-After header says how long to wait.
problem-internal = Something went wrong on our side; the operator’s log has the details.
problem-busy = The server is busy; the Retry-After header says how long to wait.
problem-unavailable = The database is unavailable right now. Try again later.

# The page of the notation
notation-title = Notation
notation-lede = Records are text that people and programs can read: GGN, modelled on chess’s PGN, or the same as JSON. Full specification:
notation-example = A game
notation-tags = Tags
notation-tags-words = One per line, before the moves. Other tags are kept; unknown values are “?”.
notation-tag-texts = Where the game was played
notation-tag-date = Year, month and day; ? if unknown
notation-tag-players = The players’ names
notation-tag-result = 1-0 White won, 0-1 Black won, 1/2-1/2 a draw, * no result
notation-tag-rules = Rules; standard if left out
notation-tag-first = Who moves first: White or Black
notation-tag-control = Seconds per game + seconds per move (1200+5); with a delay 1200d5; three days per move 1/259200; White’s|Black’s if they differ; - for none
notation-tag-end = How the game ended, one of the words below
notation-tag-set-up = A set-up, see below
notation-ends = How games end
notation-set-ups = Set-ups
notation-set-ups-words = Three rows of nine squares joined by /, the highest row number first, each from file a to i: rows 3/2/1 for White, 8/7/6 for Black. A dot is an empty square, a letter a piece:
notation-moves = Moves
notation-moves-words = Two squares per move; numbers count pairs of moves. Moves contain no ranks.
notation-sign-move = A move to an empty square
notation-sign-won = Challenge won by the challenger
notation-sign-lost = Challenge lost by the challenger
notation-sign-both = Both pieces are captured
notation-sign-end = The game ends with this move by the rules
notation-sign-comment = Comment on the previous move, up to 64 KiB
notation-sign-clock = Clock of the player who moved, after the move
notation-json = As JSON
notation-json-words = One object per game, one per line in bulk. The API serves it at /api/v1/games/ followed by the game’s id.
notation-verify = Checking records
notation-verify-words = The program says whether each game is valid, and if not, where it is wrong. It exits with 0 if all are valid.
notation-link = About this notation

design-title = Design
design-lede = Every component of the site on one page.
design-link = All components of the site
design-colors = Colors
design-type = Type
design-controls = Buttons and navigation
design-fields = Fields
design-messages = Messages and labels
design-lists = Lists
design-tables = Tables
design-boards = Boards and pieces
design-next = Next page
design-done = 60 players added.
design-qr = QR code

offline-title = You are offline
offline-words = This page needs the network. What you opened before still works.
offline-again = Try again
offline-kept = On this device
offline-none = No replays yet. Open one while online to keep it.
offline-table = Game at this table

check-title = Check records
check-words = Checks every move and result by the rules. Nothing is saved.
check-do = Check
check-file-hint = GGN, JSON or NDJSON, plain or zstd, up to 1 MiB
check-none = There is no game in it. Choose a file with records in GGN or JSON.
check-game = Game { $number }
check-valid = Valid
check-invalid = Invalid
check-reason = { $reason }
check-counts = { $valid } valid, { $invalid } invalid
check-more = { $count ->
    [one] Only the first game was checked.
   *[other] Only the first { $count } games were checked.
}
check-replay = Open replay
check-again = Check more records
check-import = Officials add records on their organisation’s page, programs over the API:

month-1 = Jan
month-2 = Feb
month-3 = Mar
month-4 = Apr
month-5 = May
month-6 = Jun
month-7 = Jul
month-8 = Aug
month-9 = Sep
month-10 = Oct
month-11 = Nov
month-12 = Dec
pairing-check-title = Check pairings
pairing-check-words = Pairs each round of a Swiss tournament again by FIDE’s Dutch system of 2025, and shows where it was paired differently. Nothing is saved.
pairing-check-file = Tournament file
pairing-check-file-hint = TRF16 or TRF26, at most 1 MiB
pairing-check-text = Or paste its text
pairing-check-none = Choose a TRF file or paste its text.
pairing-check-not-text = The file is not text. Choose a TRF file.
pairing-check-faults = The file cannot be read as TRF: { $faults }
pairing-check-too-large = This page checks up to { $players } players and { $rounds } rounds. The command adjutant pair --check has no limit.
pairing-check-many-apart = The file keeps more than { $count } numbers apart in all (lines XXP and 260). Remove some of them, or use the command adjutant pair --check.
pairing-check-no-rounds = The file has no finished round.
pairing-check-all-same = { $count ->
    [one] { $count } round, paired according to the rules.
   *[other] { $count } rounds, all paired according to the rules.
}
pairing-check-some-other = { $count } of { $all } rounds were paired differently from the rules.
pairing-check-left = { $count ->
    [one] { $count } more round took too long to check.
   *[other] { $count } more rounds took too long to check.
}
pairing-check-round = Round { $number }
pairing-check-same = By the rules
pairing-check-other = Different
pairing-check-published = As published
pairing-check-by-the-rules = By the rules
pairing-check-why = How the rules pair this round
pairing-check-again = Check another file

# The open archive
archive-title = Open archive of games
archive-lede = The finished games of this site, a file for each month, for everybody to keep and to use.
archive-none = No month has been archived yet.
archive-month = Month
archive-size = Size
archive-file = File
archive-licence = Licence
archive-licence-words = Use, change and share the games for any purpose, without asking. The legal text:
archive-contents = What is in it
archive-contents-words = A month has the games that became public in it (in UTC), with all ranks and clock times. Left out are comments, games whose ranks are not public, records that members imported for themselves, games without spectators, and games of players who are not listed publicly.
archive-changes = A file is made anew only when one of its games was corrected, hidden or shown again; its SHA-256 then changes. Whoever deletes their account has a meaningless name in the new file, but copies that others have keep the old one.
archive-reading = How to read it
archive-reading-words = The files hold records in GGN, compressed with zstd.
games-archive = All games by month

# The Game of Three Generals
tg-name = Game of Three Generals
tg-pawn = Pawn
tg-angle = Angle
tg-rook = Rook
tg-flier = Flier
tg-queen = Queen
tg-chariot = Chariot
tg-bishop = Bishop
tg-golden-general = Golden General
tg-jeweled-general = Jeweled General
tg-silver-general = Silver General
tg-turned = turned
tg-stone = Stone
tg-held = %piece% in hand: %count%
tg-hand = In hand
tg-said-move = %side%: %piece% from %from% to %to%.
tg-said-capture = %side%: %piece% from %from% captures the %captured% on %to%.
tg-said-turns = It turns.
tg-said-promotes = It promotes and leaves the game.
tg-said-returns = It promotes: the %general% comes back on %square%.
tg-said-drop = %side%: %piece% dropped on %to%.
tg-said-shot = %side%: the %piece% on %from% shoots the one on %to%.
