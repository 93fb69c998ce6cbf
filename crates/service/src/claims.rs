//! Claims: an account states that a player is its holder, and somebody who knows the person
//! decides.
//!
//! The organisation that alone has the player on its roster may decide as long as all of the
//! player's games are its own: anybody can found an organisation and add any handle to its roster,
//! and records of others are not its to give away. Otherwise the operator decides. Nobody decides
//! their own claim.

use adjutant_domain::account::handle::is_reserved;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::organisation::text;
pub use adjutant_store::claims::ClaimState as State;
use adjutant_store::claims::{self as rows, ClaimRow};
use adjutant_store::players::{self, PlayerRow, PlayerRowState as PlayerState};
use adjutant_store::{AnyConnection, labels, merges, organisations, profiles};

use super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::audit::{self, Action, AuditEntry, Field, Hidden};
use super::merging::unite;
use super::persons::{self, reason};
use super::{App, Error, Result, Thing, ratings, refusals};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Confirm,
    Refuse,
}

/// A claim as shown to those it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub id: i32,
    /// The name of the account.
    pub account: String,
    pub player: String,
    pub state: State,
    pub words: String,
    pub made_at: Micros,
    pub decided_at: Option<Micros>,
}

/// Maximum length of the explanation, in characters.
pub const LONGEST_WORDS: usize = 500;
/// Claims per account and day.
const MOST_A_DAY: usize = 5;
/// The maximum length of a list.
const MOST_LISTED: usize = 200;

/// Claims a player for the actor's account.
///
/// # Errors
/// Returns [`Error::Conflict`] if they have an account or the actor's own player has games.
pub fn ask(app: &App, actor: &Actor, handle: &str, words: &str, now: Micros) -> Result<Claim> {
    let acting_as = require(actor, Act::ClaimPlayer, ActTarget::Site, false)?;
    let words = text::clean_lines(words, LONGEST_WORDS);
    let words = &words.map_err(|e| Error::invalid("words", e.message()))?;
    app.write(|conn| {
        bounds(conn, actor.account, now)?;
        let player = players::by_handle(conn, handle)?;
        let player = player.ok_or_else(|| Error::missing(Thing::Player, handle))?;
        claimable(conn, actor.account, player.id)?;
        let id = rows::add(conn, (actor.account, player.id), words, now)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::ClaimMade, now)
            .player(player.id)
            .subject(actor.account)
            .with_hidden_change(Hidden::Words);
        audit::write(conn, &entry)?;
        one(conn, id)
    })
}

/// Allows one open claim at a time, and few per day.
fn bounds(conn: &mut AnyConnection, account: i32, now: Micros) -> Result<()> {
    let newest = rows::for_account(conn, account, MOST_A_DAY as i64)?;
    if newest.iter().any(|claim| claim.state == State::Open) {
        return Err(Error::conflict(refusals::CLAIM_OPEN));
    }
    let within = newest.iter().filter(|claim| claim.made_at > now - DAY);
    if within.count() >= MOST_A_DAY {
        return Err(Error::TooOften { seconds: 86_400 });
    }
    Ok(())
}

/// Checks that the account may get this player.
fn claimable(conn: &mut AnyConnection, account: i32, player: i32) -> Result<PlayerRow> {
    let row = players::canonical(conn, player)?;
    if row.state != PlayerState::Ordinary || row.handle == "?" || is_reserved(&row.handle) {
        return Err(Error::missing(Thing::Player, row.handle));
    }
    let holder = merges::account_of_player(conn, row.id)?;
    if holder == Some(account) {
        return Err(Error::conflict(refusal!(OWN_PLAYER, name = row.handle)));
    }
    if holder.is_some() {
        return Err(Error::conflict(refusal!(PLAYER_HELD, name = row.handle)));
    }
    if let Some(own) = rows::player_of_account(conn, account)?
        && players::has_games(conn, own)?
    {
        return Err(Error::conflict(refusal!(OWN_HAS_GAMES, name = row.handle)));
    }
    Ok(row)
}

pub fn withdraw(app: &App, actor: &Actor, claim: i32, now: Micros) -> Result<Claim> {
    let acting_as = require(actor, Act::ClaimPlayer, ActTarget::Site, false)?;
    app.write(|conn| {
        let row = rows::by_id(conn, claim)?.filter(|row| row.account_id == actor.account);
        let row = still_open(row.ok_or(Error::Hidden)?)?;
        rows::close(conn, row.id, State::Withdrawn, (now, actor.account), 0)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::ClaimWithdrawn, now)
            .player(row.player_id)
            .subject(actor.account);
        audit::write(conn, &entry)?;
        one(conn, row.id)
    })
}

