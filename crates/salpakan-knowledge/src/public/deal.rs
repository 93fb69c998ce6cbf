//! Enumerates the ways to deal one rank to one side.

use super::super::Ranks;
use super::network::{Group, Network};
use super::sweep::{Dealt, Step};

/// Deals one rank to one side.
struct Dealer<'a> {
    network: &'a Network,
    step: Step,
    /// The ranks that the side is dealt later.
    later: Ranks,
    /// The ranks that the other side is dealt later.
    others_later: Ranks,
    /// How many pieces still need the rank.
    need: u16,
    /// By group: the number of the side's pieces from it on that may get the rank.
    able: Vec<u16>,
    /// The state, which is changed and restored.
    key: Vec<u16>,
    /// The previous values of changed sets.
    undo: Vec<(usize, u16)>,
    /// The result passed to `found`.
    dealt: Dealt,
    found: &'a mut dyn FnMut(&Dealt),
}

impl Network {
    /// Enumerates the ways to deal a rank to a side from the state `key`.
    pub fn deal(&self, step: Step, key: &[u16], found: &mut dyn FnMut(&Dealt)) {
        let mut able = vec![0; self.groups.len() + 1];
        for (index, group) in self.groups.iter().enumerate().rev() {
            let gets = group.color == step.color && self.ranks(index, key).contains(step.rank);
            able[index] = able[index + 1] + if gets { key[self.linked + index] } else { 0 };
        }
        let mut dealer = Dealer {
            network: self,
            step,
            later: step.later(step.color),
            others_later: step.later(step.color.opponent()),
            need: u16::from(self.army[step.rank.index()]),
            able,
            key: key.to_vec(),
            undo: Vec::new(),
            dealt: Dealt { key: key.to_vec(), chosen: Vec::new(), ways: 1.0 },
            found,
        };
        dealer.go(0);
    }

    /// The ranks that are left for the pieces of a group.
    fn ranks(&self, group: usize, key: &[u16]) -> Ranks {
        if group < self.linked { Ranks::of_bits(key[group]) } else { self.groups[group].ranks }
    }
}

impl Dealer<'_> {
    /// Deals to the groups from this one on.
    fn go(&mut self, index: usize) {
        if self.need > self.able[index] {
            return;
        }
        let Some(group) = self.network.groups.get(index) else { return self.finish() };
        if group.color != self.step.color {
            return self.go(index + 1);
        }
        let size = self.network.linked + index;
        let left = self.key[size];
        let ranks = self.network.ranks(index, &self.key);
        if left == 0 || !ranks.and(self.later).is_empty() {
            self.go(index + 1);
        }
        let most = if ranks.contains(self.step.rank) { left.min(self.need) } else { 0 };
        if most == 0 {
            return;
        }
        let (ways, mark) = (self.dealt.ways, self.undo.len());
        if self.settle(group) {
            let all_must = ranks.and(self.later).is_empty();
            for count in if all_must { left } else { 1 }..=most {
                self.key[size] = left - count;
                self.dealt.ways = ways * binomial(left, count);
                self.dealt.chosen.push((index, count));
                self.need -= count;
                self.go(index + 1);
                self.need += count;
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

    /// Gives pieces of a group the rank; returns whether all their opponents have ranks left.
    fn settle(&mut self, group: &Group) -> bool {
        group.links.iter().all(|link| {
            let before = self.key[link.other];
            if self.key[self.network.linked + link.other] == 0 {
                // These were dealt earlier, and left this rank possible.
                return true;
            }
            let leaves = link.leaves[self.step.rank.index()];
            let left = Ranks::of_bits(before).and(leaves).and(self.others_later);
            if left.bits() != before {
                self.undo.push((link.other, before));
                self.key[link.other] = left.bits();
            }
            !left.is_empty()
        })
    }

    /// Passes on what was dealt, with only later ranks in the key, so that equal futures have equal keys.
    fn finish(&mut self) {
        if self.need > 0 {
            return;
        }
        let linked = self.network.linked;
        self.dealt.key.copy_from_slice(&self.key);
        let (sets, sizes) = self.dealt.key.split_at_mut(linked);
        for ((group, ranks), size) in self.network.groups.iter().zip(sets).zip(sizes) {
            if *size == 0 {
                *ranks = 0;
            } else if group.color == self.step.color {
                *ranks &= self.later.bits();
                if *ranks == 0 {
                    return;
                }
            }
        }
        (self.found)(&self.dealt);
    }
}

/// The number of ways to choose `count` of `from`.
fn binomial(from: u16, count: u16) -> f64 {
    (0..count).fold(1.0, |ways, n| ways * f64::from(from - n) / f64::from(n + 1)).round()
}
