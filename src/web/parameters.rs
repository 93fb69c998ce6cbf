//! The query of an address, read by name: what is unknown, given twice or no number is
//! refused by name on both faces, never ignored.

use std::borrow::Cow;
use std::fmt::Display;
use std::future::{Ready, ready};
use std::ops::RangeInclusive;
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::i18n::Texts;
use super::mute::mute;

/// The undecoded query of a request, or the text of a form, which is written alike.
#[derive(Clone)]
pub struct Parameters {
    text: String,
    /// Whether it comes from a browser's form, which sends empty fields along.
    form: bool,
}

impl FromRequest for Parameters {
    type Error = std::convert::Infallible;
    type Future = Ready<Result<Parameters, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let form = !request.path().starts_with("/api/");
        ready(Ok(Parameters { text: request.query_string().to_owned(), form }))
    }
}

/// Why a query is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadParameter {
    Unknown {
        name: String,
        known: &'static [&'static str],
    },
    Twice {
        name: String,
    },
    /// Nothing behind the name, from a program that should leave it out.
    Empty {
        name: String,
    },
    /// Not UTF-8 behind its percent signs, or a control character.
    Unreadable {
        name: String,
    },
    /// No whole number in this range.
    Number {
        name: &'static str,
        low: String,
        high: String,
    },
    /// Something else than the parameter takes.
    Value {
        name: &'static str,
        takes: Takes,
    },
}

/// What a parameter takes: a key of the catalogue, and the words to choose from where it
/// names some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Takes {
    key: &'static str,
    words: String,
}

impl Takes {
    /// What the catalogue says under `key`.
    pub fn just(key: &'static str) -> Takes {
        Takes { key, words: String::new() }
    }

    /// One of these words, which are the same in all languages.
    pub fn one_of(words: String) -> Takes {
        Takes { key: "takes-one-of", words }
    }
}

impl BadParameter {
    /// The parameter's name.
    pub fn name(&self) -> &str {
        match self {
            BadParameter::Unknown { name, .. }
            | BadParameter::Twice { name }
            | BadParameter::Empty { name }
            | BadParameter::Unreadable { name } => name,
            BadParameter::Number { name, .. } | BadParameter::Value { name, .. } => name,
        }
    }

    /// What is wrong and what to do, in a visitor's language.
    pub fn words(&self, texts: Texts) -> String {
        let name = ("name", self.name().to_owned());
        match self {
            BadParameter::Unknown { known: [], .. } => texts.fill("parameter-none", &[name]),
            BadParameter::Unknown { known, .. } => {
                texts.fill("parameter-unknown", &[name, ("known", known.join(", "))])
            }
            BadParameter::Twice { .. } => texts.fill("parameter-twice", &[name]),
            BadParameter::Empty { .. } => texts.fill("parameter-empty", &[name]),
            BadParameter::Unreadable { .. } => texts.fill("parameter-unreadable", &[name]),
            BadParameter::Number { low, high, .. } => texts
                .fill("parameter-number", &[name, ("low", low.clone()), ("high", high.clone())]),
            BadParameter::Value { takes, .. } => {
                let takes = texts.one(takes.key, "words", &takes.words);
                texts.fill("parameter-value", &[name, ("takes", takes)])
            }
        }
    }
}

