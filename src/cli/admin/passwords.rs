//! A new password, typed on the terminal or piped in; never an option, which all users of a
//! machine can see.

use std::io::{self, IsTerminal, Read};

use super::Failure;

/// Longer input is no password: 128 characters of at most 4 bytes, and the end of the line.
const MOST_BYTES: u64 = 128 * 4 + 3;

/// Whether somebody can be asked.
pub(super) fn somebody_is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks twice, without showing what is typed.
pub(super) fn ask(whose: &str) -> Result<String, Failure> {
    let unread = |e: io::Error| Failure::Refused(format!("the password cannot be read: {e}"));
    let first = rpassword::prompt_password(format!("Password for {whose}: ")).map_err(unread)?;
    let again = rpassword::prompt_password("The same again: ").map_err(unread)?;
    if first != again {
        return Err(Failure::Refused("the two passwords differ; nothing was done".to_owned()));
    }
    Ok(first)
}

/// The first line of standard input, whole.
pub(super) fn from_stdin() -> Result<String, Failure> {
    let refused = |words: &str| Failure::Refused(format!("standard input: {words}"));
    let mut text = String::new();
    let read = io::stdin().lock().take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|e| refused(&e.to_string()))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.contains(['\n', '\r']) {
        return Err(refused("this is more than one line; give the password alone"));
    }
    Ok(line.to_owned())
}
