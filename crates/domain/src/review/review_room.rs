//! A review room, in which people look at a game together: who is present, who leads, and what the
//! leader shows. Times are arguments.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::message::message_enum;
use crate::moment::{HOUR, MINUTE, Micros, SECOND};

/// How long a member counts as present after a request or a lost connection.
pub const PRESENCE_TIMEOUT: i64 = 30 * SECOND;
/// How long an empty room lasts.
pub const EMPTY_ROOM_TIMEOUT: i64 = 15 * MINUTE;
/// How long any room lasts.
pub const MAX_ROOM_LIFETIME: i64 = 12 * HOUR;
/// The maximum number of connections, and of members with accounts.
pub const MAX_ROOM_MEMBERS: usize = 200;

message_enum! {
    /// Why something cannot be done in a room.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RoomError {
        Full => "refused-room-full" { most = MAX_ROOM_MEMBERS },
        /// Somebody else leads.
        NotLeading => "refused-room-not-leading",
        /// Only the opener may do this.
        NotOpener => "refused-room-not-opener",
        /// No member has this number.
        NotPresent => "refused-room-not-here",
    }
}

/// Connections by server.
type Connections = BTreeMap<i32, usize>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomMember {
    /// The number in the room, from 1 in the order of arrival.
    pub number: u32,
    pub account: i32,
    /// Empty if the member is counted but not named.
    pub name: String,
    connections: Connections,
    last_seen_at: Micros,
}

/// Counts one connection to a server less.
fn count_down(connections: &mut Connections, server: i32) {
    if let Some(count) = connections.get_mut(&server) {
        *count = count.saturating_sub(1);
    }
    connections.retain(|_, count| *count > 0);
}

impl RoomMember {
    fn is_present(&self, now: Micros) -> bool {
        !self.connections.is_empty() || now - self.last_seen_at < PRESENCE_TIMEOUT
    }
}

/// A room; `S` is what its leader shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewRoom<S> {
    shown: S,
    /// Incremented when the view or the leader changes.
    version: u64,
    opener: i32,
    leader: i32,
    members: Vec<RoomMember>,
    arrivals: u32,
    /// Connections without an account.
    guests: Connections,
    opened_at: Micros,
    /// When somebody was last present.
    last_used_at: Micros,
}

impl<S: PartialEq> ReviewRoom<S> {
    /// Opens a room, led by its opener.
    pub fn open(account: i32, name: String, shown: S, now: Micros) -> ReviewRoom<S> {
        let opener = RoomMember {
            number: 1,
            account,
            name,
            connections: Connections::new(),
            last_seen_at: now,
        };
        ReviewRoom {
            shown,
            version: 1,
            opener: account,
            leader: account,
            members: vec![opener],
            arrivals: 1,
            guests: Connections::new(),
            opened_at: now,
            last_used_at: now,
        }
    }

    /// What the leader shows.
    pub fn shown(&self) -> &S {
        &self.shown
    }

    /// How often the view or the leader has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether this account opened the room. Account 0 stands for guests.
    pub fn is_opener(&self, account: i32) -> bool {
        account != 0 && self.opener == account
    }

    pub fn is_leader(&self, account: i32) -> bool {
        account != 0 && self.leader == account
    }

    /// The leader, present or not.
    pub fn leader(&self) -> &RoomMember {
        let own = self.members.iter().find(|one| one.account == self.leader);
        own.expect("a leader is kept as long as he leads")
    }

    /// The present members other than the leader, in the order of arrival.
    pub fn followers(&self, now: Micros) -> impl Iterator<Item = &RoomMember> {
        self.members.iter().filter(move |one| !self.is_leader(one.account) && one.is_present(now))
    }

    /// The number of connections without an account.
    pub fn guests(&self) -> usize {
        self.guests.values().sum()
    }

    /// The number of an account that has been in the room.
    pub fn number_of(&self, account: i32) -> Option<u32> {
        self.members.iter().find(|one| one.account == account).map(|one| one.number)
    }

    /// All accounts that have been in the room.
    pub fn accounts(&self) -> Vec<i32> {
        self.members.iter().map(|one| one.account).collect()
    }

    /// Notes a request by this account, under this name.
    pub fn visit(&mut self, account: i32, name: &str, now: Micros) -> Result<(), RoomError> {
        self.last_used_at = now;
        if account == 0 {
            return Ok(());
        }
        let person = self.member(account, now)?;
        person.last_seen_at = now;
        name.clone_into(&mut person.name);
        Ok(())
    }

