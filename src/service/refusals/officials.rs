//! Messages to officials who are players themselves.

use super::{Refusal, values_in};

refusals! {
    OWN_ENTRY = "refused-own-entry":
        "this is about your own place in the event; another official does this";
    STEWARD_OWN_GAME = "refused-steward-own-game":
        "whoever made your link plays in this game; another official does this";
    STEWARD_OWN_ENTRY = "refused-steward-own-entry":
        "this is about whoever made your link; another official does this";
    LIFTING_ENTRANT = "refused-lifting-entrant":
        "before the event is over ranks are opened by two officials who take no part in it";
    LIFTING_ASKED = "refused-lifting-asked":
        "an official has asked for this already; another one confirms it, or it is withdrawn";
    LIFTING_OWN = "refused-lifting-own": "you have asked for this yourself; another official confirms it";
    LIFTING_NONE = "refused-lifting-none": "no official has asked for this, or it was longer than a day ago";
    PLAY_CHALLENGE_ANSWERED = "refused-play-challenge-answered":
        "a challenge that was answered is not taken back";
    PASS_WAITS = "refused-pass-waits":
        "both players agree on their own phones first, or another official confirms it";
    PASS_OWN = "refused-pass-own": "you have asked for this pass yourself; another official confirms it";
    PASS_NOT_ASKED = "refused-pass-not-asked": "nobody has asked for such a pass within the last hour";
    EVENT_RANKS_CLOSED = "refused-event-ranks-closed":
        "ranks of its games are closed ({games}); until they are open they stay closed as long as was agreed, and its games are played here";
}
