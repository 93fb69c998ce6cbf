//! Series: how a meeting of two is decided, by one or several games.
//!
//! A [`Series`] has a main part and extras that follow a tie. [`Series::standing`] is a function of the results so far;
//! the first game that decides is the last that counts.
//!
//! Colors alternate from game to game through all parts; a forfeited game uses up its colors, too.

mod faults;
mod parts;
#[cfg(feature = "serde")]
mod words;

use super::points::{PointSystem, Points};
use crate::Color;
use parts::{Part, Tally};

pub use faults::SeriesFault;
pub use parts::Length;

/// One of the two sides; the first is the higher seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "words::GameResult", into = "words::GameResult"))]
pub enum GameResult {
    Won(Side),
    Drawn,
    /// One side was absent and lost by forfeit.
    Default {
        absent: Side,
    },
    /// Both were absent: nobody wins, but the game counts as one.
    BothAbsent,
}

impl GameResult {
    /// The same result with both sides exchanged: as who sat second tells it.
    pub const fn exchanged(self) -> GameResult {
        match self {
            GameResult::Won(side) => GameResult::Won(side.other()),
            GameResult::Default { absent } => GameResult::Default { absent: absent.other() },
            GameResult::Drawn | GameResult::BothAbsent => self,
        }
    }

    /// The winner, if any, including forfeits.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::Won(side) => Some(side),
            GameResult::Default { absent } => Some(absent.other()),
            GameResult::Drawn | GameResult::BothAbsent => None,
        }
    }

    pub fn points(self, side: Side, system: &PointSystem) -> Points {
        match self {
            GameResult::Drawn => system.draw,
            GameResult::BothAbsent => system.forfeit_loss,
            GameResult::Default { absent } if absent == side => system.forfeit_loss,
            GameResult::Won(winner) if winner != side => system.loss,
            GameResult::Won(_) | GameResult::Default { .. } => system.win,
        }
    }
}

/// The main part of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Up to `count` games; more points win. Unless `all` are to be played, it ends when the other side can no longer
    /// catch up: a best of three need not have three games.
    Games { count: u32, all: bool },
    /// A race to a number of points. It ends when a side has them **and leads**: at 4:4 in a race to 4 it continues.
    /// After `most` games the leader wins; in a tie the extras follow.
    Race { target: Points, most: Option<u32> },
    /// A race to a number of wins; draws do not count. After `most` games the side with more wins wins; in a tie the
    /// extras follow. One win without a limit is "play until someone wins".
    Wins { wins: u32, most: Option<u32> },
    /// The seeded side needs one win, the other two. After `most` games the seeded side, not having been beaten twice,
    /// wins.
    TwiceToBeat { seeded: Side, draw: SeededDraw, most: Option<u32> },
}

/// What a draw means if one side is twice to beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum SeededDraw {
    /// The game is replayed with reversed colors.
    #[default]
    Replayed,
    /// The seeded side was not beaten and wins the series.
    Holds,
}

/// What follows a tie in the previous part. Points start from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// More games, until one side can no longer catch up.
    Games(u32),
    /// Games until someone wins one.
    UntilWon,
    /// One game with odds.
    Armageddon(Armageddon),
    /// No game: this side advances.
    GoesOn(Side),
}

/// The final tie-break game. If colors are drawn by lot, the lot is entered into the series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armageddon {
    pub white: Side,
    /// The time of each side in seconds, which may differ.
    pub white_seconds: u32,
    pub black_seconds: u32,
    /// The color for which a draw counts as a win; `None`: draws are replayed with the same colors.
    pub draw_odds: Option<Color>,
}

/// How a meeting of two is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    pub format: Format,
    /// The points in [`Format::Games`] and [`Format::Race`].
    pub points: PointSystem,
    /// The color of the first side in the first game.
    pub first: Color,
    pub extras: Vec<Extra>,
    /// Whether a forfeit ends the whole series, not just the game.
    pub default_ends: bool,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// A game, counted from 0 through all parts. `first` is the color of the first side.
    Play {
        game: usize,
        first: Color,
        part: PartOf,
    },
    Decided {
        winner: Side,
        by: By,
    },
    /// A tie with nothing to follow.
    Tied,
    /// Neither side came to the deciding game, and neither has won.
    BothOut,
}

/// The part of a series that a game belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOf {
    Main,
    /// An index into [`Series::extras`].
    Extra(usize),
}

