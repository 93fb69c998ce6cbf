//! Why a move is better than the one that was played, as a value: one fact that tells the two apart, by what the mover knew.

use salpakan::rules::{Board, Color, Direction, Move, Rank, Square};

use super::luck::Odds;
use crate::world::World;

/// The fact that tells two moves apart best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// After the move that was played an enemy piece can challenge the own Flag; after the better one none can.
    FlagInDanger { by: Square },
    /// The enemy's Flag may reach its goal, with this chance at the next ply; the better move makes that less likely.
    StopsFlag { chance: f32 },
    /// The better move challenges a piece, with these odds.
    Challenge { target: Square, odds: Odds },
    /// The move that was played challenges a piece, with these odds.
    PoorChallenge { target: Square, odds: Odds },
    /// The piece that was moved can be captured where it went, by this enemy piece with this chance.
    IntoDanger { by: Square, chance: f32 },
    /// Another piece stays where it can be captured.
    LeftInDanger { piece: Square, by: Square, chance: f32 },
    /// The better move brings the own Flag nearer to its goal.
    FlagRuns,
    /// No single fact: the line tells.
    Line,
}

/// From this chance on a piece counts as one that beats another.
const LIKELY: f32 = 0.4;

/// Why `best` is better than `played`. `worlds` are those that the mover supposes, `board` is what stands there.
pub(super) fn of(worlds: &[World], best: Move, played: Move, board: &Board) -> Reason {
    let me = board.to_move();
    let (good, bad) = (after(worlds, best), after(worlds, played));
    let flags = [flag_attacker(&good, me), flag_attacker(&bad, me)];
    if let [None, Some(by)] = flags {
        return Reason::FlagInDanger { by };
    }
    let runs = [arrives(&good, me.opponent()), arrives(&bad, me.opponent())];
    if runs[1] > runs[0] + 0.1 {
        return Reason::StopsFlag { chance: runs[1] };
    }
    let better = Odds::of(worlds, best);
    let worse = Odds::of(worlds, played);
    let worth = |odds: Option<Odds>| odds.map_or(0.0, |odds| odds.wins - odds.loses);
    if let Some(odds) = better.filter(|_| worth(better) > worth(worse).max(0.0)) {
        return Reason::Challenge { target: best.to, odds };
    }
    if let Some(odds) = worse.filter(|odds| odds.loses >= LIKELY && odds.loses > odds.wins) {
        return Reason::PoorChallenge { target: played.to, odds };
    }
    if let Some(reason) = danger(&good, &bad, (best, played), me) {
        return reason;
    }
    let is_flag = worlds.first().is_some_and(|world| is_flag(world, best.from));
    if is_flag && best.to.depth(me) > best.from.depth(me) {
        return Reason::FlagRuns;
    }
    Reason::Line
}

fn after(worlds: &[World], mv: Move) -> Vec<World> {
    let mut worlds = worlds.to_vec();
    for world in &mut worlds {
        world.play(mv);
    }
    worlds
}

fn is_flag(world: &World, square: Square) -> bool {
    world.rank_index(square) == Rank::Flag.index()
}

/// An enemy piece beside the own Flag in most worlds. Any piece captures a Flag, and a Flag that challenges the other, too.
fn flag_attacker(worlds: &[World], me: Color) -> Option<Square> {
    let half = worlds.len() / 2;
    let mut counts: Vec<(Square, usize)> = Vec::new();
    for world in worlds.iter().filter(|world| world.winner().is_none()) {
        let flag = world.standing(me).iter().find(|square| is_flag(world, *square));
        let enemies = world.standing(me.opponent());
        let near = flag.map(|flag| flag.neighbours().intersection(enemies));
        for by in near.into_iter().flat_map(|near| near.iter().collect::<Vec<_>>()) {
            match counts.iter_mut().find(|(square, _)| *square == by) {
                Some((_, count)) => *count += 1,
                None => counts.push((by, 1)),
            }
        }
    }
    counts.into_iter().find(|(_, count)| *count > half).map(|(square, _)| square)
}

/// The share of worlds in which the Flag of the side to move can step onto its goal, or wins there already.
fn arrives(worlds: &[World], side: Color) -> f32 {
    let can = |world: &&World| {
        if world.winner().is_some() || world.to_move() != side {
            return world.winner() == Some(side);
        }
        let own = world.standing(side);
        let flag = own.iter().find(|square| is_flag(world, *square));
        flag.is_some_and(|flag| {
            let steps = Direction::ALL.into_iter().filter_map(|direction| flag.step(direction));
            let taken = own.union(world.standing(side.opponent()));
            steps.into_iter().any(|to| to.is_goal_of(side) && !taken.contains(to))
        })
    };
    worlds.iter().filter(can).count() as f32 / worlds.len().max(1) as f32
}

/// An own piece that an enemy piece beside it beats, with the chance of that.
#[derive(Clone, Copy)]
struct Danger {
    piece: Square,
    by: Square,
    chance: f32,
    /// The chance times how much the piece is worth.
    weight: f32,
}

/// The own pieces in danger where the enemy is to move, the worst first.
fn dangers(worlds: &[World], me: Color) -> Vec<Danger> {
    let mut found: Vec<Danger> = Vec::new();
    let one = 1.0 / worlds.len().max(1) as f32;
    for world in worlds.iter().filter(|world| world.winner().is_none()) {
        let enemies = world.standing(me.opponent());
        for piece in world.standing(me).iter() {
            for by in piece.neighbours().intersection(enemies).iter() {
                let verdict = world.clone().play(Move { from: by, to: piece });
                if verdict != Some(salpakan::rules::Verdict::ChallengerWins) {
                    continue;
                }
                let weight = one * worth(world.rank_index(piece));
                match found.iter_mut().find(|danger| danger.piece == piece && danger.by == by) {
                    Some(danger) => {
                        danger.chance += one;
                        danger.weight += weight;
                    }
                    None => found.push(Danger { piece, by, chance: one, weight }),
                }
            }
        }
    }
    found.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    found
}

/// How much a rank is worth beside others: the share of the army that it beats, and a Spy as a high officer.
fn worth(rank: usize) -> f32 {
    const WORTH: [f32; Rank::COUNT] =
        [1.0, 0.9, 0.8, 0.75, 0.7, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.25, 0.9, 2.0];
    WORTH[rank]
}

/// A piece that is in danger after the move that was played and not after the better one.
fn danger(
    good: &[World],
    bad: &[World],
    (best, played): (Move, Move),
    me: Color,
) -> Option<Reason> {
    let safer = dangers(good, me);
    // The same piece elsewhere counts as the same piece.
    let now = |square: Square| if square == best.to { best.from } else { square };
    let left = |danger: &Danger| {
        let piece = if danger.piece == played.to { played.from } else { danger.piece };
        let same = safer.iter().filter(|other| now(other.piece) == piece);
        danger.chance - same.map(|other| other.chance).fold(0.0, f32::max)
    };
    let worst = dangers(bad, me);
    let worst = worst.iter().find(|danger| danger.chance >= LIKELY && left(danger) > 0.2)?;
    let Danger { piece, by, chance, .. } = *worst;
    Some(match piece == played.to {
        true => Reason::IntoDanger { by, chance },
        false => Reason::LeftInDanger { piece, by, chance },
    })
}
