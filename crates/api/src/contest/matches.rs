//! Matches whose players arrange their times: what everybody sees, what players propose, and what officials decide.

use adjutant_domain::contest::scheduling::{DefaultRuling, TableId};
use adjutant_domain::moment::Micros;
use adjutant_service::contests::{
    self, CommandOutcome, ContestCommand, GameResultName, SchedulingCommand,
};
use swiss::series::GameResult;

use super::match_responses::{
    MatchListResponse, MatchResponse, OwnMatchItem, OwnMatchListResponse, ScheduledMatchItem,
};
use super::{require_field, run_commands};
use crate::prelude::*;

endpoints! {
    list: ReadPublic;
    show: ReadPublic, TakePart;
    act: TakePart;
    rule_on_match: EnterResults;
    list_own: Play;
}

/// Lists the matches of an event whose players arrange their times, by round and table.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/matches", operation_id = "listMatches",
    responses((status = 200, description = "The matches", body = MatchListResponse,
        example = json!({"zone": "Asia/Manila", "matches": []}))),
)]
pub async fn list(site: SiteData, slug: Path<String>) -> ApiResult {
    let (run, lines) =
        run_read(&site, move |app| contests::matches(app, &slug, now_micros())).await?;
    let zone = contests::zone_name(&run.contest).to_owned();
    let matches = lines.iter().map(ScheduledMatchItem::from).collect();
    Ok(public_json(&MatchListResponse { zone, matches }))
}

/// Returns a match: its window, its default rule, and its time once agreed. Its two players, and
/// officials of the event with the scope `officiate`, also see proposals, presence and the log.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/matches/{match}", operation_id = "getMatch",
    responses(
        (status = 200, description = "The match", body = MatchResponse,
            example = json!({"match": {"match": "1-1-1", "stage": "Groups", "round": 1, "table": 1, "sides": [1, 4], "names": ["Lakandula", "Maharlika"], "opens": "2026-11-22T04:00:00Z", "agree_by": "2026-11-23T15:00:00Z", "until": "2026-11-24T15:00:00Z", "time": null, "state": "to-agree"}, "zone": "Asia/Manila", "rule": {"one_silent": "default", "both_silent": "default", "not_agreed": "officials", "one_absent": "default", "both_absent": "officials", "grace_minutes": 30, "remind_hours": 24, "appeal_hours": 48}, "play": null, "inside": null})),
        (status = 404, description = "No such event or match"),
    ),
)]
pub async fn show(
    site: SiteData,
    path: Path<(String, String)>,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let (slug, key) = path.into_inner();
    let is_open = !actor.is_signed_in();
    let seen = run_read(&site, move |app| {
        let of = contests::parse_match_key(&key)?;
        contests::match_view(app, &actor, &slug, of, now_micros())
    });
    let seen = seen.await?;
    let keep = if is_open { CachePolicy::Revalidate } else { CachePolicy::Private };
    Ok(json_response(&MatchResponse::from(&seen), keep))
}

/// Lists your matches of all events that are still to be arranged or played, soonest first.
#[utoipa::path(
    get, path = "/api/v1/me/matches", operation_id = "listOwnMatches",
    responses((status = 200, description = "The matches", body = OwnMatchListResponse,
        example = json!({"matches": []}))),
)]
pub async fn list_own(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let own = run_read(&site, move |app| contests::own_matches(app, &actor, now_micros())).await?;
    let matches = own.iter().map(OwnMatchItem::from).collect();
    Ok(private_json(&OwnMatchListResponse { matches }))
}

/// An action of a player on their own match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchAction {
    /// Proposes `times`. A time that the opponent proposes as well fixes the match; of several, the earliest.
    Propose,
    /// Withdraws the proposed `times`.
    TakeBack,
    /// Checks in, from one hour before the match on.
    Here,
    /// Appeals against a forfeit, with `words`.
    Appeal,
}

/// An action of a player on their own match, with its arguments.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchActionRequest {
    #[serde(rename = "do")]
    pub action: MatchAction,
    /// Whole minutes within the window (RFC 3339).
    #[serde(default)]
    pub times: Vec<String>,
    /// At most 1,000 characters on one line.
    #[serde(default)]
    pub words: String,
}

