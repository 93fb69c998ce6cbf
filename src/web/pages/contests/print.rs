//! Printed sheets of an event, on A4: lists, and sheets to cut, write on or carry.

use actix_web::http::StatusCode;
use actix_web::web;
use askama::Template;

use crate::web::error::{PageError, PageResult};
use crate::web::html::html_with_status;
use crate::web::i18n::Texts;
use crate::web::kit::NavTab;
use crate::web::page_frame::PageFrame;
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use adjutant_service::contests::{ContestBoard, RoundBoard, StageBoard};
use adjutant_service::{Error, Thing};
use swiss::stage::System;

use super::bracket_drawing::{self, BracketDrawing};
use super::home::load_event;
use super::printables::{self, MoveSheet, NameCard, PrizeLine, SetUpSlip};
use super::prizes::{self, PrizeView};
use super::round_views::{
    self, GroupView, PairingRow, RoundView, SeatRow, StandingsQuery, selected_round, selected_stage,
};
use super::{address, with_query};

/// Result slips per sheet.
const SLIPS_PER_SHEET: usize = 8;
/// Cross-tables with more rounds are printed in landscape.
const WIDE_TABLE_COLUMNS: usize = 11;
const MAX_QUERY_NUMBER: usize = 1_000;

#[derive(Template)]
#[template(path = "contests/print.html")]
struct PrintPage {
    frame: PageFrame,
    back: String,
    /// Links to all sheets of the stage.
    menu: Vec<NavTab>,
    event: String,
    heading: String,
    sides: [String; 2],
    round: Option<RoundView>,
    seats: Vec<SeatRow>,
    groups: Vec<GroupView>,
    /// `standings` or `cross-table`.
    view: &'static str,
    /// Whether the cross-table needs landscape.
    is_wide: bool,
    /// Whether it is about the stage rather than a round.
    is_of_all: bool,
    /// Slips by sheet, ordered so that the cut stack is in table order.
    slips: Vec<Vec<PairingRow>>,
    /// The same, each with a grid for a set-up.
    set_ups: Vec<Vec<SetUpSlip>>,
    army: Vec<(String, u8)>,
    files: Vec<char>,
    moves: Vec<MoveSheet>,
    /// The line numbers of a move sheet, column by column.
    numbers: Vec<Vec<usize>>,
    cards: Vec<Vec<NameCard>>,
    drawings: Vec<BracketDrawing>,
    /// The prizes with their current winners.
    awards: Vec<PrizeView>,
    prizes: Vec<Vec<PrizeLine>>,
}

impl PrintPage {
    /// Whether each slip names its event itself.
    fn is_cut(&self) -> bool {
        !(self.slips.is_empty()
            && self.set_ups.is_empty()
            && self.moves.is_empty()
            && self.cards.is_empty())
    }
}

/// Orders slips so that a cut stack of sheets is in table order: the first pile has the first
/// tables.
fn cut_order<T>(all: Vec<T>, each: usize) -> Vec<Vec<T>> {
    let sheets = all.len().div_ceil(each);
    let mut stacks: Vec<Vec<T>> = (0..sheets).map(|_| Vec::new()).collect();
    for (number, slip) in all.into_iter().enumerate() {
        stacks[number % sheets].push(slip);
    }
    stacks
}

fn heading(stage: &StageBoard, round: Option<&RoundBoard>, several: bool, texts: Texts) -> String {
    let round = round.map(|round| texts.one("contest-round", "number", round.number));
    match (several, round) {
        (true, Some(round)) => format!("{}: {round}", stage.name),
        (true, None) => stage.name.clone(),
        (false, round) => round.unwrap_or_default(),
    }
}

/// Links to all sheets of a stage.
fn print_menu(
    slug: &str,
    here: &str,
    (at, stage): (usize, &StageBoard),
    round: Option<&RoundBoard>,
    texts: Texts,
) -> Vec<NavTab> {
    let knockout = matches!(stage.system, System::Knockout { .. });
    let (begun, paired) = (stage.has_begun, round.is_some());
    let all = [
        ("pairings", "contest-by-table", paired),
        ("names", "contest-by-name", paired),
        ("standings", "standings", begun && !knockout),
        ("cross-table", "contest-cross-table", begun && !knockout),
        ("bracket", "contest-bracket", begun && knockout),
        ("prizes", "print-prizes", begun),
        ("slips", "contest-slips", paired),
        ("set-ups", "print-set-ups", true),
        ("moves", "print-moves", true),
        ("cards", "print-cards", true),
    ];
    let asked = [
        ("stage", (at + 1).to_string()),
        ("round", round.map(|round| round.number.to_string()).unwrap_or_default()),
    ];
    let tab = |(sheet, words, _): (&str, &str, bool)| NavTab {
        address: with_query(&address(slug, &format!("print/{sheet}")), &asked),
        words: texts.get(words),
        here: sheet == here,
    };
    all.into_iter().filter(|(_, _, shown)| *shown).map(tab).collect()
}

