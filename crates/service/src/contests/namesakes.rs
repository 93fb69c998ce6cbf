//! People of one name in one event: what tells them apart becomes part of the name, so that nobody is taken for
//! somebody else on a list, a slip or a screen.

use std::collections::HashMap;

use adjutant_domain::account::handle::look_key;
use adjutant_domain::contest::{Contest, EntrantProfile};
use adjutant_domain::organisation::text;
use adjutant_domain::search::folded;

use super::registration::{MAX_TEXT_LEN, NewEntrant};
use crate::messages::LocalizedMessage;

/// The names that are taken, by how they look.
pub(super) struct RegisteredNames(HashMap<String, Registered>);

struct Registered {
    person: EntrantProfile,
    /// The row in the list itself.
    row: Option<usize>,
}

/// The key that names share which are told apart by look-alike characters, case, spaces, marks or accents alone.
pub(super) fn name_key(name: &str) -> String {
    look_key(&folded(name))
}

/// The name of a row without what surrounds it.
pub(super) fn clean_name(new: &NewEntrant) -> String {
    text::clean_line(&new.name, MAX_TEXT_LEN).unwrap_or_default()
}

impl RegisteredNames {
    pub fn of(contest: &Contest) -> RegisteredNames {
        let of = |person: &EntrantProfile| {
            (name_key(&person.name), Registered { person: person.clone(), row: None })
        };
        RegisteredNames(contest.numbered_entrants().map(|(_, one)| of(&one.person)).collect())
    }

    /// Adds the person of a row, with the name completed if somebody else has it; also returns the
    /// row in which the same player stands already. An error says whose name it is.
    pub fn add(
        &mut self,
        row: usize,
        new: &NewEntrant,
        person: EntrantProfile,
    ) -> Result<(EntrantProfile, Option<usize>), LocalizedMessage> {
        let Some(other) = self.0.get(&name_key(&person.name)) else {
            return Ok((self.keep(row, person), None));
        };
        let is_same_player = person.player != 0 && other.person.player == person.player;
        // Who is in already stands as they are: a corrected list may be sent again.
        if is_same_player && (other.row.is_none() || !differs(new, &other.person)) {
            return Ok((person, other.row));
        }
        // Two accounts whose names differ by accents are two people.
        if !is_same_player && person.player != 0 && other.person.player != 0 {
            return Ok((self.keep(row, person), None));
        }
        let guest = if is_same_player { as_guest(new, person) } else { person };
        match self.told_apart(&guest, &other.person).filter(|_| guest.player == 0) {
            Some(name) => Ok((self.keep(row, EntrantProfile { name, ..guest }), None)),
            None => Err(other.refusal()),
        }
    }

    fn keep(&mut self, row: usize, person: EntrantProfile) -> EntrantProfile {
        let kept = Registered { person: person.clone(), row: Some(row) };
        self.0.insert(name_key(&person.name), kept);
        person
    }

    /// The name with the first public detail that both have and that differs, such as `Maria Santos (Hawks)`.
    fn told_apart(&self, person: &EntrantProfile, other: &EntrantProfile) -> Option<String> {
        details(person).into_iter().zip(details(other)).find_map(|(own, theirs)| {
            let is_other = !own.is_empty() && !theirs.is_empty() && own != theirs;
            let name = format!("{} ({own})", person.name);
            let is_free = !self.0.contains_key(&name_key(&name));
            (is_other && is_free && name.chars().count() <= MAX_TEXT_LEN).then_some(name)
        })
    }
}

impl Registered {
    fn refusal(&self) -> LocalizedMessage {
        match self.row {
            Some(row) => refusal!(ROW_NAMESAKE, row),
            None => refusal!(NAMESAKE, name = self.person.name),
        }
    }
}

/// What everybody may see of a person and what may tell them apart, the most telling in a hall first.
fn details(person: &EntrantProfile) -> [&str; 2] {
    [&person.club, &person.province]
}

/// Whether a row says of itself what is not true of this person.
fn differs(new: &NewEntrant, other: &EntrantProfile) -> bool {
    let is_other = |own: &str, theirs: &str| {
        let (own, theirs) = (own.trim(), theirs.trim());
        !own.is_empty() && !theirs.is_empty() && own != theirs
    };
    let (new_number, number) = (&new.personal.federation_number, &other.personal.federation_number);
    let years = new.personal.birth_year.zip(other.personal.birth_year);
    is_other(&new.club, &other.club)
        || is_other(&new.province, &other.province)
        || is_other(new_number.as_deref().unwrap_or_default(), number)
        || years.is_some_and(|(own, theirs)| own != theirs)
}

/// The person of a row that names somebody else than the player with that name.
fn as_guest(new: &NewEntrant, person: EntrantProfile) -> EntrantProfile {
    EntrantProfile {
        player: 0,
        title: None,
        rating: new.rating.unwrap_or(0),
        name: clean_name(new),
        // The roster's are the player's.
        club: new.club.trim().to_owned(),
        province: new.province.trim().to_owned(),
        titles_won: 0,
        ..person
    }
}
