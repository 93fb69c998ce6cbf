//! Games over the API.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::record::notation::{ggn, json as twin};
use crate::rules::Outcome;
use crate::service::Error;
use crate::service::games::{self, Game, GameSummary};
use crate::service::ratings;
use crate::service::records::GameId;

use super::super::error::{ApiError, Problem};
use super::super::pages::games::GameQuery;
use super::super::pages::replay::seat_ratings;
use super::super::replay::{Knowledge, Replay, replay as spell_out};
use super::super::site::Site;
use super::super::{Language, Texts};
use super::{Keep, ask, bad_query, csv, json, ndjson, respond};

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameItem {
    pub id: String,
    pub white: String,
    pub black: String,
    pub result: &'static str,
    pub termination: &'static str,
    pub event: String,
    /// The event's name in addresses.
    pub event_slug: String,
    pub round: String,
    pub date: String,
    pub time_control: Option<String>,
    pub ruleset: String,
    pub plies: u32,
    /// Whether the game is over, so that the ranks may be seen.
    pub revealed: bool,
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
        }
    }
}

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePage {
    pub games: Vec<GameItem>,
    /// Send it as `cursor` for the next page; null at the end.
    pub next: Option<String>,
}

/// Filters; all that are given must hold.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)]
pub struct GameFilters {
    /// A handle, on either side.
    player: Option<String>,
    /// The handle of the other side; needs `player`.
    opponent: Option<String>,
    /// The event's name in addresses.
    event: Option<String>,
    round: Option<String>,
    /// First day, as 2026-04-30.
    from: Option<String>,
    /// Last day.
    to: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: Option<String>,
    /// As `flag-captured`.
    termination: Option<String>,
    /// The rule-set's key.
    ruleset: Option<String>,
    min_plies: Option<String>,
    max_plies: Option<String>,
    /// `next` of an earlier page.
    cursor: Option<String>,
    /// Games on the page, 1 to 200.
    limit: Option<usize>,
}

/// Games, the newest first.
///
/// With `Accept: application/x-ndjson` a game a line, with `Accept: text/csv` a table.
#[utoipa::path(
    get,
    path = "/api/v1/games",
    params(GameFilters),
    responses(
        (status = 200, description = "A page of games", body = GamePage,
            example = json!({"games": [{"id": "0123456789abcdef", "white": "Lakandula", "black": "Maharlika", "result": "1-0", "termination": "flag-captured", "event": "Salpakan Open May", "event_slug": "salpakan-open-may", "round": "3", "date": "2026.05.09", "time_control": "1200+5", "ruleset": "standard", "plies": 131, "revealed": true}], "next": "20582_800"})),
        (status = 404, description = "No such player or event", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no player \"Nobody\""})),
        (status = 422, description = "A parameter is wrong", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Unprocessable Entity", "status": 422, "detail": "from: write a day as 2026-04-30", "field": "from"})),
    ),
)]
pub async fn list(
    request: HttpRequest,
    site: web::Data<Site>,
    query: Result<web::Query<GameQuery>, actix_web::Error>,
) -> Result<HttpResponse, ApiError> {
    let query = query.map_err(|e| bad_request(&e))?.into_inner();
    let (filter, cursor) = (query.filter()?, query.position()?);
    let limit = query.limit.unwrap_or(50);
    if !(1..=games::MOST_ON_PAGE).contains(&limit) {
        return Err(Error::invalid("limit", "a page has 1 to 200 games").into());
    }
    let page = ask(&site, move |app| games::page(app, &filter, cursor, limit)).await?;
    let next = page.next.map(|cursor| cursor.to_string());
    let games: Vec<GameItem> = page.items.into_iter().map(GameItem::from).collect();
    let mut response = match accepted(&request) {
        Accepted::Ndjson => ndjson(&request, &games),
        Accepted::Csv => csv(&request, &COLUMNS, games.iter().map(cells).collect()),
        Accepted::Json => json(&request, &GamePage { games, next: next.clone() }, Keep::Check),
    };
    response.headers_mut().append(header::VARY, header::HeaderValue::from_static("Accept"));
    if let Some(value) = next.and_then(|next| header::HeaderValue::from_str(&next).ok()) {
        response.headers_mut().insert(header::HeaderName::from_static("x-next-cursor"), value);
    }
    Ok(response)
}

/// A parameter that cannot be read, as a problem that names it.
pub fn bad_request(e: &actix_web::Error) -> ApiError {
    match e.as_error::<actix_web::error::QueryPayloadError>() {
        Some(e) => bad_query(e),
        None => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", e.to_string()),
    }
}

/// What the asker would like to have.
pub enum Accepted {
    Json,
    Ndjson,
    Csv,
}

/// The form that the Accept header names first.
pub fn accepted(request: &HttpRequest) -> Accepted {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    match accept {
        Some(accept) if accept.contains("application/x-ndjson") => Accepted::Ndjson,
        Some(accept) if accept.contains("text/csv") => Accepted::Csv,
        _ => Accepted::Json,
    }
}

