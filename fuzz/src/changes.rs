//! Files of changes of a continuous backup: of any bytes, and of logs that bytes choose.

use std::cell::OnceCell;
use std::fs::File;
use std::io::Read;

use adjutant_domain::moment::Micros;
use blake3::Hash;

use crate::bounds::bounded;
use crate::logs;
use crate::played::Choices;

#[path = "../../crates/service/src/continuous_backup/block.rs"]
mod block;

use block::{Block, BlockFault, Packer};

/// Copies of what is read.
const MEMORY: usize = 4;
/// Pages up to here are written, so that a file stays small.
const LARGEST: u64 = 1 << 22;

thread_local! {
    static FILE: OnceCell<File> = const { OnceCell::new() };
}

fn base() -> Hash {
    blake3::hash(b"a base")
}

/// The blocks of a log, as they are stored.
fn packed(log: &[u8], at: Micros) -> Vec<u8> {
    let (mut wal, commits) = logs::read(log).expect("a log");
    let mut packer = Packer::new(&commits, &mut wal, base(), at);
    let mut stored = Vec::new();
    while let Some(block) = packer.next().expect("memory is read") {
        stored.extend(block.to_bytes());
    }
    stored
}

/// The seeds of logs, packed where they are whole.
pub fn seeds() -> impl Iterator<Item = Vec<u8>> {
    logs::seeds().map(|seed| match logs::read(&seed) {
        Some(_) => packed(&seed, Micros(1)),
        None => seed,
    })
}

/// The blocks of a file, up to its end or the first that cannot be read.
fn read(mut file: &[u8]) -> (Vec<Block>, Option<BlockFault>) {
    let (mut blocks, mut hash) = (Vec::new(), base());
    loop {
        match Block::read(&mut file, &hash).expect("memory is read") {
            None => return (blocks, None),
            Some(Err(fault)) => return (blocks, Some(fault)),
            Some(Ok(block)) => {
                hash = block.hash;
                blocks.push(block);
            }
        }
    }
}

/// What is read of any bytes are their first blocks.
pub fn any(bytes: &[u8]) {
    let (blocks, fault) = bounded(bytes.len(), MEMORY, || read(bytes));
    let stored: Vec<u8> = blocks.iter().flat_map(Block::to_bytes).collect();
    assert!(bytes.starts_with(&stored));
    assert_eq!(fault.is_none(), stored.len() == bytes.len());
    assert_eq!(stored.len() as u64, blocks.iter().map(Block::stored_bytes).sum::<u64>());
    blocks.iter().for_each(write);
}

/// Writes the pages of a block, unless they are far away.
fn write(block: &Block) {
    let Ok(frames) = block.frames() else { return };
    let mut unpacked = Vec::new();
    let all = frames.take(LARGEST).read_to_end(&mut unpacked);
    let size = u64::from(block.heading.page_size);
    let numbers = unpacked.chunks(size as usize + 24).filter_map(|frame| frame.first_chunk::<4>());
    let last = numbers.map(|bytes| u64::from(u32::from_be_bytes(*bytes))).max().unwrap_or(0);
    if all.is_ok() && (last + 1).max(u64::from(block.heading.pages)) * size <= LARGEST {
        FILE.with(|file| {
            let file = file.get_or_init(|| tempfile::tempfile().expect("a file"));
            file.set_len(0).expect("it is emptied");
            let _refused = block.write_pages(file);
        });
    }
}

/// Any heading and any bytes behind it, with the hash that makes them a block.
pub fn forged(input: &[u8]) {
    let end = input.iter().position(|byte| *byte == b'\n').map_or(input.len(), |at| at + 1);
    let (line, packed) = input.split_at(end);
    // The hash is of as many bytes as the heading says.
    let told = line.strip_suffix(b"\n").and_then(|line| line.rsplit(|byte| *byte == b' ').next());
    let told = told.and_then(|word| std::str::from_utf8(word).ok()?.parse::<usize>().ok());
    let packed = &packed[..told.unwrap_or(0).min(packed.len())];
    let hash =
        blake3::Hasher::new().update(base().as_bytes()).update(line).update(packed).finalize();
    any(&[line, packed, &hash.as_bytes()[..]].concat());
}

/// What is packed of a log is read again, and not if it is cut off or damaged.
pub fn chosen(input: &[u8]) {
    let mut choices = Choices(input);
    let (at, patch) = ([choices.byte(), choices.byte()], choices.byte());
    let log = logs::made(&mut choices);
    let (_, commits) = logs::read(&log.bytes).expect("a log");
    let stored = packed(&log.bytes, Micros(i64::from(patch)));
    any(&stored);
    let (blocks, fault) = read(&stored);
    let last = blocks.last().expect("there is always one");
    assert!(fault.is_none() && last.heading.end() == commits.to && last.heading.is_whole());
    let mut frames = Vec::new();
    for block in &blocks {
        block.frames().and_then(|mut read| read.read_to_end(&mut frames)).expect("frames");
    }
    let frame = commits.page_size.frame();
    let end = logs::HEADING + commits.to.frames as usize * frame;
    assert!(frames == log.bytes[logs::HEADING..end], "the frames of the log");
    let counted: u32 = blocks.iter().map(|block| block.heading.frame_count()).sum();
    assert_eq!(counted, commits.to.frames);
    let at = usize::from(u16::from_be_bytes(at)) % stored.len();
    let (before, fault) = read(&stored[..at]);
    assert!(before.len() < blocks.len());
    assert!(
        fault == Some(BlockFault::CutOff)
            || before.iter().map(Block::stored_bytes).sum::<u64>() == at as u64
    );
    if patch != 0 {
        let mut damaged = stored;
        damaged[at] ^= patch;
        any(&damaged);
        assert!(read(&damaged).1.is_some(), "a damaged block is taken");
    }
}
