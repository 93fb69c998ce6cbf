//! Computer analyses as text: moves, lines and keys, for pages and the API.

use salpakan::record::Timeline;
use salpakan::rules::{Board, Move, Verdict};
use salpakan_computer::analysis::{Judgement, Odds, Reason, Turn};

use crate::i18n::Texts;
use crate::replay::square_name;

/// A move as records write it before the arbiter's answer: `e3-e4`, or `e3xe4` for a challenge.
pub fn move_text(board: &Board, mv: Move) -> String {
    let sign = if board.is_challenge(mv) { 'x' } else { '-' };
    format!("{}{sign}{}", square_name(mv.from), square_name(mv.to))
}

/// The line of a turn, ply by ply, with the verdicts that the search supposed most.
pub fn line_texts(timeline: &Timeline, turn: &Turn) -> Vec<String> {
    let mut board = timeline.board_after(turn.ply - 1);
    let mut texts = Vec::with_capacity(turn.line.len());
    for step in &turn.line {
        let mut text = move_text(&board, step.mv);
        let is_open = board.is_challenge(step.mv) && step.verdict.is_none();
        text.extend(step.verdict.map(Verdict::symbol));
        texts.push(text);
        if is_open {
            break;
        }
        board.apply(step.mv, step.verdict);
    }
    texts
}

/// The key of a judgement in JSON and in the catalogues.
pub const fn judgement_key(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "inaccuracy",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}

/// The key of a reason in JSON and in the catalogues.
pub const fn reason_key(reason: &Reason) -> &'static str {
    match reason {
        Reason::FlagInDanger { .. } => "flag-in-danger",
        Reason::StopsFlag { .. } => "stops-flag",
        Reason::Challenge { .. } => "challenge",
        Reason::PoorChallenge { .. } => "poor-challenge",
        Reason::IntoDanger { .. } => "into-danger",
        Reason::LeftInDanger { .. } => "left-in-danger",
        Reason::FlagRuns => "flag-runs",
        Reason::Line => "line",
    }
}

/// A chance or an accuracy in whole percent.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Why a move is better, in a sentence.
pub fn reason_text(texts: Texts, reason: &Reason) -> String {
    let (mut enemy, mut piece, mut chance, mut odds) = ("", "", 0.0, Odds::default());
    match *reason {
        Reason::FlagInDanger { by } => enemy = square_name(by),
        Reason::StopsFlag { chance: found } => chance = found,
        Reason::Challenge { target, odds: found }
        | Reason::PoorChallenge { target, odds: found } => {
            (enemy, odds) = (square_name(target), found);
        }
        Reason::IntoDanger { by, chance: found } => (enemy, chance) = (square_name(by), found),
        Reason::LeftInDanger { piece: own, by, chance: found } => {
            (piece, enemy, chance) = (square_name(own), square_name(by), found);
        }
        Reason::FlagRuns | Reason::Line => {}
    }
    let values = [
        ("enemy", enemy.to_owned()),
        ("piece", piece.to_owned()),
        ("chance", percent(f64::from(chance))),
        ("wins", percent(f64::from(odds.wins))),
        ("loses", percent(f64::from(odds.loses))),
    ];
    texts.fill(&format!("analysis-reason-{}", reason_key(reason)), &values)
}
