//! Previewed uploads that may be applied next: in memory for a while, one per account and
//! organisation.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::threads::lock;
use adjutant_domain::moment::{MINUTE, Micros};

/// How long an upload is kept, in microseconds.
const LIFE: i64 = 30 * MINUTE;
/// The total size in bytes; beyond it the oldest uploads are dropped.
const MOST_BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    pub account: i32,
    pub organisation: i32,
}

/// An upload with its options.
#[derive(Clone)]
pub struct File<W> {
    pub owner: Owner,
    pub digest: String,
    pub wish: W,
    pub bytes: Vec<u8>,
    pub kept_at: Micros,
}

/// The uploads, oldest first.
pub struct Kept<W>(Mutex<VecDeque<File<W>>>);

impl<W> Default for Kept<W> {
    fn default() -> Kept<W> {
        Kept(Mutex::default())
    }
}

impl<W: Clone> Kept<W> {
    pub(super) fn put(&self, file: File<W>) {
        let mut files = lock(&self.0);
        let now = file.kept_at;
        files.retain(|one| one.owner != file.owner && (now - one.kept_at).abs() < LIFE);
        files.push_back(file);
        while files.iter().map(|one| one.bytes.len()).sum::<usize>() > MOST_BYTES {
            files.pop_front();
        }
    }

    pub(super) fn get(&self, owner: Owner, digest: &str, now: Micros) -> Option<File<W>> {
        let files = lock(&self.0);
        let fits = |one: &&File<W>| {
            one.owner == owner && one.digest == digest && (now - one.kept_at).abs() < LIFE
        };
        files.iter().find(fits).cloned()
    }

    pub(super) fn remove(&self, owner: Owner) {
        lock(&self.0).retain(|one| one.owner != owner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(account: i32, length: usize, kept_at: Micros) -> File<()> {
        let owner = Owner { account, organisation: 1 };
        File { owner, digest: "d".into(), wish: (), bytes: vec![0; length], kept_at }
    }

    #[test]
    fn a_file_is_kept_for_its_owner_and_for_a_while() {
        let kept = Kept::default();
        let owner = |account| Owner { account, organisation: 1 };
        kept.put(file(1, 10, Micros(0)));
        assert!(kept.get(owner(1), "d", Micros(LIFE - 1)).is_some());
        assert!(kept.get(owner(1), "d", Micros(LIFE)).is_none(), "it is too old");
        assert!(kept.get(owner(2), "d", Micros(0)).is_none(), "it is another's");
        assert!(kept.get(owner(1), "e", Micros(0)).is_none(), "it is another");
        kept.put(file(1, 20, Micros(1)));
        assert_eq!(kept.get(owner(1), "d", Micros(1)).map(|one| one.bytes.len()), Some(20));
        kept.remove(owner(1));
        assert!(kept.get(owner(1), "d", Micros(1)).is_none());
    }

    #[test]
    fn all_files_together_are_bounded() {
        let kept = Kept::default();
        for account in 0..20 {
            kept.put(file(account, 4 * 1024 * 1024, Micros(0)));
        }
        assert_eq!(lock(&kept.0).len(), 16);
        assert_eq!(lock(&kept.0)[0].owner.account, 4, "the oldest give way");
    }
}
