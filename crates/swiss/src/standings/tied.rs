//! Entrants in order, with the groups of those who are still tied.

use std::cmp::Reverse;
use std::ops::Range;

/// Which values come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
}

pub struct Tied {
    pub order: Vec<usize>,
    /// Where each group begins in the order.
    starts: Vec<usize>,
}

impl Tied {
    /// Everybody, tied.
    pub fn all(order: Vec<usize>) -> Tied {
        let starts = if order.is_empty() { Vec::new() } else { vec![0] };
        Tied { order, starts }
    }

    /// Divides each group by a value; those with the same one stay tied, in their order.
    pub fn divide<K: Ord>(&mut self, value: impl Fn(usize) -> K, better: Better) {
        if self.starts.len() == self.order.len() {
            return;
        }
        let mut starts = Vec::with_capacity(self.order.len());
        for group in self.groups() {
            let part = &mut self.order[group.clone()];
            match better {
                _ if part.len() == 1 => {}
                Better::Higher => part.sort_by_key(|one| Reverse(value(*one))),
                Better::Lower => part.sort_by_key(|one| value(*one)),
            }
            let mut at = group.start;
            for together in part.chunk_by(|one, other| value(*one) == value(*other)) {
                starts.push(at);
                at += together.len();
            }
        }
        self.starts = starts;
    }

    /// Divides each group of at least two in another way.
    pub fn regroup(&mut self, mut divide: impl FnMut(&[usize]) -> Vec<Vec<usize>>) {
        let mut starts = Vec::with_capacity(self.order.len());
        for group in self.groups() {
            if group.len() == 1 {
                starts.push(group.start);
                continue;
            }
            let mut at = group.start;
            for together in divide(&self.order[group.clone()]) {
                starts.push(at);
                self.order[at..at + together.len()].copy_from_slice(&together);
                at += together.len();
            }
        }
        self.starts = starts;
    }

    /// The number of entrants ahead of each one's group.
    pub fn before(&self) -> Vec<usize> {
        let mut before = vec![0; self.order.len()];
        for group in self.groups() {
            self.order[group.clone()].iter().for_each(|one| before[*one] = group.start);
        }
        before
    }

    fn groups(&self) -> Vec<Range<usize>> {
        let ends = self.starts.iter().copied().skip(1).chain([self.order.len()]);
        self.starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
    }
}
