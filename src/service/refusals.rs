//! The messages of all refusals: the English text used by the use cases, and the key of the same
//! message in the catalogues.
//!
//! Values are in braces, with the same names as in the catalogues. A test checks that the English
//! catalogue agrees with these texts.
//! English catalogue to these words.

use std::fmt::Display;

use super::said::Said;

/// A message with `N` values.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<const N: usize> {
    key: &'static str,
    english: &'static str,
}

impl<const N: usize> Refusal<N> {
    /// Fills in the values, in the order in which they appear in English.
    pub(super) fn with(self, values: [&dyn Display; N]) -> Said {
        let (mut english, mut named) = (String::with_capacity(96), Vec::with_capacity(N));
        let mut pieces = self.english.split('{');
        english.push_str(pieces.next().unwrap_or_default());
        for (piece, value) in pieces.zip(values) {
            let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
            let value = value.to_string();
            english.push_str(&value);
            english.push_str(rest);
            named.push((name, value));
        }
        Said::keyed(self.key, english, named)
    }
}

impl From<Refusal<0>> for Said {
    fn from(refusal: Refusal<0>) -> Said {
        refusal.with([])
    }
}

/// The number of values in a message.
const fn values_in(english: &str) -> usize {
    let (bytes, mut at, mut found) = (english.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            found += 1;
        }
        at += 1;
    }
    found
}

/// Defines a constant for each message, and the list of all.
macro_rules! refusals {
    ($($name:ident = $key:literal: $english:literal;)+) => {
        $(
            #[doc = $english]
            pub const $name: Refusal<{ values_in($english) }> =
                Refusal { key: $key, english: $english };
        )+

        /// The messages of this file.
        pub(super) const ALL: &[(&str, &str)] = &[$(($key, $english)),+];
    };
}

mod collections;
mod desk;
mod officials;
mod organisations;
mod plans;

pub use collections::*;
pub use desk::*;
pub use officials::*;
pub use organisations::*;
pub use plans::*;

