//! A copy of the database file and the changes after it.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use adjutant_domain::moment::Micros;
use blake3::{Hash, Hasher};
use chrono::NaiveDateTime;

use super::block::{Block, BlockFault};
use super::{damaged, unusable};
use crate::backup_directory::create_private;
use crate::hashing::Hashing;
use crate::{Error, Result, with_private_mode};

/// The name of a generation is when it was begun, in UTC, so that the order of names is that of time.
const NAME: &str = "%Y%m%dT%H%M%S%.6fZ";
const BASE: &str = "base.zst";
/// The base has this name while it is written.
const UNFINISHED: &str = ".base.part";
/// zstd's level of the base.
const LEVEL: i32 = 1;
/// How much of the database file is read at once.
const CHUNK: usize = 1 << 18;

/// A generation in its directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Generation {
    pub(super) path: PathBuf,
    pub(super) begun: Micros,
}

impl Generation {
    /// All generations, the oldest first, complete or not.
    pub(super) fn all(directory: &Path) -> Result<Vec<Generation>> {
        let read = || -> io::Result<Vec<Generation>> {
            let entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
            let mut all: Vec<Generation> =
                entries.iter().filter_map(|entry| generation(entry.path())).collect();
            all.sort_by_key(|one| one.begun);
            Ok(all)
        };
        read().map_err(|e| unusable(directory, &e))
    }

    /// Makes the directory of a generation.
    pub(super) fn create(directory: &Path, now: Micros) -> Result<Generation> {
        let name = now.to_utc().unwrap_or_default().format(NAME).to_string();
        let path = directory.join(name);
        create_private(&path).map_err(|e| unusable(&path, &e))?;
        Ok(Generation { path, begun: now })
    }

    pub(super) fn remove(&self) -> Result<()> {
        // Without its base first: what is left of it if this is interrupted is no generation.
        let base = match fs::remove_file(self.path.join(BASE)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
            _ => Ok(()),
        };
        base.and_then(|()| fs::remove_dir_all(&self.path)).map_err(|e| unusable(&self.path, &e))
    }

    pub(super) fn has_base(&self) -> bool {
        self.path.join(BASE).exists()
    }

    /// Copies the database file; returns the hash of what was written. The base has its name once it
    /// is on disk.
    pub(super) fn write_base(&self, database: &File) -> Result<Hash> {
        let copy = || -> io::Result<Hash> {
            let unfinished = self.path.join(UNFINISHED);
            let file = private_file().truncate(true).open(&unfinished)?;
            let out = Hashing::new(BufWriter::new(&file));
            let mut packer = zstd::Encoder::new(out, LEVEL)?;
            let (mut chunk, mut at) = (vec![0; CHUNK], 0);
            loop {
                // Read at a place, for the file is never closed and others may read it too.
                let read = database.read_at(&mut chunk, at)?;
                if read == 0 {
                    break;
                }
                packer.write_all(&chunk[..read])?;
                at += read as u64;
            }
            let mut out = packer.finish()?;
            out.inner.flush()?;
            file.sync_all()?;
            fs::rename(&unfinished, self.path.join(BASE))?;
            sync_directory(&self.path)?;
            sync_directory(self.path.parent().unwrap_or(&self.path))?;
            Ok(out.hasher.finalize())
        };
        copy().map_err(|e| unusable(&self.path, &e))
    }

    /// The hash of the base.
    pub(super) fn base_hash(&self) -> Result<Hash> {
        let hash =
            || Ok(Hasher::new().update_reader(File::open(self.path.join(BASE))?)?.finalize());
        hash().map_err(|e: io::Error| unusable(&self.path, &e))
    }

    /// The database file as it was copied.
    pub(super) fn base(&self) -> Result<impl Read> {
        let open = || zstd::Decoder::new(File::open(self.path.join(BASE))?);
        open().map_err(|e| unusable(&self.path, &e))
    }

    /// The file of changes with this number, to be written on at its end.
    pub(super) fn open_changes(&self, number: u32) -> Result<File> {
        let path = self.changes_path(number);
        let opened = private_file().append(true).open(&path);
        opened.map_err(|e| unusable(&path, &e))
    }

    pub(super) fn changes_path(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number:06}.changes"))
    }

    /// Reads the blocks in order, up to the first that is not whole; `take` ends it by returning `false`. The
    /// first one follows the base, which is checked with it.
    pub(super) fn read_blocks(
        &self,
        take: &mut dyn FnMut(&Block) -> Result<bool>,
    ) -> Result<ChangesEnd> {
        let hash = self.base_hash()?;
        let mut end = ChangesEnd { hash, last_file: 0, length: 0, fault: None };
        for number in 1.. {
            let path = self.changes_path(number);
            let file = match File::open(&path) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => break,
                opened => opened.map_err(|e| unusable(&path, &e))?,
            };
            if end.fault.is_some() {
                // It is not the last file that was cut off.
                let file = self.changes_path(number - 1);
                end.fault = Some(ChangesFault::Damaged { file, after: end.length });
                break;
            }
            (end.last_file, end.length) = (number, 0);
            let mut reader = BufReader::new(file);
            let fail = |e: io::Error| unusable(&path, &e);
            while let Some(block) = Block::read(&mut reader, &end.hash).map_err(fail)? {
                match block {
                    Ok(block) => {
                        end.hash = block.hash;
                        end.length += block.stored_bytes();
                        if !take(&block)? {
                            return Ok(end);
                        }
                    }
                    Err(BlockFault::CutOff) => {
                        end.fault = Some(ChangesFault::CutOff);
                        break;
                    }
                    Err(BlockFault::Damaged) => {
                        end.fault = Some(ChangesFault::Damaged { file: path, after: end.length });
                        return Ok(end);
                    }
                }
            }
        }
        Ok(end)
    }
}

/// Where reading the changes of a generation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChangesEnd {
    /// Of the last block, or of the base if there is none.
    pub(super) hash: Hash,
    /// The number of the last file; 0 if there is none.
    pub(super) last_file: u32,
    /// The bytes of its whole blocks.
    pub(super) length: u64,
    /// What follows the last whole block.
    pub(super) fault: Option<ChangesFault>,
}

/// What is wrong with the block after which nothing can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChangesFault {
    /// It was not written to its end, as when the server was killed.
    CutOff,
    /// It is not as it was written.
    Damaged {
        file: PathBuf,
        /// The bytes of the file that are good.
        after: u64,
    },
}

impl ChangesFault {
    /// The place of the damage; `None` if there is none.
    pub(super) fn damage(&self) -> Option<Error> {
        let ChangesFault::Damaged { file, after } = self else { return None };
        Some(damaged(file, &format!("it is damaged after its first {after} bytes")))
    }
}

fn generation(path: PathBuf) -> Option<Generation> {
    let name = path.file_name()?.to_str()?;
    let begun = NaiveDateTime::parse_from_str(name, NAME).ok()?;
    Some(Generation { begun: Micros::from(begun.and_utc()), path })
}

fn private_file() -> fs::OpenOptions {
    let mut options = File::options();
    with_private_mode(options.create(true).write(true));
    options
}

pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
