//! The Keizer system, for clubs where people come and go: a ranking in which a win is worth the more, the higher the
//! opponent stands, and pairing of neighbors in it.
//!
//! The first of the ranking has the value [`Rules::top`], each next one less. A win counts the opponent's value, a draw
//! half of it; who does not play gets a part of their own; and everybody has their own value once. Values follow from
//! the ranking and the ranking from values, so that all rounds are counted again until nothing changes
//! ([`ranking`]).
//!
//! There is no handbook of the system. The rules are those of published regulations and programs:
//! - the value of the first: one and a half times the number of players, "as the system recommends" (regulations of SV
//!   Krimpen, `svkrimpen.nl/0wordpress/intern/keizersysteem`); the last then has about a third of it (German Wikipedia,
//!   Keizer-System; KeizerForClubs, `RatioFirst2Last`);
//! - 2/3 of the own value for the bye, 1/3 for an absence (SV Krimpen), nothing for one without notice
//!   (`bornsedamvereniging.nl/details-keizer`);
//! - counting again until the ranking stays, and the average where it never does (chesspairing, Keizer Convergence);
//! - 1 meets 2, 3 meets 4, and so on, unless they met in the last rounds; the last present is free if their number is
//!   odd; White for those who had it less often, otherwise for the lower of the two (German Wikipedia).

mod count;
mod pair;

use super::Tournament;
use super::entrant::{Bye, Entry, Score};
use super::points::Points;
use super::tiebreak::{Contribution, Total, Value, Working};

pub use pair::pair;

/// The rules of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The value of the first; `None` for one and a half times the number of entrants.
    pub top: Option<u32>,
    /// The part of the own value for a round without an opponent, in percent.
    pub bye: u8,
    /// The part for an absence with notice, in percent.
    pub excused: u8,
    /// The part for an absence without notice, in percent.
    pub absent: u8,
    /// How many rounds are between two games of the same players, if possible.
    pub apart: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { top: None, bye: 67, excused: 33, absent: 0, apart: 3 }
    }
}

impl Rules {
    /// The value of the first of so many.
    pub fn top_of(&self, entrants: usize) -> u32 {
        let usual = u32::try_from(entrants + entrants / 2).unwrap_or(u32::MAX);
        self.top.unwrap_or(usual)
    }

    /// The value of a place, counted from 0; the last places share the value 1 if there are more than values.
    pub fn value_of(&self, place: usize, entrants: usize) -> u32 {
        let below = u32::try_from(place).unwrap_or(u32::MAX);
        self.top_of(entrants).saturating_sub(below).max(1)
    }

    /// The part of a value that a round counts, in percent: of the opponent's if there is one, otherwise of the own.
    const fn percent(&self, entry: &Entry) -> u8 {
        match entry {
            Entry::Played { score, .. } | Entry::Forfeit { score, .. } => match score {
                Score::Win => 100,
                Score::Draw => 50,
                Score::Loss => 0,
            },
            Entry::Bye(Bye::Allocated | Bye::Full) => self.bye,
            Entry::Bye(Bye::Half) => self.excused,
            Entry::Bye(Bye::Zero) => self.absent,
        }
    }
}

/// An entrant in the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// An index into [`Tournament::entrants`].
    pub entrant: usize,
    /// What a win against them counts; an average if the ranking never settles.
    pub value: Value,
    /// The own value and what the rounds count, each rounded to a tenth.
    pub points: Points,
}

/// A ranking, from the first place to the last. Nobody shares a place: equal points are ranked by pairing numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    pub lines: Vec<Line>,
    /// How often the rounds were counted.
    pub passes: usize,
    /// Whether the ranking is that from which its values were taken.
    pub is_settled: bool,
}

impl Ranking {
    pub fn line_of(&self, entrant: usize) -> Option<&Line> {
        self.lines.iter().find(|line| line.entrant == entrant)
    }

    /// How the points of an entrant were computed after so many rounds.
    pub fn working(
        &self,
        tournament: &Tournament,
        rules: &Rules,
        entrant: usize,
        rounds: usize,
    ) -> Working {
        let value = |of: usize| self.line_of(of).map_or(Value::ZERO, |line| line.value);
        let entries = tournament.entrants.get(entrant).map_or(&[][..], |one| &one.entries);
        let played = entries.iter().take(rounds).enumerate();
        let contributions = played.map(|(round, entry)| {
            let base = value(entry.opponent().unwrap_or(entrant));
            let amount = base.percent(rules.percent(entry)).in_tenths();
            let scored = tournament.earned(entrant, round);
            Contribution { base, ..Contribution::plain(round, entry.opponent(), scored, amount) }
        });
        let contributions = contributions.collect();
        let total = Total::SumAndOwnValue { own: value(entrant).in_tenths() };
        let value = self.line_of(entrant).map(|line| Value::points(line.points));
        Working { value, contributions, total, among: Vec::new() }
    }
}

/// The passes after which counting ends even if every ranking was new.
const MOST_PASSES: usize = 100;

/// The ranking after so many rounds.
///
/// It starts with the order of pairing numbers. All rounds are counted with the values of the ranking; if that leads to
/// the same ranking, it is settled. If it leads to an earlier one, rankings would follow each other in a circle for
/// ever: then everybody's value is the average of their values in the circle, and the ranking is that of the points
/// with these. After 100 passes without either, the last one counts.
pub fn ranking(tournament: &Tournament, rules: &Rules, rounds: usize) -> Ranking {
    ranking_after(tournament, rules, rounds, MOST_PASSES)
}

/// The same after at most so many passes, at least one: programs that count once after each round have such rankings.
pub fn ranking_after(
    tournament: &Tournament,
    rules: &Rules,
    rounds: usize,
    passes: usize,
) -> Ranking {
    count::Count::new(tournament, rules, rounds).rank(passes)
}
