//! Analyses of games of Three Generals, as bytes. What the record tells, such as the mover of a ply, is not repeated.

use std::sync::LazyLock;

use salpakan::rules::ByColor;
use three_generals::record::{Record, Timeline};
use three_generals::{General, Ply, Troop};
use three_generals_computer::Weights;
use three_generals_computer::analysis::{Analyst, Depth, METHOD, Point, Reason, Side, Turn, graph};

use super::reader::Reader;
use super::{Analysis, SEED, version};
use crate::games::Game;
use crate::{App, Result};

const DEPTH: Depth = Depth::DEFAULT;
/// The version of the encoding.
const FORM: u32 = 1;

/// What an analysis depends on beside the record: another one is made anew.
pub static VERSION: LazyLock<i64> = LazyLock::new(|| {
    let numbers = [DEPTH.nodes, DEPTH.comparison, u32::from(METHOD), FORM];
    version(b"three-generals", &Weights::learned().to_bytes(), &numbers)
});

/// A whole analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    pub turns: Vec<Turn>,
    pub points: Vec<Point>,
    pub sides: ByColor<Side>,
}

/// The game that a record is of.
pub fn played(record: &Record) -> three_generals::Game {
    let mut game = three_generals::Game::new();
    for timed in &record.timeline.plies {
        // Judged records have no other plies.
        if game.play(timed.ply).is_err() {
            break;
        }
    }
    game
}

pub fn analyst(game: &three_generals::Game) -> Analyst<'_> {
    Analyst::new(Weights::learned(), game, DEPTH, SEED)
}

/// A first look at all plies, without search.
pub fn first_look(game: &three_generals::Game) -> Vec<Point> {
    graph(Weights::learned(), game)
}

/// The analysis of a game.
pub fn of_game(app: &App, game: &Game<Record>) -> Result<Analysis<Whole, Point>> {
    let timeline = &game.stored.timeline;
    super::kept(
        &mut *app.store().read_connection()?,
        game,
        *VERSION,
        |body| read_points(body, timeline),
        |body| read_turns(body, timeline).map(whole),
    )
}

/// What a ply would have given away beside the best one, 0 to 1; `None` for a ply that is not legal there.
pub fn loss_of(game: &Game<Record>, turn: &Turn, ply: Ply) -> Option<f32> {
    if ply == turn.best {
        return Some(0.0);
    }
    let game = played(&game.stored);
    match analyst(&game).chances(turn.ply, &[turn.best, ply])?[..] {
        [best, other] => Some((best - other).max(0.0)),
        _ => None,
    }
}

fn whole(turns: Vec<Turn>) -> Whole {
    let point = |turn: &Turn| Point { ply: turn.ply, mover: turn.mover, chance: turn.chance };
    let points = turns.iter().map(point).collect();
    let sides = ByColor::from_fn(|color| Side::of(&turns, color));
    Whole { turns, points, sides }
}

/// Adds what [`read_points`] reads of a ply.
pub fn write_point(bytes: &mut Vec<u8>, point: &Point) {
    bytes.extend(point.chance.to_le_bytes());
}

/// The first look: the chances of the mover of each ply. `None` if the bytes are damaged.
pub fn read_points(bytes: &[u8], timeline: &Timeline) -> Option<Vec<Point>> {
    let mut reader = Reader(bytes);
    let point = |ply| Some(Point { ply, mover: Timeline::mover(ply), chance: reader.number()? });
    let points: Option<Vec<Point>> = (1..=timeline.len()).map(point).collect();
    points.filter(|_| reader.0.is_empty())
}

/// Adds what [`read_turns`] reads of a ply.
pub fn write_turn(bytes: &mut Vec<u8>, turn: &Turn) {
    bytes.extend([turn.chance, turn.after].into_iter().flat_map(f32::to_le_bytes));
    // Where the best ply was played, both lines are one.
    let is_best = turn.best == turn.played;
    write_line(bytes, &turn.line);
    write_line(bytes, if is_best { &[] } else { &turn.answer });
    bytes.extend(turn.reason.map_or([0, 0], reason_bytes));
}

/// What [`write_turn`] wrote of each ply of a game; `None` if the bytes are damaged.
pub fn read_turns(bytes: &[u8], timeline: &Timeline) -> Option<Vec<Turn>> {
    let mut reader = Reader(bytes);
    let turns: Option<Vec<Turn>> =
        (1..=timeline.len()).map(|ply| read_turn(&mut reader, ply, timeline)).collect();
    turns.filter(|_| reader.0.is_empty())
}

fn read_turn(reader: &mut Reader<'_>, ply: u32, timeline: &Timeline) -> Option<Turn> {
    let played = timeline.plies.get(ply as usize - 1)?.ply;
    let (chance, after) = (reader.number()?, reader.number()?);
    let line = read_line(reader)?;
    let best = *line.first()?;
    let answer = read_line(reader)?;
    let answer = if best == played { line.clone() } else { answer };
    let (kind, piece) = (reader.byte()?, reader.byte()?);
    let reason = match kind {
        0 => None,
        _ => Some(read_reason(kind, piece)?),
    };
    Some(Turn {
        ply,
        mover: Timeline::mover(ply),
        played,
        chance,
        after,
        best,
        line,
        answer,
        reason,
    })
}

