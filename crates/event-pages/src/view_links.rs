//! The views of an event page and the links between them.

use adjutant_service::contests::{self, ContestBoard, StageBoard};
use adjutant_site::i18n::Texts;
use adjutant_site::kit::NavTab;
use swiss::stage::System;

use super::home::participants_heading;
use super::{address, with_query};

/// Their names in addresses.
pub const VIEWS: [&str; 7] =
    ["pairings", "standings", "cross-table", "bracket", "boards", "prizes", "players"];

pub fn view_tabs(board: &ContestBoard, stage: usize, view: &str, texts: Texts) -> Vec<NavTab> {
    let (slug, of) = (board.loaded.row.slug.as_str(), &board.stages[stage]);
    let of_teams = contests::is_team_event(&board.loaded.contest);
    let knockout = matches!(of.system, System::Knockout { .. });
    let standings = if of.ladder.is_some() { "ladder-heading" } else { "standings" };
    let all = [
        ("pairings", "contest-pairings", of.has_begun),
        ("standings", standings, of.has_begun && !knockout),
        ("cross-table", "contest-cross-table", of.has_begun && !knockout),
        ("bracket", "contest-bracket", of.has_begun && knockout),
        ("boards", "contest-board-prizes", !of.boards.is_empty()),
        ("prizes", "contest-prizes", !board.loaded.contest.settings.prizes.is_empty()),
        ("players", participants_heading(of_teams), true),
    ];
    let shown = all.into_iter().filter(|(_, _, shown)| *shown);
    let link = |view: &str| {
        with_query(
            &address(slug, ""),
            &[("view", view.to_owned()), ("stage", (stage + 1).to_string())],
        )
    };
    shown
        .map(|(own, words, _)| NavTab {
            address: link(own),
            words: texts.get(words),
            here: own == view,
        })
        .collect()
}

/// The view that was asked for, otherwise the usual one: once the event has ended, what came of it.
pub fn selected_view(
    of: &StageBoard,
    asked: Option<&'static str>,
    has_ended: bool,
) -> &'static str {
    let knockout = of.is_knockout();
    let usual = match (of.rounds.is_empty(), has_ended || of.ladder.is_some()) {
        (true, _) => "players",
        (false, false) => "pairings",
        (false, true) => "standings",
    };
    match asked.or(Some(usual)) {
        Some("standings" | "cross-table") if knockout => "bracket",
        Some("bracket") if !knockout => "standings",
        Some(view) => view,
        None => usual,
    }
}

/// The address of a view of a stage, with its round, unless it is 0, and order.
pub fn view_address(
    slug: &str,
    (view, stage): (&str, usize),
    (what, number): (&str, usize),
    order: &str,
) -> String {
    let asked = [
        ("view", view.to_owned()),
        ("stage", (stage + 1).to_string()),
        (what, if number == 0 && what == "round" { String::new() } else { number.to_string() }),
        ("order", order.to_owned()),
    ];
    with_query(&address(slug, ""), &asked)
}

/// Links to the stages, if there are several.
pub fn stage_tabs(board: &ContestBoard, slug: &str, at: usize) -> Vec<NavTab> {
    let tab = |(number, stage): (usize, &StageBoard)| NavTab {
        address: with_query(&address(slug, ""), &[("stage", (number + 1).to_string())]),
        words: stage.name.clone(),
        here: number == at,
    };
    let several = board.stages.len() > 1;
    board.stages.iter().enumerate().filter(|_| several).map(tab).collect()
}

/// Links to both orders of a round's rows.
pub fn order_tabs(by_name: bool, texts: Texts, link: impl Fn(&str) -> String) -> Vec<NavTab> {
    let all = [("table", "contest-by-table", !by_name), ("name", "contest-by-name", by_name)];
    all.map(|(order, words, here)| NavTab { address: link(order), words: texts.get(words), here })
        .into_iter()
        .collect()
}
