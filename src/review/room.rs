//! A room in which people look at one game together: who is there, who leads, and what he shows. A function of what is done
//! and when; moments are microseconds since 1970.

/// Who asked for the page or lost his line is there for so long.
pub const LINGER: i64 = 30_000_000;
/// A room in which nobody is ends after that.
pub const EMPTY: i64 = 15 * 60_000_000;
/// No room lasts longer.
pub const LONGEST: i64 = 12 * 3_600_000_000;
/// Most lines on which people follow, and most people with accounts.
pub const MOST_HERE: usize = 200;

/// Why something cannot be done in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// As many are there as it takes.
    Full,
    /// Somebody else leads.
    NotLeading,
    /// Only who opened it may.
    NotOpener,
    /// There is nobody with this number.
    NotHere,
}

/// Somebody with an account, as he is in the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// What the room calls him: counted from 1, in the order of coming.
    pub number: u32,
    pub account: i32,
    /// Empty where he is counted and not named.
    pub name: String,
    lines: usize,
    seen_at: i64,
}

impl Person {
    fn is_here(&self, now: i64) -> bool {
        self.lines > 0 || now - self.seen_at < LINGER
    }
}

/// A room; `S` is what its leader shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room<S> {
    shown: S,
    /// Raised by each change of what is shown or of who leads.
    version: u64,
    opener: i32,
    leader: i32,
    people: Vec<Person>,
    came: u32,
    /// Lines of who is not signed in.
    strangers: usize,
    opened_at: i64,
    /// When somebody was there last.
    used_at: i64,
}

impl<S: PartialEq> Room<S> {
    /// Somebody opens a room, and leads.
    pub fn open(account: i32, name: String, shown: S, now: i64) -> Room<S> {
        let opener = Person { number: 1, account, name, lines: 0, seen_at: now };
        Room {
            shown,
            version: 1,
            opener: account,
            leader: account,
            people: vec![opener],
            came: 1,
            strangers: 0,
            opened_at: now,
            used_at: now,
        }
    }

    /// What the leader shows.
    pub fn shown(&self) -> &S {
        &self.shown
    }

    /// How often what is shown, or who leads, has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether this account opened it; nobody has the account 0.
    pub fn is_opener(&self, account: i32) -> bool {
        account != 0 && self.opener == account
    }

    /// Whether this account leads.
    pub fn leads(&self, account: i32) -> bool {
        account != 0 && self.leader == account
    }

    /// Who leads, there or not.
    pub fn leader(&self) -> &Person {
        let own = self.people.iter().find(|one| one.account == self.leader);
        own.expect("a leader is kept as long as he leads")
    }

    /// Who is there beside the leader and has an account, in the order of coming.
    pub fn followers(&self, now: i64) -> impl Iterator<Item = &Person> {
        self.people.iter().filter(move |one| !self.leads(one.account) && one.is_here(now))
    }

    /// How many follow without an account.
    pub fn strangers(&self) -> usize {
        self.strangers
    }

    /// The number of an account that was in the room.
    pub fn number_of(&self, account: i32) -> Option<u32> {
        self.people.iter().find(|one| one.account == account).map(|one| one.number)
    }

    /// The accounts that the room knows.
    pub fn accounts(&self) -> Vec<i32> {
        self.people.iter().map(|one| one.account).collect()
    }

    /// Somebody looks at it, by this name.
    ///
    /// # Errors
    /// [`Misfit::Full`].
    pub fn look(&mut self, account: i32, name: &str, now: i64) -> Result<(), Misfit> {
        self.used_at = now;
        if account == 0 {
            return Ok(());
        }
        let person = self.person(account, now)?;
        person.seen_at = now;
        name.clone_into(&mut person.name);
        Ok(())
    }

    /// Somebody begins to follow on a line; account 0 is somebody who is not signed in.
    ///
    /// # Errors
    /// [`Misfit::Full`].
    pub fn come(&mut self, account: i32, name: &str, now: i64) -> Result<(), Misfit> {
        let lines = self.people.iter().map(|one| one.lines).sum::<usize>() + self.strangers;
        if lines >= MOST_HERE {
            return Err(Misfit::Full);
        }
        self.look(account, name, now)?;
        match account {
            0 => self.strangers += 1,
            _ => self.person(account, now)?.lines += 1,
        }
        Ok(())
    }

    /// A line ends.
    pub fn go(&mut self, account: i32, now: i64) {
        self.used_at = now;
        if account == 0 {
            self.strangers = self.strangers.saturating_sub(1);
        } else if let Some(own) = self.people.iter_mut().find(|one| one.account == account) {
            own.lines = own.lines.saturating_sub(1);
            own.seen_at = now;
        }
    }

    fn person(&mut self, account: i32, now: i64) -> Result<&mut Person, Misfit> {
        let at = self.people.iter().position(|one| one.account == account);
        if let Some(at) = at {
            return Ok(&mut self.people[at]);
        }
        let (opener, leader) = (self.opener, self.leader);
        let kept = |one: &Person| one.account == opener || one.account == leader;
        self.people.retain(|one| kept(one) || one.is_here(now));
        if self.people.len() >= MOST_HERE {
            return Err(Misfit::Full);
        }
        self.came += 1;
        let (number, name) = (self.came, String::new());
        self.people.push(Person { number, account, name, lines: 0, seen_at: now });
        self.people.last_mut().ok_or(Misfit::Full)
    }

