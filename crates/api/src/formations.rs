//! Set-ups of revealed games over the API: public statistics.

use actix_web::ResponseError;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use utoipa::IntoParams;

use adjutant_domain::formation::{CELLS, Estimate, Listed, Near, SetUp, Strategy, Tally, Totals};
use adjutant_service::formations::{self, ExampleGame};
use salpakan::record::share_code;
use salpakan::rules::{Rank, RuleSet};

use super::games::GameItem;
use super::prelude::*;
use super::request_body::PostBody;
use super::round_to;
use adjutant_site::error::Problem;
use adjutant_site::formation_query::{FormationQuery, color_key, square_name};
use adjutant_site::redacted_debug::mute;
use adjutant_site::schema_enums::ColorName;

endpoints! {
    list: ReadPublic;
    show: ReadPublic;
}

/// A share or a score between 0 and 1, and its 95% interval.
#[derive(Debug, Serialize, ToSchema)]
pub struct EstimateItem {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl EstimateItem {
    fn from_estimate(estimate: Option<Estimate>) -> Option<EstimateItem> {
        let Estimate { value, low, high } = estimate?;
        Some(EstimateItem {
            value: round_to(6, value),
            low: round_to(6, low),
            high: round_to(6, high),
        })
    }
}

/// Results of games, from the side of the set-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormationTallyItem {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The mean score, a draw being half a point; null without games.
    pub score: Option<EstimateItem>,
}

impl From<&Tally> for FormationTallyItem {
    fn from(tally: &Tally) -> FormationTallyItem {
        FormationTallyItem {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: EstimateItem::from_estimate(tally.score()),
        }
    }
}

/// A rank on a square, and the results of the set-ups with that rank on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SquareStatistics {
    /// Seen from its own side, `a1` to `i3`.
    pub square: String,
    /// The rank's letter; null for an empty square.
    pub rank: Option<char>,
    pub games: u64,
    /// The share among all matching set-ups.
    pub share: Option<EstimateItem>,
    pub score: Option<EstimateItem>,
}

/// A strategy that players name, and the results of the set-ups that follow it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StrategyStatistics {
    /// Such as `blitzkrieg`; the filter `strategy` takes it.
    pub strategy: &'static str,
    pub results: FormationTallyItem,
}

/// A set-up together with its mirror image.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetUpItem {
    /// Its share code.
    pub code: String,
    /// White's set-up in the notation.
    pub set_up: String,
    pub results: FormationTallyItem,
}

impl From<&Listed> for SetUpItem {
    fn from(listed: &Listed) -> SetUpItem {
        let (code, set_up) = set_up_and_share_code(listed.set_up);
        SetUpItem { code, set_up, results: FormationTallyItem::from(&listed.tally) }
    }
}

fn set_up_and_share_code(set_up: SetUp) -> (String, String) {
    let army = set_up.deployment();
    (share_code(&RuleSet::STANDARD, &army), army.notation())
}

/// A matching game.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormationExample {
    /// The side whose set-up it shows: `white` or `black`.
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    pub game: GameItem,
}

fn examples(all: Vec<ExampleGame>) -> Vec<FormationExample> {
    let one = |own: ExampleGame| FormationExample {
        color: color_key(own.color),
        game: GameItem::from(own.game),
    };
    all.into_iter().map(one).collect()
}

/// Where ranks are placed in the matching set-ups.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormationListResponse {
    /// The number of all revealed games, regardless of filters.
    pub games: usize,
    /// All matching set-ups.
    pub set_ups: FormationTallyItem,
    /// By square; ranks that are never placed there are omitted.
    pub places: Vec<SquareStatistics>,
    /// All strategies; a set-up may follow several or none.
    pub strategies: Vec<StrategyStatistics>,
    /// The most used set-ups, each with its mirror image, ten at most.
    pub popular: Vec<SetUpItem>,
    /// The newest games, ten at most.
    pub examples: Vec<FormationExample>,
}

/// A set-up similar to another.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarFormationItem {
    pub code: String,
    pub set_up: String,
    /// The number of squares on which it, or its mirror image, differs.
    pub apart: u32,
    pub results: FormationTallyItem,
}

impl From<&Near> for SimilarFormationItem {
    fn from(near: &Near) -> SimilarFormationItem {
        let SetUpItem { code, set_up, results } = SetUpItem::from(&near.listed);
        SimilarFormationItem { code, set_up, apart: near.apart, results }
    }
}

