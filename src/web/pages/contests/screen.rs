//! The big screen of an event: pairings, then standings, a page at a time in large letters.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::contests::{StageBoard, StandingsPlace};
use adjutant_site::assets;
use adjutant_site::filters;
use adjutant_site::html::html_with_status;

use super::home::load_event;
use super::round_views::{
    self, GracePeriod, GroupView, RoundView, StandingsQuery, selected_round, selected_stage,
};
use super::{address, with_query};

/// Rows readable from the back of the hall.
const ROWS_PER_SCREEN: usize = 16;
const MAX_QUERY_NUMBER: usize = 10_000;

#[derive(Template)]
#[template(path = "contests/screen.html")]
struct ScreenPage {
    frame: PageFrame,
    back: String,
    event: String,
    heading: String,
    sides: [String; 2],
    round: Option<RoundView>,
    grace: Option<GracePeriod>,
    group: Option<GroupView>,
    /// The next page, and which page of how many this is.
    next: String,
    page: String,
    script: &'static str,
}

fn paged_standings(stage: &StageBoard, of: StandingsQuery<'_>, texts: Texts) -> Vec<GroupView> {
    let pages = |mut group: GroupView| {
        let rows = std::mem::take(&mut group.rows);
        let page = |rows: &[StandingsPlace]| GroupView { rows: rows.to_vec(), ..group.clone() };
        rows.chunks(ROWS_PER_SCREEN).map(page).collect::<Vec<_>>()
    };
    round_views::group_views(stage, of, texts).into_iter().flat_map(pages).collect()
}

fn paged_rounds(mut round: RoundView) -> Vec<RoundView> {
    let mut pages = Vec::new();
    let byes = std::mem::take(&mut round.byes);
    let asked = std::mem::take(&mut round.asked_byes);
    loop {
        let rest = round.lines.split_off(round.lines.len().min(ROWS_PER_SCREEN));
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

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["page"]).or_page(&visit)?;
    let asked = given.number("page", 1..=MAX_QUERY_NUMBER).or_page(&visit)?.unwrap_or(1);
    let slug = path.into_inner();
    let board = load_event(&visit, &slug, None).await?.board;
    let texts = visit.texts();
    let at = selected_stage(&board, None);
    let stage = &board.stages[at];
    let rounds = selected_round(stage, None)
        .map(|one| paged_rounds(round_views::round_view(stage, one, "", texts)))
        .unwrap_or_default();
    let groups =
        paged_standings(stage, StandingsQuery { slug: &slug, stage: at + 1, after: None }, texts);
    let count = (rounds.len() + groups.len()).max(1);
    // A screen left on restarts from the beginning if there are fewer pages than before.
    let shown = if asked > count { 0 } else { asked - 1 };
    let next = if shown + 1 < count { shown + 2 } else { 1 };
    let first_groups = rounds.len();
    let round = rounds.into_iter().nth(shown);
    let group = shown.checked_sub(first_groups).and_then(|at| groups.into_iter().nth(at));
    let values = [("page", (shown + 1).to_string()), ("count", count.to_string())];
    let number = round.as_ref().map(|round| round.number);
    let page = ScreenPage {
        frame: visit.frame(format!("{} · {}", texts.text("contest-screen"), board.loaded.row.name)),
        back: address(&slug, ""),
        event: board.loaded.row.name.clone(),
        heading: number.map(|one| texts.one("contest-round", "number", one)).unwrap_or_default(),
        sides: round_views::side_headings(stage, texts),
        grace: round.as_ref().and_then(|_| {
            round_views::grace_period(&board, at, selected_round(stage, None), texts)
        }),
        round,
        group,
        next: with_query(&address(&slug, "screen"), &[("page", next.to_string())]),
        page: texts.fill("contest-screen-page", &values),
        script: assets::address("js/contest/screen.js"),
    };
    html_with_status(&visit, StatusCode::OK, &page)
}
