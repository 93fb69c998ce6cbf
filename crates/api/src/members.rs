//! The members of an organisation over the API.

use adjutant_domain::moment::Micros;
use adjutant_service::members::{self, Member, MemberFilter, OfficialMemberDetails, RosterPage};
use adjutant_site::schema_enums::AgeBandName;

use super::lists::{self, ListFormat, ListRow, RowBatch};
use super::prelude::*;
use super::vary_by_token;

endpoints! {
    list: ReadPublic, ReadRoster;
}

/// The number of rows on a page.
const BATCH_ROWS: usize = 100;

/// A member of an organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberItem {
    pub handle: String,
    pub club: String,
    pub province: String,
    /// When an organizer verified club and province; null if they are not verified.
    pub verified: Option<String>,
    /// Only in responses to organizers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<MemberPrivateDetails>,
}

/// Private data of a member, for organizers.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberPrivateDetails {
    /// The organisation's own number for the member.
    pub number: String,
    pub real_name: String,
    /// The age band: `unknown`, `below-13`, `13-17`, `18-59` or `60-up`.
    #[schema(value_type = AgeBandName)]
    pub age: &'static str,
    pub verified_by: String,
    pub has_account: bool,
    /// Whether the player keeps off lists because of the age band in this roster.
    pub private: bool,
}

/// A page of members, by handle.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberPage {
    pub members: Vec<MemberItem>,
    /// The number of members that you can see.
    pub total: i64,
    /// Send it as `after` for the next page; null at the end.
    pub next: Option<String>,
}

impl ListRow for MemberItem {}

impl From<Member> for MemberItem {
    fn from(member: Member) -> MemberItem {
        let private = member.is_private;
        let more = |more: OfficialMemberDetails| MemberPrivateDetails {
            number: more.number,
            real_name: more.real_name,
            age: more.age.key(),
            verified_by: more.verified_by,
            has_account: more.has_account,
            private,
        };
        MemberItem {
            handle: member.handle,
            club: member.club,
            province: member.province,
            verified: member.verified_at.map(to_rfc3339),
            more: member.official_details.map(more),
        }
    }
}

/// Lists the members of an organisation by handle; with `Accept: application/x-ndjson` all of them,
/// one per line.
///
/// Only organizers see members who keep off lists, and private data of the others; that they read
/// it is recorded in the audit log.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/members", operation_id = "listMembers",
    params(
        ("search" = Option<String>, Query, description = "The beginning of the handle", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("after" = Option<String>, Query, description = "`next` of the previous page", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
    ),
    responses((status = 200, description = "A page of members, or all of them", content(
        (MemberPage = "application/json", example = json!({"members": [{"handle": "Lakandula", "club": "Intramuros", "province": "Cavite", "verified": "2026-05-09T12:00:00Z"}], "total": 1, "next": null})),
        (MemberItem = "application/x-ndjson", example = json!({"handle": "Lakandula", "club": "Intramuros", "province": "Cavite", "verified": null, "more": {"number": "7", "real_name": "Juan dela Cruz", "age": "18-59", "verified_by": "", "has_account": false, "private": false}})),
        ))),
)]
pub async fn list(
    request: HttpRequest,
    site: SiteData,
    slug: Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let given = parameters.parse(&["search", "after"])?;
    let text = |name| given.text(name).unwrap_or_default();
    let search = MemberFilter { prefix: text("search"), after: text("after"), club: None };
    let form = ListFormat::from_accept_header_without_csv(&request);
    let keep = CachePolicy::for_actor(&actor);
    let now = now_micros();
    let slug = slug.into_inner();
    let response = if form == ListFormat::Ndjson {
        stream_members(&site, keep, (actor, slug, search), now).await?
    } else {
        let page = run_read(&site, move |app| {
            members::export_page(app, &actor, &slug, &search, (BATCH_ROWS, false), now)
        });
        let RosterPage { items, next, total } = page.await?;
        let members = items.into_iter().map(MemberItem::from).collect();
        lists::vary_by_accept(json_response(&MemberPage { members, total, next }, keep))
    };
    Ok(vary_by_token(response))
}

/// All members that the actor may see, from a handle on.
async fn stream_members(
    site: &SiteData,
    keep: CachePolicy,
    (actor, slug, search): (Actor, String, MemberFilter),
    now: Micros,
) -> ApiResult {
    let start = (search.after.clone(), true);
    lists::stream_list_with_policy(site, ListFormat::Ndjson, keep, Some(start), move |app, from| {
        let (after, first) = from.unwrap_or_default();
        let search = MemberFilter { after, ..search.clone() };
        // A full download is recorded only once in the audit log.
        let found = match first {
            true => members::export_page(app, &actor, &slug, &search, (BATCH_ROWS, true), now)?,
            false => members::page(app, &actor, &slug, &search, BATCH_ROWS)?,
        };
        let rows = found.items.into_iter().map(MemberItem::from).collect();
        Ok(RowBatch { rows, next: found.next.map(|after| (after, false)) })
    })
    .await
}
