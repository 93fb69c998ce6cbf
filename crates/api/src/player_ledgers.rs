//! What a player revealed, risked and bluffed, game by game, over the API: only of revealed games.

use adjutant_service::players;
use adjutant_service::records::date_of;
use adjutant_service::tallies::{self, Tally};
use adjutant_site::schema_enums::ColorName;

use super::prelude::*;
use super::round_to;

endpoints! {
    list: ReadPublic;
}

/// A player's side of a revealed game.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerLedgerItem {
    pub game: String,
    pub day: String,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The number of bits that the player revealed.
    pub told: f64,
    /// Challenges started and won, and the expected number of wins.
    pub challenges: u32,
    pub wins: u32,
    pub expected_wins: f64,
    pub threats: u32,
    /// The mean value of the threats.
    pub bluff_index: f64,
}

impl From<&Tally> for PlayerLedgerItem {
    fn from(tally: &Tally) -> PlayerLedgerItem {
        let rounded = |value| round_to(6, value);
        let Tally { game, day, color, side } = tally;
        PlayerLedgerItem {
            game: game.to_string(),
            day: date_of(*day),
            color: color.key(),
            told: rounded(side.told),
            challenges: side.luck.challenges,
            wins: side.luck.wins,
            expected_wins: rounded(side.luck.expected_wins),
            threats: side.bluffs.threats,
            bluff_index: rounded(side.bluffs.mean),
        }
    }
}

/// Lists what a player revealed, risked and bluffed in their newest revealed games, at most 40,
/// oldest first.
#[utoipa::path(
    get, path = "/api/v1/players/{handle}/ledgers", operation_id = "getPlayerLedgers",
    responses((status = 200, description = "The player's side of each game", body = [PlayerLedgerItem],
        example = json!([{"game": "0123456789abcdef", "day": "2026.01.10", "color": "white", "told": 24.967215, "challenges": 15, "wins": 12, "expected_wins": 10.035418, "threats": 11, "bluff_index": -0.020132}]))),
)]
pub async fn list(site: SiteData, caller: Caller, handle: Path<String>) -> ApiResult {
    let tallies = run_heavy(&site, caller, move |app| {
        let player = players::by_handle(app, &handle)?;
        tallies::of_player(app, player.id)
    });
    let items: Vec<PlayerLedgerItem> = tallies.await?.iter().map(PlayerLedgerItem::from).collect();
    Ok(public_json(&items))
}
