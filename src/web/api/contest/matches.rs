//! Matches whose players arrange their times: what everybody sees, what they propose, and what officials decide.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::contest::arranged::{Ruling, TableId};
use crate::service::Error;
use crate::service::access::Act;
use crate::service::contests::{self, Command, TimeCommand};

use super::super::super::bearer::Asker;
use super::super::super::error::{ApiError, Problem};
use super::super::super::moments::parsed;
use super::super::super::site::Site;
use super::super::bodies::MOST_COMMAND;
use super::super::{Keep, ask, json};
use super::match_items::{OwnTimedItem, OwnTimedList, TimedAnswer, TimedItem, TimedList};
use super::{Came, ToldAnswer, needed, now, taken, told};

/// The matches of an event whose players arrange their times, in the order of their rounds and tables.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/matches",
    operation_id = "listMatches",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    responses(
        (status = 200, description = "The matches", body = TimedList,
            example = json!({"zone": "Asia/Manila", "matches": []})),
        (status = 404, description = "No such event is run here", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no event \"x\""})),
    ),
)]
pub async fn list(
    site: web::Data<Site>,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let (run, lines) = ask(&site, move |app| contests::matches(app, &slug, now())).await?;
    let zone = contests::zone_of(&run.contest).to_owned();
    let matches = lines.iter().map(TimedItem::from).collect();
    Ok(json(&TimedList { zone, matches }, Keep::Check))
}

/// One match: its window, the rule by which it is lost, and its time once that is agreed on. Its two players and the
/// event's officials, these by the scope `officiate`, see proposals, presence and the dossier, too.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/matches/{match}",
    operation_id = "getMatch",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("match" = String, Path, description = "Stage, round and table, counted from 1: `1-2-3`"),
    ),
    responses(
        (status = 200, description = "The match", body = TimedAnswer,
            example = json!({"match": {"match": "1-1-1", "stage": "Groups", "round": 1, "table": 1, "sides": [1, 4], "names": ["Lakandula", "Maharlika"], "opens": "2026-11-22T04:00:00Z", "agree_by": "2026-11-23T15:00:00Z", "until": "2026-11-24T15:00:00Z", "time": null, "state": "to-agree"}, "zone": "Asia/Manila", "rule": {"one_silent": "default", "both_silent": "default", "not_agreed": "officials", "one_absent": "default", "both_absent": "officials", "grace_minutes": 30, "remind_hours": 24, "appeal_hours": 48}, "play": null, "inside": null})),
        (status = 404, description = "No such event is run here, or it has no such match", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no such stage, round or table"})),
    ),
)]
pub async fn show(
    site: web::Data<Site>,
    path: web::Path<(String, String)>,
    Asker(actor): Asker,
) -> Result<HttpResponse, ApiError> {
    let (slug, key) = path.into_inner();
    let is_open = !actor.is_signed_in();
    let seen = ask(&site, move |app| {
        let of = contests::match_of(&key)?;
        contests::one_match(app, &actor, &slug, of, now())
    });
    let seen = seen.await?;
    let keep = if is_open { Keep::Check } else { Keep::Private };
    Ok(json(&TimedAnswer::from(&seen), keep))
}

/// One's own matches that are to be arranged and played, of all events; what comes first is first.
#[utoipa::path(
    get,
    path = "/api/v1/me/matches",
    operation_id = "listOwnMatches",
    responses((status = 200, description = "The matches", body = OwnTimedList,
        example = json!({"matches": []}))),
)]
pub async fn own(site: web::Data<Site>, Asker(actor): Asker) -> Result<HttpResponse, ApiError> {
    let own = ask(&site, move |app| contests::own_matches(app, &actor, now())).await?;
    let matches = own.iter().map(OwnTimedItem::from).collect();
    Ok(json(&OwnTimedList { matches }, Keep::Private))
}

/// What a player does about a match of his.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchDeed {
    /// He proposes `times`; one that the other proposes, too, fixes the match, of several the earliest.
    Propose,
    /// He takes `times` back.
    TakeBack,
    /// He is there; from an hour before the match on.
    Here,
    /// He appeals against a default, with `words`.
    Appeal,
}

/// What a player tells of a match of his.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentTimes {
    #[serde(rename = "do")]
    pub deed: MatchDeed,
    /// Whole minutes within the window, as RFC 3339 has them.
    #[serde(default)]
    pub times: Vec<String>,
    /// At most 1,000 characters on one line.
    #[serde(default)]
    pub words: String,
}

