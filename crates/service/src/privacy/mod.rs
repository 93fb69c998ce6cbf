//! Personal data: export and deletion.
//!
//! The games of a deleted player remain under a meaningless name: standings, ratings and other
//! people's records do not change at all. Nobody else gets the name, and no import restores it:
//! only its hash under the sealing key is stored.
//!
//! A game's id remains, so that its old record is recognised as a duplicate. It no longer follows
//! from the content, which `check` accepts for games of deleted players only.

mod export;
mod names;

use rand::RngExt;

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::Micros;
use adjutant_store::deleted_names::NameBearer;
use adjutant_store::players::{self, PlayerRowState};
use adjutant_store::{
    AnyConnection, account_deletion, accounts, batch_read, deleted_names, deployments, merges,
    play_reports, profiles, rateable_games,
};
use salpakan::record::codec::{decode_timeline, encode_annotations};

use super::access::{Act, ActTarget, ActingAs, Actor, Credential, Part as Acting, require};
use super::audit::{self, Action, AuditEntry, Field};
use super::contests;
use super::error::again;
use super::live;
use super::persons::{self, reason};
use super::records::{GameId, checksum, decode_noted, encode_armies};
use super::sealed::{decode_opened, opened, seal};
use super::{App, Error, Result, Thing, refusals};

pub use export::{Details, Membership, Part, Played, Rated, Role, Seek, Standing, export};
pub(crate) use names::reads_roster;

use names::{Replacing, known_names};

/// A reason without these handles, for the audit log, which is never changed.
pub(super) fn without_names(why: &str, handles: &[&str]) -> String {
    let names = handles.iter().map(|handle| (*handle).to_owned()).collect();
    Replacing::new(names, "the player").replaced(why)
}

/// Like [`without_names`], for all names by which the writer may know these players, and `also`.
/// Names invisible to the writer remain, because their removal would confirm a guess.
pub(super) fn without_names_of(
    conn: &mut AnyConnection,
    writer: &Actor,
    why: &str,
    players: &[i32],
    also: &str,
) -> Result<String> {
    if why.is_empty() {
        return Ok(String::new());
    }
    let mut names = vec![also.to_owned()];
    for player in players {
        names.extend(known_names(conn, writer, *player)?);
    }
    Ok(Replacing::new(names, "the player").replaced(why))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleted {
    /// The new handle of the games; `None` if there was no player.
    pub handle: Option<String>,
    pub games: u64,
}

/// The capacity of the actor: the account's holder, or a command on the server.
fn allowed(actor: &Actor, act: Act, account: i32) -> Result<ActingAs> {
    match actor.credential {
        Credential::Command => Ok(ActingAs(Acting::Operator)),
        _ => require(actor, act, ActTarget::Account(account), false),
    }
}

/// Deletes an account and anonymises its player, irreversibly.
pub fn delete(app: &App, actor: &Actor, account: i32, now: Micros) -> Result<Deleted> {
    let acting_as = allowed(actor, Act::DeleteOwn, account)?;
    let delete = |conn: &mut AnyConnection| {
        let row = accounts::undeleted(conn, account)?;
        let row = row.ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?;
        may_leave(conn, account, row.site_role)?;
        live::end_plays(conn, account, now)?;
        let gone = match row.player_id {
            Some(player) => anonymise(app, conn, player, Some((account, &row.name)))?,
            None => {
                let whose = [NameBearer::Account(account)];
                let own = std::slice::from_ref(&row.name);
                deleted_names::add_words(conn, app.sealer(), own, &whose)?;
                Gone { handle: free_name(conn)?, games: 0, players: Vec::new() }
            }
        };
        deleted_names::add(conn, app.sealer(), std::slice::from_ref(&row.name))?;
        contests::erase_own_words(conn, account)?;
        account_deletion::erase_account(conn, account, &row.email, &gone.handle)?;
        account_deletion::erase_event_and_site_names(conn, account)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AccountDeleted, now)
            .subject(account)
            .player(row.player_id.unwrap_or(0))
            .with_change(Field::Games, "", gone.games);
        audit::write(conn, &entry)?;
        let handle = row.player_id.is_some().then_some(gone.handle);
        Ok::<_, Error>((Deleted { handle, games: gone.games }, gone.players))
    };
    contests::withdraw_from_all(app, &leaving(app, account)?, now)?;
    let (deleted, players) = again(|| app.write(delete))?;
    app.store().truncate_wal()?;
    persons::changed(app, &players)?;
    Ok(deleted)
}

