//! Moves and verdicts, encoded relative to the public board.
//!
//! A ply is the index of its move among the [`Steps`] of the side to move; a challenge adds one of
//! three verdicts. If both ranks are declared (`open-challenges`), they are encoded instead and
//! determine the verdict.

use crate::record::{Declaration, Ply, Timeline};
use crate::rules::{Color, Move, Rank, Steps, Verdict};

use super::{CodecError, CodecFault};
use game_record::codec::rans::{self, Decoder, Symbol};

/// Appends the plies of a judged timeline.
///
/// # Panics
/// Panics if a ply is not a legal move of the public board, or a challenge lacks its verdict or
/// declaration, which judging excludes.
pub(super) fn put_plies(out: &mut Vec<u8>, timeline: &Timeline) {
    let mut symbols = Vec::with_capacity(timeline.plies.len() * 5 / 4 + 8);
    let taken = timeline.taken.map(Option::unwrap_or_default);
    let mut mover = Steps::of(taken[timeline.first]);
    let mut other = Steps::of(taken[timeline.first.opponent()]);
    let mut declared = timeline.declared.iter();
    for ply in &timeline.plies {
        let index = mover.index_of(ply.mv).expect("a judged ply is a legal move");
        symbols.push(Symbol::new(index, mover.count()));
        let challenge = other.own().contains(ply.mv.to);
        assert!(challenge == ply.verdict.is_some(), "a judged challenge has its verdict");
        match ply.verdict {
            Some(_) if timeline.rules.options().open_challenges => {
                let pair = declared.next().expect("an open challenge has its declaration");
                put_declaration(&mut symbols, pair);
            }
            Some(verdict) => symbols.push(Symbol::new(verdict as u32, 3)),
            None => {}
        }
        step(&mut mover, &mut other, ply.mv, ply.verdict);
        std::mem::swap(&mut mover, &mut other);
    }
    rans::encode(&symbols, out);
}

fn put_declaration(symbols: &mut Vec<Symbol>, pair: &Declaration) {
    for rank in [pair.challenger, pair.defender] {
        symbols.push(Symbol::new(rank.index() as u32, Rank::COUNT as u32));
    }
}

/// Reads plies into an otherwise complete timeline. `offset` is the position of `bytes` in the
/// record, for errors.
pub(super) fn read_plies(
    timeline: &mut Timeline,
    count: u32,
    bytes: &[u8],
    offset: usize,
) -> Result<(), CodecError> {
    let decoder = Decoder::new(bytes).map_err(|fault| CodecError::new(offset, fault))?;
    let taken = timeline.taken.map(Option::unwrap_or_default);
    let mut reading = Reading {
        decoder,
        first: Steps::of(taken[timeline.first]),
        second: Steps::of(taken[timeline.first.opponent()]),
        plies: Vec::with_capacity(count as usize),
        declared: Vec::new(),
    };
    let read = if timeline.rules.options().open_challenges {
        reading.run::<true>(count)
    } else {
        reading.run::<false>(count)
    };
    read.map_err(|fault| CodecError::new(offset, fault))?;
    reading.decoder.end(offset)?;
    timeline.plies = reading.plies;
    timeline.declared = reading.declared;
    Ok(())
}

struct Reading<'a> {
    decoder: Decoder<'a>,
    first: Steps,
    second: Steps,
    plies: Vec<Ply>,
    declared: Vec<Declaration>,
}

impl Reading<'_> {
    fn run<const DECLARED: bool>(&mut self, count: u32) -> Result<(), CodecFault> {
        for number in 1..=count {
            let (mover, other) = if number % 2 == 1 {
                (&mut self.first, &mut self.second)
            } else {
                (&mut self.second, &mut self.first)
            };
            let n = mover.count();
            if n == 0 {
                return Err(CodecFault::NoMove(number));
            }
            let mv = mover.at_masked(self.decoder.symbol(n));
            let verdict = if other.own().contains(mv.to) {
                let verdict = if DECLARED {
                    read_declaration(&mut self.decoder, number, &mut self.declared)
                } else {
                    read_verdict(&mut self.decoder)
                };
                Some(verdict)
            } else {
                None
            };
            step(mover, other, mv, verdict);
            self.plies.push(Ply { mv, verdict, clock: None });
        }
        Ok(())
    }
}

#[inline(always)]
fn step(mover: &mut Steps, other: &mut Steps, mv: Move, verdict: Option<Verdict>) {
    mover.remove(mv.from);
    if matches!(verdict, None | Some(Verdict::ChallengerWins)) {
        mover.insert(mv.to);
    }
    if matches!(verdict, Some(Verdict::ChallengerWins | Verdict::Split)) {
        other.remove(mv.to);
    }
}

#[inline(always)]
fn read_verdict(decoder: &mut Decoder) -> Verdict {
    match decoder.symbol(3) {
        0 => Verdict::ChallengerWins,
        1 => Verdict::DefenderWins,
        _ => Verdict::Split,
    }
}

fn read_declaration(decoder: &mut Decoder, ply: u32, declared: &mut Vec<Declaration>) -> Verdict {
    let mut rank = || Rank::ALL[decoder.symbol(Rank::COUNT as u32) as usize % Rank::COUNT];
    let (challenger, defender) = (rank(), rank());
    declared.push(Declaration { ply, challenger, defender });
    Verdict::of(challenger, defender)
}

/// Colors are encoded relative to the side that moves first.
pub(super) const fn first_bit(first: Color) -> u8 {
    match first {
        Color::White => 0,
        Color::Black => 1,
    }
}
