//! The open archive as the server publishes it: its page, its index, and its files, whole and in parts.

use std::path::Path;
use std::process::Command;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use sha2::{Digest, Sha256};

use crate::client::Reply;
use crate::service::{Service, Start, games};

const FILE: &str = "/archive/adjutant-games-2025-10.ggn.zst";

fn sql(dir: &Path, sql: &str) {
    let path = dir.join("data/adjutant.sqlite");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute("PRAGMA busy_timeout = 10000").expect("a pragma");
    raw.batch_execute(sql).unwrap_or_else(|e| panic!("{sql}: {e}"));
}

/// Writes the archive of the data in this directory.
fn archive(dir: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let output = command.current_dir(dir).args(["archive", "archive"]).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A site that publishes its games of October 2025.
fn published() -> Service {
    let start = Start::with(&games(40)).env("ADJUTANT_ARCHIVE_DIR", "archive");
    sql(start.dir(), "UPDATE games SET imported_at = 1760000000000000");
    archive(start.dir());
    start.serve()
}

fn sum(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(bytes))
}

fn tag(reply: &Reply) -> String {
    reply.must("etag").trim_matches('"').to_owned()
}

#[test]
fn the_page_and_the_index_say_what_the_archive_has() {
    let service = published();
    let index = service.get("/api/v1/archive");
    assert_eq!(index.status, 200);
    let months = index.json()["months"].as_array().cloned().expect("months");
    let [month] = &months[..] else { panic!("{}", index.text()) };
    assert_eq!((&month["month"], &month["games"]), (&"2025-10".into(), &40.into()));
    assert_eq!(service.get("/archive/index.json").json(), index.json());
    let sha256 = month["sha256"].as_str().expect("a digest");
    for (language, words) in [
        ("en", ["Oct 2025", "Open archive of games", "CC0 1.0", "How to read it"]),
        ("fil", ["Okt 2025", "archive ng mga laro", "CC0 1.0", "Paano ito basahin"]),
    ] {
        let page = service.ask("GET", "/archive", &[("Accept-Language", language)]);
        assert_eq!(page.status, 200);
        for words in words.into_iter().chain([FILE, sha256, "/archive/SHA256SUMS"]) {
            assert!(page.text().contains(words), "{language}: {words}: {}", page.text());
        }
    }
    assert!(service.get("/games").text().contains("href=\"/archive\""));
    let sums = service.get("/archive/SHA256SUMS");
    assert_eq!(sums.text(), format!("{sha256}  adjutant-games-2025-10.ggn.zst\n"));
    let readme = service.get("/archive/README.txt");
    assert!(readme.must("content-type").starts_with("text/plain"));
    assert!(readme.text().contains("CC0"));
}

#[test]
fn a_file_comes_whole_with_its_digest_as_tag_and_as_it_is() {
    let service = published();
    let whole = service.ask("GET", FILE, &[("Accept-Encoding", "br, gzip, zstd")]);
    assert_eq!(whole.status, 200);
    assert_eq!(tag(&whole), sum(&whole.body));
    assert_eq!(tag(&whole), service.get("/api/v1/archive").json()["months"][0]["sha256"]);
    for (name, value) in [
        ("content-type", "application/zstd"),
        ("accept-ranges", "bytes"),
        ("cache-control", "public, no-cache"),
        ("content-length", &whole.body.len().to_string()),
    ] {
        assert_eq!(whole.must(name), value, "{name}");
    }
    assert!(whole.must("content-disposition").contains("adjutant-games-2025-10.ggn.zst"));
    assert!(whole.must("last-modified").ends_with(" GMT"));
    assert_eq!(whole.header("content-encoding"), None);
    let text = zstd::decode_all(whole.body.as_slice()).expect("zstd");
    assert_eq!(String::from_utf8(text).expect("UTF-8").matches("[Event ").count(), 40);
    let head = service.ask("HEAD", FILE, &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.must("content-length"), whole.must("content-length"));
    for more in [&[][..], &[("Range", "bytes=0-9")][..]] {
        let known = [&[("If-None-Match", whole.must("etag"))], more].concat();
        let unchanged = service.ask("GET", FILE, &known);
        assert_eq!((unchanged.status, unchanged.body.len()), (304, 0), "{more:?}");
    }
}

