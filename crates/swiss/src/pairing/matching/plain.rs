//! Unweighted matchings (Edmonds 1965): a maximum number of pairs, and, pair by pair, the first partner with whom
//! everybody else can still be matched. Edges are bit rows, so that a search looks at 64 of them at once.

use super::NONE;
use super::bits::{Bits, ones};

/// A graph with a matching.
#[derive(Debug, Clone)]
pub struct Plain {
    /// The neighbours of each vertex.
    rows: Vec<Bits>,
    mates: Vec<u32>,
    /// Vertices that are not removed.
    present: Bits,
    // State of one search: the edges by which vertices on odd paths were reached, and the bases of blossoms.
    parents: Vec<u32>,
    bases: Vec<u32>,
    even: Bits,
    queue: Vec<u32>,
}

impl Plain {
    /// A graph from its symmetric rows.
    pub fn new(rows: Vec<Bits>) -> Plain {
        let count = rows.len();
        Plain {
            rows,
            mates: vec![NONE; count],
            present: Bits::range(count, 0, count),
            parents: vec![NONE; count],
            bases: vec![NONE; count],
            even: Bits::none(count),
            queue: Vec::new(),
        }
    }

    /// The number of vertices.
    pub const fn count(&self) -> usize {
        self.rows.len()
    }

    pub fn row(&self, vertex: usize) -> &Bits {
        &self.rows[vertex]
    }

