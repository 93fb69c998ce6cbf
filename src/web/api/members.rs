//! The members of an organisation over the API.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::access::Actor;
use crate::service::members::{self, Member, Members, More, Search};

use super::super::bearer::Asker;
use super::super::error::{ApiError, Problem};
use super::super::parameters::Parameters;
use super::super::site::Site;
use super::lists::{self, Form, Item, Part};
use super::{Keep, ask, json};

/// Rows on a page.
const ROWS: usize = 100;

/// A member of an organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberItem {
    pub handle: String,
    pub club: String,
    pub province: String,
    /// When an organizer verified club and province; null where nobody did.
    pub verified: Option<String>,
    /// What is for organizers alone: left out for everybody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<MemberMore>,
}

/// What organizers know of a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberMore {
    /// The organisation's own number for him.
    pub number: String,
    pub real_name: String,
    /// The age band: `unknown`, `below-13`, `13-17`, `18-59` or `60-up`.
    pub age: &'static str,
    pub verified_by: String,
    pub has_account: bool,
    /// Whether the player keeps off lists by the age band that this roster has.
    pub private: bool,
}

/// Members by handle.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberPage {
    pub members: Vec<MemberItem>,
    /// All whom the asker sees.
    pub total: i64,
    /// Send it as `after` for the next page; null at the end.
    pub next: Option<String>,
}

impl Item for MemberItem {}

impl From<Member> for MemberItem {
    fn from(member: Member) -> MemberItem {
        let private = member.private;
        let more = |more: More| MemberMore {
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
            verified: member.verified_at.map(moment),
            more: member.more.map(more),
        }
    }
}

fn moment(micros: i64) -> String {
    let at = DateTime::from_timestamp_micros(micros).unwrap_or_default();
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The members of an organisation by handle; with `Accept: application/x-ndjson` all of them, one a
/// line.
///
/// Members who keep off lists, and what is not public of the others, are for its organizers alone;
/// that they took it is in the audit trail.
#[utoipa::path(
    get,
    path = "/api/v1/organisations/{slug}/members",
    operation_id = "listMembers",
    params(
        ("slug" = String, Path, description = "The organisation's slug", example = "liga-ng-bayan"),
        ("search" = Option<String>, Query, description = "How the handle begins", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("after" = Option<String>, Query, description = "`next` of an earlier page", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
    ),
    responses(
        (status = 200, description = "A page of members, or all of them", content(
            (MemberPage = "application/json", example = json!({"members": [{"handle": "Lakandula", "club": "Intramuros", "province": "Cavite", "verified": "2026-05-09T12:00:00Z"}], "total": 1, "next": null})),
            (MemberItem = "application/x-ndjson", example = json!({"handle": "Lakandula", "club": "Intramuros", "province": "Cavite", "verified": null, "more": {"number": "7", "real_name": "Juan dela Cruz", "age": "18-59", "verified_by": "", "has_account": false, "private": false}})),
        )),
        (status = 400, description = "A parameter is wrong", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Bad Request", "status": 400, "detail": "There is no parameter “colour” here; take it out. There are: search, after."})),
        (status = 404, description = "No such organisation", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no organisation \"nobody\""})),
    ),
)]
pub async fn list(
    request: HttpRequest,
    site: web::Data<Site>,
    slug: web::Path<String>,
    parameters: Parameters,
    Asker(actor): Asker,
) -> Result<HttpResponse, ApiError> {
    let given = parameters.read(&["search", "after"])?;
    let text = |name| given.text(name).unwrap_or_default();
    let search = Search { prefix: text("search"), after: text("after"), club: None };
    let form = Form::without_csv(&request);
    let keep = if actor == Actor::nobody() { Keep::Check } else { Keep::Private };
    let now = Utc::now().timestamp_micros();
    let slug = slug.into_inner();
    let mut response = if form == Form::Ndjson {
        whole(&site, keep, (actor, slug, search), now).await?
    } else {
        let page =
            ask(&site, move |app| members::take(app, &actor, &slug, &search, (ROWS, false), now));
        let Members { items, next, total } = page.await?;
        let members = items.into_iter().map(MemberItem::from).collect();
        let mut response = json(&MemberPage { members, total, next }, keep);
        lists::varies(&mut response);
        response
    };
    let by_token = HeaderValue::from_static("Authorization");
    response.headers_mut().append(header::VARY, by_token);
    Ok(response)
}

/// All members that the actor sees from where he begins.
async fn whole(
    site: &web::Data<Site>,
    keep: Keep,
    (actor, slug, search): (Actor, String, Search),
    now: i64,
) -> Result<HttpResponse, ApiError> {
    let start = (search.after.clone(), true);
    lists::kept(site, Form::Ndjson, keep, Some(start), move |app, from| {
        let (after, first) = from.unwrap_or_default();
        let search = Search { after, ..search.clone() };
        // One who takes them all is in the trail once.
        let found = match first {
            true => members::take(app, &actor, &slug, &search, (ROWS, true), now)?,
            false => members::page(app, &actor, &slug, &search, ROWS)?,
        };
        let rows = found.items.into_iter().map(MemberItem::from).collect();
        Ok(Part { rows, next: found.next.map(|after| (after, false)) })
    })
    .await
}
