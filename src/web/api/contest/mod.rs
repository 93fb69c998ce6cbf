//! Events that are run here, over the API: what officials tell, what players say, and what everybody sees. Stages,
//! rounds, tables and games are counted from 1, as people count them.

mod apart;
mod byes;
pub mod files;
pub mod making;
mod match_items;
pub mod matches;
pub mod own;
pub mod people;
pub mod places;
pub mod reads;
pub mod results;
pub mod rounds;
mod shown;
pub mod stewards;
mod teams;
pub mod why;
mod why_shown;

use actix_web::web::Payload;
use actix_web::{HttpRequest, web};
use chrono::Utc;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::Error;
use crate::service::access::{Act, Actor};
use crate::service::contests::{self, Command, Told};
use swiss::points::Points;
use swiss::series::{GameResult, Side};

use super::super::error::ApiError;
use super::super::site::Site;
use super::ask;
use super::bodies::command;

/// So large a list of people may be, in bytes.
const MOST_LIST: usize = 1 << 20;
/// So large settings, and a round's results, may be.
const MOST_LONG: usize = 256 << 10;

/// No stage has more rounds.
const MOST_ROUNDS: usize = 1_000;

/// What came of a game: who has won it, or who did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Came {
    First,
    Second,
    Drawn,
    FirstAbsent,
    SecondAbsent,
    BothAbsent,
}

impl From<GameResult> for Came {
    fn from(result: GameResult) -> Came {
        match result {
            GameResult::Won(Side::First) => Came::First,
            GameResult::Won(Side::Second) => Came::Second,
            GameResult::Drawn => Came::Drawn,
            GameResult::Default { absent: Side::First } => Came::FirstAbsent,
            GameResult::Default { absent: Side::Second } => Came::SecondAbsent,
            GameResult::BothAbsent => Came::BothAbsent,
        }
    }
}

impl From<Came> for GameResult {
    fn from(came: Came) -> GameResult {
        match came {
            Came::First => GameResult::Won(Side::First),
            Came::Second => GameResult::Won(Side::Second),
            Came::Drawn => GameResult::Drawn,
            Came::FirstAbsent => GameResult::Default { absent: Side::First },
            Came::SecondAbsent => GameResult::Default { absent: Side::Second },
            Came::BothAbsent => GameResult::BothAbsent,
        }
    }
}

/// What came of telling something.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToldAnswer {
    /// So many facts of the event there are now.
    pub version: i32,
    /// So many of them are new; 0 where nothing was to be changed.
    pub facts: usize,
}

impl From<Told> for ToldAnswer {
    fn from(told: Told) -> ToldAnswer {
        ToldAnswer { version: told.version, facts: told.facts }
    }
}

/// A number of stage, round, table or game as it is counted here.
fn from_one(field: &'static str, number: usize) -> Result<usize, Error> {
    number.checked_sub(1).ok_or_else(|| Error::invalid(field, "it is counted from 1"))
}

/// What must be there for this deed.
fn needed<T>(field: &'static str, given: Option<T>) -> Result<T, Error> {
    given.ok_or_else(|| Error::invalid(field, "this takes it, and it is missing"))
}

const fn first() -> usize {
    1
}

/// Points as people write them: `2`, `2.5`.
fn points(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

fn now() -> i64 {
    Utc::now().timestamp_micros()
}

/// A command of somebody who may give it: strangers get no memory for what they send.
async fn taken<T: DeserializeOwned>(
    (request, payload): (&HttpRequest, Payload),
    site: &web::Data<Site>,
    (actor, act, slug): (&Actor, Act, &str),
    most: usize,
) -> Result<T, ApiError> {
    let (by, asked) = (actor.clone(), slug.to_owned());
    ask(site, move |app| contests::permit(app, &by, act, &asked)).await?;
    command(request, payload, most, site).await
}

/// Tells something of an event, all of it or nothing.
async fn told(
    site: &web::Data<Site>,
    actor: Actor,
    slug: String,
    commands: Vec<Command>,
) -> Result<ToldAnswer, ApiError> {
    let app = site.app.clone();
    let tell = move || contests::tell_all(&app, &actor, &slug, &commands, now());
    Ok(site.lanes.act(tell).await?.map_err(Error::from)?.into())
}
