//! Importing records over HTTP with a token.

use actix_web::http::StatusCode;
use actix_web::http::header;
use adjutant_service::import::{TOO_LONG, Verdict};
use adjutant_service::importing::{self, Wish};
use ledger_ratings::PoolKind;

use super::prelude::*;
use adjutant_site::error::Problem;
use adjutant_site::parameters::ParameterError;

endpoints! {
    import: ImportUnrated, ImportForOrganisation, ImportForSite;
}

/// A refused game.
#[derive(Debug, Serialize, ToSchema)]
pub struct RejectedGameItem {
    /// The number of the game in the body, from 1.
    pub game: u64,
    pub line: u64,
    pub column: u64,
    /// The number of the ply, from 1; null if the error is not in a ply.
    pub ply: Option<u32>,
    pub error: String,
}

/// A game that was added but is not rated, although a pool was given.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnratedGameItem {
    pub id: String,
    /// The number of the game in the body, from 1.
    pub game: u64,
    /// The line on which the game begins.
    pub line: u64,
    /// The reason, and the remedy.
    pub reason: String,
}

/// The outcome of an import.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportResponse {
    pub added: u64,
    pub duplicates: u64,
    pub refused: u64,
    /// The ids of the added games, in their order (the first 1,000).
    pub ids: Vec<String>,
    /// The ids of games that had been imported before (the first 1,000).
    pub duplicate_ids: Vec<String>,
    /// The added games that are not rated because the token's owner plays in them: another organizer has to import them
    /// (the first 1,000).
    pub unrated: Vec<UnratedGameItem>,
    /// The games that were refused (the first 1,000).
    pub refusals: Vec<RejectedGameItem>,
}

const MAX_LISTED: usize = 1_000;
/// Content encodings of a body. Games in zstd are recognised by their first bytes, so the header is optional for them.
const ACCEPTED_ENCODINGS: &[&str] = &["zstd", "identity"];

/// Games as text, at least one.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1, pattern = "\\S")]
#[allow(dead_code)]
pub struct RecordsBody(String);

/// Imports games: GGN, JSON or NDJSON, plain or compressed with zstd.
///
/// Each game is judged on its own, and the same game is stored once. If `organisation` is given,
/// its organizers import for it. Otherwise an operator's token imports for the site, and any other
/// games are unrated and marked as imported by a member. A game of the importer is not rated until
/// another organizer imports it.
#[utoipa::path(
    post, path = "/api/v1/records", operation_id = "importRecords",
    params(
        ("organisation" = Option<String>, Query, description = "The slug of an organisation of which you are an organizer", pattern = "^[a-z0-9-]{2,40}$"),
        ("pool" = Option<String>, Query, description = "The organisation's pool that rates the games: `online`, `face-to-face`, or `none`, the default", pattern = "^(online|face-to-face|none)$"),
    ),
    request_body(content = inline(RecordsBody), content_type = "text/plain", description = "Games in GGN, JSON or NDJSON, told apart by content; Content-Encoding: zstd or identity"),
    responses(
        (status = 200, description = "Every game was judged; see `refusals`", body = ImportResponse,
            example = json!({"added": 1, "duplicates": 0, "refused": 1, "ids": ["0123456789abcdef"], "duplicate_ids": [], "unrated": [], "refusals": [{"game": 2, "line": 31, "column": 14, "ply": 57, "error": "e4 to e6 is illegal"}]})),
        (status = 404, description = "No such organisation"),
        (status = 409, description = "A pool without an organisation", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#conflict", "title": "Conflict", "status": 409, "detail": "pools are an organisation's: name it in organisation, too, or leave pool out"})),
        (status = 415, description = "The Content-Encoding is neither zstd nor identity", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#unsupported-encoding", "title": "Unsupported Media Type", "status": 415, "detail": "Content-Encoding gzip is not supported. Use one of: zstd, identity"})),
        (status = 422, description = "The input cannot be read any further", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#unreadable", "title": "Unprocessable Entity", "status": 422, "detail": "input: this is UTF-16"})),
    ),
)]
pub async fn import(
    ApiPost { site, actor, body }: ApiPost,
    caller: Caller,
    parameters: QueryString,
) -> ApiResult {
    let wish = parse_import_options(&parameters)?;
    let permit = run_read(&site, move |app| importing::permit(app, &actor, &wish)).await?;
    let settings = &site.settings;
    let body = body.bytes(settings.max_import_bytes, ACCEPTED_ENCODINGS).await?;
    let now = now_micros();
    let limits = settings.imports;
    let app = site.app.clone();
    let answer = site
        .lanes
        .import(caller, move || {
            let mut answer = ImportResponse::default();
            let mut note = |verdict: &Verdict, _: &_| answer.count(verdict);
            let counts = importing::import(&app, &permit, &body[..], &limits, now, &mut note)?;
            (answer.added, answer.duplicates, answer.refused) =
                (counts.added, counts.duplicates, counts.refused);
            Ok(answer)
        })
        .await
        .flatten()
        .map_err(|e| unreadable_after_start(e.into()))?;
    if answer.added + answer.duplicates + answer.refused == 0 {
        let detail = "There is no game in the body. Send games in GGN, JSON or NDJSON.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable", detail));
    }
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(answer))
}

/// Parses for whom, and into which pool, to import.
fn parse_import_options(parameters: &QueryString) -> Result<Wish, ParameterError> {
    let given = parameters.parse(&["organisation", "pool"])?;
    let words = PoolKind::ALL.iter().map(|kind| kind.key()).chain(["none"]);
    let takes = AcceptedValues::one_of(words.collect::<Vec<_>>().join(", "));
    let pool = given.parse_with("pool", takes, |text| match text {
        "none" => Some(None),
        text => PoolKind::parse(text).map(Some),
    })?;
    Ok(Wish { organisation: given.text("organisation"), pool: pool.flatten() })
}

/// The request was valid, but its content cannot be read to the end.
fn unreadable_after_start(e: ApiError) -> ApiError {
    if e.0.status != StatusCode::BAD_REQUEST.as_u16() {
        return e;
    }
    let (status, kind) = match e.0.field.as_deref() {
        Some(TOO_LONG) => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
        _ => (StatusCode::UNPROCESSABLE_ENTITY, "unreadable"),
    };
    ApiError::new(status, kind, e.0.detail)
}

impl ImportResponse {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Unrated(remark) if self.ids.len() < MAX_LISTED => {
                self.ids.push(remark.id.to_string());
                self.unrated.push(UnratedGameItem {
                    id: remark.id.to_string(),
                    game: remark.game,
                    line: remark.line,
                    reason: remark.message.to_string(),
                });
            }
            Verdict::Added(id) if self.ids.len() < MAX_LISTED => self.ids.push(id.to_string()),
            Verdict::Duplicate(id) if self.duplicate_ids.len() < MAX_LISTED => {
                self.duplicate_ids.push(id.to_string());
            }
            Verdict::Refused(refusal) if self.refusals.len() < MAX_LISTED => {
                self.refusals.push(RejectedGameItem {
                    game: refusal.game,
                    line: refusal.error.line,
                    column: refusal.error.column,
                    ply: refusal.error.ply,
                    error: refusal.error.message.clone(),
                });
            }
            _ => {}
        }
    }
}
