//! Who goes on from groups.

use std::cmp::Ordering;

use super::super::points::Points;

/// One of a group, as its final standings have him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finisher {
    pub entrant: usize,
    /// Games that count, byes not among them.
    pub games: u32,
    pub points: Points,
    /// What his tie-breaks come to, in the order of the event's list; more is better.
    pub tie_breaks: Vec<i64>,
}

/// Somebody who goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Qualifier {
    pub entrant: usize,
    /// Counted from 0.
    pub group: usize,
    /// His place in it, counted from 0.
    pub place: usize,
}

/// Who goes on by a comparison across groups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// The best first.
    pub chosen: Vec<Qualifier>,
    pub undecided: Option<Undecided>,
}

/// Some who are equal in everything that counts, and for whom there is not room for all: a lot or a play-off tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    pub among: Vec<Qualifier>,
    pub places: usize,
}

/// The first `each` of every group, whose order is given: first all winners in the order of the groups, then all
/// seconds, and so on.
#[must_use]
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

/// The best `count` of those who have the same place (counted from 0) in their groups: the best thirds.
///
/// Groups may be of unequal size, so they are compared by points per game, and then by their tie-breaks in the order
/// of the list. Those who are equal in all this and stand across the line are undecided.
#[must_use]
pub fn best_of_place(groups: &[Vec<Finisher>], place: usize, count: usize) -> Choice {
    let mut all = of_place(groups, place);
    // A stable sort: those who are equal stay in the order of their groups.
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
    // Points per game, without a division: both sides times both numbers of games.
    let rate =
        |own: &Finisher, times: &Finisher| i64::from(own.points.0) * i64::from(times.games.max(1));
    rate(one, other).cmp(&rate(other, one)).then_with(|| one.tie_breaks.cmp(&other.tie_breaks))
}
