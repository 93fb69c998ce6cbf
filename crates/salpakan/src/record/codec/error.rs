//! Decoding errors.

use std::fmt;

/// What is wrong with stored bytes, and where. It never contains a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodecError {
    /// The offset at which reading stopped.
    pub at: usize,
    pub fault: CodecFault,
}

/// What is wrong with the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodecFault {
    /// The bytes end before the record does.
    Truncated,
    /// Bytes are left after the end of the record.
    TrailingBytes,
    UnknownVersion(u8),
    /// An unknown number of a preset, or an army that no rule-set may have.
    UnknownRules,
    /// The content has a different canonical form.
    NotCanonical,
    OutOfRange,
    /// More plies than the following bytes can hold.
    TooManyPlies,
    /// Ply numbers do not give moves of the board: this ply, counted from 1.
    NoMove(u32),
    /// A public fact that does not fit the game, for example an end before the first ply.
    Contradiction,
    NotUtf8,
    /// The number of squares differs from the army's size, or one is outside its zone.
    WrongSquares,
}

impl CodecError {
    pub(super) const fn new(at: usize, fault: CodecFault) -> CodecError {
        CodecError { at, fault }
    }
}

impl fmt::Display for CodecFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodecFault::Truncated => f.write_str("it ends too early"),
            CodecFault::TrailingBytes => f.write_str("bytes follow its end"),
            CodecFault::UnknownVersion(version) => write!(
                f,
                "version {version} is unknown; a newer program wrote it, so read it with that one"
            ),
            CodecFault::UnknownRules => f.write_str("its rule-set is unknown"),
            CodecFault::NotCanonical => f.write_str("it is not in the one accepted form"),
            CodecFault::OutOfRange => f.write_str("a number is out of range"),
            CodecFault::TooManyPlies => f.write_str("it states more plies than it can hold"),
            CodecFault::NoMove(ply) => write!(f, "ply {ply} is no move of the board"),
            CodecFault::Contradiction => f.write_str("its public facts contradict each other"),
            CodecFault::NotUtf8 => f.write_str("a text is not UTF-8"),
            CodecFault::WrongSquares => f.write_str("its squares are not those of an army"),
        }
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a stored record is damaged at byte {}: {}; restore it from a backup",
            self.at, self.fault
        )
    }
}

impl std::error::Error for CodecError {}