#[test]
fn a_download_that_broke_off_goes_on_where_it_stopped() {
    let service = published();
    let whole = service.get(FILE);
    let (size, etag) = (whole.body.len(), whole.must("etag"));
    for (range, from, to) in [
        ("bytes=0-9".to_owned(), 0, 10),
        ("bytes=100-".to_owned(), 100, size),
        ("bytes=-7".to_owned(), size - 7, size),
        (format!("bytes=5-{}", size * 2), 5, size),
    ] {
        for known in [&[][..], &[("If-Range", etag)][..]] {
            let headers = [&[("Range", range.as_str())], known].concat();
            let part = service.ask("GET", FILE, &headers);
            assert_eq!(part.status, 206, "{range}");
            assert_eq!(part.body, whole.body[from..to], "{range}");
            let said = format!("bytes {from}-{}/{size}", to - 1);
            assert_eq!(part.must("content-range"), said);
            assert_eq!(part.must("etag"), etag);
        }
    }
    let other = [("Range", "bytes=100-"), ("If-Range", "\"another\"")];
    let anew = service.ask("GET", FILE, &other);
    assert_eq!((anew.status, anew.body.len()), (200, size));
    let beyond = service.ask("GET", FILE, &[("Range", &format!("bytes={size}-"))]);
    assert_eq!(beyond.status, 416);
    assert_eq!(beyond.must("content-range"), format!("bytes */{size}"));
}

#[test]
fn a_month_that_is_made_anew_is_served_at_once_and_never_as_the_one_before() {
    let service = published();
    let dir = service.dir.path();
    let before = service.get(FILE);
    sql(dir, "UPDATE players SET handle = 'Anonymous bcdf' WHERE handle = 'Sidapa'");
    archive(dir);
    let after = service.ask("GET", FILE, &[("If-None-Match", before.must("etag"))]);
    assert_eq!(after.status, 200);
    assert_eq!(tag(&after), sum(&after.body));
    assert_ne!(tag(&after), tag(&before));
    let text = zstd::decode_all(after.body.as_slice()).expect("zstd");
    assert!(!String::from_utf8(text).expect("UTF-8").contains("Sidapa"));
    let said = tag(&after);
    assert!(service.get("/archive").text().contains(&said));
    assert_eq!(service.get("/api/v1/archive").json()["months"][0]["sha256"], said);
    // Between the file and its index, none passes for the other.
    let file = dir.join("archive/adjutant-games-2025-10.ggn.zst");
    std::fs::write(&file, "the next one").expect("it is written");
    let meanwhile = service.get(FILE);
    assert_eq!(meanwhile.status, 503, "{}", meanwhile.text());
    assert_eq!(meanwhile.must("cache-control"), "no-store");
}

#[test]
fn nothing_but_the_archive_is_served() {
    let service = published();
    let dir = service.dir.path().join("archive");
    for name in
        ["notes.txt", "adjutant-games-2025-11.ggn.zst", "adjutant-games-2025-10.ggn.zst.1.part"]
    {
        std::fs::write(dir.join(name), "of somebody").expect("it is written");
    }
    for name in [
        "notes.txt",
        "adjutant-games-2025-11.ggn.zst",
        "adjutant-games-2025-10.ggn.zst.1.part",
        "..%2fdata%2fseal.key",
        "%2e%2e%2fdata%2fadjutant.sqlite",
        "%2fetc%2fpasswd",
    ] {
        let reply = service.get(&format!("/archive/{name}"));
        assert_eq!(reply.status, 404, "{name}");
        assert!(!reply.text().contains("of somebody"), "{name}");
    }
}

#[test]
fn a_site_without_an_archive_says_so() {
    let service = Service::shared();
    for (language, words) in
        [("en", "This site publishes no archive"), ("fil", "Walang inilalathalang archive")]
    {
        let page = service.ask("GET", "/archive", &[("Accept-Language", language)]);
        assert_eq!(page.status, 404);
        assert!(page.text().contains(words), "{}", page.text());
    }
    assert_eq!(service.get(FILE).status, 404);
    let problem = service.get("/api/v1/archive");
    assert_eq!(problem.status, 404);
    assert!(problem.json()["detail"].as_str().is_some_and(|why| why.contains("no archive")));
    assert!(!service.get("/games").text().contains("href=\"/archive\""));
}