refusals! {
    // Events.
    EVENT_NAME = "refused-event-name": "an event has a name";
    EVENT_TAKEN = "refused-event-taken": "there is an event called {name} already";
    EVENT_SETTINGS = "refused-event-settings": "it cannot be played like this: {why}";
    EVENT_UNFIT = "refused-event-unfit": "not eligible: {why}";
    EVENT_PLAN_USED = "refused-event-plan-used":
        "a stage has begun: plan and points stay as they are, but for the number of Swiss rounds, which may not be less than are paired, nor change once another stage stands on them";
    EVENT_OVER = "refused-event-over": "the event is over; open it again first";
    EVENT_NOT_OVER = "refused-event-not-over": "something is left to be played; enter the results that are missing, and play the rounds and stages that are left";
    EVENT_NOT_OPEN = "refused-event-not-open": "registration is not open";
    EVENT_ALREADY_IN = "refused-event-already-in": "that is number {number} of the event already";
    EVENT_NO_ENTRANT = "refused-event-no-entrant": "the event has no number {number}";
    EVENT_NOT_IN = "refused-event-not-in": "number {number} takes no part";
    EVENT_NO_SPOT = "refused-event-no-spot": "there is no such stage, round or table";
    EVENT_HAS_BEGUN = "refused-event-has-begun": "the stage has begun";
    EVENT_NOT_BEGUN = "refused-event-not-begun": "the stage has not begun; begin it first";
    EVENT_TOO_FEW = "refused-event-too-few":
        "{there} are there, and it takes {needed}; check people in, or register more";
    EVENT_NOT_YET = "refused-event-not-yet": "it is not known who enters: {why}";
    EVENT_ROUND_OPEN = "refused-event-round-open":
        "round {round} is not over: no result at table {tables}";
    EVENT_NOBODY_THERE = "refused-event-nobody-there":
        "nobody is there to be paired; check people in";
    EVENT_NO_PAIRING = "refused-event-no-pairing": "there is no pairing: {why}";
    EVENT_NO_ROUND_LEFT = "refused-event-no-round-left": "all rounds are played";
    EVENT_IS_PUBLISHED = "refused-event-is-published": "the round is published; to change it, take it back";
    EVENT_IS_DRAFT = "refused-event-is-draft": "the round is a draft; publish it first";
    EVENT_ROUND_FOLLOWS = "refused-event-round-follows":
        "a later round stands on it; take that back first";
    EVENT_STAGE_FOLLOWS = "refused-event-stage-follows": "a later stage stands on it";
    EVENT_HAS_RESULTS = "refused-event-has-results":
        "the round has results at {tables} tables; say that they go, too";
    EVENT_NOTHING_TO_RESTORE = "refused-event-nothing-to-restore":
        "there is no round that could be restored";
    EVENT_OTHERS_MEET = "refused-event-others-meet":
        "others sit at this table now; look at the round again";
    EVENT_AT_TABLE = "refused-event-at-table": "table {table}: {why}";
    EVENT_STANDS = "refused-event-stands":
        "somebody else has entered something meanwhile: {stands} stands here now; look at it again, and set it right if it is wrong";
    EVENT_NO_RESULT = "refused-event-no-result": "no result";
    EVENT_MEANWHILE = "refused-event-meanwhile":
        "somebody else has changed the event meanwhile; look at it, and do it again";
    EVENT_NOT_ITS_TURN = "refused-event-not-its-turn":
        "a game before it has no result, or the meeting is decided";
    EVENT_WHY = "refused-event-why": "another result stands here; to set it right, say why";
    EVENT_NOT_AT_TABLE = "refused-event-not-at-table": "you do not play at this table";
    EVENT_GAME_RUNS = "refused-event-game-runs":
        "this game is played here now: its arbiter gives the result, and officials rule at the game itself";
    EVENT_NOT_ANNULLED = "refused-event-not-annulled":
        "no game of this table was annulled, or it needs none any more";
    EVENT_NO_REPORTS = "refused-event-no-reports": "results are entered by officials here";
    EVENT_NO_SELF_CHECK_IN = "refused-event-no-self-check-in":
        "officials check people in here";
    REASONS = "refused-reasons": "{one}; {other}";
    ROW = "refused-row": "row {row}: {why}";
    ROWS_MORE = "refused-rows-more": "and {count} more";
    ROW_NAME = "refused-row-name": "name: {why}";
    ROW_NAME_MISSING = "refused-row-name-missing": "the name is missing";
    ROW_RATING = "refused-row-rating": "a rating is at most {most}";
    ROW_NO_RATING = "refused-row-no-rating":
        "“{text}” is no rating; write a whole number up to {most}";
    ROW_NO_RATING_CUT = "refused-row-no-rating-cut":
        "“{text}” is no rating; a name with a comma stands in quotation marks";
    ROW_SEVERAL_LINES = "refused-row-several-lines":
        "a cell has several lines; is a quotation mark not closed?";
    ROW_AGAIN = "refused-row-again": "the name looks the same as in row {row}";
    LINE_AGAIN = "refused-line-again": "the name looks the same as in line {line}";
    LIST_EMPTY = "refused-list-empty": "the list is empty; paste rows or choose a file";
    ROW_OF = "refused-row-of": "{name}: {why}";
    ROW_TEAM_LOOKS = "refused-row-team-looks": "a team that looks like {name} is there";
    ROW_LOOKS = "refused-row-looks": "{name} is registered, who looks the same";
    SETTINGS_CAP = "refused-settings-cap": "between 2 and 5000 may take part";
    SETTINGS_POINTS = "refused-settings-points":
        "points go from 0 to 100, a win is worth more than a loss, and a draw lies between them";
    SETTINGS_RATINGS = "refused-settings-ratings": "the lowest rating is above the highest";
    SETTINGS_FEE = "refused-settings-fee": "the fee is told in at most 80 characters";
    SETTINGS_TEAM_SERIES = "refused-settings-team-series":
        "in a knock-out of teams one match decides, and games behind its boards break a tie";
    SETTINGS_PRIZES = "refused-settings-prizes": "prizes {one} and {other} are both for place {place}";
    SETTINGS_ARRANGED = "refused-settings-arranged":
        "players, not teams, arrange matches; a window has 1 to 60 days, hours and minutes are in their range, the zone is one of the IANA's, and where games are played here there is some grace to deploy in";
    SETTINGS_GAMES = "refused-settings-games": "games here: {why}";
    SETTINGS_SHARE = "refused-settings-share":
        "more lower titles are required than there are boards";
    UNFIT_TITLE = "refused-unfit-title": "the title is too high";
    UNFIT_TITLE_ABOVE = "refused-unfit-title-above": "the title is higher than {title}";
    UNFIT_RATING_LOW = "refused-unfit-rating-low": "the rating is too low";
    UNFIT_RATING_HIGH = "refused-unfit-rating-high": "the rating is too high";
    UNFIT_TITLES_WON = "refused-unfit-titles-won": "too many titles of this season were won";
    UNFIT_PROVINCE = "refused-unfit-province": "it is for other provinces";
    EVENT_NUMBER = "refused-event-number": "write a whole number up to {most}";
    EVENT_NO_POINTS = "refused-event-no-points": "write points from 0 to 100, such as 2 or 0.5";
    EVENT_HOUR = "refused-event-hour": "write an hour and a minute, from 00:00 to 23:59";
    EVENT_CODE = "refused-event-code": "{why}";
    EVENT_NO_NAME = "refused-event-no-name": "nobody here is called {name}";
    STEWARD_NAME = "refused-steward-name": "a link has a name";
    STEWARD_DUTY = "refused-steward-duty": "a link is for results, for check-in, or for both";
    STEWARD_TABLES = "refused-steward-tables": "the last table comes before the first";
    STEWARD_HOURS = "refused-steward-hours": "a link is open from 1 to {most} hours";
    STEWARD_MOST = "refused-steward-most": "{most} links of an event are open at once at most";
    STEWARD_NONE = "refused-steward-none": "there is no such link that is open";
    STEWARD_OVER = "refused-steward-over": "this link is over; ask an official for another";
    EVENT_CANNOT_EXCHANGE = "refused-event-cannot-exchange":
        "these two cannot change their seats in this draft";
    EVENT_NO_ROOM = "refused-event-no-room": "the event is full; admit the entrant as an official";
    EVENT_WRONG_UNIT = "refused-event-wrong-unit":
        "teams take part here where persons were named, or persons where a team was";
    EVENT_TEAM_TOO_FEW = "refused-event-team-too-few": "{missing} more players are needed for the boards";
    EVENT_TEAM_TOO_MANY = "refused-event-team-too-many": "a team has {most} members at most";
    EVENT_TEAM_TWICE = "refused-event-team-twice": "{name} is in this team twice, or in another one";
    EVENT_TEAM_NAME = "refused-event-team-name": "a team that looks like {name} takes part";
    EVENT_NO_CAPTAIN = "refused-event-no-captain": "name a captain";
    EVENT_TEAM_SHARE = "refused-event-team-share":
        "{needs} more of those who play must have a lower title";
    EVENT_ROSTER_FIXED = "refused-event-roster-fixed":
        "the event has begun: members keep their places, and officials alone add others behind them";
    EVENT_NOT_CAPTAIN = "refused-event-not-captain": "the captain alone speaks for the team";
    EVENT_NOT_RELEASED = "refused-event-not-released":
        "the line-ups are not known yet; both captains hand theirs in, or an official releases them";
    EVENT_LINE_UP_STAYS = "refused-event-line-up-stays":
        "the line-ups are known or a board is played; an official can change who plays on an open board";
    EVENT_BOARDS_FIXED = "refused-event-boards-fixed":
        "everybody keeps his board here; officials let an alternate stand in";
    EVENT_LINE_UP = "refused-event-line-up": "name one member for each board, everybody once";
    EVENT_TWO_TEAMS = "refused-event-two-teams": "two teams meet in this stage, and {there} would enter it";
    EVENT_WORDS = "refused-event-words":
        "a name or a text is missing, too long, or on several lines";
    EVENT_FIRST_DAY = "refused-event-first-day": "say the first day, as 2026-12-05";
    FILE_NEITHER = "refused-file-neither": "this is neither an event’s file nor a TRF";
    EVENT_FILE = "refused-event-file": "nothing is restored: {why}";
    EVENT_NOT_ARRANGED = "refused-event-not-arranged":
        "players do not arrange the times of these matches themselves";
    EVENT_MATCH_PLAYED = "refused-event-match-played": "the match is decided";
    EVENT_BAD_TIME = "refused-event-bad-time":
        "a time is a whole minute that is to come, within the window of the match";
    EVENT_TOO_MANY_TIMES = "refused-event-too-many-times":
        "at most 20 of your times are open at once; take some back";
    EVENT_TIME_SET = "refused-event-time-set":
        "officials have set the time of this match; ask them";
    EVENT_TOO_LATE = "refused-event-too-late": "it is too late for that; officials can help";
    EVENT_TOO_EARLY = "refused-event-too-early":
        "one says that one is there from an hour before the match on";
    EVENT_NO_TIME = "refused-event-no-time": "no time is agreed on yet";
    EVENT_NOT_LAPSED = "refused-event-not-lapsed":
        "the default rule has decided nothing here that could stand or be appealed";
    EVENT_HAS_APPEALED = "refused-event-has-appealed": "you have appealed already";
    EVENT_IS_RULED = "refused-event-is-ruled": "officials have decided about it";
    EVENT_ROWS = "refused-event-rows": "nobody is registered: {why}";
    EVENT_NO_FILE = "refused-event-no-file":
        "an event has stage-1.trf, pairings-1-1.csv and standings-1.csv, no {name}";
    EVENT_TOO_MANY_ROWS = "refused-event-too-many-rows": "{most} rows at once at most";

    // Playing.
    NO_OWN_PLAYER = "refused-no-own-player":
        "your account has no player to play for; make or claim one on My player";
    MOST_OFFERS = "refused-most-offers":
        "you have {most} offers open; take one back first";
    OFFER_TERMS = "refused-offer-terms": "these terms do not fit together: {why}";
    RATED_WITH_BOT = "refused-rated-with-bot":
        "a game between a person and a bot is not rated; offer it unrated";
    BOT_IN_EVENT = "refused-bot-in-event": "{name} is a bot, and events are for people";
    BOT_IS_RATED = "refused-bot-is-rated":
        "your player has rated games already; sign up another account for the program";
    BOT_AND_PERSON = "refused-bot-and-person":
        "one of {from} and {into} is a bot and the other is not: they are not one";
    BOT_PLAYS = "refused-bot-plays": "you have a game under way; finish it first";
    REMATCH_OF_EVENT = "refused-rematch-of-event":
        "an event's officials pair its games; there is no rematch in it";
    MOST_RUNNING = "refused-most-running":
        "one of you has {most} games under way; finish one first";
    PACE_WRITTEN = "refused-pace-written":
        "a pace is seconds for the game + seconds added a ply, such as 1200+5; 1200/600+5 where Black has less; 1200+0d5 for a delay of 5 seconds; 3d for three days a ply";
    PACE_BASE = "refused-pace-base":
        "each side has 10 seconds to 60 days, in whole seconds";
    PACE_INCREMENT = "refused-pace-increment": "an increment is 0 to 3600 whole seconds";
    PACE_DELAY = "refused-pace-delay": "a delay is 0 to 3600 whole seconds";
    PACE_BOTH = "refused-pace-both": "a pace has an increment or a delay, not both";
    PACE_DAYS = "refused-pace-days": "a ply has 1 to 14 days";
    RULES_UNKNOWN = "refused-rules-unknown": "there is no rule-set like this";
    OFFER_COLOR = "refused-offer-color": "white or black, or nothing for the lot";
    COMMAND_ID = "refused-command-id": "an id has 16 hexadecimal digits";
    PLAY_WORD = "refused-play-word":
        "it is one of offer, decline, withdraw, accept, resign, show-flag, abort, pause, resume, claim, add-time, accept-result";
    PLY_WRITTEN = "refused-ply-written": "a ply is written e3-e4";
    PLY_NUMBER = "refused-ply-number": "plies count from 1";
    SET_UP_WRITTEN = "refused-set-up-written":
        "a set-up is written as its rows, joined by /: 3..PL5P../.ASKTP.4S/BMCPPF12P";
    QUIZ_DAY = "refused-quiz-day": "there is no set of questions of that day: they go from today back for a year";
    SET_UP_CELLS = "refused-set-up-cells":
        "there is one choice for each square that may be deployed on";
    ROOM_OVER = "refused-room-over": "there is no such room: it has ended, or the link is not whole";
    ROOM_FULL = "refused-room-full": "{most} are in the room, as many as it takes";
    ROOM_NOT_LEADING = "refused-room-not-leading": "somebody else leads the room now";
    ROOM_NOT_OPENER = "refused-room-not-opener": "only who opened the room takes the lead back";
    ROOM_NOT_HERE = "refused-room-not-here": "that follower is not in the room any more";
    ROOM_MOST_OF_ONE = "refused-room-most-of-one": "you have {most} rooms open; end one first";
    ROOM_MOST = "refused-room-most":
        "{most} rooms are open, as many as this site has; try again later";
    NOTE_PIECE = "refused-note-piece": "a note is on a piece of your opponent's";
    REPORT_GROUND = "refused-report-ground": "choose what it is about";
    REPORTED = "refused-reported": "you have told of this game already";
    PLAYS_ONESELF = "refused-plays-oneself": "nobody plays himself";
    NOBODY_SIGNS_IN = "refused-nobody-signs-in":
        "{name} has no account here and cannot be asked";
    NO_OFFER = "refused-no-offer":
        "there is no such offer any more: it was taken up, taken back, or is over";
    PLAY_MOVED_ON = "refused-play-moved-on":
        "the game went on meanwhile; look at it again";
    PLAYS_STAND = "refused-plays-stand":
        "Nothing can be saved right now. Your clock is stopped.";
    NOT_SAVED = "refused-not-saved":
        "Nothing can be saved right now. Try again in a moment.";
    PLAY_NOT_OPEN = "refused-play-not-open":
        "nobody may deploy yet";
    PLAY_NOT_BEGUN = "refused-play-not-begun":
        "play has not begun; both sides deploy first";
    PLAY_BEGUN = "refused-play-begun":
        "play has begun";
    PLAY_READY = "refused-play-ready":
        "you have deployed; a deployment is sent once";
    PLAY_DEPLOYMENT_OVER = "refused-play-deployment-over":
        "the time to deploy is over";
    PLAY_PAUSED = "refused-play-paused":
        "the game is paused; it goes on when it is resumed";
    PLAY_NOT_PAUSED = "refused-play-not-paused":
        "the game is not paused";
    PLAY_OVER = "refused-play-over":
        "the game is over";
    PLAY_NOT_OVER = "refused-play-not-over":
        "the game is not over";
    PLAY_ABORTED = "refused-play-aborted":
        "the game was stopped and counts for nothing";
    PLAY_NOT_YOUR_TURN = "refused-play-not-your-turn":
        "it is your opponent's turn";
    PLAY_YOUR_TURN = "refused-play-your-turn":
        "it is your turn";
    PLAY_TIME_IS_UP = "refused-play-time-is-up":
        "the time of the side to move has run out";
    PLAY_OFFER_STANDS = "refused-play-offer-stands":
        "your draw offer stands already";
    PLAY_ANSWER_OFFER = "refused-play-answer-offer":
        "your opponent offers a draw; accept or decline it";
    PLAY_NO_DRAW_OFFER = "refused-play-no-draw-offer":
        "there is no such draw offer";
    PLAY_FLAG_IS_PUBLIC = "refused-play-flag-is-public":
        "everybody knows where your Flag is";
    PLAY_NO_SUCH_PIECE = "refused-play-no-such-piece":
        "none of your pieces was deployed there";
    PLAY_PLY_MADE = "refused-play-ply-made":
        "a ply has been made";
    PLAY_NO_PLY = "refused-play-no-ply":
        "no ply has been made; abort the game instead";
    PLAY_NOTHING_TO_TAKE_BACK = "refused-play-nothing-to-take-back":
        "the last ply is not yours to take back";
    TABLE_WORD = "refused-table-word":
        "the form says nothing that is said at a table; load the page again";
    NOT_ALL_AGREE = "refused-not-all-agree":
        "everybody who has to agree ticks his own box";
    PLAYED_ONLINE = "refused-played-online":
        "this game is played online; passes are for games at a table";
    PLAY_AT_TABLE_ONLY = "refused-play-at-table-only":
        "plies are taken back at a table only";
    PLAY_NO_CLOCKS = "refused-play-no-clocks":
        "the game has no clocks";
    PLAY_OFFICIALS_ONLY = "refused-play-officials-only":
        "officials decide about this";
    PLAY_ASKED = "refused-play-asked":
        "you have asked for a pause already";
    PLAY_NO_CLAIMS = "refused-play-no-claims":
        "a win cannot be claimed in this game";
    PLAY_TOO_MANY_WORDS = "refused-play-too-many-words":
        "that is enough until the next ply";
    PLAY_NO_SUCH_RESULT = "refused-play-no-such-result":
        "the game cannot have that result";
    PLAY_SAME_RESULT = "refused-play-same-result":
        "the result is that already";
    PLAY_ENDED_BY_RULE = "refused-play-ended-by-rule":
        "the board itself has ended the game";
    PLAY_FINAL = "refused-play-final":
        "the result is final; set it right instead";
    PLAY_NOT_FINAL = "refused-play-not-final":
        "the result is not final";
    OWN_GAME = "refused-own-game": "you play in it yourself; another official does this";
    NO_PLAYER_CALLED = "refused-no-player-called": "there is no player {name}";
    RANKS_LOST = "refused-ranks-lost":
        "the ranks of this game stay closed for ever: they went with the server's sealing key, which was lost";
    ROUND_GOES_ON = "refused-round-goes-on":
        "{games} of its games are not final yet; ranks are opened once all are";
    NOTHING_CLOSED = "refused-nothing-closed": "no final game waits there for its ranks to be opened";
    PLAY_ACCEPTED = "refused-play-accepted": "you have said already that the result is right";
    PLAY_REVEALED = "refused-play-revealed":
        "the ranks are public already";
    PLAY_AMOUNT = "refused-play-amount":
        "time is added by 1 second to 1 day, in whole seconds";
    PLAY_TOO_MUCH_TIME = "refused-play-too-much-time":
        "a side has at most 60 days";
    PLAY_OTHER_COMMAND = "refused-play-other-command":
        "a command with this id asked for something else; take a new id";
    PLAY_OTHER_PLY = "refused-play-other-ply": "the next ply is number {number}";
    PLAY_NOT_GONE = "refused-play-not-gone":
        "your opponent has to be gone for {seconds} seconds";
    PLAY_NO_PIECE = "refused-play-no-piece": "no piece stands on {square}";
    PLAY_NOT_YOURS = "refused-play-not-yours": "the piece on {square} is your opponent's";
    PLAY_NOT_ONE_STEP = "refused-play-not-one-step":
        "{from} to {to} is not one step forward, backward or sideways";
    PLAY_OWN_PIECE = "refused-play-own-piece": "a piece of your own stands on {square}";

    // Claims.
    CLAIM_OPEN = "refused-claim-open":
        "you have claimed a player already; withdraw that claim first";
    OWN_PLAYER = "refused-own-player": "{name} is your player already";
    PLAYER_HELD = "refused-player-held":
        "{name} belongs to an account already; if that is not right, tell the operator";
    OWN_HAS_GAMES = "refused-own-has-games":
        "your own player has games already; ask the operator to merge him with {name}";
    CLAIM_DECIDED = "refused-claim-decided": "that claim is decided already";
    OPERATOR_DECIDES = "refused-operator-decides":
        "this player is on another roster too, or has games elsewhere: the operator decides";
    OWN_CLAIM = "refused-own-claim": "nobody decides about his own claim";
    NO_ACCOUNT = "refused-no-account": "{name} belongs to no account";

    // Merged players.
    SAME_PLAYER = "refused-same-player": "both are the same player; name two";
    UNKNOWN_PLAYER = "refused-unknown-player":
        "“?” stands for everybody who is not known; name a player";
    PLAYER_DELETED = "refused-player-deleted":
        "{name} had himself deleted; his games stay as they are";
    PLAYER_MERGED = "refused-player-merged":
        "{name} is merged already, with {other}; name {other} instead, or undo that merge first";
    TWO_ACCOUNTS = "refused-two-accounts":
        "both {name} and {other} have an account, and a player has one at most: release one of them from its account first";
    PLAYED_EACH_OTHER = "refused-played-each-other":
        "{name} and {other} have played each other (game {game}), and nobody plays himself: they are two people";
    SAT_AGAINST_EACH_OTHER = "refused-sat-against-each-other":
        "{name} and {other} have sat down against each other here (play {play}), and nobody plays himself: they are two people";
    NO_MERGE = "refused-no-merge": "there is no merge {number}";
    MERGE_UNDER_WAY = "refused-merge-under-way": "another merge is going on; try again soon";
    MERGE_UNDONE = "refused-merge-undone": "that merge is undone already";
    MERGED_AND_DELETED = "refused-merged-and-deleted":
        "{name} had himself deleted, and that cannot be undone";
    MERGED_SINCE = "refused-merged-since":
        "{name} was merged into another player since; undo that merge first";
    RATINGS_CHANGED = "refused-ratings-changed": "ratings were changed meanwhile; try again";

    // One's own player, tokens and second factor.
    NO_PLAYER = "refused-no-player": "your account has no player; claim one first";
    UNSEEN = "refused-unseen": "it has a character that cannot be seen; write it anew without";
    LONG_NAME = "refused-long-name": "shorten it to at most {most} characters";
    MOST_TOKENS = "refused-most-tokens":
        "an account has at most {most} tokens; revoke one that is not used";
    MOST_SET_UPS = "refused-most-set-ups":
        "you keep {most} set-ups already; remove one that you do not use";
    SET_UP_NAME = "refused-set-up-name": "a set-up needs a name of 1 to {most} characters";
    SET_UP_NAME_TAKEN = "refused-set-up-name-taken":
        "another set-up of yours is called {name}; choose another name";
    SHARE_CODE_NONE = "refused-share-code-none":
        "this is no share code, which has digits and letters alone, without i, l, o and u";
    SHARE_CODE_OTHER = "refused-share-code-other":
        "this share code has {digits} characters instead of {expected}: it is of another army or other rules";
    SHARE_CODE_TOO_LARGE = "refused-share-code-too-large":
        "no set-up has this share code; look for a character that was mistyped";
    TOKEN_NAME = "refused-token-name": "a token needs a name of 1 to {most} characters";
    TOKEN_SCOPES = "refused-token-scopes": "choose what the token is for, one thing at least";
    TOKEN_DAYS = "refused-token-days": "a token lives for 1 to {most} days";
    FACTOR_IS_ON = "refused-factor-is-on":
        "there is a second factor; turn it off first to set up another";
    NO_FACTOR_BEGUN = "refused-no-factor-begun":
        "no second factor waits for its first code; begin one";
    NO_FACTOR = "refused-no-factor": "there is no second factor to turn off";

    // Deletion, and the operator's desk.
    LAST_OF_ORGANISATIONS = "refused-last-of-organisations":
        "nobody else owns {names}: make somebody else an owner, or have the operator close it, first";
    LAST_OF_SITE = "refused-last-of-site":
        "nobody else runs this site: make somebody else an operator first";
    PLAYER_HAS_ACCOUNT = "refused-player-has-account":
        "{name} has an account: it is deleted with that account";
    LAST_OPERATOR = "refused-last-operator":
        "this is the last operator who can sign in; make another first";
    SERVES_THE_SITE = "refused-serves-the-site": "only an operator suspends who serves the site";
    NO_REASON = "refused-no-reason": "say why; it is written into the audit trail";
    NOTHING_LEARNED = "refused-nothing-learned":
        "nothing is learned of this army: only set-ups of the published rules are compared";
    REVIEW_TAKEN_DOWN = "refused-review-taken-down":
        "a moderator has taken this review down ({reason}); it can be published again once it is given back";
    REVIEW_IS_DOWN = "refused-review-is-down": "this review is taken down already";
}

