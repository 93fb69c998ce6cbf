//! Random numbers from a seed.

/// A random number generator (splitmix64); a seed always gives the same numbers.
pub struct Random(u64);

impl Random {
    /// The stream with this number for a seed.
    pub const fn new(seed: u64, stream: u64) -> Random {
        Random(seed ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
