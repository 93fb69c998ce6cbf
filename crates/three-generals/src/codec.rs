//! The binary format of the plies and clocks of a game; `docs/codec.md` specifies it. Stored games stay readable forever.
//!
//! Every byte string is either the canonical encoding of a timeline or an error.

use game_record::codec::bytes::{Reader, put_number};
use game_record::codec::rans::{self, Decoder, Symbol};
use game_record::codec::{
    CodecError, CodecFault, VERSION, hints_are_canonical, put_clocks, read_clocks,
};

use crate::game::Game;
use crate::piece::{General, Troop};
use crate::ply::{Ply, Turn};
use crate::position::Position;
use crate::record::{TimedPly, Timeline};
use crate::square::SQUARES;

/// Clocks follow.
const CLOCKS: u8 = 0x10;
/// The last plies were the only legal ones, and their number follows.
const FORCED: u8 = 0x20;
const BITS: u8 = CLOCKS | FORCED;

/// Encodes a timeline.
///
/// # Panics
/// Panics if the timeline was not judged: a ply is not legal.
pub fn encode_timeline(timeline: &Timeline) -> Vec<u8> {
    let mut symbols = Vec::with_capacity(timeline.plies.len());
    let mut position = Position::start();
    let mut forced: u64 = 0;
    for TimedPly { ply, .. } in &timeline.plies {
        let (mut count, mut before) = (0, 0);
        let own = place(*ply);
        position.for_each_ply(|other| {
            count += 1;
            before += u32::from(place(other) < own);
        });
        if count > 1 {
            symbols.push(Symbol::of_many(before, count));
            forced = 0;
        } else {
            forced += 1;
        }
        position = position.after(*ply).expect("a judged ply is legal");
    }
    let clocks: Vec<Option<u32>> = timeline.plies.iter().map(|ply| ply.clock).collect();
    let has_clocks = clocks.iter().any(Option::is_some);
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    let mut out = vec![VERSION | bit(has_clocks, CLOCKS) | bit(forced > 0, FORCED)];
    if forced > 0 {
        put_number(&mut out, forced);
    }
    if has_clocks {
        put_number(&mut out, clocks.len() as u64);
        put_clocks(&mut out, &clocks);
    }
    if !symbols.is_empty() {
        rans::encode(&symbols, &mut out);
    }
    out
}

/// Decodes the canonical form that [`encode_timeline`] gives, and nothing else.
///
/// # Errors
/// Returns a [`CodecError`] with the offset and the fault. No input causes a panic or takes more
/// memory than a small multiple of its own size.
pub fn decode_timeline(bytes: &[u8]) -> Result<Timeline, CodecError> {
    let mut reader = Reader::new(bytes);
    let head = reader.byte()?;
    if head & !BITS != VERSION {
        return Err(CodecError::new(0, CodecFault::UnknownVersion(head & !BITS)));
    }
    let forced = if head & FORCED == 0 { 0 } else { reader.number_u32()? };
    if (head & FORCED == 0) != (forced == 0) {
        return Err(reader.fault(CodecFault::NotCanonical));
    }
    let clocks = if head & CLOCKS == 0 { None } else { Some(clock_section(&mut reader)?) };
    let offset = reader.at();
    let game = match reader.left() {
        0 => Game::new(),
        _ => Decoder::new(reader.rest())
            .and_then(|decoder| {
                Reading { decoder, game: Game::new(), legal: Vec::new() }.run(forced)
            })
            .map_err(|fault| CodecError::new(offset, fault))?,
    };
    let count = game.plies().len();
    let clocks = clocks.unwrap_or_else(|| vec![None; count]);
    if clocks.len() != count || (count == 0 && forced > 0) {
        return Err(CodecError::new(offset, CodecFault::Contradiction));
    }
    let plies = game.plies().iter().zip(clocks);
    let plies = plies.map(|(ply, clock)| TimedPly { ply: *ply, clock }).collect();
    Ok(Timeline { plies, ending: game.ending() })
}

fn clock_section(reader: &mut Reader) -> Result<Vec<Option<u32>>, CodecError> {
    let count = reader.number_u32()?;
    let section = reader.clone();
    if count as usize > reader.left() {
        return Err(reader.fault(CodecFault::TooManyPlies));
    }
    let clocks = read_clocks(reader, count as usize)?;
    let canonical = hints_are_canonical(section.clone().rest(), &clocks);
    if canonical { Ok(clocks) } else { Err(section.fault(CodecFault::NotCanonical)) }
}

struct Reading<'a> {
    decoder: Decoder<'a>,
    game: Game,
    /// The legal plies of a position, with their places.
    legal: Vec<(u32, Ply)>,
}

impl Reading<'_> {
    /// Plies until the decoder is at its end, then so many to which there was no alternative. Each ply with an alternative takes a
    /// bit at least, and those without soon repeat a position too often, so that the game ends.
    fn run(mut self, forced: u32) -> Result<Game, CodecFault> {
        let mut choices = 1;
        while !self.decoder.is_at_end()? {
            choices = self.next()?;
        }
        if choices == 1 {
            return Err(CodecFault::NotCanonical);
        }
        for _ in 0..forced {
            if self.next()? != 1 {
                return Err(CodecFault::NotCanonical);
            }
        }
        Ok(self.game)
    }

    /// Reads a ply; returns how many there were to choose from.
    fn next(&mut self) -> Result<u32, CodecFault> {
        let Reading { decoder, game, legal } = self;
        legal.clear();
        game.position().for_each_ply(|ply| legal.push((place(ply), ply)));
        let no_move = CodecFault::NoMove(game.plies().len() as u32 + 1);
        let count = legal.len() as u32;
        let index = match count {
            0 => return Err(no_move),
            1 => 0,
            _ => decoder.symbol_of_many(count) as usize,
        };
        let (_, (_, ply), _) = legal.select_nth_unstable_by_key(index, |(place, _)| *place);
        game.play(*ply).map_err(|_| no_move)?;
        Ok(count)
    }
}

/// The place of a ply among others of the same position, which is frozen: by its kind, squares and turn.
fn place(ply: Ply) -> u32 {
    let general = |general: General| match general {
        General::Golden => 0,
        General::Jeweled => 1,
        General::Silver => 2,
    };
    let troop = |troop: Troop| match troop {
        Troop::Pawn => 0,
        Troop::Angle => 1,
        Troop::Rook => 2,
        Troop::Flier => 3,
        Troop::Queen => 4,
        Troop::Chariot => 5,
        Troop::Bishop => 6,
    };
    let place = |kind: usize, from: usize, to: usize, turn: usize| {
        (((kind * SQUARES + from) * SQUARES + to) * TURNS + turn) as u32
    };
    match ply {
        Ply::Move { from, to, turn, .. } => {
            let turn = match turn {
                Turn::No => 0,
                Turn::Yes => 1,
                Turn::Return(who, square) => 2 + general(who) * SQUARES + square.index(),
            };
            place(0, from.index(), to.index(), turn)
        }
        Ply::Drop { troop: dropped, to } => place(1, troop(dropped), to.index(), 0),
        Ply::Shot { from, to } => place(2, from.index(), to.index(), 0),
    }
}

/// What a piece may do at the end of its move: nothing, turn, or bring back one of three Generals to a square.
const TURNS: usize = 2 + 3 * SQUARES;
