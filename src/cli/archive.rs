//! `adjutant archive`: the open archive of finished games, a file for each month.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use adjutant_domain::moment::Micros;
use adjutant_service::{App, Error, open_archive};
use adjutant_site::digits::format_bytes;
use adjutant_site::open_archive::{
    ArchiveIndex, ArchivedMonth, INDEX_FILE, Month, README_FILE, SUMS_FILE,
};
use adjutant_site::time_format::{now_micros, to_rfc3339};

use super::Status;
use super::convert::{RecordFormat, RecordWriter};
use super::output::Output;
use super::store_args::StoreArgs;
use super::words::{count_text, say};

/// A sixth smaller than an export, in a seventh of the time that the smallest would take.
const LEVEL: i32 = 12;

/// Write the open archive: the finished games of each month that is over, for everybody to download.
///
/// A game belongs to the month in which it became public: when its record was stored or, if its ranks were opened later, then. It
/// has no comments, only games whose ranks are public, and none of players who are not listed publicly, of members' imports, or of
/// games that were played without spectators. Files whose games are unchanged are left as they are; a month is made anew when a game of it was
/// corrected, hidden or shown again. Exits 0, or 2 if it fails.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant archive /srv/adjutant-archive\n  adjutant archive --month 2026-10 /srv/adjutant-archive\n\nThe server offers the files at /archive if its setting archive_dir names the directory."
)]
pub struct Archive {
    #[command(flatten)]
    store: StoreArgs,
    /// Only this month, in UTC.
    #[arg(long, value_name = "MONTH", conflicts_with = "since")]
    month: Option<Month>,
    /// Only this month and those after it.
    #[arg(long, value_name = "MONTH")]
    since: Option<Month>,
    /// Directory of the archive; made if it is not there.
    #[arg(value_name = "DIR", env = "ADJUTANT_ARCHIVE_DIR")]
    directory: PathBuf,
}

impl Archive {
    pub(super) fn run(self) -> Status {
        self.store.status(self.archive().map(|()| Status::Good))
    }

    fn archive(&self) -> Result<(), Error> {
        let now = now_micros();
        self.refuse_unfinished_month(now)?;
        let app = self.store.open_existing_without_key()?;
        let mut folder = Folder::open(&self.directory)?;
        for month in self.months(&app, &folder.index, now)? {
            folder.bring_up_to_date(&app, month, now)?;
        }
        folder.write_lists()?;
        let games = folder.index.months.iter().map(|month| month.games).sum();
        let months = count_text(folder.index.months.len() as u64, "month");
        say!("{}: {months}, {}", self.directory.display(), count_text(games, "game"));
        Ok(())
    }

    fn refuse_unfinished_month(&self, now: Micros) -> Result<(), Error> {
        let month = self.month.or(self.since);
        match month.filter(|month| *month >= Month::of(now)) {
            None => Ok(()),
            Some(month) => Err(Error::invalid(
                if self.month.is_some() { "month" } else { "since" },
                format!(
                    "{month} is not over; it can be archived from {}-01 on, in UTC",
                    month.next()
                ),
            )),
        }
    }

    /// The months to look at: those since the first game, and those that the archive has.
    fn months(
        &self,
        app: &App,
        index: &ArchiveIndex,
        now: Micros,
    ) -> Result<BTreeSet<Month>, Error> {
        let archived = index.months.iter().filter_map(ArchivedMonth::parsed_month);
        let mut months: BTreeSet<Month> = archived.collect();
        match open_archive::first_stored(app)? {
            Some(first) => {
                let all = std::iter::successors(Some(Month::of(first)), |month| Some(month.next()));
                months.extend(all.take_while(|month| *month < Month::of(now)));
            }
            // All files would be removed where only the wrong database is named.
            None if !months.is_empty() => {
                let message = format!(
                    "there is no game in the database, but {} in {}: name the database whose archive this is, by \
                     --data-dir or --database-url, or another directory",
                    count_text(months.len() as u64, "month"),
                    self.directory.display()
                );
                return Err(Error::invalid("directory", message));
            }
            None => {}
        }
        let is_wanted = |month: &Month| match (self.month, self.since) {
            (Some(only), _) => *month == only,
            (None, since) => since.is_none_or(|since| *month >= since),
        };
        months.retain(is_wanted);
        Ok(months)
    }
}

fn cannot_write(e: io::Error) -> Error {
    Error::Unavailable(format!("cannot write the archive to {e}"))
}

/// The directory of an archive, in which no other process writes.
struct Folder {
    path: PathBuf,
    index: ArchiveIndex,
    _lock: File,
}

impl Folder {
    fn open(path: &Path) -> Result<Folder, Error> {
        let fail = |e: io::Error| Error::Unavailable(format!("{}: {e}", path.display()));
        fs::create_dir_all(path).map_err(fail)?;
        let lock = File::open(path).map_err(fail)?;
        lock.try_lock().map_err(|e| match e {
            TryLockError::Error(e) => fail(e),
            TryLockError::WouldBlock => Error::Unavailable(format!(
                "{}: another `adjutant archive` writes there; wait until it has ended",
                path.display()
            )),
        })?;
        let index = ArchiveIndex::read(path)?;
        Ok(Folder { path: path.to_owned(), index, _lock: lock })
    }

