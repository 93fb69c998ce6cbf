//! Groups whose sets lie one in the other: their pieces are counted by a product.
//!
//! Let the sets be `A1`, `A2`, ..., each within the next, with `n1`, `n2`, ... pieces told apart, and let `mg` be how many pieces of the
//! army with a rank of `Ag` nobody has taken when group `g` chooses. Then `m1 = |A1|`, `m2 = |A2| - n1` and so on whatever was
//! chosen, so there are `m1 (m1 - 1) ... (m1 - n1 + 1)` ways for the first group, and so on: falling factorials.
//!
//! A given piece of group `g` has a given thing of `Al` (and of no smaller set) in so many ways: the groups before `l` choose as
//! ever, those from `l` to before `g` from one thing fewer, the other pieces of `g` from one fewer, and the groups after it as ever.

use super::number::Number;
use super::reduce::Reduced;

/// A chain, the smallest set first.
pub struct Chain {
    links: Vec<Link>,
    /// The top link's pieces may have any rank that is left: one factor is the same everywhere, and taken out.
    is_free: bool,
}

struct Link {
    group: usize,
    pieces: i32,
    /// Pieces of the links before.
    before: i32,
    /// Pieces of the army with a rank of the set.
    options: i32,
    /// Classes of this set and of no smaller one.
    classes: Vec<usize>,
}

/// How many links a chain can have: every piece one.
const MOST: usize = 28;

impl Chain {
    /// The chain with the most pieces.
    pub fn longest(reduced: &Reduced) -> Chain {
        let groups = &reduced.groups;
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_unstable_by_key(|&g| (groups[g].classes.count_ones(), g));
        // By place in the order: the most pieces of a chain that ends there, and the place before it.
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

    /// Whether a group is one of the chain's.
    pub fn has(&self, group: usize) -> bool {
        self.links.iter().any(|link| link.group == group)
    }

    /// What was taken out of all numbers: of the top link's `n!` the factors below `n`.
    pub fn scale(&self) -> u128 {
        match self.links.last().filter(|_| self.is_free) {
            Some(top) => u128::falling(top.pieces - 1, top.pieces - 1),
            None => 1,
        }
    }

    /// Begins with what the pieces outside the chain have taken of each class.
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

    /// Falling factorial, without the constant that was taken out of the top link's.
    fn falling<N: Number>(&self, index: usize, from: i32, pieces: i32) -> N {
        let link = &self.links[index];
        if self.is_free && index + 1 == self.links.len() {
            // All that is left is for these pieces, so `from` and `pieces` are equal.
            return if pieces == link.pieces { N::from_small(pieces as u8) } else { N::ONE };
        }
        N::falling(from, pieces)
    }
}

/// The chain's numbers after pieces outside it have chosen.
pub struct After<'a, N> {
    chain: &'a Chain,
    /// By link: of how many things its pieces choose.
    free: [i32; MOST],
    /// By link: in how many ways.
    ways: [N; MOST],
    /// By link: the ways of all links before it together.
    before: [N; MOST],
    /// The ways of all links together.
    pub all: N,
}

impl<N: Number> After<'_, N> {
    /// Adds, for one piece of each group of the chain and each class, `times` the ways in which it has a piece
    /// of that class, of which `left` are there.
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
