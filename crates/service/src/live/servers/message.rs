//! What servers tell each other. A message says what to look at again, or who is connected; it decides nothing.

use serde::{Deserialize, Serialize};

use crate::live::Notification;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{Outage, PlayId};
use salpakan::rules::Color;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::live) enum ServerMessage {
    /// A server has come, or has heard nothing for a while: tell it who is connected, and which turns began late.
    Hello,
    /// A game has new events. `late` is the time that its last turn is not charged.
    Play { play: PlayId, late: Option<(i64, i64)> },
    /// An account is notified.
    Notified { account: i32, notification: ToldNotification },
    /// How many connections a player has to a game, and when they were last seen.
    Player { play: PlayId, white: bool, connections: u32, seen_at: i64 },
    /// How many connections an account has to its notifications.
    Listener { account: i32, connections: u32, seen_at: i64 },
    /// A time is known in which no clock runs.
    Outage,
    /// A review room has changed, by its key.
    Room([u8; 32]),
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
    Declined { seek: PlayId },
}

/// The side that a message names.
pub(super) const fn color(white: bool) -> Color {
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
            Notification::Declined { seek } => ToldNotification::Declined { seek },
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
            ToldNotification::Declined { seek } => Notification::Declined { seek },
        }
    }
}

impl ServerMessage {
    pub(in crate::live) fn play(play: PlayId, late: Option<Outage>) -> ServerMessage {
        let late = late.map(|late| (late.stopped.0, late.resumed.0));
        ServerMessage::Play { play, late }
    }

    pub(in crate::live) fn player(
        (play, side): (PlayId, Color),
        connections: u32,
        seen_at: Micros,
    ) -> ServerMessage {
        ServerMessage::Player { play, white: side == Color::White, connections, seen_at: seen_at.0 }
    }

    pub(in crate::live) const fn listener(
        account: i32,
        connections: u32,
        seen_at: Micros,
    ) -> ServerMessage {
        ServerMessage::Listener { account, connections, seen_at: seen_at.0 }
    }
}
