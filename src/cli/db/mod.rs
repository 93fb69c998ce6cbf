//! `adjutant db`: runs SQL on the database with the built-in SQLite.

mod printing;
mod script_reader;

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use clap::Args;

use adjutant_service::Error;
use adjutant_service::shell::{Access, NotKept, SqlShell};

use super::Status;
use super::store_args::StoreArgs;
use super::words::count_text;
use printing::{OutputFormat, print_output};
use script_reader::{PieceKind, ScriptPiece, ScriptReader, count_newlines};

/// Run SQL on a SQLite database: read it, also while a server is running, or change it while none
/// is.
///
/// It uses the SQLite built into this program: some systems have an sqlite3 older than 3.51.3,
/// which may lose concurrent writes of a server. Statements come from the command line or standard
/// input, each ended by a semicolon; .help lists other commands. Without --write nothing can be
/// changed. Nothing is hidden: everything in the file is readable, including password hashes,
/// except for sealed data. For PostgreSQL use psql. Exits 0, 1 if a statement is refused or fails
/// (the first one ends a batch), 2 if the database cannot be used.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant db\n  adjutant db \"SELECT id, handle FROM players LIMIT 5\"\n  \
                  adjutant db --form csv < questions.sql > answers.csv\n  \
                  adjutant backup before.backup && adjutant db --write < corrections.sql && adjutant check"
)]
pub struct Db {
    #[command(flatten)]
    store: StoreArgs,
    /// Change the database: all statements are one transaction, kept if none of them fails and the
    /// database is sound behind it. No server may run on it. Make a backup first.
    #[arg(long)]
    write: bool,
    /// Output format: by default a table on a terminal, otherwise tabs.
    #[arg(long, alias = "format", value_enum)]
    form: Option<OutputFormat>,
    /// Time limit for a statement; meanwhile the write-ahead log of a running server grows.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Statements separated by semicolons, instead of standard input.
    #[arg(value_name = "SQL")]
    sql: Option<String>,
}

const HELP_TEXT: &str = "\
.tables          names of all tables
.schema [TABLE]  how a table was made, or all of them
.help            this
.quit            the end (as Ctrl-D)
Anything else is SQL, up to a semicolon.";
const WRITE_HELP_TEXT: &str = "\
.commit          keep all changes and end; any other end of a session at a terminal undoes them";

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SessionEnd {
    /// All statements were executed.
    Done,
    /// The user at a terminal ended it.
    Quit,
    /// A statement was refused or failed, which has been reported.
    Failed,
}

impl Db {
    pub(in crate::cli) fn run(self) -> Status {
        self.store.status(self.execute())
    }

    fn execute(&self) -> Result<Status, Error> {
        let access = match self.write {
            true => Access::Write,
            false => Access::Read(Duration::from_secs(self.timeout)),
        };
        let settings = self.store.settings()?;
        let shell = SqlShell::open(&settings, access)?;
        if !shell.pending().is_empty() {
            eprintln!(
                "adjutant: {} is older than this program and lacks {}; `adjutant migrate` brings it up to date",
                settings.database,
                shell.pending().join(", ")
            );
        }
        if self.write {
            eprintln!(
                "adjutant: this changes {}; is there a backup? (`adjutant backup FILE`)",
                settings.database
            );
        }
        let interactive = self.sql.is_none() && io::stdin().is_terminal();
        if interactive {
            let version = SqlShell::version();
            let kept = if self.write { "; changes are kept by .commit" } else { "" };
            eprintln!("SQLite {version} on {}; .help lists commands{kept}", settings.database);
        }
        let form = self.form.unwrap_or(match io::stdout().is_terminal() {
            true => OutputFormat::Table,
            false => OutputFormat::Tabs,
        });
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut session = ShellSession {
            shell: &shell,
            form,
            interactive,
            write: self.write,
            out: &mut out,
            changed: 0,
        };
        let end = match &self.sql {
            Some(sql) => session.run(sql.as_bytes()),
            None => session.run(io::stdin().lock()),
        };
        let changed = session.changed;
        Ok(self.finish(shell, end?, interactive, changed))
    }

    /// Commits or rolls back, and says which.
    fn finish(&self, shell: SqlShell, end: SessionEnd, interactive: bool, changed: u64) -> Status {
        let status = Status::good_if(end != SessionEnd::Failed);
        if !self.write {
            return status;
        }
        if end == SessionEnd::Failed || interactive && end == SessionEnd::Quit {
            eprintln!("adjutant: nothing was changed");
            return status;
        }
        let wrong = match shell.keep() {
            Ok(()) => {
                let rows = count_text(changed, "row");
                eprintln!("adjutant: {rows} changed, and kept; now run `adjutant check`");
                return status;
            }
            Err(NotKept::Failed(e)) => vec![e.to_string()],
            Err(NotKept::Faults(faults)) => faults,
        };
        for fault in wrong {
            eprintln!("adjutant: {fault}");
        }
        eprintln!("adjutant: nothing was changed");
        Status::Bad
    }
}

