//! Printed sheets of an event, on A4: lists, and what players write on or carry: set-up slips, move
//! sheets, name cards.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::contest::{Contest, EntrantStatus};
use adjutant_service::contests::{
    ContestBoard, GroupStandings, KnockOutPlace, MeetingLine, RoundBoard, StageBoard,
    StandingsPlace, points_text,
};
use adjutant_service::{Error, Thing};
use adjutant_site::filters;
use adjutant_site::html::html_with_status;
use adjutant_site::ranks::RankNames;
use salpakan::rules::{Rank, RuleSet};
use swiss::performance::performance;
use swiss::stage::System;

use super::bracket_drawing::{self, BracketDrawing};
use super::home::load_event;
use super::prizes::{self, PrizeView};
use super::round_views::{
    self, GroupView, PairingRow, RoundView, SeatRow, StandingsQuery, selected_round,
    selected_stage, side_headings,
};
use super::{MAX_QUERY_NUMBER, address, labels, with_query};

const SLIPS_PER_SHEET: usize = 8;
/// Cross-tables with more rounds are printed in landscape.
const WIDE_TABLE_COLUMNS: usize = 11;
const SET_UPS_PER_SHEET: usize = 6;
const CARDS_PER_SHEET: usize = 10;
/// Lines for moves per sheet, both sides together.
const MOVES_PER_SHEET: usize = 120;
const MOVE_COLUMNS: usize = 3;
/// Names longer than these are printed smaller, and smaller still.
const LONG_NAME_LENGTHS: [usize; 2] = [16, 28];

#[derive(Default)]
pub struct MoveSheet {
    /// Empty on a blank sheet.
    pub table: String,
    pub names: [String; 2],
}

/// A card that stands in front of a player.
pub struct NameCard {
    pub name: String,
    /// `""`, `"long"` or `"longer"`.
    pub size: &'static str,
    pub number: u32,
    pub from: String,
}

pub struct PrizeLine {
    pub place: String,
    pub name: String,
    pub points: String,
    pub performance: String,
}

#[derive(Template)]
#[template(path = "contests/print.html")]
struct PrintPage {
    frame: PageFrame,
    back: String,
    menu: Vec<NavTab>,
    event: String,
    heading: String,
    sides: [String; 2],
    army: Vec<(String, u8)>,
    /// The line numbers of a move sheet, column by column.
    numbers: Vec<Vec<usize>>,
    content: Content,
}

/// What is on the sheets; only the parts of the requested kind are filled.
#[derive(Default)]
struct Content {
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
    set_ups: Vec<Vec<SeatRow>>,
    moves: Vec<MoveSheet>,
    cards: Vec<Vec<NameCard>>,
    drawings: Vec<BracketDrawing>,
    awards: Vec<PrizeView>,
    prizes: Vec<Vec<PrizeLine>>,
}

