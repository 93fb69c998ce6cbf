//! Programs to measure against: any legal ply, and whatever takes most.

use salpakan_bot::Random;
use three_generals::{Game, Kind, Ply, Turn};

use crate::Candidate;
use crate::game::Player;
use crate::value::worth;

/// Any legal ply, each as likely as the others.
pub struct AnyPly;

impl Player for AnyPly {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<(Ply, Vec<Candidate>)> {
        let plies = game.position().plies();
        let chosen = random.below(plies.len() as u32) as usize;
        plies.get(chosen).map(|ply| (*ply, Vec::new()))
    }
}

/// The ply after which the best next exchange of the enemy leaves most, counted by what pieces are worth; otherwise any.
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<(Ply, Vec<Candidate>)> {
        let position = game.position();
        let mut best = (i32::MIN, None);
        let mut plies = position.plies();
        random.shuffle(&mut plies);
        for ply in plies {
            let mut after = position.clone();
            after.play_known(ply);
            let answer = after.plies().into_iter().map(|answer| taken(&after, answer)).max();
            // Who has no answer has lost.
            let left = answer.map_or(i32::MAX, |answer| taken(position, ply) - answer);
            if left > best.0 {
                best = (left, Some(ply));
            }
        }
        best.1.map(|ply| (ply, Vec::new()))
    }
}

/// What a ply takes or brings back.
fn taken(position: &three_generals::Position, ply: Ply) -> i32 {
    let at = |square| position.at(square).map_or(0, |piece| worth(piece.kind()));
    match ply {
        Ply::Drop { .. } => 0,
        Ply::Shot { to, .. } => at(to),
        Ply::Move { to, captures, turn, .. } => {
            let brought = match turn {
                Turn::Return(general, _) => worth(Kind::General(general)),
                _ => 0,
            };
            brought + if captures { at(to) } else { 0 }
        }
    }
}
