//! Registration and check-in.

use std::ops::Not;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use swiss::stage::Source;

use super::json::limits::{is_zero, number, text};
use super::personal::PersonalDetails;
use super::settings::MAX_ENTRANTS;
use super::teams::TeamError;
use super::{CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus};

/// Maximum length of a person's name, in characters.
pub const MAX_PERSON_NAME_LEN: usize = 60;
/// Maximum length of a club or province.
pub const MAX_CLUB_LEN: usize = 60;

/// A person's details at registration, which decide eligibility and seeding.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields, expecting = "an object")]
pub struct EntrantProfile {
    /// May be empty in JSON if there is a player, whose name is stored elsewhere.
    #[serde(deserialize_with = "text::<MAX_PERSON_NAME_LEN, _>")]
    pub name: String,
    /// The player's number; 0 for guests.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "number::<0, { i32::MAX as i64 }, _, _>")]
    pub player: i32,
    /// A whole number; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rating: u32,
    /// The place in the organisation's table of titles, 0 for the lowest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<u8>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub titles_won: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(deserialize_with = "text::<MAX_CLUB_LEN, _>")]
    pub club: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(deserialize_with = "text::<MAX_CLUB_LEN, _>")]
    pub province: String,
    #[serde(default, skip_serializing_if = "PersonalDetails::is_empty")]
    pub personal: PersonalDetails,
    /// Whether it is the computer, which plays where the number of players is odd and does not compete.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub stands_in: bool,
}

impl Serialize for EntrantProfile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        EntrantProfile::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for EntrantProfile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EntrantProfile, D::Error> {
        let person = EntrantProfile::deserialize(deserializer)?;
        let is_known = person.player != 0 || !person.name.trim().is_empty();
        if is_known { Ok(person) } else { Err(D::Error::custom("expected a name or a player")) }
    }
}

impl EntrantProfile {
    /// Whether there is a name, and every text is short enough and on one line.
    pub fn is_valid(&self) -> bool {
        let fits = |text: &str, most: usize| {
            text.chars().nth(most).is_none() && !text.chars().any(char::is_control)
        };
        let is_named = !self.name.trim().is_empty() && self.player >= 0;
        is_named
            && fits(&self.name, MAX_PERSON_NAME_LEN)
            && fits(&self.club, MAX_CLUB_LEN)
            && fits(&self.province, MAX_CLUB_LEN)
            && self.personal.is_valid()
    }
}

/// Who registers an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmittedBy {
    Entrant,
    /// An official, who may waive eligibility.
    Official {
        waives_eligibility: bool,
    },
}

impl Contest {
    pub(super) fn registered_entrant(
        &self,
        id: EntrantId,
    ) -> Result<&super::RegisteredEntrant, ContestError> {
        self.entrant(id).ok_or(ContestError::UnknownEntrant(id))
    }

    pub fn set_registration_open(&self, open: bool) -> CommandResult {
        self.ensure_running()?;
        Ok(if self.registration_open == open {
            Vec::new()
        } else {
            vec![ContestFact::RegistrationToggled { open }]
        })
    }

    /// Registers a person, who waits if there is no room; stages in progress are joined by
    /// [`Contest::join_stage`].
    pub fn register(&self, person: EntrantProfile, by: SubmittedBy) -> CommandResult {
        self.ensure_running()?;
        if by == SubmittedBy::Entrant && !self.registration_open {
            return Err(ContestError::RegistrationClosed);
        }
        if self.settings.team_boards().is_some() {
            return Err(ContestError::Team(TeamError::WrongUnit));
        }
        if !person.is_valid() {
            return Err(ContestError::InvalidText);
        }
        // A stand-in of another event is an entrant like anybody else.
        let person = EntrantProfile { stands_in: false, ..person };
        let is_same = |other: &EntrantProfile| person.player != 0 && other.player == person.player;
        let found = self.numbered_entrants().find(|(_, one)| is_same(&one.person));
        if let Some((id, _)) = found.filter(|(_, one)| one.status != EntrantStatus::Withdrawn) {
            return Err(ContestError::AlreadyRegistered(id));
        }
        let unfit = self.settings.eligibility.ineligible_reasons(&person);
        if !unfit.is_empty() && by != (SubmittedBy::Official { waives_eligibility: true }) {
            return Err(ContestError::NotEligible(unfit));
        }
        let has_stage = found.is_some_and(|(id, _)| self.is_in_any_stage(id));
        if !has_stage && !self.takes_new_entrants() {
            return Err(ContestError::NoLateEntry);
        }
        match found {
            Some((entrant, one)) => {
                if !self.has_room() {
                    return match by {
                        SubmittedBy::Entrant if one.may_return => self.rejoin_waiting_list(entrant),
                        SubmittedBy::Entrant => Err(ContestError::FullForEntrant),
                        SubmittedBy::Official { .. } => Err(ContestError::Full),
                    };
                }
                let personal = person.personal.clone().or(&one.person.personal);
                let person = EntrantProfile { personal, ..person };
                let is_known = one.person == person;
                let amended = (!is_known).then_some(ContestFact::PersonAmended { entrant, person });
                self.readmit(entrant, amended)
            }
            None => Ok(vec![ContestFact::EntrantRegistered { person, waiting: !self.has_room() }]),
        }
    }

