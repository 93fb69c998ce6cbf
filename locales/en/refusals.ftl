# Refusals: the words of src/service/refusals.rs, which a test compares with these

# Playing
refused-no-own-player = your account has no player to play for; make or claim one on My player
refused-most-offers = you have { $most } offers open; take one back first
refused-offer-terms = these terms do not fit together: { $why }
refused-rated-with-bot = a game between a person and a bot is not rated; offer it unrated
refused-bot-in-event = { $name } is a bot, and events are for people
refused-bot-is-rated = your player has rated games already; sign up another account for the program
refused-bot-and-person = one of { $from } and { $into } is a bot and the other is not: they are not one
refused-bot-plays = you have a game under way; finish it first
refused-most-running = one of you has { $most } games under way; finish one first
refused-pace-written = a pace is seconds for the game + seconds added a ply, such as 1200+5; 1200/600+5 where Black has less; 1200+0d5 for a delay of 5 seconds; 3d for three days a ply
refused-pace-base = each side has 10 seconds to 60 days, in whole seconds
refused-pace-increment = an increment is 0 to 3600 whole seconds
refused-pace-delay = a delay is 0 to 3600 whole seconds
refused-pace-both = a pace has an increment or a delay, not both
refused-pace-days = a ply has 1 to 14 days
refused-rules-unknown = there is no rule-set like this
refused-offer-color = white or black, or nothing for the lot
refused-command-id = an id has 16 hexadecimal digits
refused-play-word = it is one of offer, decline, withdraw, accept, resign, show-flag, abort, pause, resume, claim, add-time, accept-result
refused-ply-written = a ply is written e3-e4
refused-ply-number = plies count from 1
refused-set-up-written = a set-up is written as its rows, joined by /: 3..PL5P../.ASKTP.4S/BMCPPF12P
refused-set-up-cells = there is one choice for each square that may be deployed on
refused-rematch-of-event = an event's officials pair its games; there is no rematch in it
refused-note-piece = a note is on a piece of your opponent's
refused-report-ground = choose what it is about
refused-reported = you have told of this game already
refused-plays-oneself = nobody plays himself
refused-nobody-signs-in = { $name } has no account here and cannot be asked
refused-no-offer = there is no such offer any more: it was taken up, taken back, or is over
refused-play-moved-on = the game went on meanwhile; look at it again
refused-plays-stand = nothing can be written at the moment; the clocks stand until it can, try again in a few seconds
refused-play-not-open = nobody may deploy yet
refused-play-not-begun = play has not begun; both sides deploy first
refused-play-begun = play has begun
refused-play-ready = you have deployed; a deployment is sent once
refused-play-deployment-over = the time to deploy is over
refused-play-paused = the game is paused; it goes on when it is resumed
refused-play-not-paused = the game is not paused
refused-play-over = the game is over
refused-play-not-over = the game is not over
refused-play-aborted = the game was stopped and counts for nothing
refused-play-not-your-turn = it is your opponent's turn
refused-play-your-turn = it is your turn
refused-play-time-is-up = the time of the side to move has run out
refused-play-offer-stands = your draw offer stands already
refused-play-answer-offer = your opponent offers a draw; accept or decline it
refused-play-no-draw-offer = there is no such draw offer
refused-play-flag-is-public = everybody knows where your Flag is
refused-play-no-such-piece = none of your pieces was deployed there
refused-play-ply-made = a ply has been made
refused-play-no-ply = no ply has been made; abort the game instead
refused-play-nothing-to-take-back = the last ply is not yours to take back
refused-table-word = the form says nothing that is said at a table; load the page again
refused-not-all-agree = everybody who has to agree ticks his own box
refused-played-online = this game is played online; passes are for games at a table
refused-play-at-table-only = plies are taken back at a table only
refused-play-no-clocks = the game has no clocks
refused-play-officials-only = officials decide about this
refused-play-asked = you have asked for a pause already
refused-play-no-claims = a win cannot be claimed in this game
refused-play-too-many-words = that is enough until the next ply
refused-play-no-such-result = the game cannot have that result
refused-play-same-result = the result is that already
refused-play-ended-by-rule = the board itself has ended the game
refused-play-final = the result is final; set it right instead
refused-play-not-final = the result is not final
refused-own-game = you play in it yourself; another official does this
refused-no-player-called = there is no player { $name }
refused-round-goes-on = { $games } of its games are not final yet; ranks are opened once all are
refused-nothing-closed = no final game waits there for its ranks to be opened
refused-play-accepted = you have said already that the result is right
refused-play-revealed = the ranks are public already
refused-play-amount = time is added by 1 second to 1 day, in whole seconds
refused-play-too-much-time = a side has at most 60 days
refused-play-other-command = a command with this id asked for something else; take a new id
refused-play-other-ply = the next ply is number { $number }
refused-play-not-gone = your opponent has to be gone for { $seconds } seconds
refused-play-no-piece = no piece stands on { $square }
refused-play-not-yours = the piece on { $square } is your opponent's
refused-play-not-one-step = { $from } to { $to } is not one step forward, backward or sideways
refused-play-own-piece = a piece of your own stands on { $square }

