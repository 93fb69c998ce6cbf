//! Why one ply is better than another, in the words of the rules.

use three_generals::{General, Kind, Ply, Position, Troop, Turn};

use crate::search::{Candidate, DECIDED};

/// What tells the best ply and the one that was played apart: the first of these that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The best ply wins by force.
    WinsGame,
    /// The ply that was played loses by force.
    LosesGame,
    /// The ply that was played lets the enemy's General shoot this one.
    OpensLineOfFire(General),
    /// This General is captured, or shot, after the ply that was played.
    LosesGeneral(General),
    /// The best ply captures or shoots this General.
    WinsGeneral(General),
    /// The best ply brings this General back, and his pieces to life.
    WakesStone(General),
    /// After the ply that was played the enemy brings this General back.
    LetsEnemyWake(General),
    /// This piece is captured after the ply that was played.
    LosesPiece(Troop),
    /// The best ply captures this piece.
    WinsPiece(Troop),
    /// None of these: the line tells.
    Line,
}

impl Reason {
    /// Its name in texts and responses.
    pub const fn key(self) -> &'static str {
        match self {
            Reason::WinsGame => "wins-game",
            Reason::LosesGame => "loses-game",
            Reason::OpensLineOfFire(_) => "opens-line-of-fire",
            Reason::LosesGeneral(_) => "loses-general",
            Reason::WinsGeneral(_) => "wins-general",
            Reason::WakesStone(_) => "wakes-stone",
            Reason::LetsEnemyWake(_) => "lets-enemy-wake",
            Reason::LosesPiece(_) => "loses-piece",
            Reason::WinsPiece(_) => "wins-piece",
            Reason::Line => "line",
        }
    }

    /// The piece that it is about.
    pub const fn piece(self) -> Option<Kind> {
        match self {
            Reason::OpensLineOfFire(general)
            | Reason::LosesGeneral(general)
            | Reason::WinsGeneral(general)
            | Reason::WakesStone(general)
            | Reason::LetsEnemyWake(general) => Some(Kind::General(general)),
            Reason::LosesPiece(troop) | Reason::WinsPiece(troop) => Some(Kind::Troop(troop)),
            Reason::WinsGame | Reason::LosesGame | Reason::Line => None,
        }
    }
}

/// What the first plies of a line do.
struct Course {
    /// By ply: what it captures or shoots.
    taken: [Option<Kind>; PLIES],
    /// By ply: the General that it brings back.
    returned: [Option<General>; PLIES],
    is_shot: [bool; PLIES],
}

/// The ply, the answer, and one more each.
const PLIES: usize = 4;

impl Course {
    fn of(position: &Position, line: &[Ply]) -> Course {
        let mut course =
            Course { taken: [None; PLIES], returned: [None; PLIES], is_shot: [false; PLIES] };
        let mut position = position.clone();
        for (number, ply) in line.iter().take(PLIES).enumerate() {
            let (captured, returned) = match *ply {
                Ply::Move { to, captures, turn, .. } => {
                    let general = match turn {
                        Turn::Return(general, _) => Some(general),
                        _ => None,
                    };
                    (captures.then_some(to), general)
                }
                Ply::Shot { to, .. } => (Some(to), None),
                Ply::Drop { .. } => (None, None),
            };
            course.taken[number] =
                captured.and_then(|to| position.at(to)).map(|piece| piece.kind());
            course.returned[number] = returned;
            course.is_shot[number] = matches!(ply, Ply::Shot { .. });
            position.play_known(*ply);
        }
        course
    }

    /// The General that this ply takes.
    fn general(&self, number: usize) -> Option<General> {
        match self.taken[number] {
            Some(Kind::General(general)) => Some(general),
            _ => None,
        }
    }

    /// The piece that this ply takes, if it is no General.
    fn troop(&self, number: usize) -> Option<Troop> {
        match self.taken[number] {
            Some(Kind::Troop(troop)) => Some(troop),
            _ => None,
        }
    }
}

/// Why `best` is better than `played`.
pub(super) fn of(position: &Position, best: &Candidate, played: &Candidate) -> Reason {
    if best.score >= DECIDED && played.score < DECIDED {
        return Reason::WinsGame;
    }
    if played.score <= -DECIDED && best.score > -DECIDED {
        return Reason::LosesGame;
    }
    let better = Course::of(position, &best.line);
    let worse = Course::of(position, &played.line);
    if let Some(general) = worse.general(1)
        && better.general(1) != Some(general)
    {
        let was_open = position
            .line_of_fire(general)
            .is_some_and(|between| (between & position.occupied()).is_empty());
        return if worse.is_shot[1] && !was_open {
            Reason::OpensLineOfFire(general)
        } else {
            Reason::LosesGeneral(general)
        };
    }
    of_gains(&better, &worse).unwrap_or(Reason::Line)
}

fn of_gains(better: &Course, worse: &Course) -> Option<Reason> {
    // What the best line does at once or with the ply after, and the other does not.
    let gained = |fact: fn(&Course, usize) -> Option<General>| {
        let later = [0, 2].into_iter().filter_map(move |number| fact(better, number));
        later
            .into_iter()
            .find(|general| [0, 2].into_iter().all(|n| fact(worse, n) != Some(*general)))
    };
    let returned = |course: &Course, number: usize| course.returned[number];
    if let Some(general) = gained(Course::general) {
        return Some(Reason::WinsGeneral(general));
    }
    if let Some(general) = gained(returned) {
        return Some(Reason::WakesStone(general));
    }
    if let Some(general) = worse.returned[1].filter(|general| better.returned[1] != Some(*general))
    {
        return Some(Reason::LetsEnemyWake(general));
    }
    if let Some(troop) = worse.troop(1).filter(|troop| better.troop(1) != Some(*troop)) {
        return Some(Reason::LosesPiece(troop));
    }
    let troop = better.troop(0).filter(|troop| worse.troop(0) != Some(*troop))?;
    Some(Reason::WinsPiece(troop))
}
