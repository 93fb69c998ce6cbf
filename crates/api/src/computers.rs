//! The computer as an opponent.

use super::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_service::live::{self, ComputerPersonality, OfferedLevel};
use adjutant_site::computer_game::ComputerGameRequest;
use adjutant_site::play_commands::require_play;
use adjutant_site::schema_enums::{ComputerPersonalityName, GameName};
use salpakan::record::short_id_text;

use super::seeks::CreateSeekResponse;

endpoints! {
    list: ReadPublic;
    create: Play;
}

/// A level of the computer.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComputerItem {
    /// From 1, a beginner, to the last, full strength.
    pub level: u8,
    /// The rank that it is named by.
    pub name: &'static str,
    /// The handle of its player; null before the first game against the computer.
    pub handle: Option<String>,
    /// Its rating against people in this game; null without one.
    pub rating: Option<i32>,
}

/// The computer's levels in a game, the weakest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComputerList {
    /// Whether the computer plays on this server.
    pub plays: bool,
    /// The ways in which it can be asked to play casual games; none for the Game of Three Generals.
    #[schema(value_type = Vec<ComputerPersonalityName>)]
    pub personalities: Vec<&'static str>,
    pub levels: Vec<ComputerItem>,
}

/// Lists the levels of the computer in a game.
#[utoipa::path(
    get, path = "/api/v1/computers", operation_id = "listComputers",
    params(("game" = inline(Option<GameName>), Query, description = "`salpakan` by default")),
    responses((status = 200, description = "The levels", body = ComputerList,
        example = json!({"plays": true, "personalities": ["attacker", "defender", "runner", "bluffer"], "levels": [{"level": 1, "name": "Private", "handle": "Computer Private", "rating": 1043}]}))),
)]
pub async fn list(site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["game"])?;
    let kind = given.game()?.unwrap_or_default();
    let plays = site.live.has_computer();
    let levels = run_read(&site, move |app| live::computer_levels(app, kind)).await?;
    let item = |(level, offered): (u8, OfferedLevel)| ComputerItem {
        level,
        name: offered.level.rank().name(),
        handle: offered.player.map(|player| player.name),
        rating: offered.rating,
    };
    let personalities = match kind {
        GameKind::Salpakan => ComputerPersonality::ALL.map(ComputerPersonality::key).to_vec(),
        GameKind::ThreeGenerals => Vec::new(),
    };
    let levels = (1..).zip(levels).map(item).collect();
    Ok(private_json(&ComputerList { plays, personalities, levels }))
}

/// Begins a game against the computer, which deploys and plays as any opponent does.
#[utoipa::path(
    post, path = "/api/v1/computers/new", operation_id = "playComputer",
    request_body(content = ComputerGameRequest, example = json!({"level": 3, "pace": "1200+5"})),
    responses((status = 200, description = "The live game has begun", body = CreateSeekResponse,
        example = json!({"id": "0123456789abcdef"}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost) -> ApiResult {
    require_play(&actor)?;
    let wanted: ComputerGameRequest = body.json(MAX_COMMAND_BYTES).await?;
    let wanted = wanted.into_game()?;
    let begun = move |live: &_| live::play_computer(live, &actor, &wanted);
    let play = run_play_read(&site, begun).await?;
    Ok(private_json(&CreateSeekResponse { id: short_id_text(&play) }))
}
