//! Rust constants for the refusals in the English catalogue, so that a wrong name or number of
//! arguments is a compile error.

use std::fmt::Write;

const PREFIX: &str = "refused-";

/// A `MessageTemplate` for each message of the catalogue, and a list of all.
pub fn templates(catalogue: &str) -> Result<String, String> {
    let (mut source, mut all) = (String::new(), String::new());
    for (n, line) in catalogue.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, name, pattern, arguments) =
            template(line).map_err(|why| format!("line {}: {why}", n + 1))?;
        let count = arguments.len();
        let _ = writeln!(source, "/// `{pattern}`");
        let _ = writeln!(source, "pub const {name}: MessageTemplate<{count}> =");
        let _ = writeln!(source, "    MessageTemplate::new({key:?}, {pattern:?}, {arguments:?});");
        let _ = writeln!(all, "    ({key:?}, {name:?}, {name}.pattern()),");
    }
    let _ = writeln!(source, "/// The key, name and English text of each.");
    let _ = writeln!(source, "pub const ALL: &[(&str, &str, &str)] = &[\n{all}];");
    Ok(source)
}

/// Key, name of the constant, text with `{argument}`s, and their names as they first appear.
fn template(line: &str) -> Result<(&str, String, String, Vec<&str>), &'static str> {
    let (key, text) = line.split_once(" = ").ok_or("a message is a single line `key = text`")?;
    let name = key.strip_prefix(PREFIX).ok_or("the key begins with refused-")?;
    let name = name.to_ascii_uppercase().replace('-', "_");
    let (mut pattern, mut arguments) = (String::new(), Vec::new());
    let mut pieces = text.split('{');
    pattern.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (argument, rest) = piece.split_once('}').ok_or("a brace is not closed")?;
        let argument = argument.trim().strip_prefix('$').ok_or("an argument is { $name }")?;
        if !argument.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err("an argument has a name of lower-case letters");
        }
        if !arguments.contains(&argument) {
            arguments.push(argument);
        }
        let _ = write!(pattern, "{{{argument}}}{rest}");
    }
    Ok((key, name, pattern, arguments))
}
