//! The notices of the token's owner.

use adjutant_site::schema_enums::NoticeKindName;
use std::sync::Arc;

use adjutant_service::access::Actor;
use adjutant_service::notices::{self, ShownNotice, Which};
use adjutant_site::i18n::{Language, Texts};
use adjutant_site::notice_text::notice_sentence;

use super::parse_id;
use super::prelude::*;

endpoints! {
    list: KeepNotices;
    mark_one: MarkNotices;
    mark_all: MarkNotices;
}

/// A notice.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeItem {
    pub id: i32,
    /// `pairing`, `start`, `move`, `request`, `result`, `ranks`, `review`, `proposal` or `followed`.
    #[schema(value_type = NoticeKindName)]
    pub kind: &'static str,
    /// What happened, in English.
    pub text: String,
    /// The path of the page about it.
    pub path: String,
    pub made_at: String,
    /// Null if it is unread.
    pub read_at: Option<String>,
}

/// Notices, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeListResponse {
    pub notices: Vec<NoticeItem>,
    /// Send it as `before` for the next page; null at the end.
    pub next: Option<i32>,
}

impl From<ShownNotice> for NoticeItem {
    fn from(shown: ShownNotice) -> NoticeItem {
        NoticeItem {
            id: shown.id,
            kind: shown.notice.kind().keys().next().unwrap_or_default(),
            text: notice_sentence(Texts(Language::English), &shown, "UTC"),
            made_at: to_rfc3339(shown.made_at),
            read_at: to_rfc3339_opt(shown.read_at),
            path: shown.path,
        }
    }
}

/// Lists your notices: pairings, results, game requests and what else concerns you.
#[utoipa::path(
    get, path = "/api/v1/me/notices", operation_id = "listNotices",
    params(("before" = Option<i32>, Query, minimum = 1, description = "The `next` of the page before")),
    responses((status = 200, description = "The notices", body = NoticeListResponse,
        example = json!({"notices": [{"id": 7, "kind": "request", "text": "Lakandula asks you for a game.", "path": "/play", "made_at": "2026-04-30T12:00:00Z", "read_at": null}], "next": null}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, query: QueryString) -> ApiResult {
    let before = query.parse(&["before"])?.number("before", 1..=i32::MAX)?;
    let (found, next) = run_read(&site, move |app| notices::page(app, &actor, before)).await?;
    let notices = found.into_iter().map(NoticeItem::from).collect();
    Ok(private_json(&NoticeListResponse { notices, next }))
}

/// Up to which notice all are read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkNoticesRequest {
    /// The newest notice that you have seen: those that arrived after it stay unread.
    #[schema(minimum = 1)]
    pub up_to: i32,
}

/// The number of notices that are still unread.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadResponse {
    pub unread: u32,
}

/// Marks one of your notices as read. Repeating it has no effect.
#[utoipa::path(
    post, path = "/api/v1/me/notices/{id}/read", operation_id = "markNoticeRead",
    responses((status = 200, description = "The notice is read", body = UnreadResponse,
        example = json!({"unread": 2}))),
)]
pub async fn mark_one(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
) -> ApiResult {
    notices::authorize_marking(&actor)?;
    let id = parse_id(&path)?;
    mark(&site, actor, Which::One(id)).await
}

/// Marks your notices as read, up to the newest that you have seen.
#[utoipa::path(
    post, path = "/api/v1/me/notices/read", operation_id = "markNoticesRead",
    request_body(content = MarkNoticesRequest, example = json!({"up_to": 7})),
    responses((status = 200, description = "The notices are read", body = UnreadResponse,
        example = json!({"unread": 0}))),
)]
pub async fn mark_all(ApiPost { site, actor, body }: ApiPost) -> ApiResult {
    notices::authorize_marking(&actor)?;
    let MarkNoticesRequest { up_to } = body.json(MAX_COMMAND_BYTES).await?;
    mark(&site, actor, Which::UpTo(up_to)).await
}

async fn mark(site: &SiteData, actor: Actor, which: Which) -> ApiResult {
    let feeds = Arc::clone(&site.feeds);
    let unread = run_read(site, move |app| {
        let unread = notices::mark_read(app, &actor, which, now_micros())?;
        feeds.notices.recount(actor.account);
        Ok(unread)
    });
    Ok(private_json(&UnreadResponse { unread: unread.await? }))
}
