//! Games over the API.

use utoipa::IntoParams;

use adjutant_domain::game::write_json;
use adjutant_service::Thing;
use adjutant_service::games::{self, AnyGame, GameHead, GameSummary, Totals};
use adjutant_service::records::GameId;
use salpakan::rules::Outcome;

use super::lists::{self, ListFormat, ListRow, RowBatch};
use super::prelude::*;
use super::record_schema::GameFormatsSchema;
use super::{respond, to_json_bytes};
use crate::download;
use adjutant_site::game_query::GameQuery;
use adjutant_site::i18n::Language;
use adjutant_site::i18n::Texts;
use adjutant_site::replay::{Perspective, Replay, replay as spell_out, seat_ratings};
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::schema_enums::{
    PerspectiveName, RecordOwnerName, RecordResultName, TerminationName,
};

endpoints! {
    totals: ReadPublic;
    list: ReadPublic;
    show: ReadPublic;
    replay: ReadPublic;
    download_file: ReadPublic;
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameItem {
    pub id: String,
    pub white: String,
    pub black: String,
    #[schema(value_type = RecordResultName)]
    pub result: &'static str,
    #[schema(value_type = TerminationName)]
    pub termination: &'static str,
    pub event: String,
    /// The event's slug.
    pub event_slug: String,
    pub round: String,
    pub date: String,
    pub time_control: Option<String>,
    pub ruleset: String,
    pub plies: u32,
    /// Whether the game is over, so that its ranks are visible.
    pub revealed: bool,
    /// The owner of the record: `site`, `organisation`, or `member` (imported by a member: unrated,
    /// and verified by nobody).
    #[schema(value_type = RecordOwnerName)]
    pub owner: &'static str,
    /// The organisation's slug, if it belongs to one.
    pub organisation: Option<String>,
    /// Whether an official annulled it, so that it counts for nothing.
    pub annulled: bool,
}

impl From<GameSummary> for GameItem {
    fn from(game: GameSummary) -> GameItem {
        let GameSummary {
            id,
            white,
            black,
            event,
            event_slug,
            round,
            date,
            time_control,
            rule_set,
            outcome,
            termination,
            plies,
            revealed,
            whose,
            annulled,
            // Only the player's own response has it.
            bots: _,
        } = game;
        GameItem {
            id: id.to_string(),
            white,
            black,
            result: outcome.map_or("*", Outcome::notation),
            termination: termination.name(),
            event,
            event_slug,
            round,
            date,
            time_control: time_control.map(|tc| tc.to_string()),
            ruleset: rule_set,
            plies,
            revealed,
            owner: whose.key(),
            organisation: whose.organisation().map(|own| own.slug.clone()),
            annulled,
        }
    }
}

/// A page of games. It may have fewer than requested, or none, although `next` is present: at most 20,000 games are
/// examined for a page, and older ones may match.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePage {
    pub games: Vec<GameItem>,
    /// Send it as `cursor` for the next page; null only at the end.
    pub next: Option<String>,
}

/// Counts games, players and events.
#[utoipa::path(
    get, path = "/api/v1/totals", operation_id = "getTotals",
    responses(
        (status = 200, description = "The counts", body = Totals,
            example = json!({"games": 800, "players": 64, "events": 21})),
    ),
)]
pub async fn totals(site: SiteData) -> ApiResult {
    Ok(public_json(&run_read(&site, games::totals).await?))
}

/// Filters; all of them must match.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct GameFilters {
    /// A handle, on either side.
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
    #[param(pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")]
    round: Option<String>,
    /// The first day, as 2026-04-30 or 2026.04.30.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day, in the same format.
    #[param(format = Date)]
    to: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[param(pattern = "^(1-0|0-1|1/2-1/2|\\*)$")]
    result: Option<String>,
    #[param(inline)]
    termination: Option<TerminationName>,
    /// The key of the rule-set, with its options in this order; one with an army of its own as in a record.
    #[param(
        pattern = "^(three-generals|(standard|electronic|eleven|krig)(\\+open-challenges)?(\\+open-flag)?(\\+promotion)?)$"
    )]
    ruleset: Option<String>,
    /// The speed by the time control: `blitz`, `rapid`, `classical` or `untimed`.
    #[param(pattern = "^(blitz|rapid|classical|untimed)$")]
    speed: Option<String>,
    /// A month such as `2026-05`, for `from` and `to`.
    #[param(pattern = "^[1-9][0-9]{3}-(0[1-9]|1[0-2])$")]
    month: Option<String>,
    #[param(minimum = 0, maximum = 1_000_000)]
    min_plies: Option<u32>,
    #[param(minimum = 0, maximum = 1_000_000)]
    max_plies: Option<u32>,
}

