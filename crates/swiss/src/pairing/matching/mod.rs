//! Perfect matchings of maximum weight in a complete graph, by blossoms and dual values (Edmonds 1965; the variant that
//! looks at each pair of vertices once per search, after Galil, ACM Computing Surveys 18, 1986).
//!
//! A matching can be changed: if weights at one vertex change, or a pair is removed, the search starts from there
//! instead of from scratch.

pub mod bits;
mod blossoms;
mod plain;
mod search;
mod transport;
mod weight;

pub use bits::Bits;
pub use plain::Plain;
pub use transport::duals;
pub use weight::Weight;

const NONE: u32 = u32::MAX;

/// How a vertex or blossom is connected to the root of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not reached.
    Free,
    /// Reached by a path of even length.
    Even,
    /// Reached by a path of odd length.
    Odd,
}

/// Vertices with a matching and its proof of optimality. Vertices are counted from 0 and followed by blossoms, each an
/// odd circle of vertices and blossoms within it.
#[derive(Debug)]
pub struct Matching<const K: usize> {
    count: usize,
    /// The weights of pairs of vertices, row by row.
    weights: Vec<Weight<K>>,
    /// Twice the dual value of a vertex; the dual value of a blossom.
    duals: Vec<Weight<K>>,
    /// The matched vertex; for a blossom, the one outside.
    mates: Vec<u32>,
    /// The outermost blossom that contains it, or itself.
    outer: Vec<u32>,
    /// The circle of a blossom, its base first.
    circles: Vec<Vec<u32>>,
    /// For a blossom and a vertex within, which part of the circle contains it.
    holders: Vec<Vec<u32>>,
    /// The vertices within; for a vertex, itself.
    members: Vec<Vec<u32>>,
    /// The tightest edge between a blossom and another vertex or blossom, as two vertices.
    edges: Vec<Vec<(u32, u32)>>,
    /// Still to be matched, not removed.
    present: Vec<bool>,
    // State of one search.
    labels: Vec<Label>,
    parents: Vec<u32>,
    /// The nearest vertex of an even path, by its slack.
    nearest: Vec<u32>,
    queue: std::collections::VecDeque<u32>,
    seen: Vec<u32>,
    round: u32,
}

impl<const K: usize> Matching<K> {
    /// A matching of an even number of vertices with a weight for each pair.
    pub fn new(count: usize, weight: impl Fn(usize, usize) -> Weight<K>) -> Matching<K> {
        let mut matching = Matching::unmatched(count, weight);
        matching.begin();
        matching
    }