/// The parameters that were given, by name; empty ones, as forms send them, were not.
#[derive(Clone, Default)]
pub struct Given(Vec<(&'static str, String)>);

mute!(Parameters, Given);

impl Parameters {
    /// The parameters of a form's body.
    pub fn of_form(body: &str) -> Parameters {
        Parameters { text: body.to_owned(), form: true }
    }

    /// The parameters, none of which may be another than those in `known`.
    ///
    /// # Errors
    /// The first that is unknown, there twice, or unreadable.
    pub fn read(&self, known: &'static [&'static str]) -> Result<Given, BadParameter> {
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for pair in self.text.split('&').filter(|pair| !pair.is_empty() && !is_tracker(pair)) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decoded(name).unwrap_or_else(|| name.to_owned());
            let Some(own) = known.iter().copied().find(|own| *own == name) else {
                return Err(BadParameter::Unknown { name, known });
            };
            if given.iter().any(|(other, _)| *other == own) {
                return Err(BadParameter::Twice { name });
            }
            if value.is_empty() && !self.form {
                return Err(BadParameter::Empty { name });
            }
            let value = decoded(value).filter(|value| !value.contains(char::is_control));
            given.push((own, value.ok_or(BadParameter::Unreadable { name })?));
        }
        given.retain_mut(|(_, value)| {
            *value = value.trim().to_owned();
            !value.is_empty()
        });
        Ok(Given(given))
    }
}

impl Given {
    /// The value of a parameter.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone())
    }

    /// The value as a whole number.
    ///
    /// # Errors
    /// It is none, or not in the range.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        name: &'static str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, BadParameter> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.parse().ok().filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(BadParameter::Number {
                name,
                low: range.start().to_string(),
                high: range.end().to_string(),
            }),
        }
    }

    /// The value as `parse` reads it; where it cannot, `takes` says what it could.
    ///
    /// # Errors
    /// `parse` gave nothing.
    pub fn parsed<T>(
        &self,
        name: &'static str,
        takes: Takes,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, BadParameter> {
        let Some(text) = self.text(name) else { return Ok(None) };
        parse(&text).map(Some).ok_or(BadParameter::Value { name, takes })
    }

    /// Name and value of all, for links that keep them.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// Whether a social network or a mailing hung this to the address: a link that is passed on
/// must stay a link.
fn is_tracker(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    matches!(name, "fbclid" | "gclid" | "msclkid") || name.starts_with("utm_")
}

/// A part of an address or form without its percent signs; `None` where that is not UTF-8.
pub fn decoded(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    percent_decoded(&text).map(Cow::into_owned)
}

/// The text behind percent signs; `None` where that is not UTF-8.
pub fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let byte = tail.get(..2).filter(|_| *first == b'%').and_then(byte_of);
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// The text with everything behind percent signs but what may stand anywhere in an address.
pub fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte));
            }
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

fn byte_of(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok()?;
    let all = text.bytes().all(|digit| digit.is_ascii_hexdigit());
    all.then(|| u8::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["player", "limit"];

    fn read(query: &str) -> Result<Given, BadParameter> {
        Parameters::of_form(query).read(KNOWN)
    }

    #[test]
    fn values_are_decoded_and_empty_ones_are_not_given() {
        let given = read("player=%C3%91o+%2B1&limit=").unwrap();
        assert_eq!(given.text("player").as_deref(), Some("Ño +1"));
        assert_eq!(given.text("limit"), None);
        assert_eq!(given.number("limit", 1..=9), Ok(None));
        assert!(read("fbclid=x&utm_source=y").is_ok());
    }

    #[test]
    fn what_is_unknown_twice_unreadable_or_no_number_is_named() {
        let name = |query: &str| read(query).unwrap_err().name().to_owned();
        assert_eq!(name("colour=red"), "colour");
        assert_eq!(name("limit=1&limit=2"), "limit");
        assert_eq!(name("player=%FF"), "player");
        assert_eq!(name("player=a%00b"), "player");
        for wrong in ["0", "10", "-1", "x", "1.5", "99999999999999999999"] {
            let given = read(&format!("limit={wrong}")).unwrap();
            assert_eq!(given.number("limit", 1..=9).unwrap_err().name(), "limit", "{wrong}");
        }
    }

    #[test]
    fn a_percent_sign_that_begins_nothing_stands_for_itself() {
        assert_eq!(percent_decoded("100%").as_deref(), Some("100%"));
        assert_eq!(percent_decoded("%zz%20").as_deref(), Some("%zz "));
        assert_eq!(percent_decoded("%+1").as_deref(), Some("%+1"));
    }
}
