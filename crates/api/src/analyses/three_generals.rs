//! Analyses of games of Three Generals: nothing was hidden from the players, so what they knew is the truth.

use adjutant_site::analysis_text::judgement_key;
use three_generals::{Kind, Ply};
use three_generals_computer::analysis::{Point, Reason, Side, Turn};

use super::{
    AnalysisPlyItem, AnalysisPointItem, AnalysisReasonItem, AnalysisSideItem, round_to, share,
};

pub(super) fn point(point: &Point) -> AnalysisPointItem {
    let chance = share(point.chance);
    AnalysisPointItem { ply: point.ply, color: point.mover.key(), own: chance, truth: chance }
}

pub(super) fn side(side: &Side) -> AnalysisSideItem {
    AnalysisSideItem {
        accuracy: side.accuracy.map(|accuracy| round_to(2, accuracy)),
        mean_loss: round_to(4, side.mean_loss),
        inaccuracies: side.inaccuracies,
        mistakes: side.mistakes,
        blunders: side.blunders,
        luck: 0.0,
    }
}

pub(super) fn ply(turn: &Turn) -> AnalysisPlyItem {
    AnalysisPlyItem {
        ply: turn.ply,
        color: turn.mover.key(),
        chance: share(turn.chance),
        after: share(turn.after),
        judgement: turn.judgement().map(judgement_key),
        best: turn.best.to_string(),
        line: turn.line.iter().map(Ply::to_string).collect(),
        reason: turn.reason.map(reason),
        luck: None,
    }
}

fn reason(reason: Reason) -> AnalysisReasonItem {
    AnalysisReasonItem {
        kind: reason.key(),
        enemy: None,
        piece: None,
        chance: None,
        odds: None,
        about: reason.piece().map(Kind::letter),
    }
}
