//! Parses the JSON form: first the members with their offsets, then their values.
//!
//! Values are taken as raw text and parsed one level at a time, so that deep nesting takes no
//! stack.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::{Color, Game, Submission, Written as WrittenPly};

use super::super::comment;
use super::super::comment::Ends;
use super::super::error::{TextError, shown};
use super::super::tag::{self, GAME, MOST_TAGS, Places};
use super::written::Written;

/// The keys in the order in which they are processed: set-ups need the rule-set, clocks and
/// comments need the plies.
const KEYS: [&str; 11] = [
    "tags",
    "game",
    "ruleset",
    "first",
    "time_control",
    "result",
    "termination",
    "setups",
    "plies",
    "clocks",
    "comments",
];

/// Whether the text after an opening brace is the first key of this form.
pub(in super::super) fn begins_twin(text: &[u8]) -> bool {
    let key_on = text.trim_ascii_start().strip_prefix(b"\"");
    KEYS.iter().any(|key| {
        let rest = key_on.and_then(|text| text.strip_prefix(key.as_bytes()));
        rest.and_then(|rest| rest.strip_prefix(b"\""))
            .is_some_and(|rest| rest.trim_ascii_start().first() == Some(&b':'))
    })
}

/// The keys that correspond to GGN tags.
const TAG_OF_KEY: [(&str, &str); 6] = [
    ("game", GAME),
    ("ruleset", "Ruleset"),
    ("first", "First"),
    ("time_control", "TimeControl"),
    ("result", "Result"),
    ("termination", "Termination"),
];

/// The members of a JSON object in order, with unparsed values.
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

/// The value of a tag with a key of its own, and its offset; `None` if the text has no such tag, or is no object of a game.
pub(in super::super) fn tag_in(text: &str, name: &str) -> Option<(String, usize)> {
    let (key, _) = TAG_OF_KEY.iter().find(|(_, tag)| *tag == name)?;
    let Members(members) = serde_json::from_str(text).ok()?;
    let find = |members: &[(String, &RawValue)], key: &str| {
        let (_, value) = members.iter().find(|(own, _)| own == key)?;
        let offset = (value.get().as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        Some((serde_json::from_str(value.get()).ok()?, offset))
    };
    find(&members, key).or_else(|| {
        let (_, tags) = members.iter().find(|(own, _)| own == "tags")?;
        let Members(tags) = serde_json::from_str(tags.get()).ok()?;
        find(&tags, name)
    })
}

/// Reads and judges one JSON object.
///
/// # Errors
/// Returns the first error. Malformed JSON takes precedence.
pub fn read<G: Game>(text: &str) -> Result<G::Record, TextError> {
    let mut reader = Reader::<G> {
        text,
        game: Submission::default(),
        places: Places::default(),
        stated: Vec::new(),
    };
    match reader.object() {
        Ok(()) => G::judge(reader.game).map_err(|fault| reader.places.error_of(fault)),
        Err(later) => {
            let earlier =
                G::judge_beginning(&reader.game).map(|fault| reader.places.error_of(fault));
            Err(later.or_earlier(earlier))
        }
    }
}

struct Reader<'a, G: Game> {
    text: &'a str,
    game: Submission<G>,
    places: Places,
    /// Elements of `tags` that have a key of their own: name, value, offset.
    stated: Vec<(String, String, usize)>,
}

impl<'a, G: Game> Reader<'a, G> {
    fn object(&mut self) -> Result<(), TextError> {
        let Members(mut members) = parse(self.text, self.text)?;
        self.refuse_strange(&members)?;
        members.sort_by_key(|(key, _)| KEYS.iter().position(|known| known == key));
        members.retain(|(_, value)| value.get() != "null");
        if members.first().is_some_and(|(key, _)| key == "tags") {
            self.tags(members.remove(0).1)?;
        }
        self.take_stated()?;
        for (key, value) in members {
            self.member(&key, value)?;
        }
        self.stated_setups()
    }

    fn refuse_strange(&self, members: &[(String, &RawValue)]) -> Result<(), TextError> {
        for (index, (key, value)) in members.iter().enumerate() {
            if !KEYS.contains(&key.as_str()) {
                let message = format!(
                    "unknown key {}; a game has {} (put own information into tags)",
                    shown(key),
                    KEYS.join(", ")
                );
                return Err(TextError::new(self.byte_of_key(key, value), message));
            }
            if members[..index].iter().any(|(earlier, _)| earlier == key) {
                let message = format!("the key {key:?} is given twice; keep one");
                return Err(TextError::new(self.byte_of_key(key, value), message));
            }
        }
        Ok(())
    }

