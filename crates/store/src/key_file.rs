//! The file of the sealing key: 32 bytes or, after a rotation, lines with everything needed to open
//! data sealed under older keys.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use data_encoding::HEXLOWER;

use super::seal::{KEY_BYTES, Sealer};
use super::{Result, StoreError, with_private_mode};

/// The derivation context of the key for hashes of names.
const NAMES_KEY_CONTEXT: &str = "adjutant 2026 retired names";
/// The first line of a file with several keys.
const HEADER_LINE: &str = "adjutant-seal-key 2";
/// The last line of a file whose newest key is not yet used everywhere.
const ROTATION_LINE: &str = "replacing";
const INVALID_KEY_FILE_HINT: &str = "put the key back from its own backup, or, if it is lost for good, move this file away and see \
                           `adjutant admin seal-lost`";
/// More than a file with a handful of keys needs.
const MAX_FILE_BYTES: u64 = 4_096;

/// The content of a key file.
pub(super) struct KeyFile {
    /// The newest first.
    keys: Vec<[u8; KEY_BYTES]>,
    names: [u8; KEY_BYTES],
    /// Whether data may still be sealed under older keys.
    under_way: bool,
}

/// Identifies a state of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileStamp {
    inode: u64,
    modified: Option<SystemTime>,
    length: u64,
}

impl FileStamp {
    /// `None` if there is no such file.
    pub(super) fn from_path(path: &Path) -> Option<FileStamp> {
        let about = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(&about);
        #[cfg(not(unix))]
        let inode = 0;
        Some(FileStamp { inode, modified: about.modified().ok(), length: about.len() })
    }
}

impl KeyFile {
    pub(super) fn new(key: [u8; KEY_BYTES]) -> KeyFile {
        KeyFile {
            names: blake3::derive_key(NAMES_KEY_CONTEXT, &key),
            keys: vec![key],
            under_way: false,
        }
    }

    /// The newest first.
    pub(super) fn keys(&self) -> &[[u8; KEY_BYTES]] {
        &self.keys
    }

    /// The key for hashes of names.
    pub(super) fn names_key(&self) -> &[u8; KEY_BYTES] {
        &self.names
    }

    /// Whether a rotation is in progress, or was interrupted.
    pub(super) fn is_rotating(&self) -> bool {
        self.under_way
    }

    /// Reads a key file, which must be readable by its owner only.
    pub(super) fn read(path: &Path) -> Result<KeyFile> {
        let fail =
            |reason: String| StoreError::Key(format!("the key file {}: {reason}", path.display()));
        let mut file = File::open(path).map_err(|e| fail(format!("{e}; without it neither set-ups of games that are not over, nor those that players keep, nor second factors can be read: put the key back from its own backup, or, if it is lost for good, see `adjutant admin seal-lost`")))?;
        refuse_wide_mode(&file).map_err(fail)?;
        let mut bytes = Vec::with_capacity(256);
        Read::by_ref(&mut file)
            .take(MAX_FILE_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|e| fail(e.to_string()))?;
        KeyFile::parse(&bytes).map_err(|why| fail(format!("{why}; {INVALID_KEY_FILE_HINT}")))
    }

    fn parse(bytes: &[u8]) -> Result<KeyFile, String> {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with(HEADER_LINE));
        let Some(text) = text else {
            let key: [u8; KEY_BYTES] = bytes
                .try_into()
                .map_err(|_| format!("{} bytes instead of {KEY_BYTES}", bytes.len()))?;
            return Ok(KeyFile::new(key));
        };
        let (mut keys, mut names, mut under_way) = (Vec::new(), None, false);
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            if line == ROTATION_LINE {
                under_way = true;
                continue;
            }
            let fault = || format!("line {number} is no line of a key file");
            let (what, hex) = line.split_once(' ').ok_or_else(fault)?;
            let bytes = HEXLOWER.decode(hex.as_bytes()).map_err(|_| fault())?;
            let bytes: [u8; KEY_BYTES] = bytes.try_into().map_err(|_| fault())?;
            match what {
                "seal" if keys.is_empty() => keys.push(bytes),
                "former" if !keys.is_empty() => keys.push(bytes),
                "names" if names.is_none() => names = Some(bytes),
                _ => return Err(fault()),
            }
        }
        match (keys.is_empty(), names) {
            (false, Some(names)) => Ok(KeyFile { keys, names, under_way }),
            _ => Err("it is cut short: a line `seal` or `names` is missing".to_owned()),
        }
    }

    fn to_text(&self) -> String {
        let mut text = format!("{HEADER_LINE}\n");
        for (place, key) in self.keys.iter().enumerate() {
            let what = if place == 0 { "seal" } else { "former" };
            text += &format!("{what} {}\n", HEXLOWER.encode(key));
        }
        text += &format!("names {}\n", HEXLOWER.encode(&self.names));
        if self.under_way {
            text += &format!("{ROTATION_LINE}\n");
        }
        text
    }

    /// Creates a file with one key and mode 0600, atomically.
    pub(super) fn create(path: &Path, key: [u8; KEY_BYTES]) -> Result<()> {
        create_exclusively(path, &key)
    }

    /// Replaces the file atomically.
    fn replace(&self, path: &Path) -> Result<()> {
        let fail = |e: std::io::Error| write_error(path, &e);
        let draft = write_draft(path, self.to_text().as_bytes()).map_err(fail)?;
        std::fs::rename(&draft, path).map_err(|e| {
            let _ = std::fs::remove_file(&draft);
            fail(e)
        })?;
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        File::open(dir.unwrap_or(Path::new("."))).and_then(|dir| dir.sync_all()).map_err(fail)
    }
}

