//! Query parameters: unknown, repeated or invalid ones are refused with their name, never ignored,
//! by pages and API alike.

use std::borrow::Cow;
use std::fmt::Display;
use std::future::{Ready, ready};
use std::ops::RangeInclusive;
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use adjutant_domain::game::GameKind;

use crate::i18n::Texts;
use crate::redacted_debug::mute;

/// The undecoded query of a request or, in the same format, the body of a form.
#[derive(Clone)]
pub struct QueryString {
    text: String,
    /// Whether it comes from a browser's form, which also sends empty fields.
    is_form: bool,
}

impl FromRequest for QueryString {
    type Error = std::convert::Infallible;
    type Future = Ready<Result<QueryString, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let form = !request.path().starts_with("/api/");
        ready(Ok(QueryString { text: request.query_string().to_owned(), is_form: form }))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterError {
    Unknown {
        name: String,
        known: &'static [&'static str],
    },
    Duplicate {
        name: String,
    },
    /// A parameter without a value, which API clients should omit.
    Empty {
        name: String,
    },
    /// Invalid UTF-8 after percent-decoding, or a control character.
    Unreadable {
        name: String,
    },
    /// Not an integer in this range.
    OutOfRange {
        name: &'static str,
        low: String,
        high: String,
    },
    /// Not a value that the parameter accepts.
    Invalid {
        name: &'static str,
        accepted: AcceptedValues,
    },
}

/// What a parameter accepts: a key of the catalogue, and the options if it lists some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedValues {
    key: &'static str,
    options: String,
}

impl AcceptedValues {
    /// The description under `key` in the catalogue.
    pub fn described_by(key: &'static str) -> AcceptedValues {
        AcceptedValues { key, options: String::new() }
    }

    /// One of these words, which are the same in all languages.
    pub fn one_of(words: String) -> AcceptedValues {
        AcceptedValues { key: "takes-one-of", options: words }
    }
}

impl ParameterError {
    pub fn name(&self) -> &str {
        match self {
            ParameterError::Unknown { name, .. }
            | ParameterError::Duplicate { name }
            | ParameterError::Empty { name }
            | ParameterError::Unreadable { name } => name,
            ParameterError::OutOfRange { name, .. } | ParameterError::Invalid { name, .. } => name,
        }
    }

    /// The message in the visitor's language.
    pub fn message(&self, texts: Texts) -> String {
        let name = ("name", self.name().to_owned());
        match self {
            ParameterError::Unknown { known: [], .. } => texts.fill("parameter-none", &[name]),
            ParameterError::Unknown { known, .. } => {
                texts.fill("parameter-unknown", &[name, ("known", known.join(", "))])
            }
            ParameterError::Duplicate { .. } => texts.fill("parameter-twice", &[name]),
            ParameterError::Empty { .. } => texts.fill("parameter-empty", &[name]),
            ParameterError::Unreadable { .. } => texts.fill("parameter-unreadable", &[name]),
            ParameterError::OutOfRange { low, high, .. } => texts
                .fill("parameter-number", &[name, ("low", low.clone()), ("high", high.clone())]),
            ParameterError::Invalid { accepted: takes, .. } => {
                let takes = texts.one(takes.key, "words", &takes.options);
                texts.fill("parameter-value", &[name, ("takes", takes)])
            }
        }
    }
}

