//! What federations and prizes ask of a person, for the officials of an event only.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::json::limits::{optional_number, text};
use crate::macros::keyed_enum;

/// Maximum length of a number in a federation's list, in characters.
pub const MAX_FEDERATION_NUMBER_LEN: usize = 20;
/// Accepted years of birth.
pub const BIRTH_YEARS: std::ops::RangeInclusive<u16> = 1900..=2100;

keyed_enum! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Gender {
        Female => "female",
        Male => "male",
    }
}

impl Serialize for Gender {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Gender {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Gender, D::Error> {
        let key = String::deserialize(deserializer)?;
        Gender::parse(&key)
            .ok_or_else(|| serde::de::Error::custom("expected \"female\" or \"male\""))
    }
}

/// Each is empty if it is not known. No page and no answer for others than officials has any of it, and it goes with
/// the account of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct PersonalDetails {
    /// The number in the list of a federation.
    #[serde(deserialize_with = "text::<MAX_FEDERATION_NUMBER_LEN, _>")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation_number: String,
    /// The year alone: a date of birth is never asked for.
    #[serde(deserialize_with = "optional_number::<1900, 2100, _, _>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<Gender>,
}

impl PersonalDetails {
    pub fn is_empty(&self) -> bool {
        *self == PersonalDetails::default()
    }

    /// Whether the number is short enough and on one line, and the year is accepted.
    pub fn is_valid(&self) -> bool {
        let number = &self.federation_number;
        number.chars().nth(MAX_FEDERATION_NUMBER_LEN).is_none()
            && !number.chars().any(char::is_control)
            && self.birth_year.is_none_or(|year| BIRTH_YEARS.contains(&year))
    }

    /// These details, and those of `known` where there are none.
    #[must_use]
    pub fn or(self, known: &PersonalDetails) -> PersonalDetails {
        PersonalDetails {
            federation_number: match self.federation_number.is_empty() {
                true => known.federation_number.clone(),
                false => self.federation_number,
            },
            birth_year: self.birth_year.or(known.birth_year),
            gender: self.gender.or(known.gender),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(json: &str) -> Result<PersonalDetails, String> {
        serde_json::from_str(json).map_err(|e| e.to_string())
    }

    #[test]
    fn details_are_read_as_they_are_written() {
        let all = r#"{"federation_number":"5200001","birth_year":2011,"gender":"female"}"#;
        let read = details(all).unwrap();
        assert_eq!(read.gender, Some(Gender::Female));
        assert_eq!(serde_json::to_string(&read).unwrap(), all);
        assert!(details("{}").unwrap().is_empty());
    }

    #[test]
    fn what_nobody_has_is_refused() {
        for wrong in [
            r#"{"birth_year":1899}"#,
            r#"{"birth_year":2101}"#,
            r#"{"gender":"f"}"#,
            r#"{"federation_number":"123456789012345678901"}"#,
            r#"{"birthday":"2011-03-04"}"#,
        ] {
            details(wrong).unwrap_err();
        }
    }

    #[test]
    fn what_is_left_out_stays_as_it_is_known() {
        let known =
            details(r#"{"federation_number":"1","birth_year":2011,"gender":"male"}"#).unwrap();
        let new = details(r#"{"birth_year":2012}"#).unwrap();
        let both =
            details(r#"{"federation_number":"1","birth_year":2012,"gender":"male"}"#).unwrap();
        assert_eq!(new.or(&known), both);
    }
}
