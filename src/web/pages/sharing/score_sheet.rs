//! A game's score sheet on A4: the moves, the result and, once revealed, the set-ups of Salpakan.

use crate::web::prelude::*;
use adjutant_service::games::{AnyGame, Game};
use adjutant_site::board::{BoardRow, side_name};
use adjutant_site::game_rows::result_text;
use adjutant_site::games::{any_game_heading, find_any_game};
use adjutant_site::html::game_html;
use adjutant_site::labels::time_control_label;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, PlyText, view_from};
use adjutant_site::use_cases::{build_maybe_offloaded, run_use_case};
use salpakan::rules::{Color, FILES, ROWS, Square};
use salpakan::view::View;

/// Turns per column; the first sheet also contains the set-ups.
const FIRST_COLUMN_TURNS: usize = 34;
const COLUMN_TURNS: usize = 46;
const COLUMNS_PER_SHEET: usize = 2;

#[derive(Clone)]
struct TurnRow {
    number: usize,
    plies: [String; 2],
}

/// A side's set-up, row by row from its owner's point of view or from White's.
struct SetUpDiagram {
    heading: String,
    rows: Vec<BoardRow<&'static str>>,
}

#[derive(Template)]
#[template(path = "sharing/sheet.html")]
struct ScoreSheetPage {
    frame: PageFrame,
    back: String,
    heading: String,
    result: &'static str,
    how: String,
    facts: Vec<(&'static str, String)>,
    /// The sides that play the first and the second ply of each turn.
    sides: [&'static str; 2],
    set_ups: Vec<SetUpDiagram>,
    /// Sheets, each a list of columns of turns.
    sheets: Vec<Vec<Vec<TurnRow>>>,
    /// What the signs of the notation mean.
    signs: &'static str,
    look: &'static str,
}

/// The plies in notation.
fn ply_texts(game: &AnyGame) -> Vec<String> {
    match game {
        AnyGame::Salpakan(game) => {
            let View { timeline, .. } = view_from(&game.stored, Perspective::Public);
            let (last, ends) = (timeline.plies.len(), timeline.ending.is_some());
            let plies = timeline.plies.iter().enumerate();
            let text = |(n, ply)| PlyText::from_ply(ply, ends && n + 1 == last).as_str().to_owned();
            plies.map(text).collect()
        }
        AnyGame::ThreeGenerals(game) => {
            game.stored.timeline.plies.iter().map(|ply| ply.ply.to_string()).collect()
        }
    }
}

fn turn_rows(plies: &[String]) -> Vec<TurnRow> {
    let turn = |(pair, number): (&[String], usize)| TurnRow {
        number,
        plies: [0, 1].map(|n| pair.get(n).cloned().unwrap_or_default()),
    };
    plies.chunks(2).zip(1..).map(turn).collect()
}

/// Distributes the turns over sheets of columns of similar length.
fn paginate(turns: &[TurnRow]) -> Vec<Vec<Vec<TurnRow>>> {
    let split = turns.len().min(FIRST_COLUMN_TURNS * COLUMNS_PER_SHEET);
    let (first, rest) = turns.split_at(split);
    let columns = |turns: &[TurnRow]| -> Vec<Vec<TurnRow>> {
        let rows = turns.len().div_ceil(COLUMNS_PER_SHEET).max(1);
        turns.chunks(rows).map(<[TurnRow]>::to_vec).collect()
    };
    std::iter::once(first)
        .chain(rest.chunks(COLUMN_TURNS * COLUMNS_PER_SHEET))
        .map(columns)
        .collect()
}

/// The deployments of a revealed game.
fn set_up_diagrams(texts: Texts, game: &Game) -> Vec<SetUpDiagram> {
    let ranks = RankNames { texts, rules: game.stored.timeline().rules };
    let Some(record) = game.stored.revealed() else { return Vec::new() };
    let one = |color: Color| {
        let army = record.armies()[color].as_ref()?;
        let rows = match color {
            Color::White => 0..3,
            Color::Black => ROWS - 3..ROWS,
        };
        let label = |file: u8, row: u8| {
            let rank = Square::new(file, row).and_then(|square| army.rank_at(square));
            rank.map_or("", |rank| ranks.label(rank))
        };
        let row = |row: u8| BoardRow {
            name: row + 1,
            cells: (0..FILES).map(|file| label(file, row)).collect(),
        };
        // One rule-set allows a piece on the row in front of its home area.
        let border = match color {
            Color::White => 3,
            Color::Black => ROWS - 4,
        };
        let used = (0..FILES).any(|file| !label(file, border).is_empty());
        let mut all: Vec<u8> = rows.chain(used.then_some(border)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        Some(SetUpDiagram {
            heading: side_name(ranks.texts, color).to_owned(),
            rows: all.into_iter().map(row).collect(),
        })
    };
    Color::ALL.into_iter().filter_map(one).collect()
}

fn facts(texts: Texts, game: &AnyGame) -> Vec<(&'static str, String)> {
    let (header, summary) = (game.header(), game.summary());
    let rules = match game {
        AnyGame::Salpakan(_) => summary.rule_set.clone(),
        AnyGame::ThreeGenerals(_) => texts.get("tg-name"),
    };
    let all = [
        ("white", header.roster.white.clone()),
        ("black", header.roster.black.clone()),
        ("column-event", summary.event.clone()),
        ("round", header.roster.round.clone()),
        (
            "column-date",
            adjutant_site::time_format::format_partial_date(texts, &header.roster.date),
        ),
        ("sheet-site", header.roster.site.clone()),
        (
            "sheet-time",
            header.time_control.map_or_else(String::new, |tc| time_control_label(texts, tc)),
        ),
        ("sheet-rules", rules),
    ];
    let said = all.into_iter().filter(|(_, value)| !value.is_empty() && value != "?");
    said.map(|(key, value)| (texts.text(key), value)).collect()
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let game = run_use_case(&visit, move |app| find_any_game(app, &path)).await?;
    let plies = game.summary().plies;
    let page = build_maybe_offloaded(&visit, plies, move |visit| page(visit, &game));
    game_html(&visit, plies, page.await?).await
}

fn page(visit: &RequestContext, game: &AnyGame) -> ScoreSheetPage {
    let texts = visit.texts();
    let header = game.header();
    let heading = any_game_heading(game);
    let (first, set_ups, signs) = match game {
        AnyGame::Salpakan(game) => {
            (game.stored.timeline().first, set_up_diagrams(texts, game), "sheet-signs")
        }
        // Both always stand alike.
        AnyGame::ThreeGenerals(_) => (Color::White, Vec::new(), "sheet-open-signs"),
    };
    ScoreSheetPage {
        frame: visit.frame(format!("{} · {heading}", texts.text("sheet-title"))),
        back: format!("/games/{}", game.summary().id),
        result: result_text(header.outcome),
        how: texts.get(&format!("termination-{}", header.termination.name())),
        facts: facts(texts, game),
        sides: [first, first.opponent()].map(|color| side_name(texts, color)),
        set_ups,
        signs: texts.text(signs),
        sheets: paginate(&turn_rows(&ply_texts(game))),
        look: super::stylesheet_url(),
        heading,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_down_one_column_and_on_to_the_next_sheet() {
        let turns: Vec<TurnRow> = (1..=200)
            .map(|number| TurnRow { number, plies: [String::new(), String::new()] })
            .collect();
        let sheets = paginate(&turns);
        let firsts: Vec<Vec<usize>> = sheets
            .iter()
            .map(|sheet| sheet.iter().map(|column| column[0].number).collect())
            .collect();
        assert_eq!(firsts, [vec![1, 35], vec![69, 115], vec![161, 181]]);
    }
}
