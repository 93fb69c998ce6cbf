//! An entropy coder for symbols that are equally likely among `n`: the range variant of asymmetric
//! numeral systems (rANS). It has a state of 32 bits, writes 16 bits at a time and uses integers
//! only, so that results never depend on the platform.
//!
//! J. Duda, "Asymmetric numeral systems" (2013), arXiv:1311.2540.

use super::{CodecError, CodecFault};

/// Probabilities are multiples of 2^-14.
const PRECISION: u32 = 14;
const SLOTS: u32 = 1 << PRECISION;
/// Between symbols the state is in `LOWEST .. LOWEST << 16`.
const LOWEST: u32 = 1 << 16;
/// The largest alphabet: more than the number of steps on a board of 72 squares, since each pair of
/// neighbours allows at most one.
pub const LARGEST: u32 = 128;

/// The largest alphabet of [`Symbol::of_many`], of which each symbol has eight slots at least.
pub const MOST: u32 = SLOTS / 8;

/// `STARTS[n][i]` = ceiling of `i * 2^14 / n`: symbol `i` of `n` has the slots from there to the
/// next start.
static STARTS: [[u16; LARGEST as usize + 1]; LARGEST as usize + 1] = {
    let mut table = [[0; LARGEST as usize + 1]; LARGEST as usize + 1];
    let mut n = 1;
    while n <= LARGEST {
        let mut i = 0;
        while i <= n {
            table[n as usize][i as usize] = (i * SLOTS).div_ceil(n) as u16;
            i += 1;
        }
        n += 1;
    }
    table
};

/// The first slot of a symbol and its number of slots.
#[derive(Clone, Copy)]
pub struct Symbol {
    start: u16,
    slots: u16,
}

impl Symbol {
    /// Symbol `index` of `n`, with `index < n <= LARGEST` and `n > 1`: one of one needs none.
    pub fn new(index: u32, n: u32) -> Symbol {
        let starts = &STARTS[n as usize];
        let start = starts[index as usize];
        Symbol { start, slots: starts[index as usize + 1] - start }
    }
}

impl Symbol {
    /// Symbol `index` of `n`, where `n` is from 2 to [`MOST`]. Of up to [`LARGEST`] it is the same as [`Symbol::new`].
    pub const fn of_many(index: u32, n: u32) -> Symbol {
        let start = (index * SLOTS).div_ceil(n);
        Symbol { start: start as u16, slots: ((index * SLOTS + SLOTS).div_ceil(n) - start) as u16 }
    }
}

/// Encodes symbols such that they are decoded in the same order: the state in three or four bytes,
/// then words of two bytes. The parity of the length distinguishes the two cases.
pub fn encode(symbols: &[Symbol], out: &mut Vec<u8>) {
    let mut state = LOWEST;
    let mut words = Vec::with_capacity(symbols.len() / 3 + 2);
    for symbol in symbols.iter().rev() {
        let slots = u32::from(symbol.slots);
        if state >= slots << (32 - PRECISION) {
            words.push(state as u16);
            state >>= 16;
        }
        state = ((state / slots) << PRECISION) + state % slots + u32::from(symbol.start);
    }
    let length = if state < 1 << 24 { 3 } else { 4 };
    out.extend_from_slice(&state.to_le_bytes()[..length]);
    for word in words.iter().rev() {
        out.extend_from_slice(&word.to_le_bytes());
    }
}

/// Decodes symbols one after the other.
pub struct Decoder<'a> {
    state: u32,
    words: &'a [u8],
    /// The next word; beyond the end if words were missing.
    at: usize,
}

impl<'a> Decoder<'a> {
    /// Opens the output of [`encode`].
    pub fn new(bytes: &'a [u8]) -> Result<Decoder<'a>, CodecFault> {
        let length = if bytes.len() % 2 == 1 { 3 } else { 4 };
        let (head, words) = bytes.split_at_checked(length).ok_or(CodecFault::Truncated)?;
        let state = super::bytes::read_fixed(head) as u32;
        let lowest = if length == 3 { LOWEST } else { 1 << 24 };
        if state < lowest {
            return Err(CodecFault::NotCanonical);
        }
        Ok(Decoder { state, words, at: 0 })
    }

    /// The next symbol of `n`, below `n`. Missing words are read as zero and detected at the
    /// [end](Decoder::end).
    #[inline(always)]
    pub fn symbol(&mut self, n: u32) -> u32 {
        let n = n & (LARGEST - 1);
        let slot = self.state & (SLOTS - 1);
        let index = (slot * n) >> PRECISION;
        let starts = &STARTS[n as usize];
        let start = u32::from(starts[index as usize & 127]);
        let slots = u32::from(starts[(index as usize & 127) + 1]).wrapping_sub(start);
        let state = slots.wrapping_mul(self.state >> PRECISION).wrapping_add(slot - start);
        // Branch-free, because the condition is unpredictable.
        let due = state < LOWEST;
        self.state = if due { state << 16 | self.word() } else { state };
        self.at += 2 * usize::from(due);
        index
    }

    /// The next symbol of `n`, from 2 to [`MOST`]: the counterpart of [`Symbol::of_many`].
    #[inline]
    pub fn symbol_of_many(&mut self, n: u32) -> u32 {
        let slot = self.state & (SLOTS - 1);
        let index = (slot * n) >> PRECISION;
        let Symbol { start, slots } = Symbol::of_many(index, n);
        let state = u32::from(slots) * (self.state >> PRECISION) + (slot - u32::from(start));
        let due = state < LOWEST;
        self.state = if due { state << 16 | self.word() } else { state };
        self.at += 2 * usize::from(due);
        index
    }

    /// Whether all words have been read and the state is what the encoder began with, so that nothing but symbols of one may
    /// follow.
    ///
    /// # Errors
    /// If words are missing.
    pub fn is_at_end(&self) -> Result<bool, CodecFault> {
        match self.at.cmp(&self.words.len()) {
            std::cmp::Ordering::Greater => Err(CodecFault::Truncated),
            std::cmp::Ordering::Less => Ok(false),
            std::cmp::Ordering::Equal => Ok(self.state == LOWEST),
        }
    }

    #[inline(always)]
    fn word(&self) -> u32 {
        match self.words.get(self.at..self.at + 2) {
            Some(word) => u32::from(u16::from_le_bytes([word[0], word[1]])),
            None => 0,
        }
    }

    /// Checks that everything was used and nothing was missing.
    pub fn end(&self, offset: usize) -> Result<(), CodecError> {
        let fault = match self.at.cmp(&self.words.len()) {
            std::cmp::Ordering::Greater => CodecFault::Truncated,
            std::cmp::Ordering::Less => CodecFault::TrailingBytes,
            std::cmp::Ordering::Equal if self.state != LOWEST => CodecFault::NotCanonical,
            std::cmp::Ordering::Equal => return Ok(()),
        };
        Err(CodecError::new(offset, fault))
    }
}
