//! Writing games, many per transaction.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use diesel::prelude::*;

use adjutant_domain::account::handle::is_reserved;
use adjutant_domain::moment::Micros;

use super::id_sequence::{add_to_counter, counter, lock_counter, reference, set_counter};
use super::names::{NameCache, NameKind, name_key};
use super::owners::{OwnerColumns, OwnerId};
use super::played_games::{self, RecordedPlay};
use super::queries::insert_all;
use super::record_annulments::ANNULLED;
use super::schema::{deployments, games, timelines};
use super::{AnyConnection, Result, StoreError, accounts, analyses, events, game_tallies, ledgers};

/// A hash of rules, plies, result and set-ups, whatever a record says of event, place and clock.
pub type PlayDigest = [u8; 16];

/// A judged and encoded game to be written.
#[derive(Debug, Clone)]
pub struct NewGame {
    pub content_id: Vec<u8>,
    /// The same in every record of the game; not stored. `None` with few plies, or while set-ups are hidden.
    pub play_digest: Option<PlayDigest>,
    pub white: String,
    pub black: String,
    pub event: String,
    pub site: String,
    pub rule_set: String,
    pub round: String,
    pub day: i32,
    /// Empty if the day determines it.
    pub date_text: String,
    /// -1 without a time control, or with one per ply.
    pub base_seconds: i32,
    pub increment_seconds: i32,
    /// In notation; empty if the previous two columns determine it.
    pub time_control: String,
    pub first_color: i16,
    pub outcome: i16,
    pub termination: i16,
    pub plies: i32,
    pub revealed: bool,
    pub provenance: i16,
    pub imported_at: Micros,
    pub owner: OwnerId,
    /// 0 in the site's pools, -1 unrated, else the id of an organisation's pool.
    pub rated_in: i16,
    /// The importing account; 0 for a command on the server.
    pub imported_by: i32,
    /// The encoded public half.
    pub timeline: Vec<u8>,
    /// Encoded; empty for an unrevealed game.
    pub annotations: Vec<u8>,
    /// Covers the public half and the annotations.
    pub checksum: i32,
    pub sealed: bool,
    /// Both armies: sealed, or encoded for a revealed game. Empty where a game hides nothing.
    pub deployments: Vec<u8>,
    /// Sealed; empty for a revealed game.
    pub sealed_annotations: Vec<u8>,
    /// The live game, if it is the record of one, which its id covers.
    pub played: Option<RecordedPlay>,
}

impl NewGame {
    /// Whether a player with one of these name keys plays in it.
    pub fn has_player_among(&self, keys: &HashSet<String>) -> bool {
        !keys.is_empty()
            && [&self.white, &self.black].iter().any(|name| keys.contains(&name_key(name)))
    }
}

/// The result for a game to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameWriteOutcome {
    Added,
    /// It belonged to a member and now belongs to the new importer, or it was unrated and is now
    /// rated.
    TakenOver,
    Duplicate,
    /// Not written: a player's name is that of a deleted person.
    Retired,
    /// Not written: it would create a player with a lookalike name.
    LooksAlike,
    /// Not written: it would create a player with a reserved name.
    Reserved,
}

/// The `rated_in` of unrated games.
pub const RATED_NOWHERE: i16 = -1;

#[derive(Insertable)]
#[diesel(table_name = games, treat_none_as_default_value = false)]
struct GameRow<'a> {
    id: i32,
    content_id: &'a [u8],
    white_id: i32,
    black_id: i32,
    event_id: i32,
    site_id: i32,
    rule_set_id: i32,
    round: &'a str,
    white_as: &'a str,
    black_as: &'a str,
    event_as: &'a str,
    day: i32,
    date_text: &'a str,
    base_seconds: i32,
    increment_seconds: i32,
    first_color: i16,
    outcome: i16,
    termination: i16,
    plies: i32,
    revealed: i16,
    provenance: i16,
    imported_at: Micros,
    organisation_id: Option<i32>,
    by_member: i16,
    rated_in: i16,
    imported_by: Option<i32>,
    time_control: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = timelines, treat_none_as_default_value = false)]
struct TimelineRow<'a> {
    game_id: i32,
    body: &'a [u8],
    annotations: &'a [u8],
    checksum: i32,
}

#[derive(Insertable)]
#[diesel(table_name = deployments, treat_none_as_default_value = false)]
struct DeploymentRow<'a> {
    game_id: i32,
    sealed: i16,
    body: &'a [u8],
    annotations: &'a [u8],
}

