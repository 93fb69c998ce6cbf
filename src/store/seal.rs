//! Sealing what nobody may read at rest: XChaCha20-Poly1305 under a key that lives
//! in a file outside the database.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use crate::rules::Color;

use super::StoreError;

/// Bytes of the key.
pub const KEY_BYTES: usize = 32;
/// Bytes of the randomness of one body.
pub const NONCE_BYTES: usize = 24;
const VERSION: u8 = 2;
/// Of bodies that hold the annotations behind the armies, padded to whole kibibytes: still
/// read, no longer written, since long comments showed in their length.
const FIRST_VERSION: u8 = 1;
/// Where the armies of every rule-set fit, with a length before them: at most 4 + 1 + 2 x 16.
const ARMIES_ROOM: usize = 64;
/// Where a set-up of one's own fits with the longest name: 4 + 16 + 4 x 60.
const OWN_ROOM: usize = 264;
/// The least room of annotations, also where there are none; the whole room of notes.
const LEAST_ROOM: usize = 1024;
/// So many bytes of notes on a play find room.
pub const MOST_NOTES: usize = LEAST_ROOM - 4;

/// What is sealed decides the room it takes, and opens as nothing else.
///
/// Armies always take the same room. The length of comments cannot be hidden altogether
/// without giving each game room for the longest: it shows as a power of four times 1 KiB,
/// which parts all games into eight classes at most and nearly all into one. Comments may name
/// ranks, but a class tells only about how much was written, and never of what. What belongs to a
/// play has one length each, and what does not fit is not sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// Both armies.
    Armies,
    /// Comments and unknown tags.
    Annotations,
    /// The key of an account's second factor; it belongs to the account instead of a game.
    SecondFactor,
    /// One side's army in a play.
    SetUp(Color),
    /// What the toss of a play was committed to.
    TossSeed,
    /// What one side notes on a play.
    Notes(Color),
    /// A set-up that an account keeps for itself, with its name; it belongs to account and row.
    OwnSetUp,
}

impl Room {
    /// Bytes for a text of `length`, which has its own length before it; `None` where it finds no
    /// room.
    fn bytes(self, length: usize) -> Option<usize> {
        let (mut room, grows) = match self {
            Room::Armies | Room::SecondFactor => (ARMIES_ROOM, true),
            Room::Annotations => (LEAST_ROOM, true),
            Room::SetUp(_) | Room::TossSeed => (ARMIES_ROOM, false),
            Room::Notes(_) => (LEAST_ROOM, false),
            Room::OwnSetUp => (OWN_ROOM, false),
        };
        while grows && room < length + 4 {
            room *= 4;
        }
        (room >= length + 4).then_some(room)
    }

    /// What a body is bound to: its kind, its game or play, and its side where it has one.
    fn bound_to(self, game: &[u8]) -> Vec<u8> {
        let (kind, side): (u8, &[u8]) = match self {
            Room::Armies => (b'A', &[]),
            Room::Annotations => (b'N', &[]),
            Room::SecondFactor => (b'T', &[]),
            Room::SetUp(color) => (b'S', side_of(color)),
            Room::TossSeed => (b'O', &[]),
            Room::Notes(color) => (b'P', side_of(color)),
            Room::OwnSetUp => (b'K', &[]),
        };
        [&[kind], game, side].concat()
    }
}

const fn side_of(color: Color) -> &'static [u8] {
    match color {
        Color::White => &[0],
        Color::Black => &[1],
    }
}

/// Whether this sealed body of armies holds the annotations, too.
#[must_use]
pub fn holds_annotations(armies: &[u8]) -> bool {
    armies.first() == Some(&FIRST_VERSION)
}

/// Seals and opens; there is no way to get the key back out.
#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
    /// Follows from the key, for hashes of names.
    names: [u8; KEY_BYTES],
}

/// What the key for hashes of names is derived for.
const NAMES: &str = "adjutant 2026 retired names";
/// Bytes of a hash under the key.
pub const HASH_BYTES: usize = 32;

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(..)")
    }
}

