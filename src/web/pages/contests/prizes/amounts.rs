//! Amounts of money as people write them.

use adjutant_domain::contest::MAX_AMOUNT;

/// An amount with its currency: a sign stands before it, a word behind it.
pub fn amount_label(amount: u64, currency: &str) -> String {
    let number = amount_text(amount);
    match currency.chars().next_back() {
        None => number,
        Some(last) if last.is_alphabetic() || last == '.' => format!("{number} {currency}"),
        Some(_) => format!("{currency}{number}"),
    }
}

/// An amount with thousands set apart, and hundredths if there are any.
pub fn amount_text(amount: u64) -> String {
    let (whole, part) = ((amount / 100).to_string(), amount % 100);
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if part > 0 {
        text.push_str(&format!(".{part:02}"));
    }
    text
}

/// Reads an amount, with or without its currency. `None` if it is none, an error if it cannot be paid.
pub fn parse_amount(text: &str, currency: &str) -> Option<Result<u64, ()>> {
    let text = text.trim();
    let bare = match currency {
        "" => text,
        sign => text.strip_prefix(sign).or_else(|| text.strip_suffix(sign)).unwrap_or(text),
    };
    let bare = bare.trim();
    let is_number = bare.starts_with(|first: char| first.is_ascii_digit())
        && bare.chars().all(|one| one.is_ascii_digit() || ",.".contains(one));
    is_number.then(|| hundredths(bare).filter(|one| (1..=MAX_AMOUNT).contains(one)).ok_or(()))
}

fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    // A decimal comma would otherwise make five pesos fifty of 5,50.
    let is_grouped = rest.is_empty() || first.len() <= 3;
    if !is_grouped || rest.iter().any(|group| group.len() != 3) || part.len() > 2 {
        return None;
    }
    let whole: u64 = format!("{first}{}", rest.concat()).parse().ok()?;
    let part: u64 = format!("{part:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_written() {
        for (amount, currency, text) in [
            (500_000, "₱", "₱5,000"),
            (500_050, "pesos", "5,000.50 pesos"),
            (5, "", "0.05"),
            (123_456_700, "PHP", "1,234,567 PHP"),
        ] {
            assert_eq!(amount_label(amount, currency), text);
            assert_eq!(parse_amount(text, currency), Some(Ok(amount)), "{text}");
        }
        assert_eq!(parse_amount("5000", ""), Some(Ok(500_000)));
        for wrong in ["5,50", "5.505", "0", "5000,000", "99999999999999999999"] {
            assert_eq!(parse_amount(wrong, ""), Some(Err(())), "{wrong}");
        }
        for words in ["Cup", "5000 pesos", "1 book", ""] {
            assert_eq!(parse_amount(words, "₱"), None, "{words}");
        }
    }
}
