//! Parts of the binary format of records: numbers, texts, clocks, comments, and the entropy coder of plies.
//!
//! Every byte string is either the canonical encoding of a value or an error.

mod annotations;
pub mod bytes;
mod clocks;
pub mod rans;

pub use annotations::{decode_annotations, encode_annotations};
pub use clocks::{hints_are_canonical, put_clocks, read_clocks};

/// The version that is written.
pub const VERSION: u8 = 1;

/// What is wrong with stored bytes, and where. It never contains a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a stored record is damaged at byte {at}: {fault}; restore it from a backup")]
pub struct CodecError {
    /// The offset at which reading stopped.
    pub at: usize,
    pub fault: CodecFault,
}

impl CodecError {
    pub const fn new(at: usize, fault: CodecFault) -> CodecError {
        CodecError { at, fault }
    }
}

/// What is wrong with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodecFault {
    /// The bytes end before the record does.
    #[error("it ends too early")]
    Truncated,
    /// Bytes are left after the end of the record.
    #[error("bytes follow its end")]
    TrailingBytes,
    #[error("version {0} is unknown; a newer program wrote it, so read it with that one")]
    UnknownVersion(u8),
    /// An unknown number of a preset, or an army that no rule-set may have.
    #[error("its rule-set is unknown")]
    UnknownRules,
    /// The content has a different canonical form.
    #[error("it is not in the one accepted form")]
    NotCanonical,
    #[error("a number is out of range")]
    OutOfRange,
    /// More plies than the following bytes can hold.
    #[error("it states more plies than it can hold")]
    TooManyPlies,
    /// Ply numbers do not give moves of the board: this ply, counted from 1.
    #[error("ply {0} is no move of the board")]
    NoMove(u32),
    /// A public fact that does not fit the game, for example an end before the first ply.
    #[error("its public facts contradict each other")]
    Contradiction,
    #[error("a text is not UTF-8")]
    NotUtf8,
    /// The number of squares differs from the army's size, or one is outside its zone.
    #[error("its squares are not those of an army")]
    WrongSquares,
}

/// Reads the byte with the version, the only one there is.
///
/// # Errors
/// If it is another, or missing.
pub fn read_version(reader: &mut bytes::Reader) -> Result<(), CodecError> {
    let at = reader.at();
    match reader.byte()? {
        VERSION => Ok(()),
        version => Err(CodecError::new(at, CodecFault::UnknownVersion(version))),
    }
}
