//! Tie-breaks among tied entrants: direct encounter (C.07, article 6), the league's variant of it, and play-off games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Forfeits;
use super::ledger::{Ledger, Line, Pairings};
use super::value::Value;
use super::working::{Contribution, Verdict};
use crate::entrant::{Entry, Score};
use crate::points::Points;

/// One side of a play-off game; each game is listed once per side. Stages are evaluated in order, each for those whom
/// the previous one left tied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayOffGame {
    /// Counted from 0: the semi-finals and then the final of a play-off, or one game after the other.
    pub stage: usize,
    /// An index into [`crate::Tournament::entrants`].
    pub entrant: usize,
    /// `None` for passing this stage without a game.
    pub opponent: Option<usize>,
    pub score: Score,
}

impl PlayOffGame {
    /// Both sides of a game, from the result of the first.
    pub const fn both(stage: usize, first: usize, second: usize, score: Score) -> [PlayOffGame; 2] {
        let other = match score {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        };
        [
            PlayOffGame { stage, entrant: first, opponent: Some(second), score },
            PlayOffGame { stage, entrant: second, opponent: Some(first), score: other },
        ]
    }

    /// One for a win, a half for a draw.
    const fn points(&self) -> Points {
        match self.score {
            Score::Win => Points(10),
            Score::Draw => Points(5),
            Score::Loss => Points(0),
        }
    }
}

/// A row of the separate standings (6.1).
struct Row {
    entrant: usize,
    points: Value,
    /// How many of the others the entrant has not met.
    missing: usize,
}

/// Direct encounter by article 6.
pub fn direct(ledger: &Ledger, tied: &[usize], forfeits: Forfeits) -> Vec<Vec<usize>> {
    let rows = separate(ledger, tied, forfeits);
    if rows.iter().all(|row| row.missing == 0) {
        return again(by_points(rows), |part| direct(ledger, part, forfeits));
    }
    if ledger.pairings == Pairings::Predetermined {
        return vec![tied.to_vec()];
    }
    let (first, others) = surely_first(rows, ledger);
    if first.is_empty() {
        return vec![others];
    }
    let first = first.into_iter().map(|entrant| vec![entrant]);
    first.chain(direct(ledger, &others, forfeits)).collect()
}

/// Head-to-head among exactly those tied: if all of them met, by their points in these games, including forfeits; and
/// again among those who are still tied. If two of them have not met, nothing is decided.
pub fn league(ledger: &Ledger, tied: &[usize]) -> Vec<Vec<usize>> {
    if tied.len() > ledger.rounds() + 1 {
        return vec![tied.to_vec()];
    }
    let rows = separate(ledger, tied, Forfeits::Played);
    if rows.iter().any(|row| row.missing > 0) {
        return vec![tied.to_vec()];
    }
    again(by_points(rows), |part| league(ledger, part))
}

/// Divides each part again, unless nothing was divided.
fn again(parts: Vec<Vec<usize>>, divide: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    if parts.len() == 1 { parts } else { parts.iter().flat_map(|part| divide(part)).collect() }
}

/// Decides stage by stage by the points among those still tied.
pub fn play_off(tied: &[usize], games: &[PlayOffGame]) -> Vec<Vec<usize>> {
    let stages = games.iter().map(|game| game.stage + 1).max().unwrap_or(0);
    let mut parts = vec![tied.to_vec()];
    for stage in 0..stages {
        let divided = parts.iter().flat_map(|part| {
            let rows = part.iter().map(|entrant| {
                let own = play_off_games(*entrant, part, games);
                let of_stage = own.iter().filter(|game| game.round == stage);
                let points = Value::sum(of_stage.map(|game| game.amount));
                Row { entrant: *entrant, points, missing: 0 }
            });
            by_points(rows.collect())
        });
        parts = divided.collect();
    }
    parts
}

