//! Importing a roster over the API: first what it would change, then just that.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::Utc;
use serde::Serialize;
use utoipa::ToSchema;

use crate::organisation::roster::{MAX_ROSTER_BYTES, RosterError, RosterFieldChange};
use crate::service::Error;
use crate::service::roster::{self, Applied, Change, Options, Preview, Row};

use super::super::bearer_auth::BearerAuth;
use super::super::error::{ApiError, Problem};
use super::super::parameters::{AcceptedValues, ParameterError, QueryString};
use super::super::request_limits::Caller;
use super::super::site::Site;
use super::request_body::read_bytes;
use super::{CachePolicy, json_response, run_read};

/// Encodings of a body, as its header names them.
const ACCEPTED_ENCODINGS: &[&str] = &["identity"];

/// Rows as CSV; there is at least the heading.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1)]
#[allow(dead_code)]
pub struct RosterBody(String);

/// What is wrong in a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterFaultItem {
    /// From 1; 0 where it is about the whole file.
    pub line: u64,
    /// The column's number, from 1; null where it is about the whole row.
    pub column: Option<usize>,
    pub error: String,
}

/// A field that changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterChangeItem {
    /// `name`, `club`, `province`, `number` or `age`.
    pub field: &'static str,
    pub before: String,
    pub after: String,
}

/// A member who is added, changed or removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterRowItem {
    /// The line in the file; 0 for who is not in it.
    pub line: u64,
    pub handle: String,
    /// `added`, `changed` or `removed`.
    pub what: &'static str,
    /// Whether the player is new here, too.
    pub new_player: bool,
    /// Whether an account has the player who is added: make sure that it is the same person.
    pub has_account: bool,
    pub changes: Vec<RosterChangeItem>,
}

/// What a file would do, or has done.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterResponse {
    /// Whether it is done.
    pub applied: bool,
    /// Send the same file with it as `apply` to have it done; null where that cannot be.
    pub digest: Option<String>,
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// The first 200; nothing can be done while there is one.
    pub faults: Vec<RosterFaultItem>,
    pub more_faults: usize,
    /// Empty once it is done.
    pub rows: Vec<RosterRowItem>,
}

impl From<Preview> for RosterResponse {
    fn from(preview: Preview) -> RosterResponse {
        RosterResponse {
            applied: false,
            digest: Some(preview.digest).filter(|digest| !digest.is_empty()),
            added: preview.added,
            changed: preview.changed,
            unchanged: preview.unchanged,
            removed: preview.removed,
            faults: preview.faults.into_iter().map(RosterFaultItem::from).collect(),
            more_faults: preview.more_faults,
            rows: preview.rows.into_iter().map(RosterRowItem::from).collect(),
        }
    }
}

impl From<Applied> for RosterResponse {
    fn from(applied: Applied) -> RosterResponse {
        RosterResponse {
            applied: true,
            digest: None,
            added: applied.added,
            changed: applied.changed,
            unchanged: applied.unchanged,
            removed: applied.removed,
            faults: Vec::new(),
            more_faults: 0,
            rows: Vec::new(),
        }
    }
}

impl From<RosterError> for RosterFaultItem {
    fn from(fault: RosterError) -> RosterFaultItem {
        let error = fault.to_string();
        RosterFaultItem { line: fault.line, column: fault.column.map(|place| place.number), error }
    }
}

impl From<Row> for RosterRowItem {
    fn from(row: Row) -> RosterRowItem {
        let (what, (new_player, has_account), fields) = match row.what {
            Change::Added { new_player, has_account, fields } => {
                ("added", (new_player, has_account), fields)
            }
            Change::Changed(fields) => ("changed", (false, false), fields),
            Change::Removed => ("removed", (false, false), Vec::new()),
        };
        let change = |one: RosterFieldChange| RosterChangeItem {
            field: one.column.key(),
            before: one.before,
            after: one.after,
        };
        let changes = fields.into_iter().map(change).collect();
        RosterRowItem { line: row.line, handle: row.handle, what, new_player, has_account, changes }
    }
}

