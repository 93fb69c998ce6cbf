//! A directory of backups that are made at intervals.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use adjutant_domain::moment::Micros;
use chrono::{NaiveDateTime, SecondsFormat};

use super::backup::{self, Contents};
use super::{App, Error, Result, with_private_mode};

/// The name of a backup is when it was made, in UTC, so that the order of names is that of time.
const NAME: &str = "adjutant-%Y%m%dT%H%M%SZ.backup";
/// A backup has this name while it is written. One server writes at a time, and a killed one's is
/// written over.
const UNFINISHED: &str = ".adjutant.backup.part";

/// A directory of backups. Files with other names in it are left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupDirectory {
    path: PathBuf,
}

/// A backup in its directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupFile {
    pub path: PathBuf,
    /// When it was made, to the second.
    pub made: Micros,
    pub bytes: u64,
}

impl BackupDirectory {
    pub fn new(path: impl Into<PathBuf>) -> BackupDirectory {
        BackupDirectory { path: path.into() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the directory if it is not there, for its owner only, and tries to write in it.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] with the directory and the remedy.
    pub fn prepare(&self) -> Result<()> {
        let made = create_private(&self.path).and_then(|()| self.create_unfinished());
        made.and_then(|_| fs::remove_file(self.unfinished()))
            .map_err(|e| self.unusable(&e, "name a directory that the server may write"))
    }

    /// The backups, the newest first.
    ///
    /// # Errors
    /// Returns [`Error::NotFound`] if there is no such directory, [`Error::Unavailable`] if it
    /// cannot be read.
    pub fn files(&self) -> Result<Vec<BackupFile>> {
        let listed = fs::read_dir(&self.path).and_then(|entries| {
            let files = entries.map(|entry| entry.and_then(|one| backup_file(&one)));
            files.filter_map(io::Result::transpose).collect::<io::Result<Vec<_>>>()
        });
        let mut files = listed.map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => Error::not_found(format!(
                "there is no directory {}; name the one that `backup_dir` names",
                self.path.display()
            )),
            _ => self.unusable(&e, "name a directory that you may read"),
        })?;
        files.sort_by_key(|file| std::cmp::Reverse(file.made));
        Ok(files)
    }

    /// Writes a backup of everything as of now, which has its name only once it is complete and on
    /// disk.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] if it cannot be written; nothing is left of it then.
    pub fn write(&self, app: &App, now: Micros) -> Result<(BackupFile, Contents)> {
        let written = self.write_unfinished(app, now);
        if written.is_err() {
            // There is nothing to do about a file that cannot be removed; the next one is written over it.
            let _ = fs::remove_file(self.unfinished());
        }
        written
    }

    fn write_unfinished(&self, app: &App, now: Micros) -> Result<(BackupFile, Contents)> {
        let moment = now.to_utc().unwrap_or_default();
        let fail = |e: io::Error| self.unusable(&e, "free space, or name another directory");
        let file = self.create_unfinished().map_err(fail)?;
        let made = moment.to_rfc3339_opts(SecondsFormat::Secs, true);
        let contents = backup::write(app.store(), BufWriter::new(&file), &made, &mut |_| ())?;
        file.sync_all().map_err(fail)?;
        let path = self.path.join(moment.format(NAME).to_string());
        fs::rename(self.unfinished(), &path).map_err(fail)?;
        File::open(&self.path).and_then(|directory| directory.sync_all()).map_err(fail)?;
        let bytes = file.metadata().map_err(fail)?.len();
        Ok((BackupFile { path, made: now, bytes }, contents))
    }

    /// Removes all backups but the newest `kept` as of now, and leaves alone those of a clock that was ahead; returns
    /// how many.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] if one cannot be removed.
    pub fn remove_all_but(&self, kept: usize, now: Micros) -> Result<usize> {
        let files: Vec<BackupFile> =
            self.files()?.into_iter().filter(|one| one.made <= now).collect();
        let old = files.iter().skip(kept);
        for one in old.clone() {
            fs::remove_file(&one.path)
                .map_err(|e| self.unusable(&e, "remove old backups by hand"))?;
        }
        Ok(old.len())
    }

    fn unfinished(&self) -> PathBuf {
        self.path.join(UNFINISHED)
    }

    fn create_unfinished(&self) -> io::Result<File> {
        let mut options = File::options();
        let options = options.write(true).create(true).truncate(true);
        with_private_mode(options).open(self.unfinished())
    }

    fn unusable(&self, e: &io::Error, remedy: &str) -> Error {
        let path = self.path.display();
        Error::Unavailable(format!("the directory of backups {path}: {e}; {remedy}"))
    }
}

/// Creates a directory and those above it, for their owner only.
pub(super) fn create_private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// The backup of this entry; `None` for a file of another name.
fn backup_file(entry: &fs::DirEntry) -> io::Result<Option<BackupFile>> {
    let name = entry.file_name();
    let Some(made) = name.to_str().and_then(|name| NaiveDateTime::parse_from_str(name, NAME).ok())
    else {
        return Ok(None);
    };
    let bytes = entry.metadata()?.len();
    Ok(Some(BackupFile { path: entry.path(), made: Micros::from(made.and_utc()), bytes }))
}
