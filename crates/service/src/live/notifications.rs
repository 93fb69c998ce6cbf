//! Notifications of an account about all of its games, for bots that listen to one stream.

use crate::access::{Act, ActTarget, Actor, require};
use crate::refusals;
use crate::{Error, Result};
use adjutant_domain::play::{Play, PlayId};
use adjutant_store::plays::PlayRow;
use salpakan::rules::Color;

use super::lobby::SeekId;
use super::{Live, ServerMessage, game_lists};

/// A notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notification {
    /// A game has started in which the account has this side; it must deploy.
    GameStarted { play: PlayId, color: Color },
    /// The account is to play this ply, counted from 1.
    YourTurn { play: PlayId, number: u32 },
    /// The game is over.
    GameOver { play: PlayId },
    /// Somebody requests a game.
    Offered { seek: SeekId },
    /// A player declines the game that the account requested from them.
    Declined { seek: SeekId },
}

/// The notifications of a change in a game, by account.
pub(super) fn notifications(
    row: &PlayRow,
    before: &Play,
    after: &Play,
) -> Vec<(i32, Notification)> {
    let play = row.public_id;
    let account = |color: Color| row.seats[color].account;
    let mut all = Vec::new();
    if let Some(account) = turn(before, after).and_then(account) {
        all.push((account, Notification::YourTurn { play, number: after.progress().len() + 1 }));
    }
    if after.state().is_over() && !before.state().is_over() {
        let accounts = Color::ALL.into_iter().filter_map(account);
        all.extend(accounts.map(|account| (account, Notification::GameOver { play })));
    }
    all
}

/// The side that has come to move.
pub(super) fn turn(before: &Play, after: &Play) -> Option<Color> {
    let same = before.progress().len() == after.progress().len();
    after.to_move().filter(|color| !same || before.to_move() != Some(*color))
}

/// Checks that the actor can get notifications.
///
/// # Errors
/// Returns [`Error::Conflict`] for an account without a player.
pub fn require_notifications(actor: &Actor) -> Result<()> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    match actor.player {
        Some(_) => Ok(()),
        None => Err(Error::conflict(refusals::NO_OWN_PLAYER)),
    }
}

/// The current state as notifications, so that nothing is missed.
pub fn current_notifications(live: &Live, actor: &Actor) -> Result<Vec<Notification>> {
    require_notifications(actor)?;
    let offers = super::lobby(live, actor)?.to_me.into_iter();
    let mut all: Vec<Notification> =
        offers.map(|seek| Notification::Offered { seek: seek.id }).collect();
    let mut running = game_lists::running(live, actor)?;
    running.reverse();
    for one in running {
        let (play, color) = (one.id, one.color);
        all.push(Notification::GameStarted { play, color });
        if one.to_move == Some(color) {
            all.push(Notification::YourTurn { play, number: one.next });
        }
    }
    Ok(all)
}

impl Live {
    /// Tells those on this server who listen, and the computer.
    pub(super) fn told(&self, account: i32, notification: Notification) {
        self.announce(|listener| listener.notified(account, notification));
        if let Some(computers) = self.computers() {
            computers.notified(self, account, notification);
        }
    }

    pub(super) fn notify(&self, all: Vec<(i32, Notification)>) {
        for (account, notification) in all {
            self.told(account, notification);
            self.servers()
                .tell(|| ServerMessage::Notified { account, notification: notification.into() });
        }
    }
}
