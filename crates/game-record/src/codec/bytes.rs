//! Reads and writes bytes, numbers and texts in canonical form.

use super::{CodecError, CodecFault};

/// A position in a byte string.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// A fault at the current position.
    pub const fn fault(&self, fault: CodecFault) -> CodecError {
        CodecError::new(self.at, fault)
    }

    pub fn byte(&mut self) -> Result<u8, CodecError> {
        let byte = *self.bytes.get(self.at).ok_or(self.fault(CodecFault::Truncated))?;
        self.at += 1;
        Ok(byte)
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8], CodecError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..length).ok_or(self.fault(CodecFault::Truncated))?;
        self.at += length;
        Ok(taken)
    }

    /// All remaining bytes.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// The number of bytes read so far.
    pub const fn at(&self) -> usize {
        self.at
    }

    pub const fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub fn end(&self) -> Result<(), CodecError> {
        if self.left() == 0 { Ok(()) } else { Err(self.fault(CodecFault::TrailingBytes)) }
    }

    /// Reads a number with seven bits per byte, least significant first, in its shortest form.
    pub fn number(&mut self) -> Result<u64, CodecError> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        let mut value = u64::from(first & 0x7f);
        for shift in (7..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            match byte {
                0 => return Err(self.fault(CodecFault::NotCanonical)),
                1..0x80 => return Ok(value),
                _ => {}
            }
        }
        Err(self.fault(CodecFault::OutOfRange))
    }

    pub fn number_u32(&mut self) -> Result<u32, CodecError> {
        let value = self.number()?;
        u32::try_from(value).map_err(|_| self.fault(CodecFault::OutOfRange))
    }

    /// Reads a little-endian number of a fixed length.
    pub fn fixed(&mut self, length: usize) -> Result<u128, CodecError> {
        Ok(read_fixed(self.take(length)?))
    }

    pub fn text(&mut self) -> Result<String, CodecError> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        let bytes = self.take(length)?;
        let text = std::str::from_utf8(bytes);
        text.map(str::to_owned).map_err(|_| self.fault(CodecFault::NotUtf8))
    }
}

/// The little-endian number in at most 16 bytes.
pub fn read_fixed(bytes: &[u8]) -> u128 {
    let mut wide = [0; 16];
    for (to, from) in wide.iter_mut().zip(bytes) {
        *to = *from;
    }
    u128::from_le_bytes(wide)
}

pub fn put_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub fn put_fixed(out: &mut Vec<u8>, value: u128, length: usize) {
    out.extend_from_slice(&value.to_le_bytes()[..length]);
}

pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// The number of bytes that can hold every number below `count`.
pub const fn bytes_below(count: u128) -> usize {
    (128 - count.saturating_sub(1).leading_zeros()).div_ceil(8) as usize
}
