//! Where a command writes: standard output, or a file that appears only when whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::service::private_file;

/// Standard output, or a file. Its errors name it and say what to do.
pub(super) struct Output {
    name: String,
    to: To,
}

enum To {
    Stdout(io::StdoutLock<'static>),
    /// A device or pipe, which cannot be replaced.
    Special(File),
    /// A file beside the target that takes its name in the end.
    Beside(Pending),
}

/// A file under another name; removed unless it is kept.
pub(super) struct Pending {
    file: File,
    under: PathBuf,
    target: PathBuf,
    kept: bool,
}

impl Output {
    /// Opens `file`, or standard output where none is given.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn open(file: Option<&Path>) -> io::Result<Output> {
        Output::with(file, false)
    }

    /// The same for what nobody else on this machine may read, as a backup.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn private(file: &Path) -> io::Result<Output> {
        Output::with(Some(file), true)
    }

    fn with(file: Option<&Path>, private: bool) -> io::Result<Output> {
        let Some(target) = file else {
            let to = To::Stdout(io::stdout().lock());
            return Ok(Output { name: "standard output".to_owned(), to });
        };
        let name = target.display().to_string();
        let to = To::file(target, private).map_err(|e| named(&name, e))?;
        Ok(Output { name, to })
    }

    /// Everything is written: the file takes its name.
    ///
    /// # Errors
    /// Where it cannot.
    pub fn keep(self) -> io::Result<()> {
        self.to.keep().map_err(|e| named(&self.name, e))
    }
}

impl To {
    fn file(target: &Path, private: bool) -> io::Result<To> {
        if fs::metadata(target).is_ok_and(|found| !found.is_file()) {
            return File::create(target).map(To::Special);
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let under = target.with_file_name(name);
        let mut options = File::options();
        let options = options.write(true).create(true).truncate(true);
        let file = if private { private_file(options) } else { options }.open(&under)?;
        Ok(To::Beside(Pending { file, under, target: target.to_owned(), kept: false }))
    }

    fn keep(self) -> io::Result<()> {
        match self {
            To::Stdout(mut out) => out.flush(),
            To::Special(mut file) => file.flush(),
            To::Beside(mut pending) => {
                pending.file.sync_all()?;
                fs::rename(&pending.under, &pending.target)?;
                pending.kept = true;
                Ok(())
            }
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            To::Stdout(out) => out,
            To::Special(file) => file,
            To::Beside(pending) => &mut pending.file,
        }
    }
}

/// The error with the name of the output before it and what to do behind it.
fn named(name: &str, e: io::Error) -> io::Error {
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

/// A reader that has seen enough and goes, as `head` does, is an end and no fault.
pub(super) fn until_the_reader_goes(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.writer().write(bytes).map_err(|e| named(&self.name, e))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.writer().flush().map_err(|e| named(&self.name, e))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.kept {
            // Nothing better can be done about a file that cannot be removed either.
            let _ = fs::remove_file(&self.under);
        }
    }
}

/// An output as it is, or packed.
pub(super) enum Packed {
    Plain(BufWriter<Output>),
    Zstd(Box<zstd::Encoder<'static, BufWriter<Output>>>),
}

impl Packed {
    /// Writes to `output`, in zstd where that is asked for.
    ///
    /// # Errors
    /// Where the packer cannot be made.
    pub fn new(output: Output, zstd: bool) -> io::Result<Packed> {
        let buffered = BufWriter::with_capacity(1 << 16, output);
        if zstd {
            let mut encoder = zstd::Encoder::new(buffered, 0)?;
            encoder.include_checksum(true)?;
            Ok(Packed::Zstd(Box::new(encoder)))
        } else {
            Ok(Packed::Plain(buffered))
        }
    }

    /// Everything is written: the output is whole and kept.
    ///
    /// # Errors
    /// Where the rest cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let buffered = match self {
            Packed::Plain(buffered) => buffered,
            Packed::Zstd(encoder) => encoder.finish()?,
        };
        buffered.into_inner().map_err(io::IntoInnerError::into_error)?.keep()
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packed::Plain(out) => out.write(bytes),
            Packed::Zstd(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packed::Plain(out) => out.flush(),
            Packed::Zstd(out) => out.flush(),
        }
    }
}
