//! The format of SQLite's write-ahead log, which is only read here
//! (<https://sqlite.org/fileformat2.html#the_write_ahead_log>).

use std::io::{self, Read, Seek, SeekFrom, Write};

/// The bytes of the log's heading.
const HEADING: usize = 32;
/// The bytes of the heading of a frame, which a page follows.
pub const FRAME_HEADING: usize = 24;
/// The first four bytes of a log; the last bit says that its checksums are of big-endian numbers.
const MAGIC: u32 = 0x377f_0682;
/// The only version of the format so far.
const VERSION: u32 = 3_007_000;

/// The number of bytes in a page of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSize(u32);

impl PageSize {
    /// A power of two from 512 to 65,536.
    pub const fn new(bytes: u32) -> Option<PageSize> {
        if bytes.is_power_of_two() && bytes >= 512 && bytes <= 65_536 {
            Some(PageSize(bytes))
        } else {
            None
        }
    }

    pub const fn bytes(self) -> u32 {
        self.0
    }

    /// The bytes of a frame with such a page.
    pub const fn frame(self) -> usize {
        FRAME_HEADING + self.0 as usize
    }
}

/// A place in a log, and all that comes before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalPosition {
    /// Of the log; they change whenever it is restarted.
    pub salts: [u32; 2],
    /// The number of frames before this place.
    pub frames: u32,
    /// Of the heading and these frames.
    pub checksum: [u32; 2],
}

/// The committed frames after a place in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commits {
    pub from: WalPosition,
    pub to: WalPosition,
    pub page_size: PageSize,
    /// The size of the database after them, in pages; 0 if there are none.
    pub pages: u32,
}

impl Commits {
    pub fn is_empty(&self) -> bool {
        self.from == self.to
    }
}

/// The heading of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHeading {
    /// Counted from 1.
    pub page: u32,
    /// The size of the database in pages if this frame ends a transaction, else 0.
    pub pages: u32,
    salts: [u32; 2],
    checksum: [u32; 2],
}

impl FrameHeading {
    pub fn parse(bytes: &[u8; FRAME_HEADING]) -> FrameHeading {
        FrameHeading {
            page: number(bytes, 0),
            pages: number(bytes, 4),
            salts: [number(bytes, 8), number(bytes, 12)],
            checksum: [number(bytes, 16), number(bytes, 20)],
        }
    }
}

/// The four bytes at `at`, which must be there, as a number.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// A heading of a log.
#[derive(Debug, Clone, Copy)]
struct Heading {
    is_big_endian: bool,
    page_size: PageSize,
    /// The place before the first frame.
    start: WalPosition,
}

impl Heading {
    fn parse(bytes: &[u8; HEADING]) -> Option<Heading> {
        let magic = number(bytes, 0);
        let is_big_endian = magic & 1 == 1;
        let page_size = PageSize::new(number(bytes, 8))?;
        let checksum = [number(bytes, 24), number(bytes, 28)];
        let agrees = checksum == add_checksum(is_big_endian, [0, 0], &bytes[..24]);
        let salts = [number(bytes, 16), number(bytes, 20)];
        let start = WalPosition { salts, frames: 0, checksum };
        let is_known = magic & !1 == MAGIC && number(bytes, 4) == VERSION;
        (is_known && agrees).then_some(Heading { is_big_endian, page_size, start })
    }
}

/// Adds bytes, a multiple of eight, to a checksum.
fn add_checksum(is_big_endian: bool, [mut one, mut two]: [u32; 2], bytes: &[u8]) -> [u32; 2] {
    let read = if is_big_endian { u32::from_be_bytes } else { u32::from_le_bytes };
    let (pairs, _) = bytes.as_chunks::<8>();
    for [a, b, c, d, e, f, g, h] in pairs {
        one = one.wrapping_add(read([*a, *b, *c, *d])).wrapping_add(two);
        two = two.wrapping_add(read([*e, *f, *g, *h])).wrapping_add(one);
    }
    [one, two]
}

