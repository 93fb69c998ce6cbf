//! The binary form of events, specified in `docs/codec.md`, "Events of plays". It is frozen.

use salpakan::record::codec::bytes::{Reader, put_fixed, put_number, put_text};
use salpakan::record::codec::{CodecError, CodecFault};
use salpakan::rules::{
    Announcement, ByColor, Color, Ending, Move, Outcome, Rank, Square, Squares, Termination,
    Verdict,
};

use super::{
    AbortCause, By, CommandKey, Event, Fact, Footing, PlyFact, PlyMade, Reason, Ruling, Seed, Terms,
};
use crate::moment::Micros;

/// The version that is written; so far the only one.
pub const VERSION: u8 = 1;

const SQUARES_BYTES: usize = 9;
/// The byte that stands for no square.
const NO_SQUARE: u8 = 0xff;

/// The bits of a ply's announcement.
const VERDICT: u8 = 0x03;
const ENDING: u8 = 0x0c;
const BLACK_WON: u8 = 0x10;
const DECLARED: u8 = 0x20;

/// How a ply of Three Generals ends the game: not, by leaving the other side no ply, by repetition.
const GOES_ON: u8 = 0;
const NO_PLY: u8 = 1;
const REPETITION: u8 = 2;

/// Why bytes are not an event, and the byte offset, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a stored event of a play is damaged at byte {at}: {fault}; restore it from a backup")]
pub struct EventError {
    pub at: usize,
    pub fault: EventFault,
}

/// What is wrong with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EventFault {
    /// A fault that records can have too.
    #[error("{0}")]
    Bytes(CodecFault),
    #[error("events of kind {0} are unknown; a newer program wrote it, so read it with that one")]
    UnknownKind(u8),
    #[error("its terms cannot be")]
    Terms,
    #[error("its reason cannot be")]
    Reason,
    #[error("its ply cannot be")]
    Ply,
}

pub fn write(event: &Event) -> Vec<u8> {
    let mut out = Vec::with_capacity(64);
    out.push(VERSION);
    out.push(kind(&event.fact));
    put_time(&mut out, event.at.0);
    out.push(u8::from(event.command.is_some()));
    if let Some(CommandKey { id, digest }) = event.command {
        out.extend_from_slice(&id);
        out.extend_from_slice(&digest);
    }
    put_fact(&mut out, &event.fact);
    out
}

/// The frozen number of a kind of event.
const fn kind(fact: &Fact) -> u8 {
    match fact {
        Fact::Created { commitment: Some(_), .. } => 1,
        Fact::Opened => 2,
        Fact::Ready { nonce: Some(_), .. } => 3,
        Fact::Begun { .. } => 4,
        Fact::Ply(PlyFact { made: PlyMade::Salpakan { .. }, .. }) => 5,
        Fact::Offered { .. } => 6,
        Fact::Declined { .. } => 7,
        Fact::Withdrawn { .. } => 8,
        Fact::FlagShown { .. } => 9,
        Fact::Asked { .. } => 10,
        Fact::Paused { .. } => 11,
        Fact::Resumed { .. } => 12,
        Fact::TimeAdded { .. } => 13,
        Fact::Over { .. } => 14,
        Fact::Confirmed { .. } => 15,
        Fact::Corrected { .. } => 16,
        Fact::Aborted { .. } => 17,
        Fact::Recorded => 18,
        Fact::Revealed => 19,
        Fact::Reinstated { .. } => 20,
        Fact::Accepted { .. } => 21,
        Fact::TakenBack { .. } => 22,
        Fact::Created { commitment: None, .. } => 23,
        Fact::Ready { nonce: None, .. } => 24,
        Fact::Started => 25,
        Fact::Ply(PlyFact { made: PlyMade::ThreeGenerals { .. }, .. }) => 26,
    }
}