/// What decided a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Games over the board and their points.
    Games,
    /// The last game that counted was forfeited.
    Default,
    /// The draw odds of an armageddon, or of the side that is twice to beat.
    DrawOdds,
    /// An agreement for ties.
    Seeding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub next: Next,
    /// How many of the results count. Those after the deciding one are ignored.
    pub counted: usize,
    /// The points of both sides in the main part.
    pub points: [Points; 2],
    /// The wins of both sides through all parts, including forfeits.
    pub wins: [u32; 2],
}

impl Series {
    fn of(format: Format) -> Series {
        let points = PointSystem::default();
        Series { format, points, first: Color::White, extras: Vec::new(), default_ends: false }
    }

    /// A single game, in which a draw is a tie.
    pub fn single() -> Series {
        Series::best_of(1)
    }

    pub fn best_of(count: u32) -> Series {
        Series::of(Format::Games { count, all: false })
    }

    /// A fixed number of games, all of which are played.
    pub fn games(count: u32) -> Series {
        Series::of(Format::Games { count, all: true })
    }

    /// A race to a number of points.
    pub fn race(target: Points, points: PointSystem) -> Series {
        Series { points, ..Series::of(Format::Race { target, most: None }) }
    }

    /// Games until someone wins one.
    pub fn until_won() -> Series {
        Series::of(Format::Wins { wins: 1, most: None })
    }

    /// The first side is twice to beat; draws are replayed.
    pub fn twice_to_beat() -> Series {
        let draw = SeededDraw::Replayed;
        Series::of(Format::TwiceToBeat { seeded: Side::First, draw, most: None })
    }

    /// Adds an extra to follow a tie.
    #[must_use]
    pub fn then(mut self, extra: Extra) -> Series {
        self.extras.push(extra);
        self
    }

    /// The standing with these results.
    pub fn standing(&self, results: &[GameResult]) -> Standing {
        let mut counted = 0;
        let mut wins = [0; 2];
        let mut main = None;
        let standing = |next, counted, wins, tally: &Tally, main: Option<[Points; 2]>| Standing {
            next,
            counted,
            points: main.unwrap_or(tally.points),
            wins,
        };
        let parts = std::iter::once((PartOf::Main, Part::Main(self.format)));
        let extras = self.extras.iter().enumerate();
        let extras = extras.map(|(at, extra)| (PartOf::Extra(at), Part::Extra(*extra)));
        for (of, part) in parts.chain(extras) {
            let mut tally = Tally::default();
            loop {
                match part.judge(&tally, &self.points) {
                    parts::Judged::Won(winner, by) => {
                        let next = Next::Decided { winner, by };
                        return standing(next, counted, wins, &tally, main);
                    }
                    parts::Judged::Equal => break,
                    parts::Judged::GoesOn => {}
                }
                let Some(result) = results.get(counted) else {
                    let next =
                        Next::Play { game: counted, first: self.color(counted, part), part: of };
                    return standing(next, counted, wins, &tally, main);
                };
                counted += 1;
                tally.add(*result, &self.points);
                wins = parts::wins(wins, *result);
                if let Some(next) = self.ended_by_default(part, *result) {
                    return standing(next, counted, wins, &tally, main);
                }
            }
            main = main.or(Some(tally.points));
        }
        standing(Next::Tied, counted, wins, &Tally::default(), main)
    }

    /// What happens next after these results.
    pub fn next(&self, results: &[GameResult]) -> Next {
        self.standing(results).next
    }

    /// The color of the first side in a game.
    fn color(&self, game: usize, part: Part) -> Color {
        match part {
            Part::Extra(Extra::Armageddon(armageddon)) => match armageddon.white {
                Side::First => Color::White,
                Side::Second => Color::Black,
            },
            _ if game.is_multiple_of(2) => self.first,
            _ => self.first.opponent(),
        }
    }

    /// Whether a forfeit ends the series at once: if so agreed, or if nobody came to a game that decides alone.
    fn ended_by_default(&self, part: Part, result: GameResult) -> Option<Next> {
        match result {
            GameResult::Default { absent } if self.default_ends => {
                Some(Next::Decided { winner: absent.other(), by: By::Default })
            }
            GameResult::BothAbsent if self.default_ends || part.decides_alone() => {
                Some(Next::BothOut)
            }
            _ => None,
        }
    }
}