/// One set-up.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormationResponse {
    pub code: String,
    pub set_up: String,
    /// The strategies it follows.
    pub strategies: Vec<&'static str>,
    /// Games with exactly this set-up.
    pub as_it_stands: FormationTallyItem,
    /// Games with its mirror image.
    pub mirrored: FormationTallyItem,
    /// All games by the number of squares that differ, from 0 on.
    pub by_distance: Vec<FormationTallyItem>,
    /// Other set-ups, the nearest first, ten at most.
    pub nearest: Vec<SimilarFormationItem>,
    pub examples: Vec<FormationExample>,
}

/// Filters; all of them must match.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct FormationFilters {
    /// The handle of the player whose set-ups count. Players who keep off lists cannot be selected.
    #[param(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")]
    player: Option<String>,
    /// The handle of the other side.
    #[param(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")]
    opponent: Option<String>,
    /// The event's slug.
    #[param(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")]
    event: Option<String>,
    /// The slug of the organisation that owns the games.
    #[param(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")]
    organisation: Option<String>,
    /// The number of one of its seasons; needs `organisation`.
    #[param(minimum = 1, maximum = 2_147_483_647)]
    season: Option<i32>,
    /// The pool's key, such as `rapid`.
    #[param(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")]
    pool: Option<String>,
    /// The player's rating before the game; excludes unrated games.
    #[param(minimum = 0, maximum = 9_999)]
    min_rating: Option<u16>,
    #[param(minimum = 0, maximum = 9_999)]
    max_rating: Option<u16>,
    /// The first day, as 2026-04-30 or 2026.04.30.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day, in the same format.
    #[param(format = Date)]
    to: Option<String>,
    #[param(inline)]
    color: Option<ColorName>,
    /// 1: counts a set-up and its mirror image as one, seen with the Flag on the left.
    #[param(minimum = 0, maximum = 1)]
    mirror: Option<u8>,
    /// Ranks on squares: a rank's letter, or a dot for an empty square, and the square; at most ten, separated by
    /// spaces.
    #[param(pattern = "^[54321CLMKABTPSF.][a-i][1-3]( [54321CLMKABTPSF.][a-i][1-3]){0,9}$")]
    when: Option<String>,
    /// Only set-ups that follow this strategy.
    #[param(
        pattern = "^(blitzkrieg|banzai-charge|slow-moving-shield|rampaging-bulls|strongholds|clustered-task-forces|distributed-defense)$"
    )]
    strategy: Option<String>,
    /// 1: weights shares and scores of places by the players' ratings.
    #[param(minimum = 0, maximum = 1)]
    weighted: Option<u8>,
    /// Used by the pages only; has no effect here.
    #[param(pattern = "^[54321CLMKABTPSF]$")]
    rank: Option<String>,
    /// Returns only the places of this square.
    #[param(pattern = "^[a-i][1-3]$")]
    square: Option<String>,
}

/// Counts where ranks stand in the set-ups of revealed games, how those set-ups scored, and which
/// are most used.
#[utoipa::path(
    get, path = "/api/v1/formations", operation_id = "listFormations",
    params(FormationFilters),
    responses(
        (status = 200, description = "The statistics", body = FormationListResponse,
            example = json!({"games": 800, "set_ups": {"games": 1600, "wins": 790, "draws": 20, "losses": 790, "score": {"value": 0.5, "low": 0.475533, "high": 0.524467}}, "places": [{"square": "a1", "rank": "F", "games": 160, "share": {"value": 0.1, "low": 0.086248, "high": 0.115669}, "score": {"value": 0.525, "low": 0.447858, "high": 0.601004}}], "strategies": [{"strategy": "strongholds", "results": {"games": 120, "wins": 61, "draws": 2, "losses": 57, "score": {"value": 0.516667, "low": 0.428169, "high": 0.604172}}}], "popular": [{"code": "0000000000000f3", "set_up": "54321CLMK/ABTPPPPPP/SFS......", "results": {"games": 2, "wins": 1, "draws": 0, "losses": 1, "score": {"value": 0.5, "low": 0.094531, "high": 0.905469}}}], "examples": []})),
        (status = 404, description = "No such player, event, organisation, season or pool"),
        (status = 503, description = "Set-ups are being counted after a restart; ask again after Retry-After seconds", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#unavailable", "title": "Service Unavailable", "status": 503, "detail": "Set-ups are being counted after a restart. Try again in a few seconds."})),
    ),
)]
pub async fn list(site: SiteData, caller: Caller, parameters: QueryString) -> ApiResult {
    let asked = FormationQuery::read(&parameters)?;
    let wish = asked.wish.clone();
    let look =
        run_heavy(&site, caller, move |app| formations::overview(app, &Actor::nobody(), &wish))
            .await?;
    if look.is_preparing {
        return Ok(not_ready());
    }
    let cells = asked.cell.map_or(0..CELLS, |cell| cell..cell + 1);
    let answer = FormationListResponse {
        games: look.game_count,
        set_ups: FormationTallyItem::from(look.totals.all()),
        places: square_statistics(&look.totals, cells, asked.weighted),
        strategies: Strategy::ALL
            .iter()
            .zip(&look.strategies)
            .map(|(own, tally)| StrategyStatistics { strategy: own.key(), results: tally.into() })
            .collect(),
        popular: look.popular.iter().map(SetUpItem::from).collect(),
        examples: examples(look.examples),
    };
    Ok(public_json(&answer))
}

