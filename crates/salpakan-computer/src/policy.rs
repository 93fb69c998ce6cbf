//! What a player is likely to do: a softmax over the legal moves, from what the mover alone knows.
//!
//! Each move is a handful of features, each with a learned weight; none of them is an enemy rank. The same weights stand for
//! the opponent in the search, for the moves that the search looks at first, and for what a move tells of the piece that made it.

use salpakan::rules::{Color, Move, Rank, SQUARES, Square, Squares};

use crate::world::World;

/// The number of features of a move, at most.
pub const MOST: usize = 14;

/// Kinds of an enemy piece, by what the mover has seen of it.
const KINDS: usize = 18;
const STEP: usize = 0;
const CHALLENGE: usize = STEP + Rank::COUNT * 3 * 8;
const DANGER: usize = CHALLENGE + Rank::COUNT * KINDS;
const LEAVES: usize = DANGER + Rank::COUNT * KINDS;
const TARGET_ROW: usize = LEAVES + Rank::COUNT * KINDS;
const SHOWN: usize = TARGET_ROW + Rank::COUNT * 8;
const SUPPORT: usize = SHOWN + 3 * 2 * 3 * 2;
const CHASES: usize = SUPPORT + 4 * 3;
const ESCAPES: usize = CHASES + Rank::COUNT * 2;
const RUNS: usize = ESCAPES + Rank::COUNT * 2;
const NEARS: usize = RUNS + 4 * 3 * 8;
const UNDOES: usize = NEARS + Rank::COUNT * 3 * 2;
const GUARDS: usize = UNDOES + 2;
const FILE: usize = GUARDS + Rank::COUNT * 3;
/// The number of weights.
pub const SIZE: usize = FILE + Rank::COUNT * 5;

/// The features of one move.
#[derive(Clone, Copy)]
pub struct Features {
    list: [u16; MOST],
    len: u8,
}

impl Features {
    fn push(&mut self, feature: usize) {
        debug_assert!(feature < SIZE);
        self.list[usize::from(self.len)] = feature as u16;
        self.len += 1;
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.list[..usize::from(self.len)].iter().map(|feature| usize::from(*feature))
    }
}

/// What the features of all moves of a position have in common.
pub struct Outlook<'a> {
    world: &'a World,
    me: Color,
    own: Squares,
    enemies: Squares,
    /// The distance to the nearest enemy, by square.
    distance: [u8; SQUARES],
    /// Where the own Flag is in danger: within three steps of it stands an enemy.
    flag: Option<Square>,
    is_flag_near: bool,
}