fn put_fact(out: &mut Vec<u8>, fact: &Fact) {
    match fact {
        Fact::Created { play, terms, commitment } => {
            out.extend_from_slice(play);
            put_text(out, &terms.key());
            out.extend(commitment.iter().flatten());
        }
        Fact::Opened | Fact::Started | Fact::Recorded | Fact::Revealed => {}
        Fact::Ready { color, nonce } => {
            put_color(out, *color);
            out.extend(nonce.iter().flatten());
        }
        Fact::Begun { first, seed, footings } => {
            put_color(out, *first);
            out.extend_from_slice(&seed.0);
            for (_, footing) in footings.iter() {
                put_fixed(out, footing.taken.bits(), SQUARES_BYTES);
                out.push(footing.flag.map_or(NO_SQUARE, |flag| flag.index() as u8));
            }
        }
        Fact::Ply(ply) => put_ply(out, ply),
        Fact::Offered { color }
        | Fact::Declined { color }
        | Fact::Withdrawn { color }
        | Fact::Accepted { color }
        | Fact::Asked { color }
        | Fact::TakenBack { color } => put_color(out, *color),
        Fact::FlagShown { color, origin } => {
            put_color(out, *color);
            out.push(origin.index() as u8);
        }
        Fact::Paused { by, elapsed } => {
            put_by(out, by);
            put_time(out, *elapsed);
        }
        Fact::Resumed { by } => put_by(out, by),
        Fact::TimeAdded { to, amount, by } => {
            put_color(out, *to);
            put_time(out, *amount);
            put_by(out, by);
        }
        Fact::Over { outcome, termination, by, elapsed } => {
            put_result(out, *outcome, *termination);
            put_by(out, by);
            put_time(out, *elapsed);
        }
        Fact::Confirmed { account } => put_number(out, u64::from(*account)),
        Fact::Corrected { outcome, termination, ruling } => {
            put_result(out, *outcome, *termination);
            put_ruling(out, ruling);
        }
        Fact::Aborted { cause } => put_cause(out, cause),
        Fact::Reinstated { ruling } => put_ruling(out, ruling),
    }
}

fn put_ply(out: &mut Vec<u8>, ply: &PlyFact) {
    put_color(out, ply.color);
    match &ply.made {
        PlyMade::Salpakan { mv, said } => put_move(out, *mv, *said),
        PlyMade::ThreeGenerals { ply, ending } => {
            put_text(out, &ply.to_string());
            out.push(match ending {
                None => GOES_ON,
                Some(three_generals::Ending::NoPly { .. }) => NO_PLY,
                Some(three_generals::Ending::Repetition) => REPETITION,
            });
        }
    }
    for time in [ply.spent, ply.credited, ply.left, ply.received.0] {
        put_time(out, time);
    }
}

fn put_move(out: &mut Vec<u8>, mv: Move, said: Announcement) {
    let Announcement { verdict, declared, ending } = said;
    let verdict = verdict.map_or(0, |verdict| verdict as u8 + 1);
    let ending = ending.map_or(0, |ending| {
        let how = if ending.termination == Termination::FlagCaptured { 1 } else { 2 };
        how << 2 | if ending.winner == Color::Black { BLACK_WON } else { 0 }
    });
    out.push(mv.from.index() as u8);
    out.push(mv.to.index() as u8);
    out.push(verdict | ending | if declared.is_some() { DECLARED } else { 0 });
    if let Some((challenger, defender)) = declared {
        out.push(challenger.index() as u8);
        out.push(defender.index() as u8);
    }
}

fn put_color(out: &mut Vec<u8>, color: Color) {
    out.push(color as u8);
}

/// Times and durations are never negative.
fn put_time(out: &mut Vec<u8>, time: i64) {
    put_number(out, time.max(0).unsigned_abs());
}

fn put_result(out: &mut Vec<u8>, outcome: Outcome, termination: Termination) {
    out.push(outcome.winner().map_or(2, |winner| winner as u8));
    out.push(termination as u8);
}

fn put_by(out: &mut Vec<u8>, by: &By) {
    match by {
        By::Seat(color) => put_color(out, *color),
        By::Official(ruling) => {
            out.push(2);
            put_ruling(out, ruling);
        }
        By::System => out.push(3),
    }
}

fn put_ruling(out: &mut Vec<u8>, ruling: &Ruling) {
    put_number(out, u64::from(ruling.account));
    put_text(out, ruling.reason.as_str());
}

fn put_cause(out: &mut Vec<u8>, cause: &AbortCause) {
    match cause {
        AbortCause::Seat(color) => out.push(*color as u8),
        AbortCause::NotReady(color) => out.push(2 + *color as u8),
        AbortCause::NobodyReady => out.push(4),
        AbortCause::Annulled(ruling) => {
            out.push(5);
            put_ruling(out, ruling);
        }
    }
}

/// Decodes an event in the canonical form that [`write()`] gives, and nothing else.
/// Returns the first fault and its offset. No input causes a panic or takes more memory than a
/// small multiple of its own size.
pub fn read(bytes: &[u8]) -> Result<Event, EventError> {
    let mut input = Input(Reader::new(bytes));
    let event = input.event()?;
    input.0.end()?;
    Ok(event)
}

