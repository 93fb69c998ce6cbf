//! The audit log over the API, for those whom the table of rights permits to read it.

use adjutant_site::schema_enums::AuditActorKind;
use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::{Value, json};
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses};

use adjutant_domain::moment::Micros;
use adjutant_service::audit::{
    self, Action, AuditPerson, AuditPlace, AuditScope, AuditView, ShownEntry, WrittenChange,
};

use super::json_response as written;
use super::lists::{self, ListFormat, ListRow, RowBatch};
use super::prelude::*;
use adjutant_site::parameters::ParameterError;

endpoints! {
    list_event: ReadEventAudit, ReadSiteAudit;
    list_organisation: ReadOrganisationAudit, ReadSiteAudit;
    list_own: ReadOwnAudit;
    list_site: ReadSiteAudit;
}

/// A field that changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditChangeItem {
    pub field: String,
    /// The value before; null if the field is personal, of which only the fact of the change is recorded.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntryItem {
    /// The entry's number; send it as `cursor` for older entries.
    pub id: i32,
    /// The time in UTC, such as 2026-05-09T12:00:00.000000Z.
    pub at: String,
    /// The name of the acting account; null if there is none.
    pub by: Option<String>,
    /// Who acted: `account`, `deleted` (a deleted account), `command` (on the server) or `nobody` (not signed in).
    #[schema(value_type = AuditActorKind)]
    pub by_kind: &'static str,
    /// The role of the acting account, such as `owner`.
    pub acting_as: String,
    /// The action, such as `role.granted`.
    pub action: String,
    /// The organisation's slug.
    pub organisation: Option<String>,
    /// The event's slug.
    pub event: Option<String>,
    /// The handle of the player that it concerns.
    pub player: Option<String>,
    /// The account that it concerns; null if there is none or it is deleted.
    pub subject: Option<String>,
    pub changes: Vec<AuditChangeItem>,
    pub reason: String,
}

/// Entries, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntryPage {
    pub entries: Vec<AuditEntryItem>,
    /// Send it as `cursor` for the next page; null at the end.
    pub next: Option<i32>,
}

/// Filters of the audit log.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct AuditFilters {
    /// Only this action, such as `role.granted`.
    action: Option<String>,
    /// From this time on: a day such as 2026-04-30, or a time such as 2026-04-30T12:00:00Z.
    #[param(format = Date)]
    since: Option<String>,
    /// Before this time, in the same format.
    #[param(format = Date)]
    until: Option<String>,
    /// `next` of the previous page.
    #[param(minimum = 1, maximum = 2_147_483_647)]
    cursor: Option<i32>,
    /// Entries on the page, 1 to 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
}

/// The responses of each audit log.
struct AuditResponses;

impl IntoResponses for AuditResponses {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let content = |schema: &str, example: Value| {
            let schema = Ref::from_schema_name(schema);
            ContentBuilder::new().schema(Some(schema)).example(Some(example)).build()
        };
        let entry = json!({
            "id": 7, "at": "2026-05-09T12:00:00.000000Z", "by": "Lakandula", "by_kind": "account",
            "acting_as": "owner", "action": "role.granted", "organisation": "liga-ng-bayan",
            "event": null, "player": null, "subject": "Maharlika",
            "changes": [{"field": "role", "before": "", "after": "organizer"}], "reason": "",
        });
        let table = ContentBuilder::new()
            .schema(Some(Object::with_type(Type::String)))
            .example(Some(json!("id,at,by,by_kind,acting_as,action\n")));
        let page = json!({"entries": [entry], "next": null});
        let found = ResponseBuilder::new()
            .description("A page of entries, or all of them")
            .content("application/json", content("AuditEntryPage", page))
            .content("application/x-ndjson", content("AuditEntryItem", entry))
            .content("text/csv", table.build());
        [("200".to_owned(), RefOr::T(found.build()))].into()
    }
}

impl ListRow for AuditEntryItem {
    const COLUMNS: &'static str =
        "id,at,by,by_kind,acting_as,action,organisation,event,player,subject,changes,reason";

