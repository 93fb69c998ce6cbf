//! `adjutant convert`: converts between GGN and JSON, in canonical form.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use adjutant_domain::game::{AnyRecord, read_record, write_ggn, write_json};
use adjutant_domain::parallel;
use game_record::notation::Batch;

use super::Status;
use super::input::read_batches;
use super::output::{PackedOutput, ignore_broken_pipe};

/// Write records in canonical form, as GGN or JSON.
///
/// Invalid games are left out and reported on standard error; the exit code is then 1, or 2 if the
/// input cannot be read or the output cannot be written. A file given by --output is replaced only
/// when everything is written.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant convert --form ndjson games.ggn > games.ndjson\n  adjutant convert --form ggn games.ndjson --output games.ggn\n\nThe notation is described in docs/notation.md and, on any site, at /notation."
)]
pub struct Convert {
    /// Output format.
    #[arg(long, aliases = ["to", "format"], value_enum, default_value_t = RecordFormat::Ggn)]
    form: RecordFormat,
    /// Output file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compress the output with zstd.
    #[arg(long)]
    zstd: bool,
    /// GGN, JSON or NDJSON, detected by content, plain or zstd; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A form of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// The text notation.
    Ggn,
    /// One JSON array of all games.
    Json,
    /// One JSON object per line.
    Ndjson,
}

impl Convert {
    pub(super) fn run(self) -> Status {
        Status::of(self.convert().map(Status::good_if))
    }

    /// Returns whether every game was valid.
    fn convert(&self) -> Result<bool, String> {
        let packed = PackedOutput::open(self.output.as_deref(), self.zstd).map_err(write_error)?;
        let mut writer = RecordWriter::new(packed, self.form);
        let mut all_valid = true;
        for file in &self.files {
            match self.convert_file(file, &mut writer)? {
                FileOutcome { written: Ok(()), valid } => all_valid &= valid,
                FileOutcome { written, valid } => {
                    ignore_broken_pipe(written).map_err(write_error)?;
                    return Ok(all_valid && valid);
                }
            }
        }
        ignore_broken_pipe(writer.finish().and_then(PackedOutput::finish)).map_err(write_error)?;
        Ok(all_valid)
    }

    fn convert_file(
        &self,
        file: &Path,
        out: &mut RecordWriter<PackedOutput>,
    ) -> Result<FileOutcome, String> {
        let mut done = FileOutcome { valid: true, written: Ok(()) };
        let mut unreadable = None;
        let work = |batch: Batch| convert_batch(batch, self.form);
        parallel::map_in_order(
            read_batches(file)?,
            parallel::available_workers(),
            work,
            |written| {
                for line in &written.left_out {
                    eprintln!("adjutant: {}: {line}", file.display());
                }
                done.valid &= written.left_out.is_empty();
                done.written = written.texts.iter().try_for_each(|text| out.write_text(text));
                unreadable = written.unreadable.map(|e| format!("{}: {e}", file.display()));
                done.written.is_ok() && unreadable.is_none()
            },
        );
        unreadable.map_or(Ok(done), Err)
    }
}

/// The error already contains the file's name.
fn write_error(e: io::Error) -> String {
    format!("cannot write the games to {e}")
}

/// The result for a file: whether every game was valid, and whether all were written.
struct FileOutcome {
    valid: bool,
    written: io::Result<()>,
}

/// The result for a batch.
struct ConvertedBatch {
    texts: Vec<String>,
    left_out: Vec<String>,
    unreadable: Option<String>,
}

fn convert_batch(batch: Batch, form: RecordFormat) -> ConvertedBatch {
    let unreadable = batch.failed.map(|e| e.to_string());
    let mut written = ConvertedBatch { texts: Vec::new(), left_out: Vec::new(), unreadable };
    for game in &batch.games {
        match read_record(game) {
            Ok(record) => written.texts.push(record_text(&record, form)),
            Err(e) => written.left_out.push(format!("game {} left out: {e}", game.number)),
        }
    }
    written
}

fn record_text(record: &AnyRecord, form: RecordFormat) -> String {
    let mut text = String::with_capacity(4096);
    match form {
        RecordFormat::Ggn => write_ggn(&mut text, record),
        RecordFormat::Json | RecordFormat::Ndjson => write_json(&mut text, record),
    }
    text
}

/// Writes records in one format.
pub(super) struct RecordWriter<W> {
    out: W,
    form: RecordFormat,
    first: bool,
}

impl<W: Write> RecordWriter<W> {
    pub fn new(out: W, form: RecordFormat) -> RecordWriter<W> {
        RecordWriter { out, form, first: true }
    }

    pub fn write(&mut self, record: &AnyRecord) -> io::Result<()> {
        self.write_text(&record_text(record, self.form))
    }

    /// Writes a record's text with the separators of the format.
    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let (before, after) = match (self.form, self.first) {
            (RecordFormat::Ggn, _) => ("", ""),
            (RecordFormat::Ndjson, _) => ("", "\n"),
            (RecordFormat::Json, true) => ("[\n", ""),
            (RecordFormat::Json, false) => (",\n", ""),
        };
        self.first = false;
        self.out.write_all(before.as_bytes())?;
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(after.as_bytes())
    }

    /// Writes the end of the format and returns the output.
    pub fn finish(mut self) -> io::Result<W> {
        if self.form == RecordFormat::Json {
            self.out.write_all(if self.first { b"[]\n" } else { b"\n]\n" })?;
        }
        Ok(self.out)
    }
}
