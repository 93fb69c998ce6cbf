//! Pairings, standings and bracket of an event in a frame on another site, without cookies or
//! sessions: what everybody sees, whoever looks.

use actix_web::web::Path;

use adjutant_service::access::Actor;
use adjutant_service::{Error, Thing};
use adjutant_site::assets;
use adjutant_site::embed_code::frame_looks;
use adjutant_site::filters;
use adjutant_site::prelude::*;

use super::address;
use super::bracket_drawing::{BracketTree, bracket_tree};
use super::home::load_event_as;
use super::labels;
use super::round_views::{self, GroupView, RoundView, StandingsQuery, selected_stage};

/// What can be embedded, as in addresses.
pub const EMBEDDED_VIEWS: [&str; 3] = ["pairings", "standings", "bracket"];

#[derive(Template)]
#[template(path = "contests/embed.html")]
struct EmbedPage {
    frame: PageFrame,
    base: String,
    /// The address of the event's own page.
    whole: String,
    name: String,
    version: String,
    /// That it is cancelled, with the reason; empty if it is not.
    cancelled: String,
    announcements: Vec<String>,
    sides: [String; 2],
    rounds: Vec<RoundView>,
    groups: Vec<GroupView>,
    bracket: Option<BracketTree>,
    scripts: [&'static str; 2],
}

pub async fn show(
    visit: RequestContext,
    path: Path<(String, String)>,
    parameters: QueryString,
) -> PageResult {
    let looks = frame_looks(&parameters).or_page(&visit)?;
    let (slug, view) = path.into_inner();
    if !EMBEDDED_VIEWS.contains(&view.as_str()) {
        return Err(PageError::new(&visit, &Error::missing(Thing::Event, &slug)));
    }
    let seen = load_event_as(&visit, Actor::nobody(), &slug, None).await?;
    let (board, texts) = (&seen.board, visit.texts());
    let at = selected_stage(board, None);
    let stage = &board.stages[at];
    let of = StandingsQuery { slug: &slug, stage: at + 1, after: None };
    let name = &board.loaded.row.name;
    let contest = &board.loaded.contest;
    let rounds = if view == "pairings" { stage.rounds_in_play() } else { Vec::new() };
    let page = EmbedPage {
        frame: PageFrame { looks, ..visit.frame(name.clone()) },
        base: address(&slug, ""),
        whole: format!("{}?view={view}", address(&slug, "")),
        name: name.clone(),
        version: seen.version.to_string(),
        cancelled: labels::cancellation_label(contest, texts),
        announcements: contest.announcements.values().cloned().collect(),
        sides: round_views::side_headings(stage, texts),
        rounds: rounds
            .into_iter()
            .map(|one| round_views::round_view(stage, one, "", texts))
            .collect(),
        groups: match view.as_str() {
            "standings" => round_views::group_views(stage, of, texts),
            _ => Vec::new(),
        },
        bracket: match view.as_str() {
            "bracket" => bracket_tree(contest, at, stage, texts),
            _ => None,
        },
        scripts: ["js/contest/live.js", "js/contest/bracket.js"].map(assets::address),
    };
    html(&visit, &page)
}
