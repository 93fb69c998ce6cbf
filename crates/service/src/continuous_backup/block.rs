//! The blocks of a file of changes: each a heading, which is a line of text, compressed frames of SQLite's log, and a hash.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::FileExt;

use adjutant_domain::moment::Micros;
use adjutant_store::wal::{Commits, FRAME_HEADING, FrameHeading, PageSize, WalPosition};
use adjutant_store::wal_follower::WalFile;
use blake3::{Hash, Hasher};

/// The first word of a heading; its number changes with the format.
const FORM: &str = "changes-1";
/// The most bytes of a heading.
const MOST_HEADING: u64 = 1024;
/// The most frames of a block, so that little memory is needed to pack or to unpack it.
const MOST_FRAMES: u32 = 2048;
/// zstd's level: changes are compressed beside the games.
const LEVEL: i32 = 1;

/// What a block says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BlockHeading {
    /// When it was written.
    pub(super) at: Micros,
    /// The bytes of a page of the database.
    pub(super) page_size: u32,
    /// The salts of the log.
    salts: [u32; 2],
    /// The numbers of frames of the log before and after it.
    frames: [u32; 2],
    /// The checksum of the log after it.
    checksum: [u32; 2],
    /// The size of the database after it in pages, if it ends with a commit, else 0.
    pub(super) pages: u32,
    /// The bytes of its compressed frames.
    bytes: u64,
}

impl BlockHeading {
    /// As a line: its numbers in the order of the fields.
    fn to_line(self) -> String {
        let BlockHeading { at, page_size, salts, frames, checksum, pages, bytes } = self;
        let ([salt, other], [before, after], [sum, last]) = (salts, frames, checksum);
        format!(
            "{FORM} {at} {page_size} {salt} {other} {before} {after} {sum} {last} {pages} {bytes}\n"
        )
    }

    fn parse(line: &str) -> Option<BlockHeading> {
        let mut words = line.strip_suffix('\n')?.strip_prefix(FORM)?.strip_prefix(' ')?.split(' ');
        let at = Micros(words.next()?.parse().ok()?);
        let mut number = || words.next()?.parse::<u32>().ok();
        let page_size = number()?;
        let mut pair = || Some([number()?, number()?]);
        let (salts, frames, checksum) = (pair()?, pair()?, pair()?);
        let pages = number()?;
        let bytes = words.next()?.parse().ok()?;
        let heading = BlockHeading { at, page_size, salts, frames, checksum, pages, bytes };
        words.next().is_none().then_some(heading)
    }

    /// Where the log went on.
    pub(super) fn end(&self) -> WalPosition {
        WalPosition { salts: self.salts, frames: self.frames[1], checksum: self.checksum }
    }

    /// Whether the database was whole after it: it ends with a commit, or tells that there was none.
    pub(super) fn is_whole(&self) -> bool {
        self.pages != 0 || self.frame_count() == 0
    }

    /// The number of its frames.
    pub(super) fn frame_count(&self) -> u32 {
        self.frames[1].saturating_sub(self.frames[0])
    }
}

/// A block as it is stored.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) heading: BlockHeading,
    /// The heading as it is stored: a line.
    line: Vec<u8>,
    packed: Vec<u8>,
    /// The BLAKE3 hash of the hash before it (of the base, for the first one), the heading and the
    /// frames, so that none can be missing, foreign or out of order.
    pub(super) hash: Hash,
}

/// Why a block cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BlockFault {
    /// The file ends within it, as when the server was killed while it wrote it.
    CutOff,
    /// It is not as it was written, or does not follow the one before.
    Damaged,
}

/// Reads commits from a log as blocks.
pub(super) struct Packer<'a> {
    commits: Commits,
    log: &'a mut WalFile,
    next: WalPosition,
    /// The hash of the block before.
    hash: Hash,
    at: Micros,
    done: bool,
}

impl<'a> Packer<'a> {
    /// Without commits there is one block, which says that nothing was written until `at`.
    pub(super) fn new(commits: &Commits, log: &'a mut WalFile, before: Hash, at: Micros) -> Self {
        Packer { commits: *commits, log, next: commits.from, hash: before, at, done: false }
    }

