//! Perft: counts of move paths, for comparing rules engines.

use super::{Arbiter, Board, ByColor, Color, Deployment, Move, RuleSet};

/// The number of sequences of exactly `depth` plies from these deployments. Paths that end earlier
/// by rule do not count.
pub fn perft(rules: &RuleSet, armies: ByColor<&Deployment>, first: Color, depth: u32) -> u64 {
    let board = Board::new(armies.map(Deployment::squares), first);
    count(&board, &Arbiter::new(rules, armies, first), depth)
}

fn count(board: &Board, arbiter: &Arbiter, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if arbiter.is_over() => 0,
        1 => u64::from(board.move_count()),
        _ => board.moves().map(|m| count_after(board, arbiter, m, depth)).sum(),
    }
}

fn count_after(board: &Board, arbiter: &Arbiter, m: Move, depth: u32) -> u64 {
    let (mut board, mut arbiter) = (board.clone(), arbiter.clone());
    match arbiter.play(m) {
        Ok(announcement) => {
            board.apply(m, announcement.verdict);
            count(&board, &arbiter, depth - 1)
        }
        Err(_) => 0,
    }
}
