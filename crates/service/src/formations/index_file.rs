//! The index in a file beside the database, to be available at once after a restart. It contains
//! revealed games only, and is rebuilt in case of any doubt.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::{App, Error, Result};
use adjutant_domain::formation::Index;
use adjutant_store::{id_sequence, transaction::in_transaction};

/// The header; its number changes with the format or the indexed data.
const FILE_HEADER: &[u8; 24] = b"adjutant formations 001\n";
/// The counter that identifies the last file written, so that a file of another database, or of one
/// restored since, is not used.
const FILE_COUNTER: &str = "formations_file";
const HASH_BYTES: usize = 32;
/// The maximum file size: bytes per game, and overhead.
const MAX_BYTES_PER_GAME: u64 = 128;
const MAX_OVERHEAD_BYTES: u64 = 1 << 20;

pub(super) struct IndexFile {
    pub index: Index,
    /// The counters when it was built.
    pub counters: Vec<i64>,
}

/// Reads the index if it certainly belongs to this database.
pub(super) fn read(app: &App) -> Result<Option<IndexFile>> {
    let mut conn = app.store().connection()?;
    let named = id_sequence::counter(&mut conn, FILE_COUNTER)?;
    let most = id_sequence::counter(&mut conn, "games")?.unsigned_abs() * MAX_BYTES_PER_GAME
        + MAX_OVERHEAD_BYTES;
    drop(conn);
    if named == 0 {
        return Ok(None);
    }
    let path = app.formations_file();
    let bytes = match read_limited(&path, most) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            tracing::warn!(error = %e, file = %path.display(), "set-ups are counted anew");
            return Ok(None);
        }
    };
    let found = parse(&bytes, named);
    if found.is_none() {
        tracing::info!(file = %path.display(), "the file is not what was written last: set-ups are counted anew");
    }
    Ok(found)
}

fn read_limited(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "it is too long for the games there are",
        ));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn parse(bytes: &[u8], named: i64) -> Option<IndexFile> {
    let (rest, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH_BYTES)?)?;
    if blake3::hash(rest).as_bytes() != hash {
        return None;
    }
    let mut rest = rest.strip_prefix(FILE_HEADER)?;
    let mut number = || {
        let (own, later) = rest.split_first_chunk()?;
        rest = later;
        Some(i64::from_le_bytes(*own))
    };
    if number()? != named {
        return None;
    }
    let count = number()?;
    let seen: Vec<i64> = (0..count).map(|_| number()).collect::<Option<_>>()?;
    Some(IndexFile { index: Index::read(rest)?, counters: seen })
}

/// Writes the index, replacing the old file.
///
/// If it cannot be written, the old one becomes invalid.
pub(super) fn write(app: &App, index: &Index, seen: &[i64]) -> Result<()> {
    let name = i64::from(rand::random::<u32>() >> 1) + 1;
    let mut bytes = FILE_HEADER.to_vec();
    bytes.extend(name.to_le_bytes());
    bytes.extend((seen.len() as i64).to_le_bytes());
    bytes.extend(seen.iter().flat_map(|own| own.to_le_bytes()));
    index.write(&mut bytes);
    let hash = blake3::hash(&bytes);
    bytes.extend(hash.as_bytes());
    let path = app.formations_file();
    let fail = |e: io::Error| {
        Error::Unavailable(format!("the file {} cannot be written: {e}", path.display()))
    };
    let new = path.with_extension("new");
    write_private_file(&new, &bytes).map_err(fail)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        id_sequence::set_counter(conn, FILE_COUNTER, name)
    })?;
    std::fs::rename(&new, &path).map_err(fail)
}

/// Creates a file readable by its owner only.
fn write_private_file(path: &PathBuf, bytes: &[u8]) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
