//! Results rated without a record: rows derived from the facts of an event.

use std::collections::BTreeMap;

use crate::records::outcome_number;
use crate::{App, Error, Result};
use adjutant_domain::contest::{Contest, ContestFact, PlayedGame};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::Venue;
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::unrecorded::{self, UnrecordedRow};
use adjutant_store::{AnyConnection, ledgers};
use ledger_ratings::{Pool, PoolKind};

use super::{cache, onsite_games};

/// The length of the key that distinguishes games of a round, the same as of a record id.
const GAME_KEY_BYTES: usize = 10;

/// Whether a fact may change which games were played or by whom.
const fn affects_results(fact: &ContestFact) -> bool {
    match fact {
        ContestFact::ResultEntered { .. }
        | ContestFact::RoundTakenBack(_)
        | ContestFact::StageStartTakenBack { .. }
        | ContestFact::RoundRestored(_)
        | ContestFact::SettingsChanged { .. }
        | ContestFact::PersonAmended { .. }
        | ContestFact::TeamAmended { .. }
        | ContestFact::LineUpSubmitted { .. }
        | ContestFact::LineUpsReleased(_)
        | ContestFact::RoundAltered { .. }
        | ContestFact::EntrantsMerged { .. }
        | ContestFact::Undone { .. } => true,
        ContestFact::RegistrationToggled { .. }
        | ContestFact::EntrantRegistered { .. }
        | ContestFact::EntrantAdmitted { .. }
        | ContestFact::EntrantWithdrew { .. }
        | ContestFact::EntrantRemoved { .. }
        | ContestFact::FeePaidSet { .. }
        | ContestFact::PresenceSet { .. }
        | ContestFact::ByeRequested { .. }
        | ContestFact::ProhibitedGroupsSet { .. }
        | ContestFact::StageStarted { .. }
        | ContestFact::StageJoined { .. }
        | ContestFact::StageRenumbered { .. }
        | ContestFact::RoundExtended { .. }
        | ContestFact::ArenaClockSet { .. }
        | ContestFact::ArenaEnded { .. }
        | ContestFact::ArenaPaused { .. }
        | ContestFact::ChallengeMade { .. }
        | ContestFact::ChallengeAccepted { .. }
        | ContestFact::ChallengeClosed { .. }
        | ContestFact::LadderClockStarted { .. }
        | ContestFact::LadderFell { .. }
        | ContestFact::LadderEnded { .. }
        | ContestFact::RoundDrafted { .. }
        | ContestFact::RoundPublished(_)
        | ContestFact::ResultReported { .. }
        | ContestFact::TeamRegistered { .. }
        | ContestFact::ResultDisputed { .. }
        | ContestFact::GraceEnded(_)
        | ContestFact::PlayOffDecided { .. }
        | ContestFact::WindowOpened { .. }
        | ContestFact::MatchScheduling { .. }
        | ContestFact::Announced { .. }
        | ContestFact::Redone { .. }
        | ContestFact::RoundRevoked(_)
        | ContestFact::EventEndedSet { .. }
        | ContestFact::EventCancelled { .. }
        | ContestFact::EventMoved(_)
        | ContestFact::LotDrawn { .. } => false,
    }
}

/// Updates the rows of an event after facts, in the transaction that appends them; returns whether
/// ratings must follow. New results are dated by `at`; corrected ones keep their date.
pub(super) fn sync_after_facts(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (after, facts): (&Contest, &[ContestFact]),
    at: Micros,
) -> Result<()> {
    if facts.iter().any(affects_results) { sync_results(conn, row, after, at) } else { Ok(()) }
}

/// Like [`sync_after_facts`], whatever the facts were.
pub(super) fn sync_results(
    conn: &mut AnyConnection,
    row: &ContestRow,
    after: &Contest,
    at: Micros,
) -> Result<()> {
    let (new, gone) = differences(conn, row, after, at.day().0.max(row.first_day))?;
    if gone.iter().any(|row| row.number != 0) {
        // Rows with a number are rated or being rated.
        ledgers::reset_rated_through(conn)?;
    }
    unrecorded::withdraw(conn, &gone.iter().map(|row| row.id).collect::<Vec<i32>>())?;
    Ok(unrecorded::add(conn, new)?)
}

