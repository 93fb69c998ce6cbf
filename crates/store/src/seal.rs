//! Encryption of secret data at rest: XChaCha20-Poly1305 with a key in a file outside the database.
//!
//! The key can be rotated while a server runs (see [`Rotation`]): the newest key of the file seals,
//! and the older ones still open. If the file is lost, a [`Sealer`] exists that does neither.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use salpakan::rules::Color;

use super::key_file::{FileStamp, KeyFile};
use super::{Result, StoreError};

pub use super::key_file::Rotation;

pub const KEY_BYTES: usize = 32;
/// The length of the nonce of a body.
pub const NONCE_BYTES: usize = 24;
const CURRENT_VERSION: u8 = 2;
/// Bodies with the annotations after the armies, padded to whole kibibytes: still readable, but no
/// longer written, since their length revealed long comments.
const FIRST_VERSION: u8 = 1;
/// Enough for the armies of every rule-set with a length prefix: at most 4 + 1 + 2 x 16.
const ARMIES_BYTES: usize = 64;
/// Enough for a saved set-up with the longest name: 4 + 16 + 4 x 60.
const OWN_SET_UP_BYTES: usize = 264;
/// The minimum length of annotations, also if there are none, and the constant length of notes.
const MIN_ANNOTATIONS_BYTES: usize = 1024;
/// The maximum length of notes on a game, in bytes.
pub const MAX_NOTES_BYTES: usize = MIN_ANNOTATIONS_BYTES - 4;

/// The kind of sealed data, which determines its padded length; data opens only as its own kind.
///
/// Armies have a constant length. The length of comments cannot be hidden completely without
/// padding all games to the longest: it is padded to 1 KiB times a power of four, which yields at
/// most eight classes, with nearly all games in one. Comments may name ranks, but a class only
/// reveals how much was written. Data of live games has a constant length per kind; what does not
/// fit is not sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedKind {
    Armies,
    /// Comments and unknown tags.
    Annotations,
    /// The TOTP key of an account; bound to the account instead of a game.
    SecondFactor,
    /// The army of one side in a live game.
    SetUp(Color),
    /// The seed to which the toss of a live game was committed.
    TossSeed,
    /// The notes of one side on a live game.
    Notes(Color),
    /// A saved set-up with its name; bound to account and row.
    OwnSetUp,
}

impl SealedKind {
    /// The padded length for a text of `length`, with its length prefix; `None` if it does not fit.
    fn padded_length(self, length: usize) -> Option<usize> {
        let (mut room, grows) = match self {
            SealedKind::Armies | SealedKind::SecondFactor => (ARMIES_BYTES, true),
            SealedKind::Annotations => (MIN_ANNOTATIONS_BYTES, true),
            SealedKind::SetUp(_) | SealedKind::TossSeed => (ARMIES_BYTES, false),
            SealedKind::Notes(_) => (MIN_ANNOTATIONS_BYTES, false),
            SealedKind::OwnSetUp => (OWN_SET_UP_BYTES, false),
        };
        while grows && room < length + 4 {
            room *= 4;
        }
        (room >= length + 4).then_some(room)
    }

    /// The associated data of a body: its kind, its game, and its side if there is one.
    fn associated_data(self, game: &[u8]) -> Vec<u8> {
        let (kind, side): (u8, &[u8]) = match self {
            SealedKind::Armies => (b'A', &[]),
            SealedKind::Annotations => (b'N', &[]),
            SealedKind::SecondFactor => (b'T', &[]),
            SealedKind::SetUp(color) => (b'S', side_bytes(color)),
            SealedKind::TossSeed => (b'O', &[]),
            SealedKind::Notes(color) => (b'P', side_bytes(color)),
            SealedKind::OwnSetUp => (b'K', &[]),
        };
        [&[kind], game, side].concat()
    }
}

const fn side_bytes(color: Color) -> &'static [u8] {
    match color {
        Color::White => &[0],
        Color::Black => &[1],
    }
}

