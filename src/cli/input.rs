//! Reads files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use salpakan::record::notation::{Batches, GameReader, ReadError};

/// Opens a file, or standard input for `-`.
pub(super) fn open_input(file: &Path) -> io::Result<Box<dyn Read + Send>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(open_file(file)?))
}

/// Opens a file that is no directory.
pub(super) fn open_file(file: &Path) -> io::Result<File> {
    let opened = File::open(file)?;
    if opened.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is a directory"));
    }
    Ok(opened)
}

/// The first `most` bytes of a file, or of standard input for `-`.
pub(super) fn read_at_most(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The games of a file, or of standard input for `-`.
pub(super) fn read_batches(file: &Path) -> Result<Batches<'static>, String> {
    let opened = open_input(file).map_err(|cause| ReadError { after_game: 0, cause });
    let reader = opened.and_then(GameReader::new);
    reader.map(Batches).map_err(|e| format!("{}: {}", file.display(), e.cause))
}