/// Missing rows, and rows that differ from the event.
fn differences(
    conn: &mut AnyConnection,
    row: &ContestRow,
    after: &Contest,
    day: i32,
) -> Result<(Vec<UnrecordedRow>, Vec<UnrecordedRow>)> {
    let mut stored: BTreeMap<_, UnrecordedRow> = unrecorded::for_event(conn, row.id)?
        .into_iter()
        .map(|row| (row.pairing_position(), row))
        .collect();
    let mut new = Vec::new();
    let mut gone = Vec::new();
    for mut wanted in expected_rows(conn, row, after, day)? {
        let Some(old) = stored.remove(&wanted.pairing_position()) else {
            new.push(wanted);
            continue;
        };
        wanted.day = old.day;
        if (UnrecordedRow { id: old.id, number: old.number, ..wanted.clone() }) != old {
            gone.push(old);
            new.push(wanted);
        }
    }
    gone.extend(stored.into_values());
    Ok((new, gone))
}

fn expected_rows(
    conn: &mut AnyConnection,
    row: &ContestRow,
    after: &Contest,
    day: i32,
) -> Result<Vec<UnrecordedRow>> {
    let Some(rated_in) = rating_pool(row, after) else { return Ok(Vec::new()) };
    let here = onsite_games::load_event_plays_of(conn, row.id, after)?;
    let played = after.played_games().into_iter();
    let without_record = played.filter(|one| here.link_at(after, one.spot).is_none());
    Ok(without_record.filter_map(|one| to_unrecorded_row(row, (rated_in, day), one)).collect())
}

/// The number of the pool in which an event is rated, if it is.
pub(super) fn rating_pool(row: &ContestRow, contest: &Contest) -> Option<i16> {
    let kind = match contest.settings.onsite_games().map(|games| games.venue) {
        Some(Venue::Online) => PoolKind::Online,
        Some(Venue::Table) | None => PoolKind::FaceToFace,
    };
    let family = contest.settings.game().family();
    Pool::number_of(row.organisation_id, kind, family).filter(|_| contest.settings.rated)
}

fn to_unrecorded_row(
    row: &ContestRow,
    (rated_in, day): (i16, i32),
    one: PlayedGame,
) -> Option<UnrecordedRow> {
    let spot = one.spot;
    let place = format!("{}/{}/{}/{}/{}", row.slug, spot.stage, spot.round, spot.table, spot.game);
    Some(UnrecordedRow {
        id: 0,
        number: 0,
        event_id: row.id,
        rated_in,
        stage: i16::try_from(spot.stage).ok()?,
        round: i16::try_from(spot.round).ok()?,
        place: i32::try_from(spot.table).ok()?,
        game: i16::try_from(spot.game).ok()?,
        white_id: one.players.white,
        black_id: one.players.black,
        outcome: outcome_number(Some(one.outcome)),
        day,
        round_name: one.round,
        order_key: blake3::hash(place.as_bytes()).as_bytes()[..GAME_KEY_BYTES].to_vec(),
        gone: 0,
    })
}

/// Adds the results entered before results were rated; runs once.
pub fn backfill_results(app: &App) -> Result<()> {
    let mut conn = app.store().connection()?;
    if unrecorded::is_backfilled(&mut conn)? {
        return Ok(());
    }
    drop(conn);
    app.write(|conn| {
        for row in rows::all(conn)? {
            let run = cache::load(app, conn, &row)?;
            let last = rows::last_fact_at(conn, row.id)?;
            sync_results(conn, &row, &run.contest, last)?;
        }
        Ok::<_, Error>(unrecorded::set_backfilled(conn)?)
    })
}

/// Describes each difference between the rows and their events.
pub(crate) fn find_mismatches(app: &App, conn: &mut AnyConnection) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    if !unrecorded::is_backfilled(conn)? {
        return Ok(faults);
    }
    for row in rows::all(conn)? {
        let run = cache::load(app, conn, &row)?;
        let (new, gone) = differences(conn, &row, &run.contest, row.first_day)?;
        if !new.is_empty() || !gone.is_empty() {
            let (slug, new, gone) = (&row.slug, new.len(), gone.len());
            faults.push(format!(
                "of the event {slug} {new} results are not rated as they stand, and {gone} are that do not stand"
            ));
        }
    }
    Ok(faults)
}
