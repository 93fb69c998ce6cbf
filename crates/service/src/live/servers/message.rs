//! What servers tell each other. A message says what to look at again, or who is connected; it decides nothing.

use serde::{Deserialize, Serialize};

use crate::live::Notification;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{Outage, PlayId};
use adjutant_store::server_channel::LONGEST;
use salpakan::rules::Color;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::live) enum Message {
    /// A server has come, or has heard nothing for a while: tell it who is connected.
    Hello,
    /// A game has this number of events. `late` is the time that its last turn is not charged.
    Play { play: PlayId, version: u32, late: Option<(i64, i64)> },
    /// An account is notified.
    Notified { account: i32, notification: ToldNotification },
    /// How many connections a player has to a game, and when they were last seen.
    Player { play: PlayId, white: bool, connections: u32, seen_at: i64 },
    /// How many connections an account has to its notifications.
    Listener { account: i32, connections: u32, seen_at: i64 },
    /// A time is known in which no clock runs.
    Outage,
    /// Public data have changed.
    Changed,
}

/// A [`Notification`] as it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::live) enum ToldNotification {
    GameStarted { play: PlayId, white: bool },
    YourTurn { play: PlayId, number: u32 },
    GameOver { play: PlayId },
    Offered { seek: PlayId },
}

const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

impl From<Notification> for ToldNotification {
    fn from(notification: Notification) -> ToldNotification {
        match notification {
            Notification::GameStarted { play, color } => {
                ToldNotification::GameStarted { play, white: color == Color::White }
            }
            Notification::YourTurn { play, number } => ToldNotification::YourTurn { play, number },
            Notification::GameOver { play } => ToldNotification::GameOver { play },
            Notification::Offered { seek } => ToldNotification::Offered { seek },
        }
    }
}

impl From<ToldNotification> for Notification {
    fn from(told: ToldNotification) -> Notification {
        match told {
            ToldNotification::GameStarted { play, white } => {
                Notification::GameStarted { play, color: color(white) }
            }
            ToldNotification::YourTurn { play, number } => Notification::YourTurn { play, number },
            ToldNotification::GameOver { play } => Notification::GameOver { play },
            ToldNotification::Offered { seek } => Notification::Offered { seek },
        }
    }
}

impl Message {
    pub(in crate::live) fn play(play: PlayId, version: u32, late: Option<Outage>) -> Message {
        let late = late.map(|late| (late.stopped.0, late.resumed.0));
        Message::Play { play, version, late }
    }

    pub(in crate::live) fn player(
        (play, side): (PlayId, Color),
        connections: u32,
        seen_at: Micros,
    ) -> Message {
        Message::Player { play, white: side == Color::White, connections, seen_at: seen_at.0 }
    }

    pub(in crate::live) const fn listener(
        account: i32,
        connections: u32,
        seen_at: Micros,
    ) -> Message {
        Message::Listener { account, connections, seen_at: seen_at.0 }
    }
}

/// The side that a message names.
pub(super) const fn side(white: bool) -> Color {
    color(white)
}

/// Messages of one server. An older or newer program may tell what this one does not know, and is heard in part.
#[derive(Debug, Serialize, Deserialize)]
struct Envelope {
    from: i32,
    all: Vec<serde_json::Value>,
}

/// Packs messages into as few texts as fit in the channel.
pub(super) fn pack(from: i32, messages: &[Message]) -> Vec<String> {
    const HEAD: usize = 40;
    let (mut texts, mut all, mut length) = (Vec::new(), Vec::new(), HEAD);
    for message in messages {
        let Ok(value) = serde_json::to_value(message) else { continue };
        let own = value.to_string().len() + 1;
        if length + own > LONGEST {
            texts.push(std::mem::take(&mut all));
            length = HEAD;
        }
        length += own;
        all.push(value);
    }
    texts.push(all);
    let text = |all| serde_json::to_string(&Envelope { from, all }).ok();
    texts.into_iter().filter(|all: &Vec<_>| !all.is_empty()).filter_map(text).collect()
}

/// The sender of a text, and the messages in it that this program knows.
pub(super) fn unpack(text: &str) -> Option<(i32, Vec<Message>)> {
    let Envelope { from, all } = serde_json::from_str(text).ok()?;
    Some((from, all.into_iter().filter_map(|one| serde_json::from_value(one).ok()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_messages_fit_and_come_out_as_they_went_in() {
        let messages: Vec<Message> = (0..500)
            .map(|number| Message::Play { play: [7; 10], version: number, late: Some((1, 2)) })
            .chain([Message::Hello, Message::listener(5, 1, Micros(9)), Message::Changed])
            .collect();
        let texts = pack(3, &messages);
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() <= LONGEST));
        let heard = texts.iter().flat_map(|text| {
            let (from, all) = unpack(text).expect("it reads");
            assert_eq!(from, 3);
            all
        });
        assert_eq!(heard.collect::<Vec<_>>(), messages);
        assert!(pack(3, &[]).is_empty());
    }

    #[test]
    fn what_another_version_tells_is_passed_over() {
        let text = r#"{"from":2,"all":[{"Weather":{"rain":true}},"Hello"]}"#;
        assert_eq!(unpack(text), Some((2, vec![Message::Hello])));
        assert_eq!(unpack("no message of ours"), None);
    }
}