/// A page of a list.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct GamePagePlace {
    /// `next` of the previous page.
    #[param(pattern = "^-?[0-9]{1,10}_[0-9]{1,10}$")]
    cursor: Option<String>,
    /// Games on the page, 1 to 200.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

/// Lists games, newest first.
///
/// `Accept: application/x-ndjson` returns one game per line, `Accept: text/csv` a table: all that
/// match, unless `limit` asks for a page. The `Link` header of a page leads to the next one. A page
/// may be empty although it has a `next`, if few games match: follow it.
#[utoipa::path(
    get, path = "/api/v1/games", operation_id = "listGames",
    params(GameFilters, GamePagePlace),
    responses(
        (status = 200, description = "A page of games, or all of them", content(
            (GamePage = "application/json", example = json!({"games": [{"id": "0123456789abcdef", "white": "Lakandula", "black": "Maharlika", "result": "1-0", "termination": "flag-captured", "event": "Salpakan Open May", "event_slug": "salpakan-open-may", "round": "3", "date": "2026.05.09", "time_control": "1200+5", "ruleset": "standard", "plies": 131, "revealed": true, "owner": "site", "organisation": null, "annulled": false}], "next": "20582_800"})),
            (GameItem = "application/x-ndjson", example = json!({"id": "0123456789abcdef", "white": "Lakandula", "black": "Maharlika", "result": "1-0", "termination": "flag-captured", "event": "Salpakan Open May", "event_slug": "salpakan-open-may", "round": "3", "date": "2026.05.09", "time_control": "1200+5", "ruleset": "standard", "plies": 131, "revealed": true, "owner": "site", "organisation": null, "annulled": false})),
            (String = "text/csv", example = json!("id,white,black,result\n0123456789abcdef,Lakandula,Maharlika,1-0\n")),
            )),
        (status = 404, description = "No such player, event or organisation"),
    ),
)]
pub async fn list(request: HttpRequest, site: SiteData, parameters: QueryString) -> ApiResult {
    let query = GameQuery::read(&parameters)?;
    let (filter, start, form) =
        (query.filter.clone(), query.cursor, ListFormat::from_accept_header(&request));
    if form != ListFormat::Json && query.limit.is_none() {
        return lists::stream_list(&site, form, start, move |app, cursor| {
            let page = games::page(app, &filter, cursor, games::MOST_ON_PAGE)?;
            Ok(RowBatch { rows: items(page.items), next: page.next })
        })
        .await;
    }
    let limit = query.limit.unwrap_or(50);
    let page = run_read(&site, move |app| games::page(app, &filter, start, limit)).await?;
    let games = items(page.items);
    let mut response = if form == ListFormat::Json {
        let next = page.next.map(|cursor| cursor.to_string());
        lists::vary_by_accept(public_json(&GamePage { games, next }))
    } else {
        lists::page_response(form, &games)?
    };
    if let Some(next) = &page.next {
        lists::set_next_link(&mut response, request.path(), &query.next_page_query(next));
    }
    Ok(response)
}

fn items(games: Vec<GameSummary>) -> Vec<GameItem> {
    games.into_iter().map(GameItem::from).collect()
}

impl ListRow for GameItem {
    const COLUMNS: &'static str = "id,white,black,result,termination,event,round,date,time_control,ruleset,plies,revealed,owner,\
        organisation,annulled";
}

pub(super) fn parse_game_id(text: &str) -> Result<GameId, Error> {
    GameId::parse(text).ok_or_else(|| Error::missing(Thing::Game, text))
}

/// Reads a game and builds a response body from it. A very long game runs as heavy work.
async fn run_game_read<T: Send + 'static>(
    site: &SiteData,
    caller: Caller,
    id: GameId,
    make: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    match run_short_read(site, move |app| games::is_long(app, id)).await? {
        true => run_heavy(site, caller, make).await,
        false => run_short_read(site, make).await,
    }
}

/// Finds the game of an address, of any kind, without its record.
pub(super) async fn find_head(site: &SiteData, id: &str) -> Result<GameHead, ApiError> {
    let id = parse_game_id(id)?;
    run_short_read(site, move |app| Ok(games::get_any(app, id)?.head())).await
}

