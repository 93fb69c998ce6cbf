//! Starting stages; pairing, editing, publishing and retracting rounds.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::web::play_commands::parse_play_id_param;
use adjutant_service::access::Act;
use adjutant_service::contests::{ContestCommand, RoundCommand};
use adjutant_service::{App, live};

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::ApiError;
use super::super::super::site::Site;
use super::super::endpoint::endpoints;
use super::super::{CachePolicy, json_response, run_read};
use super::{
    ContestCommandResponse, MAX_LONG_BODY_BYTES, execute_commands, read_permitted_command,
};

endpoints! {
    act_on_round: ManagePairings;
}

/// Starts a stage; pairs, edits, publishes or retracts a round.
///
/// Only officials see a draft, at `/api/v1/events/{slug}/desk`, with the rules that it violates.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/rounds",
    operation_id = "tellOfRounds",
    request_body(content = RoundCommand, example = json!({"do": "publish", "stage": 1, "round": 1})),
    responses((status = 200, description = "The change is recorded", body = ContestCommandResponse,
        example = json!({"version": 17, "facts": 1}))),
)]
pub async fn act_on_round(
    request: HttpRequest,
    site: web::Data<Site>,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::ManagePairings, slug.as_str());
    let sent: RoundCommand =
        read_permitted_command((&request, payload), &site, of, MAX_LONG_BODY_BYTES).await?;
    if let RoundCommand::PlayAgain { play } = &sent {
        let play = parse_play_id_param(play)?;
        let live = site.live.clone();
        let again = move |_: &App| live::play_again(&live, &actor, &slug, &play);
        let version = run_read(&site, again).await?;
        return Ok(json_response(
            &ContestCommandResponse { version, facts: 0 },
            CachePolicy::Private,
        ));
    }
    let commands = vec![ContestCommand::Round(sent)];
    Ok(json_response(&execute_commands(&site, actor, slug, commands).await?, CachePolicy::Private))
}
