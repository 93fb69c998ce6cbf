//! What people ask for, and what the server does by itself.

use sha2::{Digest, Sha256};

use salpakan::rules::{ByColor, Color, Move, Outcome, Square, Termination};

use super::{CommandKey, Event, Fact, Footing, Nonce, Reason, Seed};

/// Something to be done with a play. A ply is asked for by [`PlyCommand`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A player asks.
    Seat { sent: Sent, seat: Color, wish: Wish },
    /// An official acts; whether he may is decided elsewhere.
    Official { sent: Sent, account: u32, act: Act },
    /// The server acts by itself.
    Server(Step),
}

/// How a command came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// The client's name for it, another for each command: what is sent again is done once.
    pub id: [u8; 8],
    /// When the server had it, before any queue; microseconds since 1970.
    pub received: i64,
}

/// What a player may ask for, beside a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// His deployment is legal and kept. It is no part of this.
    Ready {
        nonce: Nonce,
    },
    Offer,
    Decline,
    Withdraw,
    Accept,
    Resign,
    /// `origin` is where his Flag was deployed; the server knows it.
    ShowFlag {
        origin: Square,
    },
    Abort,
    /// A pause: asked of the officials; in a casual game, of the opponent.
    Pause,
    /// To go on after a pause that both had wished.
    Resume,
    /// The win, for the opponent is gone; nothing was seen of him for so many microseconds.
    Claim {
        gone: i64,
    },
    /// His last ply back, which both sides call a slip; at a table alone.
    TakeBack,
    /// So many microseconds more for the opponent.
    AddTime {
        amount: i64,
    },
    /// The result is right: an event's game needs no official where both say so.
    AcceptResult,
}

/// What an official may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The result is right.
    Confirm,
    /// All else takes a reason, which both players see.
    Rule(Rule, Reason),
}

/// An official's ruling.
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
    /// The game counts for nothing.
    Annul,
    /// `loser` did not appear, or withdrew before the first ply.
    Default {
        loser: Color,
    },
    /// What ended the game is taken back: it is paused, and may go on.
    Reinstate,
    /// The result is set right.
    Correct {
        outcome: Outcome,
        termination: Termination,
    },
}

/// What the server does by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Both sides may deploy.
    Open,
    /// Both have deployed.
    Begin { seed: Seed, footings: ByColor<Footing> },
    /// The time to deploy is over, or a flag has fallen.
    TimePassed,
    /// The game is kept as a record.
    Record,
    /// The ranks are opened.
    Reveal,
}

/// A player's ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyCommand {
    pub sent: Sent,
    pub seat: Color,
    /// Which ply of the game it is to be, counted from 1: one that comes late is not taken for
    /// another.
    pub number: u32,
    pub mv: Move,
    /// How long it was on the line, as far as the server can tell; microseconds. Terms bound what
    /// of it is credited.
    pub credit: i64,
}

/// What becomes of a command that is not refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It is done by these events.
    Done(Vec<Event>),
    /// It was done before, by the event with this number: the answer is the same again.
    Repeated(u32),
}

/// Whose commands have their own names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Actor {
    Seat(Color),
    Official(u32),
}

impl Actor {
    /// Whose doing an event was, if it was a person's.
    pub(super) const fn of(fact: &Fact) -> Option<Actor> {
        match (fact.seat(), fact.official()) {
            (Some(color), _) => Some(Actor::Seat(color)),
            (None, Some(account)) => Some(Actor::Official(account)),
            (None, None) => None,
        }
    }
}

const DIGEST: &[u8] = b"adjutant-command-v1";

/// The first 8 bytes of SHA-256 of `adjutant-command-v1` and of what is asked for, in bytes.
fn digest(what: &[u8]) -> [u8; 8] {
    let hash: [u8; 32] = Sha256::new().chain_update(DIGEST).chain_update(what).finalize().into();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    first
}

impl Wish {
    /// What names the command. A deployment and a nonce are no part of it: it is stored in the
    /// open, and where the client has no nonce, the server makes one.
    pub(super) fn key(&self, sent: Sent) -> CommandKey {
        let (kind, amount): (u8, i64) = match self {
            Wish::Ready { .. } => (1, 0),
            Wish::Offer => (2, 0),
            Wish::Decline => (3, 0),
            Wish::Withdraw => (4, 0),
            Wish::Accept => (5, 0),
            Wish::Resign => (6, 0),
            Wish::ShowFlag { .. } => (7, 0),
            Wish::Abort => (8, 0),
            Wish::Pause => (9, 0),
            Wish::Resume => (10, 0),
            Wish::Claim { .. } => (11, 0),
            Wish::AddTime { amount } => (12, *amount),
            Wish::AcceptResult => (13, 0),
            Wish::TakeBack => (14, 0),
        };
        let mut what = vec![kind];
        what.extend_from_slice(&amount.to_le_bytes());
        CommandKey { id: sent.id, digest: digest(&what) }
    }
}

impl PlyCommand {
    pub(super) fn key(&self) -> CommandKey {
        let mut what = vec![0, self.mv.from.index() as u8, self.mv.to.index() as u8];
        what.extend_from_slice(&self.number.to_le_bytes());
        CommandKey { id: self.sent.id, digest: digest(&what) }
    }
}

impl Act {
    pub(super) fn key(&self, sent: Sent) -> CommandKey {
        let outcome = |outcome: &Outcome| outcome.winner().map_or(2, |winner| winner as u8);
        let (rule, reason) = match self {
            Act::Confirm => (vec![100], ""),
            Act::Rule(rule, reason) => {
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
