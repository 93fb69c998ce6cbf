//! What the tests ask of a place for a database on either engine, and records to put there.

use std::path::Path;
use std::process::{Command, Output};

use adjutant_domain::moment::Micros;
use adjutant_service::export::export;
use adjutant_service::games::Filter;
use adjutant_service::import::{Counts, Verdict, import};
use adjutant_service::records::Provenance;
use adjutant_service::{App, Database, Error};

pub(crate) use crate::engines::on_both_engines;
pub use crate::place::Place;

pub const NOW: Micros = Micros(1_760_000_000_000_000);

impl Place {
    /// An empty place on the same engine.
    pub fn another(&self) -> Place {
        if self.postgres.is_some() { Place::postgres() } else { Place::sqlite() }
    }

    /// Why the service does not open.
    pub fn refusal(&self) -> Error {
        App::open(&self.settings()).err().expect("the service does not open")
    }

    pub fn database(&self) -> Database {
        Database::open(&self.settings()).expect("the database opens")
    }

    /// `adjutant` with this place's options behind `arguments`.
    pub fn adjutant(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.env_remove("ADJUTANT_DATABASE_URL");
        command.args(arguments).arg("--data-dir").arg(self.dir.path());
        if let Some(database) = &self.postgres {
            command.arg("--database-url").arg(database.url());
        }
        command.current_dir(self.dir.path());
        command
    }

    /// What a query of one column, called `number`, finds.
    pub fn numbers(&self, sql: &str) -> Vec<i64> {
        use diesel::{Connection, RunQueryDsl};
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            number: i64,
        }
        if let Some(database) = &self.postgres {
            let said = database.run_sql(sql);
            return said.lines().map(|line| line.parse().expect("a number")).collect();
        }
        let path = self.dir.path().join("adjutant.sqlite");
        let path = path.to_str().expect("UTF-8");
        let mut connection = diesel::sqlite::SqliteConnection::establish(path).expect("it opens");
        let rows: Vec<Row> = diesel::sql_query(sql).load(&mut connection).expect("rows");
        rows.into_iter().map(|row| row.number).collect()
    }

    /// What a query of one column, called `line`, finds.
    pub fn lines(&self, sql: &str) -> Vec<String> {
        use diesel::{Connection, RunQueryDsl};
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = diesel::sql_types::Text)]
            line: String,
        }
        if let Some(database) = &self.postgres {
            return database.run_sql(sql).lines().map(str::to_owned).collect();
        }
        let path = self.dir.path().join("adjutant.sqlite");
        let path = path.to_str().expect("UTF-8");
        let mut connection = diesel::sqlite::SqliteConnection::establish(path).expect("it opens");
        let rows: Vec<Row> = diesel::sql_query(sql).load(&mut connection).expect("rows");
        rows.into_iter().map(|row| row.line).collect()
    }
}

/// What an import said.
#[derive(Debug)]
pub struct Imported {
    pub counts: Counts,
    pub verdicts: Vec<Verdict>,
}

pub fn import_text(app: &App, text: &str) -> Imported {
    let mut verdicts = Vec::new();
    let mut take = |verdict: &Verdict, _: &Counts| verdicts.push(verdict.clone());
    let counts =
        import(app, text.as_bytes(), Provenance::Command, NOW, &mut take).expect("the import ends");
    Imported { counts, verdicts }
}

/// The demo's games, each a text of its own.
pub fn demo() -> Vec<&'static str> {
    let text = include_str!("../../demo/sample.ggn");
    let mut starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    starts.push(text.len());
    starts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

/// A game that is not over, with a secret in a comment.
pub fn unfinished(white: &str, secret: &str) -> String {
    format!(
        "[Event \"Open\"]\n[White \"{white}\"]\n[Black \"Maharlika\"]\n[Result \"*\"]\n\
         [Termination \"unterminated\"]\n[Annotator \"{secret}\"]\n\
         [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n\
         1. e3-e4 {{{secret}}} e6-e5 2. e4xe5+ *\n\n"
    )
}

/// A resignation with these tags.
pub fn resignation(event: &str, white: &str, round: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"2026.04.30\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"Maharlika\"]\n[Result \"0-1\"]\n[TimeControl \"1200+5\"]\n\
         [Termination \"resignation\"]\n\
         [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n1. e3-e4 e6-e5 0-1\n\n"
    )
}

/// The canonical export of everything that is revealed.
pub fn exported(app: &App) -> String {
    let mut text = String::new();
    export(app, &Filter::default(), &mut |record| {
        adjutant_domain::game::write_ggn(&mut text, record);
        true
    })
    .expect("the export ends");
    text
}

/// What a command said, and how it ended.
pub fn said(output: &Output) -> (Option<i32>, String) {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// Whether any file below `dir` holds these bytes.
pub fn any_file_holds(dir: &Path, needle: &str) -> bool {
    std::fs::read_dir(dir).expect("a directory").flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return any_file_holds(&path, needle);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}
