//! Groups that are drawn by lot: the number is chosen by officials, or drawn by the server when the stage starts, so that
//! nobody can choose it for its outcome.

use swiss::stage::{Plan, Stage, System};

use super::{CommandResult, Contest, ContestFact};

/// The greatest number by which groups are drawn by lot: nine digits.
pub const MOST_LOT: u32 = 999_999_999;

impl Contest {
    /// Like [`Contest::start_stage`]; `lot` is the number by which groups are drawn if the server draws it.
    pub fn start_drawn_stage(&self, stage: usize, white: bool, lot: u32) -> CommandResult {
        if !self.is_lot_to_be_drawn(stage) {
            return self.start_stage(stage, white);
        }
        let drawn = ContestFact::LotDrawn { stage, lot: lot % (MOST_LOT + 1) };
        match self.with_facts(std::slice::from_ref(&drawn)) {
            Ok(after) => {
                let started = after.start_stage(stage, white)?;
                Ok([drawn].into_iter().chain(started).collect())
            }
            Err(_) => self.start_stage(stage, white),
        }
    }

    /// Whether the server draws the number of a stage that has not started.
    pub(super) fn is_lot_to_be_drawn(&self, stage: usize) -> bool {
        let system = self.settings.plan.stages.get(stage).map(|stage| stage.system);
        let is_drawn = matches!(system, Some(System::RoundRobin { groups: 2.., drawn: true, .. }));
        is_drawn && self.stages.get(stage).is_some_and(|state| !state.has_begun())
    }

    pub(super) fn apply_lot(&mut self, stage: usize, drawn: u32) -> Option<()> {
        match &mut self.settings.plan.stages.get_mut(stage)?.system {
            System::RoundRobin { lot, .. } => *lot = Some(drawn),
            _ => return None,
        }
        Some(())
    }

    /// A plan with the numbers that the server has drawn here, and no others that say so.
    pub(super) fn with_drawn_lots(&self, plan: Plan) -> Plan {
        with_lots_of(plan, &self.settings.plan.stages)
    }
}

/// A plan with the drawn numbers of other stages at the same places.
pub(super) fn with_lots_of(mut plan: Plan, known: &[Stage]) -> Plan {
    for (at, stage) in plan.stages.iter_mut().enumerate() {
        let System::RoundRobin { lot, drawn: true, .. } = &mut stage.system else { continue };
        *lot = match known.get(at).map(|stage| stage.system) {
            Some(System::RoundRobin { lot, drawn: true, .. }) => lot,
            _ => None,
        };
    }
    plan
}

/// The first stage whose groups are drawn by a number that officials chose, from 0, and the number.
pub fn chosen_lot(plan: &Plan) -> Option<(usize, u32)> {
    plan.stages.iter().enumerate().find_map(|(at, stage)| match stage.system {
        System::RoundRobin { groups: 2.., lot: Some(lot), drawn: false, .. } => Some((at, lot)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{ContestSettings, EntrantProfile, json::read_settings};
    use super::*;

    fn settings(lot: &str) -> ContestSettings {
        let system = format!(r#"{{"type":"round-robin","groups":2{lot}}}"#);
        let plan = format!(
            r#"{{"plan":{{"unit":"players","stages":[{{"name":"Groups","system":{system}}}]}}}}"#
        );
        read_settings(&plan).expect("settings")
    }

    fn lot_of(contest: &Contest) -> Option<u32> {
        match contest.settings.plan.stages[0].system {
            System::RoundRobin { lot, .. } => lot,
            _ => None,
        }
    }

    fn created(lot: &str) -> Contest {
        let facts = Contest::create(settings(lot)).expect("it is created");
        let mut contest = Contest::from_facts(&facts).expect("facts");
        for name in ["Ana", "Ben", "Cora", "Dan"] {
            let person = EntrantProfile { name: name.to_owned(), ..EntrantProfile::default() };
            let fact = ContestFact::EntrantRegistered { person, waiting: false };
            contest.apply_facts(&[fact]).expect("they are in");
        }
        contest
    }

    #[test]
    fn nobody_sends_the_number_that_the_server_draws() {
        let sent = r#","lot":5,"drawn":true"#;
        let contest = created(sent);
        assert_eq!(lot_of(&contest), None, "at the creation");
        let other = contest.change_settings(settings(sent)).expect("settings");
        assert_eq!(other, [], "nor later");
        let started = contest.start_drawn_stage(0, true, 1_000_000_007).expect("it starts");
        let after = contest.with_facts(&started).expect("facts");
        assert_eq!(lot_of(&after), Some(7), "of nine digits");
        assert_eq!(after.change_settings(settings(sent)), Ok(Vec::new()), "it stays");
        let again = ContestFact::LotDrawn { stage: 0, lot: 8 };
        assert!(after.with_facts(&[again]).is_err(), "it is drawn once");
    }

    #[test]
    fn a_number_that_officials_chose_is_used_as_it_is() {
        let contest = created(r#","lot":5"#);
        let started = contest.start_drawn_stage(0, true, 7).expect("it starts");
        assert!(matches!(started.as_slice(), [ContestFact::StageStarted { .. }]));
        assert_eq!(chosen_lot(&contest.settings.plan), Some((0, 5)));
        assert_eq!(chosen_lot(&created(r#","drawn":true"#).settings.plan), None);
    }
}