/// Writes the games that do not exist yet, in one transaction; returns the result for each.
///
/// # Errors
/// Returns [`StoreError::Database`]; nothing is then written, and `names` is cleared.
pub fn write_games(
    conn: &mut AnyConnection,
    names: &mut NameCache,
    games: &[NewGame],
) -> Result<Vec<GameWriteOutcome>> {
    let written = conn.transaction(|conn| write_games_in_transaction(conn, names, games));
    if written.is_err() {
        names.clear();
    }
    written
}

/// Like [`write_games`], within a transaction of the caller, who calls [`NameCache::clear`] on
/// failure.
pub fn write_games_in_transaction(
    conn: &mut AnyConnection,
    names: &mut NameCache,
    games: &[NewGame],
) -> Result<Vec<GameWriteOutcome>> {
    // A write takes the writer lock before anything is read.
    lock_counter(conn, "games")?;
    let before = counter(conn, "games")?;
    let mut fates = decide_writes(conn, games)?;
    refuse_deleted_names(conn, names, games, &mut fates)?;
    refuse_look_alikes(conn, names, games, &mut fates)?;
    let new = games.iter().zip(&fates).filter(|(_, fate)| **fate == WriteDecision::New);
    let new: Vec<&NewGame> = new.map(|(game, _)| game).collect();
    let taken = games.iter().zip(&fates).filter_map(|(game, fate)| match fate {
        WriteDecision::TakesOver(row) => Some((*row, game)),
        WriteDecision::New
        | WriteDecision::Known
        | WriteDecision::Retired
        | WriteDecision::LooksAlike
        | WriteDecision::Reserved => None,
    });
    let taken: Vec<(i32, &NewGame)> = taken.collect();
    let first_id = i32::try_from(before + 1)
        .ok()
        .filter(|first| first.checked_add(new.len() as i32).is_some())
        .ok_or_else(|| StoreError::Damaged("no game ids are left".to_owned()))?;
    insert(conn, names, first_id, &new)?;
    set_counter(conn, "games", before + new.len() as i64)?;
    let sealed = new.iter().filter(|game| game.sealed).count() as i64;
    if sealed > 0 {
        add_to_counter(conn, "sealed", sealed)?;
    }
    replace_existing(conn, names, &taken)?;
    Ok(fates.into_iter().map(WriteDecision::outcome).collect())
}

/// How to handle a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteDecision {
    New,
    /// Replaces the game in the row with this id.
    TakesOver(i32),
    Known,
    Retired,
    LooksAlike,
    Reserved,
}

impl WriteDecision {
    const fn outcome(self) -> GameWriteOutcome {
        match self {
            WriteDecision::New => GameWriteOutcome::Added,
            WriteDecision::TakesOver(_) => GameWriteOutcome::TakenOver,
            WriteDecision::Known => GameWriteOutcome::Duplicate,
            WriteDecision::Retired => GameWriteOutcome::Retired,
            WriteDecision::LooksAlike => GameWriteOutcome::LooksAlike,
            WriteDecision::Reserved => GameWriteOutcome::Reserved,
        }
    }
}

/// A game that exists in the database.
#[derive(HasQuery)]
#[diesel(table_name = games)]
struct ExistingGame {
    content_id: Vec<u8>,
    id: i32,
    #[diesel(select_expression = (games::organisation_id, games::by_member))]
    #[diesel(select_expression_type = (games::organisation_id, games::by_member))]
    #[diesel(deserialize_as = OwnerColumns)]
    owner: OwnerId,
    rated_in: i16,
    imported_by: Option<i32>,
}

/// Decides for each game: one that exists in the database, or occurs earlier in `all`, is a
/// duplicate, unless the existing game yields to it.
fn decide_writes(conn: &mut AnyConnection, all: &[NewGame]) -> Result<Vec<WriteDecision>> {
    let mut known: HashMap<Vec<u8>, Option<ExistingGame>> = HashMap::new();
    for chunk in all.chunks(500) {
        let ids: Vec<&[u8]> = chunk.iter().map(|game| game.content_id.as_slice()).collect();
        let played = played_games::known_content_ids(conn, &ids)?;
        let found: Vec<ExistingGame> =
            ExistingGame::query().filter(games::content_id.eq_any(ids)).load(conn)?;
        known.extend(found.into_iter().map(|there| (there.content_id.clone(), Some(there))));
        // Records of live games are also recognised by their content, and yield to none.
        known.extend(played.into_iter().map(|id| (id, None)));
    }
    let mut names = HashMap::new();
    let mut fates = Vec::with_capacity(all.len());
    for game in all {
        fates.push(match known.get_mut(&game.content_id) {
            None if game.played.is_some() => {
                let copy = played_games::find_imported_copy(conn, game)?;
                copy.map_or(WriteDecision::New, WriteDecision::TakesOver)
            }
            None => {
                known.insert(game.content_id.clone(), None);
                WriteDecision::New
            }
            Some(row) => match row {
                Some(there) if yields_to(conn, there, game, &mut names)? => {
                    let id = there.id;
                    *row = None;
                    WriteDecision::TakesOver(id)
                }
                _ => WriteDecision::Known,
            },
        });
    }
    Ok(fates)
}

