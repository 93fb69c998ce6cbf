//! Follows SQLite's write-ahead log, so that every committed page can be copied elsewhere.
//!
//! SQLite restarts its log once all of it is in the database file and nobody reads from it. The
//! follower reads from it all the time, and restarts it itself when everything has been copied.
//! Should it be restarted otherwise, its salts tell, and the follower says that it has lost
//! its place: whatever happens, nothing is left out unnoticed.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::wal::{Commits, PageSize, Wal, WalPosition};
use super::{Location, Result, Store, StoreError};

/// How long the follower waits for another writer; games wait for the follower meanwhile.
const BUSY_TIMEOUT: Duration = Duration::from_millis(200);

/// The log of an open database.
pub type WalFile = Wal<File>;
/// Takes commits before the follower goes on; the log is the one that they are in.
pub type Take<'a, E> = &'a mut dyn FnMut(&Commits, &mut WalFile) -> Result<(), E>;

/// Follows the log of a database.
#[derive(Debug)]
pub struct WalFollower {
    path: PathBuf,
    /// Reads all the time.
    pin: Connection,
    /// Writes nothing but the page that restarts the log.
    writer: Connection,
    /// Up to here everything has been taken; `None` before the first time, and when the place was lost.
    position: Option<WalPosition>,
}

fn unreadable(e: io::Error) -> StoreError {
    StoreError::Log(e.to_string())
}

fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(BUSY_TIMEOUT)?;
    // Only the follower's own checkpoint brings what it has copied into the database file.
    conn.execute_batch("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")?;
    Ok(conn)
}

impl WalFollower {
    /// Follows the log of a SQLite database; `None` for PostgreSQL.
    pub fn open(store: &Store) -> Result<Option<WalFollower>> {
        let Location::Sqlite(path) = store.location() else { return Ok(None) };
        let (pin, writer) = (connect(path)?, connect(path)?);
        Ok(Some(WalFollower { path: path.clone(), pin, writer, position: None }))
    }

    pub fn position(&self) -> Option<WalPosition> {
        self.position
    }

    /// Begins to follow where the log starts. Until [`WalFollower::release`] no frame of it is lost.
    pub fn attach(&mut self) -> Result<()> {
        // So that the log is not empty: a reader of the file alone keeps no log.
        if !self.begin_writing()? {
            return Err(StoreError::Log("another program writes all the time".to_owned()));
        }
        self.write_first_page()?;
        self.pin_here()?;
        self.rewind()
    }

    /// Goes back to where the log starts.
    pub fn rewind(&mut self) -> Result<()> {
        self.position = self.log()?.map(|log| log.start());
        Ok(())
    }

    /// Goes on from a place where it was before; returns whether everything since is still there.
    pub fn resume(&mut self, position: WalPosition) -> Result<bool> {
        self.pin_here()?;
        self.position = Some(position);
        Ok(self.commits()?.is_some())
    }

    /// Lets SQLite do with its log as it likes; the place is lost.
    pub fn release(&mut self) -> Result<()> {
        self.position = None;
        self.unpin()
    }

