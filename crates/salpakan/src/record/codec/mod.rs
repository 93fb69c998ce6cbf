//! The binary format of records: the public half, which decodes without any rank, and separately
//! the two armies. Specified byte by byte in `docs/codec.md`; stored records stay readable forever.
//!
//! Every byte string is either the canonical encoding of a value or an error.

mod annotations;
mod army;
pub mod bytes;
mod clocks;
mod error;
mod footprint;
mod plies;
mod rans;
mod rules;
mod timeline;

pub use annotations::{decode_annotations, encode_annotations};
pub use army::{
    ArmyBytes, army_bytes, arrangement_count, decode_army, deployment_count,
    deployment_from_number, deployment_number, encode_army,
};
pub use error::{CodecError, CodecFault};
pub use footprint::{footprint, footprint_count, footprint_number};
pub use timeline::{decode_timeline, encode_timeline};

/// The version that is written.
pub const VERSION: u8 = 1;

fn read_version(reader: &mut bytes::Reader) -> Result<(), CodecError> {
    let at = reader.at();
    match reader.byte()? {
        VERSION => Ok(()),
        version => Err(CodecError::new(at, CodecFault::UnknownVersion(version))),
    }
}
