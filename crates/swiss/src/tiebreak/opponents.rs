//! Tie-breaks based on opponents' scores (C.07, articles 8 and 9), with unplayed rounds by article 16.

use super::Forfeits;
use super::cut::Cut;
use super::ledger::{Ledger, Line, Pairings};
use super::value::Value;
use super::working::{Adjustment, Came, Cap, Contribution, Desk, Total, Verdict};
use crate::entrant::Entry;
use crate::points::Points;

/// The sum of the opponents' scores (8.1).
pub fn buchholz(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    cut: Cut,
    forfeits: Forfeits,
) -> Came {
    weighted(desk, ledger, entrant, cut, forfeits, |base, _| Value::points(base))
}

/// The sum of the opponents' scores, each times the score against them (9.1).
pub fn sonneborn_berger(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    cut: Cut,
    forfeits: Forfeits,
) -> Came {
    weighted(desk, ledger, entrant, cut, forfeits, |base, scored| {
        Value::hundredths(i64::from(base.0) * i64::from(scored.0))
    })
}

fn weighted(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    cut: Cut,
    forfeits: Forfeits,
    amount: impl Fn(Points, Points) -> Value,
) -> Came {
    let lines = ledger.lines(entrant).iter().enumerate();
    let contributions = lines.filter_map(|(round, line)| {
        let met = met(ledger, entrant, line, forfeits)?;
        Some(Contribution {
            base: Value::points(met.score),
            adjusted: met.adjusted,
            voluntary: met.is_dummy && line.is_voluntary(),
            ..line.contribution(round, amount(met.score, line.points))
        })
    });
    desk.sum_with_cut(contributions, cut, Total::Sum)
}

/// The score that a round contributes.
struct Met {
    score: Points,
    adjusted: Option<Adjustment>,
    is_dummy: bool,
}

/// The opponent, or the dummy of an unplayed round (16.4); `None` for a bye with predetermined pairings, where it is
/// not a round (15.2).
fn met(ledger: &Ledger, entrant: usize, line: &Line, forfeits: Forfeits) -> Option<Met> {
    let defaults_count = forfeits == Forfeits::Played || ledger.pairings == Pairings::Predetermined;
    let own = ledger.score(entrant);
    let dummy = |most: Points, cap: Cap| Met {
        score: own.min(most),
        adjusted: Some(Adjustment::Dummy { own, cap }),
        is_dummy: true,
    };
    Some(match line.entry {
        Entry::Forfeit { opponent, .. } if !defaults_count => {
            let most = ledger.adjusted(opponent).points;
            dummy(most, Cap::Opponent(most))
        }
        Entry::Played { opponent, .. } | Entry::Forfeit { opponent, .. } => {
            let to_others = ledger.adjusted(opponent);
            let draws =
                Adjustment::ByesAsDraws { byes: to_others.byes, has: ledger.score(opponent) };
            let adjusted = (to_others.byes > 0).then_some(draws);
            Met { score: to_others.points, adjusted, is_dummy: false }
        }
        Entry::Bye(_) if ledger.pairings == Pairings::Predetermined => return None,
        Entry::Bye(_) => {
            let rounds = i32::try_from(ledger.rounds()).unwrap_or(i32::MAX);
            let most = Points(ledger.system.draw.0.saturating_mul(rounds));
            dummy(most, Cap::Draws(most))
        }
    })
}

/// Points against opponents with at least half of the possible score (9.2), or as many half points more (14.5). A
/// forfeit counts against the paired opponent.
pub fn koya(desk: &mut Desk, ledger: &Ledger, entrant: usize, half_points: i8) -> Came {
    let twice_limit = ledger.system.win.0 * most_rounds(ledger) + 10 * i32::from(half_points);
    let lines = ledger.lines(entrant).iter().enumerate();
    let contributions = lines.filter_map(|(round, line)| {
        let score = ledger.score(line.entry.opponent()?);
        let is_above = 2 * score.0 >= twice_limit;
        Some(Contribution {
            base: Value::points(score),
            verdict: if is_above { Verdict::Counts } else { Verdict::BelowLimit },
            ..line.contribution(round, Value::points(line.points))
        })
    });
    desk.sum(contributions, Total::Sum)
}

/// The number of rounds in which points could be scored: all except the free one of an odd round robin.
fn most_rounds(ledger: &Ledger) -> i32 {
    let most = match ledger.pairings {
        Pairings::Swiss => ledger.rounds(),
        Pairings::Predetermined => ledger.most_paired(),
    };
    i32::try_from(most).unwrap_or(i32::MAX)
}

/// The average value of opponents met over the board (8.2, 10.4, 10.5).
pub fn average(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    values: &[Value],
    total: Total,
) -> Came {
    let lines = ledger.lines(entrant).iter().enumerate();
    let contributions = lines.filter_map(|(round, line)| {
        let value = values.get(line.entry.opponent()?).copied().unwrap_or(Value::ZERO);
        Some(Contribution { verdict: line.played(), ..line.contribution(round, value) })
    });
    desk.sum(contributions, total)
}
