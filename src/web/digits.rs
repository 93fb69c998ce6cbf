//! Numbers with one decimal, for the thousands of them that drawings have.

use std::fmt::Write as _;

/// Appends a number with one decimal.
pub fn push_tenths(text: &mut String, number: f64) {
    // Coordinates are small; anything larger is drawn at the edge of what an integer holds.
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let _ = write!(text, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10);
}

/// A number with one decimal.
pub fn tenths(number: f64) -> String {
    let mut text = String::with_capacity(8);
    push_tenths(&mut text, number);
    text
}

#[cfg(test)]
mod tests {
    use super::tenths;

    #[test]
    fn one_decimal_is_rounded() {
        assert_eq!(["2.0", "12.3", "-0.5"], [tenths(2.0), tenths(12.34), tenths(-0.5)]);
    }
}