/// Reads the frames of a log one after the other.
struct Frames<R> {
    log: io::BufReader<R>,
    heading: Heading,
    position: WalPosition,
    frame: Vec<u8>,
}

impl<R: Read + Seek> Frames<R> {
    fn open(log: R, heading: Heading, position: WalPosition) -> io::Result<Frames<R>> {
        let size = heading.page_size.frame();
        let mut log = io::BufReader::with_capacity(1 << 17, log);
        log.seek(SeekFrom::Start(HEADING as u64 + u64::from(position.frames) * size as u64))?;
        Ok(Frames { log, heading, position, frame: vec![0; size] })
    }

    /// The next frame, if it is whole and of this log.
    fn next(&mut self) -> io::Result<Option<FrameHeading>> {
        match self.log.read_exact(&mut self.frame) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            done => done?,
        }
        let Some((heading, page)) = self.frame.split_first_chunk() else { return Ok(None) };
        let told = FrameHeading::parse(heading);
        let add = |sum, bytes| add_checksum(self.heading.is_big_endian, sum, bytes);
        let checksum = add(add(self.position.checksum, &heading[..8]), page);
        if told.salts != self.position.salts || told.checksum != checksum || told.page == 0 {
            return Ok(None);
        }
        self.position = WalPosition { frames: self.position.frames + 1, checksum, ..self.position };
        Ok(Some(told))
    }
}

/// A log file.
#[derive(Debug)]
pub struct Wal<R> {
    log: R,
    heading: Heading,
}