    /// Adds a connection to a server; account 0 stands for guests.
    pub fn connect(
        &mut self,
        server: i32,
        account: i32,
        name: &str,
        now: Micros,
    ) -> Result<(), RoomError> {
        let of_members = self.members.iter().flat_map(|one| one.connections.values());
        let lines = of_members.sum::<usize>() + self.guests();
        if lines >= MAX_ROOM_MEMBERS {
            return Err(RoomError::Full);
        }
        self.visit(account, name, now)?;
        let connections = match account {
            0 => &mut self.guests,
            _ => &mut self.member(account, now)?.connections,
        };
        *connections.entry(server).or_default() += 1;
        Ok(())
    }

    /// Removes a connection to a server.
    pub fn disconnect(&mut self, server: i32, account: i32, now: Micros) {
        self.last_used_at = now;
        if account == 0 {
            count_down(&mut self.guests, server);
        } else if let Some(own) = self.members.iter_mut().find(|one| one.account == account) {
            count_down(&mut own.connections, server);
            own.last_seen_at = now;
        }
    }

    /// Forgets connections to servers other than these, which run.
    pub fn keep_servers(&mut self, running: &[i32]) {
        let runs = |server: &i32, _: &mut usize| running.contains(server);
        self.guests.retain(runs);
        self.members.iter_mut().for_each(|one| one.connections.retain(runs));
    }

    fn member(&mut self, account: i32, now: Micros) -> Result<&mut RoomMember, RoomError> {
        let at = self.members.iter().position(|one| one.account == account);
        if let Some(at) = at {
            return Ok(&mut self.members[at]);
        }
        let (opener, leader) = (self.opener, self.leader);
        let kept = |one: &RoomMember| one.account == opener || one.account == leader;
        self.members.retain(|one| kept(one) || one.is_present(now));
        if self.members.len() >= MAX_ROOM_MEMBERS {
            return Err(RoomError::Full);
        }
        self.arrivals += 1;
        let (number, name) = (self.arrivals, String::new());
        let connections = Connections::new();
        self.members.push(RoomMember { number, account, name, connections, last_seen_at: now });
        self.members.last_mut().ok_or(RoomError::Full)
    }

    /// Changes what is shown, as the leader.
    pub fn show(&mut self, account: i32, shown: S, now: Micros) -> Result<(), RoomError> {
        self.check_leader(account)?;
        self.last_used_at = now;
        if self.shown != shown {
            self.shown = shown;
            self.version += 1;
        }
        Ok(())
    }

    fn check_leader(&self, account: i32) -> Result<(), RoomError> {
        if self.is_leader(account) { Ok(()) } else { Err(RoomError::NotLeading) }
    }

    /// Hands the lead to a present member.
    pub fn hand_over_lead(&mut self, account: i32, to: u32, now: Micros) -> Result<(), RoomError> {
        self.check_leader(account)?;
        let next = self.followers(now).find(|one| one.number == to).ok_or(RoomError::NotPresent)?;
        self.leader = next.account;
        self.version += 1;
        Ok(())
    }

    /// Gives the lead back to the opener.
    pub fn reclaim_lead(&mut self, account: i32) -> Result<(), RoomError> {
        if !self.is_opener(account) {
            return Err(RoomError::NotOpener);
        }
        if self.leader != account {
            self.leader = account;
            self.version += 1;
        }
        Ok(())
    }

    /// Checks that this account may end the room: its leader or its opener.
    pub fn check_can_end(&self, account: i32) -> Result<(), RoomError> {
        if self.is_opener(account) { Ok(()) } else { self.check_leader(account) }
    }

    /// Renames an account; returns whether the name changed.
    pub fn rename(&mut self, account: i32, name: &str) -> bool {
        let own = self.members.iter_mut().find(|one| one.account == account && one.name != name);
        own.map(|own| name.clone_into(&mut own.name)).is_some()
    }

