//! The messages of all refusals, generated from `locales/en/refusals.ftl` by `build/messages.rs`:
//! `refused-event-taken` is [`EVENT_TAKEN`].

use super::messages::{LocalizedMessage, MessageTemplate};

include!(concat!(env!("OUT_DIR"), "/refusals.rs"));

/// Fills in a message by the names of its arguments: `refusal!(ROW, row = 3, why)`.
macro_rules! refusal {
    ($template:ident, $($name:ident $(= $value:expr)?),+) => {{
        const { $crate::refusals::$template.check([$(stringify!($name)),+]) };
        $crate::refusals::$template
            .fill([$((stringify!($name), &refusal!(@value $name $($value)?))),+])
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
}

/// Joins several reasons.
pub(super) fn several(all: impl IntoIterator<Item = LocalizedMessage>) -> LocalizedMessage {
    all.into_iter().reduce(|one, other| refusal!(REASONS, one, other)).unwrap_or_else(|| "".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_domain::organisation::roster::read_roster;

    #[test]
    fn values_stand_where_they_are_named() {
        let message = refusal!(PLAYER_MERGED, other = "Jose", name = "Rizal");
        assert_eq!(
            message.english(),
            "Rizal is already merged with Jose. Use Jose instead, or undo that merge first."
        );
        assert_eq!(message.key(), Some("refused-player-merged"));
    }

    #[test]
    fn braces_in_a_value_are_nothing_but_text() {
        let message = refusal!(ROLE_HELD, name = "{name} {x}");
        assert_eq!(message.english(), "{name} {x} already has this role.");
    }

    #[test]
    fn a_message_within_a_message_keeps_its_key() {
        let message = refusal!(ROW, row = 3, why = ROW_NAME_MISSING);
        assert_eq!(message.english(), "Row 3: The name is missing.");
        let (name, why) = &message.values()[1];
        assert_eq!((*name, why.key()), ("why", Some("refused-row-name-missing")));
    }

    #[test]
    fn roster_faults_say_where_they_are() {
        let file = "handle,age\nAna,12\nBen\n";
        let faults = read_roster(file.as_bytes()).errors.listed;
        let said: Vec<LocalizedMessage> =
            faults.iter().map(|fault| fault.message().into()).collect();
        let starts = said[0].english().starts_with("Line 2, column 2 (age): “12” ");
        assert!(starts, "{}", said[0]);
        assert_eq!(said[1].key(), Some("refused-file-line"));
        let (_, why) = &said[1].values()[1];
        assert_eq!(why.key(), Some("refused-roster-wrong-cell-count"));
    }
}
