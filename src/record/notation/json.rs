//! The JSON twin: the one place below the edge that knows JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::record::{JudgedRecord, Place, Submission, judge};
use crate::rules::{Color, Deployment, Outcome};

use super::error::TextError;
use super::tag::{self, Places};
use super::{comment, ply};

/// The twin's keys, in the order in which they are written.
const KEYS: [&str; 10] = [
    "tags",
    "ruleset",
    "first",
    "time_control",
    "setups",
    "plies",
    "clocks",
    "comments",
    "result",
    "termination",
];

/// A JSON object's members in their order, values not yet read.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Vec<(String, &'de RawValue)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Collect).map(Members)
    }
}

/// Reads and judges one JSON object.
///
/// # Errors
/// The first fault, as a byte of the text.
pub fn read(text: &str) -> Result<JudgedRecord, TextError> {
    let mut reader = Reader { text, game: Submission::default(), places: Places::default() };
    reader.object()?;
    let Reader { game, places, .. } = reader;
    judge(game).map_err(|fault| TextError {
        at: places.byte_of(fault.place),
        ply: if let Place::Ply(number) = fault.place { Some(number) } else { None },
        message: fault.message,
    })
}

struct Reader<'a> {
    text: &'a str,
    game: Submission,
    places: Places,
}

impl<'a> Reader<'a> {
    fn object(&mut self) -> Result<(), TextError> {
        let Members(mut members) = parse(self.text, self.text)?;
        self.refuse_strange(&members)?;
        // The set-ups need the rule-set and comments need the plies, in whatever order they came.
        members.sort_by_key(|(key, _)| KEYS.iter().position(|known| known == key));
        for (key, value) in members {
            if value.get() != "null" {
                self.member(&key, value)?;
            }
        }
        Ok(())
    }

    fn refuse_strange(&self, members: &[(String, &RawValue)]) -> Result<(), TextError> {
        for (index, (key, value)) in members.iter().enumerate() {
            if !KEYS.contains(&key.as_str()) {
                let message = format!(
                    "unknown key {key:?}; a game has {} (put own information into tags)",
                    KEYS.join(", ")
                );
                return Err(TextError::new(self.byte_of(value), message));
            }
            if members[..index].iter().any(|(earlier, _)| earlier == key) {
                let message = format!("the key {key:?} is given twice");
                return Err(TextError::new(self.byte_of(value), message));
            }
        }
        Ok(())
    }

    fn member(&mut self, key: &str, value: &'a RawValue) -> Result<(), TextError> {
        match key {
            "tags" => self.tags(value),
            "ruleset" => self.tag("Ruleset", value),
            "first" => self.tag("First", value),
            "time_control" => self.tag("TimeControl", value),
            "setups" => self.setups(value),
            "plies" => self.plies(value),
            "clocks" => self.clocks(value),
            "comments" => self.comments(value),
            "result" => {
                self.places.result = Some(self.byte_of(value));
                self.tag("Result", value)
            }
            _ => {
                self.places.termination = Some(self.byte_of(value));
                self.tag("Termination", value)
            }
        }
    }

    /// Where a value begins in the text.
    fn byte_of(&self, value: &RawValue) -> usize {
        (value.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize)
    }

