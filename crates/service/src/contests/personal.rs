//! Personal details of entrants, as officials send and read them.

use adjutant_domain::contest::{
    BIRTH_YEARS, ContestFact, Gender, MAX_FEDERATION_NUMBER_LEN, PersonalDetails, json,
};
use adjutant_domain::organisation::text;
use adjutant_store::contests::{self as rows, PersonalFact};
use adjutant_store::{AnyConnection, StoreError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::messages::LocalizedMessage;
use crate::{Error, Result};

use super::event_file::people_mut;

/// A gender as requests and answers write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Gender)]
pub enum GenderField {
    Female,
    Male,
    #[serde(rename = "")]
    Unknown,
}

impl GenderField {
    /// The field with this key, which is empty for an unknown gender.
    pub fn parse(key: &str) -> Option<GenderField> {
        if key.is_empty() {
            return Some(GenderField::Unknown);
        }
        Gender::parse(key).map(GenderField::from)
    }

    pub const fn key(self) -> &'static str {
        match self.gender() {
            Some(gender) => gender.key(),
            None => "",
        }
    }

    const fn gender(self) -> Option<Gender> {
        match self {
            GenderField::Female => Some(Gender::Female),
            GenderField::Male => Some(Gender::Male),
            GenderField::Unknown => None,
        }
    }
}

impl From<Gender> for GenderField {
    fn from(gender: Gender) -> GenderField {
        match gender {
            Gender::Female => GenderField::Female,
            Gender::Male => GenderField::Male,
        }
    }
}

/// What federations and prizes ask of a person. Officials of the event alone see it.
///
/// In a request, what is left out stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PersonalDetails)]
pub struct PersonalFields {
    /// The number in a federation's list, at most 20 characters; empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation_number: Option<String>,
    /// From 1900 to 2100; 0 for none. The day is never asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<u16>,
    /// Empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<GenderField>,
}

/// A member of the request, and what is wrong with it.
pub(super) type PersonalFault = (&'static str, LocalizedMessage);

impl PersonalFields {
    pub fn from_details(details: &PersonalDetails) -> PersonalFields {
        let number = &details.federation_number;
        PersonalFields {
            federation_number: (!number.is_empty()).then(|| number.clone()),
            birth_year: details.birth_year,
            gender: details.gender.map(GenderField::from),
        }
    }

    /// The details after the request.
    pub(super) fn apply(
        &self,
        known: &PersonalDetails,
    ) -> std::result::Result<PersonalDetails, PersonalFault> {
        let mut details = known.clone();
        if let Some(number) = &self.federation_number {
            let number = text::clean_line(number, MAX_FEDERATION_NUMBER_LEN);
            details.federation_number =
                number.map_err(|fault| ("federation_number", fault.message().into()))?;
        }
        match self.birth_year {
            None => {}
            Some(0) => details.birth_year = None,
            Some(year) if BIRTH_YEARS.contains(&year) => details.birth_year = Some(year),
            Some(year) => return Err(("birth_year", birth_year_fault(&year.to_string()))),
        }
        if let Some(gender) = self.gender {
            details.gender = gender.gender();
        }
        Ok(details)
    }
}

/// Erases the personal details of these players from all facts.
pub(crate) fn erase(conn: &mut AnyConnection, players: &[i32]) -> Result<()> {
    for row in rows::facts_with_personal_details(conn)? {
        let mut fact = read_personal_fact(&row)?;
        let mut is_named = false;
        for person in people_mut(&mut fact) {
            if players.contains(&person.player) {
                person.personal = PersonalDetails::default();
                is_named = true;
            }
        }
        if is_named {
            rows::replace_fact(conn, row.contest_id, row.number, &json::write_fact(&fact))?;
        }
    }
    Ok(())
}

fn read_personal_fact(row: &PersonalFact) -> Result<ContestFact> {
    let (contest, number) = (row.contest_id, row.number);
    let damaged = |e| StoreError::Damaged(format!("fact {number} of event {contest}: {e}"));
    Ok(json::read_fact(&row.body).map_err(damaged)?)
}

/// Personal details of a player that an event has, as their data export contains them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPersonalDetails {
    pub event: String,
    pub name: String,
    /// `None` if others sent them and nobody has confirmed that the account belongs to this person.
    pub details: Option<PersonalDetails>,
}

/// The personal details that events have of these players, who belong to an account, each once. An account is told what
/// it sent itself, and what others sent if the event's organisation, or 0 for the operator, is among those who are `sure`
/// that it belongs to this person.
pub(crate) fn of_account(
    conn: &mut AnyConnection,
    (account, players): (i32, &[i32]),
    sure: &[i32],
) -> Result<Vec<OwnPersonalDetails>> {
    let mut known: Vec<(i32, Option<PersonalDetails>)> = Vec::new();
    let mut found = Vec::new();
    for row in rows::facts_with_personal_details(conn)? {
        let mut fact = read_personal_fact(&row)?;
        let own = people_mut(&mut fact).into_iter().filter(|one| players.contains(&one.player));
        let own: Vec<PersonalDetails> = own.map(|one| one.personal.clone()).collect();
        found.extend(own.into_iter().map(|details| (row.contest_id, row.account_id, details)));
    }
    let events: Vec<i32> = found.iter().map(|(event, ..)| *event).collect();
    let events = rows::by_ids(conn, &adjutant_store::distinct(events))?;
    for (event, author, details) in found.into_iter().filter(|(.., one)| !one.is_empty()) {
        let host = events.iter().find(|row| row.id == event).map(|row| row.organisation_id);
        let is_sure = sure.iter().any(|by| *by == 0 || Some(*by) == host);
        let one = (event, (is_sure || author == account).then_some(details));
        if !known.contains(&one) {
            known.push(one);
        }
    }
    let named = |(event, details): (i32, Option<PersonalDetails>)| {
        let row = events.iter().find(|row| row.id == event)?;
        Some(OwnPersonalDetails { event: row.slug.clone(), name: row.name.clone(), details })
    };
    Ok(known.into_iter().filter_map(named).collect())
}

pub(super) fn birth_year_fault(text: &str) -> LocalizedMessage {
    let (first, last) = (BIRTH_YEARS.start(), BIRTH_YEARS.end());
    refusal!(ROW_BIRTH_YEAR, text, first, last)
}

pub(super) fn gender_fault(text: &str) -> LocalizedMessage {
    refusal!(ROW_GENDER, text)
}

/// The error for what is no gender.
pub fn invalid_gender(text: &str) -> Error {
    personal_error(("gender", gender_fault(text)))
}

/// The error for what stands in place of a year of birth.
pub fn invalid_birth_year(text: &str) -> Error {
    personal_error(("birth_year", birth_year_fault(text)))
}

pub(super) fn personal_error((field, message): PersonalFault) -> Error {
    Error::invalid(field, message)
}