/// The holder of an account that is about to be deleted, if that is possible.
fn leaving(app: &App, account: i32) -> Result<Actor> {
    let conn = &mut *app.store().read_connection()?;
    let row = accounts::undeleted(conn, account)?;
    let row = row.ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?;
    may_leave(conn, account, row.site_role)?;
    let (player, credential) = (row.player_id, Credential::Command);
    Ok(Actor { account, name: row.name, player, credential, ..Actor::nobody() })
}

fn may_leave(conn: &mut AnyConnection, account: i32, site_role: i16) -> Result<()> {
    let alone = account_deletion::solely_owned_organisations(conn, account)?;
    if !alone.is_empty() {
        let said = refusal!(LAST_OF_ORGANISATIONS, names = alone.join(", "));
        return Err(Error::conflict(said));
    }
    let operator = SiteRole::from_number(site_role) == SiteRole::Operator;
    if operator && !account_deletion::has_another_operator(conn, account)? {
        return Err(Error::conflict(refusals::LAST_OF_SITE));
    }
    Ok(())
}

/// Anonymises a player without an account at their request; by the operator.
pub fn delete_player(
    app: &App,
    actor: &Actor,
    handle: &str,
    why: &str,
    now: Micros,
) -> Result<Deleted> {
    let acting_as = require(actor, Act::DeletePlayer, ActTarget::Site, true)?;
    let why = &reason(why)?;
    let delete = |conn: &mut AnyConnection| {
        let missing = || Error::missing(Thing::Player, handle);
        let named = players::by_handle(conn, handle)?.ok_or_else(missing)?;
        let row =
            players::by_id(conn, named.id)?.filter(|row| row.state == PlayerRowState::Ordinary);
        let row = row.filter(|row| row.handle != "?").ok_or_else(missing)?;
        if merges::account_of_player(conn, row.id)?.is_some() {
            return Err(Error::conflict(refusal!(PLAYER_HAS_ACCOUNT, name = row.handle)));
        }
        let why = without_names(why, &[&row.handle]);
        let gone = anonymise(app, conn, row.id, None)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::PlayerDeleted, now)
            .player(row.id)
            .with_change(Field::Games, "", gone.games)
            .with_reason(&why);
        audit::write(conn, &entry)?;
        Ok::<_, Error>(gone)
    };
    let gone = again(|| app.write(delete))?;
    app.store().truncate_wal()?;
    persons::changed(app, &gone.players)?;
    Ok(Deleted { handle: Some(gone.handle), games: gone.games })
}

struct Gone {
    handle: String,
    games: u64,
    /// The player and those merged into them.
    players: Vec<i32>,
}

/// Anonymises a player and all merged into them; `also` is the account and its name.
fn anonymise(
    app: &App,
    conn: &mut AnyConnection,
    player: i32,
    also: Option<(i32, &str)>,
) -> Result<Gone> {
    let everybody = profiles::with_merged_players(conn, player)?;
    let handles: Vec<String> =
        players::by_ids(conn, &everybody)?.into_iter().map(|named| named.name).collect();
    let mut retiring = handles.clone();
    let mut own = String::new();
    for id in &everybody {
        let name = free_name(conn)?;
        players::rename(conn, *id, &name)?;
        retiring.push(name.clone());
        if *id == player {
            players::set_state(conn, *id, PlayerRowState::Anonymous, None)?;
            own = name;
        }
    }
    // The new name is retired too: a game under it can only be one that exists already.
    deleted_names::add(conn, app.sealer(), &retiring)?;
    let mut names = account_deletion::all_player_names(conn, &everybody)?;
    names.extend(handles);
    let mut whose: Vec<NameBearer> = everybody.iter().copied().map(NameBearer::Player).collect();
    if let Some((account, name)) = also {
        names.push(name.to_owned());
        whose.push(NameBearer::Account(account));
    }
    deleted_names::add_words(conn, app.sealer(), &names, &whose)?;
    let replacing = Replacing::new(names, &own);
    let games = rewrite(app, conn, &everybody, &replacing)?;
    rewrite_reports(conn, &everybody, &replacing)?;
    contests::replace_names(conn, |words| replacing.replaced(words))?;
    account_deletion::erase_players(conn, &everybody)?;
    contests::erase_personal_details(conn, &everybody)?;
    Ok(Gone { handle: own, games, players: everybody })
}