    fn cell(&self, column: &str) -> Option<String> {
        let changes = || self.changes.iter().map(change_text).collect::<Vec<_>>().join("; ");
        (column == "changes").then(changes)
    }
}

/// A change as the text of a cell: `role:  -> owner`.
fn change_text(change: &AuditChangeItem) -> String {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("{}: {before} -> {after}", change.field),
        _ => change.field.clone(),
    }
}

impl From<WrittenChange> for AuditChangeItem {
    fn from(change: WrittenChange) -> AuditChangeItem {
        let (before, after) = change.values.unzip();
        AuditChangeItem { field: change.field, before, after }
    }
}

fn person_columns(person: AuditPerson) -> (Option<String>, &'static str) {
    match person {
        AuditPerson::Account(name) => (Some(name), "account"),
        AuditPerson::Deleted => (None, "deleted"),
        AuditPerson::Command => (None, "command"),
        AuditPerson::Server => (None, "server"),
        AuditPerson::Nobody => (None, "nobody"),
    }
}

impl From<ShownEntry> for AuditEntryItem {
    fn from(shown: ShownEntry) -> AuditEntryItem {
        let slug = |place: AuditPlace| place.slug;
        let (by, by_kind) = person_columns(shown.actor);
        AuditEntryItem {
            id: shown.id,
            at: to_rfc3339_micros(shown.at),
            by,
            by_kind,
            acting_as: shown.acting_as,
            action: shown.action,
            organisation: shown.organisation.map(slug),
            event: shown.event.map(slug),
            player: shown.player,
            subject: shown.subject.and_then(|subject| person_columns(subject).0),
            changes: shown.changes.into_iter().map(AuditChangeItem::from).collect(),
            reason: shown.reason,
        }
    }
}

/// Parses a day, or a time with its offset.
fn parse_timestamp(text: &str) -> Option<Micros> {
    if let Ok(day) = text.parse::<NaiveDate>() {
        return Some(day.and_hms_opt(0, 0, 0)?.and_utc().into());
    }
    // In a query a plus sign is a space.
    parse_rfc3339(&text.replace(' ', "+"))
}

const FILTER_NAMES: &[&str] = &["action", "since", "until", "cursor", "limit"];

/// The filters of a query, without whose entries they are.
#[derive(Debug, Clone, Copy)]
struct AuditListQuery {
    action: Option<Action>,
    since: Option<Micros>,
    until: Option<Micros>,
    cursor: Option<i32>,
    limit: Option<usize>,
}

impl AuditListQuery {
    fn parse(parameters: &QueryString) -> Result<AuditListQuery, ParameterError> {
        let given = parameters.parse(FILTER_NAMES)?;
        let takes = || AcceptedValues::described_by("takes-moment");
        Ok(AuditListQuery {
            action: given.parse_with(
                "action",
                AcceptedValues::described_by("takes-action"),
                Action::of,
            )?,
            since: given.parse_with("since", takes(), parse_timestamp)?,
            until: given.parse_with("until", takes(), parse_timestamp)?,
            cursor: given.number("cursor", 1..=i32::MAX)?,
            limit: given.number("limit", 1..=audit::MAX_PAGE_ENTRIES)?,
        })
    }

    fn to_view(self, of: AuditScope) -> AuditView {
        AuditView { scope: of, action: self.action, since: self.since, until: self.until }
    }
}

