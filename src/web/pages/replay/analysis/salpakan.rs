//! The computer analysis of a game of Salpakan: every decision by what its player knew, beside what both armies tell.

use crate::web::prelude::*;
use adjutant_service::analyses::{self, Analysis, Whole};
use adjutant_service::games::Game;
use adjutant_site::analysis_text::{judgement_key, line_texts, move_text, percent, reason_text};
use adjutant_site::board::side_name;
use adjutant_site::labels::format_points;
use adjutant_site::markup::Markup;
use adjutant_site::replay::PlyText;
use salpakan::record::Timeline;
use salpakan::rules::Color;
use salpakan_computer::analysis::{Judgement, Point, Side, Turn};

use super::{AnalysisPane, Graph, MarkedMove, PointRow, SideRow, graph_path, learn_link, ticks};

/// Renders the pane of a game; empty for one that cannot be analysed.
pub async fn analysis_pane(visit: &RequestContext, game: &Game) -> PageResult<Markup> {
    if !analyses::is_possible(game) {
        return Ok(Markup::default());
    }
    let own = game.clone();
    let analysis = visit.run_brief(move |app, _| analyses::of_game(app, &own)).await?;
    let texts = visit.texts();
    let timeline = game.stored.timeline();
    let mut pane = AnalysisPane::new(visit, &game.summary, true);
    match analysis {
        Analysis::Absent => {}
        Analysis::Failed => pane.state = "failed",
        Analysis::Waiting { first, .. } => {
            pane.wait();
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

/// The chance of White at a point.
fn of_white(point: &Point, chance: f32) -> f64 {
    let chance = f64::from(chance);
    if point.mover == Color::White { chance } else { 1.0 - chance }
}

fn graph(texts: Texts, points: &[Point], turns: &[Turn]) -> Graph {
    let count = points.len();
    let own = |color: Color| {
        let own = points.iter().filter(|point| point.mover == color);
        graph_path(count, own.map(|point| (point.ply, of_white(point, point.chance))))
    };
    let marked = turns.iter().filter(|turn| turn.judgement() >= Some(Judgement::Mistake));
    let truth =
        |point: Option<&Point>| percent(point.map_or(0.5, |point| of_white(point, point.truth)));
    let values = [("first", truth(points.first())), ("last", truth(points.last()))];
    let both = points.iter().map(|point| (point.ply, of_white(point, point.truth)));
    Graph {
        label: texts.fill("analysis-graph", &values),
        own: Some([own(Color::White), own(Color::Black)]),
        truth: graph_path(count, both),
        ticks: ticks(count, marked.map(|turn| turn.ply)),
    }
}

fn point_rows(timeline: &Timeline, points: &[Point]) -> Vec<PointRow> {
    let row = |(point, ply): (&Point, &salpakan::record::Ply)| PointRow {
        ply: point.ply,
        text: PlyText::from_ply(ply, timeline.ending.is_some() && point.ply == timeline.len())
            .as_str()
            .to_owned(),
        own: Some(percent(of_white(point, point.chance))),
        truth: percent(of_white(point, point.truth)),
    };
    points.iter().zip(&timeline.plies).map(row).collect()
}

fn side_row(pane: &AnalysisPane, color: Color, side: &Side) -> SideRow {
    let counts = [side.inaccuracies, side.mistakes, side.blunders];
    SideRow {
        name: side_name(pane.texts, color),
        accuracy: side.accuracy.map_or_else(|| "–".to_owned(), |one| percent(one / 100.0)),
        counts,
        luck: Some(format_points(side.luck)),
        learn: learn_link(pane, color, counts),
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
