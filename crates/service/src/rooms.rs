//! Review rooms, in the database for as long as they last, so that any server has them.
//!
//! Access is by link; a room contains a position in a replay that is public. The type of the
//! position (`S`) is defined by the web layer.

mod json;

use std::marker::PhantomData;
use std::sync::Arc;

use adjutant_domain::account::secret::{HASH_BYTES, Secret};
use adjutant_domain::moment::Micros;
use adjutant_domain::review::{ReviewRoom, RoomError, RoomMember};
use adjutant_store::AnyConnection;
use adjutant_store::review_rooms::{self, RoomRow};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::access::{Act, ActTarget, Actor, require};
use super::games::{self, GameHead};
use super::live::Live;
use super::records::GameId;
use super::reviews::Author;
use super::{App, Error, Result, refusals};

pub const MOST_OF_ONE: usize = 5;
pub const MOST: i64 = 200;

/// The key of a room: the hash of its link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoomKey([u8; HASH_BYTES]);

impl RoomKey {
    pub fn of(link: &Secret) -> RoomKey {
        RoomKey(link.hash())
    }

    /// The key as servers tell it to each other.
    pub(super) const fn bytes(self) -> [u8; HASH_BYTES] {
        self.0
    }

    pub(super) const fn from_bytes(bytes: [u8; HASH_BYTES]) -> RoomKey {
        RoomKey(bytes)
    }
}

/// The rooms as one server has them.
pub struct Rooms<S> {
    live: Live,
    shown: PhantomData<fn() -> S>,
}

/// What a room may show.
pub trait Shown: Clone + PartialEq + Serialize + DeserializeOwned {}

impl<S: Clone + PartialEq + Serialize + DeserializeOwned> Shown for S {}

impl<S> Clone for Rooms<S> {
    fn clone(&self) -> Self {
        Rooms { live: self.live.clone(), shown: PhantomData }
    }
}