    fn member(&mut self, key: &str, value: &'a RawValue) -> Result<(), TextError> {
        match key {
            "setups" => self.setups(value),
            "plies" => self.plies(value),
            "clocks" => self.clocks(value),
            "comments" => self.comments(value),
            _ => {
                let name = TAG_OF_KEY.iter().find(|(own, _)| *own == key).map_or("", |pair| pair.1);
                let text: String = self.read(value)?;
                self.state(name, &text, self.byte_of(value))
            }
        }
    }

    /// The offset of a value in the text.
    fn byte_of(&self, value: &RawValue) -> usize {
        (value.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize)
    }

    /// The offset of a member's key, or of its value if the key has escapes.
    fn byte_of_key(&self, key: &str, value: &RawValue) -> usize {
        let at = self.byte_of(value);
        self.text[..at].rfind(&format!("\"{key}\"")).unwrap_or(at)
    }

    fn read<T: Deserialize<'a>>(&self, value: &'a RawValue) -> Result<T, TextError> {
        parse(self.text, value.get())
    }

    /// Takes the value of a key; the same tag in `tags` has to agree.
    fn state(&mut self, name: &str, value: &str, at: usize) -> Result<(), TextError> {
        let twin = self.stated.iter().position(|(other, ..)| other == name);
        if let Some((_, other, _)) = twin.map(|index| self.stated.swap_remove(index))
            && !other.eq_ignore_ascii_case(value)
        {
            let message = format!(
                "this says {}, but {name} among tags says {}; keep one",
                shown(value),
                shown(&other)
            );
            return Err(TextError::new(at, message));
        }
        self.take_tag(name, value, at)
    }

    fn take_tag(&mut self, name: &str, value: &str, at: usize) -> Result<(), TextError> {
        self.places.note(name, at);
        tag::take(&mut self.game, name, value).map_err(|message| TextError::new(at, message))
    }

    /// Takes the tags that have a key of their own, before the keys themselves.
    fn take_stated(&mut self) -> Result<(), TextError> {
        for (name, value, at) in self.stated.clone() {
            if !matches!(name.as_str(), "WhiteSetup" | "BlackSetup") {
                self.take_tag(&name, &value, at)?;
            }
        }
        Ok(())
    }

    fn tags(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let Members(members) = self.read(value)?;
        if members.len() > MOST_TAGS {
            let message = format!("more than {MOST_TAGS} tags; no game needs so many");
            return Err(TextError::new(self.byte_of(value), message));
        }
        for (index, (name, value)) in members.iter().enumerate() {
            let at = self.byte_of(value);
            if members[..index].iter().any(|(earlier, _)| earlier == name) {
                let message = format!("the tag {} is given twice; keep one", shown(name));
                return Err(TextError::new(self.byte_of_key(name, value), message));
            }
            let text: String = self.read(value)?;
            if !tag::is_name(name) || text.chars().any(char::is_control) {
                let message = format!(
                    "the tag {} cannot be written: a name is a letter, then letters, digits and \
                     _, and a value has no control characters",
                    shown(name)
                );
                return Err(TextError::new(at, message));
            }
            if tag::KNOWN[6..].contains(&name.as_str()) {
                self.stated.push((name.clone(), text, at));
            } else {
                self.take_tag(name, &text, at)?;
            }
        }
        Ok(())
    }

    fn setups(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let Members(members) = self.read(value)?;
        for (side, value) in members {
            let at = self.byte_of(value);
            let Some(color) = Color::ALL.into_iter().find(|color| color.key() == side) else {
                let message = format!("setups has white and black, not {}", shown(&side));
                return Err(TextError::new(self.byte_of_key(&side, value), message));
            };
            let text: Option<String> = self.read(value)?;
            let Some(text) = text else { continue };
            if self.places.setups[color as usize].is_some() {
                let message = format!("the set-up of {color} is given twice; keep one");
                return Err(TextError::new(self.byte_of_key(&side, value), message));
            }
            self.set_up(color, &text, at)?;
        }
        Ok(())
    }

    fn set_up(&mut self, color: Color, text: &str, at: usize) -> Result<(), TextError> {
        let name = tag::setup_name(color);
        if let Some((_, other, _)) = self.stated.iter().find(|(other, ..)| other == name)
            && other != text
        {
            let message = format!("this differs from {name} among tags; keep one");
            return Err(TextError::new(at, message));
        }
        self.places.setups[color as usize] = Some(at + 1);
        G::take_setup(&mut self.game.terms, color, text).map_err(|fault| {
            // Many programs write a slash as \/.
            let mut written = Written::new(&self.text[at..]);
            TextError::new(at + written.byte_of(fault.character), fault.message)
        })
    }

    /// Takes set-ups that are only in `tags`.
    fn stated_setups(&mut self) -> Result<(), TextError> {
        for color in Color::ALL {
            let name = tag::setup_name(color);
            let stated = self.stated.iter().find(|(other, ..)| other == name).cloned();
            if let Some((_, text, at)) = stated
                && self.places.setups[color as usize].is_none()
            {
                self.set_up(color, &text, at)?;
            }
        }
        Ok(())
    }

    fn plies(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let at = self.byte_of(value);
        if value.get().starts_with('"') {
            let text: String = self.read(value)?;
            let mut written = Written::new(value.get());
            for word in text.split_whitespace() {
                let offset = (word.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
                self.ply(word, at + written.byte_of(offset))?;
            }
            return Ok(());
        }
        let items: Vec<&'a RawValue> = self.read(value)?;
        for item in items {
            let at = self.byte_of(item);
            let number = self.game.plies.len() as u32 + 1;
            let text: String = self.read(item).map_err(|e| TextError { ply: Some(number), ..e })?;
            self.ply(&text, at)?;
        }
        Ok(())
    }

    fn ply(&mut self, text: &str, at: usize) -> Result<(), TextError> {
        let number = self.game.plies.len() as u32 + 1;
        let ply = G::parse_ply(text).map_err(|e| TextError::in_ply(at, number, e))?;
        self.game.plies.push(WrittenPly { ply, clock: None });
        self.places.plies.push(at);
        Ok(())
    }

    fn clocks(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let clocks: Vec<&'a RawValue> = self.read(value)?;
        let count = self.game.plies.len();
        for (index, value) in clocks.into_iter().enumerate() {
            let at = self.byte_of(value);
            let Some(ply) = self.game.plies.get_mut(index) else {
                let message = format!("a clock for ply {}, but there are {count} plies", index + 1);
                return Err(TextError::new(at, message));
            };
            ply.clock = parse(self.text, value.get()).map_err(|_| {
                let message = format!(
                    "{} is no clock; write whole seconds, or null where it is unknown",
                    shown(value.get())
                );
                TextError::in_ply(at, index as u32 + 1, message)
            })?;
        }
        Ok(())
    }

    fn comments(&mut self, value: &'a RawValue) -> Result<(), TextError> {
        let Members(members) = self.read(value)?;
        let mut seen = std::collections::BTreeSet::new();
        for (key, value) in members {
            // Finding a key may take a search of the whole text, so it is done for errors only.
            let refuse = |message| TextError::new(self.byte_of_key(&key, value), message);
            let number = key.parse::<u32>().ok().filter(|number| number.to_string() == key);
            let fits = |number: &u32| *number as usize <= self.game.plies.len();
            let Some(number) = number.filter(fits) else {
                let shown = shown(&key);
                return Err(refuse(format!(
                    "{shown} is not the number of a move of this game (0 is before the first)"
                )));
            };
            if !seen.insert(number) {
                return Err(refuse(format!("ply {number} has two comments; join them")));
            }
            let raw: String = self.read(value)?;
            self.comment(number, &raw, self.byte_of(value))?;
        }
        Ok(())
    }

    fn comment(&mut self, number: u32, raw: &str, at: usize) -> Result<(), TextError> {
        let ply = Some(number).filter(|number| *number > 0);
        let refuse = |message: String| TextError { at, ply, message };
        let read = comment::parse(raw, Ends::Text).map_err(|(_, message)| refuse(message))?;
        if let Some(clock) = read.clock {
            let ply = (number as usize).checked_sub(1).and_then(|n| self.game.plies.get_mut(n));
            comment::set_clock(ply, clock).map_err(|message| refuse(message.to_owned()))?;
        }
        if !read.text.is_empty() {
            self.game.annotations.comments.insert(number, read.text);
        }
        Ok(())
    }
}

/// Parses `part`, a slice of `text`, with error offsets relative to `text`.
fn parse<'a, T: Deserialize<'a>>(text: &str, part: &'a str) -> Result<T, TextError> {
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
