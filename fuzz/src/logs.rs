//! SQLite's log: of any bytes, and of logs that bytes choose.

use std::io::Cursor;

use crate::bounds::bounded;
use crate::played::Choices;
use crate::wal::{Commits, PageSize, Wal, WalPosition};

/// The bytes of a log's heading.
pub const HEADING: usize = 32;
/// Frames of the longest log that is made.
const LONGEST: usize = 60;
/// Copies and buffers of what is read.
const MEMORY: usize = 4;

/// A log as SQLite would write it.
pub struct Log {
    pub bytes: Vec<u8>,
    pub page_size: u32,
    /// Its frames up to the last commit, and the size of the database after that.
    pub committed: (u32, u32),
}

fn add(big: bool, sum: &mut [u32; 2], bytes: &[u8]) {
    for pair in bytes.chunks_exact(8) {
        let word = |at: usize| {
            let four = [pair[at], pair[at + 1], pair[at + 2], pair[at + 3]];
            if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
        };
        sum[0] = sum[0].wrapping_add(word(0)).wrapping_add(sum[1]);
        sum[1] = sum[1].wrapping_add(word(4)).wrapping_add(sum[0]);
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// A whole log of frames with these choices of pages, sizes and contents.
pub fn made(choices: &mut Choices<'_>) -> Log {
    let kind = choices.byte();
    let big = kind & 1 == 1;
    let page_size = 512 << (kind >> 1 & 3);
    let salts = [u32::from(choices.byte()), u32::from(choices.byte())];
    let mut bytes =
        words(&[0x377f_0682 | u32::from(big), 3_007_000, page_size, 1, salts[0], salts[1]]);
    let mut sum = [0, 0];
    add(big, &mut sum, &bytes);
    bytes.extend(words(&sum));
    let mut committed = (0, 0);
    let count = usize::from(choices.byte()) % LONGEST;
    for number in 1..=count {
        let (page, pages) = (1 + u32::from(choices.byte()), u32::from(choices.byte() & 0x8f));
        let head = words(&[page, pages]);
        let content = vec![choices.byte(); page_size as usize];
        add(big, &mut sum, &head);
        add(big, &mut sum, &content);
        bytes.extend([head, words(&salts), words(&sum), content].concat());
        if pages != 0 {
            committed = (number as u32, pages);
        }
    }
    Log { bytes, page_size, committed }
}

/// Choices of logs: small and large pages, commits and none, both orders of bytes.
const SEEDS: [&[u8]; 4] = [
    &[0, 9, 0, 0, 1, 2, 3, 1, 1, 7, 2, 0, 8, 3, 3, 9],
    &[0, 40, 1, 1, 5, 6, 2, 1, 2, 1, 1, 2, 2],
    &[2, 200, 0, 6, 7, 8, 1, 4, 0, 4],
    &[1, 1, 0, 3, 0, 0, 0],
];

/// The choices, each followed by a log of them.
pub fn seeds() -> impl Iterator<Item = Vec<u8>> {
    let log = |choices: &&[u8]| made(&mut Choices(&choices[3..])).bytes;
    SEEDS.iter().flat_map(move |choices| [choices.to_vec(), log(choices)])
}

/// All commits of a log, if it is one.
pub fn read(bytes: &[u8]) -> Option<(Wal<Cursor<Vec<u8>>>, Commits)> {
    let mut wal = Wal::open(Cursor::new(bytes.to_vec())).expect("memory is read")?;
    let start = wal.start();
    let all = wal.commits_after(start).expect("memory is read").expect("it is its own start");
    Some((wal, all))
}

/// What is read of any bytes lies within them, and is copied as it is.
pub fn any(bytes: &[u8]) {
    // The buffer that a log is read through is larger than most inputs.
    let Some((mut wal, all)) = bounded(bytes.len(), MEMORY, || read(bytes)) else { return };
    let frame = all.page_size.frame();
    assert_eq!(PageSize::new(all.page_size.bytes()), Some(all.page_size));
    assert_eq!(all.is_empty(), all.pages == 0);
    let end = HEADING + all.to.frames as usize * frame;
    assert!(end <= bytes.len());
    let mut copied = Vec::new();
    assert_eq!(wal.copy(all.from, all.to.frames, &mut copied).expect("it is there"), all.to);
    assert_eq!(copied, bytes[HEADING..end]);
    let more = wal.commits_after(all.to).expect("memory is read").expect("it leads there");
    assert!(more.is_empty(), "what is after the last commit");
    let elsewhere = WalPosition { checksum: [!all.to.checksum[0], 1], ..all.to };
    assert_eq!(wal.commits_after(elsewhere).expect("memory is read"), None);
}

/// A log that SQLite wrote is read to its last commit; one that is cut off or damaged, to the last commit before.
pub fn chosen(input: &[u8]) {
    let mut choices = Choices(input);
    let (at, patch) = ([choices.byte(), choices.byte()], choices.byte());
    let log = made(&mut choices);
    any(&log.bytes);
    let (_, all) = read(&log.bytes).expect("a log");
    assert_eq!((all.to.frames, all.pages), log.committed);
    assert_eq!(all.page_size.bytes(), log.page_size);
    let at = usize::from(u16::from_be_bytes(at)) % log.bytes.len();
    any(&log.bytes[..at]);
    let frame = all.page_size.frame();
    let until = |wal: Option<(Wal<_>, Commits)>| wal.map_or(0, |(_, commits)| commits.to.frames);
    let whole = (at.saturating_sub(HEADING) / frame) as u32;
    assert!(until(read(&log.bytes[..at])) <= whole.min(all.to.frames));
    if patch != 0 {
        let mut damaged = log.bytes;
        damaged[at] ^= patch;
        any(&damaged);
        let before = at.checked_sub(HEADING).map_or(0, |at| (at / frame) as u32);
        assert!(until(read(&damaged)) <= before, "a damaged frame is taken");
    }
}