    /// The next block.
    pub(super) fn next(&mut self) -> io::Result<Option<Block>> {
        if self.done {
            return Ok(None);
        }
        let Commits { to, page_size, pages, .. } = self.commits;
        let before = self.next;
        let until = to.frames.min(before.frames.saturating_add(MOST_FRAMES));
        let mut packer = zstd::Encoder::new(Vec::new(), LEVEL)?;
        self.next = self.log.copy(before, until, &mut packer)?;
        self.done = until == to.frames;
        let packed = packer.finish()?;
        let heading = BlockHeading {
            at: self.at,
            page_size: page_size.bytes(),
            salts: to.salts,
            frames: [before.frames, until],
            checksum: self.next.checksum,
            pages: if self.done { pages } else { 0 },
            bytes: packed.len() as u64,
        };
        let line = heading.to_line().into_bytes();
        self.hash = chained(&self.hash, &line, &packed);
        Ok(Some(Block { heading, line, packed, hash: self.hash }))
    }
}

fn chained(before: &Hash, line: &[u8], packed: &[u8]) -> Hash {
    Hasher::new().update(before.as_bytes()).update(line).update(packed).finalize()
}

impl Block {
    /// As it is stored.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [&self.line, &self.packed, &self.hash.as_bytes()[..]].concat()
    }

    /// Reads the next block, which follows the one with this hash; `None` at the end of the file.
    pub(super) fn read(
        from: &mut impl BufRead,
        before: &Hash,
    ) -> io::Result<Option<Result<Block, BlockFault>>> {
        let mut line = Vec::new();
        from.by_ref().take(MOST_HEADING).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            let is_long = line.len() as u64 == MOST_HEADING;
            return Ok(Some(Err(if is_long { BlockFault::Damaged } else { BlockFault::CutOff })));
        }
        let heading = std::str::from_utf8(&line).ok().and_then(BlockHeading::parse);
        let Some(heading) = heading else {
            return Ok(Some(Err(BlockFault::Damaged)));
        };
        let mut packed = Vec::new();
        from.by_ref().take(heading.bytes).read_to_end(&mut packed)?;
        let mut hash = Vec::new();
        from.by_ref().take(blake3::OUT_LEN as u64).read_to_end(&mut hash)?;
        if hash.len() < blake3::OUT_LEN {
            return Ok(Some(Err(BlockFault::CutOff)));
        }
        let own = chained(before, &line, &packed);
        if own.as_bytes()[..] != hash[..] {
            return Ok(Some(Err(BlockFault::Damaged)));
        }
        Ok(Some(Ok(Block { heading, line, packed, hash: own })))
    }

    /// The bytes that it takes in its file.
    pub(super) fn stored_bytes(&self) -> u64 {
        (self.line.len() + self.packed.len() + blake3::OUT_LEN) as u64
    }

    /// Its frames, headings included.
    pub(super) fn frames(&self) -> io::Result<impl Read> {
        zstd::Decoder::new(&self.packed[..])
    }

    /// Writes its pages to where they belong in a database file.
    pub(super) fn write_pages(&self, file: &File) -> io::Result<()> {
        let unknown = || io::Error::new(io::ErrorKind::InvalidData, "pages of an unknown size");
        let size = PageSize::new(self.heading.page_size).ok_or_else(unknown)?;
        let mut frames = BufReader::new(self.frames()?);
        let mut frame = vec![0; size.frame()];
        for _ in 0..self.heading.frame_count() {
            frames.read_exact(&mut frame)?;
            let Some((heading, page)) = frame.split_first_chunk::<FRAME_HEADING>() else { break };
            let number = FrameHeading::parse(heading).page;
            let at = u64::from(number.saturating_sub(1)) * u64::from(size.bytes());
            file.write_all_at(page, at)?;
        }
        if self.heading.pages != 0 {
            file.set_len(u64::from(self.heading.pages) * u64::from(size.bytes()))?;
        }
        Ok(())
    }
}
