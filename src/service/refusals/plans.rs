//! Messages about stage plans, series and terms of games. Each says what is wrong and what to do.

use super::{Refusal, values_in};

refusals! {
    PLAN_NO_STAGE_AT_ALL = "refused-plan-no-stage": "the event has no stage; add one";
    PLAN_TOO_LARGE = "refused-plan-too-large":
        "a number of {stage} is above 10,000; choose a smaller one";
    PLAN_SAME_NAME = "refused-plan-same-name":
        "stages {one} and {other} are both called {stage}; give one of them another name";
    PLAN_NOBODY_ENTERS = "refused-plan-nobody-enters":
        "nobody enters {stage}; let players register for it, or say from which stage they come";
    PLAN_UNKNOWN_STAGE = "refused-plan-unknown-stage":
        "{stage} takes from stage {number}, which there is not; name one of the event’s stages";
    PLAN_CIRCLE = "refused-plan-circle":
        "{stages} wait for each other; let one of them begin without the others";
    PLAN_ENTERS_TWICE = "refused-plan-enters-twice":
        "two sources of {stage} name the same entrants; take one of them out";
    PLAN_NEEDS_TEAMS = "refused-plan-needs-teams":
        "{stage} is played by teams; let teams enter, with a number of boards";
    PLAN_NEEDS_TWO_TEAMS = "refused-plan-needs-two-teams":
        "{stage} is for two teams, and {entrants} enter; send two on";
    PLAN_SERIES = "refused-plan-series": "{stage}: {why}";
    PLAN_MORE_THAN_THERE = "refused-plan-more-than-there":
        "{asked} are to go on from {of} to {stage}, and there are {there}; let fewer go on";
    PLAN_PLACES_SHARED = "refused-plan-places-shared":
        "{of} tells who has the first {decided} places, and {stage} asks for more; let fewer go on, or play for lower places";
    PLAN_NO_WINNERS = "refused-plan-no-winners":
        "{stage} takes winners or losers of {of}, which is no knock-out; let the first of it go on";
    PLAN_TOO_FEW = "refused-plan-too-few":
        "{entrants} enter {stage}, which takes {needs} at least; let more enter, or make fewer groups";
    PLAN_NO_ROUND = "refused-plan-no-round": "{stage} has no round; give it at least one";
    PLAN_MORE_ROUNDS = "refused-plan-more-rounds":
        "{stage} has {rounds} rounds, and nobody has opponents for more than {most}; play fewer";
    PLAN_NO_CROSS_OVER = "refused-plan-no-cross-over":
        "those who enter {stage} do not cross over; let the first two of 2, 4 or 8 groups enter, or have them drawn apart";
    PLAN_NO_GROUPS = "refused-plan-no-groups":
        "some who enter {stage} come from no group that one could keep apart; draw by seeds";
    PLAN_NEVER_SO_MANY = "refused-plan-never-so-many":
        "{stage} cannot end with {left} left; choose 1, 2, 4, ... and fewer than enter, and play for the third place only where it ends with 1";
    PLAN_MAY_END_TIED = "refused-plan-may-end-tied":
        "a meeting of {stage} can end with both equal; say what follows then: play on, an armageddon, or who goes on";
    SERIES_NO_GAME = "refused-series-no-game":
        "a part of the series has no game or nothing to reach; give it at least one";
    SERIES_POINTS = "refused-series-points":
        "a win must be worth more than a draw, and a draw no less than a loss or a default; set the points";
    SERIES_NEVER_REACHED = "refused-series-never-reached":
        "something is to follow a part that never leaves both equal; take it out";
    TERMS_FORM = "refused-terms-form": "this is not the written form of terms";
    TERMS_DELAY = "refused-terms-delay": "spectators are 1 to 200 plies late, or 1 to 1440 minutes";
    TERMS_DEPLOYMENT = "refused-terms-deployment":
        "there are 60 seconds to 14 days to deploy, in whole seconds";
    TERMS_CREDIT = "refused-terms-credit": "the credit of a ply is 0 to 1000 whole milliseconds";
    TERMS_DAYS_AT_TABLE = "refused-terms-days-at-table":
        "a game with days for a ply is played online";
    TERMS_UNTIMED_ONLINE = "refused-terms-untimed-online":
        "a game without clocks is played at a table";
    TERMS_NO_EVENT = "refused-terms-no-event": "a casual game opens its ranks when it is over";
    TERMS_CLAIMS = "refused-terms-claims":
        "there are claims in casual games with clocks that are played online, no others";
}
