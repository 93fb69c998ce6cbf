//! Analyses as bytes. What the record tells, such as the mover of a ply, is not repeated.

use salpakan::record::Timeline;
use salpakan::rules::{Move, Square, Verdict};
use salpakan_computer::Step;
use salpakan_computer::analysis::{Choice, Forecast, Luck, Odds, Point, Reason, Turn};

use super::reader::Reader;

/// The version of the encoding.
pub const FORM: u32 = 3;

/// The first look: the chances of the mover of each ply.
pub fn write_points(points: &[Point]) -> Vec<u8> {
    points.iter().flat_map(|point| [point.chance, point.truth]).flat_map(f32::to_le_bytes).collect()
}

/// What [`write_points`] wrote of this game; `None` if the bytes are damaged.
pub fn read_points(bytes: &[u8], timeline: &Timeline) -> Option<Vec<Point>> {
    let mut reader = Reader(bytes);
    let point = |ply| {
        let (chance, truth) = (reader.number()?, reader.number()?);
        Some(Point { ply, mover: timeline.mover(ply), chance, truth })
    };
    let points: Option<Vec<Point>> = (1..=timeline.len()).map(point).collect();
    points.filter(|_| reader.0.is_empty())
}

/// Adds what [`read_turns`] reads of a ply.
pub fn write_turn(bytes: &mut Vec<u8>, turn: &Turn) {
    let Choice { likely, at_stake } = turn.choice;
    for number in [turn.chance, turn.after, likely, at_stake] {
        bytes.extend(number.to_le_bytes());
    }
    for Forecast { points, games, judged } in [turn.forecast, turn.truth] {
        bytes.push(games);
        bytes.extend([points, judged].into_iter().flat_map(f32::to_le_bytes));
    }
    bytes.push(turn.line.len() as u8);
    for step in &turn.line {
        bytes.extend([step.mv.from.index() as u8, step.mv.to.index() as u8]);
        bytes.push(step.verdict.map_or(0, |verdict| verdict as u8 + 1));
    }
    write_reason(bytes, turn.reason.as_ref());
    bytes.push(u8::from(turn.luck.is_some()));
    if let Some(Luck { odds, expected, given }) = turn.luck {
        write_odds(bytes, odds);
        bytes.extend([expected, given].into_iter().flat_map(f32::to_le_bytes));
    }
}

/// What [`write_turn`] wrote of each ply of this game; `None` if the bytes are damaged.
pub fn read_turns(bytes: &[u8], timeline: &Timeline) -> Option<Vec<Turn>> {
    let mut reader = Reader(bytes);
    let turns: Option<Vec<Turn>> =
        (1..=timeline.len()).map(|ply| reader.turn(ply, timeline)).collect();
    turns.filter(|_| reader.0.is_empty())
}

fn write_odds(bytes: &mut Vec<u8>, odds: Odds) {
    bytes.extend([odds.wins, odds.splits, odds.loses].into_iter().flat_map(f32::to_le_bytes));
}

fn write_reason(bytes: &mut Vec<u8>, reason: Option<&Reason>) {
    let mut begin = |tag: u8, squares: &[Square]| {
        bytes.push(tag);
        bytes.extend(squares.iter().map(|square| square.index() as u8));
    };
    match reason {
        None => begin(0, &[]),
        Some(Reason::FlagInDanger { by }) => begin(1, &[*by]),
        Some(Reason::StopsFlag { chance }) => {
            begin(2, &[]);
            bytes.extend(chance.to_le_bytes());
        }
        Some(Reason::Challenge { target, odds }) => {
            begin(3, &[*target]);
            write_odds(bytes, *odds);
        }
        Some(Reason::PoorChallenge { target, odds }) => {
            begin(4, &[*target]);
            write_odds(bytes, *odds);
        }
        Some(Reason::IntoDanger { by, chance }) => {
            begin(5, &[*by]);
            bytes.extend(chance.to_le_bytes());
        }
        Some(Reason::LeftInDanger { piece, by, chance }) => {
            begin(6, &[*piece, *by]);
            bytes.extend(chance.to_le_bytes());
        }
        Some(Reason::FlagRuns) => begin(7, &[]),
        Some(Reason::Line) => begin(8, &[]),
    }
}

