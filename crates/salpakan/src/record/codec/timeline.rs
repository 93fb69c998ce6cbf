//! The public half of a record: flags, rule-set, footprints, clocks, plies.

use crate::record::{Ply, PublicFlag, Timeline};
use crate::rules::{ByColor, Color, Ending, RuleSet, Square, Squares, Termination};

use super::bytes::{Reader, put_fixed, put_number};
use super::footprint::{footprint, footprint_bytes, footprint_number};
use super::plies::{first_bit, put_plies, read_plies};
use super::rules::{put_rules, read_rules};
use super::{CodecError, CodecFault, VERSION};
use game_record::codec::{hints_are_canonical, put_clocks, read_clocks, read_version};

const FIRST: u8 = 0x01;
const CAPTURED: u8 = 0x02;
const REACHED: u8 = 0x04;
const BLACK_WON: u8 = 0x08;
const NO_WHITE: u8 = 0x10;
const NO_BLACK: u8 = 0x20;
const CLOCKS: u8 = 0x40;
const FLAGS: u8 = 0x80;

/// Encodes the public half of a judged game; `docs/codec.md` specifies the format.
///
/// # Panics
/// Panics if the timeline was not judged: a ply is not a legal move, a challenge has no verdict, or
/// the squares are not those of an army.
pub fn encode_timeline(timeline: &Timeline) -> Vec<u8> {
    let mut out = Vec::with_capacity(16 + timeline.plies.len() * 2);
    out.push(VERSION);
    out.push(summary(timeline));
    put_rules(&mut out, &timeline.rules);
    for (color, taken) in timeline.taken.iter() {
        if let Some(taken) = taken {
            let number = footprint_number(&timeline.rules, color, *taken);
            let number = number.expect("a judged deployment takes its army's squares");
            put_fixed(&mut out, u128::from(number), footprint_bytes(&timeline.rules));
        }
    }
    if timeline.flags != ByColor::default() {
        put_flags(&mut out, &timeline.flags);
    }
    put_number(&mut out, timeline.plies.len() as u64);
    if any_clock(&timeline.plies) {
        put_clocks(&mut out, &clocks_of(&timeline.plies));
    }
    if !timeline.plies.is_empty() {
        put_plies(&mut out, timeline);
    }
    out
}

fn summary(timeline: &Timeline) -> u8 {
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    let ending = timeline.ending.map_or(0, |ending| {
        let how = if ending.termination == Termination::FlagCaptured { CAPTURED } else { REACHED };
        how | bit(ending.winner == Color::Black, BLACK_WON)
    });
    first_bit(timeline.first)
        | ending
        | bit(timeline.taken.white.is_none(), NO_WHITE)
        | bit(timeline.taken.black.is_none(), NO_BLACK)
        | bit(any_clock(&timeline.plies), CLOCKS)
        | bit(timeline.flags != ByColor::default(), FLAGS)
}

/// Which sides' Flags are public, then the square and ply of each.
fn put_flags(out: &mut Vec<u8>, flags: &ByColor<Option<PublicFlag>>) {
    out.push(u8::from(flags.white.is_some()) | u8::from(flags.black.is_some()) << 1);
    for flag in [flags.white, flags.black].into_iter().flatten() {
        out.push(flag.origin.index() as u8);
        put_number(out, u64::from(flag.since));
    }
}

/// Decodes the canonical form that [`encode_timeline`] gives, and nothing else.
///
/// # Errors
/// Returns a [`CodecError`] with the offset and the fault. No input causes a panic or takes more
/// memory than a small multiple of its own size.
pub fn decode_timeline(bytes: &[u8]) -> Result<Timeline, CodecError> {
    let mut reader = Reader::new(bytes);
    read_version(&mut reader)?;
    let bits = reader.byte()?;
    let rules = read_rules(&mut reader)?;
    let taken = ByColor {
        white: read_footprint(&mut reader, &rules, Color::White, bits & NO_WHITE != 0)?,
        black: read_footprint(&mut reader, &rules, Color::Black, bits & NO_BLACK != 0)?,
    };
    let flags = if bits & FLAGS != 0 { read_flags(&mut reader)? } else { ByColor::default() };
    let first = if bits & FIRST == 0 { Color::White } else { Color::Black };
    let ending = ending(bits).ok_or(CodecError::new(1, CodecFault::NotCanonical))?;
    let plies = Vec::new();
    let mut timeline = Timeline { rules, first, taken, plies, ending, declared: Vec::new(), flags };
    let count = reader.number_u32()?;
    check_facts(&timeline, count, &reader)?;
    read_clocks_and_plies(&mut reader, &mut timeline, count, bits & CLOCKS != 0)?;
    Ok(timeline)
}

