//! Classes of entrants that prizes are for.

use serde::{Deserialize, Serialize};

use super::super::json::limits::{is_zero, optional_number, text};
use super::super::registration::MAX_CLUB_LEN;
use super::super::{EntrantProfile, Gender};

/// The conditions of a class. Those that are given must all be met.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct PrizeClass {
    /// The lowest and the highest rating; who has none is in no band.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_to: Option<u32>,
    /// Only entrants without a rating.
    #[serde(skip_serializing_if = "is_zero")]
    pub unrated: bool,
    #[serde(
        skip_serializing_if = "String::is_empty",
        deserialize_with = "text::<MAX_CLUB_LEN, _>"
    )]
    pub club: String,
    #[serde(
        skip_serializing_if = "String::is_empty",
        deserialize_with = "text::<MAX_CLUB_LEN, _>"
    )]
    pub province: String,
    /// The lowest and the highest title, by their places in the organisation's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_from: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_to: Option<u8>,
    /// The earliest and the latest year of birth; who has told none is in no age band.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "optional_number::<1900, 2100, _, _>")]
    pub born_from: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "optional_number::<1900, 2100, _, _>")]
    pub born_to: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<Gender>,
}

impl PrizeClass {
    /// Whether there is a condition, and none excludes everybody.
    pub fn is_valid(&self) -> bool {
        let has_rating = self.rating_from.is_some() || self.rating_to.is_some();
        let is_ordered =
            |from: Option<u32>, to: Option<u32>| from.zip(to).is_none_or(|(from, to)| from <= to);
        *self != PrizeClass::default()
            && !(self.unrated && has_rating)
            && is_ordered(self.rating_from, self.rating_to)
            && is_ordered(self.title_from.map(u32::from), self.title_to.map(u32::from))
            && is_ordered(self.born_from.map(u32::from), self.born_to.map(u32::from))
    }

    pub fn contains(&self, person: &EntrantProfile) -> bool {
        let EntrantProfile { rating, title, club, province, personal, .. } = person;
        let born = |fits: &dyn Fn(u16) -> bool| personal.birth_year.is_some_and(fits);
        let rated = |fits: bool| *rating > 0 && fits;
        let is_same = |own: &str, given: &str| {
            given.is_empty() || own.trim().to_lowercase() == given.trim().to_lowercase()
        };
        // As for who may enter, people without a title are below the lowest.
        self.rating_from.is_none_or(|from| rated(*rating >= from))
            && self.rating_to.is_none_or(|to| rated(*rating <= to))
            && (!self.unrated || *rating == 0)
            && is_same(club, &self.club)
            && is_same(province, &self.province)
            && self.title_from.is_none_or(|from| title.is_some_and(|own| own >= from))
            && self.title_to.is_none_or(|to| title.is_none_or(|own| own <= to))
            && self.born_from.is_none_or(|from| born(&|year| year >= from))
            && self.born_to.is_none_or(|to| born(&|year| year <= to))
            && self.gender.is_none_or(|gender| personal.gender == Some(gender))
    }
}
