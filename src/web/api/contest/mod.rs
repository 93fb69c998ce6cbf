//! Events that are run here, over the API: what officials tell, what players say, and what everybody sees. Stages,
//! rounds, tables and games are counted from 1, as people count them.

mod byes;
mod contest_response;
pub mod entrants;
pub mod event_setup;
pub mod exports;
mod match_responses;
pub mod matches;
pub mod pairing_explanation;
mod pairing_explanation_response;
pub mod participation;
pub mod results;
pub mod rounds;
mod separation;
pub mod stewards;
mod teams;
pub mod tie_break_explanation;
pub mod views;

use actix_web::web::Payload;
use actix_web::{HttpRequest, web};
use chrono::Utc;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::Error;
use crate::service::access::{Act, Actor};
use crate::service::contests::{self, CommandOutcome, ContestCommand};
use swiss::points::Points;
use swiss::series::{GameResult, Side};

use super::super::error::ApiError;
use super::super::site::Site;
use super::request_body::read_json;
use super::run_read;

/// So large a list of people may be, in bytes.
const MAX_LIST_BYTES: usize = 1 << 20;
/// So large settings, and a round's results, may be.
const MAX_LONG_BODY_BYTES: usize = 256 << 10;

/// No stage has more rounds.
const MAX_ROUNDS: usize = 1_000;

/// What came of a game: who has won it, or who did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameResultName {
    First,
    Second,
    Drawn,
    FirstAbsent,
    SecondAbsent,
    BothAbsent,
}

impl From<GameResult> for GameResultName {
    fn from(result: GameResult) -> GameResultName {
        match result {
            GameResult::Won(Side::First) => GameResultName::First,
            GameResult::Won(Side::Second) => GameResultName::Second,
            GameResult::Drawn => GameResultName::Drawn,
            GameResult::Default { absent: Side::First } => GameResultName::FirstAbsent,
            GameResult::Default { absent: Side::Second } => GameResultName::SecondAbsent,
            GameResult::BothAbsent => GameResultName::BothAbsent,
        }
    }
}

impl From<GameResultName> for GameResult {
    fn from(came: GameResultName) -> GameResult {
        match came {
            GameResultName::First => GameResult::Won(Side::First),
            GameResultName::Second => GameResult::Won(Side::Second),
            GameResultName::Drawn => GameResult::Drawn,
            GameResultName::FirstAbsent => GameResult::Default { absent: Side::First },
            GameResultName::SecondAbsent => GameResult::Default { absent: Side::Second },
            GameResultName::BothAbsent => GameResult::BothAbsent,
        }
    }
}

/// What came of telling something.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestCommandResponse {
    /// So many facts of the event there are now.
    pub version: i32,
    /// So many of them are new; 0 where nothing was to be changed.
    pub facts: usize,
}

impl From<CommandOutcome> for ContestCommandResponse {
    fn from(told: CommandOutcome) -> ContestCommandResponse {
        ContestCommandResponse { version: told.version, facts: told.fact_count }
    }
}

/// A number of stage, round, table or game as it is counted here.
fn to_zero_based(field: &'static str, number: usize) -> Result<usize, Error> {
    number.checked_sub(1).ok_or_else(|| Error::invalid(field, "it is counted from 1"))
}

/// What must be there for this deed.
fn require_field<T>(field: &'static str, given: Option<T>) -> Result<T, Error> {
    given.ok_or_else(|| Error::invalid(field, "this takes it, and it is missing"))
}

const fn first() -> usize {
    1
}

/// Points as people write them: `2`, `2.5`.
fn points_text(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

fn now() -> i64 {
    Utc::now().timestamp_micros()
}

/// A command of somebody who may give it: strangers get no memory for what they send.
async fn read_permitted_command<T: DeserializeOwned>(
    (request, payload): (&HttpRequest, Payload),
    site: &web::Data<Site>,
    (actor, act, slug): (&Actor, Act, &str),
    most: usize,
) -> Result<T, ApiError> {
    let (by, asked) = (actor.clone(), slug.to_owned());
    run_read(site, move |app| contests::authorize(app, &by, act, &asked)).await?;
    read_json(request, payload, most, site).await
}

/// Tells something of an event, all of it or nothing.
async fn execute_commands(
    site: &web::Data<Site>,
    actor: Actor,
    slug: String,
    commands: Vec<ContestCommand>,
) -> Result<ContestCommandResponse, ApiError> {
    let app = site.app.clone();
    let tell = move || contests::execute_all(&app, &actor, &slug, &commands, now());
    Ok(site.lanes.write(tell).await?.map_err(Error::from)?.into())
}
