//! Writes tournaments as TRF26 such that the reader gives the same tournament back.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::super::Tournament;
use super::super::arena;
use super::super::entrant::{Bye, Entry, Score};
use super::super::keizer::{Rules, ranking};
use super::super::points::{PointSystem, Points};
use super::{Person, Sex};
use crate::Color;

/// Columns of a name.
const NAME: usize = 33;
/// Columns of the number in a federation's list.
const FEDERATION: usize = 11;

/// What a file contains apart from the tournament. Empty values are left out.
#[derive(Debug, Clone, Default)]
pub struct Heading {
    /// Like `2026/12/05`.
    pub first_day: String,
    /// Codes of tie-breaks, separated by commas.
    pub tie_breaks: String,
    /// Whether its rounds are not Swiss ones.
    pub is_round_robin: bool,
    /// The rules of the Keizer system, if it was played by that; it gives places, but no points of this file.
    pub keizer: Option<Rules>,
    /// The rules of an arena, likewise; its rounds are the entrants' games one after the other.
    pub arena: Option<arena::Rules>,
    /// The places of a ladder, likewise: indices into the entrants. Challenges and falls are not told.
    pub ladder: Option<Vec<usize>>,
    /// Byes in unfinished rounds: the round from 0, an index into the entrants, and the bye.
    pub byes: Vec<(usize, usize, Bye)>,
    /// The persons of the entrants, in their order; columns of those who are missing stay blank.
    pub people: Vec<Person>,
}

/// Writes a tournament. What exceeds the columns of a TRF is cut: names after 33 letters, numbers above 9999.
pub fn write(tournament: &Tournament) -> String {
    write_file(tournament, &Heading::default())
}

/// Writes a tournament with a heading.
pub fn write_file(tournament: &Tournament, heading: &Heading) -> String {
    let mut text = String::new();
    let mut line = |words: &str| {
        text.push_str(words.trim_end());
        text.push('\n');
    };
    line(&format!("012 {}", plain(&tournament.name)));
    if !heading.first_day.is_empty() {
        line(&format!("042 {}", heading.first_day));
    }
    if heading.is_round_robin {
        line("092 Round robin");
    }
    if heading.keizer.is_some() {
        line("092 Individual: Keizer system");
    }
    if heading.arena.is_some() {
        line("092 Individual: Arena");
    }
    if heading.ladder.is_some() {
        line("092 Individual: Ladder");
    }
    line(&format!("142 {}", tournament.rounds));
    if let Some(color) = tournament.initial {
        line(&format!("152 {}", if color == Color::White { 'W' } else { 'B' }));
    }
    line(&point_system(&tournament.points));
    let grows = heading.arena.is_some() || heading.ladder.is_some();
    if !heading.is_round_robin && heading.keizer.is_none() && !grows {
        line("192 FIDE_DUTCH_2025");
    }
    if !heading.tie_breaks.is_empty() {
        line(&format!("202 {}", heading.tie_breaks));
    }
    let (places, nobody) = (places(tournament, heading), Person::default());
    for (entrant, place) in places.iter().enumerate() {
        let person = heading.people.get(entrant).unwrap_or(&nobody);
        line(&player(tournament, (entrant, person), *place));
    }
    for entrant in &tournament.entrants {
        if entrant.accelerations.iter().any(|points| *points != Points(0)) {
            let row: String = entrant
                .accelerations
                .iter()
                .fold(String::new(), |row, points| row + &format!(" {:>4}", points.to_string()));
            line(&format!("XXA {:>4}{row}", entrant.number));
        }
    }
    for (round, entrant, bye) in &heading.byes {
        let number = tournament.entrants[*entrant].number;
        line(&format!("240 {} {:>3} {number:>4}", sign(*bye), round + 1));
    }
    for apart in &tournament.apart {
        let numbers = apart.entrants.iter().fold(String::new(), |row, entrant| {
            row + &format!(" {:>4}", tournament.entrants[*entrant].number)
        });
        // Pairs that never meet are listed for all rounds.
        let last = apart.rounds.1.min(tournament.rounds.max(apart.rounds.0 + 1));
        line(&format!("260 {:>3} {last:>3}{numbers}", apart.rounds.0 + 1));
    }
    text
}

