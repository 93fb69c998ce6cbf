//! Writes the changes of a database to a continuous backup.

use std::fs::File;
use std::io::{self, Write};
use std::thread::JoinHandle;

use adjutant_domain::moment::{DAY, MINUTE, Micros};
use adjutant_store::Store;
use adjutant_store::wal::Commits;
use adjutant_store::wal_follower::{WalFile, WalFollower};
use blake3::Hash;

use super::block::{Block, Packer};
use super::generation::{Generation, sync_directory};
use super::{ContinuousBackup, NO_SQLITE, unusable};
use crate::{App, Error, Result};

/// The size of SQLite's log, in frames, at which it is restarted: SQLite's own would be so, too.
const LONGEST_LOG: u32 = 4000;
/// How often something is written if there is no change, so that one sees that it goes on.
const HEARTBEAT: i64 = MINUTE;
/// How long a generation goes on.
const NEXT_GENERATION: i64 = DAY;

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Whatever was committed until then is in the backup; `None` before the first copy is complete.
    pub until: Option<Micros>,
    /// Whether a generation was begun.
    pub has_begun: bool,
}

/// Follows a database and writes its changes.
pub struct Shipper {
    backup: ContinuousBackup,
    store: Store,
    follower: WalFollower,
    open: Option<OpenGeneration>,
    /// The generation whose base is being copied.
    next: Option<NextGeneration>,
    until: Option<Micros>,
}

/// A generation to which changes are written.
#[derive(Debug)]
struct OpenGeneration {
    generation: Generation,
    /// The file of changes, and its number.
    file: File,
    number: u32,
    /// The bytes of its whole blocks: what follows was not written to its end.
    length: u64,
    /// The hash of the last block.
    hash: Hash,
    /// When that was written.
    at: Micros,
}

#[derive(Debug)]
struct NextGeneration {
    generation: Generation,
    copying: JoinHandle<Result<Hash>>,
    /// Whether the log was restarted meanwhile, so that the copy cannot be completed by it.
    is_lost: bool,
}

impl OpenGeneration {
    /// A generation without changes.
    fn begin(generation: Generation, base: Hash) -> Result<OpenGeneration> {
        let file = generation.open_changes(1)?;
        let at = Micros::NEVER;
        let open = OpenGeneration { file, generation, number: 1, length: 0, hash: base, at };
        open.sync_directory()?;
        Ok(open)
    }

    fn sync_directory(&self) -> Result<()> {
        sync_directory(&self.generation.path).map_err(|e| self.unusable(&e))
    }

    fn unusable(&self, e: &io::Error) -> Error {
        unusable(&self.generation.path, e)
    }

    /// Opens the file of changes for the next log.
    fn begin_file(&mut self) -> Result<()> {
        // What an attempt that failed left behind would be damage before another file.
        self.file.set_len(self.length).map_err(|e| self.unusable(&e))?;
        self.file = self.generation.open_changes(self.number + 1)?;
        (self.number, self.length) = (self.number + 1, 0);
        self.sync_directory()
    }

    /// Writes commits, to disk.
    fn append(&mut self, commits: &Commits, log: &mut WalFile, at: Micros) -> Result<()> {
        let (mut hash, mut length) = (self.hash, self.length);
        let mut append = || -> io::Result<()> {
            // What an attempt that failed left behind.
            self.file.set_len(length)?;
            let mut packer = Packer::new(commits, log, hash, at);
            while let Some(block) = packer.next()? {
                let bytes = block.to_bytes();
                self.file.write_all(&bytes)?;
                length += bytes.len() as u64;
                hash = block.hash;
            }
            self.file.sync_data()
        };
        append().map_err(|e| unusable(&self.generation.path, &e))?;
        (self.hash, self.length, self.at) = (hash, length, at);
        Ok(())
    }
}

impl Shipper {
    /// Goes on with the newest generation if everything since is still in SQLite's log.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] for PostgreSQL, which has its own way, [`Error::Unavailable`] if the
    /// directory cannot be read.
    pub fn open(backup: ContinuousBackup, app: &App) -> Result<Shipper> {
        let store = app.store().clone();
        let Some(follower) = WalFollower::open(&store)? else {
            return Err(Error::invalid("continuous_backup_dir", NO_SQLITE));
        };
        let mut shipper = Shipper { backup, store, follower, open: None, next: None, until: None };
        let (complete, unfinished): (Vec<_>, Vec<_>) =
            Generation::all(&shipper.backup.directory)?.into_iter().partition(Generation::has_base);
        for generation in unfinished {
            generation.remove()?;
        }
        if let Some(newest) = complete.into_iter().next_back() {
            // A damaged one is left for who recovers what is before the damage; another one is begun.
            shipper.open = shipper.resume(newest).unwrap_or_else(|e| {
                tracing::warn!(error = %e, "the continuous backup cannot go on where it was");
                None
            });
        }
        if shipper.open.is_none() {
            shipper.follower.release()?;
        }
        Ok(shipper)
    }

