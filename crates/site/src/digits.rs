//! Fast formatting of the many numbers with one decimal in drawings, of changes, and of sizes.

pub fn push_tenths(text: &mut String, number: f64) {
    // The conversion saturates, and coordinates are small.
    let tenths = (number * 10.0 + 0.5_f64.copysign(number)) as i64;
    if tenths < 0 {
        text.push('-');
    }
    let mut digits = itoa::Buffer::new();
    text.push_str(digits.format(tenths.unsigned_abs() / 10));
    text.push('.');
    text.push_str(digits.format(tenths.unsigned_abs() % 10));
}

pub fn tenths(number: f64) -> String {
    let mut text = String::with_capacity(8);
    push_tenths(&mut text, number);
    text
}

/// A change with its sign: `+3`, `−12`.
pub fn signed(change: i32) -> String {
    if change < 0 { format!("−{}", change.unsigned_abs()) } else { format!("+{change}") }
}

/// A size in the largest unit of which there is one.
pub fn format_bytes(bytes: u64) -> String {
    const UNITS: [(&str, u64); 4] =
        [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)];
    let unit = UNITS.iter().find(|(_, size)| bytes >= *size);
    unit.map_or_else(
        || format!("{bytes} B"),
        |(name, size)| format!("{} {name}", tenths(bytes as f64 / *size as f64)),
    )
}

#[cfg(test)]
mod tests {
    use super::{format_bytes, signed, tenths};

    #[test]
    fn changes_have_their_sign() {
        assert_eq!([3, 0, -12].map(signed), ["+3", "+0", "−12"]);
    }

    #[test]
    fn sizes_are_told_in_the_unit_that_fits() {
        for (bytes, words) in
            [(0, "0 B"), (999, "999 B"), (1_500, "1.5 kB"), (2_000_000_000, "2.0 GB")]
        {
            assert_eq!(format_bytes(bytes), words);
        }
    }

    #[test]
    fn one_decimal_is_rounded() {
        assert_eq!(["2.0", "12.3", "-0.5"], [tenths(2.0), tenths(12.34), tenths(-0.5)]);
    }
}
