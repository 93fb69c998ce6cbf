//! Tie-breaks based on an entrant's own results (C.07, article 7), and the league's "no default win".

use super::cut::Cut;
use super::ledger::{Ledger, Line};
use super::value::Value;
use super::working::{Came, Contribution, Desk, Total};
use crate::Color;
use crate::entrant::{Entry, Score};
use crate::teams::BoardBook;

/// One contribution per round.
fn by_round(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    amount: impl Fn(usize, &Line) -> Value,
) -> Came {
    let lines = ledger.lines(entrant).iter().enumerate();
    let contributions = lines.map(|(round, line)| line.contribution(round, amount(round, line)));
    desk.sum(contributions, Total::Sum)
}

const fn one_if(is_so: bool) -> Value {
    Value::whole(if is_so { 1 } else { 0 })
}

/// 7.1: rounds with as many points as a win, played or not.
pub fn wins(desk: &mut Desk, ledger: &Ledger, entrant: usize) -> Came {
    by_round(desk, ledger, entrant, |_, line| one_if(line.points == ledger.system.win))
}

/// Games over the board of one kind, never forfeits, even in a round robin (7.2 to 7.4).
pub fn games(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    is_one: impl Fn(&Entry) -> bool,
) -> Came {
    let lines = ledger.lines(entrant).iter().enumerate();
    let contributions = lines.map(|(round, line)| Contribution {
        verdict: line.played(),
        ..line.contribution(round, one_if(line.entry.is_played() && is_one(&line.entry)))
    });
    desk.sum(contributions, Total::Sum)
}

pub const fn is_won(entry: &Entry) -> bool {
    matches!(entry, Entry::Played { score: Score::Win, .. })
}

pub const fn is_black(entry: &Entry) -> bool {
    matches!(entry, Entry::Played { color: Color::Black, .. })
}

/// 7.5: the sum of the scores after each round; a cut removes the first ones (14.1.1 c).
pub fn progressive(desk: &mut Desk, ledger: &Ledger, entrant: usize, cut: Cut) -> Came {
    let mut running = crate::points::Points(0);
    let lines = ledger.lines(entrant).iter().enumerate();
    let contributions = lines.map(|(round, line)| {
        running = running + line.points;
        line.contribution(round, Value::points(running))
    });
    desk.sum_with_cut(contributions, cut, Total::Sum)
}

/// 7.6: rounds without a requested bye or forfeit loss.
pub fn rounds_elected(desk: &mut Desk, ledger: &Ledger, entrant: usize) -> Came {
    by_round(desk, ledger, entrant, |_, line| one_if(!line.is_voluntary()))
}

/// 7.7: one for more points than the paired opponent in the round, a half for as many; without an opponent, compared
/// with the points for a draw.
pub fn standard_points(desk: &mut Desk, ledger: &Ledger, entrant: usize) -> Came {
    by_round(desk, ledger, entrant, |round, line| {
        let other = line.entry.opponent().map(|opponent| ledger.lines(opponent)[round].points);
        match line.points.cmp(&other.unwrap_or(ledger.system.draw)) {
            std::cmp::Ordering::Greater => Value::hundredths(100),
            std::cmp::Ordering::Equal => Value::hundredths(50),
            std::cmp::Ordering::Less => Value::hundredths(0),
        }
    })
}

/// The points that are not a team's score: board points if matches count, match points if boards do.
pub fn other_points(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    book: Option<&BoardBook>,
) -> Came {
    by_round(desk, ledger, entrant, |round, line| match book {
        Some(book) if book.is_score => Value::points(ledger.system.of(&line.entry)),
        Some(book) => Value::points(book.of(entrant, round)),
        None => Value::whole(0),
    })
}

/// Board points, each times the number of its board.
pub fn board_count(
    desk: &mut Desk,
    ledger: &Ledger,
    entrant: usize,
    book: Option<&BoardBook>,
) -> Came {
    let count =
        |round| book.map_or(Value::whole(0), |book| Value::points(book.count(entrant, round)));
    by_round(desk, ledger, entrant, |round, _| count(round))
}

/// 1 without a forfeit win, otherwise 0; byes are not forfeit wins.
pub fn no_default_win(desk: &mut Desk, ledger: &Ledger, entrant: usize) -> Came {
    let lines = ledger.lines(entrant).iter().enumerate();
    let defaults =
        lines.filter(|(_, line)| matches!(line.entry, Entry::Forfeit { score: Score::Win, .. }));
    let contributions = defaults.map(|(round, line)| line.contribution(round, Value::whole(1)));
    desk.sum(contributions, Total::NoneOfThem)
}