/// Whether this sealed body of armies also contains the annotations.
pub fn holds_annotations(armies: &[u8]) -> bool {
    armies.first() == Some(&FIRST_VERSION)
}

/// The binding of the sealed TOTP key of an account.
pub fn account_binding(account: i32) -> [u8; 4] {
    account.to_be_bytes()
}

/// The binding of a saved set-up, which opens in its own row only.
pub fn own_set_up_binding(account: i32, id: i32) -> [u8; 8] {
    (i64::from(account) << 32 | i64::from(id)).to_be_bytes()
}

/// Seals and opens data; the key cannot be retrieved from it. Clones share their keys.
#[derive(Clone)]
pub struct Sealer(Arc<KeyRing>);

struct KeyRing {
    /// The key file, which is read again when it changes; `None` for keys without a file.
    file: Option<PathBuf>,
    state: RwLock<KeyState>,
}

struct KeyState {
    /// The keys, or why there are none, as a message to the operator.
    keys: Result<Keys, String>,
    /// The state of the file when it was read.
    stamp: Option<FileStamp>,
}

struct Keys {
    /// Newest first: the first one seals, and all of them open.
    ciphers: Vec<Cipher>,
    /// The key for hashes of names, which is not rotated.
    names: [u8; KEY_BYTES],
    /// Whether a rotation is in progress, or was interrupted.
    under_way: bool,
}

#[derive(Clone)]
struct Cipher {
    cipher: XChaCha20Poly1305,
    /// Identifies the key.
    mark: [u8; 32],
}

/// The length of a keyed hash.
pub const HASH_BYTES: usize = 32;

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(..)")
    }
}

impl Keys {
    fn from_key_file(file: &KeyFile) -> Keys {
        let cipher = |key: &[u8; KEY_BYTES]| Cipher {
            cipher: XChaCha20Poly1305::new(&Key::from(*key)),
            mark: blake3::derive_key("adjutant 2026 tells keys apart", key),
        };
        let ciphers = file.keys().iter().map(cipher).collect();
        Keys { ciphers, names: *file.names_key(), under_way: file.is_rotating() }
    }

    /// Adds earlier keys that the file no longer contains, since data sealed under them may be in
    /// memory.
    fn with_previous(mut self, before: &Keys) -> Keys {
        for one in &before.ciphers {
            if self.ciphers.iter().all(|known| known.mark != one.mark) {
                self.ciphers.push(one.clone());
            }
        }
        self
    }
}

impl Sealer {
    /// A sealer with this key only, without a file.
    pub fn new(key: [u8; KEY_BYTES]) -> Sealer {
        Sealer::from_parts(None, Ok(Keys::from_key_file(&KeyFile::new(key))), None)
    }

    /// A sealer without a key, which neither seals nor opens and reports `why`. The key may be
    /// restored at this path (see [`Sealer::try_recover_key`]).
    pub fn without_key(path: &Path, why: String) -> Sealer {
        Sealer::from_parts(Some(path.to_owned()), Err(why), None)
    }

    fn from_parts(
        file: Option<PathBuf>,
        keys: Result<Keys, String>,
        stamp: Option<FileStamp>,
    ) -> Sealer {
        Sealer(Arc::new(KeyRing { file, state: RwLock::new(KeyState { keys, stamp }) }))
    }

    /// Reads the key file.
    ///
    /// # Errors
    /// Returns [`StoreError::Key`] if it is missing, readable by others, or not a key file.
    pub fn load(path: &Path) -> Result<Sealer> {
        let stamp = FileStamp::from_path(path);
        let file = KeyFile::read(path)?;
        Ok(Sealer::from_parts(Some(path.to_owned()), Ok(Keys::from_key_file(&file)), stamp))
    }

    /// Creates a key file with mode 0600, atomically.
    pub fn create(path: &Path, key: [u8; KEY_BYTES]) -> Result<Sealer> {
        KeyFile::create(path, key)?;
        Sealer::load(path)
    }

