//! Previewed uploads that may be applied next: kept for a while, one of each kind per account and
//! organisation. They are in the database, since another server may be asked to apply them.

use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_store::uploads::{self, Upload, UploadKey, UploadKind};

use super::{App, Result};

/// How long an upload is kept, in microseconds.
const LIFE: i64 = 30 * MINUTE;
/// The total size in bytes; beyond it the oldest uploads are dropped.
const MOST_BYTES: i64 = 64 * 1024 * 1024;

/// How an upload is to be applied.
pub(super) trait UploadOptions: Sized {
    const KIND: UploadKind;

    fn write(&self) -> String;

    /// Inverts [`UploadOptions::write`].
    fn read(text: &str) -> Option<Self>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    pub account: i32,
    pub organisation: i32,
}

impl Owner {
    const fn key(self, kind: UploadKind) -> UploadKey {
        UploadKey { account: self.account, organisation: self.organisation, kind }
    }
}

/// Keeps an upload in place of the owner's earlier one.
pub(super) fn keep<O: UploadOptions>(
    app: &App,
    owner: Owner,
    (digest, options): (&str, &O),
    bytes: &[u8],
    now: Micros,
) -> Result<()> {
    let upload = Upload {
        digest: digest.to_owned(),
        options: options.write(),
        bytes: bytes.to_vec(),
        kept_at: now,
    };
    app.write(|conn| Ok(uploads::put(conn, owner.key(O::KIND), &upload, (now - LIFE, MOST_BYTES))?))
}

/// The owner's upload with this digest, if it is still kept.
pub(super) fn find<O: UploadOptions>(
    app: &App,
    owner: Owner,
    digest: &str,
    now: Micros,
) -> Result<Option<(Vec<u8>, O)>> {
    let found = uploads::find(&mut *app.store().read_connection()?, owner.key(O::KIND))?;
    let found = found.filter(|one| one.digest == digest && now.since(one.kept_at).abs() < LIFE);
    Ok(found.and_then(|one| Some((one.bytes, O::read(&one.options)?))))
}

/// Removes an upload that was applied.
pub(super) fn remove<O: UploadOptions>(app: &App, owner: Owner) -> Result<()> {
    app.write(|conn| Ok(uploads::remove(conn, owner.key(O::KIND))?))
}