    fn log_path(&self) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push("-wal");
        path.into()
    }

    /// The size of the log file in bytes. It does not shrink when the log is restarted.
    pub fn log_bytes(&self) -> Result<u64> {
        match std::fs::metadata(self.log_path()) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(0),
            found => found.map(|found| found.len()).map_err(unreadable),
        }
    }

    /// The log file; `None` if there is none.
    fn log(&self) -> Result<Option<WalFile>> {
        match File::open(self.log_path()).and_then(Wal::open) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map_err(unreadable),
        }
    }

    /// What was committed since the place, and the log that it is in; `None` if the place is lost.
    pub fn commits(&self) -> Result<Option<(Commits, WalFile)>> {
        let (Some(position), Some(mut log)) = (self.position, self.log()?) else { return Ok(None) };
        let commits = log.commits_after(position).map_err(unreadable)?;
        Ok(commits.map(|commits| (commits, log)))
    }

    /// Goes on after commits that were copied.
    pub fn advance(&mut self, commits: &Commits) {
        self.position = Some(commits.to);
    }

    /// Hands over what was committed since the place, if anything, and goes on after it. Returns
    /// the number of frames; `None` if the place is lost.
    pub fn take<E: From<StoreError>>(&mut self, take: Take<'_, E>) -> Result<Option<u32>, E> {
        let Some((commits, mut log)) = self.commits()? else { return Ok(None) };
        if !commits.is_empty() {
            take(&commits, &mut log)?;
            self.advance(&commits);
        }
        Ok(Some(commits.to.frames - commits.from.frames))
    }

    /// Brings the log into the database file and restarts it, once all of it was handed over.
    /// Writers wait while the last part of it is. Returns whether it was restarted, which another
    /// reader or a long transaction can prevent: then it goes on, and nothing is lost.
    pub fn restart_log<E: From<StoreError>>(
        &mut self,
        store: &Store,
        take: Take<'_, E>,
    ) -> Result<bool, E> {
        // Most of it, for which nobody waits.
        self.pin_here()?;
        self.checkpoint()?;
        let _turn = store.write_turns().take_slice_turn();
        if !self.begin_writing()? {
            return Ok(false);
        }
        let is_all_there = self.finish_log(take);
        self.end_writing()?;
        Ok(is_all_there? && self.write_into_new_log()?)
    }

    /// Writes the first page at the start of the log if nothing was written since all of it was
    /// brought into the database file.
    fn write_into_new_log(&mut self) -> Result<bool> {
        // A transaction restarts a log only if it found everything in the database file at its start.
        if !self.begin_writing()? {
            return Ok(false);
        }
        let is_still = self.commits().map(|found| found.is_some_and(|(new, _)| new.is_empty()));
        if !matches!(is_still, Ok(true)) {
            self.end_writing()?;
            return is_still;
        }
        self.unpin()?;
        self.write_first_page()?;
        self.pin_here()?;
        let (Some(log), Some(before)) = (self.log()?, self.position) else { return Ok(false) };
        // SQLite adds one to the first salt each time.
        let is_next = log.start().salts[0] == before.salts[0].wrapping_add(1);
        if is_next {
            self.position = Some(log.start());
        }
        Ok(is_next)
    }

    /// With the write lock held: hands over the rest, and brings it into the database file.
    fn finish_log<E: From<StoreError>>(&mut self, take: Take<'_, E>) -> Result<bool, E> {
        if self.take(take)?.is_none() {
            return Ok(false);
        }
        self.pin_here()?;
        let (there, all) = self.checkpoint()?;
        Ok(there == all && self.position.is_some_and(|place| place.frames == all))
    }

    /// Brings frames into the database file as far as readers allow; returns how many of the log
    /// are there, and how many it has.
    fn checkpoint(&self) -> Result<(u32, u32)> {
        // Not the writer, which may be in a transaction; nor the pin.
        let conn = connect(&self.path)?;
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(2)?, row.get::<_, i64>(1)?));
        let (there, all) = conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], read)?;
        // -1 if another one is at it.
        Ok((u32::try_from(there).unwrap_or(0), u32::try_from(all).unwrap_or(u32::MAX)))
    }

    /// Returns whether nobody else writes for long.
    fn begin_writing(&self) -> Result<bool> {
        match self.writer.execute_batch("BEGIN IMMEDIATE") {
            Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
            begun => Ok(begun.map(|()| true)?),
        }
    }

    fn end_writing(&self) -> Result<()> {
        Ok(self.writer.execute_batch("ROLLBACK")?)
    }

    /// Ends the writer's transaction with the first page written as it is.
    fn write_first_page(&self) -> Result<()> {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, i32>(0);
        let version = self.writer.query_row("PRAGMA user_version", [], read)?;
        self.writer.execute_batch(&format!("PRAGMA user_version = {version}; COMMIT"))?;
        Ok(())
    }

    /// Reads from the end of the log from now on.
    fn pin_here(&self) -> Result<()> {
        self.unpin()?;
        self.pin.execute_batch("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")?;
        Ok(())
    }

    fn unpin(&self) -> Result<()> {
        if !self.pin.is_autocommit() {
            self.pin.execute_batch("ROLLBACK")?;
        }
        Ok(())
    }

    /// The database file, to be copied while the log is kept: pages that change meanwhile are in the log, too.
    pub fn database_file(&self) -> Result<&'static File> {
        keep_open(&self.path).map_err(unreadable)
    }

    /// The size of a page of the database.
    pub fn page_size(&self) -> Result<PageSize> {
        let size = self.pin.query_row("PRAGMA page_size", [], |row| row.get(0))?;
        PageSize::new(size).ok_or_else(|| StoreError::Damaged(format!("pages of {size} bytes")))
    }
}

