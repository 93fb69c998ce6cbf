//! Bit sets of small numbers.

/// A set of numbers below a bound, which has to be the same in operations on two sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set for numbers below `bound`.
    pub fn none(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// The numbers from `start` up to, but excluding, `end`.
    pub fn range(bound: usize, start: usize, end: usize) -> Bits {
        let mut bits = Bits::none(bound);
        for (at, word) in bits.0.iter_mut().enumerate() {
            let below = |end: usize| match end.saturating_sub(at * 64) {
                64.. => u64::MAX,
                some => (1 << some) - 1,
            };
            *word = below(end) & !below(start);
        }
        bits
    }

    pub fn of(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::none(bound);
        for number in numbers {
            bits.insert(number);
        }
        bits
    }

    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn add(&mut self, other: &Bits) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub fn keep(&mut self, other: &Bits) {
        for (word, kept) in self.0.iter_mut().zip(&other.0) {
            *word &= kept;
        }
    }

    pub fn words(&self) -> usize {
        self.0.len()
    }

    pub fn word(&self, at: usize) -> u64 {
        self.0[at]
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| ones(*word).map(move |bit| at * 64 + bit))
    }

    /// The least number in both sets.
    pub fn first_common(&self, other: &Bits) -> Option<usize> {
        let both = self.0.iter().zip(&other.0).map(|(one, other)| one & other);
        let found = both.enumerate().find(|(_, word)| *word != 0);
        found.map(|(at, word)| at * 64 + word.trailing_zeros() as usize)
    }
}

/// The positions of ones in a word.
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
