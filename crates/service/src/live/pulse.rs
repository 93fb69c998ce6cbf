//! The pulse: a small file that records until when a server ran, so that no player loses time while
//! none did.
//!
//! It is written regularly but never synced: what a killed process has written remains with the
//! operating system. After a power cut it may be outdated, which gives players time but takes none.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use adjutant_domain::moment::Micros;
use adjutant_domain::play::PlayId;
use adjutant_store::with_private_mode;

#[derive(Debug)]
pub struct Pulse(File);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beat {
    /// Until when a server that could write ran.
    pub at: Micros,
    /// The last durable write: a game and its number of events. A database with fewer is another
    /// one or was restored, and the beat does not apply to it.
    pub last: Option<(PlayId, u32)>,
}

/// A time and its bitwise complement, which reveals a partial write.
const MOMENT: usize = 16;
/// A game id and a number, and their complements.
const LAST: usize = 28;

impl Pulse {
    /// Opens or creates the file, and returns its last beat.
    pub fn open(path: &Path) -> io::Result<(Pulse, Option<Beat>)> {
        let mut file = with_private_mode(
            OpenOptions::new().read(true).write(true).create(true).truncate(false),
        )
        .open(path)?;
        let mut bytes = Vec::with_capacity(MOMENT + LAST);
        Read::by_ref(&mut file).take((MOMENT + LAST) as u64 + 1).read_to_end(&mut bytes)?;
        let last = read(&bytes);
        Ok((Pulse(file), last))
    }

    /// Records that a server ran.
    pub fn beat(&mut self, beat: Beat) -> io::Result<()> {
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(&write(beat))
    }
}

fn write(beat: Beat) -> Vec<u8> {
    let (play, version) = beat.last.unwrap_or_default();
    let mut bytes = Vec::with_capacity(MOMENT + LAST);
    twice(&mut bytes, &beat.at.0.to_le_bytes());
    twice(&mut bytes, &[&play[..], &version.to_le_bytes()].concat());
    bytes
}

fn twice(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(part);
    bytes.extend(part.iter().map(|byte| !byte));
}

/// Inverts [`twice`]; `None` for a partial write.
fn once(bytes: &[u8]) -> Option<&[u8]> {
    let (part, turned) = bytes.split_at(bytes.len() / 2);
    part.iter().zip(turned).all(|(one, other)| *one == !other).then_some(part)
}

fn read(bytes: &[u8]) -> Option<Beat> {
    let (moment, rest) = bytes.split_at_checked(MOMENT)?;
    let at = Micros(i64::from_le_bytes(once(moment)?.try_into().ok()?));
    Some(Beat { at, last: read_last(rest) })
}

fn read_last(bytes: &[u8]) -> Option<(PlayId, u32)> {
    let part = once(bytes).filter(|part| part.len() == LAST / 2)?;
    let (play, version) = part.split_first_chunk()?;
    let version = u32::from_le_bytes(version.try_into().ok()?);
    (version > 0).then_some((*play, version))
}

#[cfg(test)]
mod tests {
    use super::{Beat, MOMENT, Pulse, read, write};
    use adjutant_domain::moment::Micros;

    fn beat(at: Micros) -> Beat {
        Beat { at, last: None }
    }

    #[test]
    fn the_last_beat_is_read_again_and_half_a_beat_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pulse");
        let (mut pulse, none) = Pulse::open(&path).unwrap();
        assert_eq!(none, None);
        pulse.beat(beat(Micros(5))).unwrap();
        let last = Beat { at: Micros(1_795_000_000_000_000), last: Some((*b"ten bytes!", 7)) };
        pulse.beat(last).unwrap();
        assert_eq!(Pulse::open(&path).unwrap().1, Some(last));
        let old = write(Beat {
            at: Micros(0x0102_0304_0506_0708),
            last: Some((*b"ten bytes!", 0x0707_0707)),
        });
        let new = write(Beat {
            at: Micros(0x1112_1314_1516_1718),
            last: Some((*b"other ten.", 0x0909_0909)),
        });
        for torn in 1..MOMENT {
            let half: Vec<u8> = new[..torn].iter().chain(&old[torn..]).copied().collect();
            assert_eq!(read(&half), None, "torn after {torn} bytes");
            assert_eq!(read(&new[..torn]), None);
        }
        for torn in MOMENT + 1..new.len() {
            let half: Vec<u8> = new[..torn].iter().chain(&old[torn..]).copied().collect();
            assert_eq!(
                read(&half),
                Some(beat(Micros(0x1112_1314_1516_1718))),
                "torn after {torn} bytes"
            );
        }
    }

    #[test]
    fn a_beat_of_an_older_program_is_read() {
        let bytes = write(beat(Micros(5)));
        assert_eq!(read(&bytes[..MOMENT]), Some(beat(Micros(5))));
    }
}
