//! All ways to deal one rank to both sides.

use crate::rules::Rank;

use super::super::Ranks;
use super::network::{Group, Network};
use super::sweep::Dealt;

/// Somebody who deals one rank.
struct Dealer<'a> {
    network: &'a Network,
    rank: Rank,
    /// Ranks that are dealt later.
    later: Ranks,
    /// How many pieces of each side still get the rank.
    need: [u16; 2],
    /// By group: how many pieces of each side there are, from it on, that may get the rank.
    able: Vec<[u16; 2]>,
    /// The state, changed and changed back.
    key: Vec<u16>,
    /// What sets were before they were changed.
    undo: Vec<(usize, u16)>,
    /// What is handed out.
    dealt: Dealt,
    found: &'a mut dyn FnMut(&Dealt),
}

impl Network {
    /// Goes through all ways to deal a rank to both sides, from the state `key`.
    pub fn deal(&self, rank: Rank, key: &[u16], found: &mut dyn FnMut(&Dealt)) {
        let count = u16::from(self.army[rank.index()]);
        let later = Ranks::filtered(|other| other > rank);
        let mut able = vec![[0; 2]; self.groups.len() + 1];
        for (index, group) in self.groups.iter().enumerate().rev() {
            able[index] = able[index + 1];
            if self.ranks(index, key).contains(rank) {
                able[index][group.color as usize] += key[self.linked + index];
            }
        }
        let dealt = Dealt { key: key.to_vec(), chosen: Vec::new(), ways: 1.0 };
        let (key, undo) = (key.to_vec(), Vec::new());
        let mut dealer =
            Dealer { network: self, rank, later, need: [count; 2], able, key, undo, dealt, found };
        dealer.go(0);
    }

    /// The ranks that are left to the pieces of a group.
    fn ranks(&self, group: usize, key: &[u16]) -> Ranks {
        if group < self.linked { Ranks::of_bits(key[group]) } else { self.groups[group].ranks }
    }
}

impl Dealer<'_> {
    /// Deals to the groups from this one on.
    fn go(&mut self, index: usize) {
        let able = self.able[index];
        if self.need[0] > able[0] || self.need[1] > able[1] {
            return;
        }
        let Some(group) = self.network.groups.get(index) else { return self.finish() };
        let (size, side) = (self.network.linked + index, group.color as usize);
        let left = self.key[size];
        let ranks = self.network.ranks(index, &self.key);
        if left == 0 || !ranks.and(self.later).is_empty() {
            self.go(index + 1);
        }
        let most = if ranks.contains(self.rank) { left.min(self.need[side]) } else { 0 };
        if most == 0 {
            return;
        }
        let (ways, mark) = (self.dealt.ways, self.undo.len());
        if self.settle(index, group) {
            let all_must = self.network.ranks(index, &self.key).and(self.later).is_empty();
            for count in if all_must { left } else { 1 }..=most {
                self.key[size] = left - count;
                self.dealt.ways = ways * binomial(left, count);
                self.dealt.chosen.push((index, count));
                self.need[side] -= count;
                self.go(index + 1);
                self.need[side] += count;
                self.dealt.chosen.pop();
            }
        }
        self.key[size] = left;
        self.dealt.ways = ways;
        while self.undo.len() > mark {
            if let Some((other, ranks)) = self.undo.pop() {
                self.key[other] = ranks;
            }
        }
    }

    /// Gives some pieces of a group the rank; whether all they met have ranks left.
    fn settle(&mut self, index: usize, group: &Group) -> bool {
        group.links.iter().all(|link| {
            let before = self.key[link.other];
            if self.key[self.network.linked + link.other] == 0 {
                // They had their ranks before, and left this one to us.
                return true;
            }
            let left = Ranks::of_bits(before).and(link.leaves[self.rank.index()]);
            if left.bits() != before {
                self.undo.push((link.other, before));
                self.key[link.other] = left.bits();
            }
            // Behind us in the order they may get this very rank, before us no more.
            let behind = link.other > index;
            let now = if behind { Ranks::only(self.rank) } else { Ranks::NONE };
            !left.and(self.later.or(now)).is_empty()
        })
    }

    /// Hands out what was dealt, with only later ranks in the key, so that equal futures are equal keys.
    fn finish(&mut self) {
        if self.need != [0, 0] {
            return;
        }
        let linked = self.network.linked;
        self.dealt.key.copy_from_slice(&self.key);
        let (sets, sizes) = self.dealt.key.split_at_mut(linked);
        for (ranks, size) in sets.iter_mut().zip(sizes) {
            let later = Ranks::of_bits(*ranks).and(self.later);
            if *size > 0 && later.is_empty() {
                return;
            }
            *ranks = if *size > 0 { later.bits() } else { 0 };
        }
        (self.found)(&self.dealt);
    }
}

/// In how many ways `count` of `from` can be chosen.
fn binomial(from: u16, count: u16) -> f64 {
    (0..count).fold(1.0, |ways, n| ways * f64::from(from - n) / f64::from(n + 1)).round()
}
