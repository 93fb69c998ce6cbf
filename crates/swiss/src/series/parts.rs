//! The parts of a series, when each is over, and how many games they take.

use super::super::points::{PointSystem, Points};
use super::{By, Extra, Format, GameResult, Next, SeededDraw, Series, Side};
use crate::Color;

#[derive(Debug, Clone, Copy)]
pub enum Part {
    Main(Format),
    Extra(Extra),
}

/// The results of a part so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    pub points: [Points; 2],
    wins: [u32; 2],
    draws: u32,
    games: u32,
    /// Whether its last game was forfeited.
    by_default: bool,
}

/// Whether a part is over.
pub enum Judged {
    Won(Side, By),
    Equal,
    GoesOn,
}

/// Adds a game to the wins.
pub const fn wins(mut before: [u32; 2], result: GameResult) -> [u32; 2] {
    if let Some(side) = result.winner() {
        before[side.index()] += 1;
    }
    before
}

impl Tally {
    pub fn add(&mut self, result: GameResult, points: &PointSystem) {
        self.games += 1;
        self.wins = wins(self.wins, result);
        self.draws += u32::from(result == GameResult::Drawn);
        self.by_default = matches!(result, GameResult::Default { .. });
        for side in [Side::First, Side::Second] {
            self.points[side.index()] = self.points[side.index()] + result.points(side, points);
        }
    }

    /// Who has more points, and by how many.
    fn lead(&self) -> Option<(Side, Points)> {
        let [first, second] = self.points;
        leader(first.0, second.0).map(|(side, lead)| (side, Points(lead)))
    }

    fn won(&self, side: Side) -> Judged {
        Judged::Won(side, if self.by_default { By::Default } else { By::Games })
    }

    /// After the last game: whoever leads has won, otherwise it is a tie.
    fn last(&self, leader: Option<Side>) -> Judged {
        leader.map_or(Judged::Equal, |side| self.won(side))
    }

    fn is_over(&self, most: Option<u32>) -> bool {
        most.is_some_and(|most| self.games >= most)
    }
}

fn leader(first: i32, second: i32) -> Option<(Side, i32)> {
    match first - second {
        0 => None,
        lead if lead > 0 => Some((Side::First, lead)),
        lead => Some((Side::Second, -lead)),
    }
}

impl Part {
    pub fn judge(self, tally: &Tally, points: &PointSystem) -> Judged {
        match self {
            Part::Main(Format::Games { count, all }) => games(tally, points, count, all),
            Part::Main(Format::Race { target, most }) => race(tally, points, target, most),
            Part::Main(Format::Wins { wins, most }) => first_to(tally, wins, most),
            Part::Main(Format::TwiceToBeat { seeded, draw, most }) => {
                twice_to_beat(tally, seeded, draw, most)
            }
            Part::Extra(Extra::Games(count)) => games(tally, points, count, false),
            Part::Extra(Extra::UntilWon) => first_to(tally, 1, None),
            Part::Extra(Extra::GoesOn(side)) => Judged::Won(side, By::Seeding),
            Part::Extra(Extra::Armageddon(game)) => {
                let odds = game.draw_odds.filter(|_| tally.draws > 0);
                odds.map_or_else(
                    || first_to(tally, 1, None),
                    |color| {
                        let white = color == Color::White;
                        let side = if white { game.white } else { game.white.other() };
                        Judged::Won(side, By::DrawOdds)
                    },
                )
            }
        }
    }

    /// Whether one win ends it, however many games it takes.
    pub const fn decides_alone(self) -> bool {
        matches!(
            self,
            Part::Main(Format::Wins { wins: 1, most: None })
                | Part::Extra(Extra::UntilWon | Extra::Armageddon(_))
        )
    }
}

/// How much a lead can change in one game.
fn swing(points: &PointSystem) -> Points {
    points.win - points.loss.min(points.forfeit_loss)
}

/// Whether a lead is too large to catch up in this many games.
fn is_safe(lead: Points, left: u32, points: &PointSystem) -> bool {
    i64::from(lead.0) > i64::from(left) * i64::from(swing(points).0)
}

fn games(tally: &Tally, points: &PointSystem, count: u32, all: bool) -> Judged {
    let lead = tally.lead();
    if tally.games >= count {
        return tally.last(lead.map(|(side, _)| side));
    }
    match lead {
        Some((side, lead)) if !all && is_safe(lead, count - tally.games, points) => tally.won(side),
        _ => Judged::GoesOn,
    }
}