fn still_open(row: ClaimRow) -> Result<ClaimRow> {
    match row.state == State::Open {
        true => Ok(row),
        false => Err(Error::conflict(refusals::CLAIM_DECIDED)),
    }
}

/// The capacity in which the actor decides claims on this player, and the organisation.
fn decider(conn: &mut AnyConnection, actor: &Actor, player: i32) -> Result<(ActingAs, i32)> {
    let everybody = profiles::with_merged_players(conn, player)?;
    let knows = rows::deciding_organisation(conn, &everybody)?;
    let mut refusal = None;
    for (organisation, demands) in rows::organisations_with_members(conn, &everybody)? {
        if actor.has_any_role_in(organisation) {
            match require(actor, Act::DecideClaim, ActTarget::Organisation(organisation), demands) {
                Ok(acting_as) if knows == Some(organisation) => {
                    return Ok((acting_as, organisation));
                }
                Ok(_) => refusal = Some(Error::forbidden(refusals::OPERATOR_DECIDES)),
                Err(error) if error.is_of_others() => {}
                Err(error) => refusal = Some(error),
            }
        }
    }
    match (require(actor, Act::DecideClaim, ActTarget::Site, true), refusal) {
        (Ok(acting_as), _) => Ok((acting_as, 0)),
        (Err(_), Some(refusal)) => Err(refusal),
        // The existence of a claim is not revealed.
        (Err(error), None) if error.is_of_others() => Err(Error::Hidden),
        (Err(error), None) => Err(error),
    }
}

/// Decides a claim. If confirmed, the account gets the player, and its former player, who has no
/// games, is merged into it so that the old handle redirects.
///
/// # Errors
/// Returns [`Error::Hidden`] without permission, [`Error::Forbidden`] for the actor's own claim,
/// and [`Error::Conflict`] if it can no longer be confirmed.
pub fn decide(
    app: &App,
    actor: &Actor,
    claim: i32,
    decision: Decision,
    why: &str,
    now: Micros,
) -> Result<Claim> {
    let why = &match decision {
        Decision::Confirm => persons::note(why)?,
        Decision::Refuse => reason(why)?,
    };
    let (shown, changed) = app.write(|conn| {
        let row = rows::by_id(conn, claim)?.ok_or(Error::Hidden)?;
        let (acting_as, organisation) = decider(conn, actor, row.player_id)?;
        if row.account_id == actor.account {
            return Err(Error::forbidden(refusals::OWN_CLAIM));
        }
        let row = still_open(row)?;
        let mut changed = Vec::new();
        let (state, action) = match decision {
            Decision::Refuse => (State::Refused, Action::ClaimRefused),
            Decision::Confirm => {
                changed = give(conn, &row, (now, actor.account), why)?;
                refuse_others(conn, actor, acting_as, &row, (now, organisation))?;
                (State::Confirmed, Action::ClaimConfirmed)
            }
        };
        rows::close(conn, row.id, state, (now, actor.account), organisation)?;
        let entry = AuditEntry::for_actor(actor, acting_as, action, now)
            .organisation(organisation)
            .player(row.player_id)
            .subject(row.account_id)
            .with_change(Field::State, State::Open.key(), state.key())
            .with_reason(why);
        audit::write(conn, &entry)?;
        Ok::<_, Error>((one(conn, row.id)?, changed))
    })?;
    if !changed.is_empty() {
        // Games of merged players change their player.
        ratings::bring_up_to_date(app)?;
        persons::changed(app, &changed)?;
    }
    Ok(shown)
}

/// Gives the account the player; returns the players that changed.
fn give(
    conn: &mut AnyConnection,
    row: &ClaimRow,
    made: (Micros, i32),
    why: &str,
) -> Result<Vec<i32>> {
    let player = claimable(conn, row.account_id, row.player_id)?;
    let own = rows::player_of_account(conn, row.account_id)?;
    match own {
        None => rows::set_account_player(conn, row.account_id, Some(player.id))?,
        Some(own) => {
            let own = players::canonical(conn, own)?;
            let why = if why.is_empty() { "a claim was confirmed" } else { why };
            unite(conn, &own, &player, made, why)?;
        }
    }
    Ok([Some(player.id), own].into_iter().flatten().collect())
}

