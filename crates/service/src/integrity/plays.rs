//! Integrity check of live games: their events are readable and consistent, their rows agree with
//! them, and sealed data opens. The messages name no rank.

use std::collections::HashMap;

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{self, Disclosure, Event, Outage, Play, Seed};
use adjutant_store::plays::{PlayRow, PublicId, State, events_from};
use adjutant_store::seal::SealedKind;
use adjutant_store::set_ups::SealedSide;
use adjutant_store::{
    AnyConnection, StoreError, games, outages, play_integrity, play_notes, played_games,
    record_corrections, set_ups, toss_seeds,
};
use salpakan::record::short_id_text;
use salpakan::rules::ByColor;

use super::super::live::{judged_again, open_army};
use super::super::records::GameId;
use super::super::{App, Result};

const BATCH_PLAYS: i64 = 500;

/// Returns the number of live games, and describes their faults.
pub(super) fn check(app: &App, conn: &mut AnyConnection) -> Result<(u64, Vec<String>)> {
    let outages = outages::ended_after(conn, Micros::NEVER)?;
    let (mut count, mut faults) = (0, Vec::new());
    let mut after = i32::MIN;
    while let Some(batch) = play_integrity::batch_after(conn, after, BATCH_PLAYS)? {
        count += (batch.plays.len() + batch.damaged.len()) as u64;
        faults.extend(batch.damaged);
        let mut known = HashMap::new();
        for (row, events, last) in &batch.plays {
            let mut wrong = play_integrity::find_faults(row, *events, *last);
            match rebuild_play(conn, row, &outages)? {
                Ok(play) => {
                    wrong.extend(find_mismatch(row, &play));
                    known.insert(row.id, play);
                }
                // Missing data has been reported already.
                Err(_) if !wrong.is_empty() => {}
                Err(what) => wrong.push(what),
            }
            faults.extend(wrong.into_iter().map(|what| fault_text(&row.public_id, &what)));
        }
        let rows: Vec<&PlayRow> = batch.plays.iter().map(|(row, ..)| row).collect();
        match find_sealing_faults(app, conn, (&rows, batch.id_range), &known) {
            Ok(found) => faults.extend(found),
            Err(StoreError::Damaged(what)) => faults.push(what),
            Err(e) => return Err(e.into()),
        }
        faults.extend(find_visibility_faults(conn, &rows, &known)?);
        after = batch.id_range.1;
    }
    faults.extend(find_shared_records(conn)?);
    Ok((count, faults))
}

/// Live games that share a record, of which at most one is right.
fn find_shared_records(conn: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    for (game, plays) in played_games::shared(conn)? {
        let id = games::content_id_by_row(conn, game)?.and_then(|id| GameId::from_bytes(&id));
        let id = id.map_or_else(|| format!("in row {game}"), |id| id.to_string());
        let plays: Vec<String> = plays.iter().map(short_id_text).collect();
        faults.push(format!(
            "plays {} have one record, {id}; whichever is set right gets one of its own",
            plays.join(" and ")
        ));
    }
    Ok(faults)
}

fn fault_text(play: &PublicId, what: &str) -> String {
    format!("play {}: {what}", short_id_text(play))
}

/// Rebuilds a game from its events; returns the first fault.
fn rebuild_play(
    conn: &mut AnyConnection,
    row: &PlayRow,
    outages: &[Outage],
) -> Result<Result<Play, String>, StoreError> {
    let mut events: Vec<Event> = Vec::new();
    for stored in events_from(conn, row.id, 1)? {
        let number = stored.number;
        match play::read(&stored.body) {
            Err(_) => return Ok(Err(format!("event {number} does not read"))),
            Ok(event) if event.at != stored.at => {
                return Ok(Err(format!("event {number} tells another moment than its row")));
            }
            Ok(event) => events.push(event),
        }
    }
    let since = outages.partition_point(|outage| outage.resumed <= row.created_at);
    Ok(Play::rebuild(&events, &outages[since..])
        .map_err(|e| format!("event {} cannot be: {}", e.event, e.why)))
}

/// Describes a difference between a row and the events.
fn find_mismatch(row: &PlayRow, play: &Play) -> Option<String> {
    if play.id() != &row.public_id {
        return Some("its events are those of another play".to_owned());
    }
    if play.state() != row.state {
        let (told, is) = (row.state.key(), play.state().key());
        return Some(format!("its row says {told}, but its events make it {is}"));
    }
    let waits = play.due().is_some() && row.due_at == Micros::NEVER;
    waits.then(|| "the server is to act in it, but not told when".to_owned())
}

