//! Reduces a query: without certain pieces, with groups instead of pieces and classes instead of ranks.

use salpakan::rules::Rank;

use super::super::Ranks;

/// Pieces with equal knowledge.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    pub ranks: Ranks,
    /// The number of pieces, at least 1.
    pub size: u8,
    /// Bit `c`: class `c` is in the set.
    pub classes: u16,
    /// The number of the army's pieces with one of its ranks.
    pub options: u8,
}

/// Ranks that no group distinguishes.
#[derive(Debug, Clone, Copy)]
pub struct Class {
    pub ranks: Ranks,
    /// The number of the army's pieces with one of its ranks, at least 1.
    pub size: u8,
}

#[derive(Debug)]
pub struct Reduced {
    /// The pieces of each rank that are not certain.
    pub left: [u8; Rank::COUNT],
    pub groups: Vec<Group>,
    pub classes: Vec<Class>,
    /// The ranks of certain pieces, whose groups follow the others.
    pub certain: Ranks,
    /// By piece: its group among [`Reduced::groups`] followed by [`Reduced::certain`].
    pub group_of: Vec<u8>,
}

impl Reduced {
    /// `None` for an obvious contradiction, or if the numbers of pieces and ranks differ.
    pub fn new(mut left: [u8; Rank::COUNT], known: &[Ranks]) -> Option<Reduced> {
        if left.iter().map(|&count| usize::from(count)).sum::<usize>() != known.len() {
            return None;
        }
        let mut sets = [Ranks::NONE; 32];
        let sets = sets.get_mut(..known.len())?;
        sets.copy_from_slice(known);
        let settled = settle(&mut left, sets)?;
        let mut groups: Vec<Group> = Vec::with_capacity(known.len());
        let mut group_of = vec![0; known.len()];
        for (piece, ranks) in sets.iter().enumerate() {
            if settled >> piece & 1 == 1 {
                continue;
            }
            let found = groups.iter().position(|group| group.ranks == *ranks);
            let index = found.unwrap_or(groups.len());
            match found {
                Some(index) => groups[index].size += 1,
                None => groups.push(Group { ranks: *ranks, size: 1, classes: 0, options: 0 }),
            }
            group_of[piece] = index as u8;
        }
        let classes = classes(&left, &mut groups);
        let certain = certain(sets, settled, groups.len(), &mut group_of);
        Some(Reduced { left, groups, classes, certain, group_of })
    }

    /// Whether all sums stay below 2^64: an upper bound is the product of each piece's options, where the pieces of the
    /// largest group that may have any rank count as one.
    pub fn fits_u64(&self) -> bool {
        let all = self.classes.len();
        let mut most = 1_u128;
        for group in &self.groups {
            let is_free = group.classes.count_ones() as usize == all;
            let times = if is_free { 1 } else { u32::from(group.size) };
            most = most.saturating_mul(u128::from(group.options).saturating_pow(times));
        }
        most <= u128::from(u64::MAX)
    }
}

/// Removes certain pieces and their ranks until no more are certain; bit `p` of the result is piece `p`.
fn settle(left: &mut [u8; Rank::COUNT], sets: &mut [Ranks]) -> Option<u32> {
    let mut settled = 0_u32;
    loop {
        let present = Ranks::filtered(|rank| left[rank.index()] > 0);
        let before = settled;
        for (piece, set) in sets.iter_mut().enumerate() {
            if settled >> piece & 1 == 1 {
                continue;
            }
            *set = set.and(present);
            if set.is_empty() {
                return None;
            }
            if let Some(rank) = set.single() {
                let count = &mut left[rank.index()];
                *count = count.checked_sub(1)?;
                settled |= 1 << piece;
            }
        }
        if settled == before {
            return Some(settled);
        }
    }
}

/// Classifies ranks by the groups that allow them.
fn classes(left: &[u8; Rank::COUNT], groups: &mut [Group]) -> Vec<Class> {
    let mut signatures = [0_u32; Rank::COUNT];
    let mut classes: Vec<Class> = Vec::with_capacity(Rank::COUNT);
    for rank in Rank::ALL.into_iter().filter(|rank| left[rank.index()] > 0) {
        let signature = groups
            .iter()
            .enumerate()
            .fold(0, |bits, (g, group)| bits | u32::from(group.ranks.contains(rank)) << g);
        let size = left[rank.index()];
        let known = classes.len();
        let index = signatures[..known].iter().position(|s| *s == signature).unwrap_or(known);
        if index == known {
            signatures[index] = signature;
            classes.push(Class { ranks: Ranks::only(rank), size });
        } else {
            classes[index].ranks = classes[index].ranks.or(Ranks::only(rank));
            classes[index].size += size;
        }
        for (g, group) in groups.iter_mut().enumerate() {
            if signature >> g & 1 == 1 {
                group.classes |= 1 << index;
                group.options += size;
            }
        }
    }
    classes
}

/// Gives each certain piece the group of its rank.
fn certain(sets: &[Ranks], settled: u32, groups: usize, group_of: &mut [u8]) -> Ranks {
    let is_settled = |piece: &usize| settled >> piece & 1 == 1;
    let mut ranks = Ranks::NONE;
    for piece in (0..sets.len()).filter(is_settled) {
        ranks = ranks.or(sets[piece]);
    }
    for piece in (0..sets.len()).filter(is_settled) {
        let before = ranks.iter().take_while(|rank| !sets[piece].contains(*rank)).count();
        group_of[piece] = (groups + before) as u8;
    }
    ranks
}
