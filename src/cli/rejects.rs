//! The file of refused games, which appears only when complete and never overwrites an input.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use adjutant_service::Error;
use adjutant_service::import::Refusal;

use super::output::PackedOutput;
use super::words::count_text;

/// The number of refusals that are also shown on standard error.
const MAX_SHOWN: u64 = 20;

/// Collects refused games into a file, which is created only if there are any.
pub(super) struct Rejects {
    path: PathBuf,
    file: Option<PackedOutput>,
    failed: Option<io::Error>,
    count: u64,
}

impl Rejects {
    /// Opens the file immediately, to find out whether it is writable.
    pub fn open(path: &Path) -> Result<Rejects, Error> {
        let file = PackedOutput::open(Some(path), false).map_err(|e| write_error(&e))?;
        Ok(Rejects { file: Some(file), ..Rejects::open_lazily(path.to_owned()) })
    }

    /// Opens the file when the first game is refused: a default path may not be writable, and is
    /// usually not needed.
    pub fn open_lazily(path: PathBuf) -> Rejects {
        Rejects { path, file: None, failed: None, count: 0 }
    }

    /// Adds a refused game of the input `name`.
    pub fn push(&mut self, name: &str, refusal: &Refusal, bar: &ProgressBar) {
        self.count += 1;
        let line = format!("{name}: game {}: {}", refusal.game, refusal.error);
        if self.count <= MAX_SHOWN {
            bar.suspend(|| eprintln!("{line}"));
        }
        if self.failed.is_none() {
            self.failed = self.write(&line, &refusal.text).err();
        }
    }

    fn write(&mut self, line: &str, text: &[u8]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(PackedOutput::open(Some(&self.path), false)?),
        };
        writeln!(file, "; {}", line.replace('\n', " "))?;
        file.write_all(text)?;
        file.write_all(b"\n\n")
    }

    /// Completes the file, or removes it if nothing was refused.
    pub fn finish(self) -> Result<(), Error> {
        let Rejects { path, file, failed, count } = self;
        if count == 0 {
            return Ok(());
        }
        let kept = match (failed, file) {
            (Some(e), _) => Err(e),
            (None, Some(file)) => file.finish(),
            (None, None) => Ok(()),
        };
        kept.map_err(|e| write_error(&e))?;
        let are = if count == 1 { "is" } else { "are" };
        eprintln!("{} {are} in {}", count_text(count, "refused game"), path.display());
        Ok(())
    }
}

/// The error already contains the file's name.
fn write_error(e: &io::Error) -> Error {
    Error::Unavailable(format!(
        "cannot write the refused games to {e}; or name another file by --rejects, and import \
         again: no game is stored twice"
    ))
}

/// The default path for the refused games of `file`.
pub(super) fn default_path(file: &Path) -> PathBuf {
    if file.as_os_str() == "-" {
        return PathBuf::from("adjutant.rejects");
    }
    let mut name = file.as_os_str().to_owned();
    name.push(".rejects");
    PathBuf::from(name)
}

/// Refuses a path for rejected games that would overwrite one of the inputs.
pub(super) fn ensure_not_an_input(rejects: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    match inputs.iter().find(|input| same_file(rejects, input)) {
        Some(input) => Err(Error::conflict(format!(
            "the refused games would be written to {}, over the input {}; name another file by \
             --rejects",
            rejects.display(),
            input.display()
        ))),
        None => Ok(()),
    }
}

/// Whether both are the same file on disk, even by links or different spellings.
fn same_file(rejects: &Path, input: &Path) -> bool {
    let input = if input.as_os_str() == "-" { Path::new("/dev/stdin") } else { input };
    let (Ok(one), Ok(other)) = (fs::metadata(rejects), fs::metadata(input)) else { return false };
    let is_same = (one.dev(), one.ino()) == (other.dev(), other.ino());
    one.is_file() && other.is_file() && is_same
}
