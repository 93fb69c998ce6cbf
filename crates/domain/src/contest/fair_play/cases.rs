//! Cases about fair play: opened, decided, appealed and ruled on, one entry after the other.

use serde::{Deserialize, Serialize};

use super::super::{EntrantId, TableId};
use crate::macros::keyed_enum;
use crate::message::message_enum;
use crate::moment::{DAY, Micros};

/// The most characters of what somebody writes in a case.
pub const MAX_CASE_WORDS: usize = 2_000;
/// The most entrants that a case is about, and the most tables.
pub const MAX_CASE_SUBJECTS: usize = 20;
/// For how many days a decision can be appealed, if its official does not say otherwise.
pub const APPEAL_DAYS: u32 = 7;
/// The shortest time for an appeal, in days.
pub const MIN_APPEAL_DAYS: u32 = 1;
/// The longest time for an appeal, in days.
pub const MAX_APPEAL_DAYS: u32 = 60;

keyed_enum! {
    /// What officials decide. What it asks for is done at the desk: a decision changes no result by itself.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum CaseOutcome {
        /// Nothing was found.
        NoAction => "no-action",
        Warning => "warning",
        /// A result is changed.
        ResultChanged => "result-changed",
        /// An entrant is withdrawn from the event.
        Withdrawn => "withdrawn",
    }
}

keyed_enum! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CaseState {
        Open => "open",
        Decided => "decided",
        /// An appeal waits for another official.
        Appealed => "appealed",
        /// An appeal was ruled on, and that is final for whoever appealed.
        Closed => "closed",
    }
}

/// An entry of a case. In JSON its name is in `entry`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CaseEntry {
    /// The first entry of a case.
    Opened {
        entrants: Vec<EntrantId>,
        tables: Vec<TableId>,
        words: String,
        /// Whether an entrant reported it, and not an official.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reported: bool,
    },
    /// Something that only officials read.
    Noted {
        words: String,
    },
    /// A decision, or another in its place, with its reason for those concerned.
    Decided {
        outcome: CaseOutcome,
        words: String,
        appeal_until: Micros,
    },
    Appealed {
        entrant: EntrantId,
        words: String,
    },
    /// What an official who did not decide makes of an appeal.
    Ruled {
        outcome: CaseOutcome,
        words: String,
    },
}

impl CaseEntry {
    pub fn words(&self) -> &str {
        match self {
            CaseEntry::Opened { words, .. }
            | CaseEntry::Noted { words }
            | CaseEntry::Decided { words, .. }
            | CaseEntry::Appealed { words, .. }
            | CaseEntry::Ruled { words, .. } => words,
        }
    }

    pub fn words_mut(&mut self) -> &mut String {
        match self {
            CaseEntry::Opened { words, .. }
            | CaseEntry::Noted { words }
            | CaseEntry::Decided { words, .. }
            | CaseEntry::Appealed { words, .. }
            | CaseEntry::Ruled { words, .. } => words,
        }
    }

    /// Whether those concerned read it once there is a decision.
    pub const fn is_for_concerned(&self) -> bool {
        matches!(
            self,
            CaseEntry::Decided { .. } | CaseEntry::Appealed { .. } | CaseEntry::Ruled { .. }
        )
    }
}

/// An entry with its time and its author, an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseStep {
    pub at: Micros,
    pub account: i32,
    pub entry: CaseEntry,
}

message_enum! {
    /// Why an entry is refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum CaseError {
        /// A case begins by being opened, once.
        Misplaced => "refused-case-misplaced",
        /// Somebody appealed, which is ruled on first, or was.
        Final => "refused-case-final",
        /// There is nothing to appeal, or the time is over.
        NotAppealable => "refused-case-not-appealable",
        /// They appealed before.
        AppealedBefore => "refused-case-appealed",
        /// Nobody has appealed.
        NoAppeal => "refused-case-no-appeal",
        /// Who decided does not rule on the appeal.
        OwnDecision => "refused-case-own-decision",
    }
}

/// A case, as its entries make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Counted from 1 in each event.
    pub number: u32,
    pub entrants: Vec<EntrantId>,
    pub tables: Vec<TableId>,
    pub state: CaseState,
    pub steps: Vec<CaseStep>,
}

impl Case {
    /// The case with these entries, which were checked when they were added; `None` if it is not opened first, and once.
    pub fn from_steps(number: u32, steps: Vec<CaseStep>) -> Option<Case> {
        let mut steps = steps.into_iter();
        let first = steps.next()?;
        let CaseEntry::Opened { entrants, tables, .. } = &first.entry else { return None };
        let (entrants, tables) = (entrants.clone(), tables.clone());
        let state = CaseState::Open;
        let mut case = Case { number, entrants, tables, state, steps: vec![first] };
        for step in steps {
            if matches!(step.entry, CaseEntry::Opened { .. }) {
                return None;
            }
            case.push(step);
        }
        Some(case)
    }

