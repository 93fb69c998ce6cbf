//! Groups of bracket members that no criterion distinguishes, and the weights of pairs of such kinds.

use std::collections::HashMap;

use super::super::matching::{Bits, Weight};
use super::criteria::Criteria;
use super::player::Field;

/// The members of a bracket, followed by slots for downfloaters, by kinds.
pub struct Kinds<'a, const K: usize> {
    field: &'a Field,
    members: &'a [usize],
    /// The kind of each vertex.
    of: Vec<usize>,
    pub sizes: Vec<usize>,
    /// The weights of pairs of kinds, row by row: `None` if they may not meet.
    pub weights: Vec<Option<Weight<K>>>,
}

impl<'a, const K: usize> Kinds<'a, K> {
    /// Members before `residents` were moved down and do not meet each other.
    pub fn new(
        field: &'a Field,
        criteria: &Criteria<'_>,
        members: &'a [usize],
        residents: usize,
        places: usize,
    ) -> Self {
        let mut known = HashMap::new();
        let (mut of, mut sizes, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        for (at, member) in members.iter().enumerate() {
            let kind = *known.entry(criteria.kind(*member)).or_insert(sizes.len());
            if kind == sizes.len() {
                sizes.push(0);
                firsts.push(at);
            }
            sizes[kind] += 1;
            of.push(kind);
        }
        let real = sizes.len();
        if places > 0 {
            of.extend(vec![real; places]);
            sizes.push(places);
        }
        let kinds = sizes.len();
        let mut weights = vec![None; kinds * kinds];
        for higher in 0..real {
            for lower in higher..real {
                let pair = (members[firsts[higher]], members[firsts[lower]]);
                let meet = firsts[lower] >= residents && (higher < lower || sizes[higher] > 1);
                if meet && field.colors_allow(pair.0, pair.1) {
                    let weight = criteria.worth(pair, true, false);
                    weights[higher * kinds + lower] = Some(weight);
                    weights[lower * kinds + higher] = Some(weight);
                }
            }
            if places > 0 {
                let weight = Some(criteria.floating(members[firsts[higher]]));
                weights[higher * kinds + real] = weight;
                weights[real * kinds + higher] = weight;
            }
        }
        Kinds { field, members, of, sizes, weights }
    }

    /// The number of vertices.
    pub const fn count(&self) -> usize {
        self.of.len()
    }

    /// The weight of a pair of vertices; `None` if they may not meet.
    pub fn weight(&self, one: usize, other: usize) -> Option<Weight<K>> {
        let weight = self.weights[self.of[one] * self.sizes.len() + self.of[other]]?;
        let both = self.members.get(one).zip(self.members.get(other));
        both.is_none_or(|(one, other)| !self.field.are_apart(*one, *other)).then_some(weight)
    }

    /// Expands values per kind to values per vertex.
    pub fn spread(&self, of_kinds: &[Weight<K>]) -> Vec<Weight<K>> {
        self.of.iter().map(|kind| of_kinds[*kind]).collect()
    }

    /// The rows of pairs with zero slack under the dual values of kinds.
    pub fn tight(&self, duals: &[Weight<K>]) -> Vec<Bits> {
        let (count, kinds) = (self.count(), self.sizes.len());
        let mut all = vec![Bits::none(count); kinds];
        for (vertex, kind) in self.of.iter().enumerate() {
            all[*kind].insert(vertex);
        }
        let row = |kind: usize| {
            let mut row = Bits::none(count);
            for other in 0..kinds {
                let sum = duals[kind] + duals[other];
                if self.weights[kind * kinds + other].is_some_and(|weight| weight.twice() == sum) {
                    row.add(&all[other]);
                }
            }
            row
        };
        let of_kinds: Vec<Bits> = (0..kinds).map(row).collect();
        let mut rows: Vec<Bits> = self.of.iter().map(|kind| of_kinds[*kind].clone()).collect();
        let vertices: HashMap<usize, usize> = (0..)
            .zip(self.members)
            .map(|(at, one)| (self.field.players[*one].entrant, at))
            .collect();
        for (at, member) in self.members.iter().enumerate() {
            rows[at].remove(at);
            for other in &self.field.players[*member].apart {
                if let Some(other) = vertices.get(other) {
                    rows[at].remove(*other);
                    rows[*other].remove(at);
                }
            }
        }
        rows
    }
}
