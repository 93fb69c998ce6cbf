//! The signs of an event, and what players reported of its games.

use std::collections::HashMap;
use std::sync::Arc;

use crate::access::{Act, Actor};
use crate::live::Ground;
use crate::{App, Error, Result};
use adjutant_domain::contest::fair_play::{
    Evidence, OtherGame, PlayedAlike, RecordedEnd, Sign, SignKind, ToldFact, signs,
};
use adjutant_domain::contest::{
    Contest, ContestFact, EntrantId, GameSlot, PlayedGame, TableId, facts_in_force, json,
};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountState;
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::{AnyConnection, games, labels, play_reports};
use chrono_tz::Tz;
use salpakan::rules::{ByColor, Outcome, Termination};

use super::super::authorize_act;
use super::super::cache::{self, LoadedContest};
use super::super::conflict_of_interest::player_entries;
use super::super::match_board::entrant_name;
use super::cases::{CaseSummary, cases_for_official};
use super::likeness::{self, EventLikeness};

/// Other events of the organisation, the latest, in which the same two may have met.
const OTHER_EVENTS: i64 = 24;
/// How far back they are looked for, in days.
const OTHER_DAYS: i32 = 730;

/// A game with the names of its entrants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownGame {
    pub spot: GameSlot,
    pub names: [String; 2],
}

/// A sign with names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownSign {
    pub kind: SignKind,
    pub entrants: Vec<(EntrantId, String)>,
    pub games: Vec<ShownGame>,
    /// Who corrected results; `None` if it is about no official, or their account is deleted.
    pub official: Option<String>,
}

/// What a player reported of a finished game that was played on this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameReport {
    pub game: ShownGame,
    pub entrants: [EntrantId; 2],
    /// Whether they still sit there: the round was not paired again.
    pub is_current: bool,
    /// `None` if it is of a later version.
    pub ground: Option<Ground>,
    pub words: String,
    pub at: Micros,
}

/// What officials look at.
#[derive(Debug, Clone, PartialEq)]
pub struct FairPlayReport {
    pub event: String,
    /// Whose clocks its times are told by.
    pub zone: Tz,
    pub signs: Vec<ShownSign>,
    pub reports: Vec<GameReport>,
    pub likeness: EventLikeness,
    /// The latest first.
    pub cases: Vec<CaseSummary>,
    /// Those who take part, and those who did.
    pub entrants: Vec<(EntrantId, String)>,
}

/// Signs, reports and cases of an event, for its officials. What is about a reader's own games is left out.
pub fn fair_play(app: &App, actor: &Actor, slug: &str) -> Result<FairPlayReport> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::ReviewFairPlay, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let own = Reader::new(&run.contest, actor);
    let cases = cases_for_official(&mut conn, &run, actor)?;
    let likenesses = likeness::read(&mut conn, &run)?;
    let signs = event_signs(app, &mut conn, &run, &likenesses.evidence())?;
    let signs: Vec<Sign> = signs.into_iter().filter(|sign| own.may_see_sign(sign)).collect();
    let officials = signs.iter().filter_map(|sign| official(sign.kind)).collect::<Vec<_>>();
    let officials = labels::accounts(&mut conn, &officials)?;
    let shown = |sign: Sign| ShownSign {
        official: official(sign.kind)
            .and_then(|account| officials.get(&account))
            .filter(|label| label.state != AccountState::Deleted)
            .map(|label| label.name.clone()),
        kind: sign.kind,
        entrants: named(&run.contest, &sign.entrants),
        games: sign.games.iter().filter_map(|spot| shown_game(&run.contest, *spot)).collect(),
    };
    let entrants: Vec<EntrantId> = run.contest.numbered_entrants().map(|(id, _)| id).collect();
    Ok(FairPlayReport {
        event: row.name.clone(),
        zone: run.contest.settings.timetable.zone(),
        signs: signs.into_iter().map(shown).collect(),
        reports: reports(&mut conn, &run, &own)?,
        likeness: likenesses.shown(&run.contest, &own),
        cases,
        entrants: named(&run.contest, &entrants),
    })
}

pub(super) fn named(contest: &Contest, entrants: &[EntrantId]) -> Vec<(EntrantId, String)> {
    entrants.iter().map(|id| (*id, entrant_name(contest, *id))).collect()
}

const fn official(kind: SignKind) -> Option<i32> {
    match kind {
        SignKind::CorrectedInFavor { account, .. } => Some(account),
        _ => None,
    }
}

pub(super) fn shown_game(contest: &Contest, spot: GameSlot) -> Option<ShownGame> {
    let sides = contest.published_meeting(spot.table_id())?.sides;
    Some(ShownGame { spot, names: sides.map(|side| entrant_name(contest, side)) })
}

/// An official, with their own entries in the event.
pub(super) struct Reader<'a> {
    contest: &'a Contest,
    account: i32,
    entries: Vec<EntrantId>,
}

