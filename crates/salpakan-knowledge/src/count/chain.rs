//! Chains, which are groups with nested sets: their arrangements are counted by a product.
//!
//! Let the sets be `A1`, `A2`, ..., each within the next, with `n1`, `n2`, ... labelled pieces, and let `mg` be the
//! number of the army's pieces with a rank in `Ag` that are left when group `g` chooses. Then `m1 = |A1|`,
//! `m2 = |A2| - n1` and so on regardless of the choices, so the first group has `m1 (m1 - 1) ... (m1 - n1 + 1)` ways,
//! and so on: falling factorials.
//!
//! The number of ways in which a given piece of group `g` gets a given item of `Al` (and of no smaller set) is: the
//! groups before `l` choose as before, those from `l` up to before `g` from one item fewer, the other pieces of `g`
//! from one item fewer, and the groups after it as before.

use super::number::Number;
use super::reduce::Reduced;

/// A chain, the smallest set first.
pub struct Chain {
    links: Vec<Link>,
    /// The pieces of the top link may have any remaining rank: a constant factor, which is taken out.
    is_free: bool,
}

struct Link {
    group: usize,
    pieces: i32,
    /// The number of pieces in the links before.
    before: i32,
    /// The number of the army's pieces with a rank in the set.
    options: i32,
    /// The classes of this set that are in no smaller one.
    classes: Vec<usize>,
}

/// The maximum number of links: one per piece.
const MOST: usize = 28;

impl Chain {
    /// The chain with the most pieces.
    pub fn longest(reduced: &Reduced) -> Chain {
        let groups = &reduced.groups;
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_unstable_by_key(|&g| (groups[g].classes.count_ones(), g));
        // By position in the order: the most pieces of a chain that ends there, and its previous position.
        let mut best: Vec<(u8, Option<usize>)> = Vec::with_capacity(order.len());
        for (place, &g) in order.iter().enumerate() {
            let within = |lower: &usize| groups[order[*lower]].classes & !groups[g].classes == 0;
            let lower = (0..place).filter(within).max_by_key(|&lower| best[lower].0);
            let pieces = lower.map_or(0, |lower| best[lower].0);
            best.push((pieces + groups[g].size, lower));
        }
        let mut at = (0..order.len()).max_by_key(|&place| best[place].0);
        let mut chain = Vec::new();
        while let Some(place) = at {
            chain.push(order[place]);
            at = best[place].1;
        }
        chain.reverse();
        Chain::of(reduced, &chain)
    }

    fn of(reduced: &Reduced, chain: &[usize]) -> Chain {
        let mut links = Vec::with_capacity(chain.len());
        let (mut before, mut seen) = (0, 0_u16);
        for &index in chain {
            let group = &reduced.groups[index];
            let fresh = group.classes & !seen;
            links.push(Link {
                group: index,
                pieces: i32::from(group.size),
                before,
                options: i32::from(group.options),
                classes: (0..reduced.classes.len()).filter(|c| fresh >> c & 1 == 1).collect(),
            });
            before += i32::from(group.size);
            seen = group.classes;
        }
        let is_free = links.last().is_some() && seen.count_ones() as usize == reduced.classes.len();
        Chain { links, is_free }
    }

    /// Whether the chain contains a group.
    pub fn has(&self, group: usize) -> bool {
        self.links.iter().any(|link| link.group == group)
    }

    /// The factor taken out of all numbers: those below `n` of the top link's `n!`.
    pub fn scale(&self) -> u128 {
        match self.links.last().filter(|_| self.is_free) {
            Some(top) => u128::falling(top.pieces - 1, top.pieces - 1),
            None => 1,
        }
    }

    /// Starts with the pieces of each class that are already taken outside the chain.
    pub fn after<N: Number>(&self, taken: impl Fn(usize) -> u8) -> After<'_, N> {
        let mut after = After {
            chain: self,
            free: [0; MOST],
            ways: [N::ONE; MOST],
            before: [N::ONE; MOST],
            all: N::ONE,
        };
        let mut gone = 0;
        for (index, link) in self.links.iter().enumerate() {
            gone += link.classes.iter().map(|&class| i32::from(taken(class))).sum::<i32>();
            after.free[index] = link.options - gone - link.before;
            after.ways[index] = self.falling(index, after.free[index], link.pieces);
            after.before[index] = after.all;
            after.all = after.all.times(after.ways[index]);
        }
        after
    }

    /// The falling factorial, without the constant taken out of the top link's.
    fn falling<N: Number>(&self, index: usize, from: i32, pieces: i32) -> N {
        let link = &self.links[index];
        if self.is_free && index + 1 == self.links.len() {
            // Everything that is left is for these pieces, so `from` and `pieces` are equal.
            return if pieces == link.pieces { N::from_small(pieces as u8) } else { N::ONE };
        }
        N::falling(from, pieces)
    }
}

/// The chain's numbers after pieces outside it have chosen.
pub struct After<'a, N> {
    chain: &'a Chain,
    /// By link: the number of items its pieces choose from.
    free: [i32; MOST],
    /// By link: the number of ways.
    ways: [N; MOST],
    /// By link: the product of the ways of all previous links.
    before: [N; MOST],
    /// The product of the ways of all links.
    pub all: N,
}

impl<N: Number> After<'_, N> {
    /// Adds, for one piece of each group of the chain and each class, `times` the ways in which it gets an item of that
    /// class, of which `left` remain.
    pub fn add(&self, times: N, left: impl Fn(usize) -> u8, sums: &mut [[N; 15]]) {
        let links = &self.chain.links;
        if self.all == N::ZERO {
            return;
        }
        let mut later = times;
        for (index, link) in links.iter().enumerate().rev() {
            // The ways of the piece's own group and, link by link, of those that choose before it.
            let own = self.chain.falling::<N>(index, self.free[index] - 1, link.pieces - 1);
            let mut fewer = later.times(own);
            for level in (0..=index).rev() {
                if level < index {
                    let (from, pieces) = (self.free[level] - 1, links[level].pieces);
                    fewer = fewer.times(self.chain.falling(level, from, pieces));
                }
                let ever = fewer.times(self.before[level]);
                if ever == N::ZERO {
                    continue;
                }
                for &class in &links[level].classes {
                    let sum = &mut sums[link.group][class];
                    *sum = sum.plus(ever.times(N::from_small(left(class))));
                }
            }
            later = later.times(self.ways[index]);
        }
    }
}
