//! Rooms in which people look at a game together. They are in memory alone: a server that starts anew has none.
//!
//! Whoever has a room's link finds it; what it holds is a place in a replay that everybody may open. What exactly is shown is the
//! pages' matter (`S`), and is passed on as it is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::account::secret::{HASH_BYTES, Secret};
use crate::review::{MAX_ROOM_MEMBERS, ReviewRoom, RoomError, RoomMember};
use crate::store::AnyConnection;

use super::access::{Act, ActTarget, Actor, require};
use super::games::{self, Game};
use super::records::GameId;
use super::reviews::Author;
use super::{App, Error, refusals};

/// Most rooms of one account at a time.
pub const MOST_OF_ONE: usize = 5;
/// Most rooms on the site at a time.
pub const MOST: usize = 200;

/// What a room is found by: the hash of its link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoomKey([u8; HASH_BYTES]);

impl RoomKey {
    /// The key of the room with this link.
    #[must_use]
    pub fn of(link: &Secret) -> RoomKey {
        RoomKey(link.hash())
    }
}

/// A room and what it is about.
struct Open<S> {
    game: GameId,
    plies: u32,
    link: Secret,
    opener: i32,
    room: ReviewRoom<S>,
}

/// All rooms of a server.
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

/// Somebody in a room. His name is empty where he is counted and not named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Here {
    pub number: u32,
    pub name: String,
}

/// A room as it stands: the same for everybody in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stands<S> {
    pub game: GameId,
    pub shown: S,
    pub version: u64,
    pub leader: Here,
    /// Who is there beside the leader with an account, at most [`MAX_ROOM_MEMBERS`].
    pub followers: Vec<Here>,
    /// How many follow without one.
    pub strangers: usize,
}

/// What somebody is in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What the room calls him; `None` for who is not signed in.
    pub number: Option<u32>,
    pub leads: bool,
    pub opened: bool,
}

/// Proof that somebody may follow; as long as it is there, he is in the room.
pub struct Following<S: Clone + PartialEq> {
    rooms: Rooms<S>,
    key: RoomKey,
    account: i32,
    now: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl<S: Clone + PartialEq> Drop for Following<S> {
    fn drop(&mut self) {
        let now = (self.now)();
        if let Some(open) = self.rooms.all().get_mut(&self.key) {
            open.room.disconnect(self.account, now);
        }
    }
}

fn over() -> Error {
    Error::not_found(refusals::ROOM_OVER)
}

fn misfit(misfit: RoomError) -> Error {
    match misfit {
        RoomError::Full => Error::conflict(refusals::ROOM_FULL.with([&MAX_ROOM_MEMBERS])),
        RoomError::NotLeading => Error::conflict(refusals::ROOM_NOT_LEADING),
        RoomError::NotOpener => Error::conflict(refusals::ROOM_NOT_OPENER),
        RoomError::NotPresent => Error::conflict(refusals::ROOM_NOT_HERE),
    }
}

/// The account that may lead and open.
fn account(actor: &Actor) -> Result<i32, Error> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// The name of an account; empty where it is not to be named.
fn name(connection: &mut AnyConnection, account: i32) -> Result<String, Error> {
    if account == 0 {
        return Ok(String::new());
    }
    let author = Author::of(connection, account)?;
    Ok(if author.shown { author.handle } else { String::new() })
}

impl<S: Clone + PartialEq> Rooms<S> {
    fn all(&self) -> MutexGuard<'_, HashMap<RoomKey, Open<S>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(
        &self,
        key: RoomKey,
        change: impl FnOnce(&mut Open<S>) -> Result<T, RoomError>,
    ) -> Result<T, Error> {
        change(self.all().get_mut(&key).ok_or_else(over)?).map_err(misfit)
    }

