//! Who wins the prizes of an event as it stands.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use swiss::performance::performance;

use super::super::final_places::Finish;
use super::super::{Contest, EntrantId};
use super::distribution::{Distribution, Ladder, Rung, Runner};
use super::{Award, PrizeClass, PrizeCriterion};

/// What everybody wins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Awards {
    /// One for each of [`super::super::ContestSettings::prizes`].
    pub prizes: Vec<Award>,
    /// Those who get money, by place.
    pub payouts: Vec<Payout>,
}

/// What an entrant is paid in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payout {
    pub entrant: EntrantId,
    /// In hundredths of the event's currency.
    pub amount: u64,
}

impl Contest {
    /// The winners of each prize, and the money.
    ///
    /// If a player wins one prize only, they keep the one with the greatest amount, then the one listed first, and the
    /// other goes to the next; but a place's prize without an amount is never given up.
    pub fn awards(&self) -> Awards {
        if self.settings.prizes.is_empty() {
            return Awards::default();
        }
        let finishes = self.finishes();
        let ladders = self.prize_ladders(&finishes);
        let mut distribution = Distribution::new(
            self.settings.prizes.len(),
            self.settings.prize_sharing,
            self.settings.prizes_cumulative,
        );
        distribution.award_all(ladders);
        let paid = |one: &Finish| {
            let amount = *distribution.paid.get(&one.entrant)?;
            Some(Payout { entrant: one.entrant, amount })
        };
        let payouts = finishes.iter().filter_map(paid).collect();
        Awards { prizes: distribution.awards, payouts }
    }

    /// Prizes for places of the event, and of each class, go together: those who are tied share them.
    fn prize_ladders(&self, finishes: &[Finish]) -> Vec<Ladder> {
        let mut performances: Option<Vec<Runner>> = None;
        let mut ladders: Vec<(Option<&PrizeClass>, Ladder)> = Vec::new();
        for (prize, own) in self.settings.prizes.iter().enumerate() {
            let (class, from, to) = match &own.criterion {
                PrizeCriterion::Places { from, to } => (None, *from, *to),
                PrizeCriterion::Class { class, from, to, .. } => (Some(class), *from, *to),
                _ => (None, 1, 1),
            };
            let rung = Rung { prize, from: from as usize, to: to as usize, amount: own.amount };
            let is_places = matches!(own.criterion, PrizeCriterion::Places { .. });
            let same = ladders.iter_mut().find(|(of, ladder)| {
                *of == class && (class.is_some() || (is_places && ladder.is_of_places))
            });
            if let Some((_, ladder)) = same {
                ladder.rungs.push(rung);
                continue;
            }
            let all = finishes.iter().map(Runner::from);
            let runners = match &own.criterion {
                PrizeCriterion::Places { .. } => all.collect(),
                PrizeCriterion::Class { class, .. } => all
                    .filter(|one| {
                        self.entrant(one.id).is_some_and(|own| class.contains(&own.person))
                    })
                    .collect(),
                PrizeCriterion::Best { among, .. } => {
                    all.filter(|one| among.contains(&one.id)).collect()
                }
                PrizeCriterion::Performance { among, .. } => {
                    let all = performances.get_or_insert_with(|| self.best_performances(finishes));
                    let own = |one: &&Runner| among.is_empty() || among.contains(&one.id);
                    all.iter().filter(own).copied().collect()
                }
            };
            ladders.push((class, Ladder { is_of_places: is_places, rungs: vec![rung], runners }));
        }
        ladders.into_iter().map(|(_, ladder)| ladder).collect()
    }

    /// Those with a performance rating, the highest first.
    fn best_performances(&self, finishes: &[Finish]) -> Vec<Runner> {
        let all = self.performance_ratings();
        let rated = |one: &Finish| Some((*all.get(&one.entrant)?, one.entrant));
        let mut found: Vec<(i32, EntrantId)> = finishes.iter().filter_map(rated).collect();
        found.sort_by_key(|(rating, _)| Reverse(*rating));
        let runner = |(rating, id): &(i32, EntrantId)| {
            let place = found.partition_point(|(other, _)| other > rating) + 1;
            Runner { id: *id, place, level: place }
        };
        found.iter().map(runner).collect()
    }

    /// Performance ratings in the last stage with standings that each entrant was in.
    fn performance_ratings(&self) -> BTreeMap<EntrantId, i32> {
        let mut all = BTreeMap::new();
        for stage in 0..self.stages.len() {
            let groups = 0..self.stages[stage].groups.len();
            for table in groups.filter_map(|group| self.group_tournament(stage, group, usize::MAX))
            {
                let played = table.tournament.played;
                for (at, id) in table.entrants.iter().enumerate() {
                    if let Some(own) = performance(&table.tournament, at, played, None) {
                        all.insert(*id, own.tournament);
                    }
                }
            }
        }
        all
    }
}
