//! The line `sep=;` that some spreadsheets write before everything else in a CSV file.

/// Whether the first line of a file only names the separator.
pub fn is_separator_line(line: &str) -> bool {
    let line = line.trim();
    line.len() <= 8 && line.trim_matches('"').to_lowercase().starts_with("sep=")
}

/// The text without such a line at its beginning, and the number of lines left out.
pub fn strip_separator_line(text: &str) -> (&str, u64) {
    if is_separator_line(text.lines().next().unwrap_or_default()) {
        (text.split_once('\n').map_or("", |(_, rest)| rest), 1)
    } else {
        (text, 0)
    }
}
