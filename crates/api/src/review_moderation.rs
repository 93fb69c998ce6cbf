//! Moderation of published reviews over the API.

use adjutant_service::reviews::{self, Moderation};

use super::games::find_head as game_of;
use super::parse_id;
use super::prelude::*;
use super::reviews::{ReviewItem, ReviewListResponse, ReviewStateResponse};

endpoints! {
    take_down: ModerateReviews;
    reinstate: ModerateReviews;
    list_taken_down: ModerateReviews;
}

/// The reason of a moderator.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ModerationRequest {
    /// Shown to the author; at most 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// Lists reviews that were taken down, newest first: at most a hundred, and none of your own.
#[utoipa::path(
    get, path = "/api/v1/reviews/taken-down", operation_id = "listTakenDown",
    responses((status = 200, description = "The reviews, without their remarks", body = ReviewListResponse,
        example = json!({"reviews": [{"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": false, "published": false, "taken_down": {"at": "2026-11-22T08:00:00Z", "reason": "It insults the opponent."}, "plies": 12, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}]}))),
)]
pub async fn list_taken_down(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let found = run_read(&site, move |app| reviews::taken_down(app, &actor)).await?;
    let reviews = found.iter().map(ReviewItem::from).collect();
    Ok(private_json(&ReviewListResponse { reviews }))
}

/// Takes down a published review, as a moderator: only its author and moderators still see it.
///
/// The author sees the reason, which is also recorded in the audit log, and cannot publish the
/// review until it is reinstated. Moderators cannot take down their own reviews.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/{review}/take-down", operation_id = "takeReviewDown",
    request_body(content = ModerationRequest, example = json!({"reason": "It insults the opponent."})),
    responses((status = 200, description = "The review is taken down", body = ReviewStateResponse,
        example = json!({"id": 7, "state": "taken-down"}))),
)]
pub async fn take_down(post: ApiPost, path: Path<(String, String)>) -> ApiResult {
    moderate(post, path, Moderation::TakeDown, "taken-down").await
}

/// Reinstates a review that was taken down, as a moderator. It stays private until its author
/// publishes it again.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/{review}/give-back", operation_id = "restoreReview",
    request_body(content = ModerationRequest, example = json!({"reason": "The words are gone."})),
    responses((status = 200, description = "The review is reinstated", body = ReviewStateResponse,
        example = json!({"id": 7, "state": "private"}))),
)]
pub async fn reinstate(post: ApiPost, path: Path<(String, String)>) -> ApiResult {
    moderate(post, path, Moderation::Restore, "private").await
}

async fn moderate(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<(String, String)>,
    what: Moderation,
    state: &'static str,
) -> ApiResult {
    reviews::may_moderate(&actor)?;
    let (game, id) = path.into_inner();
    let (game, id) = (game_of(&site, &game).await?, parse_id(&id)?);
    let ModerationRequest { reason } = body.json(MAX_COMMAND_BYTES).await?;
    run_read(&site, move |app| {
        reviews::moderate(app, &actor, (game, id), what, &reason, now_micros())
    })
    .await?;
    Ok(private_json(&ReviewStateResponse { id, state }))
}