fn square_statistics(
    totals: &Totals,
    cells: std::ops::Range<usize>,
    weighted: bool,
) -> Vec<SquareStatistics> {
    let occupants = || Rank::ALL.into_iter().map(Some).chain([None]);
    let pairs = cells.flat_map(|cell| occupants().map(move |own| (cell, own)));
    let there = pairs.filter(|(cell, own)| totals.place(*cell, *own).games() > 0);
    there
        .map(|(cell, own)| SquareStatistics {
            square: square_name(cell),
            rank: own.map(Rank::letter),
            games: totals.place(cell, own).games(),
            share: EstimateItem::from_estimate(totals.share(cell, own, weighted)),
            score: EstimateItem::from_estimate(totals.score(cell, own, weighted)),
        })
        .collect()
}

/// The requested set-up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetUpParameter {
    /// Its share code under the published rules: 15 digits and letters.
    #[schema(pattern = "^[0-9a-hjkmnp-tv-z]{15}$")]
    pub code: String,
}

mute!(SetUpParameter);

/// The value of `Retry-After`, in seconds.
const RETRY_AFTER_SECONDS: u16 = 10;

/// The response while set-ups are not counted yet.
fn not_ready() -> HttpResponse {
    let detail = "Set-ups are being counted after a restart. Try again in a few seconds.";
    let error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail);
    let mut response = error.error_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECONDS));
    response
}

/// Returns a set-up by its share code: its games, and similar set-ups. Filters choose which games
/// count. The code is sent in the body, so that it is not logged with the address.
#[utoipa::path(
    post, path = "/api/v1/formations/set-up", operation_id = "getFormation",
    params(FormationFilters),
    request_body(content = SetUpParameter, example = json!({"code": "0000000000000f3"})),
    responses(
        (status = 200, description = "The set-up", body = FormationResponse,
            example = json!({"code": "0000000000000f3", "set_up": "54321CLMK/ABTPPPPPP/SFS......", "strategies": ["blitzkrieg", "slow-moving-shield", "strongholds"], "as_it_stands": {"games": 0, "wins": 0, "draws": 0, "losses": 0, "score": null}, "mirrored": {"games": 0, "wins": 0, "draws": 0, "losses": 0, "score": null}, "by_distance": [], "nearest": [], "examples": []})),
        (status = 404, description = "No such set-up, or a filter names something that does not exist"),
        (status = 503, description = "Set-ups are being counted after a restart; ask again after Retry-After seconds", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#unavailable", "title": "Service Unavailable", "status": 503, "detail": "Set-ups are being counted after a restart. Try again in a few seconds."})),
    ),
)]
pub async fn show(
    request: HttpRequest,
    site: SiteData,
    caller: Caller,
    parameters: QueryString,
    payload: Payload,
) -> ApiResult {
    let wish = FormationQuery::read(&parameters)?.wish;
    let body = PostBody::new(request, payload, &site);
    let asked: SetUpParameter = body.json(MAX_COMMAND_BYTES).await?;
    let (army, around) = run_heavy(&site, caller, move |app| {
        let army = formations::from_share_code(&asked.code)?;
        let around = formations::similar_formations(app, &Actor::nobody(), &army, &wish)?;
        Ok((army, around))
    })
    .await?;
    if around.is_preparing {
        return Ok(not_ready());
    }
    let [own, mirrored] = &around.nearest.own;
    let answer = FormationResponse {
        code: share_code(&RuleSet::STANDARD, &army),
        set_up: army.notation(),
        strategies: SetUp::of(&army)
            .into_iter()
            .flat_map(Strategy::of)
            .map(Strategy::key)
            .collect(),
        as_it_stands: FormationTallyItem::from(own),
        mirrored: FormationTallyItem::from(mirrored),
        by_distance: around.nearest.by_distance.iter().map(FormationTallyItem::from).collect(),
        nearest: around.nearest.others.iter().map(SimilarFormationItem::from).collect(),
        examples: examples(around.examples),
    };
    Ok(private_json(&answer))
}
