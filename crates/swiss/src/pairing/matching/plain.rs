//! Matchings in a graph whose edges all count the same (Edmonds 1965): as many pairs as can be, and, pair by pair,
//! the first partner with whom everybody else can still be matched. Edges are rows of bits, so that a search
//! looks at 64 of them at once.

use super::NONE;
use super::bits::{Bits, ones};

/// A graph with a matching in it.
#[derive(Debug, Clone)]
pub struct Plain {
    /// Whom each vertex may be matched to.
    rows: Vec<Bits>,
    mates: Vec<u32>,
    /// Who was not taken out.
    present: Bits,
    // Of one search: the edges by which vertices of odd ways were reached, and the bases of blossoms.
    parents: Vec<u32>,
    bases: Vec<u32>,
    even: Bits,
    queue: Vec<u32>,
}

impl Plain {
    /// A graph by its rows, which are the same seen from either side.
    #[must_use]
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

    /// How many vertices there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.rows.len()
    }

    #[must_use]
    pub fn row(&self, vertex: usize) -> &Bits {
        &self.rows[vertex]
    }

    /// Whom a vertex is matched to, if to anybody.
    #[must_use]
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        (self.mates[vertex] != NONE).then(|| self.mates[vertex] as usize)
    }

    #[must_use]
    pub fn is_present(&self, vertex: usize) -> bool {
        self.present.has(vertex)
    }

    /// Whether two could be matched now, as neither is.
    fn may_marry(&self, one: usize, other: usize) -> bool {
        let free = |one: usize| self.mates[one] == NONE && self.present.has(one);
        free(one) && free(other) && self.rows[one].has(other)
    }

    /// Matches two, if an edge joins them and neither is matched.
    pub fn marry(&mut self, one: usize, other: usize) {
        if self.may_marry(one, other) {
            (self.mates[one], self.mates[other]) = (other as u32, one as u32);
        }
    }

    /// Takes edges away, those too that pairs are matched by: of each vertex, all but those to `kept`, which is the
    /// same seen from either side.
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

    /// Takes all pairs apart.
    pub fn part_all(&mut self) {
        self.mates.fill(NONE);
    }

    /// Takes an edge away that no pair is matched by.
    pub fn cut(&mut self, one: usize, other: usize) {
        self.rows[one].remove(other);
        self.rows[other].remove(one);
    }

    /// Takes a pair out, for good.
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

    /// Matches as many as can be; gives how many are left over.
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

    /// Matches a vertex to the first of those wished for with whom all who are matched stay matched, and gives
    /// him; where there is none, all stays as it is.
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
        // Whoever can be left over in place of the mate is at the end of an even way from him.
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

    /// Searches from a vertex that is not matched for another one; stops where `goal` is at the end of an even way.
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

    /// Two of even ways that an edge joins: with it, all on the circle are at the end of even ways.
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

    /// The base where the ways of two to the root meet.
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

    /// Turns the way from a vertex up to a base, so that it can be gone from `child` as well.
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

    /// Matches a vertex that is not matched to its parent, and everything else anew on the way to the root.
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
