//! Starting stages; pairing, editing, publishing and retracting rounds.

use crate::prelude::*;
use adjutant_service::contests::{CommandOutcome, ContestCommand, RoundCommand};
use adjutant_service::live;
use adjutant_site::play_commands::parse_play_id_param;

use super::{MAX_LONG_BODY_BYTES, execute_commands, read_permitted};

endpoints! {
    act_on_round: ManagePairings;
}

/// Starts a stage; pairs, edits, publishes or retracts a round.
///
/// Only officials see a draft, at `/api/v1/events/{slug}/desk`, with the rules that it violates.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/rounds", operation_id = "commandRound",
    request_body(content = RoundCommand, example = json!({"do": "publish", "stage": 1, "round": 1})),
    responses((status = 200, description = "The change is recorded", body = CommandOutcome,
        example = json!({"version": 17, "facts": 1}))),
)]
pub async fn act_on_round(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::ManagePairings, slug.as_str());
    let sent: RoundCommand = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    if let RoundCommand::PlayAgain { play } = &sent {
        let play = parse_play_id_param(play)?;
        let live = site.live.clone();
        let again = move |_: &App| live::play_again(&live, &actor, &slug, &play);
        let version = run_read(&site, again).await?;
        return Ok(private_json(&CommandOutcome { version, fact_count: 0 }));
    }
    execute_commands(&site, actor, slug.into_inner(), vec![ContestCommand::Round(sent)]).await
}
