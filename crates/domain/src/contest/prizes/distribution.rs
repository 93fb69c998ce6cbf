//! Gives out prizes, one group of equals at a time, and shares their money.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::EntrantId;
use super::super::final_places::Finish;
use super::PrizeSharing;

/// A prize's current winners.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Award {
    /// By place; empty if not known yet.
    pub winners: Vec<EntrantId>,
    /// Whether more entrants are tied than there are prizes; the tie is not broken here.
    pub is_tied: bool,
    /// Whether its amount is shared with those who are equal on points.
    pub is_shared: bool,
}

/// An entrant who may win prizes of a ladder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runner {
    pub id: EntrantId,
    /// The same for entrants between whom nothing decides.
    pub place: usize,
    /// The same for entrants who share money.
    pub level: usize,
}

impl From<&Finish> for Runner {
    fn from(one: &Finish) -> Runner {
        Runner { id: one.entrant, place: one.place, level: one.level }
    }
}

/// A prize for some places of a ladder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rung {
    pub prize: usize,
    pub from: usize,
    pub to: usize,
    pub amount: u64,
}

/// Prizes that the same entrants win in order.
pub(super) struct Ladder {
    pub is_of_places: bool,
    pub rungs: Vec<Rung>,
    /// The best first.
    pub runners: Vec<Runner>,
}

impl Ladder {
    fn rung(&self, place: usize) -> Option<&Rung> {
        self.rungs.iter().find(|rung| (rung.from..=rung.to).contains(&place))
    }

    fn amount(&self, place: usize) -> u64 {
        self.rung(place).map_or(0, |rung| rung.amount)
    }
}

/// The equals who are next in a ladder.
struct Offer {
    /// Their first place in the ladder.
    first: usize,
    group: Vec<Runner>,
    /// What each is paid; `None` if that is not decided.
    pay: Option<Vec<u64>>,
    /// The same by entrant.
    amounts: BTreeMap<EntrantId, u64>,
    rank: (u8, u64, Reverse<usize>),
}

impl Offer {
    fn amount_of(&self, id: EntrantId) -> u64 {
        self.amounts.get(&id).copied().unwrap_or_default()
    }
}

pub(super) struct Distribution {
    sharing: PrizeSharing,
    is_cumulative: bool,
    has_won: BTreeSet<EntrantId>,
    pub awards: Vec<Award>,
    pub paid: BTreeMap<EntrantId, u64>,
}

impl Distribution {
    pub fn new(prizes: usize, sharing: PrizeSharing, is_cumulative: bool) -> Distribution {
        let awards = vec![Award::default(); prizes];
        let (has_won, paid) = Default::default();
        Distribution { sharing, is_cumulative, has_won, awards, paid }
    }

    pub fn award_all(&mut self, mut ladders: Vec<Ladder>) {
        let mut places = vec![1; ladders.len()];
        loop {
            let offers: Vec<Option<Offer>> =
                ladders.iter().zip(&places).map(|(one, place)| self.offer(one, *place)).collect();
            let Some(at) = choose(&offers) else { return };
            let Some(offer) = &offers[at] else { return };
            self.award(&ladders[at], offer);
            places[at] += offer.group.len();
            let done: BTreeSet<EntrantId> = offer.group.iter().map(|one| one.id).collect();
            ladders[at].runners.retain(|one| !done.contains(&one.id));
        }
    }

    /// Those who are next in a ladder, of which this is the first place left.
    fn offer(&self, ladder: &Ladder, first: usize) -> Option<Offer> {
        ladder.rungs.iter().find(|rung| rung.to >= first)?;
        let may = |one: &&Runner| self.is_cumulative || !self.has_won.contains(&one.id);
        let mut left = ladder.runners.iter().filter(may).copied().peekable();
        let own = *left.peek()?;
        // Who shares a place is equal on points, too.
        let equals: Vec<Runner> = left.take_while(|one| one.level == own.level).collect();
        let level = equals.len();
        let tied = equals.iter().take_while(|one| one.place == own.place).count();
        let amounts = |count: usize| -> Vec<u64> {
            (first..first + count).map(|place| ladder.amount(place)).collect()
        };
        let pool: u64 = amounts(level).iter().sum();
        let (group, pay) = if self.sharing == PrizeSharing::None || pool == 0 {
            let is_decided = tied == 1 || spans_one(ladder, first, tied);
            (&equals[..tied], is_decided.then(|| amounts(tied)))
        } else {
            let pay = shares(&amounts(level), &equals, self.sharing);
            (&equals[..], Some(pay))
        };
        let rungs = (first..first + group.len()).filter_map(|place| ladder.rung(place));
        let rank = match rungs.clone().map(|rung| rung.amount).max() {
            None => (2, 0, Reverse(0)),
            Some(most) => {
                let most = pay.iter().flatten().max().copied().unwrap_or(most);
                let listed = rungs.map(|rung| rung.prize).min().unwrap_or_default();
                (u8::from(ladder.is_of_places && most == 0), most, Reverse(listed))
            }
        };
        let paid = group.iter().map(|one| one.id).zip(pay.iter().flatten().copied());
        Some(Offer { first, amounts: paid.collect(), group: group.to_vec(), pay, rank })
    }

