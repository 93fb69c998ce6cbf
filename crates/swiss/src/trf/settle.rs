//! Cross-checks a file: opponents have to name each other, and scores have to match the rounds.

use std::collections::HashMap;

use super::super::entrant::{Bye, Entrant, Entry, Score};
use super::super::points::Points;
use super::super::{Apart, Tournament};
use super::player::{PlayerLine, Written};
use super::reader::{Acceleration, Added, KeptApart, Sheet};
use super::{ByeAhead, Fault, Purpose, TrfFile};
use crate::Color;

/// Builds a tournament from a file's lines.
pub fn settle(mut sheet: Sheet, purpose: Purpose) -> Result<TrfFile, Vec<Fault>> {
    if !sheet.by_rank {
        sheet.players.sort_by_key(|player| player.number);
    }
    let mut faults = Vec::new();
    let mut places: HashMap<u32, usize> = HashMap::new();
    for (place, player) in sheet.players.iter().enumerate() {
        if places.insert(player.number, place).is_some() {
            let what = format!("the pairing number {} comes twice", player.number);
            faults.push(Fault { line: player.line, what });
        }
    }
    if sheet.players.is_empty() {
        faults.push(Fault {
            line: 0,
            what: "there is no player: no line begins with 001".to_owned(),
        });
    }
    let played = rounds_played(&sheet.players, purpose);
    contradictions(&sheet.players, &places, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut tournament = assembled(&sheet, &places, played, &mut faults);
    if purpose == Purpose::PairNext {
        next_round(&sheet, &places, &mut tournament, &mut faults);
    }
    scores(&sheet.players, &tournament, &mut faults);
    let byes = match purpose {
        Purpose::GoOn => byes_to_go_on_with(&sheet, &places, &mut tournament, &mut faults),
        Purpose::PairNext | Purpose::Check => Vec::new(),
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(TrfFile {
        tournament,
        people: sheet.players.iter().map(|player| player.person.clone()).collect(),
        lines: sheet.players.iter().map(|player| player.line).collect(),
        apart_lines: sheet.apart.iter().map(|apart| apart.line).collect(),
        acceleration_line: sheet.accelerations.first().map_or(0, |one| one.line),
        first_day: sheet.first_day,
        tie_breaks: sheet.tie_breaks,
        remarks: sheet.remarks,
        byes,
    })
}

/// Checks what is required for pairing the next round, and adds its byes.
fn next_round(
    sheet: &Sheet,
    places: &HashMap<u32, usize>,
    tournament: &mut Tournament,
    faults: &mut Vec<Fault>,
) {
    byes_ahead(sheet, places, tournament, faults);
    match sheet.rounds {
        None => faults.push(rounds_missing()),
        Some(rounds) if tournament.played >= rounds => faults.push(Fault {
            line: 0,
            what: format!("all {rounds} rounds are paired: there is no next one"),
        }),
        Some(_) => {}
    }
}

/// Checks what a tournament needs to be continued; removes the byes of unfinished rounds from the entries and returns
/// them in the order of rounds.
fn byes_to_go_on_with(
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

fn rounds_missing() -> Fault {
    let what = "the number of rounds is missing: add a line `142` or `XXR` with it".to_owned();
    Fault { line: 0, what }
}

/// The number of finished rounds. An unpaired bye in the last column is of the next round if that is to be paired and
/// somebody awaits it.
fn rounds_played(players: &[PlayerLine], purpose: Purpose) -> usize {
    let paired =
        |round: &Written| matches!(round, Written::Game { .. } | Written::Bye(Bye::Allocated));
    let of = |player: &PlayerLine| {
        let last = player.rounds.iter().rposition(paired).map_or(0, |last| last + 1);
        last.max(player.rounds.len().saturating_sub(1))
    };
    let played = players.iter().map(of).max().unwrap_or(0);
    let ahead = |player: &PlayerLine| player.rounds.len() > played;
    let over = match purpose {
        Purpose::PairNext | Purpose::GoOn => !players.is_empty() && players.iter().all(ahead),
        Purpose::Check => players.iter().any(ahead),
    };
    played + usize::from(over)
}

/// Finds games on which the two sides disagree.
fn contradictions(players: &[PlayerLine], places: &HashMap<u32, usize>, faults: &mut Vec<Fault>) {
    for player in players {
        for (round, written) in player.rounds.iter().enumerate() {
            let Written::Game { opponent, color, score, played } = *written else { continue };
            let other = places.get(&opponent).and_then(|place| players[*place].rounds.get(round));
            let agrees = match other {
                Some(Written::Game { opponent, color: his, score: theirs, played: too }) => {
                    // For an unplayed game one side may omit the color.
                    let either = !played && (color.is_none() || his.is_none());
                    *opponent == player.number
                        && *too == played
                        && (either || *his == color.map(Color::opponent))
                        && fit(score, *theirs)
                }
                _ => false,
            };
            if !agrees {
                let what = format!(
                    "round {} of {} against {opponent} is not what the line of {opponent} says",
                    round + 1,
                    player.number
                );
                faults.push(Fault { line: player.line, what });
            }
        }
    }
}

/// Whether both sides of a game can have these scores: both may have lost.
const fn fit(one: Score, other: Score) -> bool {
    matches!(
        (one, other),
        (Score::Win, Score::Loss)
            | (Score::Loss, Score::Win | Score::Loss)
            | (Score::Draw, Score::Draw)
    )
}

fn assembled(
    sheet: &Sheet,
    places: &HashMap<u32, usize>,
    played: usize,
    faults: &mut Vec<Fault>,
) -> Tournament {
    // The color that follows from the opponent's.
    let other = |opponent: usize, round: usize| match sheet.players[opponent].rounds.get(round) {
        Some(Written::Game { color, .. }) => color.map(Color::opponent),
        _ => None,
    };
    let entry = |(round, written): (usize, &Written)| match *written {
        Written::Blank => Entry::Bye(Bye::Zero),
        Written::Bye(bye) => Entry::Bye(bye),
        Written::Game { opponent, color, score, played } => {
            let opponent = places[&opponent];
            let color = color.or_else(|| other(opponent, round));
            match color.filter(|_| played) {
                Some(color) => Entry::Played { opponent, color, score },
                None => Entry::Forfeit { opponent, color, score },
            }
        }
    };
    let entrants = sheet.players.iter().map(|player| {
        let mut entries: Vec<Entry> = player.rounds.iter().enumerate().map(entry).collect();
        while entries.len() < played {
            entries.push(Entry::Bye(Bye::Zero));
        }
        let (number, name, rating) = (player.number, player.name.clone(), player.rating);
        Entrant { number, name, rating, entries, ..Entrant::default() }
    });
    let mut tournament = Tournament {
        name: sheet.name.clone(),
        entrants: entrants.collect(),
        rounds: sheet.rounds.unwrap_or(played),
        played,
        points: sheet.points,
        initial: sheet.initial,
        apart: Vec::new(),
        boards: None,
    };
    tournament.initial = tournament.initial.or_else(|| first_color(&tournament));
    for KeptApart { line, numbers, rounds } in &sheet.apart {
        let entrants = numbers.iter().filter_map(|number| known(places, *number, *line, faults));
        let rounds = rounds.unwrap_or((0, tournament.rounds.max(played + 1)));
        tournament.apart.push(Apart { entrants: entrants.collect(), rounds });
    }
    for acceleration in &sheet.accelerations {
        add_points(acceleration, places, &mut tournament, faults);
    }
    if sheet.baku && sheet.accelerations.is_empty() {
        accelerate(&mut tournament);
    }
    tournament
}

/// Adds the points of a line to each of its players; of those that there are not, the first is a fault.
fn add_points(
    acceleration: &Acceleration,
    places: &HashMap<u32, usize>,
    tournament: &mut Tournament,
    faults: &mut Vec<Fault>,
) {
    let Acceleration { line, numbers, added } = acceleration;
    for number in numbers.0..=numbers.1 {
        let Some(entrant) = known(places, number, *line, faults) else { return };
        let own = &mut tournament.entrants[entrant].accelerations;
        let (rounds, points) = match added {
            Added::ByRound(row) => (0..row.len(), row.as_slice()),
            Added::Same(rounds, points) => (rounds.clone(), std::slice::from_ref(points)),
        };
        own.resize(own.len().max(rounds.end), Points(0));
        let more = points.iter().cycle();
        for (added, more) in
            own[rounds].iter_mut().zip(more).filter(|(_, more)| **more != Points(0))
        {
            *added = *more;
        }
    }
}

fn known(
    places: &HashMap<u32, usize>,
    number: u32,
    line: usize,
    faults: &mut Vec<Fault>,
) -> Option<usize> {
    let place = places.get(&number).copied();
    if place.is_none() {
        faults.push(Fault { line, what: format!("nobody has the pairing number {number}") });
    }
    place
}

/// Baku acceleration (C.04.5.1): the upper half, rounded up to an even number, gets a win's points in the first half of
/// the accelerated rounds and a draw's in the second; half of all rounds are accelerated.
fn accelerate(tournament: &mut Tournament) {
    let upper = tournament.entrants.len().div_ceil(4) * 2;
    let accelerated = tournament.rounds.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let mut row = vec![tournament.points.win; full];
    row.resize(accelerated, tournament.points.draw);
    for entrant in tournament.entrants.iter_mut().take(upper) {
        entrant.accelerations.clone_from(&row);
    }
}

/// Adds byes of the next round that are on lines of their own.
fn byes_ahead(
    sheet: &Sheet,
    places: &HashMap<u32, usize>,
    tournament: &mut Tournament,
    faults: &mut Vec<Fault>,
) {
    for (line, round, number, bye) in &sheet.byes {
        let Some(entrant) = known(places, *number, *line, faults) else { continue };
        if *round == tournament.played && tournament.is_present(entrant) {
            tournament.entrants[entrant].entries.push(Entry::Bye(*bye));
        }
    }
}

/// The color drawn for the first entrant, inferred from the first round in which anybody had a color.
fn first_color(tournament: &Tournament) -> Option<Color> {
    let colored =
        |entrant: &Entrant| entrant.entries.iter().position(|entry| entry.color().is_some());
    let round = tournament.entrants.iter().filter_map(colored).min()?;
    let there = tournament
        .entrants
        .iter()
        .filter(|entrant| entrant.entries.iter().take(round + 1).any(Entry::is_of_pairing));
    there.enumerate().find_map(|(number, entrant)| {
        let color = entrant.entries.get(round)?.color()?;
        Some(if number.is_multiple_of(2) { color } else { color.opponent() })
    })
}

/// Finds scores that differ from the rounds. Some programs include acceleration or the bye of the next round.
fn scores(players: &[PlayerLine], tournament: &Tournament, faults: &mut Vec<Fault>) {
    for (place, player) in players.iter().enumerate() {
        let played = tournament.played;
        let counts = [
            tournament.score(place, played),
            tournament.accelerated(place, played),
            tournament.score(place, played + 1),
            tournament.score(place, played + 1) + tournament.accelerated(place, played)
                - tournament.score(place, played),
        ];
        if !counts.contains(&player.points) {
            let what = format!(
                "the score of {} is written as {}, and the rounds give {}",
                player.number, player.points, counts[0]
            );
            faults.push(Fault { line: player.line, what });
        }
    }
}
