//! Arenas: whoever is free is paired at once with somebody else who is free, until a clock ends it.
//!
//! Points are those of lichess arenas, which players know ([`Rules::default`]): 2 for a win, 1 for a draw, and after two
//! wins in a row everything counts double until a game is not won. Equal points are ranked by fewer games, which needs
//! no ratings (many players in a hall have none) and can be counted by hand; then by pairing numbers. Rounds of the
//! [`Tournament`] are the entrants' games in the order in which they were paired; who has no game in one has
//! [`Entry::Bye`], which counts nothing.

mod pair;

use std::cmp::Reverse;

use super::Tournament;
use super::entrant::{Entry, Score};
use super::points::Points;
use super::tiebreak::{Contribution, Total, Value, Working};

pub use pair::{Free, pair};

/// The rules of a stage. Points are whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
    /// The wins in a row after which points count double; 0 for never.
    pub streak: u32,
    /// The seconds that two who have just met wait for others before they meet again.
    pub rematch: u32,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { win: 2, draw: 1, loss: 0, streak: 2, rematch: 60 }
    }
}

impl Rules {
    /// Whether the next game counts double after so many wins in a row.
    pub const fn is_doubled(&self, wins: u32) -> bool {
        self.streak > 0 && wins >= self.streak
    }

    /// What a game counts after so many wins in a row.
    const fn worth(&self, score: Score, wins: u32) -> u32 {
        let plain = match score {
            Score::Win => self.win,
            Score::Draw => self.draw,
            Score::Loss => self.loss,
        };
        if self.is_doubled(wins) { plain.saturating_mul(2) } else { plain }
    }
}

/// An entrant in the ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// An index into [`Tournament::entrants`].
    pub entrant: usize,
    pub points: Points,
    pub games: u32,
    /// The wins in a row up to now.
    pub wins: u32,
    /// What each game counted, with its round from 0.
    pub sheet: Vec<(usize, u32)>,
}

/// A ranking, from the first place to the last. Nobody shares a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    pub lines: Vec<Line>,
}

impl Ranking {
    pub fn line_of(&self, entrant: usize) -> Option<&Line> {
        self.lines.iter().find(|line| line.entrant == entrant)
    }

    /// How the points of an entrant were computed.
    pub fn working(&self, tournament: &Tournament, entrant: usize) -> Working {
        let line = self.line_of(entrant);
        let entries = tournament.entrants.get(entrant).map_or(&[][..], |one| &one.entries);
        let sheet = line.map_or(&[][..], |line| &line.sheet);
        let contributions = sheet.iter().map(|(round, worth)| {
            let amount = Value::whole(i64::from(*worth));
            let opponent = entries.get(*round).and_then(Entry::opponent);
            let scored = tournament.earned(entrant, *round);
            Contribution { base: amount, ..Contribution::plain(*round, opponent, scored, amount) }
        });
        let contributions = contributions.collect();
        let value = line.map(|line| Value::points(line.points));
        Working { value, contributions, total: Total::Sum, among: Vec::new() }
    }
}

/// The ranking after so many rounds.
pub fn ranking(tournament: &Tournament, rules: &Rules, rounds: usize) -> Ranking {
    let mut start: Vec<usize> = (0..tournament.entrants.len()).collect();
    start.sort_by_key(|entrant| (tournament.entrants[*entrant].number, *entrant));
    let mut lines: Vec<Line> = start
        .into_iter()
        .map(|entrant| line(entrant, &tournament.entrants[entrant].entries, rules, rounds))
        .collect();
    for line in &mut lines {
        line.points = line.points + tournament.entrants[line.entrant].carried;
    }
    lines.sort_by_key(|line| (Reverse(line.points), line.games));
    Ranking { lines }
}

fn line(entrant: usize, entries: &[Entry], rules: &Rules, rounds: usize) -> Line {
    let mut line = Line { entrant, points: Points(0), games: 0, wins: 0, sheet: Vec::new() };
    let mut sum = 0_u32;
    for (round, entry) in entries.iter().take(rounds).enumerate() {
        let (Entry::Played { score, .. } | Entry::Forfeit { score, .. }) = *entry else { continue };
        // Nobody has won what was not played: it is no part of a row, and not doubled by one.
        let is_played = matches!(entry, Entry::Played { .. });
        let worth = rules.worth(score, if is_played { line.wins } else { 0 });
        line.wins = match score {
            Score::Win => line.wins + u32::from(is_played),
            _ => 0,
        };
        line.games += 1;
        line.sheet.push((round, worth));
        sum = sum.saturating_add(worth);
    }
    line.points = Points(i32::try_from(sum.saturating_mul(10)).unwrap_or(i32::MAX));
    line
}
