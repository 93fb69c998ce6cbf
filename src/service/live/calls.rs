//! What one account is called for, whatever plays it is in: for programs, which listen on one line.

use crate::play::{Play, PlayId};
use crate::service::Error;
use crate::service::access::{Act, ActTarget, Actor, require};
use crate::service::refusals;
use crate::store::plays::PlayRow;
use salpakan::rules::Color;

use super::lobby::SeekId;
use super::{Live, Presence, own};

/// Why an account is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// A play was made in which it has this side: it is to deploy.
    GameStarted { play: PlayId, color: Color },
    /// It is to make this ply of the play, counted from 1.
    YourTurn { play: PlayId, number: u32 },
    /// The play is over.
    GameOver { play: PlayId },
    /// Somebody offers it a game.
    Offered { seek: SeekId },
}

/// Whom the step of a play calls, by account; 0 is nobody's.
pub(super) fn calls(row: &PlayRow, before: &Play, after: &Play) -> Vec<(i32, Call)> {
    let play = row.public_id;
    let account = |color: Color| row.seats[color].account;
    let mut all = Vec::new();
    if let Some(call) = turn(before, after) {
        all.push((account(call), Call::YourTurn { play, number: after.timeline().len() + 1 }));
    }
    if after.state().is_over() && !before.state().is_over() {
        all.extend(Color::ALL.map(|color| (account(color), Call::GameOver { play })));
    }
    all.retain(|(account, _)| *account != 0);
    all
}

/// Whose turn it has become.
fn turn(before: &Play, after: &Play) -> Option<Color> {
    let same = before.timeline().len() == after.timeline().len();
    after.to_move().filter(|color| !same || before.to_move() != Some(*color))
}

/// Whether the actor is called for anything.
///
/// # Errors
/// As [`require`] has it; [`Error::Conflict`] for an account that has no player.
pub fn may_be_called(actor: &Actor) -> Result<(), Error> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    match actor.player {
        Some(_) => Ok(()),
        None => Err(Error::conflict(refusals::NO_OWN_PLAYER)),
    }
}

/// Everything that the actor is called for as it stands: what he has missed, he finds here.
///
/// # Errors
/// As [`may_be_called`].
pub fn called(live: &Live, actor: &Actor) -> Result<Vec<Call>, Error> {
    may_be_called(actor)?;
    let offers = super::lobby(live, actor)?.to_me.into_iter();
    let mut all: Vec<Call> = offers.map(|seek| Call::Offered { seek: seek.id }).collect();
    let mut running = own::running(live, actor)?;
    running.reverse();
    for one in running {
        let (play, color) = (one.id, one.color);
        all.push(Call::GameStarted { play, color });
        if one.to_move == Some(color) {
            all.push(Call::YourTurn { play, number: one.next });
        }
    }
    Ok(all)
}

/// An account listens as long as this lives: it counts as present in all its plays.
pub struct Listening {
    live: Live,
    account: i32,
}

impl Live {
    /// An account has come to listen to what it is called for.
    #[must_use]
    pub fn listening(&self, account: i32) -> Listening {
        self.here(account, |presence| presence.lines = presence.lines.saturating_add(1));
        Listening { live: self.clone(), account }
    }

    fn here(&self, account: i32, change: impl FnOnce(&mut Presence)) {
        let now = self.moments().now();
        let mut all = self.listeners();
        let presence = all.entry(account).or_insert(Presence { lines: 0, seen_at: now });
        presence.seen_at = now;
        change(presence);
    }

    /// Since when an account has not listened; `None` while it does, and 0 where it never has.
    pub(super) fn silent_since(&self, account: i32) -> Option<i64> {
        match self.listeners().get(&account) {
            Some(presence) if presence.lines > 0 => None,
            Some(presence) => Some(presence.seen_at),
            None => Some(0),
        }
    }

    /// Tells accounts what they are called for.
    pub(super) fn call(&self, all: Vec<(i32, Call)>) {
        if let Some(ear) = self.0.ear.get() {
            for (account, call) in all {
                ear.called(account, call);
            }
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.live.here(self.account, |presence| presence.lines = presence.lines.saturating_sub(1));
    }
}
