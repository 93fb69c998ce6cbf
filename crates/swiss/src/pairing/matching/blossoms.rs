//! Blossoms: their creation, paths through them, and their expansion.

use super::{Label, Matching, NONE, Weight};

const NO_EDGE: (u32, u32) = (NONE, NONE);

impl<const K: usize> Matching<K> {
    pub(super) const fn is_vertex(&self, one: u32) -> bool {
        (one as usize) < self.count
    }

    /// The outermost blossom of the vertex that an outermost one is matched to, or `NONE`.
    pub(super) fn mate_of(&self, one: u32) -> u32 {
        match self.mates[one as usize] {
            NONE => NONE,
            mate => self.outer[mate as usize],
        }
    }

    /// The existing blossoms, at any depth.
    fn blossoms(&self) -> Vec<u32> {
        let all = self.count..self.outer.len();
        all.filter(|one| !self.circles[*one].is_empty()).map(|one| one as u32).collect()
    }

    fn vertices(&self, one: u32) -> &[u32] {
        &self.members[one as usize]
    }

    pub(super) fn set_outer(&mut self, one: u32, outer: u32) {
        self.outer[one as usize] = outer;
        for at in 0..self.circles[one as usize].len() {
            self.set_outer(self.circles[one as usize][at], outer);
        }
    }

    /// The index of a part in its circle, counted in the direction in which the path to it has even length.
    fn even_way(&mut self, blossom: u32, part: u32) -> usize {
        let circle = &mut self.circles[blossom as usize];
        let place = circle.iter().position(|one| *one == part).expect("a part of the circle");
        if place.is_multiple_of(2) {
            return place;
        }
        circle[1..].reverse();
        circle.len() - place
    }

    /// Matches one to another by their tightest edge, and updates the matching within.
    fn marry(&mut self, one: u32, other: u32) {
        let (inner, mate) = self.edge(one, other);
        self.mates[one as usize] = mate;
        if self.is_vertex(one) {
            return;
        }
        let part = self.holders[one as usize][inner as usize];
        let way = self.even_way(one, part);
        for step in 0..way {
            let circle = &self.circles[one as usize];
            let (from, to) = (circle[step], circle[step ^ 1]);
            self.marry(from, to);
        }
        self.marry(part, other);
        self.circles[one as usize].rotate_left(way);
    }

    /// Augments along the path to the root.
    pub(super) fn augment(&mut self, mut one: u32, mut other: u32) {
        loop {
            let before = self.mate_of(one);
            self.marry(one, other);
            if before == NONE {
                return;
            }
            let parent = self.outer[self.parents[before as usize] as usize];
            self.marry(before, parent);
            (one, other) = (parent, before);
        }
    }

    /// Where the paths of two to the root meet.
    pub(super) fn meeting(&mut self, mut one: u32, mut other: u32) -> u32 {
        self.round += 1;
        while one != NONE || other != NONE {
            if one != NONE {
                if self.seen[one as usize] == self.round {
                    return one;
                }
                self.seen[one as usize] = self.round;
                one = self.mate_of(one);
                if one != NONE {
                    one = self.outer[self.parents[one as usize] as usize];
                }
            }
            (one, other) = (other, one);
        }
        NONE
    }

    /// Shrinks an edge between two even ones, and their paths to where they meet, to a blossom.
    pub(super) fn bloom(&mut self, one: u32, base: u32, other: u32) {
        let free = (self.count..self.outer.len()).find(|one| self.circles[*one].is_empty());
        let blossom = free.expect("never more than half as many blossoms") as u32;
        let mut circle = vec![base];
        for (start, back) in [(one, true), (other, false)] {
            let mut at = start;
            while at != base {
                let odd = self.mate_of(at);
                circle.extend([at, odd]);
                self.enqueue(odd);
                at = self.outer[self.parents[odd as usize] as usize];
            }
            if back {
                circle[1..].reverse();
            }
        }
        let own = blossom as usize;
        self.duals[own] = Weight::ZERO;
        self.labels[own] = Label::Even;
        self.mates[own] = self.mates[base as usize];
        self.parents[own] = self.parents[base as usize];
        self.circles[own] = circle;
        self.set_outer(blossom, blossom);
        self.hold(blossom);
        self.find_edges(blossom);
        self.find_nearest(blossom);
    }

    fn hold(&mut self, blossom: u32) {
        let mut holders = vec![NONE; self.count];
        let mut members = Vec::new();
        for part in &self.circles[blossom as usize] {
            members.extend_from_slice(self.vertices(*part));
            for vertex in self.vertices(*part) {
                holders[*vertex as usize] = *part;
            }
        }
        self.holders[blossom as usize] = holders;
        self.members[blossom as usize] = members;
    }

