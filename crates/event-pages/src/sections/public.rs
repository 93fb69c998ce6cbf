//! The pairings of all sections one after another, or everybody by name, for visitors and for paper.

use actix_web::web::Path;
use adjutant_domain::search::name_order;

use adjutant_service::access::Actor;
use adjutant_service::contests::{self, BoardOptions, ContestBoard, Section};
use adjutant_site::assets;
use adjutant_site::html::html_with_status;
use adjutant_site::parameters::AcceptedValues;
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_day;
use adjutant_site::use_cases::run_heavy_use_case;
use ledger_ratings::Day;

use super::super::address;
use super::super::round_views::{RoundView, SeatRow, seat_rows, selected_stage, side_headings};
use super::bar::round_label;

/// Milliseconds after which the page asks for what is new in the other sections.
const REFRESH: u32 = 30_000;

/// A section as everybody sees it.
pub struct PublicSection {
    pub name: String,
    pub address: String,
    pub round_words: String,
    pub sides: [String; 2],
    pub round: Option<RoundView>,
}

/// Where somebody sits, in which section.
pub struct SectionSeat {
    pub section: String,
    pub seat: SeatRow,
}

#[derive(Template)]
#[template(path = "contests/sections.html")]
struct SectionsPage {
    frame: PageFrame,
    back: String,
    event: String,
    heading: String,
    day: String,
    orders: Vec<NavTab>,
    sections: Vec<PublicSection>,
    /// Everybody by name, if that is asked for.
    seats: Option<Vec<SectionSeat>>,
    live: &'static str,
    refresh: u32,
}

/// The sections of an event's festival with their boards as everybody sees them.
pub async fn load_public_sections(
    visit: &RequestContext,
    slug: &str,
) -> Result<Vec<(Section, ContestBoard)>, PageError> {
    let slug = slug.to_owned();
    run_heavy_use_case(visit, move |app| {
        let nobody = Actor::nobody();
        let mut all = Vec::new();
        for section in contests::sections(app, &slug)? {
            let options = BoardOptions::default();
            let board = contests::contest_board(app, &nobody, section.slug(), options)?;
            all.push((section, board));
        }
        Ok(all)
    })
    .await
}

/// What is shown of each section: its current round.
pub fn public_sections(all: &[(Section, ContestBoard)], texts: Texts) -> Vec<PublicSection> {
    let view = |(section, board): &(Section, ContestBoard)| {
        let stage = &board.stages[selected_stage(board, None)];
        PublicSection {
            name: section.name().to_owned(),
            address: address(section.slug(), ""),
            round_words: round_label(section.contest(), texts),
            sides: side_headings(stage, texts),
            round: RoundView::of_hall(stage, texts),
        }
    };
    all.iter().map(view).collect()
}

/// Everybody who sits at a table of a current round, by name over all sections.
pub fn section_seats(all: &[(Section, ContestBoard)], texts: Texts) -> Vec<SectionSeat> {
    let mut seats = Vec::new();
    for (section, board) in all {
        let stage = &board.stages[selected_stage(board, None)];
        let name = section.name();
        let of_section = seat_rows(stage, &stage.rounds_in_play(), "", texts).into_iter();
        seats.extend(of_section.map(|seat| SectionSeat { section: name.to_owned(), seat }));
    }
    seats.sort_by_cached_key(|one| name_order(&one.seat.name));
    seats
}

/// Links to the other sections of an event's festival, with this one marked; none for an event on its own.
pub fn section_links(all: &[Section], slug: &str) -> Vec<NavTab> {
    if all.len() < 2 {
        return Vec::new();
    }
    let link = |one: &Section| NavTab {
        address: address(one.slug(), ""),
        words: one.name().to_owned(),
        here: one.slug() == slug,
    };
    all.iter().map(link).collect()
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["order"]).or_page(&visit)?;
    let takes = AcceptedValues::one_of("section, name".to_owned());
    let order = |text: &str| ["section", "name"].contains(&text).then(|| text == "name");
    let by_name = given.parse_with("order", takes, order).or_page(&visit)?.unwrap_or(false);
    let slug = path.into_inner();
    let all = load_public_sections(&visit, &slug).await?;
    let (texts, own) = (visit.texts(), all.iter().find(|(one, _)| one.slug() == slug));
    let row = own.map(|(one, _)| one.loaded.row.clone());
    let name = row.as_ref().map(|row| row.name.clone()).unwrap_or_default();
    let heading = row.as_ref().and_then(|row| row.festival.clone()).unwrap_or_else(|| name.clone());
    let tab = |words: &str, page: &str, here: bool| NavTab {
        address: address(&slug, page),
        words: texts.get(words),
        here,
    };
    let page = SectionsPage {
        frame: visit.frame(format!("{} · {heading}", texts.text("sections-pairings"))),
        back: address(&slug, ""),
        event: name,
        heading,
        day: row.map(|row| format_day(texts, Day(row.first_day))).unwrap_or_default(),
        orders: vec![
            tab("sections-by-section", "sections", !by_name),
            tab("contest-by-name", "sections?order=name", by_name),
        ],
        seats: by_name.then(|| section_seats(&all, texts)),
        sections: public_sections(&all, texts),
        live: assets::address("js/contest/live.js"),
        refresh: REFRESH,
    };
    html_with_status(&visit, StatusCode::OK, &page)
}
