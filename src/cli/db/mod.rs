//! `adjutant db`: SQL on the database, by the SQLite that is built into this program.

mod printing;
mod script;

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::service::Error;
use crate::service::shell::{Access, NotKept, SqlShell};

use super::store_args::StoreArgs;
use super::words::counted;
use printing::{Form, print};
use script::{Piece, Script, What, newlines};

/// Run SQL on a SQLite database: read it, also beside a running server, or change it while none runs.
///
/// It reads and writes by the SQLite that is built into this program: the sqlite3 of some systems is
/// older than 3.51.3 and may lose what a server writes at the same time. Statements come from the
/// command line or from standard input, each ended by a semicolon; .help lists the other commands.
/// Without --write nothing can be changed. Nothing is hidden here: whoever can read the file reads
/// all of it, password hashes too, and only what the sealing key seals stays closed. For PostgreSQL use psql.
/// Exits 0, 1 where a statement is refused or fails (the first one ends a batch), 2 where the
/// database cannot be used.
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
    /// How results are printed: a table on a terminal, otherwise tabs, unless one is chosen.
    #[arg(long, alias = "format", value_enum)]
    form: Option<Form>,
    /// How long a statement may read; meanwhile the write-ahead log of a running server grows.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Statements with semicolons between them, instead of standard input.
    #[arg(value_name = "SQL")]
    sql: Option<String>,
}

const HELP: &str = "\
.tables          names of all tables
.schema [TABLE]  how a table was made, or all of them
.help            this
.quit            the end (as Ctrl-D)
Anything else is SQL, up to a semicolon.";
const HELP_TO_WRITE: &str = "\
.commit          keep all changes and end; any other end of a session at a terminal undoes them";

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// All is done.
    Done,
    /// Somebody at a terminal ended it.
    Left,
    /// A statement was refused or failed, which is said already.
    Failed,
}

impl Db {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        self.execute().unwrap_or_else(|e| self.store.fail(e))
    }

    fn execute(&self) -> Result<ExitCode, Error> {
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
            true => Form::Table,
            false => Form::Tabs,
        });
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut session = Session {
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
        Ok(self.ended(shell, end?, interactive, changed))
    }

    /// Keeps or undoes what was changed, and says which.
    fn ended(&self, shell: SqlShell, end: End, interactive: bool, changed: u64) -> ExitCode {
        let code = ExitCode::from(u8::from(end == End::Failed));
        if !self.write {
            return code;
        }
        if end == End::Failed || interactive && end == End::Left {
            eprintln!("adjutant: nothing was changed");
            return code;
        }
        let wrong = match shell.keep() {
            Ok(()) => {
                let rows = counted(changed, "row");
                eprintln!("adjutant: {rows} changed, and kept; now run `adjutant check`");
                return code;
            }
            Err(NotKept::Failed(e)) => vec![e.to_string()],
            Err(NotKept::Faults(faults)) => faults,
        };
        for fault in wrong {
            eprintln!("adjutant: {fault}");
        }
        eprintln!("adjutant: nothing was changed");
        ExitCode::from(1)
    }
}

/// Statements from one input to one output.
struct Session<'a> {
    shell: &'a SqlShell,
    form: Form,
    /// Somebody sits at a terminal.
    interactive: bool,
    write: bool,
    out: &'a mut dyn Write,
    /// Rows changed so far.
    changed: u64,
}

/// Why a piece is not done.
enum Trouble {
    /// It was refused; where and why.
    Refused(String),
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(e: io::Error) -> Trouble {
        Trouble::Output(e)
    }
}

impl Session<'_> {
    /// Does all that is asked for, up to the first failure unless somebody at a terminal reads.
    fn run(&mut self, input: impl BufRead) -> Result<End, Error> {
        let mut script = Script::new(input);
        let interactive = self.interactive;
        let mut prompt = |begun: bool| match interactive {
            true => write!(io::stderr(), "{}", if begun { "     ...> " } else { "adjutant> " }),
            false => Ok(()),
        };
        loop {
            let piece = match script.next(&mut prompt) {
                Ok(Some(piece)) => piece,
                Ok(None) => return Ok(self.at_the_end()),
                Err(e) => {
                    eprintln!("adjutant: standard input: {e}");
                    return Ok(End::Failed);
                }
            };
            match self.piece(piece) {
                Ok(None) => {}
                Ok(Some(end)) => return Ok(end),
                Err(Trouble::Refused(why)) => {
                    eprintln!("adjutant: {why}");
                    if self.write || !self.interactive {
                        return Ok(End::Failed);
                    }
                }
                // Changes do not depend on who reads what is printed.
                Err(Trouble::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => {
                    if !self.write {
                        return Ok(End::Done);
                    }
                }
                Err(Trouble::Output(e)) => {
                    return Err(Error::Unavailable(format!(
                        "cannot write to standard output: {e}"
                    )));
                }
            }
        }
    }

    fn at_the_end(&self) -> End {
        if self.interactive {
            eprintln!();
            return End::Left;
        }
        End::Done
    }

    /// Does one piece; answers the end where it asks for that.
    fn piece(&mut self, piece: Piece) -> Result<Option<End>, Trouble> {
        let line = piece.line;
        match piece.what {
            What::Statement { number, sql } => self.statement(number, line, &sql).map(|()| None),
            What::Command(command) => self.command(line, &command),
        }
    }

    fn statement(&mut self, number: usize, line: usize, sql: &str) -> Result<(), Trouble> {
        let answer = self.shell.run(sql).map_err(|e| {
            let before = e.offset.and_then(|offset| sql.get(..offset)).map_or(0, newlines);
            Trouble::Refused(format!("statement {number}, line {}: {e}", line + before))
        })?;
        self.changed += answer.changed;
        print(self.form, &answer, self.out)?;
        self.out.flush()?;
        if self.interactive && answer.columns.is_empty() {
            eprintln!("{} changed", counted(answer.changed, "row"));
        }
        Ok(())
    }

    fn command(&mut self, line: usize, command: &str) -> Result<Option<End>, Trouble> {
        let refused = |why: String| Trouble::Refused(format!("line {line}: {why}"));
        let (name, of) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let of = Some(of.trim().trim_end_matches(';')).filter(|of| !of.is_empty());
        match (name.trim_end_matches(';'), of) {
            ("tables", None) => {
                let answer = self.shell.tables().map_err(|e| refused(e.to_string()))?;
                print(self.form, &answer, self.out)?;
            }
            ("schema", table) => {
                let made = self.shell.schema(table).map_err(|e| refused(e.to_string()))?;
                for statement in made {
                    writeln!(self.out, "{statement};")?;
                }
            }
            ("help", None) => {
                writeln!(self.out, "{HELP}")?;
                if self.write {
                    writeln!(self.out, "{HELP_TO_WRITE}")?;
                }
            }
            ("commit", None) if self.write => return Ok(Some(End::Done)),
            ("quit" | "exit", None) => return Ok(Some(End::Left)),
            _ => return Err(refused(format!("there is no command .{command}; .help lists all"))),
        }
        self.out.flush()?;
        Ok(None)
    }
}