impl<R: Read + Seek> Wal<R> {
    /// Reads the heading; `None` if there is no log, as nothing has been written yet.
    pub fn open(mut log: R) -> io::Result<Option<Wal<R>>> {
        let mut bytes = [0; HEADING];
        log.seek(SeekFrom::Start(0))?;
        match log.read_exact(&mut bytes) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            done => done?,
        }
        Ok(Heading::parse(&bytes).map(|heading| Wal { log, heading }))
    }

    /// The place before the first frame.
    pub fn start(&self) -> WalPosition {
        self.heading.start
    }

    /// All committed frames after a place; `None` if what was before it is not there any more.
    pub fn commits_after(&mut self, from: WalPosition) -> io::Result<Option<Commits>> {
        if !self.contains(from)? {
            return Ok(None);
        }
        let page_size = self.heading.page_size;
        let mut found = Commits { from, to: from, page_size, pages: 0 };
        let mut frames = Frames::open(&mut self.log, self.heading, from)?;
        while let Some(frame) = frames.next()? {
            if frame.pages != 0 {
                (found.to, found.pages) = (frames.position, frame.pages);
            }
        }
        Ok(Some(found))
    }

    /// Whether this log leads to a place: a frame that was written again, as after a crash, has another checksum.
    fn contains(&mut self, place: WalPosition) -> io::Result<bool> {
        let start = self.heading.start;
        if place.salts != start.salts || place.frames == 0 {
            return Ok(place == start);
        }
        let frame = self.heading.page_size.frame() as u64;
        self.log.seek(SeekFrom::Start(HEADING as u64 + u64::from(place.frames - 1) * frame))?;
        let mut bytes = [0; FRAME_HEADING];
        match self.log.read_exact(&mut bytes) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            done => done?,
        }
        let told = FrameHeading::parse(&bytes);
        Ok(told.salts == place.salts && told.checksum == place.checksum)
    }

    /// Copies frames as they are, headings included, from a place on up to a number of frames;
    /// returns the place behind them.
    ///
    /// # Errors
    /// Besides those of `out`, [`io::ErrorKind::InvalidData`] if they are not there any more.
    pub fn copy(
        &mut self,
        from: WalPosition,
        frames: u32,
        out: &mut impl Write,
    ) -> io::Result<WalPosition> {
        let mut read = Frames::open(&mut self.log, self.heading, from)?;
        while read.position.frames < frames {
            if read.next()?.is_none() {
                let why = "SQLite's log changed while it was read";
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            out.write_all(&read.frame)?;
        }
        Ok(read.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    fn log_of(statements: &[&str]) -> (tempfile::TempDir, rusqlite::Connection, File) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.sqlite");
        let conn = rusqlite::Connection::open(&path).unwrap();
        conn.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0").unwrap();
        for statement in statements {
            conn.execute_batch(statement).unwrap();
        }
        let log = File::open(dir.path().join("a.sqlite-wal")).unwrap();
        (dir, conn, log)
    }

    #[test]
    fn all_that_is_committed_is_found_and_what_is_open_is_not() {
        let (_dir, conn, log) = log_of(&["CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"]);
        let mut wal = Wal::open(log).unwrap().unwrap();
        let all = wal.commits_after(wal.start()).unwrap().unwrap();
        let pages: u32 = conn.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        assert_eq!(all.pages, pages);
        assert_eq!(all.to.frames, 3, "the schema, the table, and the table again");
        // A cache of one page spills what is not committed into the log.
        conn.execute_batch(
            "PRAGMA cache_size = 1; BEGIN; WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n \
             WHERE i < 500) INSERT INTO t SELECT randomblob(900) FROM n",
        )
        .unwrap();
        assert!(wal.log.metadata().unwrap().len() > 100_000, "something was spilled");
        assert!(wal.commits_after(all.to).unwrap().unwrap().is_empty());
        conn.execute_batch("COMMIT").unwrap();
        let more = wal.commits_after(all.to).unwrap().unwrap();
        assert!(more.to.frames > 100);
        let mut copied = Vec::new();
        assert_eq!(wal.copy(all.to, more.to.frames, &mut copied).unwrap(), more.to);
        assert_eq!(copied.len(), (more.to.frames - 3) as usize * more.page_size.frame());
    }

    #[test]
    fn a_place_is_lost_once_the_log_is_restarted_or_written_again() {
        let (dir, conn, log) = log_of(&["CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"]);
        let mut wal = Wal::open(log).unwrap().unwrap();
        let all = wal.commits_after(wal.start()).unwrap().unwrap();
        let other = WalPosition { checksum: [1, 2], ..all.to };
        assert_eq!(wal.commits_after(other).unwrap(), None, "a frame written again");
        let ahead = WalPosition { frames: 900, ..all.to };
        assert_eq!(wal.commits_after(ahead).unwrap(), None, "a log cut short");
        conn.query_row("PRAGMA wal_checkpoint(RESTART)", [], |_| Ok(())).unwrap();
        conn.execute_batch("INSERT INTO t VALUES (2)").unwrap();
        let log = File::open(dir.path().join("a.sqlite-wal")).unwrap();
        let mut wal = Wal::open(log).unwrap().unwrap();
        assert_eq!(wal.commits_after(all.to).unwrap(), None, "a log that was restarted");
        assert_eq!(wal.commits_after(wal.start()).unwrap().unwrap().to.frames, 1);
    }

    #[test]
    fn a_frame_with_a_wrong_bit_ends_what_is_read() {
        let (dir, _conn, _log) = log_of(&["CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"]);
        let whole = std::fs::read(dir.path().join("a.sqlite-wal")).unwrap();
        for at in [HEADING + 3, HEADING + 30, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let mut wal = Wal::open(io::Cursor::new(bytes)).unwrap().unwrap();
            let found = wal.commits_after(wal.start()).unwrap().unwrap();
            assert!(found.to.frames < 3, "byte {at}");
        }
        let mut bytes = whole;
        bytes[9] ^= 1;
        assert!(Wal::open(io::Cursor::new(bytes)).unwrap().is_none(), "a wrong heading is no log");
    }
}
