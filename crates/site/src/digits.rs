//! Fast formatting of the many numbers with one decimal in drawings.

use std::fmt::Write as _;

pub fn push_tenths(text: &mut String, number: f64) {
    // The conversion saturates, and coordinates are small.
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let _ = write!(text, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10);
}

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