    /// The tightest edge of a new blossom to each vertex and blossom, by those of its parts.
    fn find_edges(&mut self, blossom: u32) {
        let mut edges = vec![NO_EDGE; self.outer.len()];
        let blossoms = self.blossoms();
        let vertices = (0..self.count as u32).filter(|one| self.present[*one as usize]);
        for to in vertices.chain(blossoms.iter().copied().filter(|one| *one != blossom)) {
            if self.outer[to as usize] == blossom {
                continue;
            }
            let own = self.circles[blossom as usize].iter().map(|part| self.edge(*part, to));
            edges[to as usize] = own.min_by_key(|edge| self.edge_slack(*edge)).unwrap_or(NO_EDGE);
        }
        for to in blossoms.into_iter().filter(|one| *one != blossom) {
            let (inner, outer) = edges[to as usize];
            self.edges[to as usize][blossom as usize] = (outer, inner);
        }
        self.edges[blossom as usize] = edges;
    }

    /// Expands an odd blossom with dual value zero: the path through it stays in the search, the rest leaves it.
    pub(super) fn wilt(&mut self, blossom: u32) {
        let own = blossom as usize;
        for part in self.circles[own].clone() {
            self.set_outer(part, part);
        }
        let (inner, _) = self.edge(blossom, self.parents[own]);
        let entered = self.holders[own][inner as usize];
        let way = self.even_way(blossom, entered);
        let circle = std::mem::take(&mut self.circles[own]);
        for step in (0..way).step_by(2) {
            let (odd, even) = (circle[step], circle[step + 1]);
            self.parents[odd as usize] = self.edge(even, odd).0;
            self.labels[odd as usize] = Label::Odd;
            self.labels[even as usize] = Label::Even;
            self.nearest[odd as usize] = NONE;
            self.find_nearest(even);
            self.enqueue(even);
        }
        self.labels[entered as usize] = Label::Odd;
        self.parents[entered as usize] = self.parents[own];
        self.nearest[entered as usize] = NONE;
        for part in &circle[way + 1..] {
            self.labels[*part as usize] = Label::Free;
            self.find_nearest(*part);
        }
        self.forget(blossom);
    }

    fn forget(&mut self, blossom: u32) {
        let own = blossom as usize;
        self.outer[own] = NONE;
        self.mates[own] = NONE;
        (self.circles[own], self.members[own]) = (Vec::new(), Vec::new());
        (self.holders[own], self.edges[own]) = (Vec::new(), Vec::new());
    }

    /// Unmatches a vertex and expands every blossom around it.
    pub(super) fn part(&mut self, vertex: usize) {
        while self.outer[vertex] as usize != vertex {
            self.fall_apart(self.outer[vertex]);
        }
        self.separate(vertex as u32);
    }

    pub(super) fn take_blossoms_apart(&mut self) {
        for vertex in 0..self.count {
            while self.outer[vertex] as usize != vertex {
                self.fall_apart(self.outer[vertex]);
            }
        }
    }

    fn fall_apart(&mut self, blossom: u32) {
        let own = blossom as usize;
        let share = self.duals[own].half();
        if share != Weight::ZERO {
            // The edge to its mate is no longer tight.
            if self.mates[own] != NONE {
                self.separate(self.mates[own]);
            }
            for vertex in &self.members[own] {
                self.duals[*vertex as usize] = self.duals[*vertex as usize] + share;
            }
        }
        for part in self.circles[own].clone() {
            self.set_outer(part, part);
        }
        self.forget(blossom);
    }

    /// Separates a pair.
    fn separate(&mut self, vertex: u32) {
        let mate = self.mates[vertex as usize];
        if mate == NONE {
            return;
        }
        for (one, other) in [(vertex, mate), (mate, vertex)] {
            let mut holder = self.outer[one as usize];
            while holder != one {
                if self.mates[holder as usize] == other {
                    self.mates[holder as usize] = NONE;
                }
                holder = self.holders[holder as usize][one as usize];
            }
            self.mates[one as usize] = NONE;
        }
    }

    /// Finds the tightest edges between a vertex, which is in no blossom, and every blossom.
    pub(super) fn refresh(&mut self, vertex: u32) {
        for blossom in self.blossoms() {
            let edges = self.vertices(blossom).iter().map(|inner| (*inner, vertex));
            let tightest = edges.min_by_key(|edge| self.edge_slack(*edge));
            self.edges[blossom as usize][vertex as usize] = tightest.unwrap_or(NO_EDGE);
        }
    }
}