/// A key rotation: the new key is in the file, and existing data is being resealed under it. Only
/// one can be in progress.
pub struct Rotation {
    path: PathBuf,
    file: KeyFile,
    sealer: Sealer,
    /// Held during the rotation.
    _lock: File,
}

impl Rotation {
    /// Adds a new key to the file, before the existing ones. Other processes seal under the new one
    /// from now on.
    ///
    /// # Errors
    /// Returns [`StoreError::Key`] if the file cannot be read or written, or another rotation is in
    /// progress.
    pub fn begin(path: &Path, key: [u8; KEY_BYTES]) -> Result<Rotation> {
        let lock_path = path.with_extension("rotating");
        let lock = with_private_mode(OpenOptions::new().write(true).create(true).truncate(false))
            .open(&lock_path);
        let lock = lock.map_err(|e| write_error(&lock_path, &e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let words = "the sealing key is just being replaced by another command";
                return Err(StoreError::Key(words.to_owned()));
            }
            Err(TryLockError::Error(e)) => return Err(write_error(&lock_path, &e)),
        }
        let mut file = KeyFile::read(path)?;
        file.keys.insert(0, key);
        file.under_way = true;
        file.replace(path)?;
        Ok(Rotation { path: path.to_owned(), file, sealer: Sealer::load(path)?, _lock: lock })
    }

    /// A sealer with the new key and all older ones.
    pub fn sealer(&self) -> &Sealer {
        &self.sealer
    }

    /// Ends the rotation once nothing is sealed under older keys, and removes all but the last of
    /// them. That one remains for data sealed at the moment of the change and written later.
    pub fn finish(mut self) -> Result<()> {
        self.file.keys.truncate(2);
        self.file.under_way = false;
        self.file.replace(&self.path)
    }
}

fn write_error(path: &Path, e: &std::io::Error) -> StoreError {
    StoreError::Key(format!("cannot write the key file {}: {e}", path.display()))
}

/// Creates a file readable by its owner only, atomically; fails if it exists.
pub(super) fn create_exclusively(path: &Path, bytes: &[u8]) -> Result<()> {
    let fail = |e: std::io::Error| write_error(path, &e);
    let draft = write_draft(path, bytes).map_err(fail)?;
    // Creating the link fails if the file exists: an older key is never overwritten.
    let linked = std::fs::hard_link(&draft, path);
    let _ = std::fs::remove_file(&draft);
    linked.map_err(fail)
}

/// Reads a small file that must be readable by its owner only; the error says why it cannot.
pub(super) fn read_private(path: &Path) -> Result<Vec<u8>, String> {
    let mut file = File::open(path).map_err(|e| e.to_string())?;
    refuse_wide_mode(&file)?;
    let mut bytes = Vec::with_capacity(256);
    let read = Read::by_ref(&mut file).take(MAX_FILE_BYTES).read_to_end(&mut bytes);
    read.map_err(|e| e.to_string())?;
    Ok(bytes)
}

/// Writes and syncs the bytes to a temporary file beside the key file, readable by its owner only;
/// returns its path.
fn write_draft(path: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let draft = draft_path(path);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    match file.write_all(bytes).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(draft),
        Err(e) => {
            let _ = std::fs::remove_file(&draft);
            Err(e)
        }
    }
}

/// A file name that no other thread or process uses.
fn draft_path(path: &Path) -> PathBuf {
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    path.with_extension(format!("new-{}-{number}", std::process::id()))
}

#[cfg(unix)]
fn refuse_wide_mode(file: &File) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata().map_err(|e| e.to_string())?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        Ok(())
    } else {
        Err(format!("others may read it (mode {mode:03o}); run chmod 600 on it"))
    }
}

#[cfg(not(unix))]
fn refuse_wide_mode(_: &File) -> Result<(), String> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_is_cut_short_is_refused_by_its_line() {
        let mut file = KeyFile::new([1; KEY_BYTES]);
        file.keys.insert(0, [2; KEY_BYTES]);
        let text = file.to_text();
        let read = KeyFile::parse(text.as_bytes()).map_err(|e| panic!("{e}")).unwrap();
        assert_eq!((&read.keys, read.names), (&file.keys, file.names));
        file.under_way = true;
        assert!(KeyFile::parse(file.to_text().as_bytes()).is_ok_and(|read| read.under_way));
        let refusal = |text: &str| KeyFile::parse(text.as_bytes()).err().unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        assert!(refusal(&lines[..2].join("\n")).contains("cut short"));
        assert!(refusal(&format!("{}\nformer 00", lines[0])).contains("line 2"));
        let doubled = format!("{text}{}\n", lines[1]);
        assert!(refusal(&doubled).contains("line 5"), "{}", refusal(&doubled));
        assert!(refusal("31 bytes").contains("8 bytes instead of 32"));
    }
}
