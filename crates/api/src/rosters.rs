//! Importing a roster over the API: first a preview of the changes, then the same file again to apply them.

use adjutant_domain::organisation::roster::{MAX_ROSTER_BYTES, RosterError, RosterFieldChange};
use adjutant_service::messages::LocalizedMessage;
use adjutant_service::roster::{self, Applied, Change, Options, Preview, Row};
use adjutant_site::schema_enums::{RosterFieldName, RosterRowChangeName};

use super::prelude::*;
use adjutant_site::parameters::ParameterError;

endpoints! {
    import: EditRoster;
}

/// Rows as CSV; the header is required.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1)]
#[allow(dead_code)]
pub struct RosterBody(String);

/// An error in a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterFaultItem {
    /// The line, from 1; 0 if the error is about the whole file.
    pub line: u64,
    /// The column's number, from 1; null if it is about the whole row.
    pub column: Option<usize>,
    pub error: String,
}

/// A field that changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterChangeItem {
    /// `name`, `club`, `province`, `number` or `age`.
    #[schema(value_type = RosterFieldName)]
    pub field: &'static str,
    pub before: String,
    pub after: String,
}

/// A member to be added, changed or removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterRowItem {
    /// The line in the file; 0 if the member is not in it.
    pub line: u64,
    pub handle: String,
    /// `added`, `changed` or `removed`.
    #[schema(value_type = RosterRowChangeName)]
    pub what: &'static str,
    /// Whether the player is new on this site, too.
    pub new_player: bool,
    /// Whether the added player has an account; `false` in rows of others. Make sure that it is the same person.
    pub has_account: bool,
    pub changes: Vec<RosterChangeItem>,
}

/// What a file would change, or has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RosterResponse {
    /// Whether the changes are applied.
    pub applied: bool,
    /// Send the same file with it as `apply` to apply the changes; null if that is not possible.
    pub digest: Option<String>,
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// The first 200 errors. Nothing is applied while there are any.
    pub faults: Vec<RosterFaultItem>,
    pub more_faults: usize,
    /// The changes; empty once they are applied.
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
        let error = LocalizedMessage::from(fault.message()).to_string();
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

/// Imports a roster, or previews what it would change if `apply` is missing.
///
/// CSV with a header: `handle` and, optionally, `name`, `club`, `province`, `number` and `age`.
/// Check the preview, then send the same file with its `digest` as `apply`; if anything has changed
/// meanwhile, nothing is done.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/roster", operation_id = "importRoster",
    params(
        ("apply" = Option<String>, Query, description = "`digest` of the preview", pattern = "^[0-9a-f]{32}$"),
        ("missing" = Option<String>, Query, description = "What happens to members who are not in the file: `keep`, the default, or `remove`", pattern = "^(keep|remove)$"),
    ),
    request_body(content = inline(RosterBody), content_type = "text/csv", description = "The roster, at most 4 MiB"),
    responses(
        (status = 200, description = "What the file would change, or has changed", body = RosterResponse,
            example = json!({"applied": false, "digest": "0123456789abcdef0123456789abcdef", "added": 1, "changed": 0, "unchanged": 0, "removed": 0, "faults": [], "more_faults": 0, "rows": [{"line": 2, "handle": "Lakandula", "what": "added", "new_player": false, "has_account": false, "changes": [{"field": "club", "before": "", "after": "Intramuros"}]}]})),
        (status = 409, description = "The roster or its players have changed since the preview"),
    ),
)]
pub async fn import(
    ApiPost { site, actor, body }: ApiPost,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let (digest, options) = parse_options(&parameters)?;
    let (by, asked) = (actor.clone(), slug.clone());
    run_read(&site, move |app| roster::permit(app, &by, &asked)).await?;
    let file = body.bytes(MAX_ROSTER_BYTES, &["identity"]).await?;
    if is_empty(&file) {
        let words = "The file is empty. Its first row must name the columns.";
        return Err(Error::invalid("body", words).into());
    }
    let app = site.app.clone();
    let answer = site.lanes.import(caller, move || match digest.as_deref() {
        None => roster::look(&app, &actor, &slug, &file, options).map(RosterResponse::from),
        seen => roster::apply_file(&app, &actor, &slug, &file, options, seen, now_micros())
            .map(RosterResponse::from),
    });
    Ok(private_json(&answer.await??))
}

/// Whether a file contains nothing but a byte order mark and white space, as when the body was forgotten.
fn is_empty(file: &[u8]) -> bool {
    file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).trim_ascii().is_empty()
}

/// Parses the digest of the preview, and how the file is applied.
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