    /// Names another entrant in the place of one whose row was merged into theirs.
    pub fn merge(&mut self, one: EntrantId, into: EntrantId) {
        let renamed = |id: &mut EntrantId| {
            if *id == one {
                *id = into;
            }
        };
        self.entrants.iter_mut().for_each(renamed);
        self.entrants.sort_unstable();
        self.entrants.dedup();
        for step in &mut self.steps {
            if let CaseEntry::Appealed { entrant, .. } = &mut step.entry {
                renamed(entrant);
            }
        }
    }

    fn push(&mut self, step: CaseStep) {
        match step.entry {
            CaseEntry::Opened { .. } | CaseEntry::Noted { .. } => {}
            CaseEntry::Decided { .. } => self.state = CaseState::Decided,
            CaseEntry::Appealed { .. } => self.state = CaseState::Appealed,
            CaseEntry::Ruled { .. } => self.state = CaseState::Closed,
        }
        self.steps.push(step);
    }

    /// Whether an entry may follow.
    pub fn check(&self, next: &CaseStep) -> Result<(), CaseError> {
        match &next.entry {
            CaseEntry::Opened { .. } => Err(CaseError::Misplaced),
            CaseEntry::Noted { .. } => Ok(()),
            CaseEntry::Decided { .. } => match self.state {
                CaseState::Open | CaseState::Decided => Ok(()),
                CaseState::Appealed | CaseState::Closed => Err(CaseError::Final),
            },
            CaseEntry::Appealed { entrant, .. } => self.check_appeal(*entrant, next.at),
            CaseEntry::Ruled { .. } => match self.state {
                CaseState::Appealed if self.decided_by() == Some(next.account) => {
                    Err(CaseError::OwnDecision)
                }
                CaseState::Appealed => Ok(()),
                CaseState::Open | CaseState::Decided | CaseState::Closed => {
                    Err(CaseError::NoAppeal)
                }
            },
        }
    }

    /// Whether this entrant can appeal now: once, until the time that the decision names.
    pub fn check_appeal(&self, entrant: EntrantId, now: Micros) -> Result<(), CaseError> {
        let is_concerned = self.entrants.contains(&entrant);
        if self.state == CaseState::Open || !is_concerned {
            return Err(CaseError::NotAppealable);
        }
        let is_own = |step: &CaseStep| matches!(&step.entry, CaseEntry::Appealed { entrant: by, .. } if *by == entrant);
        if self.steps.iter().any(is_own) {
            return Err(CaseError::AppealedBefore);
        }
        match self.appeal_until() {
            Some(until) if now <= until => Ok(()),
            _ => Err(CaseError::NotAppealable),
        }
    }

    /// Until when the decision in force can be appealed; `None` before a decision.
    pub fn appeal_until(&self) -> Option<Micros> {
        self.steps.iter().rev().find_map(|step| match step.entry {
            CaseEntry::Decided { appeal_until, .. } => Some(appeal_until),
            _ => None,
        })
    }

    /// Whether those concerned know of it: something was decided, or first decided and then not.
    pub fn is_told(&self) -> bool {
        self.steps.iter().any(|step| match step.entry {
            CaseEntry::Decided { outcome, .. } => outcome != CaseOutcome::NoAction,
            _ => false,
        })
    }

    /// Whether an account decided, also if another decision took its place.
    pub fn has_decided(&self, account: i32) -> bool {
        let is_own = |step: &CaseStep| {
            step.account == account && matches!(step.entry, CaseEntry::Decided { .. })
        };
        self.steps.iter().any(is_own)
    }

    /// The account that decided.
    pub fn decided_by(&self) -> Option<i32> {
        let is_decision = |step: &&CaseStep| matches!(step.entry, CaseEntry::Decided { .. });
        self.steps.iter().rev().find(is_decision).map(|step| step.account)
    }

    /// What is decided, after an appeal too.
    pub fn outcome(&self) -> Option<CaseOutcome> {
        self.steps.iter().rev().find_map(|step| match step.entry {
            CaseEntry::Decided { outcome, .. } | CaseEntry::Ruled { outcome, .. } => Some(outcome),
            _ => None,
        })
    }
}

/// The time until which a decision can be appealed.
pub const fn appeal_until(now: Micros, days: u32) -> Micros {
    now.saturating_add(DAY.saturating_mul(days as i64))
}
