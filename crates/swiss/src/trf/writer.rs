//! Writes tournaments as TRF26 or TRF16 such that the reader gives the same tournament back.

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

/// The edition of the format: FIDE's of 2026, or that of 2016 with the extensions of JaVaFo and bbpPairings, which older
/// programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Edition {
    #[default]
    Trf26,
    Trf16,
}

/// What a file contains apart from the tournament. Empty values are left out.
#[derive(Debug, Clone, Default)]
pub struct Heading {
    pub edition: Edition,
    pub city: String,
    /// Like `2026/12/05`.
    pub first_day: String,
    /// Likewise.
    pub last_day: String,
    /// The days of the rounds, likewise; empty where one is not known.
    pub round_days: Vec<String>,
    /// Codes of tie-breaks, separated by commas.
    pub tie_breaks: String,
    /// Whether its entrants are teams.
    pub of_teams: bool,
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
    /// The entrants in the order of the standings, as indices. Empty for the order by points, then by pairing number.
    pub order: Vec<usize>,
    /// What readers pass over unless they know it, a line each.
    pub remarks: Vec<String>,
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
    about(tournament, heading).iter().for_each(|one| line(one));
    match heading.edition {
        Edition::Trf26 => regulations_26(tournament, heading),
        Edition::Trf16 => regulations_16(tournament),
    }
    .iter()
    .for_each(|one| line(one));
    let (places, nobody) = (places(tournament, heading), Person::default());
    for (entrant, place) in places.iter().enumerate() {
        let person = heading.people.get(entrant).unwrap_or(&nobody);
        let bye = match heading.edition {
            Edition::Trf26 => String::new(),
            Edition::Trf16 => next_bye(tournament, heading, entrant),
        };
        line(&(player(tournament, (entrant, person), *place) + &bye));
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
    if heading.edition == Edition::Trf16 {
        for apart in &tournament.apart {
            let numbers = apart.entrants.iter().map(|one| tournament.entrants[*one].number);
            line(&numbers.fold("XXP".to_owned(), |row, number| row + &format!(" {number:>4}")));
        }
        return text;
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

/// Where and when it is played, by how many, and by which system.
fn about(tournament: &Tournament, heading: &Heading) -> Vec<String> {
    let mut lines = vec![format!("012 {}", plain(&tournament.name))];
    let mut add = |code: &str, words: &str| {
        if !words.is_empty() {
            lines.push(format!("{code} {}", plain(words)));
        }
    };
    heading.remarks.iter().for_each(|remark| add("###", remark));
    add("022", &heading.city);
    add("042", &heading.first_day);
    add("052", &heading.last_day);
    if !heading.first_day.is_empty() {
        let rated = tournament.entrants.iter().filter(|one| one.rating > 0).count();
        add("062", &tournament.entrants.len().to_string());
        add("072", &rated.to_string());
    }
    let system = match (&heading.keizer, &heading.arena, &heading.ladder) {
        (Some(_), ..) => "Keizer system",
        (None, Some(_), _) => "Arena",
        (None, None, Some(_)) => "Ladder",
        (None, None, None) if heading.is_round_robin => {
            add("092", if heading.of_teams { "Team: Round robin" } else { "Round robin" });
            ""
        }
        (None, None, None) if heading.first_day.is_empty() => "",
        (None, None, None) => "Swiss-System (Dutch)",
    };
    if !system.is_empty() {
        let whose = if heading.of_teams { "Team" } else { "Individual" };
        add("092", &format!("{whose}: {system}"));
    }
    if heading.round_days.iter().any(|day| !day.is_empty()) {
        // A date stands above the results of its round, with two digits of the year.
        let days = heading.round_days.iter().map(|day| day.get(2..).unwrap_or_default());
        lines.push(days.fold(format!("{:<91}", "132"), |row, day| row + &format!("{day:<10}")));
    }
    lines
}

/// What is needed to pair on, in lines of 2026.
fn regulations_26(tournament: &Tournament, heading: &Heading) -> Vec<String> {
    let mut lines = vec![format!("142 {}", tournament.rounds)];
    lines.extend(
        tournament
            .initial
            .map(|color| format!("152 {}", if color == Color::White { 'W' } else { 'B' })),
    );
    lines.push(point_system(&tournament.points));
    let grows = heading.arena.is_some() || heading.ladder.is_some();
    if !heading.is_round_robin && heading.keizer.is_none() && !grows {
        lines.push("192 FIDE_DUTCH_2025".to_owned());
    }
    if !heading.tie_breaks.is_empty() {
        lines.push(format!("202 {}", heading.tie_breaks));
    }
    lines
}

/// What is needed to pair on, in the extensions of programs that read TRF16.
fn regulations_16(tournament: &Tournament) -> Vec<String> {
    let mut lines = vec![format!("XXR {}", tournament.rounds)];
    lines.extend(
        tournament.initial.map(|color| {
            format!("XXC {}", if color == Color::White { "white1" } else { "black1" })
        }),
    );
    let points = &tournament.points;
    let all = [
        ("BBW", points.win),
        ("BBD", points.draw),
        ("BBL", points.loss),
        ("BBZ", points.zero_bye),
        ("BBF", points.forfeit_loss),
        ("BBU", points.allocated_bye),
    ];
    lines.extend(all.map(|(code, worth)| format!("{code} {:>4}", worth.to_string())));
    lines
}

/// A bye that was asked for in the next round, in its column; the edition has no place for later ones.
fn next_bye(tournament: &Tournament, heading: &Heading, entrant: usize) -> String {
    let next = tournament.entrants[entrant].entries.len();
    let own = heading.byes.iter().find(|(round, of, _)| (*round, *of) == (next, entrant));
    own.map(|(_, _, bye)| format!("  0000 - {}", sign(*bye))).unwrap_or_default()
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

/// Places by the standings; without them by score, then by pairing number, or those of the Keizer system, an arena or a ladder. Counted from 1.
fn places(tournament: &Tournament, heading: &Heading) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tournament.entrants.len()).collect();
    match (&heading.keizer, &heading.arena) {
        _ if heading.order.len() == order.len() => order.clone_from(&heading.order),
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
