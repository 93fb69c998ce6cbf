//! The badges of an event, for programs that print them.

use adjutant_service::contests::{self, Badge};

use crate::prelude::*;

endpoints! {
    list: CheckIn;
}

/// A badge.
#[derive(Debug, Serialize, ToSchema)]
pub struct BadgeItem {
    /// The entrant's number.
    pub entrant: u32,
    pub name: String,
    pub club: String,
    pub province: String,
    /// The address on this site that its code leads to: it checks the holder in on the phones of officials and helpers,
    /// and is the event's page for everybody else.
    pub path: String,
}

/// The badges of everybody who takes part, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct BadgeListResponse {
    pub badges: Vec<BadgeItem>,
}

/// Lists the badges of an event, with the addresses that their codes lead to.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/badges", operation_id = "listBadges",
    responses((status = 200, description = "The badges", body = BadgeListResponse,
        example = json!({"badges": [{"entrant": 1, "name": "Ana", "club": "Hawks", "province": "Benguet", "path": "/events/club-open/badges/1-0123456789abcdef0123"}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let own = slug.clone();
    let badges = run_read(&site, move |app| contests::badges(app, &actor, &own)).await?;
    let item = |one: Badge| BadgeItem {
        entrant: one.id.0,
        name: one.name,
        club: one.club,
        province: one.province,
        path: format!("/events/{slug}/badges/{}", one.key),
    };
    Ok(private_json(&BadgeListResponse { badges: badges.into_iter().map(item).collect() }))
}
