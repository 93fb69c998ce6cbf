//! Player lines (001): name, points, and a column for each round.

use super::super::entrant::{Bye, Score};
use super::super::points::Points;
use super::lines::Line;
use super::{Person, Sex};
use crate::Color;

/// The column of the first round, and the width of a round.
const ROUNDS: usize = 92;
const WIDTH: usize = 10;
/// The maximum number of rounds.
pub const MOST_ROUNDS: usize = 500;

/// A round as it is written, with the opponent's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Blank,
    Bye(Bye),
    Game { opponent: u32, color: Option<Color>, score: Score, played: bool },
}

pub struct PlayerLine {
    pub line: usize,
    pub number: u32,
    pub name: String,
    pub person: Person,
    pub rating: u32,
    pub points: Points,
    pub rounds: Vec<Written>,
}

/// Parses the line.
pub fn read(line: &Line) -> Result<PlayerLine, String> {
    let number = line.number_in(5, 8, "the pairing number")?;
    let rating = match line.field(49, 52) {
        text if text.is_empty() => 0,
        text => text
            .parse()
            .map_err(|_| format!("the rating is `{text}`: give a number in columns 49 to 52"))?,
    };
    let points = line.points_in(81, 84, "the score")?;
    let mut rounds = Vec::new();
    let mut at = ROUNDS;
    while at <= line.len() {
        if rounds.len() == MOST_ROUNDS {
            return Err(format!("more than {MOST_ROUNDS} rounds"));
        }
        let round = round(line, at, number);
        rounds.push(round.map_err(|what| format!("round {}: {what}", rounds.len() + 1))?);
        at += WIDTH;
    }
    while rounds.last() == Some(&Written::Blank) {
        rounds.pop();
    }
    let (name, person) = (line.field(15, 47), person(line));
    Ok(PlayerLine { line: line.number, number, name, person, rating, points, rounds })
}

/// The person, as far as the line tells: no other program insists on these columns.
fn person(line: &Line) -> Person {
    let year = line.field(70, 73);
    Person {
        sex: match line.column(10).to_ascii_lowercase() {
            'm' => Some(Sex::Man),
            'w' | 'f' => Some(Sex::Woman),
            _ => None,
        },
        federation_number: line.field(58, 68),
        birth_year: year.parse().ok().filter(|year| (1_000..=9_999).contains(year)),
    }
}

fn round(line: &Line, at: usize, own: u32) -> Result<Written, String> {
    let (opponent, color, result) =
        (line.field(at, at + 3), line.column(at + 5), line.column(at + 7));
    let color = match color {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        '-' | ' ' => None,
        other => return Err(format!("the color is `{other}`: give w, b or -")),
    };
    if opponent.is_empty() && color.is_none() && result == ' ' && line.column(at + 5) == ' ' {
        return Ok(Written::Blank);
    }
    if opponent.is_empty() || opponent == "0000" {
        return alone(color, result);
    }
    let opponent = super::lines::number(&opponent, "the opponent")?;
    if opponent == own {
        return Err("somebody plays against himself".to_owned());
    }
    game(opponent, color, result)
}

fn alone(color: Option<Color>, result: char) -> Result<Written, String> {
    if color.is_some() {
        return Err("a color without an opponent".to_owned());
    }
    Ok(Written::Bye(match result.to_ascii_uppercase() {
        'U' | '+' => Bye::Allocated,
        'F' => Bye::Full,
        'H' | '=' => Bye::Half,
        'Z' | '-' | ' ' => Bye::Zero,
        _ => return Err(format!("the bye is `{result}`: give U, F, H or Z")),
    }))
}

fn game(opponent: u32, color: Option<Color>, result: char) -> Result<Written, String> {
    let (score, played) = match result.to_ascii_uppercase() {
        '1' | 'W' => (Score::Win, true),
        '=' | 'D' => (Score::Draw, true),
        '0' | 'L' => (Score::Loss, true),
        '+' => (Score::Win, false),
        '-' => (Score::Loss, false),
        ' ' => return Err("no result: give 1, =, 0, + or -".to_owned()),
        _ => return Err(format!("the result is `{result}`: give 1, =, 0, + or -")),
    };
    if played && color.is_none() {
        return Err("a game without a color".to_owned());
    }
    Ok(Written::Game { opponent, color, score, played })
}
