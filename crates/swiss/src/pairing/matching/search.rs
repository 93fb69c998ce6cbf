//! One search: from an unmatched vertex along edges with zero slack to another one.

use super::{Label, Matching, NONE, Weight};

impl<const K: usize> Matching<K> {
    /// Matches the vertex, changing other pairs if necessary.
    pub(super) fn search(&mut self, vertex: u32) {
        self.labels.fill(Label::Free);
        self.nearest.fill(NONE);
        self.parents.fill(NONE);
        self.queue.clear();
        let root = self.outer[vertex as usize];
        self.labels[root as usize] = Label::Even;
        self.enqueue(root);
        loop {
            if self.goes_on() {
                return;
            }
            let Some(step) = self.step() else {
                unreachable!("a complete graph of even size has a perfect matching")
            };
            self.shift(step);
            if self.tightened() {
                return;
            }
        }
    }

    pub(super) fn enqueue(&mut self, one: u32) {
        self.queue.extend(&self.members[one as usize]);
    }

    /// Follows edges with zero slack; returns whether the search is over.
    fn goes_on(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            let own = self.outer[vertex as usize];
            if self.labels[own as usize] == Label::Odd {
                continue;
            }
            for to in 0..self.count as u32 {
                let outer = self.outer[to as usize];
                if !self.present[to as usize] || outer == self.outer[vertex as usize] {
                    continue;
                }
                if self.labels[outer as usize] == Label::Odd {
                    continue;
                }
                if self.slack(vertex as usize, to as usize) == Weight::ZERO {
                    if self.take((vertex, to)) {
                        return true;
                    }
                } else {
                    self.compare(vertex, outer);
                }
            }
        }
        false
    }

    /// Uses an edge with zero slack; returns whether the search is over.
    fn take(&mut self, (from, to): (u32, u32)) -> bool {
        let (one, other) = (self.outer[from as usize], self.outer[to as usize]);
        match self.labels[other as usize] {
            Label::Odd => {}
            Label::Even => {
                let base = self.meeting(one, other);
                self.bloom(one, base, other);
            }
            Label::Free if self.mates[other as usize] == NONE => {
                self.augment(one, other);
                self.augment(other, one);
                return true;
            }
            Label::Free => {
                let mate = self.mate_of(other);
                self.parents[other as usize] = from;
                self.labels[other as usize] = Label::Odd;
                self.labels[mate as usize] = Label::Even;
                self.nearest[other as usize] = NONE;
                self.nearest[mate as usize] = NONE;
                self.enqueue(mate);
            }
        }
        false
    }

    /// Keeps the even vertex that is nearest to an outermost one.
    fn compare(&mut self, vertex: u32, outer: u32) {
        let before = self.nearest[outer as usize];
        if before == NONE || self.distance(vertex, outer) < self.distance(before, outer) {
            self.nearest[outer as usize] = vertex;
        }
    }

    fn distance(&self, vertex: u32, outer: u32) -> Weight<K> {
        self.edge_slack(self.edge(vertex, outer))
    }

    /// Recomputes the nearest even vertex of an outermost one.
    pub(super) fn find_nearest(&mut self, one: u32) {
        self.nearest[one as usize] = NONE;
        for vertex in 0..self.count as u32 {
            let outer = self.outer[vertex as usize];
            let even = self.labels[outer as usize] == Label::Even;
            if self.present[vertex as usize] && outer != one && even {
                self.compare(vertex, one);
            }
        }
    }

    /// Vertices and blossoms that are in no blossom.
    fn outermost(&self) -> impl Iterator<Item = u32> + '_ {
        let all = (0..self.outer.len()).filter(|one| self.outer[*one] as usize == *one);
        all.filter(|one| *one >= self.count || self.present[*one]).map(|one| one as u32)
    }

    /// How far dual values may change before an edge becomes tight or a blossom expands.
    fn step(&self) -> Option<Weight<K>> {
        let of = |one: u32| {
            let near = self.nearest[one as usize];
            match self.labels[one as usize] {
                Label::Odd if !self.is_vertex(one) => Some(self.duals[one as usize].half()),
                Label::Odd => None,
                _ if near == NONE => None,
                Label::Free => Some(self.distance(near, one)),
                Label::Even => Some(self.distance(near, one).half()),
            }
        };
        self.outermost().filter_map(of).min()
    }

    fn shift(&mut self, step: Weight<K>) {
        for vertex in (0..self.count).filter(|vertex| self.present[*vertex]) {
            match self.labels[self.outer[vertex] as usize] {
                Label::Even => self.duals[vertex] = self.duals[vertex] - step,
                Label::Odd => self.duals[vertex] = self.duals[vertex] + step,
                Label::Free => {}
            }
        }
        for blossom in self.count..self.outer.len() {
            if self.outer[blossom] as usize == blossom {
                match self.labels[blossom] {
                    Label::Even => self.duals[blossom] = self.duals[blossom] + step.twice(),
                    Label::Odd => self.duals[blossom] = self.duals[blossom] - step.twice(),
                    Label::Free => {}
                }
            }
        }
    }

    /// Uses edges that became tight, and expands odd blossoms with dual value zero; returns whether the search is over.
    fn tightened(&mut self) -> bool {
        self.queue.clear();
        let outermost: Vec<u32> = self.outermost().collect();
        for one in outermost {
            let near = self.nearest[one as usize];
            let still = self.outer[one as usize] == one && self.labels[one as usize] != Label::Odd;
            if !still || near == NONE || self.outer[near as usize] == one {
                continue;
            }
            let edge = self.edge(near, one);
            if self.edge_slack(edge) == Weight::ZERO && self.take(edge) {
                return true;
            }
        }
        for blossom in self.count as u32..self.outer.len() as u32 {
            let own = blossom as usize;
            let odd = self.outer[own] == blossom && self.labels[own] == Label::Odd;
            if odd && self.duals[own] == Weight::ZERO {
                self.wilt(blossom);
            }
        }
        false
    }
}
