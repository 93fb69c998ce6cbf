//! The refusals that operations share, as the description has them.

use serde_json::{Value, json};

/// What is answered where something is refused.
pub(super) struct ErrorResponseDoc {
    pub status: u16,
    title: &'static str,
    kind: &'static str,
    detail: &'static str,
}

impl ErrorResponseDoc {
    const fn new(
        status: u16,
        title: &'static str,
        kind: &'static str,
        detail: &'static str,
    ) -> ErrorResponseDoc {
        ErrorResponseDoc { status, title, kind, detail }
    }

    /// As one of an operation's responses.
    pub fn to_openapi(&self) -> Value {
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
pub(super) static COMMON_ERRORS: [ErrorResponseDoc; 3] = [
    ErrorResponseDoc::new(
        400,
        "Bad Request",
        "invalid",
        "This address takes no parameters; take “colour” out.",
    ),
    ErrorResponseDoc::new(
        429,
        "Too Many Requests",
        "too-many-requests",
        "Too many requests; try again in 3 seconds.",
    ),
    ErrorResponseDoc::new(
        503,
        "Service Unavailable",
        "busy",
        "the server is busy; try again in 5 seconds",
    ),
];

/// What may come of a token, or of none.
pub(super) static TOKEN_ERRORS: [ErrorResponseDoc; 2] = [
    ErrorResponseDoc::new(
        401,
        "Unauthorized",
        "unauthorized",
        "send a token: Authorization: Bearer TOKEN; whoever has an account makes one on the site",
    ),
    ErrorResponseDoc::new(
        403,
        "Forbidden",
        "insufficient-scope",
        "the token needs the scope audit:read; make one that has it",
    ),
];

/// What may come of a token where none is needed.
pub(super) static INVALID_TOKEN_ERRORS: [ErrorResponseDoc; 1] = [ErrorResponseDoc::new(
    401,
    "Unauthorized",
    "invalid-token",
    "the token is unknown, expired or revoked, or its account may not sign in",
)];

/// What may come of playing: of an id that names nothing, of the state of the game, of an id that
/// was sent before, and of a disk that does not take what was done.
static PLAY_ERRORS: [ErrorResponseDoc; 4] = [
    ErrorResponseDoc::new(
        404,
        "Not Found",
        "not-found",
        "there is no game under way \"0123456789abcdef\"",
    ),
    ErrorResponseDoc::new(409, "Conflict", "conflict", "it is the other player's turn"),
    ErrorResponseDoc::new(
        422,
        "Unprocessable Entity",
        "other-command",
        "this id was sent with another command; choose another for each",
    ),
    ErrorResponseDoc::new(
        503,
        "Service Unavailable",
        "unavailable",
        "Nothing can be saved right now. Your clock is stopped.",
    ),
];

/// What may come of an operation of play, besides what may come of any.
pub(super) fn play_errors(operation: &str) -> &'static [ErrorResponseDoc] {
    match operation {
        "getPlay" | "listenToPlay" | "listOwnPlays" | "listOwnMatches" => &PLAY_ERRORS[..1],
        "makeSeek" | "takeSeekBack" | "acceptSeek" | "makeEventPlay" | "openRanks"
        | "listenToOwn" => &PLAY_ERRORS[..2],
        "deploy" | "makePly" | "sayInPlay" | "ruleOnPlay" => &PLAY_ERRORS,
        _ => &[],
    }
}

/// What may come of a body that is sent: too slow, too large, or in an encoding that is not taken.
const BODY_ERRORS: [ErrorResponseDoc; 3] = [
    ErrorResponseDoc::new(
        408,
        "Request Timeout",
        "too-slow",
        "The body came too slowly; send it again over a faster connection, or less at once.",
    ),
    ErrorResponseDoc::new(413, "Payload Too Large", "too-large", "the body is too large"),
    ErrorResponseDoc::new(
        415,
        "Unsupported Media Type",
        "unsupported-encoding",
        "Content-Encoding gzip is not taken; send the body in one that is: identity",
    ),
];

/// What may come of a disk that takes nothing.
const STORAGE_ERROR: ErrorResponseDoc = ErrorResponseDoc::new(
    503,
    "Service Unavailable",
    "unavailable",
    "Nothing can be saved right now. Try again in a moment.",
);

/// What may come of telling something of an event: of its state and its body, and of a disk that takes nothing.
static EVENT_ERRORS: [ErrorResponseDoc; 6] = {
    let [slow, large, encoded] = BODY_ERRORS;
    [
        ErrorResponseDoc::new(404, "Not Found", "not-found", "there is no event \"liga-open\""),
        ErrorResponseDoc::new(
            409,
            "Conflict",
            "conflict",
            "others sit at this table now; look at the round again",
        ),
        slow,
        large,
        encoded,
        STORAGE_ERROR,
    ]
};

/// What may come of an operation on an event that is run here, besides what may come of any.
pub(super) fn event_errors(operation: &str) -> &'static [ErrorResponseDoc] {
    match operation {
        "makeEvent" | "restoreEvent" | "settleEvent" | "enterPeople" | "tellOfPeople"
        | "tellOfRounds" | "enterResults" | "takePart" | "arrangeMatch" | "ruleOnMatch"
        | "makeSteward" | "endSteward" => &EVENT_ERRORS,
        "listStewards" | "getOwnPart" => &EVENT_ERRORS[..1],
        _ => &[],
    }
}

/// What may come of writing reviews: of an address that names none of one's own, of a disk, of a body.
static REVIEW_ERRORS: [ErrorResponseDoc; 6] = {
    let [slow, large, encoded] = BODY_ERRORS;
    [
        ErrorResponseDoc::new(404, "Not Found", "not-found", "there is nothing here"),
        STORAGE_ERROR,
        ErrorResponseDoc::new(409, "Conflict", "conflict", "this review is taken down already"),
        slow,
        large,
        encoded,
    ]
};

/// What may come of an operation on reviews, besides what may come of any.
pub(super) fn review_errors(operation: &str) -> &'static [ErrorResponseDoc] {
    match operation {
        "makeReview" | "changeReview" | "takeReviewDown" | "giveReviewBack" | "makeCollection"
        | "changeCollection" | "addChapter" | "changeChapter" => &REVIEW_ERRORS,
        "publishReview" | "withdrawReview" | "removeReview" => &REVIEW_ERRORS[..3],
        "removeCollection" | "removeChapter" => &REVIEW_ERRORS[..2],
        "listOwnReviews" | "listOwnCollections" | "listTakenDown" | "getOwnCalibration" => {
            &REVIEW_ERRORS[..1]
        }
        _ => &[],
    }
}
