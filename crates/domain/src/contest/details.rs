//! What people want to know of an event before they come: where it is, whom to ask, by which regulations.

use serde::{Deserialize, Serialize};

use super::json::limits::{paragraphs, text};
use super::settings::ContestSettingsError;
use crate::organisation::website::parse_website;

/// Maximum length of a postal address.
pub const MAX_ADDRESS_LEN: usize = 200;
/// Maximum length of a link to a map.
pub const MAX_MAP_LEN: usize = 200;
/// Maximum length of a description in Markdown.
pub const MAX_DESCRIPTION_LEN: usize = 4_000;
/// Maximum length of a contact: words, a mail address or a link.
pub const MAX_CONTACT_LEN: usize = 120;
/// Maximum length of regulations: Markdown or a link.
pub const MAX_REGULATIONS_LEN: usize = 8_000;

/// Each is empty if it is not said.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct EventDetails {
    #[serde(deserialize_with = "text::<MAX_ADDRESS_LEN, _>")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub address: String,
    #[serde(deserialize_with = "text::<MAX_MAP_LEN, _>")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub map: String,
    #[serde(deserialize_with = "paragraphs::<MAX_DESCRIPTION_LEN, _>")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[serde(deserialize_with = "text::<MAX_CONTACT_LEN, _>")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub contact: String,
    #[serde(deserialize_with = "paragraphs::<MAX_REGULATIONS_LEN, _>")]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub regulations: String,
}

impl EventDetails {
    pub(super) fn faults(&self) -> Vec<ContestSettingsError> {
        let fits = |text: &str, most: usize| text.chars().nth(most).is_none();
        let checks = [
            (fits(&self.address, MAX_ADDRESS_LEN), ContestSettingsError::AddressTooLong),
            (parse_website(&self.map).is_ok(), ContestSettingsError::MapLink),
            (
                fits(&self.description, MAX_DESCRIPTION_LEN),
                ContestSettingsError::DescriptionTooLong,
            ),
            (fits(&self.contact, MAX_CONTACT_LEN), ContestSettingsError::ContactTooLong),
            (
                fits(&self.regulations, MAX_REGULATIONS_LEN),
                ContestSettingsError::RegulationsTooLong,
            ),
        ];
        checks.into_iter().filter(|(fits, _)| !fits).map(|(_, fault)| fault).collect()
    }
}
