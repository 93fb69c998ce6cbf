//! The big screen of an event: two contents side by side, as large as the window allows, page by
//! page until every row was shown.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::contests::{ContestBoard, StageBoard};
use adjutant_site::assets;
use adjutant_site::filters;
use adjutant_site::html::html_with_status;
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use swiss::stage::System;

use super::address;
use super::bracket_drawing::{BracketDrawing, bracket_sheets};
use super::event_logo::logo_url;
use super::home::load_event;
use super::labels;
use super::round_views::{
    self, GracePeriod, GroupView, RoundView, SeatRow, StandingsQuery, selected_round,
    selected_stage,
};
use super::starts::{self, NextRound};

/// What a side of the screen can show, as in addresses.
const CONTENTS: [&str; 5] = ["pairings", "names", "standings", "bracket", "none"];

#[derive(Template)]
#[template(path = "contests/screen.html")]
struct ScreenPage {
    frame: PageFrame,
    back: String,
    event: String,
    /// The address of its logo; empty if there is none.
    logo: String,
    heading: String,
    version: String,
    /// That it is cancelled, with the reason; empty if it is not.
    cancelled: String,
    announcements: Vec<String>,
    next_round: Option<NextRound>,
    grace: Option<GracePeriod>,
    panes: Vec<Pane>,
    /// The contents to choose from, for each side.
    choices: [Vec<Choice>; 2],
    look: &'static str,
    scripts: [&'static str; 2],
}

/// One side of the screen.
struct Pane {
    heading: String,
    content: PaneContent,
}

enum PaneContent {
    Pairings { sides: [String; 2], round: RoundView },
    Names(Vec<SeatRow>),
    Standings(Vec<GroupView>),
    Bracket(Vec<BracketDrawing>),
    Nothing,
}

/// What both sides show: what was asked for, otherwise what a hall wants to see now.
fn selected_contents(
    query: &QueryString,
    stage: &StageBoard,
) -> Result<[&'static str; 2], ParameterError> {
    let given = query.parse(&["left", "right"])?;
    let of = |text: &str| CONTENTS.into_iter().find(|one| *one == text);
    let side = |name| given.parse_with(name, AcceptedValues::one_of(CONTENTS.join(", ")), of);
    let is_knockout = matches!(stage.system, System::Knockout { .. });
    let beside = if is_knockout { "bracket" } else { "standings" };
    Ok([side("left")?.unwrap_or("pairings"), side("right")?.unwrap_or(beside)])
}

fn pane(board: &ContestBoard, at: usize, content: &str, texts: Texts) -> Option<Pane> {
    let stage = &board.stages[at];
    let round = selected_round(stage, None);
    let of = StandingsQuery { slug: &board.loaded.row.slug, stage: at + 1, after: None };
    let (heading, content) = match content {
        "pairings" => {
            let sides = round_views::side_headings(stage, texts);
            let pairings = |round| PaneContent::Pairings {
                sides,
                round: round_views::round_view(stage, round, "", texts).only_current(round),
            };
            ("contest-pairings", round.map(pairings))
        }
        "names" => {
            let names = |round| PaneContent::Names(round_views::seat_rows(stage, round, "", texts));
            ("contest-by-name", round.map(names))
        }
        "standings" => {
            let groups = round_views::group_views(stage, of, texts);
            let groups = Some(groups).filter(|groups| !groups.is_empty());
            ("standings", groups.map(PaneContent::Standings))
        }
        "bracket" => {
            let sheets = bracket_sheets(&board.loaded.contest, at, texts);
            let sheets = Some(sheets).filter(|sheets| !sheets.is_empty());
            ("contest-bracket", sheets.map(PaneContent::Bracket))
        }
        _ => return None,
    };
    let content = content.unwrap_or(PaneContent::Nothing);
    Some(Pane { heading: texts.get(heading), content })
}

/// The contents that a side can show, from the first; of these one is `chosen`.
fn choices(may_be_empty: bool, chosen: &str, texts: Texts) -> Vec<Choice> {
    let words = |content: &str| match content {
        "pairings" => texts.get("contest-pairings"),
        "names" => texts.get("contest-by-name"),
        "standings" => texts.get("standings"),
        "bracket" => texts.get("contest-bracket"),
        _ => "–".to_owned(),
    };
    let choice = |one: &str| Choice { chosen: one == chosen, ..Choice::new(one, words(one)) };
    CONTENTS.into_iter().filter(|one| may_be_empty || *one != "none").map(choice).collect()
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let slug = path.into_inner();
    let seen = load_event(&visit, &slug, None).await?;
    let (board, texts) = (&seen.board, visit.texts());
    let at = selected_stage(board, None);
    let stage = &board.stages[at];
    let chosen = selected_contents(&query, stage).or_page(&visit)?;
    let round = selected_round(stage, None);
    let number = round.map(|round| match stage.arena {
        Some(_) => stage.name.clone(),
        None => texts.one("contest-round", "number", round.number),
    });
    let contest = &board.loaded.contest;
    let page = ScreenPage {
        frame: visit.frame(format!("{} · {}", texts.text("contest-screen"), board.loaded.row.name)),
        back: address(&slug, ""),
        event: board.loaded.row.name.clone(),
        logo: logo_url(&board.loaded.row),
        heading: number.unwrap_or_default(),
        version: seen.version.to_string(),
        cancelled: labels::cancellation_label(contest, texts),
        announcements: contest.announcements.values().cloned().collect(),
        next_round: starts::next_round(board, now_micros(), texts),
        grace: round_views::grace_period(board, at, round, texts),
        panes: chosen.into_iter().filter_map(|one| pane(board, at, one, texts)).collect(),
        choices: [choices(false, chosen[0], texts), choices(true, chosen[1], texts)],
        look: assets::address("css/screen.css"),
        scripts: ["js/contest/screen.js", "js/contest/live.js"].map(assets::address),
    };
    html_with_status(&visit, StatusCode::OK, &page)
}
