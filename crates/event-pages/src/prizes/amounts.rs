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

/// How people write the same currency, in lower case.
const SPELLINGS: [&[&str]; 3] = [
    &["pesos", "peso", "piso", "php", "₱", "p"],
    &["dollars", "dollar", "us$", "usd", "$"],
    &["euros", "euro", "eur", "€"],
];

/// Reads an amount, with or without its currency. `None` if it is none, an error if it cannot be paid.
pub fn parse_amount(text: &str, currency: &str) -> Option<Result<u64, ()>> {
    let (text, currency) = (text.trim().to_lowercase(), currency.trim().to_lowercase());
    let bare = without_currency(&text, &currency).trim();
    let is_number = bare.starts_with(|first: char| first.is_ascii_digit())
        && bare.chars().all(|one| one.is_ascii_digit() || ",.".contains(one) || is_space(one));
    is_number.then(|| hundredths(bare).filter(|one| (1..=MAX_AMOUNT).contains(one)).ok_or(()))
}

/// The text without the currency before or behind it, however it is spelled.
fn without_currency<'a>(text: &'a str, currency: &str) -> &'a str {
    let same = SPELLINGS.iter().find(|all| all.contains(&currency)).copied().unwrap_or_default();
    let own = Some(currency).filter(|own| !own.is_empty());
    let cut = |sign: &str| text.strip_prefix(sign).or_else(|| text.strip_suffix(sign));
    own.into_iter().chain(same.iter().copied()).find_map(cut).unwrap_or(text)
}

/// The spaces that set thousands apart: a common one, and those that do not break.
fn is_space(one: char) -> bool {
    matches!(one, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

fn hundredths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    // By commas or by spaces, but not by both.
    let by_commas = whole.contains(',');
    let mut groups = whole.split(|one| if by_commas { one == ',' } else { is_space(one) });
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
        for (text, amount) in [
            ("₱2,500", 250_000),
            ("P500", 50_000),
            ("P 1,500.50", 150_050),
            ("Php 500", 50_000),
            ("5000 pesos", 500_000),
            ("500 piso", 50_000),
            ("5 000", 500_000),
            ("₱1\u{a0}250\u{a0}000", 125_000_000),
            ("2,500", 250_000),
        ] {
            for currency in ["PHP", "₱", "pesos"] {
                assert_eq!(parse_amount(text, currency), Some(Ok(amount)), "{text} in {currency}");
            }
        }
        for wrong in ["P5,50", "5 00", "1 000,000", "₱0", "5 000 00"] {
            assert_eq!(parse_amount(wrong, "PHP"), Some(Err(())), "{wrong}");
        }
        let words = [
            "Cup",
            "1 book",
            "",
            "P",
            "Pizza",
            "500 books",
            "₱500 each",
            "$500",
            "500 USD",
            "5k",
            "~500",
            "2 x 500",
            "500-600",
            "PHP",
            "P5OO",
        ];
        for words in words {
            assert_eq!(parse_amount(words, "₱"), None, "{words}");
        }
        // Without a currency, a sign says more than the amount would.
        assert_eq!(parse_amount("₱500", ""), None);
        assert_eq!(parse_amount("₱500", "USD"), None);
        assert_eq!(parse_amount("$500", "usd"), Some(Ok(50_000)));
    }
}