    /// The mate of a vertex, if any.
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        (self.mates[vertex] != NONE).then(|| self.mates[vertex] as usize)
    }

    pub fn is_present(&self, vertex: usize) -> bool {
        self.present.has(vertex)
    }

    /// Whether two are neighbours and both unmatched.
    fn may_marry(&self, one: usize, other: usize) -> bool {
        let free = |one: usize| self.mates[one] == NONE && self.present.has(one);
        free(one) && free(other) && self.rows[one].has(other)
    }

    /// Matches two if they are neighbours and both unmatched.
    pub fn marry(&mut self, one: usize, other: usize) {
        if self.may_marry(one, other) {
            (self.mates[one], self.mates[other]) = (other as u32, one as u32);
        }
    }

    /// Removes all edges of each vertex, even matched ones, except those to `kept`, which has to be symmetric.
    pub fn restrict(&mut self, kept: impl Fn(usize) -> Bits) {
        for vertex in 0..self.rows.len() {
            self.rows[vertex].keep(&kept(vertex));
        }
        for vertex in 0..self.rows.len() {
            if self.mate(vertex).is_some_and(|mate| !self.rows[vertex].has(mate)) {
                self.part(vertex);
            }
        }
    }

    /// Unmatches all pairs.
    pub fn part_all(&mut self) {
        self.mates.fill(NONE);
    }

    /// Removes an edge that is not matched.
    pub fn cut(&mut self, one: usize, other: usize) {
        self.rows[one].remove(other);
        self.rows[other].remove(one);
    }

    /// Removes a pair for good.
    pub fn take_out(&mut self, vertex: usize) {
        self.present.remove(vertex);
        if let Some(mate) = self.mate(vertex) {
            self.present.remove(mate);
        }
    }

    fn part(&mut self, vertex: usize) {
        if let Some(mate) = self.mate(vertex) {
            (self.mates[vertex], self.mates[mate]) = (NONE, NONE);
        }
    }

    /// Finds a maximum matching and returns how many vertices stay unmatched.
    pub fn solve(&mut self) -> usize {
        for vertex in 0..self.rows.len() {
            if self.present.has(vertex) && self.mates[vertex] == NONE {
                let free = self.rows[vertex].iter().find(|other| self.may_marry(vertex, *other));
                if let Some(other) = free {
                    self.marry(vertex, other);
                }
            }
        }
        let mut left = 0;
        for vertex in 0..self.rows.len() {
            if self.present.has(vertex) && self.mates[vertex] == NONE {
                match self.search(vertex, None, None) {
                    Some(end) => self.augment(end),
                    None => left += 1,
                }
            }
        }
        left
    }

    /// Matches a vertex to the first of `wished` such that all matched vertices stay matched, and returns it; without
    /// one, nothing changes.
    pub fn settle(&mut self, vertex: usize, wished: &Bits) -> Option<usize> {
        let mut wished = wished.clone();
        wished.keep(&self.rows[vertex]);
        wished.keep(&self.present);
        let first = wished.iter().next()?;
        let before = self.mate(vertex)?;
        if before == first {
            return Some(first);
        }
        self.part(vertex);
        // Whoever can be unmatched in place of the mate is at the end of an even path from it.
        self.search(before, Some(vertex), Some(first));
        let found = self.even.first_common(&wished);
        match found {
            Some(found) => {
                self.parents[vertex] = found as u32;
                self.augment(vertex);
            }
            None => self.marry(vertex, before),
        }
        found
    }

    /// Searches an augmenting path from an unmatched vertex; stops when `goal` is at the end of an even path.
    fn search(
        &mut self,
        root: usize,
        without: Option<usize>,
        goal: Option<usize>,
    ) -> Option<usize> {
        let mut free = self.present.clone();
        free.remove(root);
        if let Some(without) = without {
            free.remove(without);
        }
        for (vertex, base) in (0..).zip(&mut self.bases) {
            *base = vertex;
        }
        self.even = Bits::of(self.rows.len(), [root]);
        self.queue.clear();
        self.queue.push(root as u32);
        let mut next = 0;
        while let Some(vertex) = self.queue.get(next).map(|vertex| *vertex as usize) {
            next += 1;
            for at in 0..free.words() {
                for bit in ones(self.rows[vertex].word(at) & free.word(at)) {
                    let odd = at * 64 + bit;
                    self.parents[odd] = vertex as u32;
                    let Some(mate) = self.mate(odd) else { return Some(odd) };
                    free.remove(odd);
                    free.remove(mate);
                    self.even.insert(mate);
                    self.queue.push(mate as u32);
                    if goal == Some(mate) {
                        return None;
                    }
                }
            }
            for at in 0..free.words() {
                for bit in ones(self.rows[vertex].word(at) & self.even.word(at)) {
                    self.bloom(vertex, at * 64 + bit);
                }
            }
            if goal.is_some_and(|goal| self.even.has(goal)) {
                return None;
            }
        }
        None
    }

    /// Shrinks an edge between two even vertices: all vertices on the circle become even.
    fn bloom(&mut self, one: usize, other: usize) {
        if self.bases[one] == self.bases[other] {
            return;
        }
        let base = self.meeting(one, other);
        let mut within = Bits::none(self.rows.len());
        self.mark(one, base, other, &mut within);
        self.mark(other, base, one, &mut within);
        for vertex in 0..self.rows.len() {
            if within.has(self.bases[vertex] as usize) {
                self.bases[vertex] = base;
                if !self.even.has(vertex) {
                    self.even.insert(vertex);
                    self.queue.push(vertex as u32);
                }
            }
        }
    }

    /// The base where the paths of two to the root meet.
    fn meeting(&self, one: usize, other: usize) -> u32 {
        let mut passed = Bits::none(self.rows.len());
        let up = |base: u32| {
            let mate = self.mate(base as usize)?;
            Some(self.bases[self.parents[mate] as usize])
        };
        let mut at = Some(self.bases[one]);
        while let Some(base) = at {
            passed.insert(base as usize);
            at = up(base);
        }
        let mut base = self.bases[other];
        while !passed.has(base as usize) {
            base = up(base).expect("both ways begin at the root");
        }
        base
    }

    /// Reverses the path from a vertex up to a base, so that it can be followed from `child` as well.
    fn mark(&mut self, mut vertex: usize, base: u32, mut child: usize, within: &mut Bits) {
        while self.bases[vertex] != base {
            let mate = self.mates[vertex] as usize;
            within.insert(self.bases[vertex] as usize);
            within.insert(self.bases[mate] as usize);
            self.parents[vertex] = child as u32;
            child = mate;
            vertex = self.parents[mate] as usize;
        }
    }

    /// Augments along the path from an unmatched vertex to the root.
    fn augment(&mut self, mut vertex: usize) {
        loop {
            let parent = self.parents[vertex] as usize;
            let next = self.mate(parent);
            (self.mates[vertex], self.mates[parent]) = (parent as u32, vertex as u32);
            let Some(next) = next else { return };
            vertex = next;
        }
    }
}
