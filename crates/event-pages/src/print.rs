//! Printed sheets of an event, on A4 or Letter: lists, and what players write on or carry: set-up slips, move
//! sheets, name cards.

use actix_web::web::Path;

use adjutant_domain::contest::{Contest, EntrantId};
use adjutant_service::contests::{
    ContestBoard, GroupStandings, KnockOutPlace, MeetingLine, RoundBoard, StageBoard,
    StandingsPlace, points_text, rating_report,
};
use adjutant_service::{Error, Thing};
use adjutant_site::filters;
use adjutant_site::html::html_with_status;
use adjutant_site::prelude::*;
use adjutant_site::ranks::RankNames;
use adjutant_site::use_cases::run_heavy_use_case;
use salpakan::rules::{Rank, RuleSet};
use swiss::performance::performance;
use swiss::stage::System;

use super::badges::{self, PrintedBadge};
use super::bracket_drawing::{self, BracketDrawing};
use super::event_logo::logo_url;
use super::home::{EventData, load_event};
use super::print_cards::{self, Certificate, NameCard};
use super::prizes::{self, PrizesView};
use super::rating_report::{RatingReportView, rating_report_view};
use super::round_views::{
    self, GroupView, PairingRow, RoundView, SeatRow, StandingsQuery, selected_round,
    selected_stage, side_headings,
};
use super::{MAX_QUERY_NUMBER, address, labels, with_query};

const SLIPS_PER_SHEET: usize = 8;
/// Cross-tables with more rounds are printed in landscape.
const WIDE_TABLE_COLUMNS: usize = 11;
const SET_UPS_PER_SHEET: usize = 6;
/// Lines for moves per sheet, both sides together.
const MOVES_PER_SHEET: usize = 120;
const MOVE_COLUMNS: usize = 3;
#[derive(Default)]
pub struct MoveSheet {
    /// Empty on a blank sheet.
    pub table: String,
    pub names: [String; 2],
}

pub struct PrizeLine {
    pub place: String,
    pub name: String,
    pub points: String,
    pub performance: String,
    /// What they won; empty where prizes are written in by hand.
    pub prize: String,
}

#[derive(Template)]
#[template(path = "contests/print.html")]
struct PrintPage {
    frame: PageFrame,
    back: String,
    menu: Vec<NavTab>,
    event: String,
    /// The address of its logo; empty if there is none.
    logo: String,
    /// From 1.
    stage: usize,
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
    /// Whether the table needs landscape.
    is_wide: bool,
    /// Whether it is about the stage rather than a round.
    is_of_all: bool,
    /// Slips by sheet, ordered so that the cut stack is in table order.
    slips: Vec<Vec<PairingRow>>,
    /// The same, each with a grid for a set-up.
    set_ups: Vec<Vec<SeatRow>>,
    moves: Vec<MoveSheet>,
    cards: Vec<Vec<NameCard>>,
    badges: Vec<Vec<PrintedBadge>>,
    table_cards: Vec<Vec<usize>>,
    certificates: Vec<Certificate>,
    /// Certificates are printed down to this place.
    last_place: usize,
    drawings: Vec<BracketDrawing>,
    awards: PrizesView,
    prizes: Vec<Vec<PrizeLine>>,
    ratings: Option<RatingReportView>,
}

