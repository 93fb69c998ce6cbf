//! Messages of an event's desk that contain a reason: pairing, stages, files and prizes.

use super::{Refusal, values_in};

refusals! {
    EVENT_GAME_IS_KEPT = "refused-event-game-is-kept":
        "this game was played here: its result is set right at the game itself, and follows here";
    EVENT_ROUND_RUNS = "refused-event-round-runs":
        "games of this round are played here: annul them first";
    FILE_IS_WORKBOOK = "refused-file-is-workbook":
        "this is a workbook; save it as CSV, and send that";
    FILE_IS_BROKEN = "refused-file-is-broken":
        "there is something that is no text; save the file as \"CSV UTF-8\"";
    EVENT_NO_RETURN = "refused-event-no-return":
        "you cannot come back by yourself any more; ask an official";
    EVENT_NO_FORFEIT = "refused-event-no-forfeit":
        "number {number} has forfeited nothing at this table";
    EVENT_UNCONFIRMED_FORFEIT = "refused-event-unconfirmed-forfeit":
        "tick “The opponent wins by default.” to confirm";
    EVENT_UNCONFIRMED_OWN_FORFEIT = "refused-event-unconfirmed-own-forfeit":
        "tick “My opponent wins by default. Only an official can undo this.” to confirm";
    EVENT_UNCONFIRMED_CLEAR = "refused-event-unconfirmed-clear":
        "tick “Everybody has to check in again.” to confirm";
    EVENT_UNCONFIRMED_BY_HAND = "refused-event-unconfirmed-by-hand":
        "this draft was changed by hand: tick “What was changed by hand is lost.” to confirm";
    EVENT_NO_ROUND = "refused-event-no-round":
        "there are {rounds} rounds; write a number from 1 to {rounds}";
    EVENT_ONE_ROUND = "refused-event-one-round": "there is one round; write 1";
    EVENT_HAS_RESULT = "refused-event-has-result":
        "the round has a result at one table; say that it goes, too";
    EVENT_DRAFT_CHANGED = "refused-event-draft-changed":
        "the draft has changed since you looked at it; look it through again, then publish it";
    FILE_LINE = "refused-file-line": "line {line}: {why}";
    NONE_IS_LEGAL = "refused-none-is-legal":
        "no pairing is legal: however they are paired, two have met before, are kept apart or must both have the same color, or a second bye is given; give somebody a bye beforehand, let a pair meet that is kept apart, or play fewer rounds";
    TOO_LARGE_TO_PAIR = "refused-too-large-to-pair":
        "so many players would have to float down into one score group that they cannot be weighed against each other: keep fewer apart, or pair them by hand";
    NO_STAGE = "refused-no-stage": "there is no stage {stage}";
    STAGE_UNFINISHED = "refused-stage-unfinished": "stage {stage} is not over";
    STAGE_UNDECIDED = "refused-stage-undecided":
        "in stage {stage} {among} are equal and {places} of them go on: a play-off or a lot decides";
    STAGE_MISSING = "refused-stage-missing":
        "{missing} fewer have come out of stage {stage} than are to go on";
    NO_PRIZE = "refused-no-prize":
        "line {line}: write what it is for, a colon, and what is won, as 1: Cup or Best lady = Ana; Fe: Book";
    PRIZES_TWICE = "refused-prizes-twice":
        "lines {one} and {other} are both for place {place}; give each place one prize";
    STAGE_IS_PLAYED = "refused-stage-is-played":
        "results stand at tables of the stage ({tables}); take its rounds back first, with their results";
    STAGE_IS_PUBLISHED = "refused-stage-is-published":
        "published rounds of the stage would go ({rounds}); say that they may";
}
