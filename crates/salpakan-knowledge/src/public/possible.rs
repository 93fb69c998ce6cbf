//! Decides whether a piece can have a rank, by a depth-first search.

use std::collections::HashSet;

use salpakan::rules::Rank;

use super::network::Network;
use super::sweep::{Key, Step};

/// The search for one pair of armies.
struct Search<'a> {
    network: &'a Network,
    /// The group in which a piece must have the rank.
    want: (usize, Rank),
    /// States without continuation, by the number of steps made.
    dead: HashSet<(usize, Key)>,
    /// How many states may still be visited.
    left: u32,
}

/// Whether a piece of a group can have `rank`; `None` if that is not found out within `most` states.
pub fn can_have(network: &Network, group: usize, rank: Rank, most: u32) -> Option<bool> {
    let want = (group, rank);
    let mut search = Search { network, want, dead: HashSet::new(), left: most };
    search.go(0, &network.start())
}

impl Search<'_> {
    fn go(&mut self, dealt: usize, key: &[u16]) -> Option<bool> {
        let Some(step) = Step::all().nth(dealt) else { return Some(true) };
        let name = (dealt, Key::from(key));
        if self.dead.contains(&name) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let mut next = Vec::new();
        let (group, rank) = self.want;
        let wanted = Step { rank, color: self.network.groups[group].color };
        self.network.deal(step, key, &mut |deal| {
            let has_it = || deal.chosen.iter().any(|(chosen, _)| *chosen == group);
            if step != wanted || has_it() {
                next.push(deal.key.clone());
            }
        });
        // The most promising states are tried first, and hopeless ones not at all.
        let mut next: Vec<(f64, Vec<u16>)> =
            next.into_iter().map(|key| (self.network.promise(step, &key), key)).collect();
        next.retain(|(promise, _)| *promise > 0.0);
        next.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (_, key) in next {
            if self.go(dealt + 1, &key)? {
                return Some(true);
            }
        }
        self.dead.insert(name);
        Some(false)
    }
}
