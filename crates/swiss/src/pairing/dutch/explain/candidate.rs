//! Candidate pairings of a bracket, and how they compare (C.04.3, sections 2 and 3).

use std::cmp::{Ordering, Reverse};

use super::super::super::super::points::Points;
use super::super::Bracket;
use super::super::criteria::denied;
use super::super::player::{Float, Player};
use super::{Bar, Criterion, Fault, Measure, Verdict, Whole};

/// A pairing of a bracket. Players are indices into the field, in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Sorted, the higher-ranked player of each pair first.
    pub pairs: Vec<(usize, usize)>,
    pub floats: Vec<usize>,
}

impl Candidate {
    /// A candidate from pairs of members; everybody else floats.
    pub fn of(bracket: &Bracket, pairs: &[(usize, usize)]) -> Candidate {
        let player = |member: usize| bracket.members[member];
        let mut is_left = vec![true; bracket.next];
        for (one, other) in pairs {
            (is_left[*one], is_left[*other]) = (false, false);
        }
        let mut pairs: Vec<(usize, usize)> =
            pairs.iter().map(|(one, other)| (player(*one), player(*other))).collect();
        pairs.sort_unstable();
        let floats = (0..bracket.next).filter(|member| is_left[*member]).map(player);
        Candidate { pairs, floats: floats.collect() }
    }

    /// The first candidate: as many moved-down players as possible, from the highest on, meet residents from the
    /// highest on; among the rest the upper half meets the lower.
    pub fn first(bracket: &Bracket) -> Candidate {
        let moved = bracket.residents.min(bracket.next - bracket.residents);
        let rest = bracket.residents + moved..bracket.next;
        let half = rest.len() / 2;
        let mut pairs: Vec<(usize, usize)> =
            (0..moved).map(|one| (one, bracket.residents + one)).collect();
        pairs.extend(rest.clone().take(half).map(|one| (one, one + half)));
        Candidate::of(bracket, &pairs)
    }
}

const QUALITY: [Criterion; 12] = [
    Criterion::C10,
    Criterion::C11,
    Criterion::C12,
    Criterion::C13,
    Criterion::C14,
    Criterion::C15,
    Criterion::C16,
    Criterion::C17,
    Criterion::C18,
    Criterion::C19,
    Criterion::C20,
    Criterion::C21,
];

