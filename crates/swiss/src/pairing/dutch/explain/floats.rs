//! Explains who floats down from a bracket.

use super::super::super::matching::{Bits, Plain};
use super::super::Bracket;
use super::super::criteria::{ByeRule, Criteria};
use super::super::pairer::best_matching;
use super::candidate::Candidate;
use super::outlook::MOST;
use super::{Criterion, Floater, HowMany, Verdict, Whole, WhyFloats};

impl Whole<'_> {
    /// Why this many float.
    pub fn how_many(&self, chosen: &Candidate) -> HowMany {
        let bracket = &self.step.bracket;
        let (pairs, all) = (chosen.pairs.len(), bracket.next);
        match chosen.floats.len() {
            0 => HowMany::Nobody,
            1 if !all.is_multiple_of(2) => HowMany::Odd,
            _ if self.most_pairs() == pairs => HowMany::NoMorePairs(pairs),
            _ if bracket.members.len() > MOST => HowMany::Untold,
            // Would there be more pairs if anybody could have the bye?
            _ if self.most_with_others() == Some(pairs) => HowMany::ForOthers,
            _ => HowMany::ForTheBye,
        }
    }

    /// The number of legal pairs in the bracket, ignoring others.
    fn most_pairs(&self) -> usize {
        let bracket = &self.step.bracket;
        let mut rows = vec![Bits::none(bracket.next); bracket.next];
        for lower in bracket.residents..bracket.next {
            for higher in 0..lower {
                if self.field.may_meet(bracket.members[higher], bracket.members[lower]) {
                    rows[higher].insert(lower);
                    rows[lower].insert(higher);
                }
            }
        }
        let mut plain = Plain::new(rows);
        plain.solve();
        (0..bracket.next).filter(|one| plain.mate(*one).is_some()).count() / 2
    }

    /// The number of pairs in it such that everybody is paired, whatever the score of the bye.
    fn most_with_others(&self) -> Option<usize> {
        let bracket = &self.step.bracket;
        let most = self.field.players.first()?.score;
        let wider = self.step.bye.as_ref();
        let wider = wider.map(|rule| ByeRule { score: most, decides: false, ..rule.clone() });
        let criteria = Criteria::new(self.field, bracket, wider.as_ref());
        let mates = best_matching(bracket, &criteria)?;
        let is_in = |member: &usize| mates[*member].is_some_and(|mate| mate < bracket.next);
        Some((0..bracket.next).filter(is_in).count() / 2)
    }

    /// All downfloaters. Those who do not float in the first candidate are compared with those who do.
    pub fn floaters(&self, chosen: &Candidate, first: &Candidate) -> Vec<Floater> {
        let mut instead = first.floats.iter().filter(|one| !chosen.floats.contains(one));
        let mut why = |player: usize| {
            if let Some(why) = self.without_opponent(player) {
                return why;
            }
            if first.floats.contains(&player) {
                return WhyFloats::Last;
            }
            match instead.next() {
                Some(other) => WhyFloats::Instead {
                    other: self.player(*other).entrant,
                    verdict: self.exchanged(chosen, player, *other),
                },
                None => self.against_the_last(chosen, player),
            }
        };
        let floater =
            |player: &usize| Floater { entrant: self.player(*player).entrant, why: why(*player) };
        chosen.floats.iter().map(floater).collect()
    }

    /// If more float than in the first candidate: compares with the last of those who do not float.
    fn against_the_last(&self, chosen: &Candidate, player: usize) -> WhyFloats {
        let members = &self.step.bracket.members[..self.step.bracket.next];
        match members.iter().rfind(|one| !chosen.floats.contains(one)) {
            Some(other) if *other > player => WhyFloats::Instead {
                other: self.player(*other).entrant,
                verdict: self.exchanged(chosen, player, *other),
            },
            _ => WhyFloats::AllLower,
        }
    }

    /// The bars against a player's possible opponents, if none is left.
    fn without_opponent(&self, player: usize) -> Option<WhyFloats> {
        let bracket = &self.step.bracket;
        let is_moved = bracket.members[..bracket.residents].contains(&player);
        let start = if is_moved { bracket.residents } else { 0 };
        let others = bracket.members[start..bracket.next].iter().filter(|one| **one != player);
        let bars = others.map(|one| Some((self.player(*one).entrant, self.bar(player, *one)?)));
        let bars = bars.collect::<Option<Vec<_>>>()?;
        Some(if bars.is_empty() { WhyFloats::Alone } else { WhyFloats::NoOpponent(bars) })
    }

    /// How the best pairing compares in which `other` floats in the player's place.
    fn exchanged(&self, chosen: &Candidate, player: usize, other: usize) -> Verdict {
        let bracket = &self.step.bracket;
        if bracket.next > MOST {
            return Verdict::Untold;
        }
        let mut floats: Vec<usize> = chosen.floats.clone();
        floats.retain(|one| *one != player);
        floats.push(other);
        floats.sort_unstable();
        let stays = |one: &&usize| !floats.contains(one);
        let moved = bracket.members[..bracket.residents].iter().filter(stays);
        let moved: Vec<usize> = moved.copied().collect();
        let residents = bracket.members[bracket.residents..bracket.next].iter().filter(stays);
        let members: Vec<usize> = moved.iter().copied().chain(residents.copied()).collect();
        let end = members.len();
        let own = Bracket { residents: moved.len(), next: end, deeper: end, members, whole: false };
        let criteria = Criteria::new(self.field, &own, None);
        let Some(mates) = best_matching(&own, &criteria) else { return Verdict::Untold };
        if mates.iter().any(Option::is_none) {
            // The others cannot all be paired among themselves.
            return Verdict::Breaks { criterion: Criterion::C6, faults: Vec::new() };
        }
        let pairs = mates.iter().enumerate().filter_map(|(one, mate)| Some((one, (*mate)?)));
        let pairs: Vec<(usize, usize)> = pairs
            .filter(|(one, mate)| one < mate)
            .map(|(one, mate)| (own.members[one], own.members[mate]))
            .collect();
        self.judge(chosen, &Candidate { pairs, floats })
    }
}