struct Input<'a>(Reader<'a>);

impl Input<'_> {
    const fn fault(&self, fault: EventFault) -> EventError {
        EventError { at: self.0.at(), fault }
    }

    const fn out_of_range(&self) -> EventError {
        self.fault(EventFault::Bytes(CodecFault::OutOfRange))
    }

    /// Reads a byte as an index into `all`.
    fn one_of<T: Copy, const N: usize>(&mut self, all: [T; N]) -> Result<T, EventError> {
        let unknown = self.out_of_range();
        all.get(usize::from(self.0.byte()?)).copied().ok_or(unknown)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], EventError> {
        let taken = self.0.take(N)?;
        taken.try_into().map_err(|_| self.out_of_range())
    }

    fn event(&mut self) -> Result<Event, EventError> {
        match self.0.byte()? {
            VERSION => {}
            version => {
                let fault = EventFault::Bytes(CodecFault::UnknownVersion(version));
                return Err(EventError { at: 0, fault });
            }
        }
        let kind = self.0.byte()?;
        let at = Micros(self.time()?);
        let command = if self.one_of([false, true])? { Some(self.command()?) } else { None };
        Ok(Event { at, command, fact: self.fact(kind)? })
    }

    fn command(&mut self) -> Result<CommandKey, EventError> {
        Ok(CommandKey { id: self.bytes()?, digest: self.bytes()? })
    }

    fn fact(&mut self, kind: u8) -> Result<Fact, EventError> {
        Ok(match kind {
            1 => Fact::Created {
                play: self.bytes()?,
                terms: self.terms()?,
                commitment: Some(self.bytes()?),
            },
            2 => Fact::Opened,
            3 => Fact::Ready { color: self.color()?, nonce: Some(self.bytes()?) },
            4 => self.begun()?,
            5 => Fact::Ply(self.ply(Input::made_in_salpakan)?),
            6 => Fact::Offered { color: self.color()? },
            7 => Fact::Declined { color: self.color()? },
            8 => Fact::Withdrawn { color: self.color()? },
            9 => Fact::FlagShown { color: self.color()?, origin: self.square()? },
            10 => Fact::Asked { color: self.color()? },
            11 => Fact::Paused { by: self.by()?, elapsed: self.time()? },
            12 => Fact::Resumed { by: self.by()? },
            13 => Fact::TimeAdded { to: self.color()?, amount: self.time()?, by: self.by()? },
            14 => {
                let (outcome, termination) = self.result()?;
                Fact::Over { outcome, termination, by: self.by()?, elapsed: self.time()? }
            }
            15 => Fact::Confirmed { account: self.0.number_u32()? },
            16 => {
                let (outcome, termination) = self.result()?;
                Fact::Corrected { outcome, termination, ruling: self.ruling()? }
            }
            17 => Fact::Aborted { cause: self.cause()? },
            18 => Fact::Recorded,
            19 => Fact::Revealed,
            20 => Fact::Reinstated { ruling: self.ruling()? },
            21 => Fact::Accepted { color: self.color()? },
            22 => Fact::TakenBack { color: self.color()? },
            23 => Fact::Created { play: self.bytes()?, terms: self.terms()?, commitment: None },
            24 => Fact::Ready { color: self.color()?, nonce: None },
            25 => Fact::Started,
            26 => Fact::Ply(self.ply(Input::made_in_three_generals)?),
            unknown => return Err(EventError { at: 1, fault: EventFault::UnknownKind(unknown) }),
        })
    }

    fn terms(&mut self) -> Result<Terms, EventError> {
        let fault = self.fault(EventFault::Terms);
        Terms::parse(&self.0.text()?).map_err(|_| fault)
    }

    fn begun(&mut self) -> Result<Fact, EventError> {
        let (first, seed) = (self.color()?, Seed(self.bytes()?));
        let footings = ByColor { white: self.footing()?, black: self.footing()? };
        Ok(Fact::Begun { first, seed, footings })
    }

    fn footing(&mut self) -> Result<Footing, EventError> {
        let bits = self.0.fixed(SQUARES_BYTES)?;
        // The bits of 72 squares fill their bytes exactly.
        let taken = Squares::from_bits(bits);
        let unknown = self.out_of_range();
        let flag = match self.0.byte()? {
            NO_SQUARE => None,
            index => Some(Square::from_index(usize::from(index)).ok_or(unknown)?),
        };
        Ok(Footing { taken, flag })
    }

    fn ply(
        &mut self,
        made: impl FnOnce(&mut Self, Color) -> Result<PlyMade, EventError>,
    ) -> Result<PlyFact, EventError> {
        let color = self.color()?;
        Ok(PlyFact {
            color,
            made: made(self, color)?,
            spent: self.time()?,
            credited: self.time()?,
            left: self.time()?,
            received: Micros(self.time()?),
        })
    }

    fn made_in_salpakan(&mut self, _: Color) -> Result<PlyMade, EventError> {
        let mv = Move { from: self.square()?, to: self.square()? };
        Ok(PlyMade::Salpakan { mv, said: self.announcement()? })
    }

    fn made_in_three_generals(&mut self, color: Color) -> Result<PlyMade, EventError> {
        let fault = self.fault(EventFault::Ply);
        let ply = self.0.text()?.parse().map_err(|_| fault)?;
        let unknown = self.out_of_range();
        let ending = match self.0.byte()? {
            GOES_ON => None,
            NO_PLY => Some(three_generals::Ending::NoPly { loser: color.opponent() }),
            REPETITION => Some(three_generals::Ending::Repetition),
            _ => return Err(unknown),
        };
        Ok(PlyMade::ThreeGenerals { ply, ending })
    }

    fn announcement(&mut self) -> Result<Announcement, EventError> {
        let unknown = self.out_of_range();
        let bits = self.0.byte()?;
        let winner = if bits & BLACK_WON == 0 { Color::White } else { Color::Black };
        let end = |termination| Some(Ending { winner, termination });
        let ending = match (bits & ENDING) >> 2 {
            0 if winner == Color::White => None,
            1 => end(Termination::FlagCaptured),
            2 => end(Termination::FlagReached),
            _ => return Err(unknown),
        };
        if bits & !(VERDICT | ENDING | BLACK_WON | DECLARED) != 0 {
            return Err(unknown);
        }
        let verdict = match usize::from(bits & VERDICT) {
            0 => None,
            number => Some(Verdict::ALL[number - 1]),
        };
        let declared = if bits & DECLARED == 0 { None } else { Some((self.rank()?, self.rank()?)) };
        Ok(Announcement { verdict, declared, ending })
    }

    fn rank(&mut self) -> Result<Rank, EventError> {
        self.one_of(Rank::ALL)
    }

    fn color(&mut self) -> Result<Color, EventError> {
        self.one_of(Color::ALL)
    }

    fn square(&mut self) -> Result<Square, EventError> {
        let unknown = self.out_of_range();
        Square::from_index(usize::from(self.0.byte()?)).ok_or(unknown)
    }

    fn time(&mut self) -> Result<i64, EventError> {
        let unknown = self.out_of_range();
        i64::try_from(self.0.number()?).map_err(|_| unknown)
    }

    fn result(&mut self) -> Result<(Outcome, Termination), EventError> {
        let outcomes = [Outcome::Win(Color::White), Outcome::Win(Color::Black), Outcome::Draw];
        let outcome = self.one_of(outcomes)?;
        let unknown = self.out_of_range();
        let termination = self.one_of(Termination::ALL)?;
        if termination.is_final() { Ok((outcome, termination)) } else { Err(unknown) }
    }

    fn by(&mut self) -> Result<By, EventError> {
        let unknown = self.out_of_range();
        Ok(match self.0.byte()? {
            0 => By::Seat(Color::White),
            1 => By::Seat(Color::Black),
            2 => By::Official(self.ruling()?),
            3 => By::System,
            _ => return Err(unknown),
        })
    }

    fn ruling(&mut self) -> Result<Ruling, EventError> {
        let account = self.0.number_u32()?;
        let fault = self.fault(EventFault::Reason);
        let text = self.0.text()?;
        let reason = Reason::new(&text).map_err(|_| fault)?;
        if reason.as_str() == text { Ok(Ruling { account, reason }) } else { Err(fault) }
    }

    fn cause(&mut self) -> Result<AbortCause, EventError> {
        let unknown = self.out_of_range();
        Ok(match self.0.byte()? {
            0 => AbortCause::Seat(Color::White),
            1 => AbortCause::Seat(Color::Black),
            2 => AbortCause::NotReady(Color::White),
            3 => AbortCause::NotReady(Color::Black),
            4 => AbortCause::NobodyReady,
            5 => AbortCause::Annulled(self.ruling()?),
            _ => return Err(unknown),
        })
    }
}

impl From<CodecError> for EventError {
    fn from(error: CodecError) -> EventError {
        EventError { at: error.at, fault: EventFault::Bytes(error.fault) }
    }
}