impl Whole<'_> {
    pub fn player(&self, place: usize) -> &Player {
        &self.field.players[place]
    }

    pub fn is_last(&self) -> bool {
        self.step.bracket.next == self.step.bracket.members.len()
    }

    /// Why two players may not meet; `None` if they may.
    pub fn bar(&self, one: usize, other: usize) -> Option<Bar> {
        super::changes::bar(self.before, self.field, one, other)
    }

    /// How another candidate compares with the chosen one.
    pub fn judge(&self, chosen: &Candidate, other: &Candidate) -> Verdict {
        if let Some((criterion, faults)) = self.faults(other) {
            return Verdict::Breaks { criterion, faults };
        }
        let ahead = if chosen.floats == other.floats { None } else { Some(self.ahead(other)) };
        if let Some(Verdict::Breaks { criterion, faults }) =
            ahead.as_ref().and_then(|ahead| ahead.broken())
        {
            return Verdict::Breaks { criterion, faults };
        }
        let mut found = Verdict::Later;
        let mut compare = |criterion, mine: Measure, his: Measure| {
            let order = mine.compare(&his);
            if order == Ordering::Less {
                found = Verdict::Worse { criterion, chosen: mine, other: his };
            } else if order == Ordering::Greater {
                // The chosen candidate is the best, so a contradicting measure is not reported.
                found = Verdict::Untold;
            }
            order != Ordering::Equal
        };
        if let Some(theirs) = ahead {
            let own = self.ahead(chosen);
            let Some(both) = own.against(&theirs) else { return Verdict::Untold };
            let count = |one: &Candidate| Measure::Count(one.floats.len());
            let scores = |one: &Candidate| Measure::Scores(self.scores(&one.floats));
            let [bye, next, unplayed] = both;
            let steps = [
                Some((Criterion::C5, bye)),
                Some((Criterion::C6, (count(chosen), count(other)))),
                Some((Criterion::C7, (scores(chosen), scores(other)))),
                Some((Criterion::C8, next)),
                Some((Criterion::C9, unplayed)),
            ];
            for (criterion, (mine, his)) in steps.into_iter().flatten() {
                if compare(criterion, mine, his) {
                    return found;
                }
            }
        }
        for criterion in QUALITY {
            if compare(criterion, self.measure(chosen, criterion), self.measure(other, criterion)) {
                break;
            }
        }
        found
    }

    /// The faults of an illegal candidate, by the first criterion that it breaks.
    fn faults(&self, candidate: &Candidate) -> Option<(Criterion, Vec<Fault>)> {
        let entrant = |place: usize| self.player(place).entrant;
        let mut found: Vec<(Criterion, Fault)> = Vec::new();
        for (one, other) in &candidate.pairs {
            if let Some(bar) = self.bar(*one, *other) {
                let pair = [entrant(*one), entrant(*other)];
                found.push((bar.criterion(), Fault::Pair { pair, bar }));
            }
        }
        if let ([left], true) = (candidate.floats.as_slice(), self.is_last())
            && self.step.bye.is_some()
            && !self.player(*left).may_have_bye
        {
            found.push((Criterion::C2, Fault::Bye(entrant(*left))));
        }
        let criterion = found.iter().map(|(criterion, _)| *criterion).min()?;
        found.retain(|(own, _)| *own == criterion);
        Some((criterion, found.into_iter().map(|(_, fault)| fault).collect()))
    }

    /// Scores in descending order.
    pub fn scores(&self, players: &[usize]) -> Vec<Points> {
        let mut scores: Vec<Points> = players.iter().map(|one| self.player(*one).score).collect();
        scores.sort_unstable_by_key(|score| Reverse(*score));
        scores
    }

    /// The measure of C10 to C21 for a candidate.
    fn measure(&self, candidate: &Candidate, criterion: Criterion) -> Measure {
        let colors = |which: usize| {
            let is_denied =
                |pair: &&(usize, usize)| denied(self.player(pair.0), self.player(pair.1))[which];
            Measure::Count(candidate.pairs.iter().filter(is_denied).count())
        };
        match criterion {
            Criterion::C10 => colors(0),
            Criterion::C11 => colors(1),
            Criterion::C12 => colors(2),
            Criterion::C13 => colors(3),
            Criterion::C14 => Measure::Count(self.down_again(candidate, 0, false).len()),
            Criterion::C15 => Measure::Count(self.up_again(candidate, 0).len()),
            Criterion::C16 => Measure::Count(self.down_again(candidate, 1, false).len()),
            Criterion::C17 => Measure::Count(self.up_again(candidate, 1).len()),
            Criterion::C18 => Measure::Scores(self.down_again(candidate, 0, true)),
            Criterion::C19 => Measure::Scores(self.up_again(candidate, 0)),
            Criterion::C20 => Measure::Scores(self.down_again(candidate, 1, true)),
            Criterion::C21 => Measure::Scores(self.up_again(candidate, 1)),
            _ => Measure::Count(candidate.floats.len()),
        }
    }

    /// The scores of downfloaters who also floated down `back` rounds ago: residents only, or moved-down players only,
    /// whose score difference is the same with any opponent.
    fn down_again(&self, candidate: &Candidate, back: usize, moved: bool) -> Vec<Points> {
        let bracket = &self.step.bracket;
        let is_moved = |place: &usize| bracket.members[..bracket.residents].contains(place);
        let floats = candidate.floats.iter().copied();
        let again = floats
            .filter(|one| is_moved(one) == moved && self.player(*one).floats[back] == Float::Down);
        self.scores(&again.collect::<Vec<_>>())
    }

    /// The score differences, in descending order, of pairs with a repeated upfloater.
    fn up_again(&self, candidate: &Candidate, back: usize) -> Vec<Points> {
        let mut found: Vec<Points> = Vec::new();
        for (higher, lower) in &candidate.pairs {
            let (higher, lower) = (self.player(*higher), self.player(*lower));
            if higher.score > lower.score && lower.floats[back] == Float::Up {
                found.push(higher.score - lower.score);
            }
        }
        found.sort_unstable_by_key(|score| Reverse(*score));
        found
    }
}

impl Bar {
    /// The criterion that forbids the pair.
    pub const fn criterion(self) -> Criterion {
        match self {
            Bar::Met { .. } => Criterion::C1,
            Bar::Apart => Criterion::Apart,
            Bar::SameColor(_) => Criterion::C3,
        }
    }
}