/// Database files that were opened to be copied.
static KEPT_OPEN: Mutex<Vec<(PathBuf, &'static File)>> = Mutex::new(Vec::new());

/// Opens a database file until the process ends: closing it would drop the locks that SQLite has on
/// it in this process (<https://sqlite.org/howtocorrupt.html>, 2.2).
fn keep_open(path: &Path) -> io::Result<&'static File> {
    let mut kept = KEPT_OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, file)) = kept.iter().find(|(known, _)| known == path) {
        return Ok(file);
    }
    let file: &'static File = Box::leak(Box::new(File::open(path)?));
    kept.push((path.to_owned(), file));
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed() -> (tempfile::TempDir, Store, Connection, WalFollower) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.sqlite");
        let store = Store::open(Location::Sqlite(path.clone())).unwrap();
        let writer = connect(&path).unwrap();
        writer.execute_batch("CREATE TABLE t (a)").unwrap();
        let mut follower = WalFollower::open(&store).unwrap().unwrap();
        follower.attach().unwrap();
        (dir, store, writer, follower)
    }

    fn insert(writer: &Connection) {
        writer.execute_batch("INSERT INTO t VALUES (randomblob(9000))").unwrap();
    }

    #[test]
    fn the_log_is_kept_until_everything_was_taken_and_then_restarted() {
        let (_dir, store, writer, mut follower) = followed();
        insert(&writer);
        let salts = |follower: &WalFollower| follower.log().unwrap().unwrap().start().salts;
        let first = salts(&follower);
        // What others do about the log does not restart it.
        writer.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())).unwrap();
        insert(&writer);
        assert_eq!(salts(&follower), first);
        let mut taken = 0;
        let mut take = |commits: &Commits, _: &mut WalFile| {
            taken += commits.to.frames - commits.from.frames;
            Ok::<(), StoreError>(())
        };
        assert!(follower.restart_log(&store, &mut take).unwrap());
        assert_ne!(salts(&follower), first);
        assert!(taken > 8, "{taken}");
        insert(&writer);
        let (rest, _) = follower.commits().unwrap().unwrap();
        assert!(!rest.is_empty(), "it goes on in the new log");
        assert_eq!(rest.from.frames, 0);
    }

    #[test]
    fn a_reader_keeps_the_log_and_nothing_is_lost() {
        let (dir, store, writer, mut follower) = followed();
        insert(&writer);
        let reader = connect(&dir.path().join("a.sqlite")).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM t").unwrap();
        insert(&writer);
        let mut take = |_: &Commits, _: &mut WalFile| Ok::<(), StoreError>(());
        assert!(!follower.restart_log(&store, &mut take).unwrap());
        insert(&writer);
        assert!(!follower.commits().unwrap().unwrap().0.is_empty());
        reader.execute_batch("COMMIT").unwrap();
        assert!(follower.restart_log(&store, &mut take).unwrap());
    }

    #[test]
    fn a_long_transaction_keeps_the_log_and_nothing_is_lost() {
        let (_dir, store, writer, mut follower) = followed();
        writer.execute_batch("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)").unwrap();
        let mut take = |_: &Commits, _: &mut WalFile| Ok::<(), StoreError>(());
        assert!(!follower.restart_log(&store, &mut take).unwrap());
        writer.execute_batch("COMMIT").unwrap();
        assert!(!follower.commits().unwrap().unwrap().0.is_empty());
        assert!(follower.restart_log(&store, &mut take).unwrap());
    }

    #[test]
    fn a_log_that_others_restarted_is_noticed() {
        let (_dir, _store, writer, follower) = followed();
        insert(&writer);
        follower.unpin().unwrap();
        writer.query_row("PRAGMA wal_checkpoint(RESTART)", [], |_| Ok(())).unwrap();
        insert(&writer);
        assert!(follower.commits().unwrap().is_none());
    }

    #[test]
    fn a_place_is_found_again_after_a_restart_unless_the_log_is_gone() {
        let (dir, store, writer, mut follower) = followed();
        insert(&writer);
        let mut take = |_: &Commits, _: &mut WalFile| Ok::<(), StoreError>(());
        follower.take(&mut take).unwrap();
        let place = follower.position().unwrap();
        drop(follower);
        insert(&writer);
        let mut again = WalFollower::open(&store).unwrap().unwrap();
        assert!(again.resume(place).unwrap());
        assert!(again.take(&mut take).unwrap().unwrap() > 0);
        drop((again, writer, store));
        assert!(
            !dir.path().join("a.sqlite-wal").exists(),
            "SQLite removes it with the last connection"
        );
        let store = Store::open(Location::Sqlite(dir.path().join("a.sqlite"))).unwrap();
        let mut again = WalFollower::open(&store).unwrap().unwrap();
        assert!(!again.resume(place).unwrap());
    }
}