    fn award(&mut self, ladder: &Ladder, offer: &Offer) {
        let mut at = 0;
        for tied in offer.group.chunk_by(|one, other| one.place == other.place) {
            let first = offer.first + at;
            let is_decided = tied.len() == 1 || spans_one(ladder, first, tied.len());
            at += tied.len();
            for rung in &ladder.rungs {
                if rung.to < first || rung.from >= first + tied.len() {
                    continue;
                }
                let is_money = rung.amount > 0 && offer.pay.is_some();
                let award = &mut self.awards[rung.prize];
                award.winners.extend(tied.iter().map(|one| one.id));
                award.is_tied |= !is_decided && !is_money;
                award.is_shared |= is_money && self.sharing != PrizeSharing::None && {
                    let last = offer.first + offer.group.len() - 1;
                    offer.group.len() > 1 && !(rung.from <= offer.first && last <= rung.to)
                };
                // Tied entrants have not won it yet.
                if is_decided {
                    self.has_won.extend(tied.iter().map(|one| one.id));
                }
            }
        }
        for (one, amount) in offer.group.iter().zip(offer.pay.iter().flatten()) {
            if *amount > 0 {
                *self.paid.entry(one.id).or_default() += amount;
                self.has_won.insert(one.id);
            }
        }
    }
}

/// Whether all these places of a ladder have the same prize, or none.
fn spans_one(ladder: &Ladder, first: usize, count: usize) -> bool {
    let prize = |place| ladder.rung(place).map(|rung| rung.prize);
    (first..first + count).all(|place| prize(place) == prize(first))
}

/// The ladder whose next prize is awarded next: the greatest, unless one of its winners would get more in another.
fn choose(offers: &[Option<Offer>]) -> Option<usize> {
    let offered = || offers.iter().enumerate().filter_map(|(at, one)| Some((at, one.as_ref()?)));
    let (mut chosen, mut own) = offered().max_by_key(|(_, one)| one.rank)?;
    let mut seen = vec![chosen];
    while own.rank.0 == 0 {
        let gets_more = |other: &Offer| {
            own.group.iter().any(|one| other.amount_of(one.id) > own.amount_of(one.id))
        };
        let better = offered().find(|(at, other)| !seen.contains(at) && gets_more(other));
        let Some((at, other)) = better else { break };
        seen.push(at);
        (chosen, own) = (at, other);
    }
    Some(chosen)
}

/// How equals share the amounts of their places. What cannot be divided goes to the highest place.
fn shares(amounts: &[u64], group: &[Runner], sharing: PrizeSharing) -> Vec<u64> {
    let common = |amount: u64| if sharing == PrizeSharing::Hort { amount / 2 } else { amount };
    let mut shares = divide(amounts.iter().map(|amount| common(*amount)).sum(), group.len());
    let mut at = 0;
    // Nothing decides between those who share a place, so they share its half as well.
    for tied in group.chunk_by(|one, other| one.place == other.place) {
        let own = &amounts[at..at + tied.len()];
        let rest = own.iter().map(|amount| amount - common(*amount)).sum();
        for (offset, part) in divide(rest, tied.len()).into_iter().enumerate() {
            shares[at + offset] += part;
        }
        at += tied.len();
    }
    shares
}

fn divide(amount: u64, count: usize) -> Vec<u64> {
    let part = amount / count as u64;
    let mut parts = vec![part; count];
    parts[0] += amount - part * count as u64;
    parts
}

#[cfg(test)]
mod tests;