/// A session that executes statements from one input and prints to one output.
struct ShellSession<'a> {
    shell: &'a SqlShell,
    form: OutputFormat,
    /// Whether the input is a terminal.
    interactive: bool,
    write: bool,
    out: &'a mut dyn Write,
    /// The number of changed rows so far.
    changed: u64,
}

/// Why a piece was not executed.
enum PieceError {
    /// It was refused, with the place and reason.
    Refused(String),
    Output(io::Error),
}

impl From<io::Error> for PieceError {
    fn from(e: io::Error) -> PieceError {
        PieceError::Output(e)
    }
}

impl ShellSession<'_> {
    /// Executes everything, up to the first failure unless the input is a terminal.
    fn run(&mut self, input: impl BufRead) -> Result<SessionEnd, Error> {
        let mut script = ScriptReader::new(input);
        let interactive = self.interactive;
        let mut prompt = |begun: bool| match interactive {
            true => write!(io::stderr(), "{}", if begun { "     ...> " } else { "adjutant> " }),
            false => Ok(()),
        };
        loop {
            let piece = match script.next_piece(&mut prompt) {
                Ok(Some(piece)) => piece,
                Ok(None) => return Ok(self.end_of_input()),
                Err(e) => {
                    eprintln!("adjutant: standard input: {e}");
                    return Ok(SessionEnd::Failed);
                }
            };
            match self.run_piece(piece) {
                Ok(None) => {}
                Ok(Some(end)) => return Ok(end),
                Err(PieceError::Refused(why)) => {
                    eprintln!("adjutant: {why}");
                    if self.write || !self.interactive {
                        return Ok(SessionEnd::Failed);
                    }
                }
                // Changes are made even if nobody reads the output any more.
                Err(PieceError::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => {
                    if !self.write {
                        return Ok(SessionEnd::Done);
                    }
                }
                Err(PieceError::Output(e)) => {
                    return Err(Error::Unavailable(format!(
                        "cannot write to standard output: {e}"
                    )));
                }
            }
        }
    }

    fn end_of_input(&self) -> SessionEnd {
        if self.interactive {
            eprintln!();
            return SessionEnd::Quit;
        }
        SessionEnd::Done
    }

    /// Executes one piece; returns the end if the piece requests it.
    fn run_piece(&mut self, piece: ScriptPiece) -> Result<Option<SessionEnd>, PieceError> {
        let line = piece.line;
        match piece.what {
            PieceKind::Statement { number, sql } => {
                self.run_statement(number, line, &sql).map(|()| None)
            }
            PieceKind::Command(command) => self.run_command(line, &command),
        }
    }

    fn run_statement(&mut self, number: usize, line: usize, sql: &str) -> Result<(), PieceError> {
        let answer = self.shell.run(sql).map_err(|e| {
            let before = e.offset.and_then(|offset| sql.get(..offset)).map_or(0, count_newlines);
            PieceError::Refused(format!("statement {number}, line {}: {e}", line + before))
        })?;
        self.changed += answer.changed;
        print_output(self.form, &answer, self.out)?;
        self.out.flush()?;
        if self.interactive && answer.columns.is_empty() {
            eprintln!("{} changed", count_text(answer.changed, "row"));
        }
        Ok(())
    }

    fn run_command(
        &mut self,
        line: usize,
        command: &str,
    ) -> Result<Option<SessionEnd>, PieceError> {
        let refused = |why: String| PieceError::Refused(format!("line {line}: {why}"));
        let (name, of) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let of = Some(of.trim().trim_end_matches(';')).filter(|of| !of.is_empty());
        match (name.trim_end_matches(';'), of) {
            ("tables", None) => {
                let answer = self.shell.tables().map_err(|e| refused(e.to_string()))?;
                print_output(self.form, &answer, self.out)?;
            }
            ("schema", table) => {
                let made = self.shell.schema(table).map_err(|e| refused(e.to_string()))?;
                for statement in made {
                    writeln!(self.out, "{statement};")?;
                }
            }
            ("help", None) => {
                writeln!(self.out, "{HELP_TEXT}")?;
                if self.write {
                    writeln!(self.out, "{WRITE_HELP_TEXT}")?;
                }
            }
            ("commit", None) if self.write => return Ok(Some(SessionEnd::Done)),
            ("quit" | "exit", None) => return Ok(Some(SessionEnd::Quit)),
            _ => return Err(refused(format!("there is no command .{command}; .help lists all"))),
        }
        self.out.flush()?;
        Ok(None)
    }
}
