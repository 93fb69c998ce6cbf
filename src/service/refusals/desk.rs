//! Refusals of an event's desk that name a reason of their own: pairing, stages, files and prizes.

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
    EVENT_UNCONFIRMED = "refused-event-unconfirmed": "tick the box to confirm";
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
    STAGE_IS_PLAYED = "refused-stage-is-played":
        "results stand at tables of the stage ({tables}); take its rounds back first, with their results";
    STAGE_IS_PUBLISHED = "refused-stage-is-published":
        "published rounds of the stage would go ({rounds}); say that they may";
}
