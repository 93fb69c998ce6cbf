//! What is read or written, and its BLAKE3 hash.

use std::io::{self, Read, Write};

/// Passes bytes on and hashes them.
pub(super) struct Hashing<T> {
    pub(super) inner: T,
    pub(super) hasher: blake3::Hasher,
}

impl<T> Hashing<T> {
    pub(super) fn new(inner: T) -> Hashing<T> {
        Hashing { inner, hasher: blake3::Hasher::new() }
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.hasher.update(&bytes[..read]);
        Ok(read)
    }
}
