//! The big screen of an event: two contents side by side, as large as the window allows, page by
//! page until every row was shown.

use actix_web::web::Path;

use adjutant_service::contests::{ContestBoard, RoundBoard, Section, StageBoard};
use adjutant_site::assets;
use adjutant_site::filters;
use adjutant_site::html::html_with_status;
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::prelude::*;
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
use super::sections::public::{
    PublicSection, SectionSeat, load_public_sections, public_sections, section_seats,
};
use super::starts::{self, NextRound};

/// What a side of the screen can show, as in addresses.
const CONTENTS: [&str; 7] =
    ["pairings", "names", "standings", "bracket", "sections", "section-names", "none"];
/// What needs the other sections of a festival.
const OF_SECTIONS: [&str; 2] = ["sections", "section-names"];
/// Milliseconds after which a screen asks for what is new in the other sections.
const REFRESH: u32 = 10_000;

/// The most tables of a round that are shown beside the standings before any result is in.
const TABLES_BESIDE: usize = 16;

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
    /// Milliseconds after which it is asked for again; 0 if it follows the event alone.
    refresh: u32,
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
    Sections(Vec<PublicSection>),
    SectionNames(Vec<SectionSeat>),
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
    let [left, right] = match stage.system {
        System::Knockout { .. } => ["pairings", "bracket"],
        // Most of the time nobody plays.
        System::Ladder { .. } if has_open_game(stage) => ["standings", "pairings"],
        System::Ladder { .. } => ["standings", "none"],
        _ if waits_for_results(stage) => ["pairings", "none"],
        _ => ["pairings", "standings"],
    };
    Ok([side("left")?.unwrap_or(left), side("right")?.unwrap_or(right)])
}

/// All sections of the festival on one side.
fn section_pane(all: &[(Section, ContestBoard)], content: &str, texts: Texts) -> Pane {
    let (heading, content) = match content {
        "sections" => ("sections-pairings", PaneContent::Sections(public_sections(all, texts))),
        _ => ("contest-by-name", PaneContent::SectionNames(section_seats(all, texts))),
    };
    Pane { heading: texts.get(heading), content }
}

/// Whether a round has so many tables that they take the whole screen, and no result yet: everybody looks for a table.
fn waits_for_results(stage: &StageBoard) -> bool {
    let is_fresh = |round: &RoundBoard| {
        let tables = &round.meetings;
        tables.len() > TABLES_BESIDE && tables.iter().all(|line| line.games.is_empty())
    };
    !stage.system.grows() && stage.rounds_in_play().last().is_some_and(|round| is_fresh(round))
}

fn has_open_game(stage: &StageBoard) -> bool {
    stage.rounds_in_play().iter().any(|round| round.meetings.iter().any(|line| line.is_open()))
}

fn pane(board: &ContestBoard, at: usize, content: &str, texts: Texts) -> Option<Pane> {
    let stage = &board.stages[at];
    let of = StandingsQuery { slug: &board.loaded.row.slug, stage: at + 1, after: None };
    let (heading, content) = match content {
        "pairings" => {
            let sides = round_views::side_headings(stage, texts);
            let round = RoundView::of_hall(stage, texts);
            ("contest-pairings", round.map(|round| PaneContent::Pairings { sides, round }))
        }
        "names" => {
            let rounds = Some(stage.rounds_in_play()).filter(|rounds| !rounds.is_empty());
            let seats = |rounds: Vec<_>| round_views::seat_rows(stage, &rounds, "", texts);
            ("contest-by-name", rounds.map(|rounds| PaneContent::Names(seats(rounds))))
        }
        "standings" => {
            let groups = round_views::group_views(stage, of, texts);
            let heading = match groups.first() {
                Some(group) if !stage.system.grows() => {
                    Some(format!("{} · {}", texts.text("standings"), group.after))
                }
                _ => None,
            };
            let groups = Some(groups).filter(|groups| !groups.is_empty());
            let content = groups.map_or(PaneContent::Nothing, PaneContent::Standings);
            let key = if stage.ladder.is_some() { "ladder-heading" } else { "standings" };
            return Some(Pane { heading: heading.unwrap_or_else(|| texts.get(key)), content });
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
fn choices((may_be_empty, has_sections): (bool, bool), chosen: &str, texts: Texts) -> Vec<Choice> {
    let words = |content: &str| match content {
        "pairings" => texts.get("contest-pairings"),
        "names" => texts.get("contest-by-name"),
        "standings" => texts.get("standings"),
        "bracket" => texts.get("contest-bracket"),
        "sections" => texts.get("sections-pairings"),
        "section-names" => texts.get("sections-by-name"),
        _ => "–".to_owned(),
    };
    let choice = |one: &str| Choice { chosen: one == chosen, ..Choice::new(one, words(one)) };
    let is_offered = |one: &&str| match *one {
        "none" => may_be_empty,
        one => has_sections || !OF_SECTIONS.contains(&one),
    };
    CONTENTS.into_iter().filter(is_offered).map(choice).collect()
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let slug = path.into_inner();
    let seen = load_event(&visit, &slug, None).await?;
    let (board, texts) = (&seen.board, visit.texts());
    let at = selected_stage(board, None);
    let stage = &board.stages[at];
    let chosen = selected_contents(&query, stage).or_page(&visit)?;
    let round = selected_round(stage, None);
    let number = round.map(|_| match stage.system.grows() {
        true => stage.name.clone(),
        false => round_views::rounds_heading(&stage.rounds_in_play(), texts),
    });
    let contest = &board.loaded.contest;
    let is_of_all = chosen.iter().any(|one| OF_SECTIONS.contains(one));
    let sections = match is_of_all {
        true => load_public_sections(&visit, &slug).await?,
        false => Vec::new(),
    };
    let pane = |content: &'static str| match OF_SECTIONS.contains(&content) {
        true => Some(section_pane(&sections, content, texts)),
        false => pane(board, at, content, texts),
    };
    let has_sections = seen.sections.len() > 1 || is_of_all;
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
        panes: chosen.into_iter().filter_map(pane).collect(),
        choices: [
            choices((false, has_sections), chosen[0], texts),
            choices((true, has_sections), chosen[1], texts),
        ],
        refresh: if is_of_all { REFRESH } else { 0 },
        look: assets::address("css/screen.css"),
        scripts: ["js/contest/screen.js", "js/contest/live.js"].map(assets::address),
    };
    html_with_status(&visit, StatusCode::OK, &page)
}
