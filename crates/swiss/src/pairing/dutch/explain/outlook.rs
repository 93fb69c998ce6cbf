//! The consequences of a candidate for those below the bracket (C4, C5, C8, C9).

use super::super::super::super::points::Points;
use super::super::Bracket;
use super::super::criteria::{ByeRule, Criteria};
use super::super::others;
use super::super::pairer::best_matching;
use super::candidate::Candidate;
use super::{Criterion, Measure, Verdict, Whole};

/// The largest number of players that is matched to find something out, which takes cubic time.
pub const MOST: usize = 400;

/// The consequences of a candidate for those below.
pub enum Outlook {
    /// Everybody is paired, and as well as possible (C4, C5, C8).
    AsHoped,
    /// The best possible result.
    Found {
        /// The score of whoever gets the bye (C5).
        bye: Option<Points>,
        /// The scores of those who float from the next bracket, in descending order (C8).
        next: Vec<Points>,
        /// How many rounds whoever gets the bye has not played, if C9 applies.
        unplayed: usize,
    },
    /// Not everybody is paired (C4).
    Impossible,
    Untold,
}

/// Two measures of one criterion.
type Both = (Measure, Measure);

impl Outlook {
    /// The verdict if it is impossible.
    pub const fn broken(&self) -> Option<Verdict> {
        match self {
            Outlook::Impossible => {
                Some(Verdict::Breaks { criterion: Criterion::C4, faults: Vec::new() })
            }
            _ => None,
        }
    }

    /// The measures to compare for C5, C8 and C9; `None` if one of them is unknown.
    pub fn against(&self, other: &Outlook) -> Option<[Both; 3]> {
        let same = || (Measure::Count(0), Measure::Count(0));
        let score = |bye: Option<Points>| Measure::Score(bye.unwrap_or_default());
        match (self, other) {
            (Outlook::AsHoped, Outlook::AsHoped) => Some([same(), same(), same()]),
            (
                Outlook::Found { bye, next, unplayed },
                Outlook::Found { bye: his, next: others, unplayed: rest },
            ) => Some([
                (score(*bye), score(*his)),
                (Measure::Next(next.clone()), Measure::Next(others.clone())),
                (Measure::Count(*unplayed), Measure::Count(*rest)),
            ]),
            _ => None,
        }
    }
}

impl Whole<'_> {
    /// The consequences of a candidate for those below.
    pub fn ahead(&self, candidate: &Candidate) -> Outlook {
        let bye = self.step.bye.as_ref();
        if self.is_last() {
            return self.at_the_end(candidate);
        }
        if let Some(found) = self.below(candidate, bye) {
            return found;
        }
        // It may be possible with a bye for a higher score.
        let mut scores: Vec<Points> = self.field.players.iter().map(|one| one.score).collect();
        scores.reverse();
        scores.dedup();
        let Some(rule) = bye else { return Outlook::Impossible };
        for score in scores.into_iter().filter(|score| *score > rule.score) {
            let wider = ByeRule { score, decides: false, ..rule.clone() };
            if let Some(found) = self.below(candidate, Some(&wider)) {
                return found;
            }
        }
        Outlook::Impossible
    }

    /// After the last bracket, only the bye is left.
    fn at_the_end(&self, candidate: &Candidate) -> Outlook {
        let none = Outlook::Found { bye: None, next: Vec::new(), unplayed: 0 };
        match (candidate.floats.as_slice(), &self.step.bye) {
            ([], _) => none,
            ([left], Some(rule)) => Outlook::Found {
                bye: Some(self.player(*left).score),
                next: Vec::new(),
                unplayed: self.unplayed(*left, rule),
            },
            _ => Outlook::Impossible,
        }
    }

    fn unplayed(&self, left: usize, rule: &ByeRule) -> usize {
        let rounds = self.field.played.saturating_sub(self.player(left).games);
        if rule.decides { rounds } else { 0 }
    }

    /// Matches the floaters with those below; `None` if not everybody is paired.
    fn below(&self, candidate: &Candidate, bye: Option<&ByeRule>) -> Option<Outlook> {
        let bracket = &self.step.bracket;
        let below = &bracket.members[bracket.next..];
        let members: Vec<usize> = candidate.floats.iter().chain(below).copied().collect();
        let floats = candidate.floats.len();
        let own = Bracket {
            residents: floats,
            next: floats,
            deeper: floats + bracket.deeper - bracket.next,
            members,
            whole: true,
        };
        if own.members.len() > MOST {
            return Some(self.as_hoped(candidate, bye));
        }
        let mates = self.mates(&own, bye)?;
        let left = mates.iter().position(Option::is_none);
        let near = 0..own.deeper;
        let is_left = |member: &usize| mates[*member].is_none_or(|mate| mate >= own.deeper);
        let next: Vec<usize> = near.filter(is_left).map(|member| own.members[member]).collect();
        let left = left.map(|member| own.members[member]);
        Some(Outlook::Found {
            bye: left.map(|left| self.player(left).score),
            next: self.scores(&next),
            unplayed: left.zip(bye).map_or(0, |(left, rule)| self.unplayed(left, rule)),
        })
    }

    /// The best matching of a bracket whose members are all of the next one or below: each member's opponent, `None`
    /// for the bye; `None` overall if not everybody is paired.
    fn mates(&self, own: &Bracket, bye: Option<&ByeRule>) -> Option<Vec<Option<usize>>> {
        let criteria = Criteria::new(self.field, own, bye);
        let mates = best_matching(own, &criteria)?;
        let members = own.members.len();
        let left: Vec<usize> = (0..members).filter(|member| mates[*member].is_none()).collect();
        let takes =
            |member: &usize| bye.is_some_and(|bye| bye.may_take(self.player(own.members[*member])));
        (left.len() == members % 2 && left.iter().all(takes)).then_some(mates)
    }

    /// The result without a matching if it is certain that nothing better is possible.
    fn as_hoped(&self, candidate: &Candidate, bye: Option<&ByeRule>) -> Outlook {
        let bracket = &self.step.bracket;
        let place =
            |player: usize| bracket.members[..bracket.next].iter().position(|one| *one == player);
        let pairs = candidate.pairs.iter();
        let pairs: Option<Vec<(usize, usize)>> =
            pairs.map(|(one, other)| place(*one).zip(place(*other))).collect();
        let Some(pairs) = pairs else { return Outlook::Untold };
        let is_plain = others::get_the_bye(self.field, bracket, bye)
            && others::can_be_paired(self.field, bracket, &pairs, bye);
        if is_plain { Outlook::AsHoped } else { Outlook::Untold }
    }
}