/// Characters of random names, chosen so that names do not look alike.
const LETTERS: &[u8; 20] = b"bcdfghjkmnpqrstvwxyz";

/// A meaningless name that nobody has.
fn free_name(conn: &mut AnyConnection) -> Result<String> {
    let mut rng = rand::rng();
    loop {
        let letter = |_| LETTERS[rng.random_range(0..LETTERS.len())] as char;
        let name = format!("Anonymous {}", (0..8).map(letter).collect::<String>());
        if players::by_exact_handle(conn, &name)?.is_none() {
            return Ok(name);
        }
    }
}

const AT_ONCE: usize = 250;

/// Replaces names in the comments and tags of all games of these players; returns the number of
/// games.
fn rewrite(
    app: &App,
    conn: &mut AnyConnection,
    players: &[i32],
    replacing: &Replacing,
) -> Result<u64> {
    let mut games: Vec<i32> = Vec::new();
    for player in players {
        for moved in [merges::MovedKind::White, merges::MovedKind::Black] {
            let seats = merges::seats(conn, *player, moved, i64::MAX)?;
            games.extend(seats.into_iter().map(|(id, _)| id));
        }
    }
    games.sort_unstable();
    games.dedup();
    for ids in games.chunks(AT_ONCE) {
        rewrite_open(conn, ids, replacing)?;
        rewrite_sealed(app, conn, ids, replacing)?;
    }
    Ok(games.len() as u64)
}

/// Replaces names in reports about these players' games.
fn rewrite_reports(conn: &mut AnyConnection, players: &[i32], replacing: &Replacing) -> Result<()> {
    for (id, text) in play_reports::texts_about_players(conn, players)? {
        let without = replacing.replaced(&text);
        if without != text {
            play_reports::update_text(conn, id, &without)?;
        }
    }
    Ok(())
}

fn rewrite_open(conn: &mut AnyConnection, ids: &[i32], replacing: &Replacing) -> Result<()> {
    for (id, bodies) in batch_read::timelines(conn, ids)? {
        if let Some(noted) = replacing.within(&decode_noted(&bodies.annotations)?) {
            let bytes = encode_annotations(&noted);
            let sum = checksum(&bodies.body, &bytes);
            batch_read::update_annotations(conn, id, &bytes, sum)?;
        }
    }
    Ok(())
}

/// Replaces names in sealed games: opens, rewrites and seals them without decoding ranks.
fn rewrite_sealed(
    app: &App,
    conn: &mut AnyConnection,
    ids: &[i32],
    replacing: &Replacing,
) -> Result<()> {
    let sealed = deployments::sealed_by_games(conn, ids)?;
    if sealed.is_empty() {
        return Ok(());
    }
    let keys = rateable_games::content_ids(conn, ids)?;
    let bodies = batch_read::timelines(conn, ids)?;
    let damaged = |id: i32| Error::Internal(format!("stored data is damaged: game {id}"));
    for (id, key) in keys {
        let Some(row) = sealed.get(&id) else { continue };
        let content = GameId::from_bytes(&key).ok_or_else(|| damaged(id))?;
        let body = bodies.get(&id).ok_or_else(|| damaged(id))?;
        let timeline = decode_timeline(&body.body).map_err(|_| damaged(id))?;
        let (armies, noted) = decode_opened(&timeline, &opened(app, content, row)?)?;
        if let Some(noted) = replacing.within(&noted) {
            let armies = encode_armies(&timeline.rules, &armies);
            let row = seal(app, content, &armies, &encode_annotations(&noted))?;
            deployments::update_sealed(conn, id, &row)?;
        }
    }
    Ok(())
}
