//! Review rooms, in memory only: a restarted server has none.
//!
//! Access is by link; a room contains a position in a replay that is public. The type of the
//! position (`S`) is defined by the web layer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use adjutant_domain::account::secret::{HASH_BYTES, Secret};
use adjutant_domain::moment::Micros;
use adjutant_domain::review::{ReviewRoom, RoomError, RoomMember};
use adjutant_store::AnyConnection;
use serde::Serialize;

use super::access::{Act, ActTarget, Actor, require};
use super::games::{self, Game};
use super::records::GameId;
use super::reviews::Author;
use super::threads::lock;
use super::{App, Error, Result, refusals};

pub const MOST_OF_ONE: usize = 5;
pub const MOST: usize = 200;

/// The key of a room: the hash of its link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoomKey([u8; HASH_BYTES]);

impl RoomKey {
    pub fn of(link: &Secret) -> RoomKey {
        RoomKey(link.hash())
    }
}

/// A room with its game and link.
struct Open<S> {
    game: GameId,
    plies: u32,
    link: Secret,
    opener: i32,
    room: ReviewRoom<S>,
}

pub struct Rooms<S>(Arc<Mutex<HashMap<RoomKey, Open<S>>>>);

impl<S> Clone for Rooms<S> {
    fn clone(&self) -> Self {
        Rooms(Arc::clone(&self.0))
    }
}

impl<S> Default for Rooms<S> {
    fn default() -> Self {
        Rooms(Arc::default())
    }
}

/// A participant in a room. The name is empty if they may not be named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Here {
    pub number: u32,
    pub name: String,
}

/// The state of a room, the same for all participants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stands<S> {
    pub game: GameId,
    pub shown: S,
    pub version: u64,
    pub leader: Here,
    /// Signed-in followers, at most [`adjutant_domain::review::MAX_ROOM_MEMBERS`].
    pub followers: Vec<Here>,
    /// The number of anonymous followers.
    pub strangers: usize,
}

/// The role of a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Their number in the room; `None` if they are not signed in.
    pub number: Option<u32>,
    pub leads: bool,
    pub opened: bool,
}

/// Marks somebody as following a room while it lives.
pub struct Following<S: Clone + PartialEq> {
    rooms: Rooms<S>,
    key: RoomKey,
    account: i32,
    now: Arc<dyn Fn() -> Micros + Send + Sync>,
}

impl<S: Clone + PartialEq> Drop for Following<S> {
    fn drop(&mut self) {
        let now = (self.now)();
        if let Some(open) = lock(&self.rooms.0).get_mut(&self.key) {
            open.room.disconnect(self.account, now);
        }
    }
}

fn over() -> Error {
    Error::not_found(refusals::ROOM_OVER)
}

/// The account of an actor who may open and lead rooms.
fn account(actor: &Actor) -> Result<i32> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// The public name of an account; empty if it may not be named.
fn name(conn: &mut AnyConnection, account: i32) -> Result<String> {
    if account == 0 {
        return Ok(String::new());
    }
    let author = Author::of(conn, account)?;
    Ok(if author.shown { author.handle } else { String::new() })
}

impl<S: Clone + PartialEq> Rooms<S> {
    fn change<T>(
        &self,
        key: RoomKey,
        change: impl FnOnce(&mut Open<S>) -> Result<T, RoomError>,
    ) -> Result<T> {
        change(lock(&self.0).get_mut(&key).ok_or_else(over)?)
            .map_err(|refused| Error::conflict(refused.message()))
    }

    /// Opens a room for a revealed game; its creator leads and shows this position. Returns the
    /// link.
    ///
    /// # Errors
    /// Returns [`Error::Hidden`] for a game that is not revealed, and [`Error::Conflict`] if the
    /// account has [`MOST_OF_ONE`] rooms or the site [`MOST`].
    pub fn open(
        &self,
        app: &App,
        actor: &Actor,
        game: &Game,
        shown: S,
        now: Micros,
    ) -> Result<Secret> {
        let account = account(actor)?;
        if game.stored.revealed().is_none() {
            return Err(Error::Hidden);
        }
        let name = name(&mut *app.store().connection()?, account)?;
        let link = Secret::new(&mut rand::rng());
        let mut all = lock(&self.0);
        if all.values().filter(|one| one.opener == account).count() >= MOST_OF_ONE {
            return Err(Error::conflict(refusal!(ROOM_MOST_OF_ONE, most = MOST_OF_ONE)));
        }
        if all.len() >= MOST {
            return Err(Error::conflict(refusal!(ROOM_MOST, most = MOST)));
        }
        let open = Open {
            game: game.summary.id,
            plies: game.summary.plies,
            link: link.clone(),
            opener: account,
            room: ReviewRoom::open(account, name, shown, now),
        };
        all.insert(RoomKey::of(&link), open);
        Ok(link)
    }

