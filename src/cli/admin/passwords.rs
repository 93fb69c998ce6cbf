//! Reads new passwords from the terminal or standard input; never from an option, which all users
//! of a machine can see.

use std::io::{self, IsTerminal, Read};

use super::AdminError;

/// The maximum length of input: 128 characters of at most 4 bytes, and the end of the line.
const MAX_INPUT_BYTES: u64 = 128 * 4 + 3;

/// Whether there is a terminal to prompt on.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Prompts twice, without echo.
pub(super) fn prompt_password(whose: &str) -> Result<String, AdminError> {
    let unread = |e: io::Error| AdminError::Refused(format!("the password cannot be read: {e}"));
    let first = rpassword::prompt_password(format!("Password for {whose}: ")).map_err(unread)?;
    let again = rpassword::prompt_password("The same again: ").map_err(unread)?;
    if first != again {
        return Err(AdminError::Refused("the two passwords differ; nothing was done".to_owned()));
    }
    Ok(first)
}

/// The first line of standard input.
pub(super) fn read_password_from_stdin() -> Result<String, AdminError> {
    let refused = |words: &str| AdminError::Refused(format!("standard input: {words}"));
    let mut text = String::new();
    let read = io::stdin().lock().take(MAX_INPUT_BYTES).read_to_string(&mut text);
    read.map_err(|e| refused(&e.to_string()))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.contains(['\n', '\r']) {
        return Err(refused("this is more than one line; give the password alone"));
    }
    Ok(line.to_owned())
}
