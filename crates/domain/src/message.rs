//! Messages for people by their key in the catalogues, which have the texts (`locales`).

use std::fmt;

/// Why something is refused: a message of `refusals.ftl`, or a text that no catalogue has.
#[derive(Clone, PartialEq, Eq)]
pub enum Message {
    Keyed { key: &'static str, arguments: Vec<(&'static str, Message)> },
    Text(String),
}

impl fmt::Debug for Message {
    /// Shows the key only, since the arguments may contain ranks of the recipient's own set-up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = match self {
            Message::Keyed { key, .. } => key,
            Message::Text(_) => "",
        };
        write!(f, "Message({key}..)")
    }
}

/// What can be an argument of a message: a text or another message.
pub trait ToMessage {
    fn to_message(&self) -> Message;
}

impl<T: fmt::Display + ?Sized> ToMessage for T {
    fn to_message(&self) -> Message {
        Message::Text(self.to_string())
    }
}

impl ToMessage for Message {
    fn to_message(&self) -> Message {
        self.clone()
    }
}

/// Joins several reasons.
pub fn several(all: impl IntoIterator<Item = Message>) -> Message {
    let join = |one: Message, other: Message| message!("refused-reasons", one = one, other = other);
    all.into_iter().reduce(join).unwrap_or_else(|| Message::Text(String::new()))
}

/// A message and the names of its arguments.
pub type MessageSignature = (&'static str, &'static [&'static str]);

/// Fills in a message by the names of its arguments: `message!("refused-row", row = 3, why)`.
macro_rules! message {
    ($key:literal $(, $name:ident $(= $value:expr)?)*) => {{
        #[allow(unused_imports)]
        use $crate::message::ToMessage as _;
        $crate::message::Message::Keyed {
            key: $key,
            arguments: vec![$((stringify!($name), $crate::message::message!(@value $name $($value)?))),*],
        }
    }};
    (@value $name:ident) => { $name.to_message() };
    (@value $name:ident $value:expr) => { $value.to_message() };
}
pub(crate) use message;

/// Declares an enum whose variants have a message each, with their fields as its arguments:
/// `TooLong { most: usize } => "refused-too-long"`. Other arguments follow the key in braces. An
/// expression in parentheses is the message itself.
macro_rules! message_enum {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident
            $({ $($field:ident: $field_type:ty),+ $(,)? })? $(( $($item:ident: $item_type:ty),+ ))?
            => $key:tt $({ $($argument:ident = $value:expr),* $(,)? })?,)+
    }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$variant_meta])* $variant
                $({ $($field: $field_type),+ })? $(($($item_type),+))?,)+
        }

        impl $name {
            /// The messages of all variants, except those that are messages of something else.
            pub const MESSAGES: &'static [$crate::message::MessageSignature] = &[$(
                message_enum!(@signature $key
                    [$($($field)+)? $($($item)+)?] $([$($argument)*])?)
            ),+];

            #[allow(unused_variables)]
            pub fn message(&self) -> $crate::message::Message {
                match self {
                    $($name::$variant $({ $($field),+ })? $(($($item),+))? => {
                        message_enum!(@message $key
                            [$($($field)+)? $($($item)+)?] $([$($argument = $value),*])?)
                    })+
                }
            }
        }
    };
    (@signature ($message:expr) $($rest:tt)*) => { ("", &[]) };
    (@signature $key:literal [$($field:ident)*]) => { ($key, &[$(stringify!($field)),*]) };
    (@signature $key:literal [$($field:ident)*] [$($argument:ident)*]) => {
        ($key, &[$(stringify!($argument)),*])
    };
    (@message ($message:expr) $($rest:tt)*) => { $message };
    (@message $key:literal [$($field:ident)*]) => { $crate::message::message!($key $(, $field)*) };
    (@message $key:literal [$($field:ident)*] [$($argument:ident = $value:expr),*]) => {
        $crate::message::message!($key $(, $argument = $value)*)
    };
}
pub(crate) use message_enum;

#[cfg(test)]
mod tests {
    use super::*;

    message_enum! {
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Refusal {
            Closed => "refused-closed",
            TooMany { most: usize } => "refused-too-many",
            Row(row: usize, why: Message) => "refused-row" { row = row + 1, why = why },
            Other(message: Message) => (message.clone()),
        }
    }

    #[test]
    fn fields_are_the_arguments_of_a_message() {
        let text = |text: &str| Message::Text(text.to_owned());
        let closed = Message::Keyed { key: "refused-closed", arguments: Vec::new() };
        assert_eq!(Refusal::Closed.message(), closed);
        let most = Message::Keyed { key: "refused-too-many", arguments: vec![("most", text("3"))] };
        assert_eq!(Refusal::TooMany { most: 3 }.message(), most);
        assert_eq!(Refusal::Other(closed.clone()).message(), closed);
        let arguments = vec![("row", text("1")), ("why", closed.clone())];
        assert_eq!(
            Refusal::Row(0, closed).message(),
            Message::Keyed { key: "refused-row", arguments }
        );
        let signatures: &[MessageSignature] = &[
            ("refused-closed", &[]),
            ("refused-too-many", &["most"]),
            ("refused-row", &["row", "why"]),
            ("", &[]),
        ];
        assert_eq!(Refusal::MESSAGES, signatures);
    }
}