# Claims
refused-claim-open = you have claimed a player already; withdraw that claim first
refused-own-player = { $name } is your player already
refused-player-held = { $name } belongs to an account already; if that is not right, tell the operator
refused-own-has-games = your own player has games already; ask the operator to merge him with { $name }
refused-claim-decided = that claim is decided already
refused-operator-decides = this player is on another roster too, or has games elsewhere: the operator decides
refused-own-claim = nobody decides about his own claim
refused-no-account = { $name } belongs to no account

# Merged players
refused-same-player = both are the same player; name two
refused-unknown-player = “?” stands for everybody who is not known; name a player
refused-player-deleted = { $name } had himself deleted; his games stay as they are
refused-player-merged = { $name } is merged already, with { $other }; name { $other } instead, or undo that merge first
refused-two-accounts = both { $name } and { $other } have an account, and a player has one at most: release one of them from its account first
refused-played-each-other = { $name } and { $other } have played each other (game { $game }), and nobody plays himself: they are two people
refused-sat-against-each-other = { $name } and { $other } have sat down against each other here (play { $play }), and nobody plays himself: they are two people
refused-no-merge = there is no merge { $number }
refused-merge-undone = that merge is undone already
refused-merged-and-deleted = { $name } had himself deleted, and that cannot be undone
refused-merged-since = { $name } was merged into another player since; undo that merge first
refused-ratings-changed = ratings were changed meanwhile; try again

# One's own player, tokens and second factor
refused-no-player = your account has no player; claim one first
refused-unseen = it has a character that cannot be seen; write it anew without
refused-long-name = shorten it to at most { $most } characters
refused-most-tokens = an account has at most { $most } tokens; revoke one that is not used
refused-most-set-ups = you keep { $most } set-ups already; remove one that you do not use
refused-set-up-name = a set-up needs a name of 1 to { $most } characters
refused-set-up-name-taken = another set-up of yours is called { $name }; choose another name
refused-share-code-none = this is no share code, which has digits and letters alone, without i, l, o and u
refused-share-code-other = this share code has { $digits } characters instead of { $expected }: it is of another army or other rules
refused-share-code-too-large = no set-up has this share code; look for a character that was mistyped
refused-token-name = a token needs a name of 1 to { $most } characters
refused-token-scopes = choose what the token is for, one thing at least
refused-token-days = a token lives for 1 to { $most } days
refused-factor-is-on = there is a second factor; turn it off first to set up another
refused-no-factor-begun = no second factor waits for its first code; begin one
refused-no-factor = there is no second factor to turn off

# Deletion, and the operator's desk
refused-last-of-organisations = nobody else owns { $names }: make somebody else an owner, or have the operator close it, first
refused-last-of-site = nobody else runs this site: make somebody else an operator first
refused-player-has-account = { $name } has an account: it is deleted with that account
refused-last-operator = this is the last operator who can sign in; make another first
refused-serves-the-site = only an operator suspends who serves the site
refused-no-reason = say why; it is written into the audit trail

# Organisations
refused-name-taken = "{ $name }" is taken, or looks like a name that is; choose another
refused-slug-taken = "{ $name }" is taken; choose another
refused-most-organisations = an account may make { $most } organisations; write to the operator for more
refused-state-now = { $name } is { $state } now
refused-organisation-closed = { $name } is closed, and nothing of it changes
refused-organisation-waits = { $name } waits for the operator's approval; people can be added after that
refused-no-season = there is no such season

# Roles
refused-no-duty = an official has at least one duty; choose it
refused-no-duties-of-owners = owners and organizers act in all events; leave event and duties empty
refused-role-held = { $name } has this role already
refused-most-roles = there are { $most } roles; end some first
refused-no-role = there is no such role
refused-no-invitation = there is no such invitation any more: it was taken up, taken back, or is over
refused-last-owner = { $name } is the last owner of { $organisation }; make another owner first

# Members, rosters and records
refused-on-roster = { $name } is on the roster already
refused-nothing-to-verify = { $name } has neither a club nor a province to verify; write them first
refused-verifies-himself = nobody verifies himself; another official verifies you
refused-plays-himself = you play in it, so that it is kept without being rated; it is rated once another organizer brings it
refused-file-gone = the file is no longer kept here; choose it again
refused-roster-changed = the roster or its players have changed since you looked; look at the changes again
refused-not-its-organizer = only organizers and owners of "{ $name }" import for it; leave organisation out to import games that are not rated
refused-no-pools = this organisation has no pools; import unrated
refused-too-many-games = that is more games than may be brought in, at once or in all; share them out over several imports, or ask an organisation or the operator
