//! The notices of the token's owner.

use adjutant_service::notices::{self, ShownNotice};
use adjutant_site::i18n::{Language, Texts};
use adjutant_site::notice_text::notice_sentence;

use super::prelude::*;

endpoints! {
    list: KeepNotices;
}

/// A notice.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeItem {
    pub id: i32,
    /// `pairing`, `start`, `move`, `request`, `result`, `ranks`, `review` or `proposal`.
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