    /// Whether the room has ended: nobody was present for 15 minutes, or it is 12 hours old.
    pub fn is_over(&self, now: Micros) -> bool {
        let somebody =
            !self.guests.is_empty() || self.members.iter().any(|one| one.is_present(now));
        (!somebody && now - self.last_used_at >= EMPTY_ROOM_TIMEOUT)
            || now - self.opened_at >= MAX_ROOM_LIFETIME
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: i32 = 7;
    const BEN: i32 = 8;
    /// A server.
    const HERE: i32 = 3;

    fn names<S: PartialEq>(room: &ReviewRoom<S>, now: Micros) -> Vec<&str> {
        room.followers(now).map(|one| one.name.as_str()).collect()
    }

    fn room() -> ReviewRoom<u32> {
        ReviewRoom::open(ANA, "Ana".to_owned(), 0, Micros(0))
    }

    #[test]
    fn who_opens_it_leads_and_nobody_else_shows_anything() {
        let mut room = room();
        room.connect(HERE, BEN, "Ben", Micros(1)).expect("there is room");
        assert_eq!(room.show(BEN, 5, Micros(1)), Err(RoomError::NotLeading));
        assert_eq!(room.show(0, 5, Micros(1)), Err(RoomError::NotLeading), "nobody has account 0");
        room.show(ANA, 5, Micros(1)).expect("she leads");
        assert_eq!((*room.shown(), room.version(), room.leader().name.as_str()), (5, 2, "Ana"));
        room.show(ANA, 5, Micros(1)).expect("she leads");
        assert_eq!(room.version(), 2, "nothing changed");
    }

    #[test]
    fn the_lead_goes_to_somebody_who_is_there_and_back_to_the_opener() {
        let mut room = room();
        room.connect(HERE, BEN, "Ben", Micros(1)).expect("there is room");
        assert_eq!(room.hand_over_lead(ANA, 9, Micros(1)), Err(RoomError::NotPresent));
        assert_eq!(room.hand_over_lead(BEN, 1, Micros(1)), Err(RoomError::NotLeading));
        room.hand_over_lead(ANA, 2, Micros(1)).expect("Ben is there");
        assert_eq!((room.is_leader(BEN), names(&room, Micros(1))), (true, vec!["Ana"]));
        assert_eq!(room.reclaim_lead(BEN), Err(RoomError::NotOpener));
        room.disconnect(HERE, BEN, Micros(2));
        room.visit(9, "Cora", Micros(2 + 2 * PRESENCE_TIMEOUT)).expect("there is room");
        assert_eq!(room.leader().name, "Ben", "a leader who is gone is not forgotten");
        room.reclaim_lead(ANA).expect("she opened it");
        assert!(
            room.is_leader(ANA)
                && room.check_can_end(BEN).is_err()
                && room.check_can_end(ANA).is_ok()
        );
    }

    #[test]
    fn whose_line_ends_is_there_a_little_longer_and_strangers_are_counted() {
        let mut room = room();
        room.connect(HERE, BEN, "Ben", Micros(1)).expect("there is room");
        room.connect(HERE, BEN, "Ben", Micros(1)).expect("on two lines");
        room.connect(HERE, 0, "", Micros(1)).expect("there is room");
        room.disconnect(HERE, BEN, Micros(10));
        let long = Micros(10 + PRESENCE_TIMEOUT);
        assert_eq!((names(&room, long), room.guests()), (vec!["Ben"], 1));
        room.disconnect(HERE, BEN, Micros(20));
        assert_eq!(names(&room, Micros(19 + PRESENCE_TIMEOUT)), ["Ben"]);
        assert!(names(&room, Micros(20 + PRESENCE_TIMEOUT)).is_empty());
        assert!(room.rename(BEN, "") && !room.rename(BEN, ""));
    }

    #[test]
    fn a_room_takes_so_many_and_ends_by_itself() {
        let mut room = room();
        for _ in 0..MAX_ROOM_MEMBERS {
            room.connect(HERE, 0, "", Micros(1)).expect("there is room");
        }
        assert_eq!(room.connect(HERE, BEN, "Ben", Micros(1)), Err(RoomError::Full));
        assert!(
            !room.is_over(Micros(EMPTY_ROOM_TIMEOUT + PRESENCE_TIMEOUT))
                && room.is_over(Micros(MAX_ROOM_LIFETIME))
        );
        for _ in 0..MAX_ROOM_MEMBERS {
            room.disconnect(HERE, 0, Micros(2));
        }
        assert!(
            !room.is_over(Micros(EMPTY_ROOM_TIMEOUT))
                && room.is_over(Micros(EMPTY_ROOM_TIMEOUT + 2))
        );
    }

    #[test]
    fn connections_to_a_server_that_is_gone_are_none() {
        let mut room = room();
        room.connect(HERE, BEN, "Ben", Micros(1)).expect("there is room");
        room.connect(4, BEN, "Ben", Micros(1)).expect("at another server");
        room.connect(4, 0, "", Micros(1)).expect("there is room");
        room.keep_servers(&[HERE]);
        assert_eq!((names(&room, Micros(HOUR)), room.guests()), (vec!["Ben"], 0));
        room.keep_servers(&[]);
        assert!(names(&room, Micros(HOUR)).is_empty());
    }
}
