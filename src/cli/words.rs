//! Texts with numbers, and printing to standard output.

use std::fmt;
use std::io::{self, Write};

/// Like `println!`, but ignores a closed standard output.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::cli::words::say_line(format_args!($($words)*))
    };
}
pub(super) use say;

/// See [`say`].
pub(super) fn say_line(line: fmt::Arguments<'_>) {
    match writeln!(io::stdout(), "{line}") {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("adjutant: cannot write to standard output: {e}");
        }
        _ => {}
    }
}

/// `1 game`, `2 games`: `thing` is the singular, and takes an s.
pub(super) fn count_text(count: u64, thing: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{s}")
}
