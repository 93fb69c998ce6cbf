//! The computer analysis on the replay page: what was asked for, the graph, and the moves that gave chances away.

mod salpakan;
mod three_generals;

use crate::web::prelude::*;
use ::salpakan::rules::Color;
use adjutant_service::analyses;
use adjutant_service::games::GameSummary;
use adjutant_site::analysis_text::percent;
use adjutant_site::assets;
use adjutant_site::games::load_open_game;
use salpakan_computer::analysis::Judgement;

pub use salpakan::analysis_pane;
pub use three_generals::analysis_pane as three_generals_analysis_pane;

/// The coordinates of the drawing, which is stretched to the width of its pane.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 100.0;

/// The graph of White's chance.
struct Graph {
    label: String,
    /// By what White knew, and by what Black knew; `None` where nothing is hidden.
    own: Option<[String; 2]>,
    /// With all that there is to know.
    truth: String,
    /// Where chances were given away.
    ticks: String,
}

/// How a side did.
struct SideRow {
    name: &'static str,
    accuracy: String,
    /// Inaccuracies, mistakes and blunders.
    counts: [u32; 3],
    /// `None` where nothing is left to luck.
    luck: Option<String>,
    /// The address where one learns from its mistakes; empty if there is none.
    learn: String,
}

/// A move that gave chances away.
struct MarkedMove {
    ply: u32,
    text: String,
    side: &'static str,
    judgement: &'static str,
    lost: String,
    best: String,
    line: String,
    reason: String,
}

/// A row of the graph as a table: White's chance.
struct PointRow {
    ply: u32,
    text: String,
    /// By what the mover knew; `None` where nothing is hidden.
    own: Option<String>,
    truth: String,
}

#[derive(Template)]
#[template(path = "analysis/pane.html")]
struct AnalysisPane {
    texts: Texts,
    /// Whether anything was hidden from the players.
    hides: bool,
    id: String,
    state: &'static str,
    may_ask: bool,
    csrf: String,
    graph: Option<Graph>,
    sides: Vec<SideRow>,
    marked: Vec<MarkedMove>,
    thresholds: [String; 3],
    rows: Vec<PointRow>,
    script: &'static str,
}

impl AnalysisPane {
    /// Of a game whose analysis nobody has asked for.
    fn new(visit: &RequestContext, game: &GameSummary, hides: bool) -> AnalysisPane {
        AnalysisPane {
            texts: visit.texts(),
            hides,
            id: game.id.to_string(),
            state: "none",
            may_ask: visit.is_signed_in(),
            csrf: if visit.is_signed_in() { visit.form_token() } else { String::new() },
            graph: None,
            sides: Vec::new(),
            marked: Vec::new(),
            thresholds: Judgement::ALL.map(|one| percent(f64::from(one.threshold()))),
            rows: Vec::new(),
            script: "",
        }
    }

    /// The judgements that are counted, with their places among the counts of a side.
    const fn counted() -> [(usize, &'static str); 3] {
        [(0, "analysis-inaccuracies"), (1, "analysis-mistakes"), (2, "analysis-blunders")]
    }

    /// Shows that it waits, and looks now and then whether it still does.
    fn wait(&mut self) {
        self.state = "waiting";
        self.script = assets::address("js/replay/analysis.js");
    }
}

/// Asks for the analysis of a game.
pub async fn request_analysis(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let game = load_open_game(&visit, &path).await?;
    let address = format!("/games/{}#analysis", game.summary().id);
    visit.run_heavy(move |app, actor| analyses::request(app, actor, &game, now_micros())).await?;
    Ok(see_other(&address))
}

/// The address where one learns from the inaccuracies, mistakes and blunders of a side; empty if there are none.
fn learn_link(pane: &AnalysisPane, side: Color, counts: [u32; 3]) -> String {
    match counts.iter().sum::<u32>() {
        0 => String::new(),
        _ => format!("/games/{}/learn?side={}", pane.id, side.key()),
    }
}

/// Where a ply, counted from 1, stands in a graph of so many points.
fn x_of(points: usize, ply: u32) -> f64 {
    f64::from(ply - 1) / (points.max(2) as f64 - 1.0) * WIDTH
}

/// The path through White's chances before these plies.
fn graph_path(points: usize, chances: impl Iterator<Item = (u32, f64)>) -> String {
    let mut text = String::new();
    for (ply, chance) in chances {
        text.push(if text.is_empty() { 'M' } else { 'L' });
        text.push_str(&format!("{:.0} {:.0}", x_of(points, ply), HEIGHT * (1.0 - chance)));
    }
    text
}

/// The marks below the graph at these plies.
fn ticks(points: usize, plies: impl Iterator<Item = u32>) -> String {
    plies.map(|ply| format!("M{:.0} {HEIGHT:.0}v-10", x_of(points, ply))).collect()
}