    /// Makes, replaces or removes the file of a month unless it is as it should be, and says which.
    fn bring_up_to_date(&mut self, app: &App, month: Month, now: Micros) -> Result<(), Error> {
        let name = month.file_name();
        let before = self.index.find(&name).cloned();
        let file = self.path.join(&name);
        if let Some(before) = &before {
            let is_there = fs::metadata(&file).is_ok_and(|found| found.len() == before.bytes);
            let text = text_of_month(app, month, io::sink())?;
            if is_there && text.sha256 == before.text_sha256 {
                say!("{name}: unchanged");
                return Ok(());
            }
        }
        let made = write_month(app, month, &file, now)?;
        let was = before.as_ref().map(|before| before.text_sha256.as_str());
        let event = match (&made, was) {
            (None, None) => return Ok(()),
            (None, Some(_)) => {
                fs::remove_file(&file).or_else(ignore_missing).map_err(|e| {
                    cannot_write(io::Error::new(e.kind(), format!("{}: {e}", file.display())))
                })?;
                "removed, because none of its games is public any more".to_owned()
            }
            (Some(made), was) => {
                let size =
                    format!("{}, {}", count_text(made.games, "game"), format_bytes(made.bytes));
                match was {
                    None => size,
                    Some(was) if was == made.text_sha256 => {
                        format!("{size}, made anew, because the file was gone or cut")
                    }
                    Some(_) => format!(
                        "{size}, made anew, because games were corrected, hidden or shown again"
                    ),
                }
            }
        };
        self.index.months.retain(|one| one.file != name);
        self.index.months.extend(made);
        self.index.months.sort_by(|a, b| b.month.cmp(&a.month));
        // The server answers by the index, which therefore follows each file at once.
        self.write_index()?;
        say!("{name}: {event}");
        Ok(())
    }

    fn write_index(&self) -> Result<(), Error> {
        let mut text = serde_json::to_string_pretty(&self.index)
            .map_err(|e| Error::Internal(format!("the index cannot be written: {e}")))?;
        text.push('\n');
        self.write_file(INDEX_FILE, &text)
    }

    /// Writes what follows from the months: the index, the sums for `sha256sum --check`, and what the files are.
    fn write_lists(&self) -> Result<(), Error> {
        self.write_index()?;
        let sum = |month: &ArchivedMonth| format!("{}  {}\n", month.sha256, month.file);
        let sums: String = self.index.months.iter().rev().map(sum).collect();
        self.write_file(SUMS_FILE, &sums)?;
        self.write_file(README_FILE, &readme(&self.index))
    }

    /// Replaces a file at once, unless it says so already.
    fn write_file(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.path.join(name);
        if fs::read_to_string(&path).is_ok_and(|before| before == text) {
            return Ok(());
        }
        let write = || {
            let mut output = Output::open(Some(&path))?;
            output.write_all(text.as_bytes())?;
            output.persist()
        };
        write().map_err(cannot_write)
    }
}

fn ignore_missing(e: io::Error) -> io::Result<()> {
    if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(e) }
}

/// A writer that counts and digests what it passes on.
struct DigestWriter<W> {
    to: W,
    sha256: Sha256,
    bytes: u64,
}

impl<W> DigestWriter<W> {
    fn new(to: W) -> DigestWriter<W> {
        DigestWriter { to, sha256: Sha256::new(), bytes: 0 }
    }

    /// What it wrote to, and the number of bytes and their digest.
    fn finish(self) -> (W, u64, String) {
        (self.to, self.bytes, HEXLOWER.encode(&self.sha256.finalize()))
    }
}

impl<W: Write> Write for DigestWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.sha256.update(&bytes[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The records of a month as they were written.
struct MonthText<W> {
    to: W,
    games: u64,
    bytes: u64,
    sha256: String,
}

/// Writes the records of a month.
fn text_of_month<W: Write>(app: &App, month: Month, to: W) -> Result<MonthText<W>, Error> {
    let mut writer = RecordWriter::new(DigestWriter::new(to), RecordFormat::Ggn);
    let (mut games, mut written) = (0, Ok(()));
    open_archive::published_between(app, month.span(), &mut |record| {
        games += 1;
        written = writer.write(record);
        written.is_ok()
    })?;
    let text = written.and_then(|()| writer.finish()).map_err(cannot_write)?;
    let (to, bytes, sha256) = text.finish();
    Ok(MonthText { to, games, bytes, sha256 })
}

/// Writes the file of a month, which appears when it is complete; `None`, and no file, if the month has no game.
fn write_month(
    app: &App,
    month: Month,
    file: &Path,
    now: Micros,
) -> Result<Option<ArchivedMonth>, Error> {
    let output = Output::open(Some(file)).map_err(cannot_write)?;
    let packed = DigestWriter::new(BufWriter::with_capacity(1 << 16, output));
    let encoder = zstd::Encoder::new(packed, LEVEL).and_then(|mut encoder| {
        encoder.include_checksum(true)?;
        Ok(encoder)
    });
    let text = text_of_month(app, month, encoder.map_err(cannot_write)?)?;
    if text.games == 0 {
        return Ok(None);
    }
    let (packed, bytes, sha256) = text.to.finish().map_err(cannot_write)?.finish();
    let output = packed.into_inner().map_err(io::IntoInnerError::into_error);
    output.and_then(Output::persist).map_err(cannot_write)?;
    Ok(Some(ArchivedMonth {
        month: month.to_string(),
        file: month.file_name(),
        games: text.games,
        bytes,
        sha256,
        text_bytes: text.bytes,
        text_sha256: text.sha256,
        made_at: to_rfc3339(now),
    }))
}

/// What the files are, for who finds them without the site.
fn readme(index: &ArchiveIndex) -> String {
    let mut text = include_str!("archive/README.txt").to_owned();
    for month in &index.months {
        text.push_str(&format!(
            "{}  {:>12}  {:>10}\n",
            month.month,
            month.games,
            format_bytes(month.bytes)
        ));
    }
    text
}