    /// Whether people can register themselves and still play.
    pub fn is_open_to_new_entrants(&self) -> bool {
        self.registration_open && !self.is_over && self.takes_new_entrants()
    }

    /// Whether somebody who registers now can still play: a stage has not started, or late entrants join it.
    pub fn takes_new_entrants(&self) -> bool {
        let stages = self.settings.plan.stages.iter().zip(&self.stages);
        stages.enumerate().any(|(at, (plan, state))| {
            let takes = |source: &Source| match source {
                Source::Registration => !state.has_begun() || self.takes_late_entries(at),
                Source::Seeds(_) => !state.has_begun(),
                _ => false,
            };
            plan.sources.iter().any(takes)
        })
    }

    /// Whether late entrants may join a stage: not where all pairings follow from those who began it.
    pub(super) fn takes_late_entries(&self, stage: usize) -> bool {
        (self.is_swiss(stage) || self.grows(stage)) && self.takes_registrations(stage)
    }

    fn is_in_any_stage(&self, id: EntrantId) -> bool {
        self.stages.iter().any(|stage| stage.entrants().any(|one| one == id))
    }

    pub(super) fn capacity(&self) -> usize {
        self.settings.max_entrants.unwrap_or(MAX_ENTRANTS) as usize
    }

    pub(super) fn has_room(&self) -> bool {
        self.active_count() < self.capacity()
    }

    /// Corrects a person's details.
    pub fn amend_person(&self, entrant: EntrantId, person: EntrantProfile) -> CommandResult {
        self.amend_people(vec![(entrant, person)])
    }

    /// Corrects the details of several people, all or none.
    pub fn amend_people(&self, people: Vec<(EntrantId, EntrantProfile)>) -> CommandResult {
        self.ensure_running()?;
        let mut facts = Vec::with_capacity(people.len());
        for (entrant, person) in people {
            if self.is_amended(entrant, &person)? {
                facts.push(ContestFact::PersonAmended { entrant, person });
            }
        }
        self.with_updated_drafts(facts)
    }

    /// Whether these details differ from the known ones, if they are valid.
    fn is_amended(
        &self,
        entrant: EntrantId,
        person: &EntrantProfile,
    ) -> Result<bool, ContestError> {
        let known = self.registered_entrant(entrant)?;
        if known.team.is_some() {
            return Err(ContestError::Team(TeamError::WrongUnit));
        }
        if !person.is_valid() {
            return Err(ContestError::InvalidText);
        }
        let is_same = |other: &EntrantProfile| person.player != 0 && other.player == person.player;
        let twice =
            self.numbered_entrants().find(|(id, one)| *id != entrant && is_same(&one.person));
        match twice {
            Some((id, _)) => Err(ContestError::AlreadyRegistered(id)),
            None => Ok(known.person != *person),
        }
    }

    /// Gives a place to a waiting or withdrawn entrant, even if all places are taken.
    pub fn admit(&self, entrant: EntrantId) -> CommandResult {
        self.ensure_running()?;
        let one = self.registered_entrant(entrant)?;
        let is_in = one.status == EntrantStatus::Active;
        // Its players may have joined other teams meanwhile.
        if let Some(team) = one.team.as_ref().filter(|_| !is_in) {
            self.check_no_duplicates(team, Some(entrant))?;
        }
        if is_in {
            return Ok(Vec::new());
        }
        if !self.is_in_any_stage(entrant) && !self.takes_new_entrants() {
            return Err(ContestError::NoLateEntry);
        }
        self.readmit(entrant, None)
    }

    fn readmit(&self, entrant: EntrantId, amended: Option<ContestFact>) -> CommandResult {
        let facts: Vec<ContestFact> =
            amended.into_iter().chain([ContestFact::EntrantAdmitted { entrant }]).collect();
        let after = self.with_facts(&facts).map_err(|_| ContestError::UnknownEntrant(entrant))?;
        // Somebody advanced in a knockout without meeting them, and has played since.
        if (0..self.stages.len()).any(|stage| after.has_overturned_results(stage)) {
            return Err(ContestError::LaterRoundExists);
        }
        self.with_updated_drafts(facts)
    }

    /// Records whether an entrant is present; drafts follow.
    pub fn set_present(&self, entrant: EntrantId, present: bool) -> CommandResult {
        self.ensure_running()?;
        if self.registered_entrant(entrant)?.present == present {
            return Ok(Vec::new());
        }
        self.with_updated_drafts(vec![ContestFact::PresenceSet { entrant, present }])
    }

    /// Checks an entrant in at their own request; only officials undo a check-in.
    pub fn check_in_self(&self, entrant: EntrantId) -> CommandResult {
        if !self.settings.check_in || !self.settings.self_check_in {
            return Err(ContestError::SelfCheckInDisabled);
        }
        if self.registered_entrant(entrant)?.status != EntrantStatus::Active {
            return Err(ContestError::NotActive(entrant));
        }
        self.set_present(entrant, true)
    }

    /// Resets all check-ins for a new day. If check-in is required, drafts are dropped.
    pub fn clear_check_in(&self) -> CommandResult {
        self.ensure_running()?;
        let there =
            self.numbered_entrants().filter(|(_, one)| one.present && !one.person.stands_in);
        let facts = there.map(|(entrant, _)| ContestFact::PresenceSet { entrant, present: false });
        self.with_updated_drafts(facts.collect())
    }
}
