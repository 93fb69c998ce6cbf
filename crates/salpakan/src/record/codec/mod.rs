//! The binary format of records: the public half, which decodes without any rank, and separately
//! the two armies. Specified byte by byte in `docs/codec.md`; stored records stay readable forever.
//!
//! Every byte string is either the canonical encoding of a value or an error.

mod army;
mod footprint;
mod plies;
mod rules;
mod timeline;

pub use army::{
    ArmyBytes, army_bytes, arrangement_count, decode_army, deployment_count,
    deployment_from_number, deployment_number, encode_army,
};
pub use footprint::{footprint, footprint_count, footprint_number};
pub use game_record::codec::{
    CodecError, CodecFault, VERSION, bytes, decode_annotations, encode_annotations,
};
pub use timeline::{decode_timeline, encode_timeline};
