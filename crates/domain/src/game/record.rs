//! Records of any game, read and written.

use game_record::notation::{self, GameError, GameText, ggn, json, name_of_game, shown};
use game_record::{Annotations, Game, Header};
use salpakan::record::{JudgedRecord, Salpakan};
use three_generals::record::{Record, ThreeGenerals};

use super::GameKind;

/// A valid record of one of the games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyRecord {
    /// With the ranks, whether or not the game is final.
    Salpakan(Box<JudgedRecord>),
    /// Nothing of it is secret.
    ThreeGenerals(Box<Record>),
}

impl From<JudgedRecord> for AnyRecord {
    fn from(record: JudgedRecord) -> AnyRecord {
        AnyRecord::Salpakan(Box::new(record))
    }
}

impl From<Record> for AnyRecord {
    fn from(record: Record) -> AnyRecord {
        AnyRecord::ThreeGenerals(Box::new(record))
    }
}

/// Calls a generic function with the game of a record.
macro_rules! of_its_game {
    ($record:expr, $function:ident $(, $argument:expr)*) => {
        match $record {
            AnyRecord::Salpakan(record) => $function::<Salpakan>(record $(, $argument)*),
            AnyRecord::ThreeGenerals(record) => $function::<ThreeGenerals>(record $(, $argument)*),
        }
    };
}

impl AnyRecord {
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyRecord::Salpakan(_) => GameKind::Salpakan,
            AnyRecord::ThreeGenerals(_) => GameKind::ThreeGenerals,
        }
    }

    pub fn header(&self) -> &Header {
        fn header<G: Game>(record: &G::Record) -> &Header {
            G::header(record)
        }
        of_its_game!(self, header)
    }

    /// Comments and other tags. Those of Salpakan may mention ranks.
    pub fn annotations(&self) -> &Annotations {
        fn annotations<G: Game>(record: &G::Record) -> &Annotations {
            G::annotations(record)
        }
        of_its_game!(self, annotations)
    }

    pub fn annotations_mut(&mut self) -> &mut Annotations {
        match self {
            AnyRecord::Salpakan(record) => &mut record.annotations,
            AnyRecord::ThreeGenerals(record) => &mut record.annotations,
        }
    }

    /// The number of plies.
    pub fn ply_count(&self) -> u32 {
        fn ply_count<G: Game>(record: &G::Record) -> u32 {
            G::ply_count(record)
        }
        of_its_game!(self, ply_count)
    }
}

/// Reads and judges a record of the game that it names; of Salpakan if it names none.
///
/// # Errors
/// Returns the first error in reading order, with its line and column in the whole input.
pub fn read_record(text: &GameText) -> Result<AnyRecord, GameError> {
    let named = name_of_game(text);
    match named.as_ref().map(|named| (named, GameKind::parse(&named.name))) {
        None | Some((_, Some(GameKind::Salpakan))) => {
            notation::read_game::<Salpakan>(text).map(Box::new).map(AnyRecord::Salpakan)
        }
        Some((_, Some(GameKind::ThreeGenerals))) => {
            notation::read_game::<ThreeGenerals>(text).map(Box::new).map(AnyRecord::ThreeGenerals)
        }
        Some((named, None)) => {
            let known = GameKind::ALL.map(GameKind::key).join(" or ");
            let message = format!(
                "{} is no game that is known here; Game is {known}, or left out for {}",
                shown(&named.name),
                GameKind::default().key()
            );
            Err(named.error(text, message))
        }
    }
}

/// Appends the canonical text of a record, followed by an empty line.
pub fn write_ggn(text: &mut String, record: &AnyRecord) {
    fn write<G: Game>(record: &G::Record, text: &mut String) {
        ggn::write::<G>(text, record);
    }
    of_its_game!(record, write, text);
}

/// Appends the record as one line of JSON, without a line end.
pub fn write_json(text: &mut String, record: &AnyRecord) {
    fn write<G: Game>(record: &G::Record, text: &mut String) {
        json::write::<G>(text, record);
    }
    of_its_game!(record, write, text);
}
