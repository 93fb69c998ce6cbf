//! How accurate an account's notes during play were, over all their revealed games; for the account
//! only.

use std::collections::HashMap;

use adjutant_domain::review::{Calibration, ForecastGroup, ScoredForecast, parse_forecast};
use adjutant_store::games::NarrowGameRow;
use adjutant_store::play_notes::{self, GameNotes};
use adjutant_store::{AnyConnection, games};
use ledger_ratings::Day;
use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::Color;
use salpakan_knowledge::beliefs_at;

use super::access::{Act, ActTarget, Actor, require};
use super::live::{Notes, opened_notes};
use super::records::{GameId, StoredGame, date_of};
use super::stored::{Sealed, read_many};
use super::{App, Result};

/// The number of newest games with notes examined, per colour.
pub const LOOKED_AT: usize = 500;
/// Games held in memory at once.
const AT_ONCE: usize = 100;

/// The score of the notes on a game.
#[derive(Debug, Clone, PartialEq)]
pub struct OfGame {
    pub game: GameId,
    pub day: Day,
    pub worth: ForecastGroup,
}

/// The scores of all notes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Calibrated {
    pub worth: Calibration,
    /// Games in which a note names a rank, newest first.
    pub games: Vec<OfGame>,
}

/// Scores the actor's own notes.
pub fn own(app: &App, actor: &Actor) -> Result<Calibrated> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    let conn = &mut *app.store().read_connection()?;
    let all = play_notes::for_account(conn, actor.account, LOOKED_AT as i64)?;
    let mut found = Calibrated::default();
    for some in all.chunks(AT_ONCE) {
        let mut told = told_of(app, conn, some)?;
        for GameNotes { game, .. } in some {
            let Some((id, day, told)) = told.remove(game) else { continue };
            let month: String =
                date_of(day).replace('.', "-").chars().take("2026-11".len()).collect();
            let mut worth = ForecastGroup::default();
            for one in &told {
                worth.add(one);
                found.worth.add(&month, one);
            }
            found.games.push(OfGame { game: id, day, worth });
        }
    }
    Ok(found)
}

/// A game with the forecasts made by its notes.
type OneGame = (GameId, Day, Vec<ScoredForecast>);

/// Revealed games in which a note names a rank, by their ids.
fn told_of(
    app: &App,
    conn: &mut AnyConnection,
    some: &[GameNotes],
) -> Result<HashMap<i32, OneGame>> {
    let mut noted: HashMap<i32, (Color, Notes)> = HashMap::new();
    for GameNotes { public_id, color, game, body, .. } in some {
        let notes = opened_notes(app.sealer(), (public_id, *color), body)?;
        if notes.iter().any(|(_, words)| parse_forecast(words).is_some()) {
            noted.insert(*game, (*color, notes));
        }
    }
    let numbers: Vec<i32> = noted.keys().copied().collect();
    let mut rows = games::by_ids(conn, &numbers)?;
    rows.retain(|row| row.revealed != 0);
    let heads: Vec<NarrowGameRow> = rows.clone();
    let mut found = HashMap::with_capacity(rows.len());
    for (row, raw) in heads.into_iter().zip(read_many(conn, rows, Sealed::Leave)?) {
        let stored = raw.decode()?.salpakan();
        let record = stored.as_ref().and_then(StoredGame::revealed);
        let (Some(record), Some((color, notes))) = (record, noted.get(&row.id)) else {
            continue;
        };
        let Some(id) = GameId::from_bytes(&row.content_id) else { continue };
        let told = told(record, *color, notes);
        if !told.is_empty() {
            found.insert(row.id, (id, Day(row.day), told));
        }
    }
    Ok(found)
}

/// The last ply after which a note could be made.
fn last_noted(timeline: &Timeline) -> u32 {
    timeline.len() - u32::from(timeline.ending.is_some()).min(timeline.len())
}

/// The forecasts among a side's notes, each with the actual rank and what the verdicts alone had
/// revealed.
fn told(record: &FullRecord, color: Color, notes: &Notes) -> Vec<ScoredForecast> {
    let timeline = record.timeline();
    let (own, theirs) = (&record.armies()[color], &record.armies()[color.opponent()]);
    let (Some(own), Some(theirs)) = (own, theirs) else { return Vec::new() };
    let beliefs = beliefs_at(timeline, own, last_noted(timeline));
    let one = |(origin, words)| {
        let (forecast, truth) = (parse_forecast(words)?, theirs.rank_at(origin)?);
        let belief = beliefs.pieces().find(|belief| belief.origin == origin)?;
        Some(ScoredForecast {
            forecast,
            actual_rank: truth,
            uniform: belief.probability(forecast.rank),
        })
    };
    notes.iter().filter_map(one).collect()
}
