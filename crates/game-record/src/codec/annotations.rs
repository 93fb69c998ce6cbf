//! Binary format of comments and extra tags, which are as secret as the deployments until the game
//! is revealed.

use std::collections::BTreeMap;

use crate::Annotations;

use super::bytes::{Reader, put_number, put_text};
use super::{CodecError, CodecFault, VERSION};

/// Encodes comments by ply, then tags; a version byte alone if there are neither.
pub fn encode_annotations(annotations: &Annotations) -> Vec<u8> {
    let mut out = vec![VERSION];
    if annotations.is_empty() {
        return out;
    }
    put_number(&mut out, annotations.comments.len() as u64);
    let mut next = 0;
    for (ply, text) in &annotations.comments {
        put_number(&mut out, u64::from(*ply) - next);
        put_text(&mut out, text);
        next = u64::from(*ply) + 1;
    }
    put_number(&mut out, annotations.extra_tags.len() as u64);
    for (name, value) in &annotations.extra_tags {
        put_text(&mut out, name);
        put_text(&mut out, value);
    }
    out
}

/// Decodes the canonical form that [`encode_annotations`] gives, and nothing else.
pub fn decode_annotations(bytes: &[u8]) -> Result<Annotations, CodecError> {
    let mut reader = Reader::new(bytes);
    super::read_version(&mut reader)?;
    if reader.left() == 0 {
        return Ok(Annotations::default());
    }
    let annotations =
        Annotations { comments: read_comments(&mut reader)?, extra_tags: read_tags(&mut reader)? };
    if annotations.is_empty() {
        return Err(reader.fault(CodecFault::NotCanonical));
    }
    reader.end()?;
    Ok(annotations)
}

fn read_comments(reader: &mut Reader) -> Result<BTreeMap<u32, String>, CodecError> {
    let mut comments = BTreeMap::new();
    let mut next = 0;
    for _ in 0..reader.number()? {
        let ply = u32::try_from(reader.number()?.saturating_add(next));
        let ply = ply.map_err(|_| reader.fault(CodecFault::OutOfRange))?;
        comments.insert(ply, reader.text()?);
        next = u64::from(ply) + 1;
    }
    Ok(comments)
}

fn read_tags(reader: &mut Reader) -> Result<Vec<(String, String)>, CodecError> {
    let mut tags = Vec::new();
    for _ in 0..reader.number()? {
        tags.push((reader.text()?, reader.text()?));
    }
    Ok(tags)
}