impl<'a> Outlook<'a> {
    pub fn new(world: &'a World) -> Outlook<'a> {
        let me = world.to_move();
        let (own, enemies) = (world.standing(me), world.standing(me.opponent()));
        let mut distance = [9; SQUARES];
        let (mut ring, mut all) = (enemies, enemies);
        for step in 0..9 {
            for square in ring.iter() {
                distance[square.index()] = step;
            }
            let next = grow(all);
            ring = next.without(all);
            all = next;
        }
        let flag = own.iter().find(|square| world.rank_index(*square) == Rank::Flag.index());
        let is_flag_near = flag.is_some_and(|flag| distance[flag.index()] <= 3);
        Outlook { world, me, own, enemies, distance, flag, is_flag_near }
    }

    /// What the mover has seen of an enemy piece: unmoved, moved, or whom of his it has captured.
    fn kind(&self, square: Square) -> usize {
        match (self.world.beaten(square), self.world.has_moved(square)) {
            (0, false) => 1,
            (0, true) => 2,
            (beaten, _) => 2 + usize::from(beaten),
        }
    }

    /// The most dangerous enemy beside a square: of those that have captured, the one that took the highest.
    fn danger(&self, square: Square) -> usize {
        let near = square.neighbours().intersection(self.enemies);
        let order = |kind: usize| if kind > 2 { 100 - kind } else { kind };
        near.iter().map(|enemy| self.kind(enemy)).max_by_key(|kind| order(*kind)).unwrap_or(0)
    }

    /// The features of a legal move.
    pub fn features(&self, m: Move) -> Features {
        self.features_as(m, self.world.rank_index(m.from))
    }

    /// The same if the moving piece had the rank with this index.
    pub fn features_as(&self, m: Move, rank: usize) -> Features {
        let mut found = Features { list: [0; MOST], len: 0 };
        let (before, after) = (m.from.depth(self.me), m.to.depth(self.me));
        let direction = match after.cmp(&before) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        };
        let row = usize::from(before);
        found.push(STEP + (rank * 3 + direction) * 8 + row);
        let challenges = self.enemies.contains(m.to);
        let danger = self.danger(m.to);
        if challenges {
            found.push(CHALLENGE + rank * KINDS + self.kind(m.to));
            found.push(TARGET_ROW + rank * 8 + usize::from(after));
        } else {
            found.push(DANGER + rank * KINDS + danger);
        }
        found.push(LEAVES + rank * KINDS + self.danger(m.from));
        let wins = usize::from(self.world.wins(m.from).min(2));
        let moved = usize::from(self.world.has_moved(m.from));
        found.push(SHOWN + ((wins * 2 + moved) * 3 + direction) * 2 + usize::from(challenges));
        let friends = m.to.neighbours().intersection(self.own).len().saturating_sub(1).min(3);
        let contact = if challenges { 2 } else { usize::from(danger > 0) };
        found.push(SUPPORT + friends as usize * 3 + contact);
        let (last, was_challenge) = self.world.last();
        if let Some(last) = last {
            let loud = usize::from(was_challenge);
            if m.to == last.to {
                found.push(CHASES + rank * 2 + loud);
            } else if m.from.is_next_to(last.to) {
                found.push(ESCAPES + rank * 2 + loud);
            }
        }
        if rank == Rank::Flag.index() {
            found.push(RUNS + (self.blockers(m) * 3 + direction) * 8 + row);
        } else {
            let (from, to) = (self.distance[m.from.index()], self.distance[m.to.index()]);
            let change = if to < from { 0 } else { usize::from(to > from) + 1 };
            found.push(NEARS + (rank * 3 + change) * 2 + usize::from(from > 3));
        }
        if let Some(own) = self.world.own_last()
            && own.from == m.to
            && own.to == m.from
        {
            found.push(UNDOES + usize::from(challenges));
        }
        if let Some(flag) = self.flag.filter(|flag| self.is_flag_near && *flag != m.from) {
            let (from, to) = (steps(flag, m.from), steps(flag, m.to));
            if from.min(to) <= 3 {
                let change = if to < from { 0 } else { usize::from(to > from) + 1 };
                found.push(GUARDS + rank * 3 + change);
            }
        }
        let file = usize::from(m.to.file().min(8 - m.to.file()));
        found.push(FILE + rank * 5 + file);
        found
    }

    /// How many enemies stand where they could stop a Flag that goes ahead from the move's target.
    fn blockers(&self, m: Move) -> usize {
        let depth = m.to.depth(self.me);
        let ahead = self.enemies.iter().filter(|square| {
            let rows = i32::from(square.depth(self.me)) - i32::from(depth);
            let files = (i32::from(square.file()) - i32::from(m.to.file())).abs();
            rows >= 0 && files <= rows + 1
        });
        ahead.count().min(3)
    }
}

/// The squares of a set and those one step away.
fn grow(set: Squares) -> Squares {
    set.iter().fold(set, |all, square| all.union(square.neighbours()))
}

fn steps(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()) + one.row().abs_diff(other.row())
}

/// The learned weights.
#[derive(Clone)]
pub struct Policy(pub Vec<f32>);

impl Policy {
    /// Every move alike.
    pub fn uniform() -> Policy {
        Policy(vec![0.0; SIZE])
    }

    pub fn score(&self, features: &Features) -> f32 {
        features.iter().map(|feature| self.0[feature]).sum()
    }

    /// The probability of each move of the side to move, sharper with a lower `temperature`.
    pub fn probabilities(
        &self,
        world: &World,
        moves: &[Move],
        temperature: f32,
        into: &mut Vec<f32>,
    ) {
        let outlook = Outlook::new(world);
        into.clear();
        into.extend(moves.iter().map(|m| self.score(&outlook.features(*m)) / temperature));
        softmax(into);
    }
}

/// Turns scores into probabilities.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        total += *score;
    }
    for score in scores {
        *score /= total;
    }
}
