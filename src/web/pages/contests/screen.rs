//! The big screen of an event: pairings, then standings, a page at a time and in large letters.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::contests::StageBoard;
use crate::web::assets;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::html_as;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::home::find;
use super::tables::{self, Grace, GroupView, Of, RoundView, round_of, stage_of};
use super::{address, asking};

/// Rows that are read from the last row of seats.
const ROWS: usize = 16;
const MOST: usize = 10_000;

#[derive(Template)]
#[template(path = "contests/screen.html")]
struct Screen {
    frame: Frame,
    back: String,
    event: String,
    heading: String,
    sides: [String; 2],
    round: Option<RoundView>,
    grace: Option<Grace>,
    group: Option<GroupView>,
    /// Where it goes on, and which page of how many this is.
    next: String,
    page: String,
    script: &'static str,
}

/// Standings a page at a time.
fn standings(stage: &StageBoard, of: Of<'_>, texts: Texts) -> Vec<GroupView> {
    let mut pages = Vec::new();
    for mut group in tables::standings(stage, of, texts) {
        while !group.rows.is_empty() {
            let rest = group.rows.split_off(group.rows.len().min(ROWS));
            pages.push(GroupView {
                name: group.name.clone(),
                who: group.who.clone(),
                codes: group.codes.clone(),
                rounds: group.rounds,
                has_performance: group.has_performance,
                rows: group.rows,
            });
            group.rows = rest;
        }
    }
    pages
}

/// A round a page at a time.
fn pairings(mut round: RoundView) -> Vec<RoundView> {
    let mut pages = Vec::new();
    let byes = std::mem::take(&mut round.byes);
    let asked = std::mem::take(&mut round.asked_byes);
    loop {
        let rest = round.lines.split_off(round.lines.len().min(ROWS));
        let lines = std::mem::replace(&mut round.lines, rest);
        let (byes, asked_byes) = (Vec::new(), Vec::new());
        pages.push(RoundView { lines, byes, asked_byes, ..round });
        if round.lines.is_empty() {
            break;
        }
    }
    if let Some(last) = pages.last_mut() {
        (last.byes, last.asked_byes) = (byes, asked);
    }
    pages
}

/// A page of it.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["page"]).map_err(refuse)?;
    let asked = given.number("page", 1..=MOST).map_err(refuse)?.unwrap_or(1);
    let slug = path.into_inner();
    let board = find(&visit, &slug, None).await?.board;
    let texts = visit.texts();
    let at = stage_of(&board, None);
    let stage = &board.stages[at];
    let rounds = round_of(stage, None)
        .map(|one| pairings(tables::round(stage, one, "", texts)))
        .unwrap_or_default();
    let groups = standings(stage, Of { slug: &slug, stage: at + 1, after: None }, texts);
    let count = (rounds.len() + groups.len()).max(1);
    // A screen that was left on goes on from the beginning when there is less than there was.
    let shown = if asked > count { 0 } else { asked - 1 };
    let next = if shown + 1 < count { shown + 2 } else { 1 };
    let first_groups = rounds.len();
    let round = rounds.into_iter().nth(shown);
    let group = shown.checked_sub(first_groups).and_then(|at| groups.into_iter().nth(at));
    let values = [("page", (shown + 1).to_string()), ("count", count.to_string())];
    let number = round.as_ref().map(|round| round.number);
    let page = Screen {
        frame: visit.frame(format!("{} · {}", texts.text("contest-screen"), board.run.row.name)),
        back: address(&slug, ""),
        event: board.run.row.name.clone(),
        heading: number.map(|one| texts.one("contest-round", "number", one)).unwrap_or_default(),
        sides: tables::sides(stage, texts),
        grace: round.as_ref().and_then(|_| tables::grace(&board, at, round_of(stage, None), texts)),
        round,
        group,
        next: asking(&address(&slug, "screen"), &[("page", next.to_string())]),
        page: texts.fill("contest-screen-page", &values),
        script: assets::address("js/contest/screen.js"),
    };
    html_as(&visit, StatusCode::OK, &page)
}