impl Reader<'_> {
    fn square(&mut self) -> Option<Square> {
        Square::from_index(usize::from(self.byte()?))
    }

    fn forecast(&mut self) -> Option<Forecast> {
        let games = self.byte()?;
        Some(Forecast { games, points: self.number()?, judged: self.number()? })
    }

    fn odds(&mut self) -> Option<Odds> {
        Some(Odds { wins: self.number()?, splits: self.number()?, loses: self.number()? })
    }

    fn step(&mut self) -> Option<Step> {
        let mv = Move { from: self.square()?, to: self.square()? };
        let verdict = match self.byte()? {
            0 => None,
            1 => Some(Verdict::ChallengerWins),
            2 => Some(Verdict::DefenderWins),
            3 => Some(Verdict::Split),
            _ => return None,
        };
        Some(Step { mv, verdict })
    }

    #[expect(clippy::option_option, reason = "a ply without a reason is stored as such")]
    fn reason(&mut self) -> Option<Option<Reason>> {
        Some(Some(match self.byte()? {
            0 => return Some(None),
            1 => Reason::FlagInDanger { by: self.square()? },
            2 => Reason::StopsFlag { chance: self.number()? },
            3 => Reason::Challenge { target: self.square()?, odds: self.odds()? },
            4 => Reason::PoorChallenge { target: self.square()?, odds: self.odds()? },
            5 => Reason::IntoDanger { by: self.square()?, chance: self.number()? },
            6 => {
                let (piece, by) = (self.square()?, self.square()?);
                Reason::LeftInDanger { piece, by, chance: self.number()? }
            }
            7 => Reason::FlagRuns,
            8 => Reason::Line,
            _ => return None,
        }))
    }

    #[expect(clippy::option_option, reason = "a plain move is stored as such")]
    fn luck(&mut self) -> Option<Option<Luck>> {
        if self.byte()? == 0 {
            return Some(None);
        }
        let odds = self.odds()?;
        Some(Some(Luck { odds, expected: self.number()?, given: self.number()? }))
    }

    fn turn(&mut self, ply: u32, timeline: &Timeline) -> Option<Turn> {
        let played = timeline.plies.get(ply as usize - 1)?.mv;
        let (chance, after) = (self.number()?, self.number()?);
        let (likely, at_stake) = (self.number()?, self.number()?);
        let (forecast, truth) = (self.forecast()?, self.forecast()?);
        let steps = self.byte()?;
        let line: Option<Vec<Step>> = (0..steps).map(|_| self.step()).collect();
        let line = line.filter(|line| !line.is_empty())?;
        Some(Turn {
            ply,
            mover: timeline.mover(ply),
            played,
            chance,
            after,
            best: line[0].mv,
            reason: self.reason()?,
            luck: self.luck()?,
            line,
            forecast,
            truth,
            choice: Choice { likely, at_stake },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salpakan::record::Ply;
    use salpakan::rules::{ByColor, Color, RuleSet};

    fn timeline(plies: u32) -> Timeline {
        let mv = Move::parse("e3-e4").expect("a move");
        Timeline {
            rules: RuleSet::STANDARD,
            first: Color::Black,
            taken: ByColor::default(),
            plies: (0..plies).map(|_| Ply { mv, verdict: None, clock: None }).collect(),
            ending: None,
            declared: Vec::new(),
            flags: ByColor::default(),
        }
    }

    fn turn(ply: u32, reason: Option<Reason>) -> Turn {
        let best = Move::parse("a3-a4").expect("a move");
        let odds = Odds { wins: 0.5, splits: 0.25, loses: 0.25 };
        Turn {
            ply,
            mover: if ply % 2 == 1 { Color::Black } else { Color::White },
            played: Move::parse("e3-e4").expect("a move"),
            chance: 0.7,
            after: 0.6,
            best,
            line: vec![
                Step { mv: best, verdict: Some(Verdict::Split) },
                Step { mv: Move::parse("b6-b5").expect("a move"), verdict: None },
            ],
            reason,
            luck: reason.map(|_| Luck { odds, expected: 0.4, given: 0.9 }),
            forecast: Forecast { points: 9.5, games: 32, judged: 0.3 },
            truth: Forecast { points: 0.5, games: 2, judged: 0.2 },
            choice: Choice { likely: 0.3, at_stake: 0.04 },
        }
    }

    #[test]
    fn analyses_are_read_as_they_were_written() {
        let square = Square::from_index(40).expect("a square");
        let odds = Odds { wins: 0.1, splits: 0.2, loses: 0.7 };
        let reasons = [
            None,
            Some(Reason::FlagInDanger { by: square }),
            Some(Reason::StopsFlag { chance: 0.5 }),
            Some(Reason::Challenge { target: square, odds }),
            Some(Reason::PoorChallenge { target: square, odds }),
            Some(Reason::IntoDanger { by: square, chance: 0.75 }),
            Some(Reason::LeftInDanger { piece: square, by: square, chance: 0.75 }),
            Some(Reason::FlagRuns),
            Some(Reason::Line),
        ];
        let turns: Vec<Turn> = (1..).zip(reasons).map(|(ply, reason)| turn(ply, reason)).collect();
        let game = timeline(turns.len() as u32);
        let mut bytes = Vec::new();
        turns.iter().for_each(|turn| write_turn(&mut bytes, turn));
        assert_eq!(read_turns(&bytes, &game), Some(turns));
        assert_eq!(read_turns(&bytes[1..], &game), None, "it is damaged");
        assert_eq!(read_turns(&bytes, &timeline(1)), None, "it is of another game");
        assert_eq!(read_turns(&[], &game), None);
    }

    #[test]
    fn first_looks_are_read_as_they_were_written() {
        let game = timeline(3);
        let point = |ply| Point { ply, mover: game.mover(ply), chance: 0.25, truth: 0.75 };
        let points: Vec<Point> = (1..=3).map(point).collect();
        let bytes = write_points(&points);
        assert_eq!(read_points(&bytes, &game), Some(points));
        assert_eq!(read_points(&bytes, &timeline(2)), None);
        assert_eq!(read_points(&bytes[4..], &game), None);
    }
}