    fn read_state(&self) -> RwLockReadGuard<'_, KeyState> {
        self.0.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_state(&self) -> RwLockWriteGuard<'_, KeyState> {
        self.0.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why nothing can be sealed or opened; `None` if the key is available.
    pub fn unavailable_reason(&self) -> Option<String> {
        self.read_state().keys.as_ref().err().cloned()
    }

    /// Whether the key file exists; `true` for a sealer without one.
    pub fn has_key_file(&self) -> bool {
        self.0.file.as_deref().is_none_or(Path::exists)
    }

    /// Whether a rotation is in progress, or was interrupted.
    pub fn is_rotating(&self) -> bool {
        self.reload_if_changed();
        self.read_state().keys.as_ref().is_ok_and(|keys| keys.under_way)
    }

    /// Loads the key if it is missing and the file was restored. `fits` checks whether the key is
    /// the right one, once for each state of the file.
    pub fn try_recover_key(&self, fits: impl FnOnce(&Sealer) -> Result<(), String>) {
        let Some(path) = self.0.file.as_deref().filter(|_| self.unavailable_reason().is_some())
        else {
            return;
        };
        let stamp = FileStamp::from_path(path);
        if stamp.is_none() || stamp == self.read_state().stamp {
            return;
        }
        let found = Sealer::load(path).map_err(|e| e.to_string());
        let found = found.and_then(|found| fits(&found).map(|()| found));
        let mut state = self.write_state();
        state.stamp = stamp;
        match found {
            Ok(found) => {
                state.keys = std::mem::replace(&mut found.write_state().keys, Err(String::new()))
            }
            Err(why) => {
                tracing::error!(error = %why, "the sealing key is not usable yet");
                state.keys = Err(why);
            }
        }
    }

    /// Reads the file again if it has changed; returns whether it had.
    fn reload_if_changed(&self) -> bool {
        let Some(path) = self.0.file.as_deref() else { return false };
        let stamp = FileStamp::from_path(path);
        let unchanged =
            |state: &KeyState| stamp.is_none() || stamp == state.stamp || state.keys.is_err();
        if unchanged(&self.read_state()) {
            return false;
        }
        let file = KeyFile::read(path);
        let mut state = self.write_state();
        if unchanged(&state) {
            return true;
        }
        state.stamp = stamp;
        match (&state.keys, file) {
            (Ok(before), Ok(file)) => {
                state.keys = Ok(Keys::from_key_file(&file).with_previous(before));
                tracing::info!("the sealing key was replaced; the new one is used from now on");
                true
            }
            (_, Err(e)) => {
                tracing::error!(error = %e, "the key file has changed and cannot be read; the key before is kept");
                false
            }
            (Err(_), Ok(_)) => false,
        }
    }

    /// Runs `work` with the keys.
    fn with_keys<T>(&self, work: impl FnOnce(&Keys) -> Result<T>) -> Result<T> {
        match &self.read_state().keys {
            Ok(keys) => work(keys),
            Err(why) => Err(StoreError::Key(why.clone())),
        }
    }

    /// Seals `plain` for the game with this content id or public id. `nonce` is fresh randomness.
    ///
    /// # Errors
    /// Returns [`StoreError::Key`] if the data does not fit, or the cipher fails, which it does not
    /// below 256 GiB.
    pub fn seal(
        &self,
        room: SealedKind,
        game: &[u8],
        plain: &[u8],
        nonce: [u8; NONCE_BYTES],
    ) -> Result<Vec<u8>> {
        let padded = pad(room, plain).ok_or_else(|| {
            StoreError::Key("what is to be sealed is longer than its room".to_owned())
        })?;
        self.reload_if_changed();
        self.with_keys(|keys| {
            encrypt(keys, (CURRENT_VERSION, &room.associated_data(game)), &padded, nonce)
        })
    }