impl SentTimes {
    fn command(self, of: TableId) -> Result<Command, Error> {
        let times = || self.times.iter().map(|time| moment("times", time)).collect();
        Ok(Command::Times(match self.deed {
            MatchDeed::Propose => TimeCommand::Propose { of, times: times()? },
            MatchDeed::TakeBack => {
                let times: Result<Vec<i64>, Error> = times();
                TimeCommand::TakeBack { of, times: times? }
            }
            MatchDeed::Here => TimeCommand::Here(of),
            MatchDeed::Appeal => TimeCommand::Appeal { of, words: self.words },
        }))
    }
}

fn moment(field: &'static str, text: &str) -> Result<i64, Error> {
    let why = "a time is written as 2026-11-24T20:00:00+08:00";
    parsed(text).ok_or_else(|| Error::invalid(field, why))
}

/// What officials decide about a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchRuling {
    /// It is played at `time`, whatever its players propose.
    Fix,
    /// Its players agree on a time anew, within the window that there is.
    Reopen,
    /// It has a window of so many `days` from now; with `whole_round` all matches of its round.
    Window,
    /// The default stands.
    Stands,
    /// `result` holds instead of the default.
    Instead,
    /// The default is taken back, and the match is agreed on within so many `days`.
    Anew,
}

/// What officials tell of a match. All but a window says why in `words`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentMatchRuling {
    #[serde(rename = "do")]
    pub deed: MatchRuling,
    #[serde(default)]
    pub time: Option<String>,
    #[serde(default)]
    pub days: Option<u32>,
    #[serde(default)]
    pub result: Option<Came>,
    #[serde(default)]
    pub whole_round: bool,
    /// At most 500 characters on one line.
    #[serde(default)]
    pub words: String,
}

impl SentMatchRuling {
    fn command(self, of: TableId) -> Result<Command, Error> {
        let days = || needed("days", self.days);
        let rule = |ruling, words| TimeCommand::Rule { of, ruling, words };
        Ok(Command::Times(match self.deed {
            MatchRuling::Fix => {
                let time = moment("time", &needed("time", self.time)?)?;
                TimeCommand::Fix { of, time: Some(time), why: self.words }
            }
            MatchRuling::Reopen => TimeCommand::Fix { of, time: None, why: self.words },
            MatchRuling::Window => {
                let table = (!self.whole_round).then_some(of.table);
                let TableId { stage, round, .. } = of;
                TimeCommand::Window { stage, round, table, days: days()? }
            }
            MatchRuling::Stands => rule(Ruling::Stands, self.words),
            MatchRuling::Instead => {
                let result = needed("result", self.result)?;
                rule(Ruling::Instead(result.into()), self.words)
            }
            MatchRuling::Anew => rule(Ruling::Anew { days: days()? }, self.words),
        }))
    }
}

/// Proposes times for a match of one's own, takes them back, says that one is there, or appeals.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/matches/{match}/part",
    operation_id = "arrangeMatch",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("match" = String, Path, description = "Stage, round and table, counted from 1: `1-2-3`"),
    ),
    request_body(content = SentTimes, example = json!({"do": "propose", "times": ["2026-11-24T20:00:00+08:00"]})),
    responses((status = 200, description = "It is noted", body = ToldAnswer,
        example = json!({"version": 21, "facts": 2}))),
)]
pub async fn take_part(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let (slug, key) = path.into_inner();
    let of = (&actor, Act::TakePart, slug.as_str());
    let sent: SentTimes = taken((&request, payload), &site, of, MOST_COMMAND).await?;
    let commands = vec![sent.command(contests::match_of(&key)?)?];
    Ok(json(&told(&site, actor, slug, commands).await?, Keep::Private))
}

/// Sets the time of a match, gives it a window, or decides about a default. Nobody decides about a match of his own.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/matches/{match}/ruling",
    operation_id = "ruleOnMatch",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("match" = String, Path, description = "Stage, round and table, counted from 1: `1-2-3`"),
    ),
    request_body(content = SentMatchRuling, example = json!({"do": "fix", "time": "2026-11-24T20:00:00+08:00", "words": "both called"})),
    responses((status = 200, description = "It is noted", body = ToldAnswer,
        example = json!({"version": 22, "facts": 1}))),
)]
pub async fn rule(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let (slug, key) = path.into_inner();
    let of = (&actor, Act::EnterResults, slug.as_str());
    let sent: SentMatchRuling = taken((&request, payload), &site, of, MOST_COMMAND).await?;
    let commands = vec![sent.command(contests::match_of(&key)?)?];
    Ok(json(&told(&site, actor, slug, commands).await?, Keep::Private))
}