/// Judges a game with its opened set-ups: that they are legal, match the squares in the events, and
/// confirm each verdict.
fn find_set_up_fault(
    app: &App,
    row: &PlayRow,
    play: &Play,
    set_ups: &[SealedSide],
) -> Option<String> {
    let timeline = play.timeline()?;
    let rules = &timeline.rules;
    let mut armies = ByColor::default();
    for one in set_ups.iter().filter(|one| one.play == row.id) {
        app.sealer().open(SealedKind::SetUp(one.color), &row.public_id, &one.body).ok()?;
        match open_army(app.sealer(), &row.public_id, one.color, rules, &one.body) {
            Ok(army) => armies[one.color] = Some(army),
            Err(_) => {
                let what = format!("{}'s set-up is no army", one.color);
                return Some(fault_text(&row.public_id, &what));
            }
        }
    }
    let begun = timeline.taken.white.is_some();
    let both = ByColor { white: armies.white?, black: armies.black? };
    let wrong = begun.then(|| judged_again(timeline, &both).err())??;
    Some(fault_text(&row.public_id, &wrong))
}

/// Games whose record is revealed although the events forbid it, or the other way round.
fn find_visibility_faults(
    conn: &mut AnyConnection,
    rows: &[&PlayRow],
    known: &HashMap<i32, Play>,
) -> Result<Vec<String>, StoreError> {
    let games: Vec<i32> = rows.iter().filter_map(|row| row.game_id).collect();
    let open: HashMap<i32, bool> =
        record_corrections::revealed_flags(conn, &games)?.into_iter().collect();
    let wrong = |row: &&&PlayRow| {
        let play = known.get(&row.id)?;
        let embargo = play.hides_ranks()
            && play.terms().disclosure != Disclosure::Game
            && row.state == State::Final;
        let open = *open.get(&row.game_id?)?;
        let what = match (embargo, open) {
            (true, true) => "its record is open, but its event keeps it closed",
            (false, false) => "its record is closed, but nothing keeps it so",
            _ => return None,
        };
        Some(fault_text(&row.public_id, what))
    };
    Ok(rows.iter().filter_map(|row| wrong(&row)).collect())
}

/// Missing or unreadable sealed data of these games.
fn find_sealing_faults(
    app: &App,
    conn: &mut AnyConnection,
    (rows, between): (&[&PlayRow], (i32, i32)),
    known: &HashMap<i32, Play>,
) -> Result<Vec<String>, StoreError> {
    if app.why_shut().is_some() {
        return Ok(Vec::new());
    }
    let mut faults = Vec::new();
    let open = |room, play: &PublicId, body: &[u8]| app.sealer().open(room, play, body).ok();
    let set_ups = set_ups::in_play_range(conn, between)?;
    for one in &set_ups {
        if open(SealedKind::SetUp(one.color), &one.public_id, &one.body).is_none() {
            let what = format!("{}'s set-up does not open", one.color);
            faults.push(fault_text(&one.public_id, &what));
        }
    }
    let seeds = toss_seeds::in_play_range(conn, between)?;
    for one in &seeds {
        let seed = open(SealedKind::TossSeed, &one.public_id, &one.body);
        let commitment = seed
            .and_then(|plain| plain.try_into().ok())
            .map(|seed| Seed(seed).commitment(&one.public_id));
        let published = known.get(&one.play).and_then(Play::commitment);
        if commitment.is_none() {
            faults.push(fault_text(&one.public_id, "the seed of its toss does not open"));
        } else if published.is_some() && commitment.as_ref() != published {
            let what = "the seed of its toss is not what was committed to";
            faults.push(fault_text(&one.public_id, what));
        }
    }
    for one in play_notes::in_play_range(conn, between)? {
        if open(SealedKind::Notes(one.color), &one.public_id, &one.body).is_none() {
            faults.push(fault_text(&one.public_id, &format!("{}'s notes do not open", one.color)));
        }
    }
    faults.extend(
        rows.iter().filter_map(|row| find_set_up_fault(app, row, known.get(&row.id)?, &set_ups)),
    );
    let hides_ranks = |row: &&&PlayRow| known.get(&row.id).is_none_or(Play::hides_ranks);
    for row in rows.iter().filter(hides_ranks) {
        let own = set_ups.iter().filter(|one| one.play == row.id).count();
        if matches!(row.state, State::InPlay | State::Paused) && own < 2 {
            faults.push(fault_text(&row.public_id, "it is in play, but a set-up is missing"));
        }
        let has_seed = seeds.iter().any(|one| one.play == row.id);
        if matches!(row.state, State::Created | State::Deploying) && !has_seed {
            faults.push(fault_text(&row.public_id, "its toss is to come, but has no seed"));
        }
    }
    Ok(faults)
}
