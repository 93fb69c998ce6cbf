//! The rounds of all entrants that the standings consider, and the scores used in opponents' tie-breaks.

use super::value::Value;
use super::working::{Contribution, Verdict};
use crate::Tournament;
use crate::entrant::{Bye, Entry, Score};
use crate::points::{PointSystem, Points};

/// How pairings are made, which decides how unplayed rounds count (C.07, articles 15.2 and 15.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pairings {
    /// Round by round: article 16 applies to unplayed rounds.
    #[default]
    Swiss,
    /// Before the start, as in a round robin: forfeits are games, and a bye is no round at all.
    Predetermined,
}

/// One round of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub entry: Entry,
    pub points: Points,
}

impl Line {
    /// A round in which the entrant was unavailable: a requested bye or a forfeit loss (16.1.2).
    pub const fn is_voluntary(&self) -> bool {
        self.is_requested_bye() || matches!(self.entry, Entry::Forfeit { score: Score::Loss, .. })
    }

    /// What the round contributes if it only adds an amount.
    pub fn contribution(&self, round: usize, amount: Value) -> Contribution {
        Contribution::plain(round, self.entry.opponent(), self.points, amount)
    }

    /// Whether the round counts where only games over the board do.
    pub const fn played(&self) -> Verdict {
        if self.entry.is_played() { Verdict::Counts } else { Verdict::NotPlayed }
    }

    /// A requested bye (16.1.1), which withdrawn entrants have, too.
    const fn is_requested_bye(&self) -> bool {
        matches!(self.entry, Entry::Bye(Bye::Half | Bye::Zero))
    }
}

/// A score as used in opponents' tie-breaks (16.3).
#[derive(Debug, Clone, Copy)]
pub struct Adjusted {
    pub points: Points,
    /// How many byes at the end count as draws.
    pub byes: usize,
}

pub struct Ledger {
    rounds: usize,
    lines: Vec<Line>,
    scores: Vec<Points>,
    adjusted: Vec<Adjusted>,
    most_paired: usize,
    pub system: PointSystem,
    pub pairings: Pairings,
}

impl Ledger {
    /// The first `rounds` rounds. A missing entry counts as a zero-point bye.
    pub fn new(tournament: &Tournament, pairings: Pairings, rounds: usize) -> Ledger {
        let system = tournament.points;
        let absent = Line { entry: Entry::Bye(Bye::Zero), points: Points(0) };
        let mut lines = Vec::with_capacity(rounds * tournament.entrants.len());
        for (at, entrant) in tournament.entrants.iter().enumerate() {
            let known = entrant.entries.iter().take(rounds).enumerate();
            lines.extend(known.map(|(round, entry)| Line {
                entry: *entry,
                points: tournament.earned(at, round),
            }));
            lines.resize(lines.len() + rounds.saturating_sub(entrant.entries.len()), absent);
        }
        Ledger::of_lines(lines, tournament.entrants.len(), rounds, system, pairings)
    }

    /// The ledger as if all paired games of its last round had been drawn (8.3).
    pub fn with_last_drawn(&self) -> Ledger {
        let mut lines = self.lines.clone();
        let last = self.rounds.saturating_sub(1);
        for line in lines.iter_mut().skip(last).step_by(self.rounds.max(1)) {
            if let Entry::Played { opponent, .. } | Entry::Forfeit { opponent, .. } = line.entry {
                let color = line.entry.color().unwrap_or(crate::Color::White);
                line.entry = Entry::Played { opponent, color, score: Score::Draw };
                line.points = self.system.draw;
            }
        }
        Ledger::of_lines(lines, self.scores.len(), self.rounds, self.system, self.pairings)
    }

    fn of_lines(
        lines: Vec<Line>,
        entrants: usize,
        rounds: usize,
        system: PointSystem,
        pairings: Pairings,
    ) -> Ledger {
        let of = |entrant: usize| &lines[entrant * rounds..(entrant + 1) * rounds];
        let scores = (0..entrants).map(|entrant| of(entrant).iter().map(|line| line.points).sum());
        let scores: Vec<Points> = scores.collect();
        let adjusted = (0..entrants).map(|entrant| adjusted(of(entrant), system, pairings));
        let adjusted = adjusted.collect();
        let paired =
            |entrant| of(entrant).iter().filter(|line| line.entry.opponent().is_some()).count();
        let most_paired = (0..entrants).map(paired).max().unwrap_or(0);
        Ledger { rounds, lines, scores, adjusted, most_paired, system, pairings }
    }

    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Whether the same rounds of an entrant are worth the same here and there.
    pub fn is_like(&self, other: &Ledger) -> bool {
        let of = |one: &Ledger| (one.rounds, one.system, one.pairings, one.most_paired);
        of(self) == of(other)
    }

    /// The most rounds in which anybody had an opponent.
    pub const fn most_paired(&self) -> usize {
        self.most_paired
    }

    pub fn lines(&self, entrant: usize) -> &[Line] {
        &self.lines[entrant * self.rounds..(entrant + 1) * self.rounds]
    }

    /// The score in the standings.
    pub fn score(&self, entrant: usize) -> Points {
        self.scores[entrant]
    }

    /// The score as used by opponents.
    pub fn adjusted(&self, entrant: usize) -> Adjusted {
        self.adjusted[entrant]
    }
}

/// Requested byes count as draws if only voluntary absences follow them (16.2.5 and 16.3.2); every other round counts
/// with its points (16.3.1).
fn adjusted(lines: &[Line], system: PointSystem, pairings: Pairings) -> Adjusted {
    let points = lines.iter().map(|line| line.points).sum();
    let mut adjusted = Adjusted { points, byes: 0 };
    if pairings == Pairings::Predetermined {
        return adjusted;
    }
    for line in lines.iter().rev().take_while(|line| line.is_voluntary()) {
        if line.is_requested_bye() {
            adjusted.points = adjusted.points + system.draw - line.points;
            adjusted.byes += 1;
        }
    }
    adjusted
}