/// Replaces control characters, so that text stays on one line.
fn plain(words: &str) -> String {
    words.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn point_system(points: &PointSystem) -> String {
    let all = [
        ('W', points.win),
        ('D', points.draw),
        ('L', points.loss),
        ('Z', points.zero_bye),
        ('P', points.allocated_bye),
    ];
    let mut line = "162 ".to_owned();
    for (of, worth) in all {
        let _infallible = write!(line, " {of}{:>4}   ", worth.to_string());
    }
    if points.forfeit_loss != points.zero_bye {
        return format!("{}\nBBF {:>4}", line.trim_end(), points.forfeit_loss.to_string());
    }
    line
}

/// Places by score, then by pairing number, or those of the Keizer system, an arena or a ladder; counted from 1.
fn places(tournament: &Tournament, heading: &Heading) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tournament.entrants.len()).collect();
    match (&heading.keizer, &heading.arena) {
        _ if heading.ladder.is_some() => order = heading.ladder.clone().unwrap_or_default(),
        (Some(rules), _) => {
            let ranked = ranking(tournament, rules, tournament.played).lines;
            order = ranked.into_iter().map(|line| line.entrant).collect();
        }
        (None, Some(rules)) => {
            let ranked = arena::ranking(tournament, rules, tournament.played).lines;
            order = ranked.into_iter().map(|line| line.entrant).collect();
        }
        (None, None) => {
            order.sort_by_key(|entrant| Reverse(tournament.score(*entrant, tournament.played)));
        }
    }
    let mut places = vec![0; order.len()];
    for (place, entrant) in (1..).zip(order) {
        places[entrant] = place;
    }
    places
}

fn player(tournament: &Tournament, (entrant, person): (usize, &Person), place: usize) -> String {
    let own = &tournament.entrants[entrant];
    let name: String = plain(&own.name).chars().take(NAME).collect();
    let rating = if own.rating == 0 { String::new() } else { own.rating.to_string() };
    let score = tournament.score(entrant, tournament.played).to_string();
    let sex = match person.sex {
        Some(Sex::Man) => 'm',
        Some(Sex::Woman) => 'w',
        None => ' ',
    };
    let federation: String = plain(&person.federation_number).chars().take(FEDERATION).collect();
    let born = person.birth_year.map(|year| format!("{year}/00/00")).unwrap_or_default();
    let mut line = format!(
        "001 {:>4} {sex}    {name:<NAME$} {rating:>4}     {federation:>FEDERATION$} {born:<10} {score:>4} {place:>4}",
        own.number
    );
    for entry in &own.entries {
        line += &format!("  {}", round(tournament, entry));
    }
    line
}

fn round(tournament: &Tournament, entry: &Entry) -> String {
    let result = |score: Score, signs: [char; 3]| match score {
        Score::Win => signs[0],
        Score::Draw => signs[1],
        Score::Loss => signs[2],
    };
    let letter = |color: Option<Color>| match color {
        Some(Color::White) => 'w',
        Some(Color::Black) => 'b',
        None => '-',
    };
    let number = |opponent: usize| tournament.entrants[opponent].number;
    match *entry {
        Entry::Played { opponent, color, score } => {
            format!(
                "{:>4} {} {}",
                number(opponent),
                letter(Some(color)),
                result(score, ['1', '=', '0'])
            )
        }
        Entry::Forfeit { opponent, color, score } => {
            format!("{:>4} {} {}", number(opponent), letter(color), result(score, ['+', '=', '-']))
        }
        Entry::Bye(bye) => format!("0000 - {}", sign(bye)),
    }
}

const fn sign(bye: Bye) -> char {
    match bye {
        Bye::Allocated => 'U',
        Bye::Full => 'F',
        Bye::Half => 'H',
        Bye::Zero => 'Z',
    }
}
