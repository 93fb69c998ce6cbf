//! Which actions are available now, for the buttons of pages and for API clients.

use salpakan::rules::{Board, Color, Outcome, Square, Termination};

use super::{Act, Play, Reason, Refusal, Rule, Wish};
use crate::macros::keyed_enum;
use crate::moment::{Micros, SECOND};

keyed_enum! {
    /// A kind of player action.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Deed {
        Ready => "ready",
        Ply => "ply",
        Offer => "offer",
        Decline => "decline",
        Withdraw => "withdraw",
        Accept => "accept",
        Resign => "resign",
        ShowFlag => "show-flag",
        Abort => "abort",
        Pause => "pause",
        Resume => "resume",
        /// Once the opponent has been gone long enough.
        Claim => "claim",
        AddTime => "add-time",
        /// Only in a game of an event.
        AcceptResult => "accept-result",
        /// Only at one shared device.
        TakeBack => "take-back",
    }
}

keyed_enum! {
    /// A kind of official's act.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum OfficialDeed {
        Confirm => "confirm",
        Pause => "pause",
        Resume => "resume",
        AddTime => "add-time",
        Adjudicate => "adjudicate",
        Annul => "annul",
        Default => "default",
        Correct => "correct",
        Reinstate => "reinstate",
    }
}

impl Deed {
    /// A wish of this kind that is refused only if all of them are; `None` for a ply.
    fn wish(self, origin: Square) -> Option<Wish> {
        Some(match self {
            Deed::Ready => Wish::Ready { nonce: [0; 32] },
            Deed::Ply => return None,
            Deed::Offer => Wish::Offer,
            Deed::Decline => Wish::Decline,
            Deed::Withdraw => Wish::Withdraw,
            Deed::Accept => Wish::Accept,
            Deed::Resign => Wish::Resign,
            Deed::ShowFlag => Wish::ShowFlag { origin },
            Deed::Abort => Wish::Abort,
            Deed::Pause => Wish::Pause,
            Deed::Resume => Wish::Resume,
            Deed::Claim => Wish::Claim { gone: i64::MAX },
            Deed::AddTime => Wish::AddTime { amount: SECOND },
            Deed::AcceptResult => Wish::AcceptResult,
            Deed::TakeBack => Wish::TakeBack,
        })
    }
}

impl OfficialDeed {
    /// Sample acts, at least one of which is allowed if any act of this kind is.
    fn acts(self) -> Vec<Act> {
        let sides = |rule: fn(Color) -> Rule| Color::ALL.map(rule).to_vec();
        let rules = match self {
            OfficialDeed::Confirm => return vec![Act::Confirm],
            OfficialDeed::Pause => vec![Rule::Pause],
            OfficialDeed::Resume => vec![Rule::Resume],
            OfficialDeed::AddTime => sides(|to| Rule::AddTime { to, amount: SECOND }),
            OfficialDeed::Adjudicate => vec![Rule::Adjudicate { outcome: Outcome::Draw }],
            OfficialDeed::Annul => vec![Rule::Annul],
            OfficialDeed::Reinstate => vec![Rule::Reinstate],
            OfficialDeed::Default => sides(|loser| Rule::Default { loser }),
            OfficialDeed::Correct => [Outcome::Draw, Outcome::Win(Color::White)]
                .map(|outcome| Rule::Correct { outcome, termination: Termination::Adjudication })
                .to_vec(),
        };
        let reason = Reason::new("-").expect("one character is a reason");
        rules.into_iter().map(|rule| Act::Rule(rule, reason.clone())).collect()
    }
}

impl Act {
    pub const fn deed(&self) -> OfficialDeed {
        match self {
            Act::Confirm => OfficialDeed::Confirm,
            Act::Rule(rule, _) => match rule {
                Rule::Pause => OfficialDeed::Pause,
                Rule::Resume => OfficialDeed::Resume,
                Rule::AddTime { .. } => OfficialDeed::AddTime,
                Rule::Adjudicate { .. } => OfficialDeed::Adjudicate,
                Rule::Annul => OfficialDeed::Annul,
                Rule::Default { .. } => OfficialDeed::Default,
                Rule::Reinstate => OfficialDeed::Reinstate,
                Rule::Correct { .. } => OfficialDeed::Correct,
            },
        }
    }
}

impl Play {
    /// What `seat` may do if the command is received at `now`, in the order of [`Deed::ALL`].
    pub fn may(&self, seat: Color, now: Micros) -> Vec<Deed> {
        let taken = self.timeline().taken[seat].unwrap_or_default();
        let origin = taken.iter().next().or(Square::from_index(0)).expect("a board has squares");
        let may = |deed: &Deed| match deed.wish(origin) {
            Some(wish) => self.wished(seat, wish, now).is_ok(),
            None => self.to_move() == Some(seat) && self.in_time(now, Refusal::TimeIsUp).is_ok(),
        };
        Deed::ALL.into_iter().filter(may).collect()
    }

    /// What an official may do if the command is received at `now`, in the order of
    /// [`OfficialDeed::ALL`].
    pub fn official_may(&self, now: Micros) -> Vec<OfficialDeed> {
        let may =
            |deed: &OfficialDeed| deed.acts().iter().any(|act| self.ruled(0, act, now).is_ok());
        OfficialDeed::ALL.into_iter().filter(may).collect()
    }

    /// The public position; `None` before play begins and once it is over.
    pub fn board(&self) -> Option<&Board> {
        self.life().going_on().map(|play| &play.board)
    }
}
