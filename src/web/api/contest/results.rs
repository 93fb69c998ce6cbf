//! Results: the same call for every kind of event.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use adjutant_domain::contest::teams::MatchTable;
use adjutant_domain::contest::{EntrantId, GameSlot, ResultEntry};
use adjutant_service::Error;
use adjutant_service::access::Act;
use adjutant_service::contests::{self, BatchError, ContestCommand};
use swiss::series::Side;

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::ApiError;
use super::super::super::site::Site;
use super::super::endpoint::endpoints;
use super::super::{CachePolicy, json_response, run_read};
use super::{
    ContestCommandResponse, GameResultName, MAX_LONG_BODY_BYTES, first, now,
    read_permitted_command, to_zero_based,
};

endpoints! {
    enter: EnterResults;
}

/// So many results come at once.
const MAX_RESULTS: usize = 500;

/// What came of a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultRequest {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// The first where it is left out; a series has more.
    #[serde(default = "first")]
    pub game: usize,
    /// Who sits there, by their numbers in the event: if others do, nothing is entered.
    pub sides: [u32; 2],
    /// Null takes a result away. It must be there: a result that is left out erases nothing.
    #[serde(deserialize_with = "there")]
    #[schema(required)]
    pub result: Option<GameResultName>,
    /// The result that is set right; if another stands, nothing is entered.
    #[serde(default)]
    pub instead_of: Option<GameResultName>,
    /// Why it is set right; needed then.
    #[serde(default)]
    pub why: String,
}

/// Null where it is said, and not where nothing is.
fn there<'a, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'a>,
    T: Deserialize<'a>,
{
    Option::deserialize(from)
}

/// A round that waits no longer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundReference {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
}

/// A match to which a team did not come.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchDefaultRequest {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// Which teams meet there: if others do, nothing is entered.
    pub sides: [u32; 2],
    /// `first`, `second`, or null where neither came. It must be there.
    #[serde(deserialize_with = "there")]
    #[schema(required)]
    pub absent: Option<TableSideName>,
}

/// A side of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableSideName {
    First,
    Second,
}

/// A play-off between two who were equal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOffRequest {
    #[serde(default = "first")]
    pub stage: usize,
    pub winner: u32,
    pub loser: u32,
}

/// A game of a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameReference {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    #[serde(default = "first")]
    pub game: usize,
}

/// One of these.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnterResultsRequest {
    /// At most 500; all of them are entered, or none.
    #[serde(default)]
    pub results: Option<Vec<ResultRequest>>,
    /// Who was not seen in this round loses by default, where people are checked in.
    #[serde(default)]
    pub no_shows: Option<RoundReference>,
    #[serde(default)]
    pub play_off: Option<PlayOffRequest>,
    /// All boards of a match that have no result are lost by default.
    #[serde(default)]
    pub default: Option<MatchDefaultRequest>,
    /// What was said of a game by a steward's link was looked at: what stands is right.
    #[serde(default)]
    pub settled: Option<GameReference>,
}

impl ResultRequest {
    fn into_entry(self) -> Result<ResultEntry, Error> {
        let spot = GameSlot {
            stage: to_zero_based("stage", self.stage)?,
            round: to_zero_based("round", self.round)?,
            table: to_zero_based("table", self.table)?,
            game: to_zero_based("game", self.game)?,
        };
        Ok(ResultEntry {
            spot,
            sides: self.sides.map(EntrantId),
            expected: self.instead_of.map(Into::into),
            result: self.result.map(Into::into),
            reason: self.why,
        })
    }
}

impl MatchDefaultRequest {
    fn to_command(&self) -> Result<ContestCommand, Error> {
        let at = MatchTable {
            stage: to_zero_based("stage", self.stage)?,
            round: to_zero_based("round", self.round)?,
            table: to_zero_based("table", self.table)?,
        };
        let absent = self.absent.map(|side| match side {
            TableSideName::First => Side::First,
            TableSideName::Second => Side::Second,
        });
        Ok(ContestCommand::DefaultMatch { at, sides: self.sides.map(EntrantId), absent })
    }
}

impl EnterResultsRequest {
    /// A command for each result, so that the one is known that is refused.
    fn into_commands(self) -> Result<Vec<ContestCommand>, Error> {
        let EnterResultsRequest { results, no_shows, play_off, default, settled } = self;
        match (results, no_shows, play_off, default, settled) {
            (Some(all), None, None, None, None) => {
                if !(1..=MAX_RESULTS).contains(&all.len()) {
                    return Err(Error::invalid("results", "between 1 and 500 come at once"));
                }
                let command =
                    |one: ResultRequest| Ok(ContestCommand::EnterResults(vec![one.into_entry()?]));
                all.into_iter().map(command).collect()
            }
            (None, Some(of), None, None, None) => {
                let (stage, round) =
                    (to_zero_based("stage", of.stage)?, to_zero_based("round", of.round)?);
                Ok(vec![ContestCommand::DefaultNoShows { stage, round }])
            }
            (None, None, Some(of), None, None) => {
                let (winner, loser) = (EntrantId(of.winner), EntrantId(of.loser));
                let stage = to_zero_based("stage", of.stage)?;
                Ok(vec![ContestCommand::DecidePlayOff { stage, winner, loser }])
            }
            (None, None, None, Some(of), None) => Ok(vec![of.to_command()?]),
            (None, None, None, None, Some(of)) => Ok(vec![of.to_command()?]),
            _ => {
                let words = "it takes one of results, no_shows, play_off, default and settled";
                Err(Error::invalid("body", words))
            }
        }
    }
}

impl GameReference {
    fn to_command(&self) -> Result<ContestCommand, Error> {
        let spot = GameSlot {
            stage: to_zero_based("stage", self.stage)?,
            round: to_zero_based("round", self.round)?,
            table: to_zero_based("table", self.table)?,
            game: to_zero_based("game", self.game)?,
        };
        Ok(ContestCommand::ResolveDispute(spot))
    }
}

/// The refusal with the row that it is about, where there are several.
fn row_error(BatchError { index: number, error }: BatchError, rows: usize) -> ApiError {
    let mut refused = ApiError::from(error);
    if rows > 1 && refused.0.status < 500 {
        refused.0.detail = format!("result {}: {}", number + 1, refused.0.detail);
    }
    refused
}

/// Enters, corrects or removes results, forfeits absent players, or records a play-off.
///
/// Each result names who sits at its table and, for a correction, the previous result and a reason:
/// if the pairing or the result has changed meanwhile, nothing is entered.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/results",
    operation_id = "enterResults",
    request_body(content = EnterResultsRequest, example = json!({"results": [{"round": 1, "table": 1, "sides": [1, 7], "result": "first"}]})),
    responses((status = 200, description = "The results are entered", body = ContestCommandResponse,
        example = json!({"version": 20, "facts": 1}))),
)]
pub async fn enter(
    request: HttpRequest,
    site: web::Data<Site>,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::EnterResults, slug.as_str());
    let sent: EnterResultsRequest =
        read_permitted_command((&request, payload), &site, of, MAX_LONG_BODY_BYTES).await?;
    let commands = sent.into_commands()?;
    let rows = commands.len();
    let tell = move |app: &_| Ok(contests::execute_all(app, &actor, &slug, &commands, now()));
    match run_read(&site, tell).await? {
        Ok(told) => Ok(json_response(&ContestCommandResponse::from(told), CachePolicy::Private)),
        Err(not) => Err(row_error(not, rows)),
    }
}
