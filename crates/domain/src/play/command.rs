//! Commands: what players, officials and the server do in a play.

use sha2::{Digest, Sha256};

use salpakan::rules::{ByColor, Color, Outcome, Square, Termination};

use super::{CommandKey, Event, Fact, Footing, Nonce, Reason, Seed};
use crate::game::AnyPly;
use crate::moment::Micros;

/// A command to a play. Plies have their own: [`PlyCommand`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A command of a player.
    Seat { sent: Sent, seat: Color, command: PlayerCommand },
    /// Whether the official has the permission is decided elsewhere.
    Official { sent: Sent, account: u32, command: OfficialCommand },
    /// An action of the server itself.
    Server(Step),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// Chosen by the client, unique per command: a command that is sent twice is executed once.
    pub id: [u8; 8],
    /// When the server received it, before any queue.
    pub received: Micros,
}

/// What a player can ask for, apart from plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerCommand {
    /// The player's deployment is legal and stored; it is not part of this. In a game without
    /// set-ups, and so without a nonce, the player is there.
    Ready {
        nonce: Option<Nonce>,
    },
    Offer,
    Decline,
    Withdraw,
    Accept,
    Resign,
    /// `origin` is where the player's Flag was deployed, filled in by the server.
    ShowFlag {
        origin: Square,
    },
    Abort,
    /// Asks for a pause: the officials at an event, the opponent in a casual game.
    Pause,
    /// Continues after a pause that both players wanted.
    Resume,
    /// Claims the win because the opponent left; `gone` is how long ago they were last seen, in
    /// microseconds.
    Claim {
        gone: i64,
    },
    /// Takes back the player's last ply, which both call a slip. Only at one shared device.
    TakeBack,
    /// Gives the opponent `amount` more microseconds.
    AddTime {
        amount: i64,
    },
    /// Accepts the result. At an event, no official is needed once both players have.
    AcceptResult,
}

/// What an official can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfficialCommand {
    Confirm,
    /// Any other ruling, with a reason that both players see.
    Rule(Rule, Reason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Pause,
    Resume,
    AddTime {
        to: Color,
        amount: i64,
    },
    Adjudicate {
        outcome: Outcome,
    },
    /// The game does not count.
    Annul,
    /// `loser` did not appear, or withdrew before the first ply.
    Default {
        loser: Color,
    },
    /// Takes the end of the game back: it is paused and can continue.
    Reinstate,
    Correct {
        outcome: Outcome,
        termination: Termination,
    },
}

/// What the server does by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Lets both sides deploy.
    Open,
    /// Starts the game, once both sides have deployed.
    Begin { seed: Seed, footings: ByColor<Footing> },
    /// Starts a game without set-ups, once both sides are ready.
    Start,
    /// The time to deploy is over, or a flag has fallen.
    TimePassed,
    /// Stores the game as a record.
    Record,
    /// Makes all ranks public.
    Reveal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyCommand {
    pub sent: Sent,
    pub seat: Color,
    /// The number of the ply in the game, from 1, so that a late command is not mistaken for the
    /// next ply.
    pub number: u32,
    pub ply: AnyPly,
    /// The network latency of the command as measured by the server, in microseconds. The terms
    /// limit how much of it is credited.
    pub credit: i64,
}

/// The result of a command that is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The command leads to this event.
    Done(Event),
    /// The command was executed before and made the event with this number; the answer is the same.
    Repeated(u32),
}

/// Each actor's command ids are distinct from those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Actor {
    Seat(Color),
    Official(u32),
}

impl Actor {
    /// The player or official who caused an event, if any.
    pub(super) const fn of(fact: &Fact) -> Option<Actor> {
        match (fact.seat(), fact.official()) {
            (Some(color), _) => Some(Actor::Seat(color)),
            (None, Some(account)) => Some(Actor::Official(account)),
            (None, None) => None,
        }
    }
}

const DIGEST: &[u8] = b"adjutant-command-v1";

/// The first 8 bytes of the SHA-256 of `adjutant-command-v1` followed by the bytes of the request.
fn digest(what: &[u8]) -> [u8; 8] {
    let hash: [u8; 32] = Sha256::new().chain_update(DIGEST).chain_update(what).finalize().into();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    first
}

impl PlayerCommand {
    /// The key of the command. It covers neither the deployment nor the nonce: the key is stored
    /// unencrypted, and the server makes up a nonce if the client sends none.
    pub(super) fn key(&self, sent: Sent) -> CommandKey {
        let (kind, amount): (u8, i64) = match self {
            PlayerCommand::Ready { .. } => (1, 0),
            PlayerCommand::Offer => (2, 0),
            PlayerCommand::Decline => (3, 0),
            PlayerCommand::Withdraw => (4, 0),
            PlayerCommand::Accept => (5, 0),
            PlayerCommand::Resign => (6, 0),
            PlayerCommand::ShowFlag { .. } => (7, 0),
            PlayerCommand::Abort => (8, 0),
            PlayerCommand::Pause => (9, 0),
            PlayerCommand::Resume => (10, 0),
            PlayerCommand::Claim { .. } => (11, 0),
            PlayerCommand::AddTime { amount } => (12, *amount),
            PlayerCommand::AcceptResult => (13, 0),
            PlayerCommand::TakeBack => (14, 0),
        };
        let mut what = vec![kind];
        what.extend_from_slice(&amount.to_le_bytes());
        CommandKey { id: sent.id, digest: digest(&what) }
    }
}

impl PlyCommand {
    pub(super) fn key(&self) -> CommandKey {
        let mut what = match self.ply {
            AnyPly::Salpakan(mv) => vec![0, mv.from.index() as u8, mv.to.index() as u8],
            AnyPly::ThreeGenerals(ply) => [&[15], ply.to_string().as_bytes()].concat(),
        };
        what.extend_from_slice(&self.number.to_le_bytes());
        CommandKey { id: self.sent.id, digest: digest(&what) }
    }
}

impl OfficialCommand {
    pub(super) fn key(&self, sent: Sent) -> CommandKey {
        let outcome = |outcome: &Outcome| outcome.winner().map_or(2, |winner| winner as u8);
        let (rule, reason) = match self {
            OfficialCommand::Confirm => (vec![100], ""),
            OfficialCommand::Rule(rule, reason) => {
                let what = match rule {
                    Rule::Pause => vec![101],
                    Rule::Resume => vec![102],
                    Rule::AddTime { to, amount } => {
                        let mut what = vec![103, *to as u8];
                        what.extend_from_slice(&amount.to_le_bytes());
                        what
                    }
                    Rule::Adjudicate { outcome: to } => vec![104, outcome(to)],
                    Rule::Annul => vec![105],
                    Rule::Default { loser } => vec![106, *loser as u8],
                    Rule::Reinstate => vec![108],
                    Rule::Correct { outcome: to, termination } => {
                        vec![107, outcome(to), *termination as u8]
                    }
                };
                (what, reason.as_str())
            }
        };
        CommandKey { id: sent.id, digest: digest(&[&rule[..], reason.as_bytes()].concat()) }
    }
}
