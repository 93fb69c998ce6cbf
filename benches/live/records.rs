//! Records of games that were played elsewhere.

use std::fmt::Write as _;
use std::io::BufWriter;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};

use crate::hall::Hall;
use crate::server::adjutant;

/// Players in them.
const PLAYERS: usize = 5_000;

/// A file with so many different games of a year.
pub fn file(dir: &Path, name: &str, count: usize, year: &str) -> PathBuf {
    let path = dir.join(name);
    let mut out = BufWriter::new(std::fs::File::create(&path).expect("a file"));
    let mut text = String::new();
    for number in 0..count {
        let white = number.wrapping_mul(7_919) % PLAYERS;
        let black = (white + 1 + number / PLAYERS % (PLAYERS - 1)) % PLAYERS;
        let (month, day) = (number / 28 % 12 + 1, number % 28 + 1);
        text.clear();
        write!(
            text,
            "[Event \"Event {}\"]\n[Date \"{year}.{month:02}.{day:02}\"]\n[Round \"{number}\"]\n\
             [White \"Stranger {white}\"]\n[Black \"Stranger {black}\"]\n[Result \"0-1\"]\n\
             [TimeControl \"1200+5\"]\n[Termination \"resignation\"]\n\
             [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
             [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n1. e3-e4 e6-e5 0-1\n\n",
            number / 200
        )
        .expect("a text");
        out.write_all(text.as_bytes()).expect("it is written");
    }
    out.flush().expect("it is written");
    path
}

/// Imports them as fast as may be: as if no game were under way.
pub fn bring(hall: &Hall, file: &Path) {
    sql(hall, "UPDATE plays SET ended_at = 1 WHERE ended_at = 0");
    let status = adjutant(hall, &["import", &file.to_string_lossy()])
        .stdout(std::process::Stdio::null())
        .status()
        .expect("the program runs");
    assert!(status.success(), "the import: {status}");
    sql(hall, "UPDATE plays SET ended_at = 0 WHERE ended_at = 1");
}

fn sql(hall: &Hall, sql: &str) {
    let done = match &hall.url {
        Some(url) => PgConnection::establish(url).expect("a connection").batch_execute(sql),
        None => {
            let path = hall.dir.join("adjutant.sqlite");
            let path = path.to_str().expect("UTF-8");
            SqliteConnection::establish(path).expect("the file").batch_execute(sql)
        }
    };
    done.expect(sql);
}
