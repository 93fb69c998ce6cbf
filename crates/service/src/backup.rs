//! Backups: one portable file, written and read with either database engine.
//!
//! The file is compressed with zstd and consists of a heading in lines of text (format, time, each
//! table with its columns) closed by an empty line; blocks of rows (table, rows, length, bytes); an
//! end mark; the number of rows of each table; and the BLAKE3 hash of all that. The sealing key is
//! never part of it: a stolen backup reveals no rank of an unfinished game.

use std::io::{self, Read, Write};

use adjutant_domain::moment::Micros;
use adjutant_domain::play::Outage;
use adjutant_store::archive::{self, Table};
use adjutant_store::events;
use adjutant_store::outages;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, ServingLock, Store, plays, tokens};

use super::contests::event_days;
use super::hashing::Hashing;
use super::{Error, Result};

/// The first line; the number changes with the format.
const FORM: &str = "adjutant backup 3";
/// Older formats, which are still read: the same tables with fewer columns, and fewer tables.
const OLDER_FORMS: [&str; 2] = ["adjutant backup 1", "adjutant backup 2"];
const END: u8 = 0xff;
/// Limits of the heading and of a block in bytes.
const MOST_HEADING: usize = 1 << 16;
const MOST_BLOCK: u32 = 1 << 30;

/// A summary of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The time of the backup according to its heading.
    pub made: String,
    /// The number of rows by table.
    pub rows: Vec<(&'static str, u64)>,
}

impl Contents {
    pub fn count(&self, table: &str) -> u64 {
        self.rows.iter().find(|(name, _)| *name == table).map_or(0, |(_, rows)| *rows)
    }
}

/// Writes a consistent snapshot of everything to `out`. `made` is the current time as text; `tell`
/// is called with the number of rows written.
pub fn write(
    store: &Store,
    out: impl Write,
    made: &str,
    tell: &mut dyn FnMut(u64),
) -> Result<Contents> {
    let mut conn = store.dedicated_connection()?;
    archive::begin_snapshot(&mut conn)?;
    let packer = zstd::Encoder::new(out, 3).map_err(unwritable)?;
    let mut out = Hashing::new(packer);
    out.write_all(heading(made).as_bytes()).map_err(unwritable)?;
    let mut total = 0;
    let mut rows = Vec::with_capacity(Table::ALL.len());
    for (number, table) in (0_u8..).zip(Table::ALL) {
        let (mut after, mut count) = (i32::MIN, 0);
        while let Some(block) = table.read(&mut conn, after)? {
            put_block(&mut out, number, block.rows, &block.bytes).map_err(unwritable)?;
            after = block.last;
            count += u64::from(block.rows);
            total += u64::from(block.rows);
            tell(total);
        }
        rows.push((table.columns().0, count));
    }
    finish(out, &rows).map_err(unwritable)?;
    Ok(Contents { made: made.to_owned(), rows })
}

fn unwritable(e: io::Error) -> Error {
    Error::Unavailable(format!("cannot write the backup to {e}"))
}

fn heading(made: &str) -> String {
    let mut text = format!("{FORM}\nmade {made}\n");
    for table in Table::ALL {
        let (name, columns) = table.columns();
        text.push_str(&format!("table {name} {}\n", columns.join(" ")));
    }
    text.push('\n');
    text
}

fn put_block(out: &mut impl Write, table: u8, rows: u32, bytes: &[u8]) -> io::Result<()> {
    out.write_all(&[table])?;
    out.write_all(&rows.to_le_bytes())?;
    out.write_all(&(bytes.len() as u32).to_le_bytes())?;
    out.write_all(bytes)
}

fn finish<W: Write>(
    mut out: Hashing<zstd::Encoder<'_, W>>,
    rows: &[(&str, u64)],
) -> io::Result<()> {
    out.write_all(&[END])?;
    for (_, count) in rows {
        out.write_all(&count.to_le_bytes())?;
    }
    let hash = out.hasher.finalize();
    out.inner.write_all(hash.as_bytes())?;
    out.inner.finish()?.flush()
}