/// Joins several reasons.
pub(super) fn several(all: impl IntoIterator<Item = Said>) -> Said {
    let both = |one: Said, other: Said| {
        let said = REASONS.with([&one, &other]);
        said.naming("one", one).naming("other", other)
    };
    all.into_iter().reduce(both).unwrap_or_else(|| "".into())
}

/// All messages with their keys; values are names in braces.
pub fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let rooms = [ALL, collections::ALL, desk::ALL, officials::ALL, organisations::ALL, plans::ALL];
    rooms.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_they_are_named() {
        let said = PLAYER_MERGED.with([&"Rizal", &"Jose", &"Jose"]);
        assert_eq!(
            said.english(),
            "Rizal is merged already, with Jose; name Jose instead, or undo that merge first"
        );
        assert_eq!(said.key(), Some("refused-player-merged"));
        let names: Vec<&str> = said.values().iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["name", "other", "other"]);
    }

    #[test]
    fn braces_in_a_value_are_nothing_but_text() {
        let said = ROLE_HELD.with([&"{name} {x}"]);
        assert_eq!(said.english(), "{name} {x} has this role already");
    }

    #[test]
    fn a_sentence_without_values_is_said_as_it_is() {
        let said = Said::from(OWN_CLAIM);
        assert_eq!(said.to_string(), "nobody decides about his own claim");
        assert!(said.values().is_empty());
    }
}