    fn read<T: Deserialize<'a>>(&self, value: &'a RawValue) -> Result<T, TextError> {
        parse(self.text, value.get())
    }

    fn tag(&mut self, name: &str, value: &'a RawValue) -> Result<(), TextError> {
        let text: String = self.read(value)?;
        let at = self.byte_of(value);
        tag::take(&mut self.game, name, &text).map_err(|fault| TextError::new(at, fault.message))
    }

    fn tags(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let Members(members) = self.read(value)?;
        for (index, (name, value)) in members.iter().enumerate() {
            let at = self.byte_of(value);
            if members[..index].iter().any(|(earlier, _)| earlier == name) {
                return Err(TextError::new(at, format!("the tag {name} is given twice")));
            }
            if tag::KNOWN[6..].contains(&name.as_str()) {
                let message = format!("{name} has a key of its own; it does not belong into tags");
                return Err(TextError::new(at, message));
            }
            let named = !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let text: String = self.read(value)?;
            if !named || text.chars().any(char::is_control) {
                let message = format!(
                    "the tag {name:?} cannot be written: names are letters, digits and _, values \
                     have no control characters"
                );
                return Err(TextError::new(at, message));
            }
            tag::take(&mut self.game, name, &text)
                .map_err(|fault| TextError::new(at, fault.message))?;
        }
        Ok(())
    }

    fn setups(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let Members(members) = self.read(value)?;
        for (side, value) in members {
            let at = self.byte_of(value);
            let Some(color) = Color::ALL.into_iter().find(|color| color.key() == side) else {
                let message = format!("setups has white and black, not {side:?}");
                return Err(TextError::new(at, message));
            };
            let text: Option<String> = self.read(value)?;
            let Some(text) = text else { continue };
            self.places.setups[color as usize] = Some(at + 1);
            tag::set_up(&mut self.game, color, &text)
                .map_err(|fault| TextError::new(at + 1 + fault.character, fault.message))?;
        }
        Ok(())
    }

    fn plies(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let at = self.byte_of(value);
        if value.get().starts_with('"') {
            let text: String = self.read(value)?;
            for word in text.split_whitespace() {
                let offset = (word.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
                self.ply(word, at + 1 + offset)?;
            }
            return Ok(());
        }
        let items: Vec<&'a RawValue> = self.read(value)?;
        for item in items {
            let text: String = self.read(item)?;
            self.ply(&text, self.byte_of(item))?;
        }
        Ok(())
    }

    fn ply(&mut self, text: &str, at: usize) -> Result<(), TextError> {
        let number = self.game.plies.len() as u32 + 1;
        if number as usize > crate::record::MOST_PLIES {
            let message =
                format!("more than {} plies; no game is that long", crate::record::MOST_PLIES);
            return Err(TextError::in_ply(at, number, message));
        }
        let read = ply::parse(text).map_err(|e| TextError::in_ply(at, number, e))?;
        self.game.plies.push(read);
        self.places.plies.push(at);
        Ok(())
    }

    fn clocks(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let clocks: Vec<Option<u32>> = self.read(value)?;
        if clocks.len() > self.game.plies.len() {
            let message = format!("{} clocks for {} plies", clocks.len(), self.game.plies.len());
            return Err(TextError::new(self.byte_of(value), message));
        }
        for (ply, clock) in self.game.plies.iter_mut().zip(clocks) {
            ply.clock = clock;
        }
        Ok(())
    }

    fn comments(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let Members(members) = self.read(value)?;
        for (key, value) in members {
            let at = self.byte_of(value);
            let number = key.parse::<u32>().ok().filter(|n| *n as usize <= self.game.plies.len());
            let Some(number) = number else {
                let message = format!("{key:?} is no ply of this game (0 is before the first)");
                return Err(TextError::new(at, message));
            };
            let raw: String = self.read(value)?;
            self.comment(number, &raw, at)?;
        }
        Ok(())
    }

    fn comment(&mut self, number: u32, raw: &str, at: usize) -> Result<(), TextError> {
        let ply = Some(number).filter(|number| *number > 0);
        let refuse = |message: String| TextError { at, ply, message };
        if raw.chars().any(|c| c.is_control() && !c.is_whitespace()) {
            return Err(refuse("a control character stands in the comment".into()));
        }
        let read = comment::parse(raw).map_err(|(_, message)| refuse(message))?;
        if let Some(clock) = read.clock {
            let target = (number as usize).checked_sub(1).and_then(|n| self.game.plies.get_mut(n));
            match target {
                Some(ply) if ply.clock.is_none_or(|known| known == clock) => {
                    ply.clock = Some(clock)
                }
                _ => return Err(refuse("the clock in the comment contradicts clocks".into())),
            }
        }
        if !read.text.is_empty() {
            comment::join(self.game.annotations.comments.entry(number).or_default(), &read.text);
        }
        Ok(())
    }
}

/// Reads `part`, a slice of `text`, with faults placed in `text`.
fn parse<'a, T: Deserialize<'a>>(text: &'a str, part: &'a str) -> Result<T, TextError> {
    serde_json::from_str(part).map_err(|e| {
        let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        let line_start: usize =
            part.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len).sum();
        let full = e.to_string();
        let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
        TextError::new(
            start + line_start + e.column().saturating_sub(1),
            format!("this is not the JSON of a game: {message}"),
        )
    })
}

/// What is written; a counterpart, so that each new field is a decision.
#[derive(Serialize)]
struct Twin<'a> {
    tags: Tags<'a>,
    ruleset: String,
    first: &'static str,
    time_control: String,
    setups: Setups,
    plies: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<Option<u32>>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    comments: &'a BTreeMap<u32, String>,
    result: &'static str,
    termination: &'static str,
}

struct Tags<'a>(Vec<(&'a str, &'a str)>);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Setups {
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
}

fn twin(record: &JudgedRecord) -> Twin<'_> {
    let JudgedRecord { header, timeline, annotations, armies } = record;
    let roster = &header.roster;
    let mut tags: Vec<(&str, &str)> = vec![
        ("Event", &roster.event),
        ("Site", &roster.site),
        ("Date", &roster.date),
        ("Round", &roster.round),
        ("White", &roster.white),
        ("Black", &roster.black),
    ];
    tags.extend(annotations.extra_tags.iter().map(|(n, v)| (n.as_str(), v.as_str())));
    let last = timeline.plies.len();
    let text_of = |(index, played): (usize, &crate::record::Ply)| {
        let mut text = String::with_capacity(7);
        ply::push(&mut text, played, timeline.ending.is_some() && index + 1 == last);
        text
    };
    let timed = timeline.plies.iter().any(|ply| ply.clock.is_some());
    let setup = |color: Color| armies[color].as_ref().map(Deployment::notation);
    Twin {
        tags: Tags(tags),
        ruleset: timeline.rules.key(),
        first: timeline.first.key(),
        time_control: header.time_control.map_or("-".to_owned(), |tc| tc.to_string()),
        setups: Setups { white: setup(Color::White), black: setup(Color::Black) },
        plies: timeline.plies.iter().enumerate().map(text_of).collect(),
        clocks: timed.then(|| timeline.plies.iter().map(|ply| ply.clock).collect()),
        comments: &annotations.comments,
        result: header.outcome.map_or("*", Outcome::notation),
        termination: header.termination.name(),
    }
}

/// Appends the record as one line of JSON, without the line's end.
pub fn write(text: &mut String, record: &JudgedRecord) {
    // Strings, numbers and lists: nothing in the twin can fail to be written.
    text.push_str(&serde_json::to_string(&twin(record)).unwrap_or_default());
}