    /// Opens a room for a game whose ranks are open; who opens it leads, and shows this. Gives its link.
    ///
    /// # Errors
    /// As [`require`]; [`Error::Hidden`] of a game whose ranks are not open; [`Error::Conflict`] where he has [`MOST_OF_ONE`]
    /// rooms, or the site [`MOST`].
    pub fn open(
        &self,
        app: &App,
        actor: &Actor,
        game: &Game,
        shown: S,
        now: i64,
    ) -> Result<Secret, Error> {
        let account = account(actor)?;
        if game.stored.revealed().is_none() {
            return Err(Error::Hidden);
        }
        let name = name(&mut *app.store().connection()?, account)?;
        let link = Secret::new(&mut rand::rng());
        let mut all = self.all();
        if all.values().filter(|one| one.opener == account).count() >= MOST_OF_ONE {
            return Err(Error::conflict(refusals::ROOM_MOST_OF_ONE.with([&MOST_OF_ONE])));
        }
        if all.len() >= MOST {
            return Err(Error::conflict(refusals::ROOM_MOST.with([&MOST])));
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

    /// Links of the rooms that the actor has opened, each with its game.
    #[must_use]
    pub fn own(&self, actor: &Actor) -> Vec<(Secret, GameId)> {
        let all = self.all();
        let own = all.values().filter(|one| actor.is_signed_in() && one.opener == actor.account);
        own.map(|one| (one.link.clone(), one.game)).collect()
    }

    /// A room as it stands; `None` where it has ended.
    #[must_use]
    pub fn stands(&self, key: RoomKey, now: i64) -> Option<Stands<S>> {
        let all = self.all();
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

    /// Somebody looks at the page of a room: how it stands, and what he is in it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it has ended; [`Error::Conflict`] where it is full.
    pub fn look(
        &self,
        app: &App,
        actor: &Actor,
        key: RoomKey,
        now: i64,
    ) -> Result<(Stands<S>, Part), Error> {
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

    /// Somebody follows from now on, until he drops what this gives.
    ///
    /// # Errors
    /// As [`Rooms::look`].
    pub fn follow(
        &self,
        app: &App,
        actor: &Actor,
        key: RoomKey,
        now: Arc<dyn Fn() -> i64 + Send + Sync>,
    ) -> Result<Following<S>, Error> {
        let (account, at) = (actor.account, now());
        let name = name(&mut *app.store().connection()?, account)?;
        self.change(key, |open| open.room.connect(account, &name, at))?;
        Ok(Following { rooms: self.clone(), key, account, now })
    }

    /// How many plies the game of a room has.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it has ended.
    pub fn plies(&self, key: RoomKey) -> Result<u32, Error> {
        self.change(key, |open| Ok(open.plies))
    }

    /// The leader shows something; gives the room's version.
    ///
    /// # Errors
    /// As [`require`]; [`Error::Conflict`] where somebody else leads; [`Error::NotFound`] where it has ended.
    pub fn show(&self, actor: &Actor, key: RoomKey, shown: S, now: i64) -> Result<u64, Error> {
        let account = account(actor)?;
        self.change(key, |open| {
            open.room.show(account, shown, now)?;
            Ok(open.room.version())
        })
    }

    /// The leader hands the lead to who has this number in the room.
    ///
    /// # Errors
    /// As [`Rooms::show`]; [`Error::Conflict`] where he is not there.
    pub fn hand_over(&self, actor: &Actor, key: RoomKey, to: u32, now: i64) -> Result<(), Error> {
        let account = account(actor)?;
        self.change(key, |open| open.room.hand_over_lead(account, to, now))
    }

    /// Who opened it leads again.
    ///
    /// # Errors
    /// As [`Rooms::show`]; [`Error::Conflict`] for anybody else.
    pub fn take_back(&self, actor: &Actor, key: RoomKey) -> Result<(), Error> {
        let account = account(actor)?;
        self.change(key, |open| open.room.reclaim_lead(account))
    }

    /// Ends it for everybody; gives the game.
    ///
    /// # Errors
    /// As [`Rooms::show`].
    pub fn end(&self, actor: &Actor, key: RoomKey) -> Result<GameId, Error> {
        let account = account(actor)?;
        self.change(key, |open| open.room.check_can_end(account))?;
        self.drop_room(key).ok_or_else(over)
    }

    /// Ends a room whose game may not be seen any more.
    pub fn drop_room(&self, key: RoomKey) -> Option<GameId> {
        self.all().remove(&key).map(|open| open.game)
    }

    /// Ends what is over, or whose game may not be seen any more, and brings names up to date; gives the rooms.
    ///
    /// # Errors
    /// [`Error`] where the store fails.
    pub fn tend(&self, app: &App, now: i64) -> Result<Vec<RoomKey>, Error> {
        let all: Vec<(RoomKey, GameId, bool, Vec<i32>)> = {
            let of = |(key, open): (&RoomKey, &Open<S>)| {
                (*key, open.game, open.room.is_over(now), open.room.accounts())
            };
            self.all().iter().map(of).collect()
        };
        let mut told = Vec::with_capacity(all.len());
        for (key, game, over, accounts) in all {
            told.push(key);
            if over || !is_open(app, game)? {
                self.drop_room(key);
                continue;
            }
            let connection = &mut *app.store().connection()?;
            for account in accounts {
                let name = name(connection, account)?;
                if let Some(open) = self.all().get_mut(&key) {
                    open.room.rename(account, &name);
                }
            }
        }
        Ok(told)
    }
}

/// Whether a game is there, and its ranks are open.
fn is_open(app: &App, game: GameId) -> Result<bool, Error> {
    match games::get(app, game) {
        Ok(game) => Ok(game.stored.revealed().is_some()),
        Err(Error::Missing { .. }) => Ok(false),
        Err(e) => Err(e),
    }
}
