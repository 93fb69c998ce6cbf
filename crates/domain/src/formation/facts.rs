//! The index in columns, so that what is compared is adjacent in memory.

use salpakan::rules::{ByColor, Color, Outcome};

use super::set_up::{BYTES, SetUp};

/// The range of game numbers that a segment covers.
pub const GAMES: i32 = 1 << 16;

/// What is known of a revealed game apart from its set-ups. Numbers are those of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    pub number: i32,
    pub players: ByColor<i32>,
    /// In points before the game if it is rated, otherwise 0.
    pub ratings: ByColor<u16>,
    /// Days since 1970-01-01; `i32::MIN` if unknown.
    pub day: i32,
    pub event: i32,
    /// The owner: 0 for the site, otherwise an organisation's number.
    pub owner: i32,
    /// The pool in which the game is rated, or -1.
    pub pool: i16,
    pub outcome: Outcome,
}

/// The bits of `marks`.
const OUTCOME: u8 = 3;
const MIRRORED: [u8; 2] = [4, 8];

/// The revealed games among [`GAMES`] consecutive numbers, ascending. 59 bytes per game.
#[derive(Default)]
pub struct Segment {
    pub(super) numbers: Box<[i32]>,
    /// White's and Black's set-up, folded; all zeros if unknown.
    pub(super) set_ups: Box<[[[u8; BYTES]; 2]]>,
    pub(super) players: Box<[[i32; 2]]>,
    pub(super) ratings: Box<[[u16; 2]]>,
    pub(super) days: Box<[i32]>,
    pub(super) events: Box<[i32]>,
    pub(super) owners: Box<[i32]>,
    pub(super) pools: Box<[i16]>,
    /// The outcome, and which of the set-ups were mirrored.
    pub(super) marks: Box<[u8]>,
}

/// One side of a game of a segment.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// The index of the game in its segment.
    pub at: usize,
    /// 0 for White, 1 for Black.
    pub color: usize,
    pub folded: SetUp,
    pub mirrored: bool,
    /// 0 for a loss, 1 for a draw, 2 for a win.
    pub score: usize,
    pub rating: u16,
}

impl Segment {
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The size of the columns in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.numbers)
            + size_of_val(&*self.set_ups)
            + size_of_val(&*self.players)
            + size_of_val(&*self.ratings)
            + size_of_val(&*self.days)
            + size_of_val(&*self.events)
            + size_of_val(&*self.owners)
            + size_of_val(&*self.pools)
            + size_of_val(&*self.marks)
    }

    /// The facts of the game at this index.
    pub fn facts(&self, at: usize) -> Facts {
        let ([white, black], [its_white, its_black]) = (self.players[at], self.ratings[at]);
        Facts {
            number: self.numbers[at],
            players: ByColor::new(white, black),
            ratings: ByColor::new(its_white, its_black),
            day: self.days[at],
            event: self.events[at],
            owner: self.owners[at],
            pool: self.pools[at],
            outcome: outcome(self.marks[at]),
        }
    }

    /// Both set-ups of the game at this index, as they were deployed.
    pub fn set_ups(&self, at: usize) -> ByColor<Option<SetUp>> {
        let own = |color: usize| {
            let folded = SetUp::from_bytes(&self.set_ups[at][color])?;
            Some(if self.marks[at] & MIRRORED[color] == 0 { folded } else { folded.mirrored() })
        };
        ByColor::new(own(0), own(1))
    }

    /// The index of the game with this number.
    pub fn find(&self, number: i32) -> Option<usize> {
        self.numbers.binary_search(&number).ok()
    }

    /// One side of a game, if its set-up is known.
    pub(super) fn side(&self, at: usize, color: usize) -> Option<Side> {
        let folded = SetUp::from_bytes(&self.set_ups[at][color])?;
        let mark = self.marks[at];
        let score = match mark & OUTCOME {
            2 => 1,
            winner if usize::from(winner) == color => 2,
            _ => 0,
        };
        let (mirrored, rating) = (mark & MIRRORED[color] != 0, self.ratings[at][color]);
        Some(Side { at, color, folded, mirrored, score, rating })
    }
}

fn outcome(mark: u8) -> Outcome {
    match mark & OUTCOME {
        0 => Outcome::Win(Color::White),
        1 => Outcome::Win(Color::Black),
        _ => Outcome::Draw,
    }
}

/// Builds a segment from games in the order of their numbers.
#[derive(Default)]
pub struct SegmentBuilder {
    games: Vec<(Facts, ByColor<Option<SetUp>>)>,
}

impl SegmentBuilder {
    /// Adds a game, whose number must be higher than those before.
    pub fn push(&mut self, facts: Facts, set_ups: ByColor<Option<SetUp>>) {
        self.games.push((facts, set_ups));
    }

    /// Builds the segment; its columns have no spare capacity.
    pub fn finish(self) -> Segment {
        let games = &self.games;
        let folded = |set_up: Option<SetUp>| set_up.map(SetUp::folded);
        let bytes = |set_up: Option<SetUp>| SetUp::to_bytes(folded(set_up).map(|(own, _)| own));
        let mark = |(facts, set_ups): &(Facts, ByColor<Option<SetUp>>)| {
            let won = match facts.outcome {
                Outcome::Win(color) => color as u8,
                Outcome::Draw => 2,
            };
            let turned = |set_up: Option<SetUp>| folded(set_up).is_some_and(|(_, turned)| turned);
            let mut mark = won;
            for (bit, set_up) in MIRRORED.into_iter().zip([set_ups.white, set_ups.black]) {
                mark |= if turned(set_up) { bit } else { 0 };
            }
            mark
        };
        Segment {
            numbers: games.iter().map(|(facts, _)| facts.number).collect(),
            set_ups: games.iter().map(|(_, own)| [bytes(own.white), bytes(own.black)]).collect(),
            players: games.iter().map(|(facts, _)| pair(facts.players)).collect(),
            ratings: games.iter().map(|(facts, _)| pair(facts.ratings)).collect(),
            days: games.iter().map(|(facts, _)| facts.day).collect(),
            events: games.iter().map(|(facts, _)| facts.event).collect(),
            owners: games.iter().map(|(facts, _)| facts.owner).collect(),
            pools: games.iter().map(|(facts, _)| facts.pool).collect(),
            marks: games.iter().map(mark).collect(),
        }
    }
}

fn pair<T: Copy>(both: ByColor<T>) -> [T; 2] {
    [both.white, both.black]
}
