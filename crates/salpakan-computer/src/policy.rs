//! What a player is likely to do: a softmax over the legal moves, from what the mover alone knows.
//!
//! Each move is a handful of features, each with a learned weight; none of them is an enemy rank. The same weights stand for
//! the opponent in the search, for the moves that the search looks at first, and for what a move tells of the piece that made it.

use salpakan::rules::{Color, FILES, Move, Rank, SQUARES, Square, Squares};

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
    enemies: Squares,
    /// By square, the steps to the nearest enemy; 9 for more than eight.
    distances: [u8; SQUARES],
    /// By square, the kind of the most dangerous enemy beside it: of those that have captured, the one that took the highest; 0
    /// for none.
    dangers: [u8; SQUARES],
    /// By square, how many own pieces stand beside it.
    friends: [u8; SQUARES],
    /// Where the own Flag is in danger: within three steps of it stands an enemy.
    flag: Option<Square>,
    is_flag_near: bool,
}

impl<'a> Outlook<'a> {
    pub fn new(world: &'a World) -> Outlook<'a> {
        let me = world.to_move();
        let (own, enemies) = (world.standing(me), world.standing(me.opponent()));
        let flag = own.iter().find(|square| world.rank_index(*square) == Rank::Flag.index());
        let mut outlook = Outlook {
            world,
            me,
            enemies,
            distances: distances(enemies),
            dangers: [0; SQUARES],
            friends: [0; SQUARES],
            flag,
            is_flag_near: false,
        };
        outlook.is_flag_near = flag.is_some_and(|flag| outlook.distances[flag.index()] <= 3);
        outlook.look_around(own);
        outlook
    }

    /// What the mover has seen of an enemy piece: unmoved, moved, or whom of his it has captured.
    #[inline]
    fn kind(&self, square: Square) -> usize {
        match (self.world.beaten(square), self.world.has_moved(square)) {
            (0, false) => 1,
            (0, true) => 2,
            (beaten, _) => 2 + usize::from(beaten),
        }
    }

    fn look_around(&mut self, own: Squares) {
        let order = |kind: u8| if kind > 2 { 100 - kind } else { kind };
        for enemy in self.enemies.iter() {
            let kind = self.kind(enemy) as u8;
            for square in enemy.neighbours().iter() {
                let danger = &mut self.dangers[square.index()];
                if order(kind) > order(*danger) {
                    *danger = kind;
                }
            }
        }
        for friend in own.iter() {
            for square in friend.neighbours().iter() {
                self.friends[square.index()] += 1;
            }
        }
    }

    /// The features of a legal move.
    pub fn features(&self, m: Move) -> Features {
        self.look(m).features(self, self.world.rank_index(m.from))
    }

    /// What a policy gives a legal move, as a logarithm up to what all moves have in common.
    #[inline]
    pub(crate) fn score(&self, policy: &Policy, m: Move) -> f32 {
        self.look(m).score(self, policy, self.world.rank_index(m.from))
    }

    /// What of a move does not depend on the rank of the moving piece.
    pub(crate) fn look(&self, m: Move) -> Look {
        let (before, after) = (m.from.depth(self.me), m.to.depth(self.me));
        let direction = match after.cmp(&before) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 2,
        };
        let challenges = self.enemies.contains(m.to);
        let danger = usize::from(self.dangers[m.to.index()]);
        let wins = usize::from(self.world.wins(m.from).min(2));
        let moved = usize::from(self.world.has_moved(m.from));
        let friends = usize::from(self.friends[m.to.index()]).saturating_sub(1).min(3);
        let contact = if challenges { 2 } else { usize::from(danger > 0) };
        let (last, was_challenge) = self.world.last();
        let answers = last.and_then(|last| {
            let place = if m.to == last.to { Some(CHASES) } else { None };
            place.or(m.from.is_next_to(last.to).then_some(ESCAPES))
        });
        let distance = |square: Square| usize::from(self.distances[square.index()]);
        let (from, to) = (distance(m.from), distance(m.to));
        let undoes = self.world.own_last().filter(|own| own.from == m.to && own.to == m.from);
        let guards = self.flag.filter(|flag| self.is_flag_near && *flag != m.from);
        let guards = guards.and_then(|flag| {
            let (from, to) = (steps(flag, m.from), steps(flag, m.to));
            (from.min(to) <= 3).then_some(change(from.into(), to.into()))
        });
        Look {
            m,
            row: usize::from(before),
            target_row: usize::from(after),
            direction,
            kind: challenges.then(|| self.kind(m.to)),
            danger,
            left: usize::from(self.dangers[m.from.index()]),
            shown: SHOWN + ((wins * 2 + moved) * 3 + direction) * 2 + usize::from(challenges),
            support: SUPPORT + friends * 3 + contact,
            answers: answers.map(|place| place + usize::from(was_challenge)),
            nears: change(from, to) * 2 + usize::from(from > 3),
            undoes: undoes.map(|_| UNDOES + usize::from(challenges)),
            guards,
            file: usize::from(m.to.file().min(8 - m.to.file())),
        }
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

/// What of a move does not depend on the rank of the moving piece: features, and places among those of a rank.
pub(crate) struct Look {
    m: Move,
    row: usize,
    target_row: usize,
    direction: usize,
    /// Of the piece that is challenged.
    kind: Option<usize>,
    danger: usize,
    left: usize,
    shown: usize,
    support: usize,
    answers: Option<usize>,
    nears: usize,
    undoes: Option<usize>,
    guards: Option<usize>,
    file: usize,
}

impl Look {
    /// The features if the moving piece has the rank with this index.
    fn features(&self, outlook: &Outlook, rank: usize) -> Features {
        let mut found = Features { list: [0; MOST], len: 0 };
        self.each(outlook, rank, |feature| found.push(feature));
        found
    }

    /// What a policy gives the move then, as a logarithm up to what all moves have in common.
    #[inline]
    pub(crate) fn score(&self, outlook: &Outlook, policy: &Policy, rank: usize) -> f32 {
        let mut sum = 0.0;
        self.each(outlook, rank, |feature| sum += policy.0[feature]);
        sum
    }

    #[inline]
    fn each(&self, outlook: &Outlook, rank: usize, mut found: impl FnMut(usize)) {
        let direction = self.direction;
        found(STEP + (rank * 3 + direction) * 8 + self.row);
        if let Some(kind) = self.kind {
            found(CHALLENGE + rank * KINDS + kind);
            found(TARGET_ROW + rank * 8 + self.target_row);
        } else {
            found(DANGER + rank * KINDS + self.danger);
        }
        found(LEAVES + rank * KINDS + self.left);
        found(self.shown);
        found(self.support);
        if let Some(place) = self.answers {
            found(place + rank * 2);
        }
        if rank == Rank::Flag.index() {
            let blockers = outlook.blockers(self.m);
            found(RUNS + (blockers * 3 + direction) * 8 + self.row);
        } else {
            found(NEARS + rank * 6 + self.nears);
        }
        if let Some(feature) = self.undoes {
            found(feature);
        }
        if let Some(change) = self.guards {
            found(GUARDS + rank * 3 + change);
        }
        found(FILE + rank * 5 + self.file);
    }
}

/// Nearer, equal or farther.
fn change(from: usize, to: usize) -> usize {
    if to < from { 0 } else { usize::from(to > from) + 1 }
}

/// By square, the steps to the nearest of these squares; 9 for more than eight.
fn distances(squares: Squares) -> [u8; SQUARES] {
    let mut distances = [9; SQUARES];
    let mut within = Squares::EMPTY;
    let mut next = squares;
    for steps in 0..9 {
        let new = next.without(within);
        if new.is_empty() {
            break;
        }
        for square in new.iter() {
            distances[square.index()] = steps;
        }
        (within, next) = (next, grow(next));
    }
    distances
}

/// The squares of a set and those one step away.
fn grow(set: Squares) -> Squares {
    const WIDTH: usize = FILES as usize;
    let column = |file: usize| (0..8).fold(0, |all, row| all | 1_u128 << (row * WIDTH + file));
    let (bits, first, last) = (set.bits(), column(0), column(WIDTH - 1));
    let sideways = (bits & !last) << 1 | (bits & !first) >> 1;
    Squares::from_bits(bits | bits << WIDTH | bits >> WIDTH | sideways)
}

pub(crate) fn steps(one: Square, other: Square) -> u8 {
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
        into.extend(moves.iter().map(|m| outlook.score(self, *m) / temperature));
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