/// A room with its game.
struct Open<S> {
    game: GameId,
    room: ReviewRoom<S>,
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
pub struct Following<S: Shown> {
    rooms: Rooms<S>,
    key: RoomKey,
    account: i32,
    now: Arc<dyn Fn() -> Micros + Send + Sync>,
}

impl<S: Shown> Drop for Following<S> {
    fn drop(&mut self) {
        let (now, account, server) = ((self.now)(), self.account, self.rooms.live.own_server());
        let left = self.rooms.change(self.key, |room| {
            room.disconnect(server, account, now);
            Ok(())
        });
        // A room that has ended has nobody.
        if let Err(e) = left
            && !matches!(e, Error::NotFound(_))
        {
            tracing::warn!(error = %e, "somebody who left a room could not be noted");
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

impl<S: Shown> Rooms<S> {
    /// The rooms of the database of these live games.
    ///
    /// # Errors
    /// Returns the errors of the database.
    pub fn new(live: &Live) -> Result<Rooms<S>> {
        let rooms = Rooms { live: live.clone(), shown: PhantomData };
        let has_any = review_rooms::count(&mut *rooms.app().store().read_connection()?)? > 0;
        if has_any {
            rooms.app().write(|conn| rooms.forget_own_connections(conn))?;
        }
        Ok(rooms)
    }

    fn app(&self) -> &App {
        self.live.app()
    }

    /// Nobody is connected to a server that begins.
    fn forget_own_connections(&self, conn: &mut AnyConnection) -> Result<()> {
        let own = self.live.own_server();
        let mut running = self.live.server_ids();
        running.retain(|id| *id != own);
        for row in review_rooms::all(conn)? {
            if let Some(mut open) = self.read(&row) {
                open.room.keep_servers(&running);
                write(conn, &row.key_hash, &open.room)?;
            }
        }
        Ok(())
    }

    /// A stored room; `None` for one that this program does not understand.
    fn read(&self, row: &RoomRow) -> Option<Open<S>> {
        let mut room: ReviewRoom<S> = json::read(&row.state)?;
        room.keep_servers(&self.live.server_ids());
        Some(Open { game: GameId::from_bytes(&row.game)?, room })
    }

    fn find(&self, conn: &mut AnyConnection, key: RoomKey) -> Result<Option<Open<S>>> {
        let row = review_rooms::find(conn, &key.0)?;
        Ok(row.and_then(|row| self.read(&row)))
    }

    fn change<T>(
        &self,
        key: RoomKey,
        change: impl FnOnce(&mut ReviewRoom<S>) -> Result<T, RoomError>,
    ) -> Result<T> {
        self.app().write(|conn| {
            let mut open = self.find(conn, key)?.ok_or_else(over)?;
            let before = open.room.clone();
            let done =
                change(&mut open.room).map_err(|refused| Error::conflict(refused.message()))?;
            if open.room != before {
                write(conn, &key.0, &open.room)?;
            }
            Ok(done)
        })
    }

    /// Opens a room for a game that is open to all; its creator leads and shows this position.
    /// Returns the link.
    ///
    /// # Errors
    /// Returns [`Error::Hidden`] for a game that is not open, and [`Error::Conflict`] if the
    /// account has [`MOST_OF_ONE`] rooms or the site [`MOST`].
    pub fn open(&self, actor: &Actor, game: GameHead, shown: S, now: Micros) -> Result<Secret> {
        let account = account(actor)?;
        if !game.is_open {
            return Err(Error::Hidden);
        }
        let id: [u8; HASH_BYTES] = rand::random();
        let link = self.app().delivery_keys()?.room_link(&id);
        self.app().write(|conn| {
            if review_rooms::of_opener(conn, account)?.len() >= MOST_OF_ONE {
                return Err(Error::conflict(refusal!(ROOM_MOST_OF_ONE, most = MOST_OF_ONE)));
            }
            if review_rooms::count(conn)? >= MOST {
                return Err(Error::conflict(refusal!(ROOM_MOST, most = MOST)));
            }
            let room = ReviewRoom::open(account, name(conn, account)?, shown, now);
            let row = RoomRow {
                key_hash: link.hash().to_vec(),
                id: id.to_vec(),
                game: game.id.0.to_vec(),
                plies: i32::try_from(game.plies).unwrap_or(i32::MAX),
                opener: account,
                state: json::write(&room)?,
            };
            Ok(review_rooms::add(conn, &row)?)
        })?;
        Ok(link)
    }

    /// The links of the rooms opened by the actor, each with its game.
    pub fn own(&self, actor: &Actor) -> Result<Vec<(Secret, GameId)>> {
        if !actor.is_signed_in() {
            return Ok(Vec::new());
        }
        let rows =
            review_rooms::of_opener(&mut *self.app().store().read_connection()?, actor.account)?;
        let keys = self.app().delivery_keys()?;
        let of = |row: &RoomRow| Some((keys.room_link(&row.id), GameId::from_bytes(&row.game)?));
        Ok(rows.iter().filter_map(of).collect())
    }

    /// The state of a room; `None` if it is closed.
    pub fn stands(&self, key: RoomKey, now: Micros) -> Result<Option<Stands<S>>> {
        let open = self.find(&mut *self.app().store().read_connection()?, key)?;
        Ok(open.map(|open| stands(&open, now)))
    }

    /// The state of a room and the role of a visitor in it.
    pub fn look(&self, actor: &Actor, key: RoomKey, now: Micros) -> Result<(Stands<S>, Part)> {
        let name = name(&mut *self.app().store().read_connection()?, actor.account)?;
        let part = self.change(key, |room| {
            room.visit(actor.account, &name, now)?;
            Ok(Part {
                number: room.number_of(actor.account),
                leads: room.is_leader(actor.account),
                opened: room.is_opener(actor.account),
            })
        })?;
        Ok((self.stands(key, now)?.ok_or_else(over)?, part))
    }

    /// Lets an actor follow a room until the result is dropped.
    pub fn follow(
        &self,
        actor: &Actor,
        key: RoomKey,
        now: Arc<dyn Fn() -> Micros + Send + Sync>,
    ) -> Result<Following<S>> {
        let (account, at, server) = (actor.account, now(), self.live.own_server());
        let name = name(&mut *self.app().store().connection()?, account)?;
        self.change(key, |room| room.connect(server, account, &name, at))?;
        Ok(Following { rooms: self.clone(), key, account, now })
    }

    /// The number of plies of a room's game.
    pub fn plies(&self, key: RoomKey) -> Result<u32> {
        let row = review_rooms::find(&mut *self.app().store().read_connection()?, &key.0)?;
        Ok(u32::try_from(row.ok_or_else(over)?.plies).unwrap_or(0))
    }

    /// Shows a position as the leader; returns the version of the room.
    pub fn show(&self, actor: &Actor, key: RoomKey, shown: S, now: Micros) -> Result<u64> {
        let account = account(actor)?;
        self.change(key, |room| {
            room.show(account, shown, now)?;
            Ok(room.version())
        })
    }

    /// Hands the lead over to the participant with this number.
    pub fn hand_over(&self, actor: &Actor, key: RoomKey, to: u32, now: Micros) -> Result<()> {
        let account = account(actor)?;
        self.change(key, |room| room.hand_over_lead(account, to, now))
    }

    /// Returns the lead to the room's creator.
    pub fn take_back(&self, actor: &Actor, key: RoomKey) -> Result<()> {
        let account = account(actor)?;
        self.change(key, |room| room.reclaim_lead(account))
    }

    /// Closes a room for everybody; returns its game.
    pub fn end(&self, actor: &Actor, key: RoomKey) -> Result<GameId> {
        let account = account(actor)?;
        self.change(key, |room| room.check_can_end(account))?;
        self.drop_room(key)?.ok_or_else(over)
    }

    /// Closes a room whose game may no longer be shown.
    pub fn drop_room(&self, key: RoomKey) -> Result<Option<GameId>> {
        self.app().write(|conn| {
            let row = review_rooms::find(conn, &key.0)?;
            review_rooms::remove(conn, &key.0)?;
            Ok(row.and_then(|row| GameId::from_bytes(&row.game)))
        })
    }

    /// Closes rooms that are over or whose game may no longer be shown, and updates names; returns
    /// all rooms.
    pub fn tend(&self, now: Micros) -> Result<Vec<RoomKey>> {
        let all = review_rooms::all(&mut *self.app().store().read_connection()?)?;
        let mut told = Vec::with_capacity(all.len());
        for row in all {
            let Ok(hash) = <[u8; HASH_BYTES]>::try_from(&row.key_hash[..]) else { continue };
            let key = RoomKey(hash);
            told.push(key);
            let Some(open) = self.read(&row) else {
                self.drop_room(key)?;
                continue;
            };
            if open.room.is_over(now) || !is_open(self.app(), open.game)? {
                self.drop_room(key)?;
                continue;
            }
            let names = {
                let conn = &mut *self.app().store().read_connection()?;
                let named = |account| Ok((account, name(conn, account)?));
                open.room.accounts().into_iter().map(named).collect::<Result<Vec<_>>>()?
            };
            let mut renamed = open.room;
            if names.iter().any(|(account, name)| renamed.rename(*account, name)) {
                self.change(key, |room| {
                    for (account, name) in &names {
                        room.rename(*account, name);
                    }
                    Ok(())
                })?;
            }
        }
        Ok(told)
    }
}

fn write<S: Serialize>(conn: &mut AnyConnection, key: &[u8], room: &ReviewRoom<S>) -> Result<()> {
    Ok(review_rooms::set_state(conn, key, &json::write(room)?)?)
}

fn stands<S: Clone + PartialEq>(open: &Open<S>, now: Micros) -> Stands<S> {
    let here = |one: &RoomMember| Here { number: one.number, name: one.name.clone() };
    let Open { game, room } = open;
    Stands {
        game: *game,
        shown: room.shown().clone(),
        version: room.version(),
        leader: here(room.leader()),
        followers: room.followers(now).map(here).collect(),
        strangers: room.guests(),
    }
}

/// Whether a game exists and is open to all.
fn is_open(app: &App, game: GameId) -> Result<bool> {
    match games::get_any(app, game) {
        Ok(game) => Ok(game.head().is_open),
        Err(Error::Missing { .. } | Error::NotFound(_)) => Ok(false),
        Err(e) => Err(e),
    }
}
