//! Reading a tree: each value says what it expects, and where it did not find it.

use std::fmt;

use super::tree::Json;

/// What is wrong with something that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Where, as `plan.stages[2].rounds`; empty for the whole.
    pub place: String,
    /// What is expected there, or what it is that cannot be.
    pub expected: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.expected)
    }
}

impl std::error::Error for JsonError {}

/// Something else is expected right here.
pub(super) fn json_error(expected: impl Into<String>) -> JsonError {
    JsonError { place: String::new(), expected: expected.into() }
}

impl JsonError {
    /// The same, seen from further outside.
    fn nested_in(mut self, outer: &str) -> JsonError {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{outer}{dot}{}", self.place);
        self
    }
}

pub(super) type JsonResult<T> = Result<T, JsonError>;

/// The members of an object that were not read yet.
pub(super) struct JsonMembers<'a>(Vec<(&'a str, &'a Json)>);

/// Longest name of a member that is repeated in a fault.
const MAX_SHOWN_NAME_LEN: usize = 40;

impl<'a> JsonMembers<'a> {
    pub(super) fn from_json(json: &'a Json) -> JsonResult<JsonMembers<'a>> {
        let Json::Object(members) = json else { return Err(json_error("expected an object")) };
        Ok(JsonMembers(members.iter().map(|(name, value)| (name.as_str(), value)).collect()))
    }

    /// Takes a member out, if it is there.
    pub(super) fn take(&mut self, name: &str) -> Option<&'a Json> {
        let at = self.0.iter().position(|(other, _)| *other == name)?;
        Some(self.0.remove(at).1)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(other, _)| *other == name)
    }

    /// What must be there.
    pub(super) fn required<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Json) -> JsonResult<T>,
    ) -> JsonResult<T> {
        let found = self.take(name).ok_or_else(|| json_error(format!("`{name}` is missing")))?;
        read(found).map_err(|fault| fault.nested_in(name))
    }

    /// What may be left out.
    pub(super) fn optional_or<T>(
        &mut self,
        name: &str,
        default: T,
        read: impl FnOnce(&Json) -> JsonResult<T>,
    ) -> JsonResult<T> {
        self.take(name).map_or(Ok(default), |found| read(found).map_err(|it| it.nested_in(name)))
    }

    /// What may be left out, or be `null`.
    pub(super) fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Json) -> JsonResult<T>,
    ) -> JsonResult<Option<T>> {
        let found = self.take(name).filter(|found| **found != Json::Null);
        found.map(|found| read(found).map_err(|fault| fault.nested_in(name))).transpose()
    }

    /// A flag that is off where it is left out.
    pub(super) fn flag(&mut self, name: &str) -> JsonResult<bool> {
        self.optional_or(name, false, flag)
    }

    /// A number that must be there, and is no larger.
    pub(super) fn number<T: TryFrom<i64>>(&mut self, name: &str, most: i64) -> JsonResult<T> {
        self.required(name, |json| integer(json, 0, most))
    }

    /// Nothing may be left.
    pub(super) fn finish(self) -> JsonResult<()> {
        let Some((name, _)) = self.0.first() else { return Ok(()) };
        let shown: String = name.chars().take(MAX_SHOWN_NAME_LEN).collect();
        Err(json_error(format!("there is no `{shown}` here")))
    }
}

pub(super) fn flag(json: &Json) -> JsonResult<bool> {
    match json {
        Json::Flag(flag) => Ok(*flag),
        _ => Err(json_error("expected true or false")),
    }
}

/// A whole number from `least` to `most`.
pub(super) fn integer<T: TryFrom<i64>>(json: &Json, least: i64, most: i64) -> JsonResult<T> {
    let expected = || json_error(format!("expected a whole number from {least} to {most}"));
    let Json::Whole(number) = json else { return Err(expected()) };
    let in_range = (least..=most).contains(number);
    in_range.then(|| T::try_from(*number).ok()).flatten().ok_or_else(expected)
}

/// Text of so many characters at most, on one line.
pub(super) fn text(json: &Json, most: usize) -> JsonResult<String> {
    let expected = || json_error(format!("expected text of at most {most} characters on one line"));
    let Json::Text(text) = json else { return Err(expected()) };
    let fits = text.chars().nth(most).is_none() && !text.chars().any(char::is_control);
    if fits { Ok(text.clone()) } else { Err(expected()) }
}

/// So many items at most.
pub(super) fn list<T>(
    json: &Json,
    most: usize,
    read: impl Fn(&Json) -> JsonResult<T>,
) -> JsonResult<Vec<T>> {
    let Json::List(items) = json else { return Err(json_error("expected a list")) };
    if items.len() > most {
        return Err(json_error(format!("expected at most {most} items")));
    }
    let item =
        |(at, item)| read(item).map_err(|fault: JsonError| fault.nested_in(&format!("[{at}]")));
    items.iter().enumerate().map(item).collect()
}

/// Two items.
pub(super) fn pair<T>(json: &Json, read: impl Fn(&Json) -> JsonResult<T>) -> JsonResult<[T; 2]> {
    let both = list(json, 2, read)?;
    both.try_into().map_err(|_| json_error("expected two items"))
}

/// Words with what they mean.
pub(super) type WordTable<T> = [(&'static str, T)];

/// One of some words.
pub(super) fn read_word<T: Copy>(json: &Json, words: &WordTable<T>) -> JsonResult<T> {
    let found = match json {
        Json::Text(text) => words.iter().find(|(word, _)| word == text),
        _ => None,
    };
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        let all: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        json_error(format!("expected {}", all.join(" or ")))
    })
}

/// The word for something: each has one.
pub(super) fn write_word<T: PartialEq>(meant: &T, words: &WordTable<T>) -> Json {
    let found = words.iter().find(|(_, one)| one == meant);
    super::tree::text(found.map_or("", |(word, _)| word))
}
