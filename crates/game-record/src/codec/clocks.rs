//! The clocks after the plies, as seconds used.

use super::bytes::{Reader, put_number};
use super::{CodecError, CodecFault};

/// A greater increment is treated as a correction of a clock.
const LARGEST_INCREMENT: i64 = 120;

/// The reference for the seconds used, derived from the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Hints {
    /// The clock before a side's first one.
    base: u32,
    /// The increment in seconds.
    increment: u8,
}

impl Hints {
    /// The higher of the sides' first clocks, and the largest rise of a clock from one to the next
    /// up to [`LARGEST_INCREMENT`].
    fn of(clocks: &[Option<u32>]) -> Hints {
        let mut last: [Option<u32>; 2] = [None; 2];
        let mut hints = Hints::default();
        for (index, clock) in clocks.iter().enumerate() {
            let Some(clock) = *clock else { continue };
            match last[index % 2].replace(clock) {
                None => hints.base = hints.base.max(clock),
                Some(before) => {
                    let rise = i64::from(clock) - i64::from(before);
                    if rise > i64::from(hints.increment) && rise <= LARGEST_INCREMENT {
                        hints.increment = rise as u8;
                    }
                }
            }
        }
        hints
    }
}

/// Writes the hints, which plies lack a clock, and the seconds used for the others. At least one has to be present.
pub fn put_clocks(out: &mut Vec<u8>, clocks: &[Option<u32>]) {
    let hints = Hints::of(clocks);
    put_number(out, u64::from(hints.base));
    out.push(hints.increment);
    put_gaps(out, clocks);
    let mut last = [hints.base; 2];
    for (index, clock) in clocks.iter().enumerate() {
        let Some(clock) = *clock else { continue };
        let before = std::mem::replace(&mut last[index % 2], clock);
        let used = i64::from(before) + i64::from(hints.increment) - i64::from(clock);
        if used < 0 {
            // A clock that was set forward: the escape, then the amount.
            out.push(0);
        }
        put_number(out, if used < 0 { used.unsigned_abs() } else { used as u64 + 1 });
    }
}

/// The number of plies without a clock, then the gaps between them; nearly always a single 0.
fn put_gaps(out: &mut Vec<u8>, clocks: &[Option<u32>]) {
    let missing = clocks.iter().filter(|clock| clock.is_none()).count();
    put_number(out, missing as u64);
    let mut next = 0;
    for (index, _) in clocks.iter().enumerate().filter(|(_, clock)| clock.is_none()) {
        put_number(out, index as u64 - next);
        next = index as u64 + 1;
    }
}

/// The clocks of `count` plies, at least one of which is present.
///
/// # Errors
/// If the bytes end too early, or a number is out of range.
pub fn read_clocks(reader: &mut Reader, count: usize) -> Result<Vec<Option<u32>>, CodecError> {
    let hints = Hints { base: reader.number_u32()?, increment: reader.byte()? };
    // Each clock, present or missing, has at least one byte.
    if reader.left() <= count {
        return Err(reader.fault(CodecFault::Truncated));
    }
    let mut clocks = read_gaps(reader, count)?;
    let mut last = [hints.base; 2];
    for (index, clock) in clocks.iter_mut().enumerate() {
        if clock.is_some() {
            let before = i64::from(last[index % 2]) + i64::from(hints.increment);
            let now = u32::try_from(before - read_used(reader)?);
            last[index % 2] = now.map_err(|_| reader.fault(CodecFault::OutOfRange))?;
            *clock = Some(last[index % 2]);
        }
    }
    Ok(clocks)
}

fn read_gaps(reader: &mut Reader, count: usize) -> Result<Vec<Option<u32>>, CodecError> {
    let mut clocks = vec![Some(0); count];
    let mut next = 0;
    let missing = reader.number()?;
    if missing >= count as u64 {
        return Err(reader.fault(CodecFault::OutOfRange));
    }
    for _ in 0..missing {
        let index = reader.number()?.saturating_add(next);
        let place = usize::try_from(index).ok().and_then(|index| clocks.get_mut(index));
        *place.ok_or(reader.fault(CodecFault::OutOfRange))? = None;
        next = index + 1;
    }
    Ok(clocks)
}

#[inline]
fn read_used(reader: &mut Reader) -> Result<i64, CodecError> {
    // A clock has 32 bits, so the number of seconds used has at most 33.
    let limit = 1 << 33;
    let (number, forward) = match reader.number()? {
        0 => (reader.number()?, true),
        number => (number, false),
    };
    if number > limit {
        return Err(reader.fault(CodecFault::OutOfRange));
    }
    match (number, forward) {
        (0, true) => Err(reader.fault(CodecFault::NotCanonical)),
        (number, true) => Ok(-(number as i64)),
        (number, false) => Ok(number as i64 - 1),
    }
}

/// Whether the hints of this section are those derived from its clocks.
pub fn hints_are_canonical(section: &[u8], clocks: &[Option<u32>]) -> bool {
    let hints = Hints::of(clocks);
    let mut expected = Vec::with_capacity(6);
    put_number(&mut expected, u64::from(hints.base));
    expected.push(hints.increment);
    section.starts_with(&expected)
}
