//! The pulse: a small file that says up to when a server has run, so that nobody's clock is charged
//! for the time in which none did.
//!
//! It is written again and again and never synced: a process that is killed leaves what it wrote
//! with the system. After a power cut it may be older than the truth, which gives time and takes none.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The file, open for the next beat.
#[derive(Debug)]
pub struct Pulse(File);

/// A moment, and the same with every bit turned over: half a beat is none.
const BYTES: usize = 16;

impl Pulse {
    /// Opens the file, and makes it where there is none; gives the last beat that it holds, in
    /// microseconds since 1970.
    ///
    /// # Errors
    /// What the file system says.
    pub fn open(path: &Path) -> io::Result<(Pulse, Option<i64>)> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::with_capacity(BYTES);
        Read::by_ref(&mut file).take(BYTES as u64 + 1).read_to_end(&mut bytes)?;
        let last = read(&bytes);
        Ok((Pulse(file), last))
    }

    /// Says that a server ran at `now`.
    ///
    /// # Errors
    /// What the file system says.
    pub fn beat(&mut self, now: i64) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(&write(now))
    }
}

fn write(now: i64) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..8].copy_from_slice(&now.to_le_bytes());
    bytes[8..].copy_from_slice(&(!now).to_le_bytes());
    bytes
}

fn read(bytes: &[u8]) -> Option<i64> {
    let (now, turned) = bytes.split_first_chunk::<8>()?;
    let turned: [u8; 8] = turned.try_into().ok()?;
    let now = i64::from_le_bytes(*now);
    (i64::from_le_bytes(turned) == !now).then_some(now)
}

#[cfg(test)]
mod tests {
    use super::{Pulse, read, write};

    #[test]
    fn the_last_beat_is_read_again_and_half_a_beat_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pulse");
        let (mut pulse, none) = Pulse::open(&path).unwrap();
        assert_eq!(none, None);
        pulse.beat(5).unwrap();
        pulse.beat(1_795_000_000_000_000).unwrap();
        assert_eq!(Pulse::open(&path).unwrap().1, Some(1_795_000_000_000_000));
        let (old, new) = (write(0x0102_0304_0506_0708), write(0x1112_1314_1516_1718));
        for torn in 1..16 {
            let half: Vec<u8> = new[..torn].iter().chain(&old[torn..]).copied().collect();
            assert_eq!(read(&half), None, "torn after {torn} bytes");
            assert_eq!(read(&new[..torn]), None);
        }
    }
}
