//! The open archive: its page and its files.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use crate::web::prelude::*;
use adjutant_domain::moment::Micros;
use adjutant_service::{Error, Thing};
use adjutant_site::digits::format_bytes;
use adjutant_site::html::as_attachment;
use adjutant_site::open_archive::{
    ADDRESS, ArchiveIndex, INDEX_FILE, Month, README_FILE, SUMS_FILE, configured,
};
use adjutant_site::ranged_file::RangedFile;
use adjutant_site::response_cache::{cacheable_response, cached_briefly};
use adjutant_site::time_format::format_partial_date;

/// A month with its file.
struct MonthRow {
    month: String,
    iso: String,
    games: u64,
    file: String,
    size: String,
    sha256: String,
}

#[derive(Template)]
#[template(path = "pages/open-archive.html")]
struct ArchivePage {
    frame: PageFrame,
    address: &'static str,
    months: Vec<MonthRow>,
    /// The newest file, for the examples.
    example: String,
    sums: &'static str,
    index: &'static str,
}

/// Shows the months with their files, the licence, and how to read them.
pub async fn show(visit: RequestContext) -> PageResult {
    let directory = visit.site.settings.archive_dir.clone();
    let index =
        visit.run(move |_, _| ArchiveIndex::read(configured(directory.as_deref())?)).await?;
    let texts = visit.texts();
    let row = |month: &adjutant_site::open_archive::ArchivedMonth| {
        let name = month.parsed_month()?;
        Some(MonthRow {
            month: format_partial_date(texts, &name.partial_date()),
            iso: month.month.clone(),
            games: month.games,
            file: month.file.clone(),
            size: format_bytes(month.bytes),
            sha256: month.sha256.clone(),
        })
    };
    let months: Vec<MonthRow> = index.months.iter().filter_map(row).collect();
    let newest = months.first().map(|month| month.file.clone());
    let page = ArchivePage {
        frame: visit.frame(texts.get("archive-title")),
        address: ADDRESS,
        example: newest.unwrap_or_else(|| Month::of(Micros(0)).file_name()),
        months,
        sums: SUMS_FILE,
        index: INDEX_FILE,
    };
    // The files have no version of the public data.
    Ok(cached_briefly(html(&visit, &page)?, Duration::ZERO))
}

/// A file of the archive.
enum ArchiveFile {
    Month(RangedFile),
    List(&'static str, Vec<u8>),
}

/// Serves a file of the archive; there are those that its index names, and the lists beside them.
pub async fn download(
    visit: RequestContext,
    request: HttpRequest,
    path: web::Path<String>,
) -> PageResult {
    let directory = visit.site.settings.archive_dir.clone();
    let name = path.into_inner();
    let wanted = name.clone();
    let found = visit.run(move |_, _| open(configured(directory.as_deref())?, &wanted)).await?;
    Ok(match found {
        ArchiveFile::Month(file) => as_attachment(file.into_response(&visit.site, &request), &name),
        ArchiveFile::List(content_type, body) => {
            let response = cacheable_response(content_type, "public, no-cache", body);
            cached_briefly(response, Duration::ZERO)
        }
    })
}

fn open(directory: &Path, name: &str) -> Result<ArchiveFile, Error> {
    let path = directory.join(name);
    let unreadable =
        |e: std::io::Error| Error::Unavailable(format!("{}: {e}", directory.join(name).display()));
    let list = match name {
        INDEX_FILE => Some("application/json"),
        README_FILE | SUMS_FILE => Some("text/plain; charset=utf-8"),
        _ => None,
    };
    if let Some(content_type) = list {
        return match fs::read(&path) {
            Ok(body) => Ok(ArchiveFile::List(content_type, body)),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Err(not_there(name)),
            Err(e) => Err(unreadable(e)),
        };
    }
    let index = ArchiveIndex::read(directory)?;
    let month = index.find(name).ok_or_else(|| not_there(name))?;
    let file = File::open(&path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    if bytes != month.bytes {
        // Its index follows in a moment, and no other file may pass for the one that it names.
        return Err(Error::Unavailable(format!("{} is being made anew", path.display())));
    }
    let made_at = month.made_at().unwrap_or(Micros(0));
    let since = Duration::from_micros(made_at.0.unsigned_abs());
    Ok(ArchiveFile::Month(RangedFile {
        file,
        bytes,
        digest: month.sha256.clone(),
        changed_at: std::time::UNIX_EPOCH + since,
        content_type: "application/zstd",
    }))
}

fn not_there(name: &str) -> Error {
    Error::missing(Thing::ArchiveFile, name)
}