    /// Reseals a body under the newest key in the same format; `None` if it is under that key
    /// already.
    pub fn reseal(
        &self,
        room: SealedKind,
        game: &[u8],
        body: &[u8],
        nonce: [u8; NONCE_BYTES],
    ) -> Result<Option<Vec<u8>>> {
        self.with_keys(|keys| {
            let (place, form, padded) = decrypt(keys, room, game, body)?;
            match place {
                0 => Ok(None),
                _ => encrypt(keys, (form.version, &form.bound_to), &padded, nonce).map(Some),
            }
        })
    }

    /// A keyed hash, which recognises a name without revealing it: nobody can compute or test it
    /// without the key. `kind` separates hashes of different purposes.
    pub fn hash(&self, kind: u8, name: &str) -> Result<[u8; HASH_BYTES]> {
        self.with_keys(|keys| {
            let mut hasher = blake3::Hasher::new_keyed(&keys.names);
            hasher.update(&[kind]).update(name.as_bytes());
            Ok(hasher.finalize().into())
        })
    }

    /// Opens a body sealed by [`Sealer::seal`] as the same kind for the same game, also in the old
    /// format.
    pub fn open(&self, room: SealedKind, game: &[u8], body: &[u8]) -> Result<Vec<u8>> {
        let open = || self.with_keys(|keys| decrypt(keys, room, game, body));
        let opened = match open() {
            // Another process may have just rotated the key.
            Err(_) if self.reload_if_changed() => open(),
            opened => opened,
        };
        unpad(&opened?.2).ok_or_else(cannot_open)
    }
}

/// The format of a body.
struct SealFormat {
    version: u8,
    bound_to: Vec<u8>,
}

fn cannot_open() -> StoreError {
    StoreError::Key(
        "a sealed set-up cannot be opened: the key file is another one's, or the row is damaged"
            .to_owned(),
    )
}

/// Encrypts a padded text with the newest key.
fn encrypt(
    keys: &Keys,
    (version, bound_to): (u8, &[u8]),
    padded: &[u8],
    nonce: [u8; NONCE_BYTES],
) -> Result<Vec<u8>> {
    let refused = || StoreError::Key("a set-up could not be sealed".to_owned());
    let newest = keys.ciphers.first().ok_or_else(refused)?;
    let payload = Payload { msg: padded, aad: bound_to };
    let sealed = newest.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| refused())?;
    let mut body = Vec::with_capacity(1 + NONCE_BYTES + sealed.len());
    body.push(version);
    body.extend_from_slice(&nonce);
    body.extend_from_slice(&sealed);
    Ok(body)
}

/// Decrypts a body; returns the padded text, its format, and the index of the key.
fn decrypt(
    keys: &Keys,
    room: SealedKind,
    game: &[u8],
    body: &[u8],
) -> Result<(usize, SealFormat, Vec<u8>)> {
    let (version, rest) = body.split_first().ok_or_else(cannot_open)?;
    let bound_to = match *version {
        CURRENT_VERSION => room.associated_data(game),
        FIRST_VERSION if room == SealedKind::Armies => game.to_vec(),
        _ => return Err(cannot_open()),
    };
    let (nonce, sealed) = rest.split_at_checked(NONCE_BYTES).ok_or_else(cannot_open)?;
    let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| cannot_open())?;
    let open = |one: &Cipher| {
        let payload = Payload { msg: sealed, aad: &bound_to };
        one.cipher.decrypt(&XNonce::from(nonce), payload).ok()
    };
    let mut tried = keys.ciphers.iter().enumerate();
    let opened = tried.find_map(|(place, one)| Some((place, open(one)?)));
    let (place, padded) = opened.ok_or_else(cannot_open)?;
    Ok((place, SealFormat { version: *version, bound_to }, padded))
}