/// Import a roster: without `apply` only what it would change.
///
/// CSV with a heading: `handle`, and as far as wanted `name`, `club`, `province`, `number`, `age`.
/// Look at the answer, then send the same file again with its `digest` as `apply`; if anything has
/// changed meanwhile, nothing is done.
#[utoipa::path(
    post,
    path = "/api/v1/organisations/{slug}/roster",
    operation_id = "importRoster",
    params(
        ("slug" = String, Path, description = "The organisation's slug", example = "liga-ng-bayan"),
        ("apply" = Option<String>, Query, description = "`digest` of the answer that was looked at", pattern = "^[0-9a-f]{32}$"),
        ("missing" = Option<String>, Query, description = "Whether members go who are not in the file: `keep`, as without it, or `remove`", pattern = "^(keep|remove)$"),
    ),
    request_body(content = inline(RosterBody), content_type = "text/csv", description = "The roster, at most 4 MiB"),
    responses(
        (status = 200, description = "What the file would do, or has done", body = RosterResponse,
            example = json!({"applied": false, "digest": "0123456789abcdef0123456789abcdef", "added": 1, "changed": 0, "unchanged": 0, "removed": 0, "faults": [], "more_faults": 0, "rows": [{"line": 2, "handle": "Lakandula", "what": "added", "new_player": false, "has_account": false, "changes": [{"field": "club", "before": "", "after": "Intramuros"}]}]})),
        (status = 400, description = "A parameter is wrong, or the body broke off", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Bad Request", "status": 400, "detail": "The body broke off before its end; send it again."})),
        (status = 404, description = "There is no such organisation, or it is not for who asks", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no organisation \"nobody\""})),
        (status = 408, description = "The body came too slowly", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#too-slow", "title": "Request Timeout", "status": 408, "detail": "The body came too slowly; send it again over a faster connection, or less at once."})),
        (status = 409, description = "Something has changed since", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#conflict", "title": "Conflict", "status": 409, "detail": "the roster or its players have changed since you looked; look at the changes again"})),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#too-large", "title": "Payload Too Large", "status": 413, "detail": "the body is too large"})),
        (status = 415, description = "The Content-Encoding is not identity", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#unsupported-encoding", "title": "Unsupported Media Type", "status": 415, "detail": "Content-Encoding gzip is not taken; send the body in one that is: identity"})),
    ),
)]
pub async fn import(
    request: HttpRequest,
    site: web::Data<Site>,
    caller: Caller,
    slug: web::Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let (digest, options) = parse_options(&parameters)?;
    let slug = slug.into_inner();
    // Before anything of the body is read: strangers get no memory.
    let (by, asked) = (actor.clone(), slug.clone());
    run_read(&site, move |app| roster::permit(app, &by, &asked)).await?;
    let file = read_bytes(&request, payload, (MAX_ROSTER_BYTES, ACCEPTED_ENCODINGS), &site).await?;
    if is_empty(&file) {
        return Err(
            Error::invalid("body", "the file is empty; its first row names the columns").into()
        );
    }
    let now = Utc::now().timestamp_micros();
    let app = site.app.clone();
    let answer = site.lanes.import(caller, move || match digest.as_deref() {
        None => roster::look(&app, &actor, &slug, &file, options).map(RosterResponse::from),
        seen => roster::apply_file(&app, &actor, &slug, &file, options, seen, now)
            .map(RosterResponse::from),
    });
    Ok(json_response(&answer.await??, CachePolicy::Private))
}

/// Whether nothing is in a file but a mark of its encoding and white space: the body was forgotten.
fn is_empty(file: &[u8]) -> bool {
    file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii().is_empty()
}

/// The digest of what was looked at, and how the file is taken.
fn parse_options(parameters: &QueryString) -> Result<(Option<String>, Options), ParameterError> {
    let given = parameters.parse(&["apply", "missing"])?;
    let digest =
        given.parse_with("apply", AcceptedValues::described_by("takes-digest"), |text| {
            let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            (text.len() == 32 && text.bytes().all(hex)).then(|| text.to_owned())
        })?;
    let takes = AcceptedValues::one_of("keep, remove".to_owned());
    let remove_missing = given.parse_with("missing", takes, |text| match text {
        "keep" => Some(false),
        "remove" => Some(true),
        _ => None,
    })?;
    Ok((digest, Options { remove_missing: remove_missing.unwrap_or_default() }))
}