    /// The leader shows something.
    ///
    /// # Errors
    /// [`Misfit::NotLeading`].
    pub fn show(&mut self, account: i32, shown: S, now: i64) -> Result<(), Misfit> {
        self.led_by(account)?;
        self.used_at = now;
        if self.shown != shown {
            self.shown = shown;
            self.version += 1;
        }
        Ok(())
    }

    fn led_by(&self, account: i32) -> Result<(), Misfit> {
        if self.leads(account) { Ok(()) } else { Err(Misfit::NotLeading) }
    }

    /// The leader hands the lead to somebody who is there.
    ///
    /// # Errors
    /// [`Misfit::NotLeading`], [`Misfit::NotHere`].
    pub fn hand_over(&mut self, account: i32, to: u32, now: i64) -> Result<(), Misfit> {
        self.led_by(account)?;
        let next = self.followers(now).find(|one| one.number == to).ok_or(Misfit::NotHere)?;
        self.leader = next.account;
        self.version += 1;
        Ok(())
    }

    /// Who opened it leads again.
    ///
    /// # Errors
    /// [`Misfit::NotOpener`].
    pub fn take_back(&mut self, account: i32) -> Result<(), Misfit> {
        if !self.is_opener(account) {
            return Err(Misfit::NotOpener);
        }
        if self.leader != account {
            self.leader = account;
            self.version += 1;
        }
        Ok(())
    }

    /// Whether this account may end it: whoever leads, and whoever opened it.
    ///
    /// # Errors
    /// [`Misfit::NotLeading`].
    pub fn may_end(&self, account: i32) -> Result<(), Misfit> {
        if self.is_opener(account) { Ok(()) } else { self.led_by(account) }
    }

    /// Gives an account another name; whether it had one else.
    pub fn rename(&mut self, account: i32, name: &str) -> bool {
        let own = self.people.iter_mut().find(|one| one.account == account && one.name != name);
        own.map(|own| name.clone_into(&mut own.name)).is_some()
    }

    /// Whether it is over: nobody was there for a quarter of an hour, or it lasted for half a day.
    pub fn is_over(&self, now: i64) -> bool {
        let somebody = self.strangers > 0 || self.people.iter().any(|one| one.is_here(now));
        (!somebody && now - self.used_at >= EMPTY) || now - self.opened_at >= LONGEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: i32 = 7;
    const BEN: i32 = 8;

    fn names<S: PartialEq>(room: &Room<S>, now: i64) -> Vec<&str> {
        room.followers(now).map(|one| one.name.as_str()).collect()
    }

    fn room() -> Room<u32> {
        Room::open(ANA, "Ana".to_owned(), 0, 0)
    }

    #[test]
    fn who_opens_it_leads_and_nobody_else_shows_anything() {
        let mut room = room();
        room.come(BEN, "Ben", 1).expect("there is room");
        assert_eq!(room.show(BEN, 5, 1), Err(Misfit::NotLeading));
        assert_eq!(room.show(0, 5, 1), Err(Misfit::NotLeading), "nobody has account 0");
        room.show(ANA, 5, 1).expect("she leads");
        assert_eq!((*room.shown(), room.version(), room.leader().name.as_str()), (5, 2, "Ana"));
        room.show(ANA, 5, 1).expect("she leads");
        assert_eq!(room.version(), 2, "nothing changed");
    }

    #[test]
    fn the_lead_goes_to_somebody_who_is_there_and_back_to_the_opener() {
        let mut room = room();
        room.come(BEN, "Ben", 1).expect("there is room");
        assert_eq!(room.hand_over(ANA, 9, 1), Err(Misfit::NotHere));
        assert_eq!(room.hand_over(BEN, 1, 1), Err(Misfit::NotLeading));
        room.hand_over(ANA, 2, 1).expect("Ben is there");
        assert_eq!((room.leads(BEN), names(&room, 1)), (true, vec!["Ana"]));
        assert_eq!(room.take_back(BEN), Err(Misfit::NotOpener));
        room.go(BEN, 2);
        room.look(9, "Cora", 2 + 2 * LINGER).expect("there is room");
        assert_eq!(room.leader().name, "Ben", "a leader who is gone is not forgotten");
        room.take_back(ANA).expect("she opened it");
        assert!(room.leads(ANA) && room.may_end(BEN).is_err() && room.may_end(ANA).is_ok());
    }

    #[test]
    fn whose_line_ends_is_there_a_little_longer_and_strangers_are_counted() {
        let mut room = room();
        room.come(BEN, "Ben", 1).expect("there is room");
        room.come(BEN, "Ben", 1).expect("on two lines");
        room.come(0, "", 1).expect("there is room");
        room.go(BEN, 10);
        let long = 10 + LINGER;
        assert_eq!((names(&room, long), room.strangers()), (vec!["Ben"], 1));
        room.go(BEN, 20);
        assert_eq!(names(&room, 19 + LINGER), ["Ben"]);
        assert!(names(&room, 20 + LINGER).is_empty());
        assert!(room.rename(BEN, "") && !room.rename(BEN, ""));
    }

    #[test]
    fn a_room_takes_so_many_and_ends_by_itself() {
        let mut room = room();
        for _ in 0..MOST_HERE {
            room.come(0, "", 1).expect("there is room");
        }
        assert_eq!(room.come(BEN, "Ben", 1), Err(Misfit::Full));
        assert!(!room.is_over(EMPTY + LINGER) && room.is_over(LONGEST));
        for _ in 0..MOST_HERE {
            room.go(0, 2);
        }
        assert!(!room.is_over(EMPTY) && room.is_over(EMPTY + 2));
    }
}
