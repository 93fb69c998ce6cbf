//! Series: how a meeting of two is decided, by one game or by several.
//!
//! A [`Series`] is a main part and what follows where that leaves both equal. [`Series::standing`] is a function
//! of what came of the games so far; the first game that decides is the last that counts.
//!
//! Colors alternate from game to game, through all parts; a game that is lost by default has used up its colors, too.

mod faults;
mod length;
mod parts;

use super::points::{PointSystem, Points};
use crate::Color;
use parts::{Part, Tally};

pub use faults::SeriesFault;
pub use length::Length;

/// One of the two who meet. The first is the one who is seeded higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    First,
    Second,
}

impl Side {
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What came of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    Won(Side),
    Drawn,
    /// One did not come: the other has won by default.
    Default {
        absent: Side,
    },
    /// Nobody came: a game for nobody, which counts among the games.
    BothAbsent,
}

impl GameResult {
    /// Who has won, by default too.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::Won(side) => Some(side),
            GameResult::Default { absent } => Some(absent.other()),
            GameResult::Drawn | GameResult::BothAbsent => None,
        }
    }

    /// What it gives to a side.
    #[must_use]
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
    /// So many games; whoever has more points has won. Unless `all` are to be played, it ends when the other can
    /// no longer catch up: best of three is three games of which not all need be played.
    Games { count: u32, all: bool },
    /// To so many points. It ends when somebody has them **and leads**: at 4:4 in a race to 4 they go on. After
    /// `most` games whoever leads has won; with equal points the extras follow.
    Race { target: Points, most: Option<u32> },
    /// To so many games won; draws count for nobody. After `most` games whoever has won more of them has won; with
    /// equally many the extras follow. One win and no limit is 'play until someone wins'.
    Wins { wins: u32, most: Option<u32> },
    /// The seeded side needs one win, the other two. After `most` games the seeded side has not been beaten twice,
    /// and has won.
    TwiceToBeat { seeded: Side, draw: SeededDraw, most: Option<u32> },
}

/// What a draw is where one side is twice to beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SeededDraw {
    /// Nobody has won: they play again, with the colors changed.
    #[default]
    Replayed,
    /// The seeded side was not beaten, and has won the series.
    Holds,
}

/// What follows where the part before leaves both equal. Points start from nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// So many more games, until one can no longer catch up.
    Games(u32),
    /// Games until someone wins one.
    UntilWon,
    /// One game with odds.
    Armageddon(Armageddon),
    /// No game: this side goes on.
    GoesOn(Side),
}

/// The game of last resort. A lot that is drawn for the colors at the time is written into the series then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armageddon {
    pub white: Side,
    /// The clocks, which need not be equal, in seconds.
    pub white_seconds: u32,
    pub black_seconds: u32,
    /// For whom a draw is a win; `None`: they play it again, with the same colors.
    pub draw_odds: Option<Color>,
}

/// How a meeting of two is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    pub format: Format,
    /// What counts in [`Format::Games`] and [`Format::Race`].
    pub points: PointSystem,
    /// The color of the first side in the first game.
    pub first: Color,
    /// In this order.
    pub extras: Vec<Extra>,
    /// Whether a default ends the whole series, and not its game alone.
    pub default_ends: bool,
}

/// What is to happen next.
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
    /// Both are equal, and nothing is said of what follows.
    Tied,
    /// Nobody came to the game that was to decide: neither has won.
    BothOut,
}

/// Where in a series a game belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartOf {
    Main,
    /// A place in [`Series::extras`].
    Extra(usize),
}

/// What decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Games over the board and the points for them.
    Games,
    /// The last game that counted was lost by default.
    Default,
    /// The draw odds of an armageddon, or of the side that is twice to beat.
    DrawOdds,
    /// What was said beforehand of two that are equal.
    Seeding,
}

/// How far a series has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub next: Next,
    /// How many of the results count. Those behind the one that decided are kept by whoever has them, and count
    /// for nothing.
    pub counted: usize,
    /// Points of both in the main part.
    pub points: [Points; 2],
    /// Games that both have won, by default too, through all parts.
    pub wins: [u32; 2],
}

impl Series {
    fn of(format: Format) -> Series {
        let points = PointSystem::default();
        Series { format, points, first: Color::White, extras: Vec::new(), default_ends: false }
    }

    /// A single game, whose draw leaves both equal.
    #[must_use]
    pub fn single() -> Series {
        Series::best_of(1)
    }

    /// The best of so many games.
    #[must_use]
    pub fn best_of(count: u32) -> Series {
        Series::of(Format::Games { count, all: false })
    }

    /// So many games, all of which are played.
    #[must_use]
    pub fn games(count: u32) -> Series {
        Series::of(Format::Games { count, all: true })
    }

    /// A race to so many points.
    #[must_use]
    pub fn race(target: Points, points: PointSystem) -> Series {
        Series { points, ..Series::of(Format::Race { target, most: None }) }
    }

    /// Games until someone wins one.
    #[must_use]
    pub fn until_won() -> Series {
        Series::of(Format::Wins { wins: 1, most: None })
    }

    /// The first side is twice to beat; draws are played again.
    #[must_use]
    pub fn twice_to_beat() -> Series {
        let draw = SeededDraw::Replayed;
        Series::of(Format::TwiceToBeat { seeded: Side::First, draw, most: None })
    }

    /// The same with something more for two that are equal.
    #[must_use]
    pub fn then(mut self, extra: Extra) -> Series {
        self.extras.push(extra);
        self
    }

    /// How far it has come with these results.
    #[must_use]
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

    /// What is to happen after these results.
    #[must_use]
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

    /// What a default ends at once: the series, where it was so agreed, and a game that is to decide alone and to
    /// which nobody came.
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