/// Fills in the requested sheet; `None` if there is no such sheet, or nothing to print.
fn fill_sheet(
    page: &mut PrintPage,
    sheet: &str,
    (board, at): (&ContestBoard, usize),
    (stage, round, of): (&StageBoard, Option<&RoundBoard>, StandingsQuery<'_>),
    texts: Texts,
) -> Option<()> {
    let view = |one: &RoundBoard| round_views::round_view(stage, one, "", texts);
    let contest = &board.loaded.contest;
    match sheet {
        "pairings" => page.round = Some(view(round?)),
        "names" => page.seats = round_views::seat_rows(stage, round?, "", texts),
        "standings" => page.groups = round_views::group_views(stage, of, texts),
        "cross-table" => {
            page.groups = round_views::group_views(stage, of, texts);
            page.view = "cross-table";
            page.is_wide = page.groups.iter().any(|group| group.rounds > WIDE_TABLE_COLUMNS);
        }
        "slips" => page.slips = cut_order(view(round?).lines, SLIPS_PER_SHEET),
        "set-ups" => {
            page.set_ups = cut_order(
                printables::set_up_slips(stage, round, texts),
                printables::SLIPS_PER_SHEET,
            )
        }
        "moves" => page.moves = printables::move_sheets(round),
        "cards" => page.cards = printables::name_cards(board),
        "bracket" => page.drawings = bracket_drawing::bracket_sheets(contest, at, texts),
        "prizes" => {
            page.awards = prizes::prize_views(contest, texts);
            page.prizes = printables::prize_sheets(contest, at, stage);
        }
        _ => return None,
    }
    page.is_of_all = ["bracket", "prizes"].contains(&sheet);
    let drawn = sheet != "bracket" || !page.drawings.is_empty();
    drawn.then_some(())
}

/// Shows the requested sheet.
pub async fn show(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    parameters: QueryString,
) -> PageResult {
    let refuse = |e| PageError::from_parameter(&visit, &e);
    let given = parameters.parse(&["stage", "round", "after"]).map_err(refuse)?;
    let number = |name| given.number(name, 1..=MAX_QUERY_NUMBER).map_err(refuse);
    let (stage, round, after) = (number("stage")?, number("round")?, number("after")?);
    let (slug, sheet) = path.into_inner();
    let board = load_event(&visit, &slug, after).await?.board;
    let texts = visit.texts();
    let at = selected_stage(&board, stage);
    let stage = &board.stages[at];
    let round = selected_round(stage, round);
    let missing = || PageError::new(&visit, &Error::missing(Thing::Event, &slug));
    let of = StandingsQuery { slug: &slug, stage: at + 1, after };
    let several = board.stages.len() > 1;
    let name = &board.loaded.row.name;
    let mut page = PrintPage {
        frame: visit.frame(format!("{} · {name}", texts.text("contest-print"))),
        back: address(&slug, ""),
        menu: print_menu(&slug, &sheet, (at, stage), round, texts),
        event: name.clone(),
        heading: heading(stage, round, several, texts),
        sides: round_views::side_headings(stage, texts),
        round: None,
        seats: Vec::new(),
        groups: Vec::new(),
        view: "standings",
        is_wide: false,
        is_of_all: false,
        slips: Vec::new(),
        set_ups: Vec::new(),
        army: printables::army_counts(texts),
        files: "abcdefghi".chars().collect(),
        moves: Vec::new(),
        numbers: printables::move_number_columns(),
        cards: Vec::new(),
        drawings: Vec::new(),
        awards: Vec::new(),
        prizes: Vec::new(),
    };
    fill_sheet(&mut page, &sheet, (&board, at), (stage, round, of), texts).ok_or_else(missing)?;
    if !page.groups.is_empty() || page.is_of_all {
        page.heading = if several { stage.name.clone() } else { String::new() };
    }
    html_with_status(&visit, StatusCode::OK, &page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_sheets_lie_in_the_order_of_their_tables() {
        let sheets = cut_order((1..=20).collect(), SLIPS_PER_SHEET);
        assert_eq!(sheets.len(), 3, "20 slips are on 3 sheets of 8");
        assert!(sheets.iter().all(|sheet| sheet.len() <= SLIPS_PER_SHEET));
        let mut piles: Vec<&i32> = Vec::new();
        for place in 0..SLIPS_PER_SHEET {
            piles.extend(sheets.iter().filter_map(|sheet| sheet.get(place)));
        }
        assert_eq!(piles, (1..=20).collect::<Vec<_>>().iter().collect::<Vec<_>>());
        assert!(cut_order(Vec::<u8>::new(), SLIPS_PER_SHEET).is_empty());
    }
}
