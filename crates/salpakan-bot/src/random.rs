//! Reproducible random numbers: xoshiro256++ seeded by SplitMix64 (Blackman and Vigna,
//! <https://prng.di.unimi.it>). A library's generator may change between versions, but a seed must
//! always give the same bytes.

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Random([u64; 4]);

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// Stream number `stream` of a seed; streams are independent in practice.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut state = seed ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03);
        Random(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound` (at least 1), by multiplication; its bias is below 2^-32.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound.max(1))) >> 32) as u32
    }

    /// `true` with a probability of `of_a_thousand` in a thousand.
    #[inline]
    pub fn chance(&mut self, of_a_thousand: u32) -> bool {
        self.below(1000) < of_a_thousand
    }

    /// Shuffles a slice.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_is_the_same_stream_for_ever() {
        let mut random = Random::new(1, 0);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        let mut again = Random::new(1, 0);
        assert_eq!(first, (0..3).map(|_| again.bits()).collect::<Vec<_>>());
        assert_ne!(first[0], Random::new(1, 1).bits());
    }
}