/// The parameters by name; empty form fields are omitted.
#[derive(Clone, Default)]
pub struct QueryParameters(Vec<(&'static str, String)>);

mute!(QueryString, QueryParameters);

impl QueryString {
    pub fn from_form_body(body: &str) -> QueryString {
        QueryString { text: body.to_owned(), is_form: true }
    }

    /// Parses the query; only parameters in `known` are allowed.
    pub fn parse(&self, known: &'static [&'static str]) -> Result<QueryParameters, ParameterError> {
        let mut given: Vec<(&'static str, String)> = Vec::new();
        for pair in
            self.text.split('&').filter(|pair| !pair.is_empty() && !is_tracking_parameter(pair))
        {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode_form_value(name).unwrap_or_else(|| name.to_owned());
            let Some(own) = known.iter().copied().find(|own| *own == name) else {
                return Err(ParameterError::Unknown { name, known });
            };
            if given.iter().any(|(other, _)| *other == own) {
                return Err(ParameterError::Duplicate { name });
            }
            if value.is_empty() && !self.is_form {
                return Err(ParameterError::Empty { name });
            }
            let value = decode_form_value(value).filter(|value| !value.contains(char::is_control));
            given.push((own, value.ok_or(ParameterError::Unreadable { name })?));
        }
        given.retain_mut(|(_, value)| {
            *value = value.trim().to_owned();
            !value.is_empty()
        });
        Ok(QueryParameters(given))
    }
}

impl QueryParameters {
    /// The value of a parameter.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone())
    }

    /// The value as it was given; empty if it was not.
    pub fn or_empty(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    /// A date as date inputs take it, with hyphens.
    pub fn date_input(&self, name: &str) -> String {
        self.or_empty(name).replace('.', "-")
    }

    /// The same query string with one parameter replaced.
    pub fn query_with(&self, name: &str, value: &str) -> String {
        self.query_replacing(&[name], (name, value))
    }

    /// The query without some parameters and with another one.
    pub fn query_replacing(&self, without: &[&str], added: (&str, &str)) -> String {
        let kept = self.pairs().filter(|(own, _)| !without.contains(own));
        let mut all: Vec<(&str, &str)> = kept.collect();
        all.push(added);
        to_query(&all)
    }

    /// The value as an integer.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        name: &'static str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, ParameterError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.parse().ok().filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(ParameterError::OutOfRange {
                name,
                low: range.start().to_string(),
                high: range.end().to_string(),
            }),
        }
    }

    /// Parses the parameter `game`, which names a game of this site.
    pub fn game(&self) -> Result<Option<GameKind>, ParameterError> {
        let keys = GameKind::ALL.map(GameKind::key).join(", ");
        self.parse_with("game", AcceptedValues::one_of(keys), GameKind::parse)
    }

    /// The value as parsed by `parse`; `takes` describes what is accepted.
    pub fn parse_with<T>(
        &self,
        name: &'static str,
        takes: AcceptedValues,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ParameterError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        parse(&text).map(Some).ok_or(ParameterError::Invalid { name, accepted: takes })
    }

    /// All names and values, for links that keep them.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// Whether a social network or mailing added this parameter; shared links must keep working.
fn is_tracking_parameter(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    matches!(name, "fbclid" | "gclid" | "msclkid") || name.starts_with("utm_")
}

/// Decodes a form value; `None` if it is not UTF-8.
pub fn decode_form_value(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    percent_decode(&text).map(Cow::into_owned)
}

/// Decodes percent-encoding; `None` if the result is not UTF-8.
pub fn percent_decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let byte = tail.get(..2).filter(|_| *first == b'%').and_then(hex_byte);
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// Percent-encodes everything but unreserved characters and slashes.
pub fn percent_encode_path(path: &str) -> String {
    path.split('/').map(percent_encode).collect::<Vec<_>>().join("/")
}

/// Percent-encodes a path segment or query value.
pub fn percent_encode(part: &str) -> String {
    let mut text = String::with_capacity(part.len());
    for byte in part.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// Builds a query string from the parameters that have a value.
pub fn to_query(parameters: &[(&str, &str)]) -> String {
    let parts: Vec<String> = parameters
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}={}", percent_encode(value)))
        .collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

fn hex_byte(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok()?;
    let all = text.bytes().all(|digit| digit.is_ascii_hexdigit());
    all.then(|| u8::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["player", "limit"];

    fn read(query: &str) -> Result<QueryParameters, ParameterError> {
        QueryString::from_form_body(query).parse(KNOWN)
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
        assert_eq!(percent_decode("100%").as_deref(), Some("100%"));
        assert_eq!(percent_decode("%zz%20").as_deref(), Some("%zz "));
        assert_eq!(percent_decode("%+1").as_deref(), Some("%+1"));
    }
}
