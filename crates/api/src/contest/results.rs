//! Results, entered by the same request for every kind of event.

use serde::Deserializer;

use adjutant_domain::contest::{EntrantId, GameSlot, ResultEntry, RoundId, TableId};
use adjutant_service::contests::{
    self, BatchError, CommandOutcome, ContestCommand, GameResultName,
};
use swiss::series::{GameResult, Side};

use super::{MAX_LONG_BODY_BYTES, all_to_zero_based, first, read_permitted, to_zero_based};
use crate::prelude::*;
use adjutant_site::schema_enums::TableSideName;

endpoints! {
    enter: EnterResults;
}

/// The most results in one request.
const MAX_RESULTS: usize = 500;

/// The result of a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultRequest {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// The game of a series; the first by default.
    #[serde(default = "first")]
    pub game: usize,
    /// The numbers of the entrants at the table. If others sit there, nothing is entered.
    pub sides: [u32; 2],
    /// The result; null removes it. The field is required, so that nothing is removed by omission.
    #[serde(deserialize_with = "there")]
    #[schema(required, value_type = Option<GameResultName>)]
    pub result: Option<GameResult>,
    /// For a correction, the previous result. If the current one differs, nothing is entered.
    #[schema(value_type = Option<GameResultName>)]
    pub instead_of: Option<GameResult>,
    /// The reason for a correction; required then.
    #[serde(default)]
    pub why: String,
}

/// Accepts null, but not a missing field.
fn there<'a, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'a>,
    T: Deserialize<'a>,
{
    Option::deserialize(from)
}

/// A round whose absent players forfeit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoundReference {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
}

/// A match in which a team did not appear.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchDefaultRequest {
    #[serde(default = "first")]
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// The numbers of the teams in the match. If others meet there, nothing is entered.
    pub sides: [u32; 2],
    /// `first`, `second`, or null if neither team appeared. The field is required.
    #[serde(deserialize_with = "there")]
    #[schema(required, value_type = Option<TableSideName>)]
    pub absent: Option<Side>,
}

/// A play-off between two tied entrants.
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

/// The results to enter. Exactly one of these fields is required.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnterResultsRequest {
    /// At most 500. All of them are entered, or none.
    pub results: Option<Vec<ResultRequest>>,
    /// Forfeits the games of players who are not checked in for this round, in events that check in players.
    pub no_shows: Option<RoundReference>,
    pub play_off: Option<PlayOffRequest>,
    /// Forfeits all boards of a match that have no result.
    pub default: Option<MatchDefaultRequest>,
    /// Confirms the current result of a game for which a steward's link entered another one.
    pub settled: Option<GameReference>,
}

impl ResultRequest {
    fn into_entry(self) -> Result<ResultEntry, Error> {
        let slot = GameReference {
            stage: self.stage,
            round: self.round,
            table: self.table,
            game: self.game,
        };
        Ok(ResultEntry {
            spot: slot.to_slot()?,
            sides: self.sides.map(EntrantId),
            expected: self.instead_of,
            result: self.result,
            reason: self.why,
        })
    }
}

impl MatchDefaultRequest {
    fn to_command(&self) -> Result<ContestCommand, Error> {
        let [stage, round, table] = all_to_zero_based([
            ("stage", self.stage),
            ("round", self.round),
            ("table", self.table),
        ])?;
        let at = TableId { stage, round, table };
        Ok(ContestCommand::DefaultMatch {
            at,
            sides: self.sides.map(EntrantId),
            absent: self.absent,
        })
    }
}

impl EnterResultsRequest {
    /// Returns one command per result, so that an error can be attributed to its result.
    fn into_commands(self) -> Result<Vec<ContestCommand>, Error> {
        let EnterResultsRequest { results, no_shows, play_off, default, settled } = self;
        match (results, no_shows, play_off, default, settled) {
            (Some(all), None, None, None, None) => {
                if !(1..=MAX_RESULTS).contains(&all.len()) {
                    return Err(Error::invalid("results", "Send 1 to 500 results at once."));
                }
                let command =
                    |one: ResultRequest| Ok(ContestCommand::EnterResults(vec![one.into_entry()?]));
                all.into_iter().map(command).collect()
            }
            (None, Some(of), None, None, None) => {
                let [stage, round] = all_to_zero_based([("stage", of.stage), ("round", of.round)])?;
                Ok(vec![ContestCommand::DefaultNoShows(RoundId { stage, round })])
            }
            (None, None, Some(of), None, None) => {
                let (winner, loser) = (EntrantId(of.winner), EntrantId(of.loser));
                let stage = to_zero_based("stage", of.stage)?;
                Ok(vec![ContestCommand::DecidePlayOff { stage, winner, loser }])
            }
            (None, None, None, Some(of), None) => Ok(vec![of.to_command()?]),
            (None, None, None, None, Some(of)) => {
                Ok(vec![ContestCommand::ResolveDispute(of.to_slot()?)])
            }
            _ => {
                let words = "Send exactly one of results, no_shows, play_off, default and settled.";
                Err(Error::invalid("body", words))
            }
        }
    }
}

impl GameReference {
    fn to_slot(&self) -> Result<GameSlot, Error> {
        let [stage, round, table, game] = all_to_zero_based([
            ("stage", self.stage),
            ("round", self.round),
            ("table", self.table),
            ("game", self.game),
        ])?;
        Ok(GameSlot { stage, round, table, game })
    }
}

/// Adds the number of the result to the error if there are several.
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
    post, path = "/api/v1/events/{slug}/results", operation_id = "enterResults",
    request_body(content = EnterResultsRequest, example = json!({"results": [{"round": 1, "table": 1, "sides": [1, 7], "result": "first"}]})),
    responses((status = 200, description = "The results are entered", body = CommandOutcome,
        example = json!({"version": 20, "facts": 1}))),
)]
pub async fn enter(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::EnterResults, slug.as_str());
    let sent: EnterResultsRequest = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    let commands = sent.into_commands()?;
    let rows = commands.len();
    let tell =
        move |app: &_| Ok(contests::execute_all(app, &actor, &slug, &commands, now_micros()));
    let outcome = run_read(&site, tell).await?.map_err(|not| row_error(not, rows))?;
    Ok(private_json(&outcome))
}
