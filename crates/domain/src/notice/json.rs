//! Notices and messages to webhooks as they are stored.

use super::Notice;
use super::webhook::WebhookEvent;

/// Writes a notice as JSON.
pub fn write_notice(notice: &Notice) -> String {
    serde_json::to_string(notice).expect("a notice has text keys and no numbers beyond JSON")
}

/// Reads a stored notice; `None` if it is damaged or of a newer version.
pub fn read_notice(text: &str) -> Option<Notice> {
    serde_json::from_str(text).ok()
}

/// Writes a message to webhooks as JSON.
pub fn write_webhook_event(event: &WebhookEvent) -> String {
    serde_json::to_string(event).expect("a message has text keys and no numbers beyond JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{EntrantId, TableId};
    use crate::moment::Micros;

    #[test]
    fn a_notice_is_read_as_it_was_written() {
        let table = TableId { stage: 1, round: 2, table: 3 };
        let all = [
            Notice::Paired {
                event: 1,
                table,
                color: None,
                opponent: EntrantId(4),
                hall_table: None,
            },
            Notice::TimeFixed { event: 1, table, at: Micros(5), opponent: EntrantId(4) },
            Notice::YourMove { play: "0123456789abcdef".to_owned() },
            Notice::ResultDisputed { event: 1, game: table.game(2) },
        ];
        for notice in all {
            assert_eq!(read_notice(&write_notice(&notice)), Some(notice));
        }
        assert_eq!(read_notice("{\"notice\":\"your-move\",\"play\":\"a\",\"rank\":5}"), None);
    }
}