/// Whether an existing game yields to a new copy: one of a member to any other owner's, and an
/// organisation's that is unrated because its importer played in it to a rated one by another
/// importer; an annulled one never. `names` caches the names of accounts.
fn yields_to(
    conn: &mut AnyConnection,
    there: &ExistingGame,
    game: &NewGame,
    names: &mut HashMap<i32, HashSet<String>>,
) -> Result<bool> {
    if there.rated_in == ANNULLED {
        return Ok(false);
    }
    if there.owner == OwnerId::Members || game.owner == OwnerId::Members {
        return Ok(game.owner != OwnerId::Members);
    }
    let rates = there.rated_in == RATED_NOWHERE && game.rated_in != RATED_NOWHERE;
    let same = there.owner == game.owner;
    let importer = there.imported_by.unwrap_or(0);
    if !(rates && same && importer != game.imported_by) {
        return Ok(false);
    }
    let own = match names.entry(importer) {
        Entry::Occupied(own) => own.into_mut(),
        Entry::Vacant(none) => none.insert(accounts::name_keys(conn, importer)?),
    };
    Ok(game.has_player_among(own))
}

/// Handles games with names of deleted people: new ones are refused, and existing ones stay as they
/// are, without the name.
fn refuse_deleted_names(
    conn: &mut AnyConnection,
    names: &NameCache,
    games: &[NewGame],
    fates: &mut [WriteDecision],
) -> Result<()> {
    let written = games.iter().zip(&*fates).filter(|(_, fate)| **fate != WriteDecision::Known);
    let written: Vec<&NewGame> = written.map(|(game, _)| game).collect();
    let retired = names.deleted_names(conn, &written)?;
    if !retired.is_empty() {
        for (game, fate) in games.iter().zip(fates) {
            if retired.contains(&game.white) || retired.contains(&game.black) {
                *fate = if *fate == WriteDecision::New {
                    WriteDecision::Retired
                } else {
                    WriteDecision::Known
                };
            }
        }
    }
    Ok(())
}

/// Refuses games that would create a player with a lookalike or reserved name.
fn refuse_look_alikes(
    conn: &mut AnyConnection,
    names: &NameCache,
    games: &[NewGame],
    fates: &mut [WriteDecision],
) -> Result<()> {
    let new = games.iter().zip(&*fates).filter(|(_, fate)| **fate == WriteDecision::New);
    let new: Vec<&NewGame> = new.map(|(game, _)| game).collect();
    let alike = names.lookalike_names(conn, &new)?;
    for (game, fate) in games.iter().zip(fates) {
        let looks = alike.contains(&game.white) || alike.contains(&game.black);
        if *fate == WriteDecision::New && looks {
            let reserved = [&game.white, &game.black]
                .into_iter()
                .any(|name| alike.contains(name) && is_reserved(name));
            *fate = if reserved { WriteDecision::Reserved } else { WriteDecision::LooksAlike };
        }
    }
    Ok(())
}

/// Replaces a member's game by that of the new owner, with its clocks, comments and, if unfinished,
/// set-ups, which the id does not cover.
fn replace_existing(
    conn: &mut AnyConnection,
    names: &mut NameCache,
    taken: &[(i32, &NewGame)],
) -> Result<()> {
    let all: Vec<&NewGame> = taken.iter().map(|(_, game)| *game).collect();
    names.resolve(conn, &all)?;
    for (id, game) in taken {
        let row = game_row(names, *id, game)?;
        let own = games::table.find(*id);
        let event: i32 = own.select(games::event_id).first(conn)?;
        diesel::update(own)
            .set((
                games::content_id.eq(row.content_id),
                games::event_id.eq(row.event_id),
                games::event_as.eq(row.event_as),
                games::site_id.eq(row.site_id),
                games::provenance.eq(row.provenance),
                games::imported_at.eq(row.imported_at),
                games::organisation_id.eq(row.organisation_id),
                games::by_member.eq(row.by_member),
                games::rated_in.eq(row.rated_in),
                games::imported_by.eq(row.imported_by),
            ))
            .execute(conn)?;
        update_bodies(conn, *id, game)?;
        played_games::put(conn, *id, game)?;
        events::recompute_day(conn, event)?;
        events::advance_days(conn, &BTreeMap::from([(row.event_id, row.day)]))?;
    }
    let first = taken.iter().map(|(id, _)| *id).min();
    first.map_or(Ok(()), |first| ledgers::rewind_rated_through(conn, i64::from(first)))
}