fn race(tally: &Tally, points: &PointSystem, target: Points, most: Option<u32>) -> Judged {
    let lead = tally.lead();
    if tally.is_over(most) {
        return tally.last(lead.map(|(side, _)| side));
    }
    let Some((side, lead)) = lead else { return Judged::GoesOn };
    let safe = most.is_some_and(|most| is_safe(lead, most - tally.games, points));
    if safe || tally.points[side.index()] >= target { tally.won(side) } else { Judged::GoesOn }
}

fn first_to(tally: &Tally, wins: u32, most: Option<u32>) -> Judged {
    let [first, second] = tally.wins;
    let lead =
        leader(i32::try_from(first).unwrap_or(i32::MAX), i32::try_from(second).unwrap_or(i32::MAX));
    if tally.is_over(most) {
        return tally.last(lead.map(|(side, _)| side));
    }
    let Some((side, lead)) = lead else { return Judged::GoesOn };
    let safe = most.is_some_and(|most| lead.unsigned_abs() > most - tally.games);
    if safe || tally.wins[side.index()] >= wins { tally.won(side) } else { Judged::GoesOn }
}

fn twice_to_beat(tally: &Tally, seeded: Side, draw: SeededDraw, most: Option<u32>) -> Judged {
    let other = seeded.other();
    if tally.wins[seeded.index()] > 0 {
        tally.won(seeded)
    } else if tally.wins[other.index()] > 1 {
        tally.won(other)
    } else if tally.draws > 0 && draw == SeededDraw::Holds {
        Judged::Won(seeded, By::DrawOdds)
    } else if tally.is_over(most) {
        Judged::Won(seeded, By::Seeding)
    } else {
        Judged::GoesOn
    }
}

impl Format {
    /// Whether it can end in a tie.
    pub(super) const fn may_leave_equal(self) -> bool {
        match self {
            Format::Games { .. } => true,
            Format::Race { most, .. } | Format::Wins { most, .. } => most.is_some(),
            Format::TwiceToBeat { .. } => false,
        }
    }

    /// The maximum number of games; `None` if draws can prolong it without limit.
    pub(super) const fn most(self) -> Option<u32> {
        match self {
            Format::Games { count, .. } => Some(count),
            Format::Race { most, .. } | Format::Wins { most, .. } => most,
            Format::TwiceToBeat { draw: SeededDraw::Holds, most: None, .. } => Some(2),
            Format::TwiceToBeat { most, .. } => most,
        }
    }
}

impl Extra {
    /// Whether it can end in a tie.
    pub(super) const fn may_leave_equal(self) -> bool {
        matches!(self, Extra::Games(_))
    }

    /// The maximum number of games; `None` if draws can prolong it without limit.
    pub(super) const fn most(self) -> Option<u32> {
        match self {
            Extra::Games(count) => Some(count),
            Extra::UntilWon | Extra::Armageddon(super::Armageddon { draw_odds: None, .. }) => None,
            Extra::Armageddon(_) => Some(1),
            Extra::GoesOn(_) => Some(0),
        }
    }
}

/// The number of games in a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// If one side wins them all.
    pub least: u32,
    /// The longest series in which no game is drawn until somebody has to win one; use this for planning.
    pub planned: u32,
    /// `None` if draws can prolong it without limit.
    pub most: Option<u32>,
}

/// No series is planned longer than this.
const LONGEST: usize = 99;

impl Series {
    /// The number of games it takes.
    pub fn length(&self) -> Length {
        let until_decided = |winner: &dyn Fn(usize) -> Side| {
            let mut results = Vec::new();
            while results.len() < LONGEST && matches!(self.next(&results), Next::Play { .. }) {
                results.push(GameResult::Won(winner(results.len())));
            }
            u32::try_from(results.len()).expect("no more than the longest")
        };
        let turn = |game: usize| if game.is_multiple_of(2) { Side::First } else { Side::Second };
        let one_sided = [Side::First, Side::Second].map(|side| until_decided(&|_| side));
        let in_turns = until_decided(&turn);
        let [first, second] = one_sided;
        let planned = first.max(second).max(in_turns);
        let mut most = self.format.most();
        for extra in &self.extras {
            most = most.zip(extra.most()).map(|(one, other)| one + other);
        }
        Length { least: first.min(second), planned, most }
    }
}