impl Sealer {
    #[must_use]
    pub fn new(key: [u8; KEY_BYTES]) -> Sealer {
        Sealer {
            cipher: XChaCha20Poly1305::new(&Key::from(key)),
            names: blake3::derive_key(NAMES, &key),
        }
    }

    /// Reads the key file, which only its owner may read.
    ///
    /// # Errors
    /// [`StoreError::Key`]: missing, readable by others, or of the wrong length.
    pub fn load(path: &Path) -> Result<Sealer, StoreError> {
        let fail =
            |reason: String| StoreError::Key(format!("the key file {}: {reason}", path.display()));
        let mut file = File::open(path).map_err(|e| fail(format!("{e}; without it neither set-ups of games that are not over, nor those that players keep, nor second factors can be read: put the key back from its own backup")))?;
        refuse_wide_mode(&file).map_err(fail)?;
        let mut key = Vec::with_capacity(KEY_BYTES + 1);
        std::io::Read::by_ref(&mut file)
            .take(KEY_BYTES as u64 + 1)
            .read_to_end(&mut key)
            .map_err(|e| fail(e.to_string()))?;
        let key: [u8; KEY_BYTES] = key
            .try_into()
            .map_err(|key: Vec<u8>| fail(format!("{} bytes instead of {KEY_BYTES}", key.len())))?;
        Ok(Sealer::new(key))
    }

    /// Writes a new key file with mode 0600; it appears whole or not at all.
    ///
    /// # Errors
    /// [`StoreError::Key`] where the file exists or cannot be written.
    pub fn create(path: &Path, key: [u8; KEY_BYTES]) -> Result<Sealer, StoreError> {
        let fail = |e: std::io::Error| {
            StoreError::Key(format!("cannot write the key file {}: {e}", path.display()))
        };
        let draft = draft_beside(path);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft).map_err(fail)?;
        let written = file.write_all(&key).and_then(|()| file.sync_all());
        // A link fails where the file exists: an older key is never written over.
        let linked = written.and_then(|()| std::fs::hard_link(&draft, path));
        let _ = std::fs::remove_file(&draft);
        linked.map_err(fail)?;
        Ok(Sealer::new(key))
    }

    /// Seals `plain` for the game with this content id, or the play with this public id. `nonce` is
    /// fresh randomness.
    ///
    /// # Errors
    /// [`StoreError::Key`] where the room does not grow and it does not fit, and where the cipher
    /// refuses, which it does not below 256 GiB.
    pub fn seal(
        &self,
        room: Room,
        game: &[u8],
        plain: &[u8],
        nonce: [u8; NONCE_BYTES],
    ) -> Result<Vec<u8>, StoreError> {
        let padded = pad(room, plain).ok_or_else(|| {
            StoreError::Key("what is to be sealed is longer than its room".to_owned())
        })?;
        let payload = Payload { msg: &padded, aad: &room.bound_to(game) };
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| StoreError::Key("a set-up could not be sealed".to_owned()))?;
        let mut body = Vec::with_capacity(1 + NONCE_BYTES + sealed.len());
        body.push(VERSION);
        body.extend_from_slice(&nonce);
        body.extend_from_slice(&sealed);
        Ok(body)
    }

    /// A hash that nobody can make or try without the key: it tells a name again, and does not
    /// tell which name it is. `kind` keeps hashes of different things apart.
    #[must_use]
    pub fn hash(&self, kind: u8, name: &str) -> [u8; HASH_BYTES] {
        let mut hasher = blake3::Hasher::new_keyed(&self.names);
        hasher.update(&[kind]).update(name.as_bytes());
        hasher.finalize().into()
    }

    /// Opens what [`Sealer::seal`] made as the same for the same game, also in the first form.
    ///
    /// # Errors
    /// [`StoreError::Key`] where the key is another or a bit has flipped.
    pub fn open(&self, room: Room, game: &[u8], body: &[u8]) -> Result<Vec<u8>, StoreError> {
        let fail = || {
            StoreError::Key(
                "a sealed set-up cannot be opened: the key file is another one's, or the row is \
                 damaged"
                    .to_owned(),
            )
        };
        let (version, rest) = body.split_first().ok_or_else(fail)?;
        let bound_to = match *version {
            VERSION => room.bound_to(game),
            FIRST_VERSION if room == Room::Armies => game.to_vec(),
            _ => return Err(fail()),
        };
        let (nonce, sealed) = rest.split_at_checked(NONCE_BYTES).ok_or_else(fail)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| fail())?;
        let payload = Payload { msg: sealed, aad: &bound_to };
        let padded = self.cipher.decrypt(&XNonce::from(nonce), payload).map_err(|_| fail())?;
        unpad(&padded).ok_or_else(fail)
    }
}

