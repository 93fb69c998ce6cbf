//! Reads files line by line and reports all faults.

use std::ops::Range;

use super::super::entrant::Bye;
use super::super::points::Points;
use super::super::{PointSystem, Tournament};
use super::lines::{Line, number};
use super::player::{MOST_ROUNDS, PlayerLine};
use super::{Fault, Purpose, TrfFile, player, settle};
use crate::Color;

/// The maximum number of lines that add points before one for a range: there may be a line for each player.
const MOST_ACCELERATIONS: usize = 1_000;

/// Pairing numbers that are kept apart.
pub struct KeptApart {
    pub line: usize,
    pub numbers: Vec<u32>,
    /// Counted from 0, the first and the one after the last; `None` for all.
    pub rounds: Option<(usize, usize)>,
}

/// A line that adds points. Ranges are kept as they are written: a short line can speak of very many players and
/// rounds, and is applied only to the players that there are.
pub struct Acceleration {
    pub line: usize,
    /// The first and the last pairing number.
    pub numbers: (u32, u32),
    pub added: Added,
}

/// Points that are added by round.
pub enum Added {
    ByRound(Vec<Points>),
    /// The same in each of these rounds, counted from 0.
    Same(Range<usize>, Points),
}

/// The parsed lines of a file, before cross-checks.
#[derive(Default)]
pub struct Sheet {
    pub players: Vec<PlayerLine>,
    pub name: String,
    pub rounds: Option<usize>,
    pub points: PointSystem,
    /// Whether the pairing-allocated bye has its own points.
    own_bye: bool,
    pub initial: Option<Color>,
    /// Whether players are in the order of their pairing numbers, whatever their printed numbers.
    pub by_rank: bool,
    pub baku: bool,
    pub apart: Vec<KeptApart>,
    pub accelerations: Vec<Acceleration>,
    /// A line, a round counted from 0, a number and its bye in that round.
    pub byes: Vec<(usize, usize, u32, Bye)>,
    /// The first day as it is written.
    pub first_day: String,
    /// With their line.
    pub tie_breaks: (usize, String),
    pub remarks: Vec<String>,
    /// The line that says it is a round robin; 0 for none.
    pub round_robin: usize,
}

/// Reads a tournament.
///
/// # Errors
/// Returns every fault with its line.
pub fn read(text: &str, purpose: Purpose) -> Result<Tournament, Vec<Fault>> {
    whole(text, purpose).map(|file| file.tournament)
}

/// Reads a tournament with everything that is needed to continue it.
///
/// # Errors
/// Returns every fault with its line.
pub fn read_file(text: &str) -> Result<TrfFile, Vec<Fault>> {
    whole(text, Purpose::GoOn)
}

