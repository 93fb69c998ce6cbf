//! `adjutant convert`: GGN and JSON, either way, in canonical form.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::record::JudgedRecord;
use crate::record::notation::{GameReader, ReadError, ggn, json, read_game};

use super::verify::open;

/// Write records in canonical form, as GGN or as its JSON twin.
///
/// Games that are not valid are left out and named on standard error; the exit
/// code is 1 then, and 2 where the input cannot be read.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant convert --to ndjson games.ggn > games.ndjson\n  adjutant convert --to ggn games.ndjson --output games.ggn"
)]
pub struct Convert {
    /// The form to write.
    #[arg(long, value_enum, default_value_t = Form::Ggn)]
    to: Form,
    /// Where to write; standard output unless given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// GGN, JSON or NDJSON, told apart by content, plain or in zstd; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A form of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The text notation.
    Ggn,
    /// One JSON array of all games.
    Json,
    /// One JSON object a line.
    Ndjson,
}

impl Convert {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        match self.convert() {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(1),
            Err(message) => {
                eprintln!("adjutant: {message}");
                ExitCode::from(2)
            }
        }
    }

    /// Whether every game was valid.
    fn convert(&self) -> Result<bool, String> {
        let target: Box<dyn Write> = match &self.output {
            Some(file) => Box::new(
                File::create(file).map_err(|e| format!("cannot write {}: {e}", file.display()))?,
            ),
            None => Box::new(io::stdout().lock()),
        };
        let mut writer = Writer::new(BufWriter::with_capacity(1 << 16, target), self.to);
        let mut all_valid = true;
        for file in &self.files {
            let name = file.display();
            let unreadable = |e: ReadError| format!("{name}: {e}");
            let input = open(file).map_err(|e| format!("{name}: {e}"))?;
            for game in GameReader::new(input).map_err(unreadable)? {
                let game = game.map_err(unreadable)?;
                match read_game(&game) {
                    Ok(record) => {
                        writer.write(&record).map_err(|e| format!("cannot write: {e}"))?
                    }
                    Err(e) => {
                        all_valid = false;
                        eprintln!("adjutant: {name}: game {} left out: {e}", game.number);
                    }
                }
            }
        }
        writer.finish().map_err(|e| format!("cannot write: {e}"))?;
        Ok(all_valid)
    }
}

/// Writes records one after another in one form.
pub(super) struct Writer<W> {
    out: W,
    form: Form,
    text: String,
    first: bool,
}

impl<W: Write> Writer<W> {
    pub fn new(out: W, form: Form) -> Writer<W> {
        Writer { out, form, text: String::new(), first: true }
    }

    pub fn write(&mut self, record: &JudgedRecord) -> io::Result<()> {
        self.text.clear();
        match (self.form, self.first) {
            (Form::Json, true) => self.text.push_str("[\n"),
            (Form::Json, false) => self.text.push_str(",\n"),
            (Form::Ggn | Form::Ndjson, _) => {}
        }
        match self.form {
            Form::Ggn => ggn::write(&mut self.text, record),
            Form::Json => json::write(&mut self.text, record),
            Form::Ndjson => {
                json::write(&mut self.text, record);
                self.text.push('\n');
            }
        }
        self.first = false;
        self.out.write_all(self.text.as_bytes())
    }

    pub fn finish(mut self) -> io::Result<()> {
        if self.form == Form::Json {
            self.out.write_all(if self.first { b"[]\n" } else { b"\n]\n" })?;
        }
        self.out.flush()
    }
}
