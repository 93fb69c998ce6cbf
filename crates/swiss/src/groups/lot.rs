//! Groups drawn by lot, from a number that anybody can check them by.

/// The group of each seed. For each pot, the groups are shuffled (Fisher-Yates, from the last), and its members get them
/// in order. One stream of numbers (splitmix64, which begins with the lot) serves all pots.
pub fn homes(seeds: usize, groups: usize, lot: u32) -> Vec<usize> {
    let mut stream = Stream(u64::from(lot));
    let mut homes = Vec::with_capacity(seeds);
    while homes.len() < seeds {
        let mut order: Vec<usize> = (0..groups).collect();
        for last in (1..groups).rev() {
            order.swap(last, stream.below(last as u64 + 1));
        }
        homes.extend(order.into_iter().take(seeds - homes.len()));
    }
    homes
}

struct Stream(u64);

impl Stream {
    fn below(&mut self, bound: u64) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound) as usize
    }
}
