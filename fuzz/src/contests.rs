//! What holds for events as they are written: of any text, as a fact, as settings, and as many facts.

use crate::bounds::bounded;
use adjutant_domain::contest::json::{read_fact, read_settings, write_fact, write_settings};
use adjutant_domain::contest::{Contest, ContestFact};

/// Bytes that reading may allocate for each byte of a text: a list of empty lists has a few.
const MEMORY: usize = 512;

/// More entrants than a contest is looked at with.
const MOST_ENTRANTS: usize = 24;

/// Any text is refused, or is a fact or settings that are read again from what is written of them.
pub fn written(text: &str) {
    if let Ok(fact) = bounded(text.len(), MEMORY, || read_fact(text)) {
        assert_eq!(read_fact(&write_fact(&fact)).as_ref(), Ok(&fact));
    }
    if let Ok(of) = read_settings(text) {
        assert_eq!(read_settings(&write_settings(&of)).as_ref(), Ok(&of));
        let _faults = of.validate();
    }
}

/// Any facts, one in a line: those that stand on those before them make a contest that can be looked at, the others
/// leave it as it was.
pub fn facts(text: &str) {
    let mut told: Vec<ContestFact> = Vec::new();
    let mut contest: Option<Contest> = None;
    for fact in text.lines().filter_map(|line| read_fact(line).ok()) {
        let is_playable = match &fact {
            ContestFact::SettingsChanged { settings } => settings.validate().is_empty(),
            _ => true,
        };
        if !is_playable {
            continue;
        }
        let after = match &contest {
            None => Contest::from_facts([&fact]),
            Some(contest) => contest.with_facts(std::slice::from_ref(&fact)),
        };
        if let Ok(after) = after {
            told.push(fact);
            contest = Some(after);
        }
    }
    let Some(contest) = contest else { return };
    assert!(Contest::from_facts(&told).as_ref() == Ok(&contest), "facts add up otherwise, all at once");
    if contest.entrants.len() > MOST_ENTRANTS {
        return;
    }
    for stage in 0..contest.stages.len() {
        let _entering = contest.stage_entrants(stage);
        let _over = contest.is_stage_over(stage);
        let _next = contest.pair_round(stage);
        for group in 0..contest.stages[stage].groups.len() {
            if let Some(table) = contest.group_tournament(stage, group, usize::MAX) {
                let _rows = table.standings().rows().len();
            }
        }
    }
}
