//! Which actions are available now, for the buttons of pages and for API clients.

use salpakan::rules::{Board, Color, Outcome, Square, Termination};

use super::{OfficialCommand, Play, PlayerCommand, Reason, Refusal, Rule};
use crate::macros::keyed_enum;
use crate::moment::{Micros, SECOND};

keyed_enum! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PlayerAction {
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
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum OfficialAction {
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

impl PlayerAction {
    /// Its command; `None` if that says more than what kind it is.
    pub const fn command(self) -> Option<PlayerCommand> {
        Some(match self {
            PlayerAction::Offer => PlayerCommand::Offer,
            PlayerAction::Decline => PlayerCommand::Decline,
            PlayerAction::Withdraw => PlayerCommand::Withdraw,
            PlayerAction::Accept => PlayerCommand::Accept,
            PlayerAction::Resign => PlayerCommand::Resign,
            PlayerAction::Abort => PlayerCommand::Abort,
            PlayerAction::Pause => PlayerCommand::Pause,
            PlayerAction::Resume => PlayerCommand::Resume,
            PlayerAction::AcceptResult => PlayerCommand::AcceptResult,
            PlayerAction::TakeBack => PlayerCommand::TakeBack,
            PlayerAction::Ready
            | PlayerAction::Ply
            | PlayerAction::ShowFlag
            | PlayerAction::Claim
            | PlayerAction::AddTime => return None,
        })
    }
}

impl OfficialAction {
    /// Sample commands, at least one of which is allowed if any of this kind is.
    fn commands(self) -> Vec<OfficialCommand> {
        let sides = |rule: fn(Color) -> Rule| Color::ALL.map(rule).to_vec();
        let rules = match self {
            OfficialAction::Confirm => return vec![OfficialCommand::Confirm],
            OfficialAction::Pause => vec![Rule::Pause],
            OfficialAction::Resume => vec![Rule::Resume],
            OfficialAction::AddTime => sides(|to| Rule::AddTime { to, amount: SECOND }),
            OfficialAction::Adjudicate => vec![Rule::Adjudicate { outcome: Outcome::Draw }],
            OfficialAction::Annul => vec![Rule::Annul],
            OfficialAction::Reinstate => vec![Rule::Reinstate],
            OfficialAction::Default => sides(|loser| Rule::Default { loser }),
            OfficialAction::Correct => [Outcome::Draw, Outcome::Win(Color::White)]
                .map(|outcome| Rule::Correct { outcome, termination: Termination::Adjudication })
                .to_vec(),
        };
        let reason = Reason::new("-").expect("one character is a reason");
        rules.into_iter().map(|rule| OfficialCommand::Rule(rule, reason.clone())).collect()
    }
}

impl OfficialCommand {
    pub const fn action(&self) -> OfficialAction {
        match self {
            OfficialCommand::Confirm => OfficialAction::Confirm,
            OfficialCommand::Rule(rule, _) => match rule {
                Rule::Pause => OfficialAction::Pause,
                Rule::Resume => OfficialAction::Resume,
                Rule::AddTime { .. } => OfficialAction::AddTime,
                Rule::Adjudicate { .. } => OfficialAction::Adjudicate,
                Rule::Annul => OfficialAction::Annul,
                Rule::Default { .. } => OfficialAction::Default,
                Rule::Reinstate => OfficialAction::Reinstate,
                Rule::Correct { .. } => OfficialAction::Correct,
            },
        }
    }
}

impl Play {
    /// What `seat` may do if the command is received at `now`, in the order of [`PlayerAction::ALL`].
    pub fn available_actions(&self, seat: Color, now: Micros) -> Vec<PlayerAction> {
        let taken = self.timeline().and_then(|timeline| timeline.taken[seat]).unwrap_or_default();
        let origin = taken.iter().next().or(Square::from_index(0)).expect("a board has squares");
        let may = |action: &PlayerAction| {
            // Refused only if all commands of this kind are.
            let command = match action {
                PlayerAction::Ply => {
                    let turn = self.to_move() == Some(seat);
                    return turn && self.in_time(now, Refusal::TimeIsUp).is_ok();
                }
                PlayerAction::Ready => {
                    Some(PlayerCommand::Ready { nonce: self.hides_ranks().then_some([0; 32]) })
                }
                PlayerAction::ShowFlag => Some(PlayerCommand::ShowFlag { origin }),
                PlayerAction::Claim => Some(PlayerCommand::Claim { gone: i64::MAX }),
                PlayerAction::AddTime => Some(PlayerCommand::AddTime { amount: SECOND }),
                _ => action.command(),
            };
            command.is_some_and(|command| self.decide_player(seat, command, now).is_ok())
        };
        PlayerAction::ALL.into_iter().filter(may).collect()
    }

    /// What an official may do if the command is received at `now`, in the order of
    /// [`OfficialAction::ALL`].
    pub fn official_actions(&self, now: Micros) -> Vec<OfficialAction> {
        let may = |action: &OfficialAction| {
            action.commands().iter().any(|command| self.decide_official(0, command, now).is_ok())
        };
        OfficialAction::ALL.into_iter().filter(may).collect()
    }

    /// The public position of a game of Salpakan; `None` before play begins and once it is over.
    pub fn board(&self) -> Option<&Board> {
        self.life().going_on()?.progress.salpakan().map(|game| &game.board)
    }
}