impl MatchActionRequest {
    fn into_command(self, of: TableId) -> Result<ContestCommand, Error> {
        let times = || self.times.iter().map(|time| parse_moment("times", time)).collect();
        Ok(ContestCommand::Scheduling(match self.action {
            MatchAction::Propose => SchedulingCommand::ProposeTimes { table: of, times: times()? },
            MatchAction::TakeBack => {
                let times: Result<Vec<Micros>, Error> = times();
                SchedulingCommand::WithdrawProposals { table: of, times: times? }
            }
            MatchAction::Here => SchedulingCommand::CheckIn(of),
            MatchAction::Appeal => SchedulingCommand::Appeal { table: of, text: self.words },
        }))
    }
}

fn parse_moment(field: &'static str, text: &str) -> Result<Micros, Error> {
    let why = "Write a time as 2026-11-24T20:00:00+08:00.";
    parse_rfc3339(text).ok_or_else(|| Error::invalid(field, why))
}

/// A decision of officials about a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchRuling {
    /// Sets `time` as its time, whatever the players have proposed.
    Fix,
    /// Lets the players agree on a new time within the current window.
    Reopen,
    /// Opens a window of `days` days from now; with `whole_round`, for all matches of the round.
    Window,
    /// Upholds the forfeit.
    Stands,
    /// Replaces the forfeit with `result`.
    Instead,
    /// Cancels the forfeit. The players agree on a new time within `days` days.
    Anew,
}

/// A decision about a match, with its arguments. All except `window` need a reason in `words`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchRulingRequest {
    #[serde(rename = "do")]
    pub action: MatchRuling,
    pub time: Option<String>,
    pub days: Option<u32>,
    #[schema(value_type = Option<GameResultName>)]
    pub result: Option<GameResult>,
    #[serde(default)]
    pub whole_round: bool,
    /// At most 500 characters on one line.
    #[serde(default)]
    pub words: String,
}

impl MatchRulingRequest {
    fn into_command(self, of: TableId) -> Result<ContestCommand, Error> {
        let days = || require_field("days", self.days);
        let rule =
            |ruling, words| SchedulingCommand::DecideDefault { table: of, ruling, text: words };
        Ok(ContestCommand::Scheduling(match self.action {
            MatchRuling::Fix => {
                let time = parse_moment("time", &require_field("time", self.time)?)?;
                SchedulingCommand::FixTime { table: of, time: Some(time), reason: self.words }
            }
            MatchRuling::Reopen => {
                SchedulingCommand::FixTime { table: of, time: None, reason: self.words }
            }
            MatchRuling::Window => {
                let table = (!self.whole_round).then_some(of.table);
                SchedulingCommand::OpenWindow { round: of.round_id(), table, days: days()? }
            }
            MatchRuling::Stands => rule(DefaultRuling::Uphold, self.words),
            MatchRuling::Instead => {
                let result = require_field("result", self.result)?;
                rule(DefaultRuling::Replace(result), self.words)
            }
            MatchRuling::Anew => rule(DefaultRuling::Reschedule { days: days()? }, self.words),
        }))
    }
}

/// Proposes times for your match, withdraws proposals, checks in, or appeals.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/matches/{match}/part", operation_id = "arrangeMatch",
    request_body(content = MatchActionRequest, example = json!({"do": "propose", "times": ["2026-11-24T20:00:00+08:00"]})),
    responses((status = 200, description = "The match is updated", body = CommandOutcome,
        example = json!({"version": 21, "facts": 2}))),
)]
pub async fn act(post: ApiPost, path: Path<(String, String)>) -> ApiResult {
    let (slug, key) = path.into_inner();
    let commands =
        |sent: MatchActionRequest| Ok(vec![sent.into_command(contests::parse_match_key(&key)?)?]);
    run_commands(post, (Act::TakePart, slug), MAX_COMMAND_BYTES, commands).await
}

/// Sets the time or the window of a match, or decides on a default. Officials cannot decide on
/// their own matches.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/matches/{match}/ruling", operation_id = "ruleOnMatch",
    request_body(content = MatchRulingRequest, example = json!({"do": "fix", "time": "2026-11-24T20:00:00+08:00", "words": "both called"})),
    responses((status = 200, description = "The match is updated", body = CommandOutcome,
        example = json!({"version": 22, "facts": 1}))),
)]
pub async fn rule_on_match(post: ApiPost, path: Path<(String, String)>) -> ApiResult {
    let (slug, key) = path.into_inner();
    let commands =
        |sent: MatchRulingRequest| Ok(vec![sent.into_command(contests::parse_match_key(&key)?)?]);
    run_commands(post, (Act::EnterResults, slug), MAX_COMMAND_BYTES, commands).await
}