impl Content {
    /// Whether each slip names its event itself.
    fn is_cut(&self) -> bool {
        !(self.slips.is_empty()
            && self.set_ups.is_empty()
            && self.moves.is_empty()
            && self.cards.is_empty()
            && self.badges.is_empty()
            && self.table_cards.is_empty()
            && self.certificates.is_empty())
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
    // Arenas and ladders have one round.
    let round = round.filter(|_| !stage.system.grows());
    let round = round.map(|round| texts.one("contest-round", "number", round.number));
    match (several, round) {
        (true, Some(round)) => format!("{}: {round}", stage.name),
        (true, None) => stage.name.clone(),
        (false, round) => round.unwrap_or_default(),
    }
}

fn print_menu(
    board: &ContestBoard,
    here: &str,
    (at, stage): (usize, &StageBoard),
    round: Option<&RoundBoard>,
    texts: Texts,
) -> Vec<NavTab> {
    let slug = &board.loaded.row.slug;
    let is_rated = board.loaded.contest.settings.rated;
    let knockout = matches!(stage.system, System::Knockout { .. });
    let (begun, paired) = (stage.has_begun, round.is_some());
    let all = [
        ("pairings", "contest-by-table", paired),
        ("names", "contest-by-name", paired),
        ("standings", "standings", begun && !knockout),
        ("cross-table", "contest-cross-table", begun && !knockout),
        ("bracket", "contest-bracket", begun && knockout),
        ("prizes", "print-prizes", begun),
        ("ratings", "print-ratings", begun && is_rated),
        ("slips", "contest-slips", paired),
        ("set-ups", "print-set-ups", board.loaded.contest.settings.game().hides_ranks()),
        ("moves", "print-moves", true),
        ("cards", "print-cards", true),
        ("table-cards", "print-table-cards", true),
        ("certificates", "print-certificates", begun),
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
    let own = (here == "badges").then(|| NavTab {
        address: address(slug, "run/badges"),
        words: texts.get("print-badges"),
        here: true,
    });
    all.into_iter().filter(|(_, _, shown)| *shown).map(tab).chain(own).collect()
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
        "names" => page.seats = round_views::seat_rows(stage, &[round?], "", texts),
        "standings" => page.groups = round_views::group_views(stage, of, texts),
        "cross-table" => {
            page.groups = round_views::group_views(stage, of, texts);
            page.view = "cross-table";
            page.is_wide = page
                .groups
                .iter()
                .any(|group| group.cross_table.columns.len() > WIDE_TABLE_COLUMNS);
        }
        "slips" => {
            let current = round_views::RoundView::only_current;
            page.slips = cut_order(current(view(round?), round?).lines, SLIPS_PER_SHEET);
        }
        "set-ups" if contest.settings.game().hides_ranks() => {
            page.set_ups = cut_order(set_up_slips(stage, round, texts), SET_UPS_PER_SHEET)
        }
        "moves" => page.moves = move_sheets(round),
        "cards" => page.cards = print_cards::name_cards(board),
        "table-cards" => page.table_cards = print_cards::table_cards(board),
        "bracket" => page.drawings = bracket_drawing::bracket_sheets(contest, at, texts),
        "prizes" => {
            page.awards = prizes::prizes_view(contest, texts);
            page.prizes = prize_sheets(contest, at, stage, texts);
        }
        _ => return None,
    }
    page.is_of_all = ["bracket", "prizes", "table-cards"].contains(&sheet);
    let drawn = sheet != "bracket" || !page.drawings.is_empty();
    drawn.then_some(page)
}

/// The certificates of a stage; its number of places is asked for on the page.
fn certificate_content(
    seen: &EventData,
    stage: &StageBoard,
    last_place: Option<usize>,
    texts: Texts,
) -> Content {
    let last_place = last_place.unwrap_or(print_cards::USUAL_CERTIFICATES);
    Content {
        certificates: print_cards::certificates(seen, stage, last_place, texts),
        is_of_all: true,
        last_place,
        ..Content::default()
    }
}

pub async fn show(
    visit: RequestContext,
    path: Path<(String, String)>,
    query: QueryString,
) -> PageResult {
    let given = query.parse(&["stage", "round", "after", "places"]).or_page(&visit)?;
    let number = |name| given.number(name, 1..=MAX_QUERY_NUMBER).or_page(&visit);
    let (stage, round, after) = (number("stage")?, number("round")?, number("after")?);
    let places = number("places")?;
    let (slug, sheet) = path.into_inner();
    let seen = load_event(&visit, &slug, after).await?;
    let (board, texts) = (&seen.board, visit.texts());
    let at = selected_stage(board, stage);
    let stage = &board.stages[at];
    let round = selected_round(stage, round);
    let of = StandingsQuery { slug: &slug, stage: at + 1, after };
    let content = match sheet.as_str() {
        "certificates" => Some(certificate_content(&seen, stage, places, texts)),
        "ratings" => rating_content(&visit, &slug).await?,
        _ => content(&sheet, (board, at), (stage, round, of), texts),
    };
    let missing = || PageError::new(&visit, &Error::missing(Thing::Event, &slug));
    let page = print_page(&visit, board, (&sheet, at, round), content.ok_or_else(missing)?);
    html_with_status(&visit, StatusCode::OK, &page)
}

/// The rating report; `None` if the event is not rated.
async fn rating_content(visit: &RequestContext, slug: &str) -> Result<Option<Content>, PageError> {
    let (slug, texts) = (slug.to_owned(), visit.texts());
    let report = run_heavy_use_case(visit, move |app| rating_report(app, &slug)).await?;
    let view = report.map(|report| rating_report_view(&report, texts));
    let content = |view| Content {
        ratings: Some(view),
        is_of_all: true,
        is_wide: true,
        ..Content::default()
    };
    Ok(view.map(content))
}

/// The badges of an event with their codes, for its officials.
pub async fn show_badges(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let badges = badges::printed_badges(&visit, &slug).await?;
    let seen = load_event(&visit, &slug, None).await?;
    let at = selected_stage(&seen.board, None);
    let round = selected_round(&seen.board.stages[at], None);
    let content = Content {
        badges: print_cards::sheets(badges, print_cards::BADGES_PER_SHEET),
        is_of_all: true,
        ..Content::default()
    };
    private_html(
        &visit,
        StatusCode::OK,
        &print_page(&visit, &seen.board, ("badges", at, round), content),
    )
}

fn print_page(
    visit: &RequestContext,
    board: &ContestBoard,
    (sheet, at, round): (&str, usize, Option<&RoundBoard>),
    content: Content,
) -> PrintPage {
    let texts = visit.texts();
    let (stage, slug) = (&board.stages[at], &board.loaded.row.slug);
    let several = board.stages.len() > 1;
    let name = &board.loaded.row.name;
    let of_round = content.groups.is_empty() && !content.is_of_all;
    PrintPage {
        frame: visit.frame(format!("{} · {name}", texts.text("contest-print"))),
        back: address(slug, ""),
        menu: print_menu(board, sheet, (at, stage), round, texts),
        event: name.clone(),
        logo: logo_url(&board.loaded.row),
        stage: at + 1,
        heading: heading(stage, round.filter(|_| of_round), several, texts),
        sides: side_headings(stage, texts),
        army: army_counts(texts),
        numbers: move_number_columns(),
        content,
    }
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
    let sheet = |line: &MeetingLine| MoveSheet {
        table: line.shown_table().to_string(),
        names: line.names.clone(),
    };
    round.current_tables().into_iter().map(sheet).collect()
}

/// The line numbers of a move sheet, column by column.
fn move_number_columns() -> Vec<Vec<usize>> {
    let each = MOVES_PER_SHEET / MOVE_COLUMNS;
    (0..MOVE_COLUMNS).map(|column| (column * each + 1..=(column + 1) * each).collect()).collect()
}

/// The places of a stage with points and performance; for a knockout the places decided so far.
fn prize_sheets(
    contest: &Contest,
    at: usize,
    stage: &StageBoard,
    texts: Texts,
) -> Vec<Vec<PrizeLine>> {
    let won = prizes::won_prizes(contest, texts);
    // Without prizes in the settings, they are written in by hand.
    let is_listed = |id: EntrantId| contest.settings.prizes.is_empty() || won.contains_key(&id);
    let prize = |id: EntrantId| won.get(&id).map(|all| all.join("; ")).unwrap_or_default();
    if !stage.places.is_empty() {
        let line = |one: &KnockOutPlace| PrizeLine {
            place: labels::range_label(one.from, one.to),
            name: one.name.clone(),
            points: String::new(),
            performance: String::new(),
            prize: prize(one.entrant),
        };
        let listed = stage.places.iter().filter(|one| is_listed(one.entrant));
        return vec![listed.map(line).collect()];
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
            prize: prize(line.id),
        };
        board.lines.iter().filter(|line| is_listed(line.id) && !line.stands_in).map(line).collect()
    };
    let sheets = stage.groups.iter().enumerate().map(of_group);
    sheets.filter(|sheet: &Vec<PrizeLine>| !sheet.is_empty()).collect()
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
