//! What was done in an event: listed, undone and done again.

use adjutant_service::contests::{self, ActAuthor, ActState, CommandOutcome, DeskAct};
use adjutant_site::schema_enums::ActStateName;

use crate::prelude::*;

use super::read_permitted;

endpoints! {
    list_acts: OfficiateEvent;
    change_history: OfficiateEvent;
}

const MAX_HISTORY_BYTES: usize = 1 << 10;

/// An act of an official: consecutive facts of the event.
#[derive(Serialize, ToSchema)]
pub struct ActItem {
    /// The number of its first fact, as in the list of facts, and of its last.
    first: usize,
    last: usize,
    /// RFC 3339.
    at: String,
    /// The account; absent for the server, a helper link and deleted accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// `in-force`, `undone`, or `change` if it undid or redid another.
    #[schema(value_type = ActStateName)]
    state: &'static str,
    /// Whether you may undo it, or redo it if it was undone, unless later acts rely on it.
    reversible: bool,
}

/// Acts of an event, latest first.
#[derive(Serialize, ToSchema)]
pub struct ActList {
    acts: Vec<ActItem>,
    /// What to send as `before` for earlier acts; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<i32>,
}

impl From<DeskAct> for ActItem {
    fn from(act: DeskAct) -> ActItem {
        ActItem {
            first: act.first,
            last: act.last,
            at: to_rfc3339(act.at),
            by: match act.by {
                ActAuthor::Account(name) => Some(name),
                ActAuthor::DeletedAccount | ActAuthor::HelperLink(_) | ActAuthor::Server => None,
            },
            state: match act.state {
                ActState::InForce => "in-force",
                ActState::Undone => "undone",
                ActState::Change => "change",
            },
            reversible: act.is_reversible,
        }
    }
}

/// Lists what was done in an event, latest first.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/acts", operation_id = "listActs",
    params(("before" = Option<i32>, Query, minimum = 1, maximum = 1000000,
        description = "Only acts before the fact with this number")),
    responses((status = 200, description = "The acts", body = ActList,
        example = json!({"acts": [{"first": 41, "last": 41, "at": "2026-11-28T02:10:00Z", "by": "ana",
            "state": "in-force", "reversible": true}]}))),
)]
pub async fn list_acts(
    site: SiteData,
    slug: Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let given = parameters.parse(&["before"])?;
    let before = given
        .number::<usize>("before", 1..=1_000_000)?
        .and_then(|before| i32::try_from(before).ok());
    let list = run_read(&site, move |app| contests::desk_acts(app, &actor, &slug, before)).await?;
    let acts = list.acts.into_iter().map(ActItem::from).collect();
    Ok(private_json(&ActList { acts, next: list.before }))
}

/// What is to happen to an act.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HistoryVerb {
    Undo,
    Redo,
}

/// Undoes an act, or does it again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HistoryRequest {
    #[serde(rename = "do")]
    verb: HistoryVerb,
    /// The number of its first fact.
    #[schema(minimum = 1, maximum = 1_000_000)]
    act: usize,
}

/// Undoes an act of an official, or redoes one that was undone.
///
/// It needs the same permission as the act. An act on which later ones rely is refused. The official whose act is
/// undone by another gets a notice.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/history", operation_id = "undoOrRedo",
    request_body(content = HistoryRequest, example = json!({"do": "undo", "act": 41})),
    responses((status = 200, description = "The change is recorded", body = CommandOutcome,
        example = json!({"version": 42, "facts": 1}))),
)]
pub async fn change_history(
    ApiPost { site, actor, body }: ApiPost,
    slug: Path<String>,
) -> ApiResult {
    let of = (&actor, Act::OfficiateEvent, slug.as_str());
    let HistoryRequest { verb, act } = read_permitted(&site, of, body, MAX_HISTORY_BYTES).await?;
    let app = site.app.clone();
    let change = move || match verb {
        HistoryVerb::Undo => contests::undo_act(&app, &actor, &slug, act, now_micros()),
        HistoryVerb::Redo => contests::redo_act(&app, &actor, &slug, act, now_micros()),
    };
    Ok(private_json(&site.lanes.write(change).await??))
}
