//! Serialisation of the index, column by column, for a file beside the database. Numbers are
//! little-endian. Only the form of the bytes is checked; the caller ensures that they are
//! unchanged.

use std::sync::Arc;

use super::facts::{GAMES, Segment};
use super::index::Index;
use super::set_up::BYTES;

/// Bytes per game.
const GAME: usize = 4 + 2 * BYTES + 8 + 4 + 4 + 4 + 4 + 2 + 1;

impl Index {
    /// Appends the index to `bytes`.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(self.games() * GAME + 4 * self.segments().len() + 4);
        bytes.extend((self.segments().len() as u32).to_le_bytes());
        for segment in self.segments() {
            segment.write(bytes);
        }
    }

    /// Reads an index; `None` if the bytes do not have the current form.
    pub fn read(mut bytes: &[u8]) -> Option<Index> {
        let count = u32::from_le_bytes(take(&mut bytes)?);
        let mut segments = Vec::new();
        for place in 0..count {
            segments.push(Arc::new(Segment::read(&mut bytes, i32::try_from(place).ok()?)?));
        }
        bytes.is_empty().then(|| Index::new(segments))
    }
}

impl Segment {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.len() as u32).to_le_bytes());
        bytes.extend(self.numbers.iter().flat_map(|own| own.to_le_bytes()));
        bytes.extend(self.set_ups.iter().flatten().flatten());
        bytes.extend(self.players.iter().flatten().flat_map(|own| own.to_le_bytes()));
        bytes.extend(self.ratings.iter().flatten().flat_map(|own| own.to_le_bytes()));
        for column in [&self.days, &self.events, &self.owners] {
            bytes.extend(column.iter().flat_map(|own| own.to_le_bytes()));
        }
        bytes.extend(self.pools.iter().flat_map(|own| own.to_le_bytes()));
        bytes.extend(&self.marks);
    }

    fn read(bytes: &mut &[u8], place: i32) -> Option<Segment> {
        let games = usize::try_from(u32::from_le_bytes(take(bytes)?)).ok()?;
        if games > GAMES as usize || bytes.len() < games * GAME {
            return None;
        }
        let numbers = column(bytes, games, i32::from_le_bytes)?;
        let within = |own: &i32| (own - 1).div_euclid(GAMES) == place;
        if !numbers.is_sorted_by(|one, next| one < next) || !numbers.iter().all(within) {
            return None;
        }
        let set_ups = column(bytes, games, |own: [u8; 2 * BYTES]| {
            let mut both = [[0; BYTES]; 2];
            both[0].copy_from_slice(&own[..BYTES]);
            both[1].copy_from_slice(&own[BYTES..]);
            both
        })?;
        Some(Segment {
            numbers,
            set_ups,
            players: pairs(&column(bytes, 2 * games, i32::from_le_bytes)?),
            ratings: pairs(&column(bytes, 2 * games, u16::from_le_bytes)?),
            days: column(bytes, games, i32::from_le_bytes)?,
            events: column(bytes, games, i32::from_le_bytes)?,
            owners: column(bytes, games, i32::from_le_bytes)?,
            pools: column(bytes, games, i16::from_le_bytes)?,
            marks: column(bytes, games, |own: [u8; 1]| own[0])?,
        })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (own, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*own)
}

fn column<const N: usize, T>(
    bytes: &mut &[u8],
    count: usize,
    value: impl Fn([u8; N]) -> T,
) -> Option<Box<[T]>> {
    let (own, rest) = bytes.split_at_checked(count * N)?;
    *bytes = rest;
    Some(own.chunks_exact(N).filter_map(|own| own.try_into().ok()).map(value).collect())
}

fn pairs<T: Copy>(all: &[T]) -> Box<[[T; 2]]> {
    all.chunks_exact(2).map(|two| [two[0], two[1]]).collect()
}