impl Content {
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

/// The requested sheet; `None` if there is no such sheet, or nothing to print.
fn content(
    sheet: &str,
    (board, at): (&ContestBoard, usize),
    (stage, round, of): (&StageBoard, Option<&RoundBoard>, StandingsQuery<'_>),
    texts: Texts,
) -> Option<Content> {
    let mut page = Content { view: "standings", ..Content::default() };
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
        "set-ups" => page.set_ups = cut_order(set_up_slips(stage, round, texts), SET_UPS_PER_SHEET),
        "moves" => page.moves = move_sheets(round),
        "cards" => page.cards = name_cards(board),
        "bracket" => page.drawings = bracket_drawing::bracket_sheets(contest, at, texts),
        "prizes" => {
            page.awards = prizes::prize_views(contest, texts);
            page.prizes = prize_sheets(contest, at, stage);
        }
        _ => return None,
    }
    page.is_of_all = ["bracket", "prizes"].contains(&sheet);
    let drawn = sheet != "bracket" || !page.drawings.is_empty();
    drawn.then_some(page)
}

pub async fn show(
    visit: RequestContext,
    path: Path<(String, String)>,
    query: QueryString,
) -> PageResult {
    let given = query.parse(&["stage", "round", "after"]).or_page(&visit)?;
    let number = |name| given.number(name, 1..=MAX_QUERY_NUMBER).or_page(&visit);
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
    let content = content(&sheet, (&board, at), (stage, round, of), texts).ok_or_else(missing)?;
    let page = PrintPage {
        frame: visit.frame(format!("{} · {name}", texts.text("contest-print"))),
        back: address(&slug, ""),
        menu: print_menu(&slug, &sheet, (at, stage), round, texts),
        event: name.clone(),
        heading: match content.groups.is_empty() && !content.is_of_all {
            true => heading(stage, round, several, texts),
            false => heading(stage, None, several, texts),
        },
        sides: side_headings(stage, texts),
        army: army_counts(texts),
        numbers: move_number_columns(),
        content,
    };
    html_with_status(&visit, StatusCode::OK, &page)
}

/// Slips for everybody at a table of a round, or blank ones.
fn set_up_slips(stage: &StageBoard, round: Option<&RoundBoard>, texts: Texts) -> Vec<SeatRow> {
    let Some(round) = round else {
        return (0..SET_UPS_PER_SHEET).map(|_| SeatRow::default()).collect();
    };
    let sides = side_headings(stage, texts);
    round.meetings.iter().flat_map(|line| SeatRow::both(line, &sides)).collect()
}

/// The pieces of an army with their numbers, to tick off beside the grid.
fn army_counts(texts: Texts) -> Vec<(String, u8)> {
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let army = RuleSet::STANDARD.army();
    let all = Rank::ALL.into_iter().map(|rank| (words.label(rank).to_owned(), army.count(rank)));
    all.filter(|(_, count)| *count > 0).collect()
}

/// A sheet for each table of a round, or a blank one.
fn move_sheets(round: Option<&RoundBoard>) -> Vec<MoveSheet> {
    let Some(round) = round else { return vec![MoveSheet::default()] };
    let sheet =
        |line: &MeetingLine| MoveSheet { table: line.table.to_string(), names: line.names.clone() };
    round.meetings.iter().map(sheet).collect()
}

/// The line numbers of a move sheet, column by column.
fn move_number_columns() -> Vec<Vec<usize>> {
    let each = MOVES_PER_SHEET / MOVE_COLUMNS;
    (0..MOVE_COLUMNS).map(|column| (column * each + 1..=(column + 1) * each).collect()).collect()
}

/// Cards of all active entrants, sheet by sheet.
fn name_cards(board: &ContestBoard) -> Vec<Vec<NameCard>> {
    let mut all: Vec<NameCard> = Vec::new();
    for one in board.entrants.iter().filter(|one| one.standing == EntrantStatus::Active) {
        let length = one.name.chars().count();
        let size = match LONG_NAME_LENGTHS.iter().filter(|most| length > **most).count() {
            0 => "",
            1 => "long",
            _ => "longer",
        };
        all.push(NameCard {
            name: one.name.clone(),
            size,
            number: one.id.0,
            from: labels::joined(&[&one.club, &one.province]),
        });
    }
    all.sort_by_cached_key(|card| card.name.to_lowercase());
    let mut cards = all.into_iter().peekable();
    let mut sheets = Vec::new();
    while cards.peek().is_some() {
        sheets.push(cards.by_ref().take(CARDS_PER_SHEET).collect());
    }
    sheets
}

/// The places of a stage with points and performance; for a knockout the places decided so far.
fn prize_sheets(contest: &Contest, at: usize, stage: &StageBoard) -> Vec<Vec<PrizeLine>> {
    if !stage.places.is_empty() {
        let line = |one: &KnockOutPlace| PrizeLine {
            place: labels::range_label(one.from, one.to),
            name: one.name.clone(),
            points: String::new(),
            performance: String::new(),
        };
        return vec![stage.places.iter().map(line).collect()];
    }
    let of_group = |(group, board): (usize, &GroupStandings)| {
        let table = contest.group_tournament(at, group, usize::MAX);
        let performed = |id| {
            let table = table.as_ref()?;
            let own = table.entrants.iter().position(|one| *one == id)?;
            let rounds = table.tournament.played;
            Some(performance(&table.tournament, own, rounds, None)?.tournament.to_string())
        };
        let line = |line: &StandingsPlace| PrizeLine {
            place: line.place.to_string(),
            name: line.name.clone(),
            points: points_text(line.points),
            performance: performed(line.id).unwrap_or_default(),
        };
        board.lines.iter().map(line).collect()
    };
    stage.groups.iter().enumerate().map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_site::i18n::Language;

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

    #[test]
    fn a_slip_has_all_pieces_of_an_army() {
        let army = army_counts(Texts(Language::English));
        assert_eq!(army.iter().map(|(_, count)| u32::from(*count)).sum::<u32>(), 21);
        assert!(army.contains(&("SPY".to_owned(), 2)) && army.contains(&("FLAG".to_owned(), 1)));
    }

    #[test]
    fn a_move_sheet_counts_on_from_column_to_column() {
        let columns = move_number_columns();
        assert_eq!((columns.len(), columns[0][0], columns[1][0]), (3, 1, 41));
        assert_eq!(columns[2].last(), Some(&120));
    }
}