fn read_clocks_and_plies(
    reader: &mut Reader,
    timeline: &mut Timeline,
    count: u32,
    has_clocks: bool,
) -> Result<(), CodecError> {
    // Any side with pieces has at least two moves, so each ply takes at least a bit.
    if u64::from(count) > 8 * reader.left() as u64 {
        return Err(reader.fault(CodecFault::TooManyPlies));
    }
    let section = reader.clone();
    let clocks = if has_clocks { read_clocks(reader, count as usize)? } else { Vec::new() };
    if count == 0 {
        return reader.end();
    }
    let offset = reader.at();
    read_plies(timeline, count, reader.rest(), offset)?;
    if has_clocks && !hints_are_canonical(section.clone().rest(), &clocks) {
        return Err(section.fault(CodecFault::NotCanonical));
    }
    for (ply, clock) in timeline.plies.iter_mut().zip(clocks) {
        ply.clock = clock;
    }
    Ok(())
}

fn any_clock(plies: &[Ply]) -> bool {
    plies.iter().any(|ply| ply.clock.is_some())
}

fn clocks_of(plies: &[Ply]) -> Vec<Option<u32>> {
    plies.iter().map(|ply| ply.clock).collect()
}

fn read_footprint(
    reader: &mut Reader,
    rules: &RuleSet,
    color: Color,
    absent: bool,
) -> Result<Option<Squares>, CodecError> {
    if absent {
        return Ok(None);
    }
    let out_of_range = reader.fault(CodecFault::OutOfRange);
    let number = reader.fixed(footprint_bytes(rules))?;
    let number = u64::try_from(number).map_err(|_| out_of_range)?;
    footprint(rules, color, number).map(Some).ok_or(out_of_range)
}

fn read_flags(reader: &mut Reader) -> Result<ByColor<Option<PublicFlag>>, CodecError> {
    let sides = reader.byte()?;
    if sides == 0 || sides > 3 {
        return Err(reader.fault(CodecFault::NotCanonical));
    }
    let mut flags = ByColor::default();
    for color in Color::ALL {
        if sides >> color as u8 & 1 == 1 {
            let origin = Square::from_index(usize::from(reader.byte()?));
            let origin = origin.ok_or(reader.fault(CodecFault::OutOfRange))?;
            flags[color] = Some(PublicFlag { origin, since: reader.number_u32()? });
        }
    }
    Ok(flags)
}

/// The ending in the bits of the second byte; the outer `None` is an invalid combination.
fn ending(bits: u8) -> Option<Option<Ending>> {
    let winner = if bits & BLACK_WON == 0 { Color::White } else { Color::Black };
    let end = |termination| Some(Some(Ending { winner, termination }));
    match bits & (CAPTURED | REACHED) {
        0 => (winner == Color::White).then_some(None),
        CAPTURED => end(Termination::FlagCaptured),
        REACHED => end(Termination::FlagReached),
        _ => None,
    }
}

/// Refuses impossible facts: an end without a ply, plies without both armies, clocks without plies,
/// a public Flag off its side's squares or after the end of the game.
fn check_facts(timeline: &Timeline, count: u32, reader: &Reader) -> Result<(), CodecError> {
    let whole = timeline.taken.white.is_some() && timeline.taken.black.is_some();
    let flags_fit = timeline.flags.iter().all(|(color, flag)| {
        let taken = timeline.taken[color].unwrap_or_default();
        flag.is_none_or(|flag| flag.since <= count && taken.contains(flag.origin))
    });
    let plies_fit = if count == 0 { timeline.ending.is_none() } else { whole };
    if flags_fit && plies_fit { Ok(()) } else { Err(reader.fault(CodecFault::Contradiction)) }
}