/// An entrant's games against tied opponents, as they count for the separate standings; several against one opponent
/// count with their average (6.1.2).
pub fn games(
    ledger: &Ledger,
    entrant: usize,
    tied: &[usize],
    forfeits: Forfeits,
) -> Vec<Contribution> {
    let lines = ledger.lines(entrant);
    let met = |line: &Line| line.entry.opponent().filter(|opponent| tied.contains(opponent));
    let counts = |line: &Line| counts(&line.entry, ledger, forfeits);
    let contributions = lines.iter().enumerate().filter_map(|(round, line)| {
        let opponent = met(line)?;
        let again = lines.iter().filter(|other| counts(other) && met(other) == Some(opponent));
        let amount = Value::points(line.points).shared(again.count());
        let verdict = if counts(line) { Verdict::Counts } else { Verdict::NotPlayed };
        Some(Contribution { verdict, ..line.contribution(round, amount) })
    });
    contributions.collect()
}

/// An entrant's play-off games against tied opponents.
pub fn play_off_games(entrant: usize, tied: &[usize], all: &[PlayOffGame]) -> Vec<Contribution> {
    let own = all.iter().filter(|game| game.entrant == entrant);
    let among = own.filter(|game| game.opponent.is_none_or(|opponent| tied.contains(&opponent)));
    let contributions = among.map(|game| {
        let points = game.points();
        Contribution::plain(game.stage, game.opponent, points, Value::points(points))
    });
    contributions.collect()
}

/// Whether a round counts as a game between the two (6.1.1).
fn counts(entry: &Entry, ledger: &Ledger, forfeits: Forfeits) -> bool {
    let defaults = forfeits == Forfeits::Played || ledger.pairings == Pairings::Predetermined;
    match entry {
        Entry::Played { .. } => true,
        Entry::Forfeit { .. } => defaults,
        Entry::Bye(_) => false,
    }
}

fn separate(ledger: &Ledger, tied: &[usize], forfeits: Forfeits) -> Vec<Row> {
    let mut is_tied = vec![false; tied.iter().max().map_or(0, |last| last + 1)];
    tied.iter().for_each(|entrant| is_tied[*entrant] = true);
    let row = |entrant: &usize| {
        let mut met: BTreeMap<usize, (Value, usize)> = BTreeMap::new();
        for line in ledger.lines(*entrant) {
            let opponent = line.entry.opponent().filter(|one| is_tied.get(*one) == Some(&true));
            let Some(opponent) = opponent.filter(|_| counts(&line.entry, ledger, forfeits)) else {
                continue;
            };
            let (points, games) = met.entry(opponent).or_insert((Value::ZERO, 0));
            *points = points.plus(Value::points(line.points));
            *games += 1;
        }
        let points = Value::sum(met.values().map(|(points, games)| points.shared(*games)));
        Row { entrant: *entrant, points, missing: tied.len() - 1 - met.len() }
    };
    tied.iter().map(row).collect()
}

/// Groups rows by points, the most first; within a group the order stays.
fn by_points(mut rows: Vec<Row>) -> Vec<Vec<usize>> {
    rows.sort_by_key(|row| Reverse(row.points));
    let parts = rows.chunk_by(|one, other| one.points == other.points);
    parts.map(|part| part.iter().map(|row| row.entrant).collect()).collect()
}

/// Those who are certain to be first, second, ... however the missing games end (6.3), and the others in order. That is
/// certain if their worst case is above everybody else's best case.
fn surely_first(mut rows: Vec<Row>, ledger: &Ledger) -> (Vec<usize>, Vec<usize>) {
    let with = |row: &Row, each: Points| {
        let missing = i32::try_from(row.missing).unwrap_or(i32::MAX);
        row.points.plus(Value::points(Points(each.0.saturating_mul(missing))))
    };
    let worst = |row: &Row| with(row, ledger.system.loss);
    let mut first = Vec::new();
    loop {
        let top = rows.iter().enumerate().max_by_key(|(_, row)| worst(row));
        let Some((place, row)) = top else { break };
        let mut rivals = rows.iter().filter(|other| other.entrant != row.entrant);
        if rivals.any(|rival| with(rival, ledger.system.win) >= worst(row)) {
            break;
        }
        first.push(rows.remove(place).entrant);
    }
    (first, rows.into_iter().map(|row| row.entrant).collect())
}
