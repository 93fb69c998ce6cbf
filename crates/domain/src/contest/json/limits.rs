//! Numbers, texts and lists of limited size.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::scheduling::MAX_TIMESTAMP;
use crate::moment::Micros;

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(transparent)]
pub struct Number<T, const MIN: i64, const MAX: i64>(pub T);

impl<'de, T: TryFrom<i64>, const MIN: i64, const MAX: i64> Deserialize<'de>
    for Number<T, MIN, MAX>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(NumberVisitor::<T, MIN, MAX>(PhantomData)).map(Number)
    }
}

struct NumberVisitor<T, const MIN: i64, const MAX: i64>(PhantomData<T>);

impl<T: TryFrom<i64>, const MIN: i64, const MAX: i64> Visitor<'_> for NumberVisitor<T, MIN, MAX> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {MIN} to {MAX}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        let number = Some(number).filter(|number| (MIN..=MAX).contains(number));
        let out_of_range =
            || E::custom(format_args!("expected a whole number from {MIN} to {MAX}"));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(out_of_range)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Reads a number, for `deserialize_with`.
pub fn number<'de, const MIN: i64, const MAX: i64, T: TryFrom<i64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Number::<T, MIN, MAX>::deserialize(deserializer).map(|number| number.0)
}

/// A number or null.
pub fn optional_number<
    'de,
    const MIN: i64,
    const MAX: i64,
    T: TryFrom<i64>,
    D: Deserializer<'de>,
>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let number = Option::<Number<T, MIN, MAX>>::deserialize(deserializer)?;
    Ok(number.map(|number| number.0))
}

pub type Moment = Number<Micros, 0, { MAX_TIMESTAMP.0 }>;

/// Text of at most `MAX` characters on one line.
pub fn text<'de, const MAX: usize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    deserializer.deserialize_string(TextVisitor::<MAX>)
}

/// Text of at most `MAX` characters on any number of lines.
pub fn paragraphs<'de, const MAX: usize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_other_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.chars().nth(MAX).is_some() || text.chars().any(is_other_control) {
        return Err(D::Error::custom(format_args!("expected text of at most {MAX} characters")));
    }
    Ok(text)
}

/// Text on one line that is not empty.
pub fn words<'de, const MAX: usize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<String, D::Error> {
    let text = text::<MAX, D>(deserializer)?;
    if text.trim().is_empty() {
        Err(D::Error::custom("expected words on one line"))
    } else {
        Ok(text)
    }
}

struct TextVisitor<const MAX: usize>;

impl<const MAX: usize> Visitor<'_> for TextVisitor<MAX> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text of at most {MAX} characters on one line")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        let fits = text.chars().nth(MAX).is_none() && !text.chars().any(char::is_control);
        let too_long =
            || E::custom(format_args!("expected text of at most {MAX} characters on one line"));
        fits.then(|| text.to_owned()).ok_or_else(too_long)
    }
}

/// At most `MAX` items.
pub fn list<'de, const MAX: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(ListVisitor::<T, MAX>(PhantomData))
}

struct ListVisitor<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for ListVisitor<T, MAX> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == MAX {
                return Err(A::Error::custom(format_args!("expected at most {MAX} items")));
            }
            list.push(item);
        }
        Ok(list)
    }
}

/// Reads exactly two items.
pub fn pair<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[T; 2], D::Error> {
    let both = list::<2, T, D>(deserializer)?;
    both.try_into().map_err(|_| D::Error::custom("expected two items"))
}

/// At most `MAX` moments.
pub fn moments<'de, const MAX: usize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Micros>, D::Error> {
    let moments = list::<MAX, Moment, D>(deserializer)?;
    Ok(moments.into_iter().map(|moment| moment.0).collect())
}

/// Reads a value that may be omitted but must not be null.
pub fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Writes a value as it is displayed.
pub fn as_text<T: fmt::Display, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub fn parsed<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Whether a number is zero, so that it can be omitted.
pub fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}
