//! Words about numbers.

/// `1 game`, `2 games`: `thing` is the word for one, and takes an s.
pub(super) fn counted(count: u64, thing: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{s}")
}