    /// The links of the rooms opened by the actor, each with its game.
    pub fn own(&self, actor: &Actor) -> Vec<(Secret, GameId)> {
        let all = lock(&self.0);
        let own = all.values().filter(|one| actor.is_signed_in() && one.opener == actor.account);
        own.map(|one| (one.link.clone(), one.game)).collect()
    }

    /// The state of a room; `None` if it is closed.
    pub fn stands(&self, key: RoomKey, now: Micros) -> Option<Stands<S>> {
        let all = lock(&self.0);
        let Open { game, room, .. } = all.get(&key)?;
        let here = |one: &RoomMember| Here { number: one.number, name: one.name.clone() };
        Some(Stands {
            game: *game,
            shown: room.shown().clone(),
            version: room.version(),
            leader: here(room.leader()),
            followers: room.followers(now).map(here).collect(),
            strangers: room.guests(),
        })
    }

    /// The state of a room and the role of a visitor in it.
    pub fn look(
        &self,
        app: &App,
        actor: &Actor,
        key: RoomKey,
        now: Micros,
    ) -> Result<(Stands<S>, Part)> {
        let name = name(&mut *app.store().read_connection()?, actor.account)?;
        let part = self.change(key, |open| {
            open.room.visit(actor.account, &name, now)?;
            Ok(Part {
                number: open.room.number_of(actor.account),
                leads: open.room.is_leader(actor.account),
                opened: open.room.is_opener(actor.account),
            })
        })?;
        Ok((self.stands(key, now).ok_or_else(over)?, part))
    }

    /// Lets an actor follow a room until the result is dropped.
    pub fn follow(
        &self,
        app: &App,
        actor: &Actor,
        key: RoomKey,
        now: Arc<dyn Fn() -> Micros + Send + Sync>,
    ) -> Result<Following<S>> {
        let (account, at) = (actor.account, now());
        let name = name(&mut *app.store().connection()?, account)?;
        self.change(key, |open| open.room.connect(account, &name, at))?;
        Ok(Following { rooms: self.clone(), key, account, now })
    }

    /// The number of plies of a room's game.
    pub fn plies(&self, key: RoomKey) -> Result<u32> {
        self.change(key, |open| Ok(open.plies))
    }

    /// Shows a position as the leader; returns the version of the room.
    pub fn show(&self, actor: &Actor, key: RoomKey, shown: S, now: Micros) -> Result<u64> {
        let account = account(actor)?;
        self.change(key, |open| {
            open.room.show(account, shown, now)?;
            Ok(open.room.version())
        })
    }

    /// Hands the lead over to the participant with this number.
    pub fn hand_over(&self, actor: &Actor, key: RoomKey, to: u32, now: Micros) -> Result<()> {
        let account = account(actor)?;
        self.change(key, |open| open.room.hand_over_lead(account, to, now))
    }

    /// Returns the lead to the room's creator.
    pub fn take_back(&self, actor: &Actor, key: RoomKey) -> Result<()> {
        let account = account(actor)?;
        self.change(key, |open| open.room.reclaim_lead(account))
    }

    /// Closes a room for everybody; returns its game.
    pub fn end(&self, actor: &Actor, key: RoomKey) -> Result<GameId> {
        let account = account(actor)?;
        self.change(key, |open| open.room.check_can_end(account))?;
        self.drop_room(key).ok_or_else(over)
    }

    /// Closes a room whose game may no longer be shown.
    pub fn drop_room(&self, key: RoomKey) -> Option<GameId> {
        lock(&self.0).remove(&key).map(|open| open.game)
    }

    /// Closes rooms that are over or whose game may no longer be shown, and updates names; returns
    /// the affected rooms.
    pub fn tend(&self, app: &App, now: Micros) -> Result<Vec<RoomKey>> {
        let all: Vec<(RoomKey, GameId, bool, Vec<i32>)> = {
            let of = |(key, open): (&RoomKey, &Open<S>)| {
                (*key, open.game, open.room.is_over(now), open.room.accounts())
            };
            lock(&self.0).iter().map(of).collect()
        };
        let mut told = Vec::with_capacity(all.len());
        for (key, game, over, accounts) in all {
            told.push(key);
            if over || !is_open(app, game)? {
                self.drop_room(key);
                continue;
            }
            let conn = &mut *app.store().connection()?;
            for account in accounts {
                let name = name(conn, account)?;
                if let Some(open) = lock(&self.0).get_mut(&key) {
                    open.room.rename(account, &name);
                }
            }
        }
        Ok(told)
    }
}

/// Whether a game exists and is revealed.
fn is_open(app: &App, game: GameId) -> Result<bool> {
    match games::get(app, game) {
        Ok(game) => Ok(game.stored.revealed().is_some()),
        Err(Error::Missing { .. }) => Ok(false),
        Err(e) => Err(e),
    }
}
