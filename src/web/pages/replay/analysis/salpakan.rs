//! The computer analysis on the replay page: what was asked for, the graph, and the moves that gave chances away.

use crate::web::prelude::*;
use adjutant_service::analyses::{self, Analysis, Whole};
use adjutant_service::games::Game;
use adjutant_site::analysis_text::{judgement_key, line_texts, move_text, percent, reason_text};
use adjutant_site::assets;
use adjutant_site::board::side_name;
use adjutant_site::games::load_revealed_game;
use adjutant_site::labels::format_points;
use adjutant_site::markup::Markup;
use adjutant_site::replay::PlyText;
use salpakan::record::Timeline;
use salpakan::rules::Color;
use salpakan_computer::analysis::{Judgement, Point, Side, Turn};

/// The coordinates of the drawing, which is stretched to the width of its pane.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 100.0;

/// The graph: White's chance by what White knew, by what Black knew, and with both armies.
struct Graph {
    label: String,
    white: String,
    black: String,
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
    luck: String,
    /// The address where one learns from its mistakes; empty if there are none.
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
    text: PlyText,
    own: String,
    truth: String,
}

#[derive(Template)]
#[template(path = "analysis/pane.html")]
struct AnalysisPane {
    texts: Texts,
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

/// Renders the pane of a game; empty for one that cannot be analysed.
pub async fn analysis_pane(visit: &RequestContext, game: &Game) -> PageResult<Markup> {
    if !analyses::is_possible(game) {
        return Ok(Markup::default());
    }
    let own = game.clone();
    let analysis = visit.run_brief(move |app, _| analyses::of_game(app, &own)).await?;
    let texts = visit.texts();
    let timeline = game.stored.timeline();
    let mut pane = AnalysisPane {
        texts,
        id: game.summary.id.to_string(),
        state: "none",
        may_ask: visit.is_signed_in(),
        csrf: if visit.is_signed_in() { visit.form_token() } else { String::new() },
        graph: None,
        sides: Vec::new(),
        marked: Vec::new(),
        thresholds: Judgement::ALL.map(|one| percent(f64::from(one.threshold()))),
        rows: Vec::new(),
        script: "",
    };
    match analysis {
        Analysis::Absent => {}
        Analysis::Failed => pane.state = "failed",
        Analysis::Waiting { first, .. } => {
            pane.state = "waiting";
            pane.script = assets::address("js/replay/analysis.js");
            pane.graph = Some(graph(texts, &first, &[]));
            pane.rows = point_rows(timeline, &first);
        }
        Analysis::Done(whole) => {
            let Whole { turns, points, sides } = &*whole;
            pane.state = "done";
            pane.graph = Some(graph(texts, points, turns));
            pane.rows = point_rows(timeline, points);
            pane.sides = Color::ALL.map(|color| side_row(&pane, color, &sides[color])).into();
            pane.marked =
                turns.iter().filter_map(|turn| marked_move(texts, timeline, turn)).collect();
        }
    }
    Ok(Markup::render(&pane))
}

/// Asks for the analysis of a game.
pub async fn request_analysis(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let game = load_revealed_game(&visit, &path).await?;
    let address = format!("/games/{}#analysis", game.summary.id);
    visit.run_heavy(move |app, actor| analyses::request(app, actor, &game, now_micros())).await?;
    Ok(see_other(&address))
}

/// The chance of White at a point.
fn of_white(point: &Point, chance: f32) -> f64 {
    let chance = f64::from(chance);
    if point.mover == Color::White { chance } else { 1.0 - chance }
}

fn graph(texts: Texts, points: &[Point], turns: &[Turn]) -> Graph {
    let last = points.len().max(2) as f64 - 1.0;
    let x = |ply: u32| f64::from(ply - 1) / last * WIDTH;
    let path = |chances: &mut dyn Iterator<Item = (u32, f64)>| {
        let mut text = String::new();
        for (ply, chance) in chances {
            text.push(if text.is_empty() { 'M' } else { 'L' });
            text.push_str(&format!("{:.0} {:.0}", x(ply), HEIGHT * (1.0 - chance)));
        }
        text
    };
    let own = |color: Color| {
        let own = points.iter().filter(|point| point.mover == color);
        path(&mut own.map(|point| (point.ply, of_white(point, point.chance))))
    };
    let mut ticks = String::new();
    for turn in turns.iter().filter(|turn| turn.judgement() >= Some(Judgement::Mistake)) {
        ticks.push_str(&format!("M{:.0} {HEIGHT:.0}v-10", x(turn.ply)));
    }
    let truth =
        |point: Option<&Point>| percent(point.map_or(0.5, |point| of_white(point, point.truth)));
    let values = [("first", truth(points.first())), ("last", truth(points.last()))];
    Graph {
        label: texts.fill("analysis-graph", &values),
        white: own(Color::White),
        black: own(Color::Black),
        truth: path(&mut points.iter().map(|point| (point.ply, of_white(point, point.truth)))),
        ticks,
    }
}

fn point_rows(timeline: &Timeline, points: &[Point]) -> Vec<PointRow> {
    let row = |(point, ply): (&Point, &salpakan::record::Ply)| PointRow {
        ply: point.ply,
        text: PlyText::from_ply(ply, timeline.ending.is_some() && point.ply == timeline.len()),
        own: percent(of_white(point, point.chance)),
        truth: percent(of_white(point, point.truth)),
    };
    points.iter().zip(&timeline.plies).map(row).collect()
}

fn side_row(pane: &AnalysisPane, color: Color, side: &Side) -> SideRow {
    let counts = [side.inaccuracies, side.mistakes, side.blunders];
    let learn = match counts.iter().sum::<u32>() {
        0 => String::new(),
        _ => format!("/games/{}/learn?side={}", pane.id, color.key()),
    };
    SideRow {
        name: side_name(pane.texts, color),
        accuracy: side.accuracy.map_or_else(|| "–".to_owned(), |one| percent(one / 100.0)),
        counts,
        luck: format_points(side.luck),
        learn,
    }
}

fn marked_move(texts: Texts, timeline: &Timeline, turn: &Turn) -> Option<MarkedMove> {
    let judgement = turn.judgement()?;
    let board = timeline.board_after(turn.ply - 1);
    Some(MarkedMove {
        ply: turn.ply,
        text: move_text(&board, turn.played),
        side: side_name(texts, turn.mover),
        judgement: texts.text(&format!("analysis-{}", judgement_key(judgement))),
        lost: percent(f64::from(turn.loss())),
        best: move_text(&board, turn.best),
        line: line_texts(timeline, turn).join(" "),
        reason: turn.reason.as_ref().map(|one| reason_text(texts, one)).unwrap_or_default(),
    })
}