/// Returns a finished game in the JSON notation, or the public replay of an unfinished one.
#[utoipa::path(
    get, path = "/api/v1/games/{id}", operation_id = "getGame",
    responses((status = 200, description = "The record, as docs/notation.md specifies it", body = GameFormatsSchema,
        example = json!({"tags": {"Event": "Path to Glory", "Site": "Manila", "Date": "2026.05.09", "Round": "3", "White": "Lakandula", "Black": "Maharlika"}, "ruleset": "standard", "first": "white", "time_control": "1200+5", "setups": {"white": "3..PL5P../.ASKTP.4S/BMCPPF12P", "black": "...3FT.../12SLPASKM/BPP4P5PPC"}, "plies": ["e3-e4"], "clocks": [1198], "result": "0-1", "termination": "resignation"}))),
)]
pub async fn show(site: SiteData, caller: Caller, path: Path<String>) -> ApiResult {
    let id = parse_game_id(&path)?;
    let make = move |app: &App| {
        let game = games::get_any(app, id)?;
        let concerns = Concerns::of_any_record(&game);
        let body = match game {
            AnyGame::Salpakan(game) if game.stored.revealed().is_none() => {
                to_json_bytes(&spell_out(&game, Perspective::Public, [None; 2]))
            }
            game => {
                let mut text = String::new();
                if let Some(record) = game.record() {
                    write_json(&mut text, &record);
                }
                text.into_bytes()
            }
        };
        Ok((body, concerns))
    };
    // It contains names, which players may later remove.
    let (body, concerns) = run_game_read(&site, caller, id, make).await?;
    let response = respond("application/json", body, CachePolicy::Revalidate);
    Ok(cached_while_unchanged(response, concerns))
}

/// Returns a game ply by ply, as one viewer knows it.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/replay", operation_id = "getReplay",
    params(
        ("view" = inline(Option<PerspectiveName>), Query, description = "`revealed`, `white`, `black` or `public`; an unfinished game has only `public`"),
    ),
    responses(
        (status = 200, description = "The replay", body = Replay,
            example = json!({"game": "0123456789abcdef", "disclosure": "revealed", "provenance": "imported", "organisation": null, "event": "Salpakan Open May", "event_slug": "salpakan-open-may", "round": "3", "date": "2026.05.09", "ruleset": "standard", "rank_names": [], "files": 9, "rows": 8, "first": "white", "players": {"white": {"handle": "Lakandula", "rating": 1612, "deviation": 74, "change": 9}, "black": {"handle": "Maharlika", "rating": 1588, "deviation": 81, "change": -10}}, "time_control": {"base": 1200, "increment": 5, "delay": 0, "each_ply": false, "black": null}, "pieces": [{"origin": "a1", "color": "white", "rank": "5"}], "plies": [], "promotions": [], "disclosed": [], "result": "1-0", "termination": "resignation", "length": 0})),
        (status = 404, description = "No such game, or one of Three Generals, whose record has every ply"),
    ),
)]
pub async fn replay(
    site: SiteData,
    caller: Caller,
    path: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let given = parameters.parse(&["view"])?;
    let knowledge = given.parse_with("view", Perspective::accepted_values(), Perspective::parse)?;
    let knowledge = knowledge.unwrap_or(Perspective::Revealed);
    let id = parse_game_id(&path)?;
    let make = move |app: &App| {
        let (game, rating) = games::get_rated(app, id)?;
        let (seats, _) = seat_ratings(Texts(Language::English), &rating);
        let answer: Replay = spell_out(&game, knowledge, seats);
        Ok((to_json_bytes(&answer), Concerns::of_record(&game)))
    };
    let (body, concerns) = run_game_read(&site, caller, id, make).await?;
    let response = respond("application/json", body, CachePolicy::Revalidate);
    Ok(cached_while_unchanged(response, concerns))
}

/// Downloads a record as a GGN or JSON file.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/{file}", operation_id = "getRecordFile",
    responses(
        (status = 200, description = "The record in its canonical form", content_type = "text/plain", body = String,
            example = json!("[Event \"Path to Glory\"]\n[White \"Lakandula\"]\n[Black \"Maharlika\"]\n")),
        (status = 404, description = "No such game or file, or the game has not ended"),
    ),
)]
pub async fn download_file(
    site: SiteData,
    caller: Caller,
    path: Path<(String, String)>,
) -> ApiResult {
    let (id, name) = path.into_inner();
    let id = parse_game_id(&id)?;
    let make = move |app: &App| download::record_file(games::get_any(app, id)?, &name);
    Ok(run_game_read(&site, caller, id, make).await?.into_response())
}