impl<'a> Reader<'a> {
    pub fn new(contest: &'a Contest, actor: &Actor) -> Reader<'a> {
        let entries = actor.player.map(|player| player_entries(contest, player));
        Reader { contest, account: actor.account, entries: entries.unwrap_or_default() }
    }

    /// Whether they take part in the event.
    fn plays(&self) -> bool {
        !self.entries.is_empty()
    }

    pub fn is_concerned(
        &self,
        entrants: &[EntrantId],
        tables: impl IntoIterator<Item = TableId>,
    ) -> bool {
        let is_own = |id: &EntrantId| self.entries.contains(id);
        let mut meetings = tables.into_iter().filter_map(|at| self.contest.published_meeting(at));
        entrants.iter().any(is_own) || meetings.any(|meeting| meeting.sides.iter().any(is_own))
    }

    fn may_see_sign(&self, sign: &Sign) -> bool {
        let tables = sign.games.iter().map(|spot| spot.table_id());
        official(sign.kind) != Some(self.account) && !self.is_concerned(&sign.entrants, tables)
    }
}

fn event_signs(
    app: &App,
    conn: &mut AnyConnection,
    run: &LoadedContest,
    alike: &[PlayedAlike],
) -> Result<Vec<Sign>> {
    let told = told_facts(conn, &run.row)?;
    let facts: Vec<ToldFact<'_>> = told
        .iter()
        .map(|(at, account, in_force, fact)| ToldFact {
            at: *at,
            account: *account,
            in_force: *in_force,
            fact,
        })
        .collect();
    let records = recorded_ends(conn, run)?;
    let elsewhere = other_games(app, conn, &run.row)?;
    let (contest, facts) = (&run.contest, &facts[..]);
    Ok(signs(&Evidence { contest, facts, records: &records, elsewhere: &elsewhere, alike }))
}

type Told = (Micros, i32, bool, ContestFact);

fn told_facts(conn: &mut AnyConnection, row: &ContestRow) -> Result<Vec<Told>> {
    let stored = rows::facts(conn, row.id, 0)?;
    let mut told: Vec<Told> = Vec::with_capacity(stored.len());
    for (number, fact) in stored.iter().filter(|fact| fact.number <= row.version).enumerate() {
        let read = json::read_fact(&fact.body)
            .map_err(|e| cache::damaged_fact(row, number, &e.to_string()))?;
        told.push((fact.told_at, fact.account_id, false, read));
    }
    let all: Vec<&ContestFact> = told.iter().map(|(.., fact)| fact).collect();
    let counting = facts_in_force(&all);
    let counting =
        counting.map_err(|e| cache::damaged_fact(row, e.0, "it undoes what is not there"))?;
    for at in counting {
        told[at].2 = true;
    }
    Ok(told)
}

/// Records name players by their current numbers, as the contest does.
fn recorded_ends(conn: &mut AnyConnection, run: &LoadedContest) -> Result<Vec<RecordedEnd>> {
    let found = games::ends_in_event(conn, run.row.id)?;
    let known = |number: i16| Termination::ALL.into_iter().find(|one| *one as i16 == number);
    let ends = found.into_iter().filter_map(|row| {
        Some(RecordedEnd {
            players: ByColor::new(row.white_id, row.black_id),
            round: row.round,
            termination: known(row.termination)?,
            plies: u32::try_from(row.plies).ok()?,
        })
    });
    Ok(ends.collect())
}

/// The games of the organisation's latest finished events.
fn other_games(app: &App, conn: &mut AnyConnection, row: &ContestRow) -> Result<Vec<OtherGame>> {
    let days = (row.first_day.saturating_sub(OTHER_DAYS), row.first_day);
    let ended = rows::ended_of_organisation(conn, row.organisation_id, days, OTHER_EVENTS + 1)?;
    let mut found = Vec::new();
    for other in ended.iter().filter(|other| other.id != row.id) {
        let key = (other.id, other.version);
        let kept = &app.memory.contests.other_games;
        let games = match kept.get(&key) {
            Some(games) => games,
            None => {
                let games = Arc::new(read_games(app, conn, other)?);
                kept.insert(key, Arc::clone(&games));
                games
            }
        };
        found.extend(games.iter().copied());
    }
    Ok(found)
}

fn read_games(app: &App, conn: &mut AnyConnection, other: &ContestRow) -> Result<Vec<OtherGame>> {
    let run = cache::load(app, conn, other)?;
    let game = |game: PlayedGame| OtherGame {
        event: other.id,
        players: [game.players.white, game.players.black],
        is_draw: game.outcome == Outcome::Draw,
    };
    Ok(run.contest.played_games().into_iter().map(game).collect())
}

/// What players reported of games that are over, the latest first; officials who play read none of it.
fn reports(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    own: &Reader<'_>,
) -> Result<Vec<GameReport>> {
    let mut found = Vec::new();
    // Ranks of a finished game may still be closed, and words may tell of them.
    if own.plays() {
        return Ok(found);
    }
    for row in play_reports::for_contest(conn, run.row.id)? {
        let (stage, round, table, game) = row.spot;
        let number = |number: i32| {
            usize::try_from(number).map_err(|_| Error::Internal("a table below 0".to_owned()))
        };
        let spot = GameSlot {
            stage: number(stage.into())?,
            round: number(round.into())?,
            table: number(table)?,
            game: number(game.into())?,
        };
        let entrant = |id: i32| u32::try_from(id).map(EntrantId).unwrap_or(EntrantId(0));
        let entrants = [entrant(row.entrants.0), entrant(row.entrants.1)];
        let names = entrants.map(|id| entrant_name(&run.contest, id));
        let game = ShownGame { spot, names };
        let meeting = run.contest.published_meeting(spot.table_id());
        let is_current = meeting.is_some_and(|meeting| meeting.sides == entrants);
        let (ground, words) = row.text.split_once('\n').unwrap_or(("", &row.text));
        let (ground, words) = (Ground::parse(ground), words.to_owned());
        found.push(GameReport { game, entrants, is_current, ground, words, at: row.at });
    }
    found.sort_by_key(|report| std::cmp::Reverse(report.at));
    Ok(found)
}

/// The names of accounts that are not deleted.
pub(super) fn account_names(
    conn: &mut AnyConnection,
    accounts: &[i32],
) -> Result<HashMap<i32, String>> {
    let known = labels::accounts(conn, &adjutant_store::distinct(accounts.iter().copied()))?;
    let names = known.into_iter().filter(|(_, label)| label.state != AccountState::Deleted);
    Ok(names.map(|(id, label)| (id, label.name)).collect())
}