/// A line in the notation, with its length before it.
fn write_line(bytes: &mut Vec<u8>, line: &[Ply]) {
    let written: Vec<String> = line.iter().map(Ply::to_string).collect();
    let written = written.join(" ");
    bytes.extend((written.len() as u16).to_le_bytes());
    bytes.extend(written.as_bytes());
}

fn read_line(reader: &mut Reader<'_>) -> Option<Vec<Ply>> {
    let length = usize::from(u16::from_le_bytes([reader.byte()?, reader.byte()?]));
    let (written, rest) = reader.0.split_at_checked(length)?;
    reader.0 = rest;
    let written = std::str::from_utf8(written).ok()?;
    written.split_whitespace().map(|ply| ply.parse().ok()).collect()
}

fn reason_bytes(reason: Reason) -> [u8; 2] {
    let general = |tag, general: General| [tag, general.letter() as u8];
    let troop = |tag, troop: Troop| [tag, troop.letter() as u8];
    match reason {
        Reason::WinsGame => [1, 0],
        Reason::LosesGame => [2, 0],
        Reason::OpensLineOfFire(one) => general(3, one),
        Reason::LosesGeneral(one) => general(4, one),
        Reason::WinsGeneral(one) => general(5, one),
        Reason::WakesStone(one) => general(6, one),
        Reason::LetsEnemyWake(one) => general(7, one),
        Reason::LosesPiece(one) => troop(8, one),
        Reason::WinsPiece(one) => troop(9, one),
        Reason::Line => [10, 0],
    }
}

fn read_reason(kind: u8, piece: u8) -> Option<Reason> {
    let general = || General::ALL.into_iter().find(|one| one.letter() as u8 == piece);
    let troop = || Troop::ALL.into_iter().find(|one| one.letter() as u8 == piece);
    Some(match kind {
        1 => Reason::WinsGame,
        2 => Reason::LosesGame,
        3 => Reason::OpensLineOfFire(general()?),
        4 => Reason::LosesGeneral(general()?),
        5 => Reason::WinsGeneral(general()?),
        6 => Reason::WakesStone(general()?),
        7 => Reason::LetsEnemyWake(general()?),
        8 => Reason::LosesPiece(troop()?),
        9 => Reason::WinsPiece(troop()?),
        10 => Reason::Line,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use salpakan::rules::Color;
    use three_generals::record::TimedPly;

    use super::*;

    fn ply(text: &str) -> Ply {
        text.parse().expect("a ply")
    }

    fn timeline(plies: usize) -> Timeline {
        let timed = TimedPly { ply: ply("e3-e4"), clock: None };
        Timeline { plies: vec![timed; plies], ending: None }
    }

    fn turn(number: u32, reason: Option<Reason>) -> Turn {
        let played = ply("e3-e4");
        let best = if reason.is_some() { ply("c3-c4") } else { played };
        let line = vec![best, ply("e7-e6"), ply("P@e5")];
        let answer = match reason {
            Some(_) => vec![played, ply("e8*e2")],
            None => line.clone(),
        };
        let mover = if number % 2 == 1 { Color::White } else { Color::Black };
        Turn { ply: number, mover, played, chance: 0.7, after: 0.6, best, line, answer, reason }
    }

    #[test]
    fn analyses_are_read_as_they_were_written() {
        let mut reasons =
            vec![None, Some(Reason::WinsGame), Some(Reason::LosesGame), Some(Reason::Line)];
        for general in General::ALL {
            reasons.extend([
                Some(Reason::OpensLineOfFire(general)),
                Some(Reason::LosesGeneral(general)),
                Some(Reason::WinsGeneral(general)),
                Some(Reason::WakesStone(general)),
                Some(Reason::LetsEnemyWake(general)),
            ]);
        }
        for troop in Troop::ALL {
            reasons.extend([Some(Reason::LosesPiece(troop)), Some(Reason::WinsPiece(troop))]);
        }
        let turns: Vec<Turn> =
            (1..).zip(reasons).map(|(number, reason)| turn(number, reason)).collect();
        let game = timeline(turns.len());
        let mut bytes = Vec::new();
        turns.iter().for_each(|turn| write_turn(&mut bytes, turn));
        assert_eq!(read_turns(&bytes, &game), Some(turns));
        assert_eq!(read_turns(&bytes[1..], &game), None, "it is damaged");
        assert_eq!(read_turns(&bytes, &timeline(1)), None, "it is of another game");
        assert_eq!(read_turns(&[], &game), None);
    }

    #[test]
    fn first_looks_are_read_as_they_were_written() {
        let points: Vec<Point> =
            (1..=3).map(|ply| Point { ply, mover: Timeline::mover(ply), chance: 0.25 }).collect();
        let mut bytes = Vec::new();
        points.iter().for_each(|point| write_point(&mut bytes, point));
        assert_eq!(read_points(&bytes, &timeline(3)), Some(points));
        assert_eq!(read_points(&bytes, &timeline(2)), None);
        assert_eq!(read_points(&bytes[1..], &timeline(3)), None);
    }
}
