//! The lines of seeded brackets.

/// Seeds, counted from 0, in the order of the lines of a bracket: in each round the best remaining seed meets the
/// worst, if the better ones always win. `lines` is rounded up to a power of two.
pub fn bracket_order(lines: usize) -> Vec<usize> {
    let lines = lines.next_power_of_two();
    let mut order = vec![0];
    while order.len() < lines {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

/// The lines of a field in the order of its seeds. Unless it is a power of two, the top seeds get byes.
pub fn seeded(entrants: &[usize]) -> Vec<Option<usize>> {
    bracket_order(entrants.len()).into_iter().map(|seed| entrants.get(seed).copied()).collect()
}
