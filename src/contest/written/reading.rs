//! Reading a tree: each value says what it expects, and where it did not find it.

use std::fmt;

use super::tree::Json;

/// What is wrong with something that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, as `plan.stages[2].rounds`; empty for the whole.
    pub place: String,
    /// What is expected there, or what it is that cannot be.
    pub expected: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.expected)
    }
}

impl std::error::Error for Fault {}

/// Something else is expected right here.
pub(super) fn fault(expected: impl Into<String>) -> Fault {
    Fault { place: String::new(), expected: expected.into() }
}

impl Fault {
    /// The same, seen from further outside.
    fn within(mut self, outer: &str) -> Fault {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{outer}{dot}{}", self.place);
        self
    }
}

pub(super) type Read<T> = Result<T, Fault>;

/// The members of an object that were not read yet.
pub(super) struct Members<'a>(Vec<(&'a str, &'a Json)>);

/// Longest name of a member that is repeated in a fault.
const LONGEST_SHOWN: usize = 40;

impl<'a> Members<'a> {
    pub(super) fn of(json: &'a Json) -> Read<Members<'a>> {
        let Json::Object(members) = json else { return Err(fault("expected an object")) };
        Ok(Members(members.iter().map(|(name, value)| (name.as_str(), value)).collect()))
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
    pub(super) fn needed<T>(&mut self, name: &str, read: impl FnOnce(&Json) -> Read<T>) -> Read<T> {
        let found = self.take(name).ok_or_else(|| fault(format!("`{name}` is missing")))?;
        read(found).map_err(|fault| fault.within(name))
    }

    /// What may be left out.
    pub(super) fn or<T>(
        &mut self,
        name: &str,
        default: T,
        read: impl FnOnce(&Json) -> Read<T>,
    ) -> Read<T> {
        self.take(name).map_or(Ok(default), |found| read(found).map_err(|it| it.within(name)))
    }

    /// What may be left out, or be `null`.
    pub(super) fn maybe<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&Json) -> Read<T>,
    ) -> Read<Option<T>> {
        let found = self.take(name).filter(|found| **found != Json::Null);
        found.map(|found| read(found).map_err(|fault| fault.within(name))).transpose()
    }

    /// A flag that is off where it is left out.
    pub(super) fn flag(&mut self, name: &str) -> Read<bool> {
        self.or(name, false, flag)
    }

    /// A number that must be there, and is no larger.
    pub(super) fn number<T: TryFrom<i64>>(&mut self, name: &str, most: i64) -> Read<T> {
        self.needed(name, |json| whole(json, 0, most))
    }

    /// Nothing may be left.
    pub(super) fn end(self) -> Read<()> {
        let Some((name, _)) = self.0.first() else { return Ok(()) };
        let shown: String = name.chars().take(LONGEST_SHOWN).collect();
        Err(fault(format!("there is no `{shown}` here")))
    }
}

pub(super) fn flag(json: &Json) -> Read<bool> {
    match json {
        Json::Flag(flag) => Ok(*flag),
        _ => Err(fault("expected true or false")),
    }
}

/// A whole number from `least` to `most`.
pub(super) fn whole<T: TryFrom<i64>>(json: &Json, least: i64, most: i64) -> Read<T> {
    let expected = || fault(format!("expected a whole number from {least} to {most}"));
    let Json::Whole(number) = json else { return Err(expected()) };
    let in_range = (least..=most).contains(number);
    in_range.then(|| T::try_from(*number).ok()).flatten().ok_or_else(expected)
}

/// Text of so many characters at most, on one line.
pub(super) fn text(json: &Json, most: usize) -> Read<String> {
    let expected = || fault(format!("expected text of at most {most} characters on one line"));
    let Json::Text(text) = json else { return Err(expected()) };
    let fits = text.chars().nth(most).is_none() && !text.chars().any(char::is_control);
    if fits { Ok(text.clone()) } else { Err(expected()) }
}

/// So many items at most.
pub(super) fn list<T>(json: &Json, most: usize, read: impl Fn(&Json) -> Read<T>) -> Read<Vec<T>> {
    let Json::List(items) = json else { return Err(fault("expected a list")) };
    if items.len() > most {
        return Err(fault(format!("expected at most {most} items")));
    }
    let item = |(at, item)| read(item).map_err(|fault: Fault| fault.within(&format!("[{at}]")));
    items.iter().enumerate().map(item).collect()
}

/// Two items.
pub(super) fn pair<T>(json: &Json, read: impl Fn(&Json) -> Read<T>) -> Read<[T; 2]> {
    let both = list(json, 2, read)?;
    both.try_into().map_err(|_| fault("expected two items"))
}

/// Words with what they mean.
pub(super) type Words<T> = [(&'static str, T)];

/// One of some words.
pub(super) fn word<T: Copy>(json: &Json, words: &Words<T>) -> Read<T> {
    let found = match json {
        Json::Text(text) => words.iter().find(|(word, _)| word == text),
        _ => None,
    };
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        let all: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        fault(format!("expected {}", all.join(" or ")))
    })
}

/// The word for something: each has one.
pub(super) fn word_for<T: PartialEq>(meant: &T, words: &Words<T>) -> Json {
    let found = words.iter().find(|(_, one)| one == meant);
    super::tree::text(found.map_or("", |(word, _)| word))
}
