//! The computer's players: one account for each level, which nobody can sign in to.

use adjutant_domain::account::handle::computer_handle;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::{AccountState, NewAccount};
use adjutant_store::computers::{self, ComputerRow};
use adjutant_store::plays::PlayRow;
use adjutant_store::{AnyConnection, accounts, ledgers, play_queries, players};
use ledger_ratings::{Entrants, Pool};
use salpakan::clock::Speed;
use salpakan::rules::Color;
use salpakan_computer::Level;

use super::super::Live;
use super::levels::levels_of;
use crate::access::{Actor, Credential};
use crate::audit::{self, ACTING_AS_SERVER, Action, AuditEntry};
use crate::{App, Result, events, persons};

/// Hundredths in which ratings are stored.
const HUNDREDTHS: i32 = 100;
/// Games that are looked at for the last one against the computer.
const NEWEST_GAMES: i64 = 50;

/// A player of the computer's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputerPlayer {
    pub level: Level,
    pub account: i32,
    pub player: i32,
    pub name: String,
    /// Whether it plays: a level whose account is suspended or deleted does not.
    pub is_active: bool,
}

impl ComputerPlayer {
    fn of(row: ComputerRow) -> Option<ComputerPlayer> {
        let ComputerRow { level, account, player, name, state } = row;
        let level = u8::try_from(level).ok().and_then(Level::new)?;
        let is_active = state == AccountState::Active;
        Some(ComputerPlayer { level, account, player, name, is_active })
    }

    /// The computer as an actor, who may do what a bot's token for playing may.
    pub(super) fn actor(&self) -> Actor {
        Actor {
            account: self.account,
            name: self.name.clone(),
            player: Some(self.player),
            credential: Credential::Token { id: 0, scopes: TokenScopes::PLAY },
            ..Actor::nobody()
        }
    }
}

/// A level as it is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedLevel {
    pub level: Level,
    /// `None` before the first game against the computer.
    pub player: Option<ComputerPlayer>,
    /// Its rating against people in this game, in points.
    pub rating: Option<i32>,
}

/// The levels of a game, the weakest first.
pub fn levels(app: &App, kind: GameKind) -> Result<Vec<OfferedLevel>> {
    let conn = &mut *app.store().read_connection()?;
    let known = all(conn)?;
    let pool = Pool::of(kind.family(), Speed::Rapid, Entrants::PersonAndComputer);
    let mut levels = Vec::new();
    for level in levels_of(kind) {
        let player = known.iter().find(|one| one.level == level).cloned();
        let ledger = match (&player, pool) {
            (Some(player), Some(pool)) => ledgers::find(conn, pool.id, player.player)?,
            _ => None,
        };
        let rating = ledger.map(|ledger| ledger.glicko.rating / HUNDREDTHS);
        levels.push(OfferedLevel { level, player, rating });
    }
    Ok(levels)
}

/// The level of the computer that the actor played last at a game, among their newest games.
pub fn last_level(live: &Live, actor: &Actor, kind: GameKind) -> Result<Option<Level>> {
    if !actor.has_session() {
        return Ok(None);
    }
    let conn = &mut *live.app().store().read_connection()?;
    let known = all(conn)?;
    let rules = events::rule_sets_of(conn, kind)?;
    let newest = play_queries::ended_for_account(conn, actor.account, NEWEST_GAMES)?;
    let level = |row: &PlayRow| {
        let seats = [row.seats.white.account, row.seats.black.account];
        let computer = known.iter().find(|one| seats.contains(&Some(one.account)))?;
        rules.contains(&row.rule_set_id).then_some(computer.level)
    };
    Ok(newest.iter().find_map(level))
}

/// Whether the opponent of a side is the computer.
pub(super) fn plays_computer(live: &Live, row: &PlayRow, own: Color) -> Result<bool> {
    let other = row.seats[own.opponent()].player;
    Ok(!computers::among(&mut *live.app().store().read_connection()?, &[other])?.is_empty())
}

/// Whether asking for a pause is in vain: who is losing a rated game would pause it and never come
/// back, so the computer agrees to none there. At events officials decide.
pub(in super::super) fn refuses_pauses(live: &Live, row: &PlayRow, own: Color) -> Result<bool> {
    Ok(row.rated && row.event_id.is_none() && plays_computer(live, row, own)?)
}

pub(super) fn all(conn: &mut AnyConnection) -> Result<Vec<ComputerPlayer>> {
    Ok(computers::all(conn)?.into_iter().filter_map(ComputerPlayer::of).collect())
}

/// All of the computer's players, in a transaction of the caller, who holds the writer lock; those that are missing are created.
pub(crate) fn make_all(
    conn: &mut AnyConnection,
    app: &App,
    now: Micros,
) -> Result<Vec<ComputerPlayer>> {
    let known = all(conn)?;
    for level in Level::all().filter(|level| known.iter().all(|one| one.level != *level)) {
        let handle = free_handle(conn, app, level)?;
        let player = players::add(conn, &handle)?;
        players::mark_bot(conn, player)?;
        let new = NewAccount {
            name: &handle,
            email: "",
            password: "",
            site_role: 0,
            player: Some(player),
            language: "en",
            state: AccountState::Active,
            now,
        };
        let account = accounts::add(conn, new)?;
        computers::add(conn, i16::from(level.number()), account, player)?;
        let entry = AuditEntry::for_account(account, ACTING_AS_SERVER, Action::AccountCreated, now);
        audit::write(conn, &entry.subject(account).player(player))?;
    }
    all(conn)
}

/// Nobody can sign up with such a name, but records may have brought one.
fn free_handle(conn: &mut AnyConnection, app: &App, level: Level) -> Result<String> {
    let handle = computer_handle(level.rank().name());
    let mut free = handle.clone();
    for number in 2.. {
        if persons::taken(conn, app.sealer(), &free)?.is_none() {
            break;
        }
        free = format!("{handle} {number}");
    }
    Ok(free)
}
