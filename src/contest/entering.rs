//! Who registers, pays, and is seen on the day.

use super::settings::MOST_ENTRANTS;
use super::teams::TeamRefusal;
use super::{Contest, EntrantId, Fact, Refusal, Standing};

/// Longest name of a person, in characters.
pub const LONGEST_NAME: usize = 60;
/// Longest name of a club or a province.
pub const LONGEST_PLACE: usize = 60;

/// Somebody as he registers: as he was then, for eligibility and for the seeding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    /// The player's number; 0 for one who is none here.
    pub player: i32,
    pub name: String,
    /// Whole points; 0 for none.
    pub rating: u32,
    /// Place in the organisation's table of titles, the lowest 0.
    pub title: Option<u8>,
    /// Titles won in the season.
    pub titles_won: u32,
    pub club: String,
    pub province: String,
}

impl Person {
    /// Whether he has a name, and nothing said of him is longer than there is room for, or on several lines.
    #[must_use]
    pub fn is_well_said(&self) -> bool {
        let fits = |text: &str, most: usize| {
            text.chars().nth(most).is_none() && !text.chars().any(char::is_control)
        };
        let is_named = !self.name.trim().is_empty() && self.player >= 0;
        is_named
            && fits(&self.name, LONGEST_NAME)
            && fits(&self.club, LONGEST_PLACE)
            && fits(&self.province, LONGEST_PLACE)
    }
}

/// Who registers somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    Himself,
    /// An official, who may make an exception of eligibility.
    Desk {
        exception: bool,
    },
}

impl Contest {
    pub(super) fn running(&self) -> Result<(), Refusal> {
        if self.is_over { Err(Refusal::Over) } else { Ok(()) }
    }

    pub(super) fn registered(&self, id: EntrantId) -> Result<&super::Registered, Refusal> {
        self.entrant(id).ok_or(Refusal::NoEntrant(id))
    }

    /// Opens or closes registration.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn open(&self, open: bool) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        Ok(if self.is_open == open { Vec::new() } else { vec![Fact::Opened(open)] })
    }

    /// Somebody registers. Where there is no room, he waits; into a stage that has begun he comes by
    /// [`Contest::join`].
    ///
    /// # Errors
    /// [`Refusal`] where he is in already, may not, or registration is closed to him.
    pub fn enter(&self, person: Person, by: By) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        if by == By::Himself && !self.is_open {
            return Err(Refusal::NotOpen);
        }
        if self.settings.team_boards().is_some() {
            return Err(Refusal::Team(TeamRefusal::WrongUnit));
        }
        if !person.is_well_said() {
            return Err(Refusal::Words);
        }
        let is_same = |other: &Person| person.player != 0 && other.player == person.player;
        let found = self.numbered().find(|(_, one)| is_same(&one.person));
        if let Some((id, _)) = found.filter(|(_, one)| one.standing != Standing::Withdrawn) {
            return Err(Refusal::Already(id));
        }
        let unfit = self.settings.eligibility.unfit(&person);
        if !unfit.is_empty() && by != (By::Desk { exception: true }) {
            return Err(Refusal::Unfit(unfit));
        }
        match found {
            Some((entrant, one)) => {
                if !self.has_room() {
                    return Err(Refusal::NoRoom);
                }
                let is_known = one.person == person;
                let amended = (!is_known).then_some(Fact::Amended { entrant, person });
                self.readmit(entrant, amended)
            }
            None => Ok(vec![Fact::Entered { person, waiting: !self.has_room() }]),
        }
    }

    /// How many may take part.
    pub(super) fn most(&self) -> usize {
        self.settings.cap.unwrap_or(MOST_ENTRANTS) as usize
    }

    pub(super) fn has_room(&self) -> bool {
        self.count_in() < self.most()
    }

    /// What is known of somebody is set right.
    ///
    /// # Errors
    /// [`Refusal`] where there is nobody, or another is the same player.
    pub fn amend(&self, entrant: EntrantId, person: Person) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let known = self.registered(entrant)?;
        if known.team.is_some() {
            return Err(Refusal::Team(TeamRefusal::WrongUnit));
        }
        if !person.is_well_said() {
            return Err(Refusal::Words);
        }
        let is_same = |other: &Person| person.player != 0 && other.player == person.player;
        let twice = self.numbered().find(|(id, one)| *id != entrant && is_same(&one.person));
        if let Some((id, _)) = twice {
            return Err(Refusal::Already(id));
        }
        if known.person == person {
            return Ok(Vec::new());
        }
        self.with_drafts(vec![Fact::Amended { entrant, person }])
    }

    /// Gives a place to somebody who waits or had withdrawn, though all places may be taken.
    ///
    /// # Errors
    /// [`Refusal`] where there is nobody, or a knock-out has gone on without him.
    pub fn admit(&self, entrant: EntrantId) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let one = self.registered(entrant)?;
        let is_in = one.standing == Standing::In;
        // Its players may have gone to other teams meanwhile.
        if let Some(team) = one.team.as_ref().filter(|_| !is_in) {
            self.is_alone(team, Some(entrant))?;
        }
        if is_in { Ok(Vec::new()) } else { self.readmit(entrant, None) }
    }

    fn readmit(&self, entrant: EntrantId, amended: Option<Fact>) -> Result<Vec<Fact>, Refusal> {
        let facts: Vec<Fact> = amended.into_iter().chain([Fact::Admitted(entrant)]).collect();
        let after = self.with(&facts).map_err(|_| Refusal::NoEntrant(entrant))?;
        // Somebody has gone on in a knock-out without meeting him, and has played since.
        if (0..self.stages.len()).any(|stage| after.is_overturned(stage)) {
            return Err(Refusal::RoundFollows);
        }
        self.with_drafts(facts)
    }

    /// Notes whether the fee is paid.
    ///
    /// # Errors
    /// [`Refusal`] where there is nobody.
    pub fn pay(&self, entrant: EntrantId, paid: bool) -> Result<Vec<Fact>, Refusal> {
        let was = self.registered(entrant)?.paid;
        Ok(if was == paid { Vec::new() } else { vec![Fact::Paid { entrant, paid }] })
    }

    /// Notes whether somebody is there; a draft follows.
    ///
    /// # Errors
    /// [`Refusal`] where there is nobody.
    pub fn check_in(&self, entrant: EntrantId, present: bool) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        if self.registered(entrant)?.present == present {
            return Ok(Vec::new());
        }
        self.with_drafts(vec![Fact::Present { entrant, present }])
    }

    /// Somebody checks himself in; only an official notes that he is not there after all.
    ///
    /// # Errors
    /// [`Refusal`] where people are not checked in, or do not do it themselves, or he takes no part.
    pub fn arrive(&self, entrant: EntrantId) -> Result<Vec<Fact>, Refusal> {
        if !self.settings.check_in || !self.settings.self_check_in {
            return Err(Refusal::NoSelfCheckIn);
        }
        if self.registered(entrant)?.standing != Standing::In {
            return Err(Refusal::NotIn(entrant));
        }
        self.check_in(entrant, true)
    }

    /// Everybody goes back to not being there: a new day begins. Where people are checked in, a draft has nobody then,
    /// and goes.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn clear_check_in(&self) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let there = self.numbered().filter(|(_, one)| one.present);
        let facts = there.map(|(entrant, _)| Fact::Present { entrant, present: false });
        self.with_drafts(facts.collect())
    }
}
