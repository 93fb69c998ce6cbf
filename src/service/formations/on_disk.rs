//! The index in a file beside the database, so that it is there at once when a server starts. It holds what the index
//! holds, revealed games alone; where anything about it is in doubt it is not used, and made anew.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::formation::Index;
use crate::service::{App, Error};
use crate::store::{Store, counted, games, transaction::in_transaction};

/// How the file begins; the number goes up when its form, or what is counted, changes.
const BEGINS: &[u8; 24] = b"adjutant formations 001\n";
/// The counter that names the file which was written last: a file of another database, or one that is older than what
/// the database was brought back to, is another.
const NAMED: &str = "formations_file";
/// Bytes of BLAKE3 at the end.
const HASH: usize = 32;
/// Bytes a game, and beside the games, that a file has at most.
const MOST_A_GAME: u64 = 128;
const MOST_BESIDE: u64 = 1 << 20;

/// What a file holds.
pub(super) struct OnDisk {
    pub index: Index,
    /// The counters when it was read from the store.
    pub seen: Vec<i64>,
}

/// The index of the file, if it is certain that it was made of this database.
pub(super) fn read(app: &App) -> Result<Option<OnDisk>, Error> {
    let mut connection = app.store().connection()?;
    let named = games::counter(&mut connection, NAMED)?;
    let most = games::counter(&mut connection, "games")?.unsigned_abs() * MOST_A_GAME + MOST_BESIDE;
    drop(connection);
    if named == 0 {
        return Ok(None);
    }
    let path = app.formations_file();
    let bytes = match bytes_of(&path, most) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            tracing::warn!(error = %e, file = %path.display(), "set-ups are counted anew");
            return Ok(None);
        }
    };
    let found = parsed(&bytes, named);
    if found.is_none() {
        tracing::info!(file = %path.display(), "the file is not what was written last: set-ups are counted anew");
    }
    Ok(found)
}

fn bytes_of(path: &Path, most: u64) -> io::Result<Vec<u8>> {
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

fn parsed(bytes: &[u8], named: i64) -> Option<OnDisk> {
    let (rest, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
    if blake3::hash(rest).as_bytes() != hash {
        return None;
    }
    let mut rest = rest.strip_prefix(BEGINS)?;
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
    Some(OnDisk { index: Index::read(rest)?, seen })
}

/// Writes the index to the file, in the place of what is there.
///
/// # Errors
/// [`Error::Unavailable`] where the file cannot be written; the one before counts for nothing then.
pub(super) fn write(app: &App, index: &Index, seen: &[i64]) -> Result<(), Error> {
    let name = i64::from(rand::random::<u32>() >> 1) + 1;
    let mut bytes = BEGINS.to_vec();
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
    put(&new, &bytes).map_err(fail)?;
    say_name(app.store(), name)?;
    std::fs::rename(&new, &path).map_err(fail)
}

/// A file that its owner alone may read, whatever was there.
fn put(path: &PathBuf, bytes: &[u8]) -> io::Result<()> {
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

fn say_name(store: &Store, name: i64) -> Result<(), Error> {
    let mut connection = store.connection()?;
    in_transaction(&mut connection, |connection| {
        Ok::<_, Error>(counted::set(connection, NAMED, name)?)
    })
}