    /// Starts from twice the dual values, which have to be feasible, and from pairs; those with slack are separated.
    pub fn going_on(
        count: usize,
        weight: impl Fn(usize, usize) -> Weight<K>,
        duals: &[Weight<K>],
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Matching<K> {
        let mut matching = Matching::unmatched(count, weight);
        matching.duals[..count].copy_from_slice(duals);
        matching.begin_again([], |_| Weight::ZERO, pairs);
        matching
    }

    fn unmatched(count: usize, weight: impl Fn(usize, usize) -> Weight<K>) -> Matching<K> {
        assert!(count.is_multiple_of(2), "{count} vertices have no perfect matching");
        let mut weights = vec![Weight::ZERO; count * count];
        for one in 0..count {
            for other in 0..one {
                let both = weight(other, one);
                weights[one * count + other] = both;
                weights[other * count + one] = both;
            }
        }
        // There are at most half as many blossoms.
        let all = count + count / 2 + 1;
        let own = |vertex: usize| u32::try_from(vertex).unwrap_or(NONE);
        Matching {
            count,
            weights,
            duals: vec![Weight::ZERO; all],
            mates: vec![NONE; all],
            outer: (0..all).map(|one| if one < count { own(one) } else { NONE }).collect(),
            circles: vec![Vec::new(); all],
            holders: vec![Vec::new(); all],
            members: (0..all)
                .map(|one| if one < count { vec![own(one)] } else { vec![] })
                .collect(),
            edges: vec![Vec::new(); all],
            present: vec![true; count],
            labels: vec![Label::Free; all],
            parents: vec![NONE; all],
            nearest: vec![NONE; all],
            queue: std::collections::VecDeque::new(),
            seen: vec![0; all],
            round: 0,
        }
    }

    /// Feasible dual values, and pairs with zero slack.
    fn begin(&mut self) {
        for one in 0..self.count {
            let row = &self.weights[one * self.count..(one + 1) * self.count];
            let others = row.iter().enumerate().filter(|(other, _)| *other != one);
            self.duals[one] = others.map(|(_, weight)| *weight).max().unwrap_or(Weight::ZERO);
        }
        self.marry_whom_it_costs_nothing();
    }

    fn marry_whom_it_costs_nothing(&mut self) {
        for one in 0..self.count {
            let mate = (one + 1..self.count).find(|other| self.may_marry(one, *other));
            if let Some(mate) = mate {
                (self.mates[one], self.mates[mate]) = (mate as u32, one as u32);
            }
        }
    }

    /// Whether two are unmatched, in no blossom, and have an edge with zero slack.
    fn may_marry(&self, one: usize, other: usize) -> bool {
        let free = |one: usize| self.present[one] && self.mates[one] == NONE;
        free(one) && free(other) && self.slack(one, other) == Weight::ZERO
    }

    /// Changes weights and restarts from the current state: `add` is added to twice the dual values, so that they are
    /// feasible again, and `first` are pairs to match if possible.
    pub fn begin_again(
        &mut self,
        weights: impl IntoIterator<Item = (usize, usize, Weight<K>)>,
        add: impl Fn(usize) -> Weight<K>,
        first: impl IntoIterator<Item = (usize, usize)>,
    ) {
        self.take_blossoms_apart();
        for (one, other, weight) in weights {
            self.weights[one * self.count + other] = weight;
            self.weights[other * self.count + one] = weight;
        }
        for vertex in 0..self.count {
            self.duals[vertex] = self.duals[vertex] + add(vertex);
        }
        for vertex in (0..self.count).filter(|vertex| self.present[*vertex]) {
            let mate = self.mates[vertex];
            if mate != NONE && self.slack(vertex, mate as usize) != Weight::ZERO {
                (self.mates[vertex], self.mates[mate as usize]) = (NONE, NONE);
            }
        }
        for (one, other) in first {
            if self.may_marry(one, other) {
                (self.mates[one], self.mates[other]) = (other as u32, one as u32);
            }
        }
        self.marry_whom_it_costs_nothing();
        debug_assert!(self.allows_all(), "an edge is heavier than its dual values");
    }

    fn allows_all(&self) -> bool {
        let present = |one: &usize| self.present[*one];
        let mut pairs =
            (0..self.count).filter(present).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.all(|(one, other)| !self.present[other] || self.slack(one, other) >= Weight::ZERO)
    }

    /// Matches everything that is unmatched.
    pub fn solve(&mut self) {
        for vertex in 0..self.count {
            if self.present[vertex] && self.mates[vertex] == NONE {
                self.search(vertex as u32);
            }
        }
    }

    /// The mate of a vertex, once all are matched.
    pub fn mate(&self, vertex: usize) -> usize {
        self.mates[vertex] as usize
    }

    pub fn weight(&self, one: usize, other: usize) -> Weight<K> {
        self.weights[one * self.count + other]
    }

    /// Whether an edge may be in an optimal matching. If no blossom has a dual value, every perfect matching of such
    /// edges is optimal.
    pub fn is_tight(&self, one: usize, other: usize) -> bool {
        self.slack(one, other) == Weight::ZERO
    }

    /// Whether the dual values of vertices alone prove optimality.
    pub fn has_no_blossom(&self) -> bool {
        self.duals[self.count..].iter().all(|dual| *dual == Weight::ZERO)
    }

    /// Changes the weights of a vertex and unmatches it; [`Matching::solve`] then finds the new optimum.
    pub fn reweigh(
        &mut self,
        vertex: usize,
        weights: impl IntoIterator<Item = (usize, Weight<K>)>,
    ) {
        self.part(vertex);
        for (other, weight) in weights {
            self.weights[vertex * self.count + other] = weight;
            self.weights[other * self.count + vertex] = weight;
        }
        let least = |other: usize| self.weight(vertex, other).twice() - self.duals[other];
        let others = (0..self.count).filter(|other| *other != vertex && self.present[*other]);
        self.duals[vertex] = others.map(least).max().unwrap_or(Weight::ZERO);
        self.refresh(vertex as u32);
    }

    /// Removes a pair for good.
    pub fn take_out(&mut self, one: usize) {
        let mate = self.mate(one);
        for vertex in [one, mate] {
            self.part(vertex);
            self.present[vertex] = false;
        }
    }

    /// The slack of an edge between two vertices.
    fn slack(&self, one: usize, other: usize) -> Weight<K> {
        self.duals[one] + self.duals[other] - self.weight(one, other).twice()
    }

    fn edge_slack(&self, (one, other): (u32, u32)) -> Weight<K> {
        self.slack(one as usize, other as usize)
    }

    /// The tightest edge between two vertices or blossoms.
    fn edge(&self, from: u32, to: u32) -> (u32, u32) {
        let vertex = |one: u32| (one as usize) < self.count;
        match (vertex(from), vertex(to)) {
            (true, true) => (from, to),
            (false, _) => self.edges[from as usize][to as usize],
            (true, false) => {
                let (inner, outer) = self.edges[to as usize][from as usize];
                (outer, inner)
            }
        }
    }
}

#[cfg(test)]
mod tests;