/// Responds with entries in the requested format. `whose` determines whose entries they are and is called for each
/// batch.
async fn list_entries(
    request: &HttpRequest,
    site: &SiteData,
    parameters: &QueryString,
    actor: Actor,
    whose: impl Fn(&App, &Actor) -> Result<AuditScope, Error> + Clone + Send + 'static,
) -> ApiResult {
    let wanted = AuditListQuery::parse(parameters)?;
    let form = ListFormat::from_accept_header(request);
    if form != ListFormat::Json {
        let most = wanted.limit.unwrap_or(audit::MAX_PAGE_ENTRIES);
        let whole = wanted.limit.is_none();
        let now = now_micros();
        // Where to continue, and whether this is the first batch: a full download is recorded only once.
        let start = Some((wanted.cursor, whole));
        return lists::stream_list_with_policy(
            site,
            form,
            CachePolicy::Private,
            start,
            move |app, from| {
                let (cursor, begins) = from.unwrap_or_default();
                let view = wanted.to_view(whose(app, &actor)?);
                let page = match begins {
                    true => audit::export_page(app, &actor, &view, cursor, most, now)?,
                    false => audit::page(app, &actor, &view, cursor, most)?,
                };
                let rows = page.entries.into_iter().map(AuditEntryItem::from).collect();
                let next = page.next.filter(|_| whole).map(|cursor| (Some(cursor), false));
                Ok(RowBatch { rows, next })
            },
        )
        .await;
    }
    let limit = wanted.limit.unwrap_or(50);
    let page = run_read(site, move |app| {
        let view = wanted.to_view(whose(app, &actor)?);
        audit::page(app, &actor, &view, wanted.cursor, limit)
    });
    let page = page.await?;
    let entries = page.entries.into_iter().map(AuditEntryItem::from).collect();
    Ok(lists::vary_by_accept(written(
        &AuditEntryPage { entries, next: page.next },
        CachePolicy::Private,
    )))
}

/// Lists what you did, and what others did to you, newest first.
///
/// `Accept: application/x-ndjson` or `text/csv` returns all entries unless `limit` asks for a page;
/// downloading all of them is itself recorded.
#[utoipa::path(
    get,
    path = "/api/v1/me/audit",
    operation_id = "listOwnAudit",
    params(AuditFilters),
    responses(AuditResponses)
)]
pub async fn list_own(
    request: HttpRequest,
    site: SiteData,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let whose = |_: &App, actor: &Actor| Ok(AuditScope::Account(actor.account));
    list_entries(&request, &site, &parameters, actor, whose).await
}

/// Lists the audit log of an organisation.
///
/// Formats and order are those of your own log.
#[utoipa::path(
    get,
    path = "/api/v1/organisations/{slug}/audit",
    operation_id = "listOrganisationAudit",
    params(AuditFilters),
    responses(AuditResponses)
)]
pub async fn list_organisation(
    request: HttpRequest,
    site: SiteData,
    slug: Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let slug = slug.into_inner();
    let whose = move |app: &App, actor: &Actor| audit::organisation_scope(app, actor, &slug);
    list_entries(&request, &site, &parameters, actor, whose).await
}

/// Lists the audit log of an event.
///
/// Formats and order are those of your own log.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/audit",
    operation_id = "listEventAudit",
    params(AuditFilters),
    responses(AuditResponses)
)]
pub async fn list_event(
    request: HttpRequest,
    site: SiteData,
    slug: Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let slug = slug.into_inner();
    let whose = move |app: &App, actor: &Actor| audit::event_scope(app, actor, &slug);
    list_entries(&request, &site, &parameters, actor, whose).await
}

/// Lists the audit log of the whole site.
///
/// Formats and order are those of your own log.
#[utoipa::path(
    get,
    path = "/api/v1/audit",
    operation_id = "listAudit",
    params(AuditFilters),
    responses(AuditResponses)
)]
pub async fn list_site(
    request: HttpRequest,
    site: SiteData,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    list_entries(&request, &site, &parameters, actor, |_, _| Ok(AuditScope::Site)).await
}

#[cfg(test)]
mod tests {
    use super::{parse_timestamp, to_rfc3339_micros};

    #[test]
    fn days_and_moments_are_read() {
        let day = parse_timestamp("2026-04-30").unwrap();
        assert_eq!(to_rfc3339_micros(day), "2026-04-30T00:00:00.000000Z");
        assert_eq!(parse_timestamp("2026-04-30T08:00:00 08:00"), Some(day));
        assert_eq!(parse_timestamp("2026-04-30T00:00:00Z"), Some(day));
        for wrong in ["", "today", "2026-13-01", "2026-04-30T25:00:00Z"] {
            assert_eq!(parse_timestamp(wrong), None, "{wrong}");
        }
    }
}
