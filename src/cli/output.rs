//! Output to standard output, or to a file that appears only when complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use adjutant_service::with_private_mode;

/// Standard output or a file. Its errors contain the name and what to do.
pub(super) struct Output {
    name: String,
    to: OutputTarget,
}

enum OutputTarget {
    Stdout(io::StdoutLock<'static>),
    /// A device or pipe, which cannot be replaced.
    Special(File),
    /// A file beside the target that is finally renamed.
    Beside(PendingFile),
}

/// A temporary file; removed unless it is kept.
pub(super) struct PendingFile {
    file: File,
    under: PathBuf,
    target: PathBuf,
    kept: bool,
}

impl Output {
    /// Opens a file, or standard output without one.
    pub fn open(file: Option<&Path>) -> io::Result<Output> {
        Output::open_with_mode(file, false)
    }

    /// Opens a file that only its owner can read, such as a backup.
    pub fn open_private(file: &Path) -> io::Result<Output> {
        Output::open_with_mode(Some(file), true)
    }

    fn open_with_mode(file: Option<&Path>, private: bool) -> io::Result<Output> {
        let Some(target) = file else {
            let to = OutputTarget::Stdout(io::stdout().lock());
            return Ok(Output { name: "standard output".to_owned(), to });
        };
        let name = target.display().to_string();
        let to = OutputTarget::create_pending(target, private)
            .map_err(|e| with_output_name(&name, e))?;
        Ok(Output { name, to })
    }

    /// Completes the output: the file gets its name.
    pub fn persist(self) -> io::Result<()> {
        self.to.persist().map_err(|e| with_output_name(&self.name, e))
    }
}

impl OutputTarget {
    fn create_pending(target: &Path, private: bool) -> io::Result<OutputTarget> {
        if fs::metadata(target).is_ok_and(|found| !found.is_file()) {
            return File::create(target).map(OutputTarget::Special);
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let under = target.with_file_name(name);
        let mut options = File::options();
        let options = options.write(true).create(true).truncate(true);
        let file = if private { with_private_mode(options) } else { options }.open(&under)?;
        Ok(OutputTarget::Beside(PendingFile {
            file,
            under,
            target: target.to_owned(),
            kept: false,
        }))
    }

    fn persist(self) -> io::Result<()> {
        match self {
            OutputTarget::Stdout(mut out) => out.flush(),
            OutputTarget::Special(mut file) => file.flush(),
            OutputTarget::Beside(mut pending) => {
                pending.file.sync_all()?;
                fs::rename(&pending.under, &pending.target)?;
                pending.kept = true;
                Ok(())
            }
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            OutputTarget::Stdout(out) => out,
            OutputTarget::Special(file) => file,
            OutputTarget::Beside(pending) => &mut pending.file,
        }
    }
}

/// Adds the output's name and what to do to an error.
fn with_output_name(name: &str, e: io::Error) -> io::Error {
    let remedy = match e.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "; make its directory first",
        io::ErrorKind::IsADirectory => "; name a file in it",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; name a file that you may write"
        }
        io::ErrorKind::StorageFull => "; free space, or write elsewhere",
        io::ErrorKind::FileTooLarge => "; raise the limit on the size of files (ulimit -f)",
        _ => "",
    };
    io::Error::new(e.kind(), format!("{name}: {e}{remedy}"))
}

/// A reader that stops early, like `head`, is not an error.
pub(super) fn ignore_broken_pipe(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.writer().write(bytes).map_err(|e| with_output_name(&self.name, e))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.writer().flush().map_err(|e| with_output_name(&self.name, e))
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        if !self.kept {
            // There is nothing to do about a file that cannot be removed.
            let _ = fs::remove_file(&self.under);
        }
    }
}

/// An output, plain or compressed.
pub(super) enum PackedOutput {
    Plain(BufWriter<Output>),
    Zstd(Box<zstd::Encoder<'static, BufWriter<Output>>>),
}

impl PackedOutput {
    /// Opens `file`, or standard output without one; compresses if `zstd`.
    pub fn open(file: Option<&Path>, zstd: bool) -> io::Result<PackedOutput> {
        let buffered = BufWriter::with_capacity(1 << 16, Output::open(file)?);
        if zstd {
            let mut encoder = zstd::Encoder::new(buffered, 0)?;
            encoder.include_checksum(true)?;
            Ok(PackedOutput::Zstd(Box::new(encoder)))
        } else {
            Ok(PackedOutput::Plain(buffered))
        }
    }

    /// Completes the output.
    pub fn finish(self) -> io::Result<()> {
        let buffered = match self {
            PackedOutput::Plain(buffered) => buffered,
            PackedOutput::Zstd(encoder) => encoder.finish()?,
        };
        buffered.into_inner().map_err(io::IntoInnerError::into_error)?.persist()
    }
}

impl Write for PackedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            PackedOutput::Plain(out) => out.write(bytes),
            PackedOutput::Zstd(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            PackedOutput::Plain(out) => out.flush(),
            PackedOutput::Zstd(out) => out.flush(),
        }
    }
}