/// Checks a whole backup without storing anything.
///
/// # Errors
/// Returns [`Error::Invalid`] if it is no backup, truncated, damaged, or of another version.
pub fn verify(input: impl Read) -> Result<Contents> {
    read(input, &mut |_, _, _, _| Ok(()))
}

/// Fills an empty database from a backup in one transaction. Sessions and API tokens end, since the
/// file may have been in other hands. `tell` is called with the number of rows written. The caller
/// must update the ratings.
///
/// # Errors
/// Returns [`Error::Conflict`] if the database is not empty or is being served, otherwise the
/// errors of [`verify`].
pub fn restore(
    store: &Store,
    input: impl Read,
    now: Micros,
    tell: &mut dyn FnMut(u64),
) -> Result<Contents> {
    let _lock = ServingLock::acquire_alone(store)?;
    let mut conn = store.bulk_connection()?;
    in_transaction(&mut conn, |conn: &mut AnyConnection| {
        if !archive::lock_if_empty(conn)? {
            return Err(Error::conflict(format!(
                "{} already holds games or people; a backup is only restored into an empty \
                 database: name another --data-dir or --database-url",
                store.location()
            )));
        }
        archive::defer_references(conn)?;
        let mut total = 0;
        read(input, &mut |table, columns, rows, bytes| {
            table.write(conn, columns, rows, bytes)?;
            total += u64::from(rows);
            tell(total);
            Ok(())
        })
        .and_then(|contents| {
            events::recompute_all_days(conn)?;
            event_days::backfill_all_days(conn)?;
            stands_since(conn, &contents.made)?;
            tokens::revoke_all_accounts(conn, now)?;
            archive::rebuild_look_keys(conn)?;
            Ok(contents)
        })
    })
}

/// Records an outage from the backup until the next start, so that no clock runs in between.
fn stands_since(conn: &mut AnyConnection, made: &str) -> Result<()> {
    if plays::has_any(conn)? && !outages::has_ongoing(conn)? {
        let made = chrono::DateTime::parse_from_rfc3339(made);
        let stopped = made.map_or(Micros(0), Micros::from);
        outages::add(conn, Outage { stopped, resumed: outages::ONGOING })?;
    }
    Ok(())
}

fn damaged(what: &str) -> Error {
    Error::invalid("backup", format!("{what}; use another copy of it"))
}

fn unreadable(e: io::Error) -> Error {
    match e.kind() {
        io::ErrorKind::UnexpectedEof => cut_off(),
        _ => damaged(&format!("the backup cannot be read or is damaged ({e})")),
    }
}

fn cut_off() -> Error {
    damaged("the backup is cut off")
}

fn no_backup() -> Error {
    Error::invalid("backup", "this is no backup of adjutant; name a file that it wrote")
}

/// The magic number of zstd, and so of every backup.
const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Distinguishes a foreign file from a truncated one before decompression; returns the whole input.
fn begins_as_a_backup(mut input: impl Read) -> Result<impl Read> {
    let mut start = Vec::with_capacity(PACKED.len());
    input.by_ref().take(PACKED.len() as u64).read_to_end(&mut start).map_err(unreadable)?;
    match start.len() {
        0 => Err(damaged("the file is empty")),
        _ if !PACKED.starts_with(&start) => Err(no_backup()),
        length if length < PACKED.len() => Err(cut_off()),
        _ => Ok(io::Cursor::new(start).chain(input)),
    }
}

/// Receives a block: table, columns per row, number of rows, and bytes.
type Take<'a> = &'a mut dyn FnMut(Table, usize, u32, &[u8]) -> Result<()>;

