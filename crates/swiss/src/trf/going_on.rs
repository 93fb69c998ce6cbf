//! Additional requirements for files of tournaments that are to be continued, and the byes of all unfinished rounds.

use std::collections::HashMap;

use super::super::Tournament;
use super::super::entrant::Entry;
use super::reader::Sheet;
use super::settle::{known, rounds_missing};
use super::{ByeAhead, Fault};

/// Removes the byes of unfinished rounds from the entries and returns them in the order of rounds.
pub fn byes(
    sheet: &Sheet,
    places: &HashMap<u32, usize>,
    tournament: &mut Tournament,
    faults: &mut Vec<Fault>,
) -> Vec<ByeAhead> {
    let played = tournament.played;
    let mut fault = |line: usize, what: String| faults.push(Fault { line, what });
    if sheet.round_robin > 0 {
        let what = "this is a round robin, and only a Swiss tournament is gone on with";
        fault(sheet.round_robin, what.to_owned());
    }
    match sheet.rounds {
        None => faults.push(rounds_missing()),
        Some(rounds) if played > rounds => {
            let what = format!("there are {rounds} rounds, and the players' lines have {played}");
            fault(0, what);
        }
        Some(_) => {}
    }
    let mut byes = Vec::new();
    for (entrant, (own, player)) in tournament.entrants.iter_mut().zip(&sheet.players).enumerate() {
        if let Some(Entry::Bye(bye)) = own.entries.get(played) {
            byes.push(ByeAhead { line: player.line, round: played, entrant, bye: *bye });
        }
        own.entries.truncate(played);
    }
    for (line, round, number, bye) in &sheet.byes {
        let Some(entrant) = known(places, *number, *line, faults) else { continue };
        let known = match tournament.entrants[entrant].entries.get(*round) {
            Some(entry) => Some(*entry),
            None => byes
                .iter()
                .find(|one: &&ByeAhead| (one.round, one.entrant) == (*round, entrant))
                .map(|one| Entry::Bye(one.bye)),
        };
        match known {
            Some(entry) if entry == Entry::Bye(*bye) => {}
            Some(_) => {
                let said = format!("{number} has another bye or a game in round {}", round + 1);
                faults.push(Fault { line: *line, what: said });
            }
            None => byes.push(ByeAhead { line: *line, round: *round, entrant, bye: *bye }),
        }
    }
    let rounds = sheet.rounds.unwrap_or(usize::MAX);
    for bye in byes.iter().filter(|bye| bye.round >= rounds) {
        let what = format!("a bye in round {}, and there are {rounds} rounds", bye.round + 1);
        faults.push(Fault { line: bye.line, what });
    }
    byes.sort_by_key(|bye| bye.round);
    byes
}
