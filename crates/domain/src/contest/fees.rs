//! The entry fee as an amount, and what entrants have paid of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::json::limits::{as_text, parsed, words};
use super::{CommandResult, Contest, ContestFact, ContestSettings, EntrantId};

/// Maximum length of a currency.
pub const MAX_CURRENCY_LEN: usize = 12;
/// The largest amount, in hundredths.
const MAX_AMOUNT: u32 = 1_000_000_000;

/// An amount of money, in hundredths. In JSON and forms it is a text such as `75.50`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Amount(pub u32);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// It is no amount: digits, with at most two more after a point, up to ten million.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAmount;

impl fmt::Display for NoAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an amount such as `75.50`, up to 10000000")
    }
}

impl FromStr for Amount {
    type Err = NoAmount;

    fn from_str(text: &str) -> Result<Amount, NoAmount> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_number(whole, 8) || !is_number(rest, 2) {
            return Err(NoAmount);
        }
        let number = |text: &str| text.parse::<u32>().map_err(|_| NoAmount);
        let hundredths = if rest.len() == 1 { number(rest)? * 10 } else { number(rest)? };
        let amount = number(whole)?.checked_mul(100).and_then(|all| all.checked_add(hundredths));
        amount.filter(|amount| *amount <= MAX_AMOUNT).map(Amount).ok_or(NoAmount)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_text(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        parsed(deserializer)
    }
}

/// What each entrant pays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct FeeDue {
    pub amount: Amount,
    /// In words or as a code: `PHP`.
    #[serde(deserialize_with = "words::<MAX_CURRENCY_LEN, _>")]
    pub currency: String,
}

impl fmt::Display for FeeDue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount, self.currency)
    }
}

impl ContestSettings {
    /// Whether entrants pay anything.
    pub fn has_fee(&self) -> bool {
        self.fee_due.is_some() || !self.fee.is_empty()
    }

    /// The fee as it is told: the amount, and what is said of it.
    pub fn fee_text(&self) -> String {
        match &self.fee_due {
            None => self.fee.clone(),
            Some(due) if self.fee.is_empty() => due.to_string(),
            Some(due) => format!("{due} · {}", self.fee),
        }
    }
}

impl Contest {
    /// The amount of the fee; 0 if it is not known.
    pub fn fee_amount(&self) -> Amount {
        self.settings.fee_due.as_ref().map(|due| due.amount).unwrap_or_default()
    }

    /// Records whether the fee is paid, with its amount if that is known.
    pub fn set_paid(&self, entrant: EntrantId, paid: bool) -> CommandResult {
        let was = self.registered_entrant(entrant)?.paid;
        let amount = if paid { self.fee_amount() } else { Amount::default() };
        Ok(match was == paid {
            true => Vec::new(),
            false => vec![ContestFact::FeePaidSet { entrant, paid, amount }],
        })
    }

    /// Records how much an entrant has paid in all; the fee is paid if that is enough.
    pub fn record_payment(&self, entrant: EntrantId, amount: Amount) -> CommandResult {
        let one = self.registered_entrant(entrant)?;
        let paid = amount > Amount::default() && amount >= self.fee_amount();
        Ok(match (one.paid, one.amount_paid) == (paid, amount) {
            true => Vec::new(),
            false => vec![ContestFact::FeePaidSet { entrant, paid, amount }],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_as_it_is_written() {
        for (text, written) in
            [("75", "75.00"), ("75.5", "75.50"), ("0.05", "0.05"), ("10000000", "10000000.00")]
        {
            let amount: Amount = text.parse().expect(text);
            assert_eq!(amount.to_string(), written);
            assert_eq!(written.parse(), Ok(amount));
        }
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in ["", ".", "75.", ".5", "-1", "+1", "1e3", "7,50", "1.005", "10000000.01", "₱75"]
        {
            assert_eq!(text.parse::<Amount>(), Err(NoAmount), "{text}");
        }
    }
}
