//! Merging two players who are one person, and undoing it; by the operator.
//!
//! The games of one become the other's, but the names in the records remain, so that records and
//! their ids do not change. Ratings are recomputed from all games.

use std::collections::HashSet;

use adjutant_domain::moment::Micros;
use adjutant_store::merges::{self, MergeMove, MergeRow, MovedKind};
use adjutant_store::names::name_key;
use adjutant_store::players::{self, PlayerRow, PlayerRowState};
use adjutant_store::sliced_writes::{SliceStep, SlicedWriter};
use adjutant_store::{AnyConnection, claims, labels, ledgers, profiles, unrecorded};
use ledger_ratings::Pool;

use super::access::{Act, ActTarget, Actor, require};
use super::audit::{self, Action, AuditEntry, Field};
use super::persons::reason;
use super::players::Player;
use super::privacy::without_names;
use super::records::GameId;
use super::{App, Error, Result, Thing, ratings, refusals};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    pub id: i32,
    /// Handles.
    pub from: String,
    pub into: String,
    pub made_at: Micros,
    /// The name of an account; empty for a command.
    pub made_by: String,
    pub undone_at: Option<Micros>,
    pub reason: String,
}

#[derive(Debug)]
pub struct Preview {
    pub from: Player,
    pub into: Player,
    pub games: u64,
    /// The pools with the number of rated games in each.
    pub pools: Vec<(&'static Pool, u32)>,
    pub memberships: u64,
    /// Whether an account would change its player.
    pub has_account: bool,
    pub refusal: Option<Error>,
}

pub fn preview(app: &App, actor: &Actor, from: &str, into: &str) -> Result<Preview> {
    require(actor, Act::MergePlayers, ActTarget::Site, true)?;
    let mut conn = app.store().read_connection()?;
    let (from, into) = (exactly(&mut conn, from)?, exactly(&mut conn, into)?);
    let refusal = check(&mut conn, &from, &into).err();
    let mut games = 0;
    for moved in [MovedKind::White, MovedKind::Black] {
        games += merges::seats(&mut conn, from.id, moved, i64::MAX)?.len() as u64;
    }
    let memberships = claims::organisations_with_members(&mut conn, &[from.id])?.len() as u64;
    let has_account = merges::account_of_player(&mut conn, from.id)?.is_some();
    drop(conn);
    let ledgers = ratings::of_player(app, from.id)?;
    let pools = ledgers.iter().map(|(pool, ledger)| (*pool, ledger.totals.games())).collect();
    let player = |row: PlayerRow| Player { id: row.id, handle: row.handle };
    let (from, into) = (player(from), player(into));
    Ok(Preview { from, into, games, pools, memberships, has_account, refusal })
}

fn exactly(conn: &mut AnyConnection, handle: &str) -> Result<PlayerRow> {
    players::by_exact_handle(conn, handle)?.ok_or_else(|| Error::missing(Thing::Player, handle))
}

fn check(conn: &mut AnyConnection, from: &PlayerRow, into: &PlayerRow) -> Result<()> {
    if from.id == into.id {
        return Err(Error::invalid("into", refusals::SAME_PLAYER));
    }
    for row in [from, into] {
        let handle = &row.handle;
        if name_key(handle) == "?" {
            return Err(Error::invalid("from", refusals::UNKNOWN_PLAYER));
        }
        match row.state {
            PlayerRowState::Ordinary => {}
            PlayerRowState::Anonymous => {
                return Err(Error::conflict(refusal!(PLAYER_DELETED, name = handle)));
            }
            PlayerRowState::Merged => {
                let other = players::canonical(conn, row.id)?.handle;
                return Err(Error::conflict(refusal!(PLAYER_MERGED, name = handle, other)));
            }
        }
    }
    let (name, other) = (&from.handle, &into.handle);
    if players::bots_among(conn, &[from.id, into.id])?.len() == 1 {
        return Err(Error::conflict(refusal!(BOT_AND_PERSON, from = name, into = other)));
    }
    let accounts = [from.id, into.id].map(|player| merges::account_of_player(conn, player));
    if let [Ok(Some(_)), Ok(Some(_))] = accounts {
        return Err(Error::conflict(refusal!(TWO_ACCOUNTS, name, other)));
    }
    let text = |id: &[u8]| GameId::from_bytes(id).map(|id| id.to_string()).unwrap_or_default();
    if let Some(game) = merges::common_game(conn, from.id, into.id)? {
        let game = text(&game);
        return Err(Error::conflict(refusal!(PLAYED_EACH_OTHER, name, other, game)));
    }
    if let Some(play) = merges::common_play(conn, from.id, into.id)? {
        let play = text(&play);
        return Err(Error::conflict(refusal!(SAT_AGAINST_EACH_OTHER, name, other, play)));
    }
    Ok(())
}

/// Merges `from` into `into`: games move, and so do memberships, profile and account unless `into`
/// has its own; the old handle redirects. Ratings are recomputed.
///
/// Games are moved last, in small steps while live games are in progress; if this is interrupted,
/// the next rating update continues.
pub fn merge(
    app: &App,
    actor: &Actor,
    from: &str,
    into: &str,
    why: &str,
    now: Micros,
) -> Result<Merge> {
    let acting_as = require(actor, Act::MergePlayers, ActTarget::Site, true)?;
    let why = &reason(why)?;
    let id = app.write(|conn| {
        let (from, into) = (exactly(conn, from)?, exactly(conn, into)?);
        check(conn, &from, &into)?;
        let id = unite(conn, &from, &into, (now, actor.account), why)?;
        let why = without_names(why, &[&from.handle, &into.handle]);
        let entry = AuditEntry::for_actor(actor, acting_as, Action::PlayersMerged, now)
            .with_change(Field::MergedInto, "", into.id)
            .with_reason(&why);
        audit::write_all(conn, &[from.id, into.id].map(|player| entry.clone().player(player)))?;
        Ok::<_, Error>(id)
    })?;
    ratings::bring_up_to_date(app)?;
    get(app, id)
}

/// Records a merge and moves personal data, in a transaction that holds the writer lock; returns
/// the id. After the commit the caller must update the ratings, which first moves the games
/// ([`finish`]).
pub(super) fn unite(
    conn: &mut AnyConnection,
    from: &PlayerRow,
    into: &PlayerRow,
    made: (Micros, i32),
    why: &str,
) -> Result<i32> {
    none_under_way(conn)?;
    let id = merges::add(conn, (from.id, into.id), made, why)?;
    let moves = merges::transfer_person(conn, from.id, into.id)?;
    merges::add_moves(conn, id, &moves)?;
    players::set_state(conn, from.id, PlayerRowState::Merged, Some(into.id))?;
    profiles::sync_privacy(conn, from.id)?;
    profiles::sync_privacy(conn, into.id)?;
    merges::set_under_way(conn, Some((id, false)))?;
    Ok(id)
}

fn none_under_way(conn: &mut AnyConnection) -> Result<()> {
    match merges::under_way(conn)? {
        None => Ok(()),
        Some(_) => Err(Error::conflict(refusals::MERGE_UNDER_WAY)),
    }
}

/// The references to players that a merge moves.
const SEATS: [MovedKind; 4] =
    [MovedKind::White, MovedKind::Black, MovedKind::PlayedWhite, MovedKind::PlayedBlack];
/// References moved per step, while live games are in progress and otherwise.
const STEP: (usize, usize) = (16, 4_000);

/// Moves the games of the merge in progress, if any, including an interrupted one. The caller
/// prevents concurrent rating updates.
pub(super) fn finish(slices: &mut SlicedWriter) -> Result<()> {
    let Some((id, undone)) = merges::under_way(slices.connection())? else { return Ok(()) };
    let row = merges::by_id(slices.connection(), id)?.ok_or_else(|| no_merge(id))?;
    let from = player_row(slices.connection(), row.from_player)?;
    if undone {
        return give_back(slices, &row, &from);
    }
    slices.run_to_end(|conn, pace| {
        for moved in SEATS {
            let most = pace.rows_per_step(STEP.0, STEP.1) as i64;
            let seats = merges::seats(conn, from.id, moved, most)?;
            if seats.is_empty() {
                continue;
            }
            let seat = |(row, as_before)| MergeMove { row, moved, as_before };
            let moves: Vec<MergeMove> = seats.into_iter().map(seat).collect();
            merges::add_moves(conn, id, &moves)?;
            merges::transfer_seats(conn, &moves, row.into_player, &from.handle)?;
            return Ok::<_, Error>(SliceStep::More);
        }
        let mut rated = unrecorded::has_player(conn, from.id)?;
        for moved in [MovedKind::White, MovedKind::Black] {
            rated |= merges::has_moves(conn, id, moved)?;
        }
        end(conn, rated)
    })
}

/// The last step: has moved games rated again.
fn end(conn: &mut AnyConnection, rated: bool) -> Result<SliceStep> {
    if rated {
        ledgers::reset_rated_through(conn)?;
    }
    merges::set_under_way(conn, None)?;
    Ok(SliceStep::Done)
}

/// Undoes a merge: everything is as if it had never been made, including games imported since under
/// the merged player's name.
pub fn undo(app: &App, actor: &Actor, merge: i32, why: &str, now: Micros) -> Result<Merge> {
    let acting_as = require(actor, Act::MergePlayers, ActTarget::Site, true)?;
    let why = &reason(why)?;
    app.write(|conn| {
        let row = merges::by_id(conn, merge)?.ok_or_else(|| no_merge(merge))?;
        none_under_way(conn)?;
        let from = still_merged(conn, &row)?;
        for moved in [MovedKind::Member, MovedKind::Profile, MovedKind::Account] {
            for (id, _) in merges::moves(conn, row.id, moved)? {
                merges::transfer_row(conn, moved, id, (row.into_player, from.id))?;
            }
        }
        merges::set_under_way(conn, Some((row.id, true)))?;
        merges::set_undone(conn, row.id, (now, actor.account))?;
        players::set_state(conn, from.id, PlayerRowState::Ordinary, None)?;
        profiles::sync_privacy(conn, row.from_player)?;
        profiles::sync_privacy(conn, row.into_player)?;
        let into = players::canonical(conn, row.into_player)?;
        let why = without_names(why, &[&from.handle, &into.handle]);
        let entry = AuditEntry::for_actor(actor, acting_as, Action::MergeUndone, now)
            .with_change(Field::MergedInto, row.into_player, "")
            .with_reason(&why);
        let players = [row.from_player, row.into_player];
        Ok::<_, Error>(audit::write_all(conn, &players.map(|id| entry.clone().player(id)))?)
    })?;
    ratings::bring_up_to_date(app)?;
    get(app, merge)
}

fn player_row(conn: &mut AnyConnection, id: i32) -> Result<PlayerRow> {
    let gone = || Error::Internal("a merge names a player who is not there".to_owned());
    players::by_id(conn, id)?.ok_or_else(gone)
}

fn no_merge(id: i32) -> Error {
    Error::not_found(refusal!(NO_MERGE, number = id))
}

/// The merged player, if the merge can be undone now.
fn still_merged(conn: &mut AnyConnection, row: &MergeRow) -> Result<PlayerRow> {
    if row.undone_at != Micros::NEVER {
        return Err(Error::conflict(refusals::MERGE_UNDONE));
    }
    let from = player_row(conn, row.from_player)?;
    let into = player_row(conn, row.into_player)?;
    match into.state {
        PlayerRowState::Ordinary => Ok(from),
        PlayerRowState::Anonymous => {
            Err(Error::conflict(refusal!(MERGED_AND_DELETED, name = into.handle)))
        }
        PlayerRowState::Merged => Err(Error::conflict(refusal!(MERGED_SINCE, name = into.handle))),
    }
}

/// Moves games back, and those added since under a name of the merged player or as records of their
/// live games. Games moved back before an interruption are skipped.
fn give_back(slices: &mut SlicedWriter, row: &MergeRow, from: &PlayerRow) -> Result<()> {
    let mut seats: Vec<(MovedKind, (i32, String))> = Vec::new();
    for moved in [MovedKind::White, MovedKind::Black] {
        let own = games_of(slices.connection(), row, from, moved)?;
        seats.extend(own.into_iter().map(|seat| (moved, seat)));
    }
    for moved in [MovedKind::PlayedWhite, MovedKind::PlayedBlack] {
        let own = merges::moves(slices.connection(), row.id, moved)?;
        seats.extend(own.into_iter().map(|seat| (moved, seat)));
    }
    let mut rest = seats.as_slice();
    slices.run_to_end(|conn, pace| {
        let (now, later) = rest.split_at(rest.len().min(pace.rows_per_step(STEP.0, STEP.1)));
        for (moved, seat) in now {
            merges::restore_seats(conn, from.id, *moved, std::slice::from_ref(seat))?;
        }
        rest = later;
        // Unconditionally, since some may have been moved back before an interruption.
        if rest.is_empty() { end(conn, true) } else { Ok(SliceStep::More) }
    })
}

/// The games of one colour that the merged player gets back, with the names to be written.
fn games_of(
    conn: &mut AnyConnection,
    row: &MergeRow,
    from: &PlayerRow,
    moved: MovedKind,
) -> Result<Vec<(i32, String)>> {
    let played =
        if moved == MovedKind::White { MovedKind::PlayedWhite } else { MovedKind::PlayedBlack };
    let keys = own_keys(conn, from.id)?;
    let recorded = of_plays(conn, row, from, (moved, played))?;
    let before = merges::moves(conn, row.id, moved)?;
    let numbers = |seats: &[(i32, String)]| seats.iter().map(|(game, _)| *game).collect();
    let moved_then: HashSet<i32> = numbers(&before);
    let mut known: HashSet<i32> = numbers(&recorded);
    known.extend(&moved_then);
    let held = merges::seats(conn, row.into_player, moved, i64::MAX)?;
    let here: HashSet<i32> = numbers(&held);
    let later = held
        .into_iter()
        .filter(|(game, written)| !known.contains(game) && keys.contains(&name_key(written)))
        .map(|(game, written)| match written == from.handle {
            true => (game, String::new()),
            false => (game, written),
        });
    let recorded = recorded.into_iter().filter(|(game, _)| !moved_then.contains(game));
    let back = before.into_iter().filter(|(game, _)| here.contains(game));
    Ok(back.chain(recorded).chain(later).collect())
}

/// The records of live games that the merge moved, with the names to be written.
fn of_plays(
    conn: &mut AnyConnection,
    row: &MergeRow,
    from: &PlayerRow,
    (moved, played): (MovedKind, MovedKind),
) -> Result<Vec<(i32, String)>> {
    let plays = merges::moves(conn, row.id, played)?;
    let ids: Vec<i32> = plays.iter().map(|(play, _)| *play).collect();
    let recorded = merges::seats_in_records(conn, &ids, row.into_player, moved)?;
    let into = players::by_id(conn, row.into_player)?.map_or_else(String::new, |one| one.handle);
    let written = |(game, written): (i32, String)| match written.as_str() {
        "" => (game, into.clone()),
        own if own == from.handle => (game, String::new()),
        _ => (game, written),
    };
    Ok(recorded.into_iter().map(written).collect())
}

/// The name keys of a player and of all merged into them.
fn own_keys(conn: &mut AnyConnection, player: i32) -> Result<HashSet<String>> {
    let everybody = profiles::with_merged_players(conn, player)?;
    let named = players::by_ids(conn, &everybody)?;
    Ok(named.iter().map(|named| name_key(&named.name)).collect())
}

fn get(app: &App, id: i32) -> Result<Merge> {
    let mut conn = app.store().read_connection()?;
    let row = merges::by_id(&mut conn, id)?.ok_or_else(|| no_merge(id))?;
    shown(&mut conn, vec![row])?.pop().ok_or_else(|| no_merge(id))
}

/// Merges before the id `before`, newest first.
pub fn list(app: &App, actor: &Actor, before: Option<i32>, limit: usize) -> Result<Vec<Merge>> {
    require(actor, Act::MergePlayers, ActTarget::Site, true)?;
    let mut conn = app.store().read_connection()?;
    let limit = limit.clamp(1, 200) as i64;
    let rows = merges::page(&mut conn, before.unwrap_or(i32::MAX), limit)?;
    shown(&mut conn, rows)
}

fn shown(conn: &mut AnyConnection, rows: Vec<MergeRow>) -> Result<Vec<Merge>> {
    let ids: Vec<i32> = rows.iter().flat_map(|row| [row.from_player, row.into_player]).collect();
    let handles = super::players::names(conn, &ids)?;
    let makers: Vec<i32> = rows.iter().filter_map(|row| row.made_by).collect();
    let accounts = labels::account_names(conn, &makers)?;
    let handle = |id: i32| handles.get(&id).cloned().unwrap_or_default();
    Ok(rows
        .into_iter()
        .map(|row| Merge {
            id: row.id,
            from: handle(row.from_player),
            into: handle(row.into_player),
            made_at: row.made_at,
            made_by: row.made_by.and_then(|id| accounts.get(&id).cloned()).unwrap_or_default(),
            undone_at: row.undone_at.if_ever(),
            reason: row.reason,
        })
        .collect())
}
