//! Annulling stored games over the API.

use adjutant_service::annulments::{self, Annulling};
use adjutant_service::games;

use super::games::parse_game_id;
use super::prelude::*;

endpoints! {
    annul: RulePlay;
    reinstate: RulePlay;
}

/// The reason for annulling or reinstating a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnulmentRequest {
    /// Shown to everybody; at most 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// Whether a game counts.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnulmentResponse {
    pub id: String,
    pub annulled: bool,
}

/// Annuls a stored game, as an official of its event or organisation or, for a game without an
/// organisation, as a moderator.
///
/// The record stays, with a mark and the reason, and no longer counts: not in ratings, which are
/// computed again, nor in the standings of records or in the table of a season. The result of a
/// match in an event that is run here stays as it is. Nobody annuls their own game.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/annul", operation_id = "annulGame",
    request_body(content = AnnulmentRequest, example = json!({"reason": "The same game was imported twice."})),
    responses((status = 200, description = "The game is annulled", body = AnnulmentResponse,
        example = json!({"id": "0123456789abcdef", "annulled": true}))),
)]
pub async fn annul(post: ApiPost, path: Path<String>) -> ApiResult {
    submit(post, path, Annulling::Annul).await
}

/// Lets an annulled game count again, as an official of its event or organisation or, for a game
/// without an organisation, as a moderator. Ratings are computed again.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reinstate", operation_id = "reinstateGame",
    request_body(content = AnnulmentRequest, example = json!({"reason": "It was another game."})),
    responses((status = 200, description = "The game counts again", body = AnnulmentResponse,
        example = json!({"id": "0123456789abcdef", "annulled": false}))),
)]
pub async fn reinstate(post: ApiPost, path: Path<String>) -> ApiResult {
    submit(post, path, Annulling::Reinstate).await
}

async fn submit(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<String>,
    what: Annulling,
) -> ApiResult {
    let id = parse_game_id(&path)?;
    let found = run_read(&site, {
        let actor = actor.clone();
        move |app| {
            let game = games::get_any(app, id)?;
            annulments::may_annul(app, &actor, game.act_target())?;
            Ok((game.head(), game.act_target()))
        }
    });
    let found = found.await?;
    let AnnulmentRequest { reason } = body.json(MAX_COMMAND_BYTES).await?;
    run_read(&site, move |app| annulments::annul(app, &actor, found, what, &reason, now_micros()))
        .await?;
    Ok(private_json(&AnnulmentResponse {
        id: found.0.id.to_string(),
        annulled: what == Annulling::Annul,
    }))
}
