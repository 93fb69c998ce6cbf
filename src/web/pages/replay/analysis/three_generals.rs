//! The computer analysis of a game of Three Generals, in which both players saw everything.

use crate::web::prelude::*;
use adjutant_service::analyses::{self, Analysis, ThreeGeneralsWhole};
use adjutant_service::games::Game;
use adjutant_site::analysis_text::{judgement_key, percent};
use adjutant_site::board::side_name;
use adjutant_site::markup::Markup;
use adjutant_site::three_generals::reason_text;
use salpakan::rules::Color;
use salpakan_computer::analysis::Judgement;
use three_generals::Ply;
use three_generals::record::{Record, Timeline};
use three_generals_computer::analysis::{Point, Side, Turn};

use super::{AnalysisPane, Graph, MarkedMove, PointRow, SideRow, graph_path, learn_link, ticks};

/// Renders the pane of a game; empty for one that cannot be analysed.
pub async fn analysis_pane(visit: &RequestContext, game: &Game<Record>) -> PageResult<Markup> {
    if !analyses::has_plies(&game.summary) {
        return Ok(Markup::default());
    }
    let own = game.clone();
    let analysis = visit.run_brief(move |app, _| analyses::of_three_generals(app, &own)).await?;
    let texts = visit.texts();
    let timeline = &game.stored.timeline;
    let mut pane = AnalysisPane::new(visit, &game.summary, false);
    match analysis {
        Analysis::Absent => {}
        Analysis::Failed => pane.state = "failed",
        Analysis::Waiting { first, .. } => {
            pane.wait();
            pane.graph = Some(graph(texts, &first, &[]));
            pane.rows = point_rows(timeline, &first);
        }
        Analysis::Done(whole) => {
            let ThreeGeneralsWhole { turns, points, sides } = &*whole;
            pane.state = "done";
            pane.graph = Some(graph(texts, points, turns));
            pane.rows = point_rows(timeline, points);
            pane.sides = Color::ALL.map(|color| side_row(&pane, color, &sides[color])).into();
            pane.marked = turns.iter().filter_map(|turn| marked_move(texts, turn)).collect();
        }
    }
    Ok(Markup::render(&pane))
}

fn of_white(point: &Point) -> f64 {
    let chance = f64::from(point.chance);
    if point.mover == Color::White { chance } else { 1.0 - chance }
}

fn graph(texts: Texts, points: &[Point], turns: &[Turn]) -> Graph {
    let count = points.len();
    let marked = turns.iter().filter(|turn| turn.judgement() >= Some(Judgement::Mistake));
    let chance = |point: Option<&Point>| percent(point.map_or(0.5, of_white));
    let values = [("first", chance(points.first())), ("last", chance(points.last()))];
    Graph {
        label: texts.fill("analysis-graph-open", &values),
        own: None,
        truth: graph_path(count, points.iter().map(|point| (point.ply, of_white(point)))),
        ticks: ticks(count, marked.map(|turn| turn.ply)),
    }
}

fn point_rows(timeline: &Timeline, points: &[Point]) -> Vec<PointRow> {
    let plies = timeline.plies.iter();
    let row = |(point, timed): (&Point, &three_generals::record::TimedPly)| PointRow {
        ply: point.ply,
        text: timed.ply.to_string(),
        own: None,
        truth: percent(of_white(point)),
    };
    points.iter().zip(plies).map(row).collect()
}

fn side_row(pane: &AnalysisPane, color: Color, side: &Side) -> SideRow {
    let counts = [side.inaccuracies, side.mistakes, side.blunders];
    SideRow {
        name: side_name(pane.texts, color),
        accuracy: side.accuracy.map_or_else(|| "–".to_owned(), |one| percent(one / 100.0)),
        counts,
        luck: None,
        learn: learn_link(pane, color, counts),
    }
}

fn marked_move(texts: Texts, turn: &Turn) -> Option<MarkedMove> {
    let judgement = turn.judgement()?;
    let line: Vec<String> = turn.line.iter().map(Ply::to_string).collect();
    Some(MarkedMove {
        ply: turn.ply,
        text: turn.played.to_string(),
        side: side_name(texts, turn.mover),
        judgement: texts.text(&format!("analysis-{}", judgement_key(judgement))),
        lost: percent(f64::from(turn.loss())),
        best: turn.best.to_string(),
        line: line.join(" "),
        reason: turn.reason.map(|reason| reason_text(texts, reason)).unwrap_or_default(),
    })
}
