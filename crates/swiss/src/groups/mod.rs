//! Groups: how they are drawn, who advances, and the bracket that follows.

mod advance;
mod assignment;
mod cross_over;
mod lot;

use std::collections::BTreeMap;

pub use advance::{Choice, Finisher, Qualifier, Undecided, best_of_place, top};
pub use cross_over::{cross_over, spread};

/// Draws groups from a field in the order of its seeds, in a snake: along the groups, and backwards in the next row.
/// Sizes differ by at most one. Each group is in the order of the seeds. There is at least one group.
pub fn snake(entrants: &[usize], groups: usize) -> Vec<Vec<usize>> {
    let groups = groups.max(1);
    let mut seeded = vec![Vec::new(); groups];
    for (seed, entrant) in entrants.iter().enumerate() {
        seeded[snake_group(seed, groups)].push(*entrant);
    }
    seeded
}

/// The group of a seed, counted from 0.
const fn snake_group(seed: usize, groups: usize) -> usize {
    let (row, at) = (seed / groups, seed % groups);
    if row.is_multiple_of(2) { at } else { groups - 1 - at }
}

/// Like [`snake`], but keeps members of a club (or province, or whatever `club` returns) apart.
///
/// Each row of the snake stays a row: each group gets one of the strongest, one of the next, and so on. Within each
/// row, groups are chosen such that, first, as few as possible meet a member of their own club and, second, everybody
/// stays near the plain snake (the sum of squared distances). Rows are placed from the top, then all of them again
/// until no single row can be improved.
pub fn snake_apart<C: Ord>(
    entrants: &[usize],
    groups: usize,
    club: impl Fn(usize) -> Option<C>,
) -> Vec<Vec<usize>> {
    let groups = groups.max(1);
    let homes = (0..entrants.len()).map(|seed| snake_group(seed, groups)).collect();
    apart(entrants, groups, homes, club)
}

/// Draws groups by lot: each row of seeds is a pot, of which every group gets one. The lot is a number, and whoever knows
/// it and the seeds gets the same groups; `docs/organising.md` tells how. Members of a club are kept apart as by
/// [`snake_apart`], with everybody as near as possible to the group that was drawn.
pub fn lot_apart<C: Ord>(
    entrants: &[usize],
    groups: usize,
    lot: u32,
    club: impl Fn(usize) -> Option<C>,
) -> Vec<Vec<usize>> {
    let groups = groups.max(1);
    apart(entrants, groups, lot::homes(entrants.len(), groups, lot), club)
}

/// Groups near the home of each seed, with members of a club apart.
fn apart<C: Ord>(
    entrants: &[usize],
    groups: usize,
    homes: Vec<usize>,
    club: impl Fn(usize) -> Option<C>,
) -> Vec<Vec<usize>> {
    let clubs: Vec<Option<usize>> = {
        let mut numbers = BTreeMap::new();
        let number = |entrant: &usize| {
            let next = numbers.len();
            club(*entrant).map(|club| *numbers.entry(club).or_insert(next))
        };
        entrants.iter().map(number).collect()
    };
    let mut draw = Draw::new(&clubs, groups, homes);
    let seeds: Vec<usize> = (0..entrants.len()).collect();
    let rows: Vec<&[usize]> = seeds.chunks(groups).collect();
    for row in &rows {
        draw.place(row);
    }
    let mut cost = draw.cost();
    loop {
        for row in &rows {
            draw.place(row);
        }
        let now = draw.cost();
        if now >= cost {
            break;
        }
        cost = now;
    }
    let mut drawn = vec![Vec::new(); groups];
    for (entrant, group) in entrants.iter().zip(&draw.group_of) {
        drawn[group.expect("every row has been placed")].push(*entrant);
    }
    drawn
}

struct Draw<'a> {
    /// By seed.
    clubs: &'a [Option<usize>],
    groups: usize,
    /// The group in which each seed would be without clubs.
    homes: Vec<usize>,
    group_of: Vec<Option<usize>>,
    /// The number of members of a club in a group.
    members: BTreeMap<(usize, usize), i64>,
}

impl Draw<'_> {
    fn new(clubs: &[Option<usize>], groups: usize, homes: Vec<usize>) -> Draw<'_> {
        let group_of = vec![None; clubs.len()];
        Draw { clubs, groups, homes, group_of, members: BTreeMap::new() }
    }

    fn of_own_club(&self, seed: usize, group: usize) -> i64 {
        let of = |club| self.members.get(&(group, club)).copied();
        self.clubs[seed].and_then(of).unwrap_or(0)
    }

    fn distance(&self, seed: usize, group: usize) -> i64 {
        let away = self.homes[seed].abs_diff(group);
        i64::try_from(away * away).unwrap_or(i64::MAX)
    }

    fn count(&mut self, seed: usize, by: i64) {
        if let (Some(club), Some(group)) = (self.clubs[seed], self.group_of[seed]) {
            *self.members.entry((group, club)).or_default() += by;
        }
    }

    /// Places a row optimally, with all other rows fixed.
    fn place(&mut self, row: &[usize]) {
        for seed in row {
            self.count(*seed, -1);
        }
        // More than all distances of a row together.
        let meeting = i64::try_from(self.groups.pow(3) + 1).unwrap_or(i64::MAX);
        let cost = |seed: &usize| -> Vec<i64> {
            let of = |group| self.of_own_club(*seed, group) * meeting + self.distance(*seed, group);
            (0..self.groups).map(of).collect()
        };
        let costs: Vec<Vec<i64>> = row.iter().map(cost).collect();
        for (seed, group) in row.iter().zip(assignment::cheapest(&costs)) {
            self.group_of[*seed] = Some(group);
            self.count(*seed, 1);
        }
    }

    /// The number of pairs of one club in one group, and the distance from everybody's home.
    fn cost(&self) -> (i64, i64) {
        let pairs = self.members.values().map(|count| count * (count - 1) / 2).sum();
        let placed = self.group_of.iter().enumerate();
        let distances = placed.filter_map(|(seed, group)| Some(self.distance(seed, (*group)?)));
        (pairs, distances.sum())
    }
}
