//! Brackets for those who advance from groups, such that members of a group meet as late as possible.

use super::super::knockout::bracket_order;
use super::{Qualifier, assignment};

/// The lines of a bracket for the winners and runners-up of 2, 4, 8, ... groups; `None` for other numbers.
///
/// Neighbouring groups cross over: A1 meets B2 and B1 meets A2, C1 meets D2 and D1 meets C2. The first of these matches
/// is in the upper half and the second in the lower one, so that members of a group can only meet in the final.
pub fn cross_over(qualifiers: &[Qualifier]) -> Option<Vec<Option<usize>>> {
    let groups = qualifiers.len() / 2;
    if groups < 2 || !groups.is_power_of_two() {
        return None;
    }
    let at = |group: usize, place: usize| {
        let mut found = qualifiers.iter().filter(|one| (one.group, one.place) == (group, place));
        found.next().map(|one| Some(one.entrant))
    };
    let mut lines = Vec::with_capacity(2 * groups);
    for upper in [true, false] {
        for pair in bracket_order(groups / 2) {
            let (one, other) = (2 * pair, 2 * pair + 1);
            let (winner, second) = if upper { (one, other) } else { (other, one) };
            lines.extend([at(winner, 0)?, at(second, 1)?]);
        }
    }
    Some(lines)
}

/// The lines of a bracket for any qualifiers, such as the first two of six groups and the four best thirds.
///
/// They are seeded by place, all winners before all runners-up, and in the given order within a place. Each gets a line
/// of the seeds of their place such that, first, members of a group meet as late as possible and, second, everybody is
/// as near as possible to their seed.
pub fn spread(qualifiers: &[Qualifier]) -> Vec<Option<usize>> {
    let mut seeds: Vec<Qualifier> = qualifiers.to_vec();
    seeds.sort_by_key(|one| one.place);
    let order = bracket_order(seeds.len());
    // The line of each seed.
    let mut line_of = vec![0; order.len()];
    for (line, seed) in order.iter().enumerate() {
        line_of[*seed] = line;
    }
    let mut lines: Vec<Option<Qualifier>> = vec![None; order.len()];
    let mut first = 0;
    for tier in seeds.chunk_by(|one, other| one.place == other.place) {
        let own = &line_of[first..first + tier.len()];
        let cost = |(seed, one): (usize, &Qualifier)| -> Vec<i64> {
            let at = |(place, line): (usize, &usize)| {
                meetings(&lines, one, *line) * SEEDING + seed.abs_diff(place).pow(2) as i64
            };
            own.iter().enumerate().map(at).collect()
        };
        let costs: Vec<Vec<i64>> = tier.iter().enumerate().map(cost).collect();
        for (one, chosen) in tier.iter().zip(assignment::cheapest(&costs)) {
            lines[own[chosen]] = Some(*one);
        }
        first += tier.len();
    }
    lines.into_iter().map(|line| line.map(|one| one.entrant)).collect()
}

/// More than the sum of all distances from seeds.
const SEEDING: i64 = 1 << 30;

/// The cost of meeting members of the same group early: a round earlier counts four times as much.
fn meetings(lines: &[Option<Qualifier>], own: &Qualifier, line: usize) -> i64 {
    let rounds = lines.len().ilog2();
    let cost = |(other, one): (usize, &Option<Qualifier>)| {
        let mate = one.is_some_and(|one| one.group == own.group);
        // They meet in the round in which their subtrees merge.
        let round = usize::BITS - (line ^ other).leading_zeros();
        if mate { 4_i64.pow(rounds - round) } else { 0 }
    };
    lines.iter().enumerate().map(cost).sum()
}