/// A name that no other thread and no other process drafts under.
fn draft_beside(path: &Path) -> PathBuf {
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

/// The length, the text, and zeros up to the whole room; `None` where it does not fit.
fn pad(room: Room, plain: &[u8]) -> Option<Vec<u8>> {
    let bytes = room.bytes(plain.len())?;
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
        let room = Room::Armies;
        let body = sealer.seal(room, b"game one", b"secret", [1; NONCE_BYTES]).expect("seals");
        assert_eq!(sealer.open(room, b"game one", &body).expect("opens"), b"secret");
        assert!(sealer.open(room, b"game two", &body).is_err());
        assert!(sealer.open(Room::Annotations, b"game one", &body).is_err());
        assert!(Sealer::new([8; KEY_BYTES]).open(room, b"game one", &body).is_err());
    }

    #[test]
    fn a_hash_is_of_one_key_kind_and_name() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let hash = sealer.hash(b'n', "datu");
        assert_eq!(Sealer::new([7; KEY_BYTES]).hash(b'n', "datu"), hash);
        let others = [
            Sealer::new([8; KEY_BYTES]).hash(b'n', "datu"),
            sealer.hash(b'l', "datu"),
            sealer.hash(b'n', "datu2"),
        ];
        assert!(!others.contains(&hash));
    }

    #[test]
    fn armies_have_one_length_and_annotations_few() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let length = |room, plain: usize| {
            let body = sealer.seal(room, b"g", &vec![5; plain], [1; NONCE_BYTES]).expect("seals");
            body.len() - 1 - NONCE_BYTES - 16
        };
        assert_eq!([0, 1, 15, 33].map(|plain| length(Room::Armies, plain)), [64; 4]);
        let notes = |plain| length(Room::Annotations, plain);
        assert_eq!([0, 1, 1020].map(notes), [1 << 10; 3]);
        assert_eq!([1021, 4092].map(notes), [1 << 12; 2]);
        assert_eq!([4093, 16_380].map(notes), [1 << 14; 2]);
    }

    #[test]
    fn what_belongs_to_a_play_has_one_length_and_opens_for_its_play_and_side_only() {
        let sealer = Sealer::new([7; KEY_BYTES]);
        let (white, black) = (Room::SetUp(Color::White), Room::SetUp(Color::Black));
        let notes = Room::Notes(Color::White);
        let rooms = [(white, 60), (Room::TossSeed, 60), (notes, MOST_NOTES)];
        for (room, most) in rooms {
            let seal = |plain: usize| sealer.seal(room, b"p", &vec![5; plain], [1; NONCE_BYTES]);
            let lengths = [0, 1, most / 2, most].map(|plain| seal(plain).expect("seals").len());
            assert_eq!(lengths, [1 + NONCE_BYTES + 4 + most + 16; 4]);
            assert!(seal(most + 1).is_err(), "a longer one would tell of itself");
        }
        let body = sealer.seal(white, b"p", b"army", [1; NONCE_BYTES]).expect("seals");
        assert_eq!(sealer.open(white, b"p", &body).expect("opens"), b"army");
        assert!(sealer.open(white, b"q", &body).is_err());
        for other in [black, notes, Room::TossSeed, Room::Armies] {
            assert!(sealer.open(other, b"p", &body).is_err(), "{other:?}");
        }
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
