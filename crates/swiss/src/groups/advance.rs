//! Who advances from groups.

use std::cmp::Ordering;

use super::super::points::Points;

/// A member of a group with their final results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finisher {
    pub entrant: usize,
    /// The number of games that count, without byes.
    pub games: u32,
    pub points: Points,
    /// The tie-break values in the order of the event's list; more is better.
    pub tie_breaks: Vec<i64>,
}

/// Somebody who advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Qualifier {
    pub entrant: usize,
    /// Counted from 0.
    pub group: usize,
    /// The place in the group, counted from 0.
    pub place: usize,
}

/// Those who advance by a comparison across groups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// The best first.
    pub chosen: Vec<Qualifier>,
    pub undecided: Option<Undecided>,
}

/// Entrants who are equal in everything that counts, with too few places for all; a lot or a play-off decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    pub among: Vec<Qualifier>,
    pub places: usize,
}

/// The first `each` of every group in its order: all winners in the order of the groups, then all runners-up, and so
/// on.
pub fn top(groups: &[Vec<Finisher>], each: usize) -> Vec<Qualifier> {
    let longest = groups.iter().map(Vec::len).max().unwrap_or(0);
    (0..each.min(longest))
        .flat_map(|place| of_place(groups, place))
        .map(|(qualifier, _)| qualifier)
        .collect()
}

fn of_place(groups: &[Vec<Finisher>], place: usize) -> Vec<(Qualifier, &Finisher)> {
    let there =
        groups.iter().enumerate().filter_map(|(group, ranked)| Some((group, ranked.get(place)?)));
    there.map(|(group, one)| (Qualifier { entrant: one.entrant, group, place }, one)).collect()
}

/// The best `count` of those with the same place (counted from 0) in their groups, such as the best thirds.
///
/// Since groups may differ in size, they are compared by points per game, then by their tie-breaks in the order of the
/// list. Those who are equal in all of this across the line are undecided.
pub fn best_of_place(groups: &[Vec<Finisher>], place: usize, count: usize) -> Choice {
    let mut all = of_place(groups, place);
    // The sort is stable: equals stay in the order of their groups.
    all.sort_by(|(_, one), (_, other)| compare(other, one));
    let qualifiers = |some: &[(Qualifier, &Finisher)]| some.iter().map(|(one, _)| *one).collect();
    let (Some((_, last)), Some((_, next))) =
        (count.checked_sub(1).and_then(|last| all.get(last)), all.get(count))
    else {
        return Choice { chosen: qualifiers(&all[..count.min(all.len())]), undecided: None };
    };
    if compare(last, next) != Ordering::Equal {
        return Choice { chosen: qualifiers(&all[..count]), undecided: None };
    }
    let first = all.partition_point(|(_, one)| compare(one, last) == Ordering::Greater);
    let behind = all.partition_point(|(_, one)| compare(one, last) != Ordering::Less);
    let among = qualifiers(&all[first..behind]);
    let undecided = Some(Undecided { among, places: count - first });
    Choice { chosen: qualifiers(&all[..first]), undecided }
}

/// More is better.
fn compare(one: &Finisher, other: &Finisher) -> Ordering {
    // Compares points per game by cross-multiplication.
    let rate =
        |own: &Finisher, times: &Finisher| i64::from(own.points.0) * i64::from(times.games.max(1));
    rate(one, other).cmp(&rate(other, one)).then_with(|| one.tie_breaks.cmp(&other.tie_breaks))
}
