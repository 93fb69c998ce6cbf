//! Events that are run here: the page of each for everybody, its officials' desk, what is printed of it, and how
//! one is made.

pub mod acts;
mod bracket;
pub mod calendar;
pub mod desk;
mod desk_arranged;
mod desk_forms;
mod desk_results;
mod desk_rounds;
mod desk_settings;
pub mod desk_stewards;
mod desk_teams;
mod eligible;
pub mod hall;
pub mod home;
pub mod match_acts;
pub mod match_lists;
mod match_log;
pub mod matches;
pub mod new;
pub mod part;
mod people_list;
mod people_preview;
pub mod place;
pub mod print;
mod prizes;
pub mod restore;
pub mod screen;
mod sheets;
mod tables;
mod teams;
mod terms;
mod views;
pub mod why;
mod wizard;
mod words;

pub(in crate::web::pages) use tables::{round_of, stage_of};

use crate::web::i18n::Texts;
use crate::web::kit::Tab;

/// The address of an event, or of a page of it.
fn address(slug: &str, page: &str) -> String {
    let slash = if page.is_empty() { "" } else { "/" };
    format!("/events/{slug}{slash}{page}")
}

/// An address with what it asks; what is empty is left out.
fn asking(address: &str, asked: &[(&str, String)]) -> String {
    let given = asked.iter().filter(|(_, value)| !value.is_empty());
    let given: Vec<String> = given.map(|(name, value)| format!("{name}={value}")).collect();
    if given.is_empty() { address.to_owned() } else { format!("{address}?{}", given.join("&")) }
}

/// Links to each of so many rounds, with the one that is shown.
fn rounds(count: usize, shown: usize, texts: Texts, address: impl Fn(usize) -> String) -> Vec<Tab> {
    let tab = |number: usize| Tab {
        address: address(number),
        words: texts.one("contest-round", "number", number),
        here: number == shown,
    };
    (1..=count).map(tab).collect()
}
