//! What is printed of an event, on A4: lists, and what is cut, written on or carried.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::contests::{Board, RoundBoard, StageBoard};
use crate::service::{Error, Thing};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::Tab;
use crate::web::pages::html_as;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use swiss::stage::System;

use super::bracket::{self, Drawing};
use super::home::find;
use super::prizes::{self, PrizeView};
use super::sheets::{self, Card, MoveSheet, PrizeLine, SetUpSlip};
use super::tables::{self, GroupView, Of, PairLine, RoundView, SeatLine, round_of, stage_of};
use super::{address, asking};

/// Result slips on a sheet.
const SLIPS: usize = 8;
/// A cross-table of more rounds is printed across.
const WIDE: usize = 11;
const MOST: usize = 1_000;

#[derive(Template)]
#[template(path = "contests/print.html")]
struct Sheet {
    frame: Frame,
    back: String,
    /// All sheets that there are of the stage.
    menu: Vec<Tab>,
    event: String,
    heading: String,
    sides: [String; 2],
    round: Option<RoundView>,
    seats: Vec<SeatLine>,
    groups: Vec<GroupView>,
    /// `standings` or `cross-table`.
    view: &'static str,
    /// Whether a cross-table is wider than a sheet is.
    is_wide: bool,
    /// Whether it is of the stage and of no round.
    is_of_all: bool,
    /// Sheets of slips: cut in a stack, they lie in the order of their tables.
    slips: Vec<Vec<PairLine>>,
    /// The same, with a grid for a set-up each.
    set_ups: Vec<Vec<SetUpSlip>>,
    army: Vec<(String, u8)>,
    files: Vec<char>,
    moves: Vec<MoveSheet>,
    /// The lines of a move sheet, column by column.
    numbers: Vec<Vec<usize>>,
    cards: Vec<Vec<Card>>,
    drawings: Vec<Drawing>,
    /// What is won, with who has it as it stands.
    awards: Vec<PrizeView>,
    prizes: Vec<Vec<PrizeLine>>,
}

impl Sheet {
    /// Whether each sheet says itself what it is of.
    fn is_cut(&self) -> bool {
        !(self.slips.is_empty()
            && self.set_ups.is_empty()
            && self.moves.is_empty()
            && self.cards.is_empty())
    }
}

/// Slips in an order in which a stack of sheets, cut, lies by tables: the first pile of slips has the first tables.
fn stacked<T>(all: Vec<T>, each: usize) -> Vec<Vec<T>> {
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

/// Links to all sheets that there are of a stage.
fn menu(
    slug: &str,
    here: &str,
    (at, stage): (usize, &StageBoard),
    round: Option<&RoundBoard>,
    texts: Texts,
) -> Vec<Tab> {
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
    let tab = |(sheet, words, _): (&str, &str, bool)| Tab {
        address: asking(&address(slug, &format!("print/{sheet}")), &asked),
        words: texts.get(words),
        here: sheet == here,
    };
    all.into_iter().filter(|(_, _, shown)| *shown).map(tab).collect()
}

/// Puts what is asked for onto the sheet; `None` where there is no such sheet, or nothing to put onto it.
fn fill(
    page: &mut Sheet,
    sheet: &str,
    (board, at): (&Board, usize),
    (stage, round, of): (&StageBoard, Option<&RoundBoard>, Of<'_>),
    texts: Texts,
) -> Option<()> {
    let view = |one: &RoundBoard| tables::round(stage, one, "", texts);
    let contest = &board.run.contest;
    match sheet {
        "pairings" => page.round = Some(view(round?)),
        "names" => page.seats = tables::seats(stage, round?, "", texts),
        "standings" => page.groups = tables::standings(stage, of, texts),
        "cross-table" => {
            page.groups = tables::standings(stage, of, texts);
            page.view = "cross-table";
            page.is_wide = page.groups.iter().any(|group| group.rounds > WIDE);
        }
        "slips" => page.slips = stacked(view(round?).lines, SLIPS),
        "set-ups" => page.set_ups = stacked(sheets::set_ups(stage, round, texts), sheets::SLIPS),
        "moves" => page.moves = sheets::moves(round),
        "cards" => page.cards = sheets::cards(board),
        "bracket" => page.drawings = bracket::sheets(contest, at, texts),
        "prizes" => {
            page.awards = prizes::shown(contest, texts);
            page.prizes = sheets::prizes(contest, at, stage);
        }
        _ => return None,
    }
    page.is_of_all = ["bracket", "prizes"].contains(&sheet);
    let drawn = sheet != "bracket" || !page.drawings.is_empty();
    drawn.then_some(())
}

/// The sheet that is asked for.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, String)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["stage", "round", "after"]).map_err(refuse)?;
    let number = |name| given.number(name, 1..=MOST).map_err(refuse);
    let (stage, round, after) = (number("stage")?, number("round")?, number("after")?);
    let (slug, sheet) = path.into_inner();
    let board = find(&visit, &slug, after).await?.board;
    let texts = visit.texts();
    let at = stage_of(&board, stage);
    let stage = &board.stages[at];
    let round = round_of(stage, round);
    let missing = || PageError::new(&visit, &Error::missing(Thing::Event, &slug));
    let of = Of { slug: &slug, stage: at + 1, after };
    let several = board.stages.len() > 1;
    let name = &board.run.row.name;
    let mut page = Sheet {
        frame: visit.frame(format!("{} · {name}", texts.text("contest-print"))),
        back: address(&slug, ""),
        menu: menu(&slug, &sheet, (at, stage), round, texts),
        event: name.clone(),
        heading: heading(stage, round, several, texts),
        sides: tables::sides(stage, texts),
        round: None,
        seats: Vec::new(),
        groups: Vec::new(),
        view: "standings",
        is_wide: false,
        is_of_all: false,
        slips: Vec::new(),
        set_ups: Vec::new(),
        army: sheets::army(texts),
        files: "abcdefghi".chars().collect(),
        moves: Vec::new(),
        numbers: sheets::numbers(),
        cards: Vec::new(),
        drawings: Vec::new(),
        awards: Vec::new(),
        prizes: Vec::new(),
    };
    fill(&mut page, &sheet, (&board, at), (stage, round, of), texts).ok_or_else(missing)?;
    if !page.groups.is_empty() || page.is_of_all {
        page.heading = if several { stage.name.clone() } else { String::new() };
    }
    html_as(&visit, StatusCode::OK, &page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_sheets_lie_in_the_order_of_their_tables() {
        let sheets = stacked((1..=20).collect(), SLIPS);
        assert_eq!(sheets.len(), 3, "20 slips are on 3 sheets of 8");
        assert!(sheets.iter().all(|sheet| sheet.len() <= SLIPS));
        let mut piles: Vec<&i32> = Vec::new();
        for place in 0..SLIPS {
            piles.extend(sheets.iter().filter_map(|sheet| sheet.get(place)));
        }
        assert_eq!(piles, (1..=20).collect::<Vec<_>>().iter().collect::<Vec<_>>());
        assert!(stacked(Vec::<u8>::new(), SLIPS).is_empty());
    }
}
