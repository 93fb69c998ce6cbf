//! The refusals that operations share, as the description has them.

use serde_json::{Value, json};

/// What is answered where something is refused.
pub(super) struct Refused {
    pub status: u16,
    title: &'static str,
    kind: &'static str,
    detail: &'static str,
}

impl Refused {
    const fn new(
        status: u16,
        title: &'static str,
        kind: &'static str,
        detail: &'static str,
    ) -> Refused {
        Refused { status, title, kind, detail }
    }

    /// As one of an operation's responses.
    pub fn described(&self) -> Value {
        let problem = json!({
            "type": format!("/api/problems#{}", self.kind), "title": self.title,
            "status": self.status, "detail": self.detail,
        });
        let content = json!({
            "schema": {"$ref": "#/components/schemas/Problem"}, "example": problem,
        });
        json!({"description": self.title, "content": {"application/problem+json": content}})
    }
}

/// What may come of any request.
pub(super) static SHARED: [Refused; 3] = [
    Refused::new(
        400,
        "Bad Request",
        "invalid",
        "This address takes no parameters; take “colour” out.",
    ),
    Refused::new(
        429,
        "Too Many Requests",
        "too-many-requests",
        "Too many requests; try again in 3 seconds.",
    ),
    Refused::new(503, "Service Unavailable", "busy", "the server is busy; try again in 5 seconds"),
];

/// What may come of a token, or of none.
pub(super) static OF_TOKENS: [Refused; 2] = [
    Refused::new(
        401,
        "Unauthorized",
        "unauthorized",
        "send a token: Authorization: Bearer TOKEN; whoever has an account makes one on the site",
    ),
    Refused::new(
        403,
        "Forbidden",
        "insufficient-scope",
        "the token needs the scope audit:read; make one that has it",
    ),
];

/// What may come of a token where none is needed.
pub(super) static DEAD_TOKEN: [Refused; 1] = [Refused::new(
    401,
    "Unauthorized",
    "invalid-token",
    "the token is unknown, expired or revoked, or its account may not sign in",
)];

/// What may come of playing: of an id that names nothing, of the state of the game, of an id that
/// was sent before, and of a disk that does not take what was done.
static OF_COMMANDS: [Refused; 4] = [
    Refused::new(404, "Not Found", "not-found", "there is no game under way \"0123456789abcdef\""),
    Refused::new(409, "Conflict", "conflict", "it is the other player's turn"),
    Refused::new(
        422,
        "Unprocessable Entity",
        "other-command",
        "this id was sent with another command; choose another for each",
    ),
    Refused::new(
        503,
        "Service Unavailable",
        "unavailable",
        "Nothing can be saved right now. Your clock is stopped.",
    ),
];

/// What may come of an operation of play, besides what may come of any.
pub(super) fn of_play(operation: &str) -> &'static [Refused] {
    match operation {
        "getPlay" | "listenToPlay" | "listOwnPlays" | "listOwnMatches" => &OF_COMMANDS[..1],
        "makeSeek" | "takeSeekBack" | "acceptSeek" | "makeEventPlay" | "openRanks"
        | "listenToOwn" => &OF_COMMANDS[..2],
        "deploy" | "makePly" | "sayInPlay" | "ruleOnPlay" => &OF_COMMANDS,
        _ => &[],
    }
}

/// What may come of a body that is sent: too slow, too large, or in an encoding that is not taken.
const OF_BODIES: [Refused; 3] = [
    Refused::new(
        408,
        "Request Timeout",
        "too-slow",
        "The body came too slowly; send it again over a faster connection, or less at once.",
    ),
    Refused::new(413, "Payload Too Large", "too-large", "the body is too large"),
    Refused::new(
        415,
        "Unsupported Media Type",
        "unsupported-encoding",
        "Content-Encoding gzip is not taken; send the body in one that is: identity",
    ),
];

/// What may come of a disk that takes nothing.
const OF_DISKS: Refused = Refused::new(
    503,
    "Service Unavailable",
    "unavailable",
    "Nothing can be saved right now. Try again in a moment.",
);

/// What may come of telling something of an event: of its state and its body, and of a disk that takes nothing.
static OF_EVENTS: [Refused; 6] = {
    let [slow, large, encoded] = OF_BODIES;
    [
        Refused::new(404, "Not Found", "not-found", "there is no event \"liga-open\""),
        Refused::new(
            409,
            "Conflict",
            "conflict",
            "others sit at this table now; look at the round again",
        ),
        slow,
        large,
        encoded,
        OF_DISKS,
    ]
};

/// What may come of an operation on an event that is run here, besides what may come of any.
pub(super) fn of_event(operation: &str) -> &'static [Refused] {
    match operation {
        "makeEvent" | "restoreEvent" | "settleEvent" | "enterPeople" | "tellOfPeople"
        | "tellOfRounds" | "enterResults" | "takePart" | "arrangeMatch" | "ruleOnMatch"
        | "makeSteward" | "endSteward" => &OF_EVENTS,
        "listStewards" | "getOwnPart" => &OF_EVENTS[..1],
        _ => &[],
    }
}

/// What may come of writing reviews: of an address that names none of one's own, of a disk, of a body.
static OF_REVIEWS: [Refused; 6] = {
    let [slow, large, encoded] = OF_BODIES;
    [
        Refused::new(404, "Not Found", "not-found", "there is nothing here"),
        OF_DISKS,
        Refused::new(409, "Conflict", "conflict", "this review is taken down already"),
        slow,
        large,
        encoded,
    ]
};

/// What may come of an operation on reviews, besides what may come of any.
pub(super) fn of_review(operation: &str) -> &'static [Refused] {
    match operation {
        "makeReview" | "changeReview" | "takeReviewDown" | "giveReviewBack" | "makeCollection"
        | "changeCollection" | "addChapter" | "changeChapter" => &OF_REVIEWS,
        "publishReview" | "withdrawReview" | "removeReview" => &OF_REVIEWS[..3],
        "removeCollection" | "removeChapter" => &OF_REVIEWS[..2],
        "listOwnReviews" | "listOwnCollections" | "listTakenDown" | "getOwnCalibration" => {
            &OF_REVIEWS[..1]
        }
        _ => &[],
    }
}