fn read(input: impl Read, take: Take<'_>) -> Result<Contents> {
    let unpacked = zstd::Decoder::new(begins_as_a_backup(input)?).map_err(unreadable)?;
    let mut input = Hashing::new(io::BufReader::new(unpacked));
    let Heading { made, columns } = read_heading(&mut input)?;
    let mut counts = vec![0_u64; columns.len()];
    loop {
        let [number] = bytes(&mut input)?;
        if number == END {
            break;
        }
        let at = usize::from(number);
        let table = Table::ALL.get(at).zip(columns.get(at));
        let table = table.ok_or_else(|| damaged("the backup names a table that is none"))?;
        let (table, columns) = (*table.0, *table.1);
        let rows = u32::from_le_bytes(bytes(&mut input)?);
        let length = u32::from_le_bytes(bytes(&mut input)?);
        if length > MOST_BLOCK {
            return Err(damaged("the backup has a block of an absurd size"));
        }
        let mut block = Vec::new();
        (&mut input).take(u64::from(length)).read_to_end(&mut block).map_err(unreadable)?;
        if block.len() < length as usize {
            return Err(cut_off());
        }
        counts[usize::from(number)] += u64::from(rows);
        take(table, columns, rows, &block)?;
    }
    check_end(&mut input, &counts)?;
    let rows = Table::ALL.iter().map(|table| table.columns().0).zip(counts).collect();
    Ok(Contents { made, rows })
}

fn bytes<const N: usize>(input: &mut impl Read) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

struct Heading {
    made: String,
    /// The number of columns of each table, in the order of [`Table::ALL`].
    columns: Vec<usize>,
}

/// The numbers of columns in a heading, if its tables are the first of ours and their columns the
/// first of theirs.
fn known_columns(text: &str) -> Option<Vec<usize>> {
    let (form, rest) = text.trim_end().split_once('\n')?;
    if form != FORM && !OLDER_FORMS.contains(&form) {
        return None;
    }
    let mut columns = Vec::new();
    for (at, line) in rest.lines().filter(|line| !line.starts_with("made ")).enumerate() {
        let (name, own) = Table::ALL.get(at)?.columns();
        let there = line.strip_prefix("table ")?.strip_prefix(name)?;
        let there: Vec<&str> = there.split_whitespace().collect();
        if there.is_empty() || !own.starts_with(&there) {
            return None;
        }
        columns.push(there.len());
    }
    (!columns.is_empty()).then_some(columns)
}

fn read_heading(input: &mut impl Read) -> Result<Heading> {
    let mut text = Vec::new();
    while !text.ends_with(b"\n\n") {
        let [byte] = bytes(input)?;
        text.push(byte);
        // The number of the format may differ; a later check reports that.
        let begins = text.len().min(FORM.len() - 2);
        if text[..begins] != FORM.as_bytes()[..begins] || text.len() > MOST_HEADING {
            return Err(no_backup());
        }
    }
    let text = String::from_utf8(text).map_err(|_| no_backup())?;
    let made = text.lines().find_map(|line| line.strip_prefix("made ")).unwrap_or("?").to_owned();
    let columns = known_columns(&text).ok_or_else(|| {
        Error::invalid(
            "backup",
            "this backup was made by another version of adjutant, whose tables differ: restore it \
             with that version, then run this one's `adjutant migrate`",
        )
    })?;
    Ok(Heading { made, columns })
}

fn check_end<R: Read>(input: &mut Hashing<R>, counts: &[u64]) -> Result<()> {
    for count in counts {
        if u64::from_le_bytes(bytes(input)?) != *count {
            return Err(damaged("the backup is damaged: its counts do not agree"));
        }
    }
    let hash = input.hasher.finalize();
    if bytes::<32>(&mut input.inner)? != *hash.as_bytes() {
        return Err(damaged("the backup is damaged: its checksum does not agree"));
    }
    if input.inner.read(&mut [0]).map_err(unreadable)? != 0 {
        return Err(damaged("the backup has something behind its end"));
    }
    Ok(())
}
