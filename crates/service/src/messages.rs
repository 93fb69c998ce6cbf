//! Localisable messages of use cases.

use std::borrow::Cow;
use std::fmt;

use adjutant_domain::message::Message;
use salpakan::rules::Square;

use super::refusals;

/// A message of the catalogues with `N` arguments.
#[derive(Debug, Clone, Copy)]
pub struct MessageTemplate<const N: usize> {
    key: &'static str,
    /// The English text, with the arguments in braces.
    pattern: &'static str,
    names: [&'static str; N],
}

impl<const N: usize> MessageTemplate<N> {
    pub(super) const fn new(
        key: &'static str,
        pattern: &'static str,
        names: [&'static str; N],
    ) -> MessageTemplate<N> {
        MessageTemplate { key, pattern, names }
    }

    pub(super) const fn pattern(self) -> &'static str {
        self.pattern
    }

    /// Panics, at compile time in `refusal!`, unless these are the names of all arguments.
    pub(super) const fn check(self, names: [&str; N]) {
        let mut own = 0;
        while own < N {
            let mut other = 0;
            while !is_same(self.names[own], names[other]) {
                other += 1;
                assert!(other < N, "an argument of the message is missing");
            }
            own += 1;
        }
    }

    /// Fills in the arguments; `refusal!` checks their names.
    pub(super) fn fill(
        self,
        arguments: [(&'static str, &dyn MessageArgument); N],
    ) -> LocalizedMessage {
        let values = arguments.map(|(name, value)| (name, value.message()));
        LocalizedMessage::fill(self.key, self.pattern, values.into())
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// A value that can be an argument of a message. A message stays localisable within another.
pub trait MessageArgument {
    fn message(&self) -> LocalizedMessage;
}

macro_rules! text_arguments {
    ($($kind:ty),+) => {
        $(
            impl MessageArgument for $kind {
                fn message(&self) -> LocalizedMessage {
                    self.to_string().into()
                }
            }
        )+
    };
}

text_arguments!(char, str, String, Square, i32, i64, u8, u16, u32, u64, usize);

impl MessageArgument for LocalizedMessage {
    fn message(&self) -> LocalizedMessage {
        self.clone()
    }
}

impl MessageArgument for MessageTemplate<0> {
    fn message(&self) -> LocalizedMessage {
        (*self).into()
    }
}

impl<T: MessageArgument + ?Sized> MessageArgument for &T {
    fn message(&self) -> LocalizedMessage {
        (**self).message()
    }
}

/// A message: its English text, and the key and values of the same message in the catalogues.
/// Without a key it exists in English only.
#[derive(Clone, PartialEq, Eq)]
pub struct LocalizedMessage {
    english: String,
    key: Cow<'static, str>,
    values: Vec<(&'static str, LocalizedMessage)>,
}

impl LocalizedMessage {
    fn fill(
        key: &'static str,
        pattern: &str,
        values: Vec<(&'static str, LocalizedMessage)>,
    ) -> LocalizedMessage {
        let mut english = String::with_capacity(96);
        let mut pieces = pattern.split('{');
        english.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
            let value = values.iter().find(|(own, _)| *own == name);
            english.push_str(value.map_or("", |(_, value)| &value.english));
            english.push_str(rest);
        }
        LocalizedMessage { english, key: key.into(), values }
    }

    /// A text of another catalogue than that of the refusals, such as a name of something.
    pub(super) fn keyed(key: String, english: impl Into<String>) -> LocalizedMessage {
        LocalizedMessage { english: english.into(), key: key.into(), values: Vec::new() }
    }

    pub fn english(&self) -> &str {
        &self.english
    }

    /// The key in the catalogues; `None` if the message exists in English only.
    pub fn key(&self) -> Option<&str> {
        Some(&*self.key).filter(|key| !key.is_empty())
    }

    pub fn values(&self) -> &[(&'static str, LocalizedMessage)] {
        &self.values
    }
}

impl From<MessageTemplate<0>> for LocalizedMessage {
    fn from(template: MessageTemplate<0>) -> LocalizedMessage {
        template.fill([])
    }
}

/// The message of a rule, with its English text.
impl From<Message> for LocalizedMessage {
    fn from(message: Message) -> LocalizedMessage {
        match message {
            Message::Text(text) => text.into(),
            Message::Keyed { key, arguments } => {
                let pattern = refusals::ALL.iter().find(|(own, ..)| *own == key);
                let values = arguments.into_iter().map(|(name, value)| (name, value.into()));
                LocalizedMessage::fill(
                    key,
                    pattern.map_or(key, |(.., text)| text),
                    values.collect(),
                )
            }
        }
    }
}

impl fmt::Display for LocalizedMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl fmt::Debug for LocalizedMessage {
    /// Shows the key only, since the values may contain ranks of the recipient's own set-up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalizedMessage({}..)", self.key)
    }
}

impl From<String> for LocalizedMessage {
    fn from(english: String) -> LocalizedMessage {
        LocalizedMessage { english, key: Cow::Borrowed(""), values: Vec::new() }
    }
}

impl From<&str> for LocalizedMessage {
    fn from(english: &str) -> LocalizedMessage {
        english.to_owned().into()
    }
}