fn whole(text: &str, purpose: Purpose) -> Result<TrfFile, Vec<Fault>> {
    let (mut sheet, mut faults) = (Sheet::default(), Vec::new());
    // Some programs end lines with a carriage return alone.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    for (at, line) in (1..).zip(text.lines()) {
        if let Err(what) = take(&mut sheet, &Line::new(at, line)) {
            faults.push(Fault { line: at, what });
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    settle::settle(sheet, purpose)
}

fn take(sheet: &mut Sheet, line: &Line) -> Result<(), String> {
    match line.code().as_str() {
        "001" => sheet.players.push(player::read(line)?),
        "012" => sheet.name = line.rest(5),
        "042" => sheet.first_day = line.rest(5),
        "092" if line.rest(5).to_lowercase().contains("robin") => sheet.round_robin = line.number,
        "###" => sheet.remarks.push(line.rest(5)),
        "202" => sheet.tie_breaks = (line.number, line.rest(5)),
        "142" | "XXR" => {
            let rounds = number(&line.rest(5), "the number of rounds")?;
            sheet.rounds = Some(known_round(rounds)?);
        }
        "152" => sheet.initial = Some(initial(&line.rest(5))?),
        "XXC" => configuration(sheet, &line.rest(5)),
        "162" => point_system(sheet, line)?,
        code @ ("BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU") => {
            let points = line.points_in(5, 12, "this")?;
            worth(sheet, code.as_bytes()[2] as char, points)?;
        }
        "192" => sheet.baku = system(&line.rest(5))?,
        "240" => byes(sheet, line)?,
        "250" => accelerated_range(sheet, line)?,
        "XXA" => accelerated(sheet, line)?,
        "260" => kept_apart(sheet, line)?,
        "XXP" => {
            let numbers = line.rest(4);
            let numbers: Result<Vec<u32>, String> =
                numbers.split_whitespace().map(|text| number(text, "who is kept apart")).collect();
            sheet.apart.push(KeptApart { line: line.number, numbers: numbers?, rounds: None });
        }
        "013" | "310" => return Err("teams cannot be paired from a TRF".to_owned()),
        "299" => return Err("points that are given by hand cannot be paired with".to_owned()),
        // Places, dates, arbiters, and extensions of other programs.
        _ => {}
    }
    Ok(())
}

/// The round, if a file can have so many.
fn known_round(round: u32) -> Result<usize, String> {
    match round as usize {
        round if round <= MOST_ROUNDS => Ok(round),
        _ => Err(format!("more than {MOST_ROUNDS} rounds")),
    }
}

fn initial(text: &str) -> Result<Color, String> {
    match text {
        "W" => Ok(Color::White),
        "B" => Ok(Color::Black),
        other => Err(format!("the first color is `{other}`: give W or B")),
    }
}

fn configuration(sheet: &mut Sheet, words: &str) {
    for word in words.split_whitespace() {
        match word {
            "rank" => sheet.by_rank = true,
            "white1" => sheet.initial = Some(Color::White),
            "black1" => sheet.initial = Some(Color::Black),
            _ => {}
        }
    }
}

/// Whether the system is accelerated.
fn system(name: &str) -> Result<bool, String> {
    match name {
        "FIDE_DUTCH_2025" | "FIDE_DUTCH" => Ok(false),
        "FIDE_DUTCH_2025_BAKU" | "FIDE_DUTCH_BAKU" => Ok(true),
        other => Err(format!(
            "the system is `{other}`: only FIDE_DUTCH_2025 is paired, with or without _BAKU"
        )),
    }
}

fn point_system(sheet: &mut Sheet, line: &Line) -> Result<(), String> {
    let mut at = 6;
    while at <= line.len() {
        if line.column(at) != ' ' {
            let points = line.points_in(at + 1, at + 5, "a result")?;
            match line.column(at) {
                // Absent; TRF26 uses the letter A.
                'Z' | 'A' => {
                    worth(sheet, 'Z', points)?;
                    worth(sheet, 'F', points)?;
                }
                'P' => worth(sheet, 'U', points)?,
                // Unfinished games, which do not occur.
                'X' => {}
                of => worth(sheet, of, points)?,
            }
        }
        at += 9;
    }
    Ok(())
}

fn worth(sheet: &mut Sheet, of: char, points: Points) -> Result<(), String> {
    let system = &mut sheet.points;
    match of {
        'W' => {
            system.win = points;
            if !sheet.own_bye {
                system.allocated_bye = points;
            }
        }
        'D' => system.draw = points,
        'L' => system.loss = points,
        'Z' => system.zero_bye = points,
        'F' => system.forfeit_loss = points,
        'U' => (system.allocated_bye, sheet.own_bye) = (points, true),
        other => return Err(format!("points for `{other}`: give W, D, L, Z or P")),
    }
    Ok(())
}

fn byes(sheet: &mut Sheet, line: &Line) -> Result<(), String> {
    let bye = match line.column(5).to_ascii_uppercase() {
        'F' => Bye::Full,
        'H' => Bye::Half,
        'Z' | ' ' => Bye::Zero,
        other => return Err(format!("the bye is `{other}`: give F, H or Z")),
    };
    let round = known_round(line.number_in(7, 9, "the round")?)? - 1;
    let mut at = 11;
    while at <= line.len() {
        let number = line.number_in(at, at + 3, "who has the bye")?;
        sheet.byes.push((line.number, round, number, bye));
        at += 5;
    }
    Ok(())
}

fn accelerated_range(sheet: &mut Sheet, line: &Line) -> Result<(), String> {
    let points = line.points_in(10, 13, "what is added")?;
    let rounds =
        (line.number_in(15, 17, "the first round")?, line.number_in(19, 21, "the last round")?);
    let numbers =
        (line.number_in(23, 26, "the first number")?, line.number_in(28, 31, "the last number")?);
    if rounds.0 > rounds.1 || numbers.0 > numbers.1 {
        return Err("the last stands before the first".to_owned());
    }
    if sheet.accelerations.len() >= MOST_ACCELERATIONS {
        return Err(format!("more than {MOST_ACCELERATIONS} lines of acceleration"));
    }
    let rounds = known_round(rounds.0)? - 1..known_round(rounds.1)?;
    let added = Added::Same(rounds, points);
    sheet.accelerations.push(Acceleration { line: line.number, numbers, added });
    Ok(())
}

fn accelerated(sheet: &mut Sheet, line: &Line) -> Result<(), String> {
    let number = line.number_in(5, 8, "the pairing number")?;
    let (mut at, mut row) = (10, Vec::new());
    while at <= line.len() {
        known_round(row.len() as u32 + 1)?;
        let blank = line.field(at, at + 3).is_empty();
        row.push(if blank { Points(0) } else { line.points_in(at, at + 3, "what is added")? });
        at += 5;
    }
    let (numbers, added) = ((number, number), Added::ByRound(row));
    sheet.accelerations.push(Acceleration { line: line.number, numbers, added });
    Ok(())
}

fn kept_apart(sheet: &mut Sheet, line: &Line) -> Result<(), String> {
    let first = line.number_in(5, 7, "the first round")? as usize - 1;
    let last = line.number_in(9, 11, "the last round")? as usize;
    let (mut at, mut numbers) = (13, Vec::new());
    while at <= line.len() {
        numbers.push(line.number_in(at, at + 3, "who is kept apart")?);
        at += 5;
    }
    sheet.apart.push(KeptApart { line: line.number, numbers, rounds: Some((first, last)) });
    Ok(())
}
