//! Appeals against a default, and what officials decide.

use swiss::series::GameResult;

use super::super::{Contest, EntrantId, Fact, LONGEST_WHY, Refusal, Spot};
use super::agreeing::{line, told};
use super::{Arranging, HOUR, Lapse, TableId};

/// Longest words of an appeal, in characters.
pub const LONGEST_APPEAL: usize = 1_000;

/// What officials decide of a match on which the default rule has fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// What the rule made of it stands.
    Stands,
    /// This is the result instead, of the first game where there are several.
    Instead(GameResult),
    /// It is agreed on anew, within so many days.
    Anew { days: u32 },
}

impl Contest {
    fn lapse_of(&self, of: TableId) -> Result<Lapse, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        self.match_of(of).ok_or(Refusal::NoSuchSpot)?;
        let lapse = self.arrangement(of).and_then(|one| one.lapsed);
        lapse.ok_or(Refusal::NotLapsed)
    }

    /// One of the two appeals, once, within the time for appeals.
    ///
    /// # Errors
    /// [`Refusal`] where the rule has not fired, he does not sit there, it is too late, or it is decided.
    pub fn appeal(
        &self,
        of: TableId,
        who: EntrantId,
        words: &str,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let lapse = self.lapse_of(of)?;
        let side = self.match_of(of).and_then(|meeting| meeting.side_of(who));
        let side = side.ok_or(Refusal::NotAtTable)?;
        let window = self.window_of(of).ok_or(Refusal::NotArranged)?;
        let arrangement = self.arrangement(of).ok_or(Refusal::NotArranged)?;
        if arrangement.is_ruled {
            return Err(Refusal::IsRuled);
        }
        if now >= lapse.at + i64::from(window.rule.appeal_hours) * HOUR {
            return Err(Refusal::TooLate);
        }
        if arrangement.appealed[side.index()] {
            return Err(Refusal::HasAppealed);
        }
        let words = line(words, LONGEST_APPEAL)?;
        if words.is_empty() {
            return Err(Refusal::WhyMissing);
        }
        Ok(vec![told(of, now, Arranging::Appealed { side, words })])
    }

    /// Officials decide about a default, whether or not anybody has appealed.
    ///
    /// # Errors
    /// [`Refusal`] where the rule has not fired, it is decided, nothing is said of why, or results follow that stand on
    /// this one.
    pub fn rule_on_default(
        &self,
        of: TableId,
        ruling: Ruling,
        words: &str,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let lapse = self.lapse_of(of)?;
        if self.arrangement(of).is_some_and(|one| one.is_ruled) {
            return Err(Refusal::IsRuled);
        }
        let words = line(words, LONGEST_WHY)?;
        if words.is_empty() {
            return Err(Refusal::WhyMissing);
        }
        let granted = ruling != Ruling::Stands;
        let why = words.clone();
        let mut facts = vec![told(of, now, Arranging::Ruled { granted, words })];
        match ruling {
            Ruling::Stands if lapse.result.is_none() => return Err(Refusal::NotLapsed),
            Ruling::Stands => return Ok(facts),
            Ruling::Instead(result) => {
                facts.extend(self.undone(of, lapse, &why)?);
                facts.push(Fact::Result { spot: spot(of, 0), result: Some(result), why });
            }
            Ruling::Anew { days } => {
                let reopened = (of.stage, of.round);
                facts.extend(self.undone(of, lapse, &why)?);
                let after = self.with(&facts).map_err(|_| Refusal::NotItsTurn)?;
                facts.extend(after.open_window(reopened, Some(of.table), days, now)?);
            }
        }
        let after = self.with(&facts).map_err(|_| Refusal::NotItsTurn)?;
        if after.is_overturned(of.stage) {
            return Err(Refusal::RoundFollows);
        }
        self.with_drafts(facts)
    }

    /// The results that the rule has made go, the last one first.
    fn undone(&self, of: TableId, lapse: Lapse, why: &str) -> Result<Vec<Fact>, Refusal> {
        let meeting = self.match_of(of).ok_or(Refusal::NoSuchSpot)?;
        let is_of_rule = |game: &GameResult| lapse.result == Some(*game);
        // What officials have entered since is no longer the rule's.
        if !meeting.games.iter().all(is_of_rule) {
            return Err(Refusal::Stands(meeting.games.first().copied()));
        }
        let gone = |game| Fact::Result { spot: spot(of, game), result: None, why: why.to_owned() };
        Ok((0..meeting.games.len()).rev().map(gone).collect())
    }
}

const fn spot(of: TableId, game: usize) -> Spot {
    let TableId { stage, round, table } = of;
    Spot { stage, round, table, game }
}
