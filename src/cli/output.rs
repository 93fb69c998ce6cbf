//! Where a command writes: standard output, or a file that appears only when whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Standard output, or a file.
pub(super) enum Output {
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
        let Some(target) = file else { return Ok(Output::Stdout(io::stdout().lock())) };
        if fs::metadata(target).is_ok_and(|found| !found.is_file()) {
            return File::create(target).map(Output::Special);
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let under = target.with_file_name(name);
        let file = File::create(&under)?;
        Ok(Output::Beside(Pending { file, under, target: target.to_owned(), kept: false }))
    }

    /// Everything is written: the file takes its name.
    ///
    /// # Errors
    /// Where it cannot.
    pub fn keep(self) -> io::Result<()> {
        match self {
            Output::Stdout(mut out) => out.flush(),
            Output::Special(mut file) => file.flush(),
            Output::Beside(mut pending) => {
                pending.file.sync_all()?;
                fs::rename(&pending.under, &pending.target)?;
                pending.kept = true;
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::Special(file) => file.write(bytes),
            Output::Beside(pending) => pending.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::Special(file) => file.flush(),
            Output::Beside(pending) => pending.file.flush(),
        }
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
