//! Quick pairing over the API.

use super::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_domain::play::pace_message;
use adjutant_service::live::{self, QuickPairing};
use adjutant_site::play_commands::require_play;
use adjutant_site::schema_enums::{GameName, QuickPairingStateName};
use salpakan::clock::Pace;
use salpakan::record::short_id_text;

endpoints! {
    show: Play;
    join: Play;
    leave: Play;
}

/// A wish for an opponent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinQuickPairingRequest {
    /// The game, `salpakan` by default, played by its usual rules.
    #[schema(value_type = Option<GameName>)]
    pub game: Option<GameKind>,
    /// The time control with a clock, such as `600+5`.
    #[schema(pattern = "^[0-9]{1,5}(/[0-9]{1,5})?[+][0-9]{1,3}(d[1-9][0-9]{0,2})?$")]
    pub pace: String,
    /// Whether the game may be rated; it is if both players wish it.
    #[serde(default)]
    pub rated: bool,
}

/// The state of your search for an opponent.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct QuickPairingResponse {
    /// `outside`, `waiting` or `paired`.
    #[schema(value_type = QuickPairingStateName)]
    pub state: &'static str,
    /// The live game; null before you are paired.
    pub play: Option<String>,
    /// The game that you wait for.
    #[schema(value_type = Option<GameName>)]
    pub game: Option<&'static str>,
    pub pace: Option<String>,
    /// How many others wait for this game at this pace.
    pub others: Option<usize>,
    /// The lowest rating of an opponent by now; null for any, which is so after a minute.
    pub ratings_from: Option<i32>,
    /// The highest one.
    pub ratings_to: Option<i32>,
}

impl From<QuickPairing> for QuickPairingResponse {
    fn from(standing: QuickPairing) -> QuickPairingResponse {
        match standing {
            QuickPairing::Outside => {
                QuickPairingResponse { state: "outside", ..QuickPairingResponse::default() }
            }
            QuickPairing::Paired(play) => QuickPairingResponse {
                state: "paired",
                play: Some(short_id_text(&play)),
                ..QuickPairingResponse::default()
            },
            QuickPairing::Waiting(place) => QuickPairingResponse {
                state: "waiting",
                play: None,
                game: Some(place.game.key()),
                pace: Some(place.pace.key()),
                others: Some(place.others),
                ratings_from: place.range.map(|(from, _)| from),
                ratings_to: place.range.map(|(_, to)| to),
            },
        }
    }
}

/// Shows your search for an opponent. Ask every few seconds: after 20 seconds without a question you
/// are paired with nobody until you ask again, and after a minute you do not wait any more.
#[utoipa::path(
    get, path = "/api/v1/quick-pairing", operation_id = "getQuickPairing",
    responses((status = 200, description = "Your search", body = QuickPairingResponse,
        example = json!({"state": "waiting", "play": null, "game": "salpakan", "pace": "600+5", "others": 1, "ratings_from": 1400, "ratings_to": 1600}))),
)]
pub async fn show(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let standing = run_play_read(&site, move |live| live::quick_pairing(live, &actor)).await?;
    Ok(private_json(&QuickPairingResponse::from(standing)))
}

/// Waits for an opponent at the same game with the same time control and a similar rating. The range of ratings widens
/// while you wait.
#[utoipa::path(
    post, path = "/api/v1/quick-pairing/join", operation_id = "joinQuickPairing",
    request_body(content = JoinQuickPairingRequest, example = json!({"pace": "600+5", "rated": true})),
    responses((status = 200, description = "Your search, or the game if somebody was waiting", body = QuickPairingResponse,
        example = json!({"state": "paired", "play": "0123456789abcdef", "game": null, "pace": null, "others": null, "ratings_from": null, "ratings_to": null}))),
)]
pub async fn join(ApiPost { site, actor, body }: ApiPost) -> ApiResult {
    require_play(&actor)?;
    let asked: JoinQuickPairingRequest = body.json(MAX_COMMAND_BYTES).await?;
    let pace = Pace::parse(&asked.pace).map_err(|e| Error::invalid("pace", pace_message(e)))?;
    let wanted = (asked.game.unwrap_or_default(), pace);
    let joined = run_play_read(&site, move |live| {
        live::join_quick_pairing(live, &actor, wanted, asked.rated)
    });
    Ok(private_json(&QuickPairingResponse::from(joined.await?)))
}

/// Stops waiting. A game that was made already stays.
#[utoipa::path(
    post, path = "/api/v1/quick-pairing/leave", operation_id = "leaveQuickPairing",
    responses((status = 200, description = "You do not wait any more", body = QuickPairingResponse,
        example = json!({"state": "outside", "play": null, "game": null, "pace": null, "others": null, "ratings_from": null, "ratings_to": null}))),
)]
pub async fn leave(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let left = run_play_read(&site, move |live| {
        live::leave_quick_pairing(live, &actor)?;
        live::quick_pairing(live, &actor)
    });
    Ok(private_json(&QuickPairingResponse::from(left.await?)))
}