/// Adds a length prefix and zero padding; `None` if the text does not fit.
fn pad(room: SealedKind, plain: &[u8]) -> Option<Vec<u8>> {
    let bytes = room.padded_length(plain.len())?;
    let mut padded = Vec::with_capacity(bytes);
    padded.extend_from_slice(&(plain.len() as u32).to_le_bytes());
    padded.extend_from_slice(plain);
    padded.resize(bytes, 0);
    Some(padded)
}

fn unpad(padded: &[u8]) -> Option<Vec<u8>> {
    let (length, rest) = padded.split_first_chunk::<4>()?;
    rest.get(..u32::from_le_bytes(*length) as usize).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_for_its_game_and_as_what_it_is_only() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let room = SealedKind::Armies;
        let body = sealer.seal(room, b"game one", b"secret", [1; NONCE_BYTES]).expect("seals");
        assert_eq!(sealer.open(room, b"game one", &body).expect("opens"), b"secret");
        assert!(sealer.open(room, b"game two", &body).is_err());
        assert!(sealer.open(SealedKind::Annotations, b"game one", &body).is_err());
        assert!(Sealer::new([8; KEY_BYTES]).open(room, b"game one", &body).is_err());
    }

    #[test]
    fn a_hash_is_of_one_key_kind_and_name() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let hash = |sealer: &Sealer, kind, name| sealer.hash(kind, name).expect("there is a key");
        let one = hash(&sealer, b'n', "datu");
        assert_eq!(hash(&Sealer::new([7; KEY_BYTES]), b'n', "datu"), one);
        let others = [
            hash(&Sealer::new([8; KEY_BYTES]), b'n', "datu"),
            hash(&sealer, b'l', "datu"),
            hash(&sealer, b'n', "datu2"),
        ];
        assert!(!others.contains(&one));
    }

    #[test]
    fn armies_have_one_length_and_annotations_few() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let length = |room, plain: usize| {
            let body = sealer.seal(room, b"g", &vec![5; plain], [1; NONCE_BYTES]).expect("seals");
            body.len() - 1 - NONCE_BYTES - 16
        };
        assert_eq!([0, 1, 15, 33].map(|plain| length(SealedKind::Armies, plain)), [64; 4]);
        let notes = |plain| length(SealedKind::Annotations, plain);
        assert_eq!([0, 1, 1020].map(notes), [1 << 10; 3]);
        assert_eq!([1021, 4092].map(notes), [1 << 12; 2]);
        assert_eq!([4093, 16_380].map(notes), [1 << 14; 2]);
    }

    #[test]
    fn what_belongs_to_a_play_has_one_length_and_opens_for_its_play_and_side_only() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let (white, black) = (SealedKind::SetUp(Color::White), SealedKind::SetUp(Color::Black));
        let notes = SealedKind::Notes(Color::White);
        let rooms = [(white, 60), (SealedKind::TossSeed, 60), (notes, MAX_NOTES_BYTES)];
        for (room, most) in rooms {
            let seal = |plain: usize| sealer.seal(room, b"p", &vec![5; plain], [1; NONCE_BYTES]);
            let lengths = [0, 1, most / 2, most].map(|plain| seal(plain).expect("seals").len());
            assert_eq!(lengths, [1 + NONCE_BYTES + 4 + most + 16; 4]);
            assert!(seal(most + 1).is_err(), "a longer one would tell of itself");
        }
        let body = sealer.seal(white, b"p", b"army", [1; NONCE_BYTES]).expect("seals");
        assert_eq!(sealer.open(white, b"p", &body).expect("opens"), b"army");
        assert!(sealer.open(white, b"q", &body).is_err());
        for other in [black, notes, SealedKind::TossSeed, SealedKind::Armies] {
            assert!(sealer.open(other, b"p", &body).is_err(), "{other:?}");
        }
    }

    #[test]
    fn a_replaced_key_opens_what_the_one_before_sealed_and_seals_what_that_does_not_open() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("seal.key");
        let running = Sealer::create(&path, [3; KEY_BYTES]).expect("creates");
        let before =
            running.seal(SealedKind::Armies, b"g", b"army", [1; NONCE_BYTES]).expect("seals");
        let name = running.hash(b'n', "datu").expect("there is a key");
        let rotation = Rotation::begin(&path, [4; KEY_BYTES]).expect("begins");
        assert!(Rotation::begin(&path, [5; KEY_BYTES]).is_err(), "one at a time");
        let after =
            running.seal(SealedKind::Armies, b"g", b"army", [2; NONCE_BYTES]).expect("seals");
        let old = Sealer::new([3; KEY_BYTES]);
        assert!(old.open(SealedKind::Armies, b"g", &after).is_err(), "the new key seals");
        for body in [&before, &after] {
            assert_eq!(running.open(SealedKind::Armies, b"g", body).expect("opens"), b"army");
        }
        let sealer = rotation.sealer();
        let again =
            sealer.reseal(SealedKind::Armies, b"g", &before, [6; NONCE_BYTES]).expect("opens");
        let again = again.expect("it was under the key before");
        assert!(old.open(SealedKind::Armies, b"g", &again).is_err());
        assert_eq!(sealer.open(SealedKind::Armies, b"g", &again).expect("opens"), b"army");
        let same =
            sealer.reseal(SealedKind::Armies, b"g", &again, [7; NONCE_BYTES]).expect("opens");
        assert_eq!(same, None, "it is under the newest");
        assert_eq!(sealer.hash(b'n', "datu").expect("there is a key"), name, "names stay known");
        rotation.finish().expect("it is written");
        Rotation::begin(&path, [5; KEY_BYTES]).expect("begins").finish().expect("it is written");
        let read = Sealer::load(&path).expect("loads");
        assert!(read.open(SealedKind::Armies, b"g", &again).is_ok(), "the one before still opens");
        assert!(read.open(SealedKind::Armies, b"g", &before).is_err(), "and none before that");
        assert_eq!(read.hash(b'n', "datu").expect("there is a key"), name);
        assert!(
            running.open(SealedKind::Armies, b"g", &before).is_ok(),
            "whoever knew it knows it still"
        );
    }

    #[test]
    fn without_its_key_it_says_why_and_takes_the_right_one_back() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("seal.key");
        let sealer = Sealer::without_key(&path, "the key is gone".to_owned());
        let refused = sealer.seal(SealedKind::Armies, b"g", b"army", [1; NONCE_BYTES]);
        assert_eq!(refused.expect_err("no key").to_string(), "the key is gone");
        assert!(sealer.hash(b'n', "datu").is_err());
        sealer.try_recover_key(|_| Ok(()));
        assert!(sealer.unavailable_reason().is_some(), "there is no file yet");
        Sealer::create(&path, [4; KEY_BYTES]).expect("creates");
        sealer.try_recover_key(|_| Err("it is another's".to_owned()));
        assert_eq!(sealer.unavailable_reason().as_deref(), Some("it is another's"));
        std::fs::remove_file(&path).expect("it goes");
        Sealer::create(&path, [3; KEY_BYTES]).expect("creates");
        sealer.try_recover_key(|_| Ok(()));
        assert_eq!(sealer.unavailable_reason(), None);
        let body = sealer.seal(SealedKind::Armies, b"g", b"army", [1; NONCE_BYTES]).expect("seals");
        let same = Sealer::new([3; KEY_BYTES]);
        assert_eq!(same.open(SealedKind::Armies, b"g", &body).expect("opens"), b"army");
    }

    #[test]
    fn a_key_file_is_made_once_for_its_owner_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("seal.key");
        Sealer::create(&path, [3; KEY_BYTES]).expect("creates");
        assert!(Sealer::create(&path, [4; KEY_BYTES]).is_err(), "never written over");
        Sealer::load(&path).expect("loads");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).expect("metadata").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("chmod");
            let refused = Sealer::load(&path).expect_err("refused").to_string();
            assert!(refused.contains("chmod 600"), "{refused}");
        }
    }
}