/// Replaces the bodies of a game whose row the transaction has changed before; returns whether they were sealed.
pub(super) fn update_bodies(conn: &mut AnyConnection, id: i32, game: &NewGame) -> Result<bool> {
    let own = deployments::table.find(id);
    let before: i16 = own.select(deployments::sealed).first(conn)?;
    diesel::update(timelines::table.find(id))
        .set((
            timelines::body.eq(&game.timeline),
            timelines::annotations.eq(&game.annotations),
            timelines::checksum.eq(game.checksum),
        ))
        .execute(conn)?;
    diesel::update(own)
        .set((
            deployments::sealed.eq(i16::from(game.sealed)),
            deployments::body.eq(&game.deployments),
            deployments::annotations.eq(&game.sealed_annotations),
        ))
        .execute(conn)?;
    game_tallies::forget(conn, id)?;
    analyses::forget(conn, id)?;
    Ok(before != 0)
}

fn insert(
    conn: &mut AnyConnection,
    names: &mut NameCache,
    first_id: i32,
    new: &[&NewGame],
) -> Result<()> {
    names.resolve(conn, new)?;
    let game_rows: Vec<GameRow<'_>> = (first_id..)
        .zip(new)
        .map(|(id, game)| game_row(names, id, game))
        .collect::<Result<_, _>>()?;
    let timeline_rows: Vec<TimelineRow<'_>> = (first_id..)
        .zip(new)
        .map(|(game_id, game)| TimelineRow {
            game_id,
            body: &game.timeline,
            annotations: &game.annotations,
            checksum: game.checksum,
        })
        .collect();
    let deployment_rows: Vec<DeploymentRow<'_>> = (first_id..)
        .zip(new)
        .map(|(game_id, game)| DeploymentRow {
            game_id,
            sealed: i16::from(game.sealed),
            body: &game.deployments,
            annotations: &game.sealed_annotations,
        })
        .collect();
    let days = newest_day_by_event(&game_rows);
    insert_all!(&mut *conn, games::table, game_rows);
    insert_all!(&mut *conn, timelines::table, timeline_rows);
    insert_all!(&mut *conn, deployments::table, deployment_rows);
    for (id, game) in (first_id..).zip(new) {
        played_games::put(conn, id, game)?;
    }
    events::advance_days(conn, &days)
}

/// The last day of each event among these games.
fn newest_day_by_event(rows: &[GameRow<'_>]) -> BTreeMap<i32, i32> {
    let mut days = BTreeMap::new();
    for row in rows {
        let day = days.entry(row.event_id).or_insert(row.day);
        *day = row.day.max(*day);
    }
    days
}

fn game_row<'a>(names: &NameCache, id: i32, game: &'a NewGame) -> Result<GameRow<'a>> {
    let white = names.get(NameKind::Player, &game.white)?;
    let black = names.get(NameKind::Player, &game.black)?;
    let event = names.get(NameKind::Event, &game.event)?;
    let as_written = |same: bool, written: &'a str| if same { "" } else { written };
    Ok(GameRow {
        id,
        content_id: &game.content_id,
        white_id: white.id,
        black_id: black.id,
        event_id: event.id,
        site_id: names.get(NameKind::Site, &game.site)?.id,
        rule_set_id: names.get(NameKind::RuleSet, &game.rule_set)?.id,
        round: &game.round,
        white_as: as_written(white.is_exact_spelling, &game.white),
        black_as: as_written(black.is_exact_spelling, &game.black),
        event_as: as_written(event.is_exact_spelling, &game.event),
        day: game.day,
        date_text: &game.date_text,
        base_seconds: game.base_seconds,
        increment_seconds: game.increment_seconds,
        first_color: game.first_color,
        outcome: game.outcome,
        termination: game.termination,
        plies: game.plies,
        revealed: i16::from(game.revealed),
        provenance: game.provenance,
        imported_at: game.imported_at,
        organisation_id: game.owner.organisation(),
        by_member: game.owner.by_member(),
        rated_in: game.rated_in,
        imported_by: reference(game.imported_by),
        time_control: &game.time_control,
    })
}

/// Checks that the tables can be read, for readiness.
pub fn check_readable(conn: &mut AnyConnection) -> Result<()> {
    counter(conn, "games").map(drop)
}
