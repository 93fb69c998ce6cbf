//! The binary format of a player's ledger in one pool: an entry per rated game, in canonical order.
//!
//! ```text
//! byte 0        version, 1
//! then, an entry a game:
//! byte          bits 0-1  own score: 0 loss, 1 draw, 2 win
//!               bit  2    own colour: 0 White, 1 Black
//!               bit  3    the deviation had grown; its growth follows
//!               bits 4-7  days since the entry before, 0..=14; 15: the day follows
//! [i] day       absolute, only after 15 (so is the first entry's)
//! [i] game      number, minus the number in the entry before
//! [i] opponent  number
//! [u] growth    of the deviation before the game, hundredths, only with bit 3
//! [i] rating    change by the game, hundredths
//! [i] deviation change by the game, hundredths
//! [i] volatility change by the game, ten-millionths
//! ```
//!
//! `[u]` is LEB128 (seven bits per byte, least significant first; the high bit means that more
//! follow), `[i]` the same with zigzag encoding. The first entry's changes are relative to the
//! pool's start values. Entries contain values, so that decoding does not depend on the pool's
//! parameters except for the start values, which must never change.

use game_record::Color;

use super::{Change, Day, Glicko, Score};

/// The version of this format.
pub const VERSION: u8 = 1;

/// A rated game in a player's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The game's number in the store.
    pub game: i64,
    /// The opponent's number in the store.
    pub opponent: i64,
    pub day: Day,
    pub color: Color,
    pub score: Score,
    pub change: Change,
}

/// The bytes are not a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the rating ledger is damaged at byte {offset}; `adjutant rate --recompute --write` makes it \
     anew from the games"
)]
pub struct LedgerFault {
    /// The offset of the invalid entry, or 0 for the version byte.
    pub offset: usize,
}

/// Writes a ledger entry by entry.
#[derive(Debug, Clone)]
pub struct Writer {
    bytes: Vec<u8>,
    last: Last,
}

/// The values that the next entry is relative to.
#[derive(Debug, Clone, Copy)]
struct Last {
    game: i64,
    /// `None` before the first entry.
    day: Option<Day>,
    glicko: Glicko,
}

impl Last {
    const fn start(glicko: Glicko) -> Last {
        Last { game: 0, day: None, glicko }
    }
}

impl Writer {
    /// An empty ledger for a player with the start values `start`; `entries` is the expected number
    /// of entries.
    pub fn new(start: Glicko, entries: usize) -> Writer {
        let mut bytes = Vec::with_capacity(1 + entries * 14);
        bytes.push(VERSION);
        Writer { bytes, last: Last::start(start) }
    }

    /// Appends an entry. Its values before the game have to match the previous entry: same rating
    /// and volatility, and a deviation at least as large.
    pub fn push(&mut self, entry: &Entry) {
        let Change { before, after } = entry.change;
        let growth = before.deviation - self.last.glicko.deviation;
        let near = self.near_day(entry.day);
        let color = u8::from(entry.color == Color::Black) << 2;
        let grew = u8::from(growth != 0) << 3;
        self.bytes.push(entry.score.half_points() | color | grew | near.unwrap_or(15) << 4);
        if near.is_none() {
            self.signed(i64::from(entry.day.0));
        }
        self.signed(entry.game.wrapping_sub(self.last.game));
        self.signed(entry.opponent);
        if growth != 0 {
            self.unsigned(u64::from(growth.unsigned_abs()));
        }
        self.signed(i64::from(after.rating) - i64::from(before.rating));
        self.signed(i64::from(after.deviation) - i64::from(before.deviation));
        self.signed(i64::from(after.volatility) - i64::from(before.volatility));
        self.last = Last { game: entry.game, day: Some(entry.day), glicko: after };
    }

    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    fn near_day(&self, day: Day) -> Option<u8> {
        let last = self.last.day.filter(|last| *last != Day::UNKNOWN)?;
        let days = i64::from(day.0) - i64::from(last.0);
        u8::try_from(days).ok().filter(|days| *days < 15)
    }

    fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push((value & 0x7f) as u8);
    }

    fn signed(&mut self, value: i64) {
        self.unsigned(((value << 1) ^ (value >> 63)).cast_unsigned());
    }
}

/// Reads a ledger entry by entry.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    last: Last,
}

impl<'a> Reader<'a> {
    /// A reader of `bytes` for a player with the start values `start`; an error if the version is unknown.
    pub fn new(start: Glicko, bytes: &'a [u8]) -> Result<Reader<'a>, LedgerFault> {
        match bytes.first() {
            Some(&VERSION) => Ok(Reader { bytes, offset: 1, last: Last::start(start) }),
            _ => Err(LedgerFault { offset: 0 }),
        }
    }

    /// The next entry; `None` after the last, an error if it is truncated or invalid.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, LedgerFault> {
        let start = self.offset;
        if start == self.bytes.len() {
            return Ok(None);
        }
        self.entry().map(Some).ok_or(LedgerFault { offset: start })
    }

    fn entry(&mut self) -> Option<Entry> {
        let head = self.byte()?;
        let score = match head & 3 {
            0 => Score::Loss,
            1 => Score::Draw,
            2 => Score::Win,
            _ => return None,
        };
        let color = if head & 4 == 0 { Color::White } else { Color::Black };
        let day = self.day(head >> 4)?;
        let game = self.last.game.wrapping_add(self.signed()?);
        let opponent = self.signed()?;
        let mut before = self.last.glicko;
        if head & 8 != 0 {
            before.deviation = self.added(before.deviation, false)?;
        }
        let after = Glicko {
            rating: self.added(before.rating, true)?,
            deviation: self.added(before.deviation, true)?,
            volatility: self.added(before.volatility, true)?,
        };
        self.last = Last { game, day: Some(day), glicko: after };
        Some(Entry { game, opponent, day, color, score, change: Change { before, after } })
    }

    fn day(&mut self, near: u8) -> Option<Day> {
        if near == 15 {
            return i32::try_from(self.signed()?).ok().map(Day);
        }
        Some(Day(self.last.day?.0.checked_add(i32::from(near))?))
    }

    fn added(&mut self, to: i32, signed: bool) -> Option<i32> {
        let change = if signed { self.signed()? } else { i64::try_from(self.unsigned()?).ok()? };
        i32::try_from(i64::from(to).checked_add(change)?).ok()
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.offset)?;
        self.offset += 1;
        Some(byte)
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let value = self.unsigned()?;
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }
}

/// Reads all entries of a ledger.
pub fn read(start: Glicko, bytes: &[u8]) -> Result<Vec<Entry>, LedgerFault> {
    let mut reader = Reader::new(start, bytes)?;
    let mut entries = Vec::with_capacity(bytes.len() / 10);
    while let Some(entry) = reader.next_entry()? {
        entries.push(entry);
    }
    Ok(entries)
}
