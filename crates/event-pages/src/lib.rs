//! Pages of events: the public page, the officials' desk, printed sheets, and the wizard.

mod act_text;
pub mod alteration;
pub mod badges;
mod bracket_drawing;
pub mod calendar;
pub mod copies;
pub mod desk;
mod desk_arena;
mod desk_details;
mod desk_division;
mod desk_duplicate;
mod desk_event;
mod desk_keizer;
mod desk_ladder;
pub mod desk_log;
pub mod desk_people;
pub mod desk_results;
pub mod desk_rounds;
mod desk_scheduling;
pub mod desk_settings;
mod desk_stage;
pub mod desk_stewards;
mod desk_teams;
mod desk_timetable;
pub mod embed;
pub mod event_logo;
pub mod explanations;
pub mod fair_play;
pub mod fees;
pub mod files;
pub mod hall;
pub mod home;
pub mod labels;
mod ladder;
pub mod match_lists;
mod match_log;
pub mod match_page;
pub mod new;
mod new_list;
mod next_step;
pub mod participation;
mod people_list;
pub mod plan;
pub mod print;
mod print_cards;
mod prizes;
pub mod rating_fill;
mod rating_report;
pub mod restore;
mod result_answers;
mod round_views;
mod routes;
pub mod screen;
pub mod sections;
mod starts;
mod teams;
mod terms;
mod view_links;

pub use round_views::selected_stage;
pub use routes::configure;

use adjutant_site::i18n::Texts;
use adjutant_site::kit::NavTab;

/// More rounds or stages than any event has.
const MAX_QUERY_NUMBER: usize = 1_000;

/// The address of an event or one of its pages.
fn address(slug: &str, page: &str) -> String {
    let slash = if page.is_empty() { "" } else { "/" };
    format!("/events/{slug}{slash}{page}")
}

/// An address with its query, without empty values.
fn with_query(address: &str, asked: &[(&str, String)]) -> String {
    let given = asked.iter().filter(|(_, value)| !value.is_empty());
    let given: Vec<String> = given.map(|(name, value)| format!("{name}={value}")).collect();
    if given.is_empty() { address.to_owned() } else { format!("{address}?{}", given.join("&")) }
}

/// Links to this many rounds, with the current one marked.
fn round_tabs(
    count: usize,
    shown: usize,
    texts: Texts,
    address: impl Fn(usize) -> String,
) -> Vec<NavTab> {
    let tab = |number: usize| NavTab {
        address: address(number),
        words: texts.one("contest-round", "number", number),
        here: number == shown,
    };
    (1..=count).map(tab).collect()
}