/// Refuses all other claims on the player, each with an entry in the audit log.
fn refuse_others(
    conn: &mut AnyConnection,
    actor: &Actor,
    acting_as: ActingAs,
    given: &ClaimRow,
    (now, organisation): (Micros, i32),
) -> Result<()> {
    let player = players::canonical(conn, given.player_id)?.id;
    for other in rows::open_for_players(conn, &[player, given.player_id])? {
        if other.id == given.id {
            continue;
        }
        rows::close(conn, other.id, State::Refused, (now, actor.account), 0)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::ClaimRefused, now)
            .organisation(organisation)
            .player(other.player_id)
            .subject(other.account_id)
            .with_change(Field::State, State::Open.key(), State::Refused.key());
        audit::write(conn, &entry)?;
    }
    Ok(())
}

/// Detaches a player from their account; the player remains, and can be claimed or merged.
pub fn release(app: &App, actor: &Actor, handle: &str, why: &str, now: Micros) -> Result<()> {
    let acting_as = require(actor, Act::MergePlayers, ActTarget::Site, true)?;
    let why = &reason(why)?;
    app.write(|conn| {
        let player = players::by_handle(conn, handle)?;
        let player = player.ok_or_else(|| Error::missing(Thing::Player, handle))?;
        let account = merges::account_of_player(conn, player.id)?;
        let account =
            account.ok_or_else(|| Error::conflict(refusal!(NO_ACCOUNT, name = player.name)))?;
        rows::set_account_player(conn, account, None)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::PlayerReleased, now)
            .player(player.id)
            .subject(account)
            .with_reason(why);
        Ok::<_, Error>(audit::write(conn, &entry)?)
    })
}

fn one(conn: &mut AnyConnection, id: i32) -> Result<Claim> {
    let row = rows::by_id(conn, id)?.ok_or(Error::Hidden)?;
    shown(conn, vec![row])?.pop().ok_or(Error::Hidden)
}

/// The actor's claims, newest first.
pub fn own(app: &App, actor: &Actor) -> Result<Vec<Claim>> {
    require(actor, Act::ClaimPlayer, ActTarget::Site, false)?;
    of_account(&mut *app.store().read_connection()?, actor.account)
}

/// An account's claims, newest first.
pub(super) fn of_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<Claim>> {
    let found = rows::for_account(conn, account, MOST_LISTED as i64)?;
    shown(conn, found)
}

/// Open claims that an organisation may decide, oldest first.
pub fn of_organisation(app: &App, actor: &Actor, slug: &str, limit: usize) -> Result<Vec<Claim>> {
    let mut conn = app.store().read_connection()?;
    let missing = || Error::missing(Thing::Organisation, slug);
    let row = organisations::by_slug(&mut conn, slug)?.ok_or_else(missing)?;
    let (id, on) = (row.id, ActTarget::Organisation(row.id));
    match require(actor, Act::DecideClaim, on, row.demands_second_factor) {
        Err(Error::Hidden) => return Err(missing()),
        decided => decided?,
    };
    let mut found = Vec::new();
    for row in rows::open_claims(&mut conn, Some(id), limit.clamp(1, MOST_LISTED) as i64)? {
        let everybody = profiles::with_merged_players(&mut conn, row.player_id)?;
        if rows::deciding_organisation(&mut conn, &everybody)? == Some(id) {
            found.push(row);
        }
    }
    shown(&mut conn, found)
}

/// All open claims, oldest first, for the operator.
pub fn all_open(app: &App, actor: &Actor, limit: usize) -> Result<Vec<Claim>> {
    require(actor, Act::DecideClaim, ActTarget::Site, true)?;
    let mut conn = app.store().read_connection()?;
    let found = rows::open_claims(&mut conn, None, limit.clamp(1, MOST_LISTED) as i64)?;
    shown(&mut conn, found)
}

fn shown(conn: &mut AnyConnection, found: Vec<ClaimRow>) -> Result<Vec<Claim>> {
    let ids: Vec<i32> = found.iter().map(|row| row.player_id).collect();
    let handles = super::players::names(conn, &ids)?;
    let accounts: Vec<i32> = found.iter().map(|row| row.account_id).collect();
    let names = labels::account_names(conn, &accounts)?;
    Ok(found
        .into_iter()
        .map(|row| Claim {
            id: row.id,
            account: names.get(&row.account_id).cloned().unwrap_or_default(),
            player: handles.get(&row.player_id).cloned().unwrap_or_default(),
            state: row.state,
            words: row.words,
            made_at: row.made_at,
            decided_at: row.decided_at.if_ever(),
        })
        .collect())
}