const COLUMNS: [&str; 12] = [
    "id",
    "white",
    "black",
    "result",
    "termination",
    "event",
    "round",
    "date",
    "time_control",
    "ruleset",
    "plies",
    "revealed",
];

fn cells(game: &GameItem) -> Vec<String> {
    vec![
        game.id.clone(),
        game.white.clone(),
        game.black.clone(),
        game.result.to_owned(),
        game.termination.to_owned(),
        game.event.clone(),
        game.round.clone(),
        game.date.clone(),
        game.time_control.clone().unwrap_or_default(),
        game.ruleset.clone(),
        game.plies.to_string(),
        game.revealed.to_string(),
    ]
}

fn id_of(text: &str) -> Result<GameId, Error> {
    GameId::parse(text).ok_or_else(|| Error::NotFound(format!("there is no game {text:?}")))
}

async fn get(site: &web::Data<Site>, id: &str) -> Result<Game, ApiError> {
    let id = id_of(id)?;
    ask(site, move |app| games::get(app, id)).await
}

/// A game that is over as the notation's JSON twin; of one that is not, its public replay.
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}",
    params(("id" = String, Path, description = "The game's 16 characters")),
    responses(
        (status = 200, description = "The record", body = Object,
            example = json!({"tags": {"Event": "Path to Glory", "White": "Lakandula", "Black": "Maharlika"}, "ruleset": "standard", "first": "white", "time_control": "1200+5", "setups": {"white": "3..PL5P../.ASKTP.4S/BMCPPF12P", "black": "...3FT.../12SLPASKM/BPP4P5PPC"}, "plies": ["e3-e4"], "result": "0-1", "termination": "resignation"})),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no game"})),
    ),
)]
pub async fn one(
    request: HttpRequest,
    site: web::Data<Site>,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let game = get(&site, &path).await?;
    match game.stored.revealed() {
        Some(record) => {
            let mut text = String::new();
            twin::write(&mut text, &record.clone().into_judged());
            Ok(respond(&request, "application/json", text.into_bytes(), Keep::ForEver))
        }
        None => {
            let replay = spell_out(&game, Knowledge::Public, [None; 2]);
            Ok(json(&request, &replay, Keep::Check))
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayQuery {
    view: Option<String>,
}

/// A game for stepping through, in one viewer's knowledge.
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/replay",
    params(
        ("id" = String, Path, description = "The game's 16 characters"),
        ("view" = Option<String>, Query, description = "`revealed`, `white`, `black` or `public`; a game that is not over has only `public`"),
    ),
    responses(
        (status = 200, description = "The replay", body = Replay,
            example = json!({"game": "0123456789abcdef", "disclosure": "revealed", "ruleset": "standard", "files": 9, "rows": 8, "first": "white", "players": {"white": {"handle": "Lakandula"}, "black": {"handle": "Maharlika"}}, "time_control": {"base": 1200, "increment": 5}, "pieces": [{"origin": "a1", "color": "white", "rank": "5"}], "plies": [], "promotions": [], "disclosed": [], "result": "1-0", "termination": "resignation", "length": 0})),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no game"})),
        (status = 422, description = "A parameter is wrong", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Unprocessable Entity", "status": 422, "detail": "view: write revealed, white, black or public", "field": "view"})),
    ),
)]
pub async fn replay(
    request: HttpRequest,
    site: web::Data<Site>,
    path: web::Path<String>,
    query: Result<web::Query<ReplayQuery>, actix_web::Error>,
) -> Result<HttpResponse, ApiError> {
    let query = query.map_err(|e| bad_request(&e))?;
    let knowledge = match query.view.as_deref() {
        None => Knowledge::Revealed,
        Some(text) => Knowledge::parse(text)
            .ok_or_else(|| Error::invalid("view", "write revealed, white, black or public"))?,
    };
    let game = get(&site, &path).await?;
    let number = game.number;
    let rating = ask(&site, move |app| ratings::of_game(app, number)).await?;
    let (seats, _) = seat_ratings(Texts(Language::English), &rating);
    let answer: Replay = spell_out(&game, knowledge, seats);
    Ok(json(&request, &answer, Keep::Check))
}

/// `game.ggn` or `game.json` of a game that is over, to be saved.
pub async fn download(
    request: HttpRequest,
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (id, file) = path.into_inner();
    let game = get(&site, &id).await?;
    let over = || Error::NotFound("there is nothing to download of a game that is not over".into());
    let record = game.stored.revealed().ok_or_else(over)?.clone().into_judged();
    let mut text = String::new();
    let content_type = match file.as_str() {
        "game.ggn" => {
            ggn::write(&mut text, &record);
            "text/plain; charset=utf-8"
        }
        "game.json" => {
            twin::write(&mut text, &record);
            text.push('\n');
            "application/json"
        }
        _ => {
            return Err(
                Error::NotFound(format!("a game has game.ggn and game.json, no {file}")).into()
            );
        }
    };
    let mut response = respond(&request, content_type, text.into_bytes(), Keep::ForEver);
    let name = format!("attachment; filename=\"{id}.{}\"", file.trim_start_matches("game."));
    if let Ok(value) = header::HeaderValue::from_str(&name) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
