//! The index of the open archive.

use std::time::Duration;

use adjutant_site::open_archive::{ArchiveIndex, configured};
use adjutant_site::response_cache::cached_briefly;

use super::prelude::*;

endpoints! {
    show_archive: ReadPublic;
}

/// Returns what the open archive has: finished games of each month that is over, under CC0.
///
/// The files are at `/archive/` followed by their names, and answer requests for ranges; `SHA256SUMS` there has their digests for
/// `sha256sum`. They hold GGN, compressed with zstd. A month is made anew only when one of its games was corrected, hidden or
/// shown again: its digest then changes.
#[utoipa::path(
    get, path = "/api/v1/archive", operation_id = "getArchive",
    responses(
        (status = 200, description = "The months, newest first", body = ArchiveIndex,
            example = json!({"licence": "CC0-1.0", "months": [{"month": "2026-10", "file": "adjutant-games-2026-10.ggn.zst", "games": 1204, "bytes": 301544, "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "text_bytes": 1904221, "text_sha256": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752", "made_at": "2026-11-01T00:17:00Z"}]})),
        (status = 404, description = "This site publishes no archive"),
    ),
)]
pub async fn show_archive(site: SiteData) -> ApiResult {
    let directory = site.settings.archive_dir.clone();
    let read = move |_: &App| ArchiveIndex::read(configured(directory.as_deref())?);
    let index = run_read(&site, read).await?;
    // The files have no version of the public data.
    Ok(cached_briefly(public_json(&index), Duration::ZERO))
}