    fn resume(&mut self, generation: Generation) -> Result<Option<OpenGeneration>> {
        let mut last = None;
        let end = generation.read_blocks(&mut |block: &Block| {
            last = Some(block.heading);
            Ok(true)
        })?;
        let Some(last) =
            last.filter(|_| end.fault.as_ref().is_none_or(|fault| fault.damage().is_none()))
        else {
            return Ok(None);
        };
        if !self.follower.resume(last.end())? {
            return Ok(None);
        }
        let (number, length, hash, at) = (end.last_file, end.length, end.hash, last.at);
        let file = generation.open_changes(number)?;
        Ok(Some(OpenGeneration { generation, file, number, length, hash, at }))
    }

    /// Writes what was committed since the last time. To be called every second; `now` is the current time.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] if it cannot be written; the next call tries it again.
    pub fn ship(&mut self, now: Micros) -> Result<Shipped> {
        let shipped = self.try_to_ship(now);
        // Else the log would grow until the disk of the database is full.
        if shipped.is_err() && self.follower.log_bytes()? > self.backup.longest_log {
            self.lose_place()?;
        }
        shipped
    }

    fn try_to_ship(&mut self, now: Micros) -> Result<Shipped> {
        let has_begun = self.open_next()?;
        self.append(now)?;
        let is_due = |open: &OpenGeneration| now.since(open.generation.begun) >= NEXT_GENERATION;
        if self.next.is_none() {
            if self.open.as_ref().is_none_or(is_due) {
                self.begin_next(now)?;
            } else if self.length_of_log() >= LONGEST_LOG {
                self.restart_log(now)?;
            }
        }
        if has_begun {
            self.backup.remove_old(now)?;
        }
        Ok(Shipped { until: self.until, has_begun })
    }

    fn length_of_log(&self) -> u32 {
        self.follower.position().map_or(0, |place| place.frames)
    }

    /// Leaves SQLite's log alone; another generation has to be begun.
    fn lose_place(&mut self) -> Result<()> {
        self.open = None;
        if let Some(next) = &mut self.next {
            next.is_lost = true;
        }
        Ok(self.follower.release()?)
    }

    /// Begins to copy the database file, beside everything else.
    fn begin_next(&mut self, now: Micros) -> Result<()> {
        if self.follower.position().is_none() {
            self.follower.attach()?;
        }
        let generation = Generation::create(&self.backup.directory, now)?;
        let (file, copied) = (self.follower.database_file()?, generation.clone());
        let copying = std::thread::Builder::new().name("continuous-backup".to_owned());
        let copying = copying.spawn(move || copied.write_base(file));
        let copying = copying.map_err(|e| unusable(&generation.path, &e))?;
        self.next = Some(NextGeneration { generation, copying, is_lost: false });
        Ok(())
    }

    /// Goes over to the next generation if its base is complete.
    fn open_next(&mut self) -> Result<bool> {
        let Some(next) = self.next.take_if(|next| next.copying.is_finished()) else {
            return Ok(false);
        };
        let panicked = |_| Err(Error::Internal("the copy of the database panicked".to_owned()));
        let base = next.copying.join().unwrap_or_else(panicked);
        let base = base.map(|base| (!next.is_lost).then_some(base));
        if !matches!(base, Ok(Some(_))) {
            next.generation.remove()?;
        }
        let Some(base) = base? else { return Ok(false) };
        self.open = Some(OpenGeneration::begin(next.generation, base)?);
        self.follower.rewind()?;
        Ok(true)
    }

    /// Writes what was committed, or from time to time that nothing was.
    fn append(&mut self, now: Micros) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let Some((commits, mut log)) = self.follower.commits()? else {
            tracing::warn!(
                "SQLite's log was restarted by another program: the database is copied again"
            );
            return self.lose_place();
        };
        if !commits.is_empty() || now.since(open.at) >= HEARTBEAT {
            open.append(&commits, &mut log, now)?;
            self.follower.advance(&commits);
        }
        self.until = Some(now);
        Ok(())
    }

    /// Writes the rest of the log, and restarts it.
    fn restart_log(&mut self, now: Micros) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let append = &mut |commits: &Commits, log: &mut WalFile| open.append(commits, log, now);
        if self.follower.restart_log(&self.store, append)? {
            open.begin_file()?;
        }
        Ok(())
    }
}
