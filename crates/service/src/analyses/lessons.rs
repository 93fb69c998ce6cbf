//! Where a player loses chances at either game, over their newest analyzed games, and which of their set-ups do well.

use ::three_generals::record::Timeline as OpenTimeline;
use ::three_generals::{General, Kind, Ply, Position};
use adjutant_store::games::NarrowGameRow;
use salpakan::record::Timeline;
use salpakan::rules::{Color, Deployment, FILES, Outcome, Rank};
use salpakan_computer::analysis::{Judgement, Turn, graph};
use three_generals_computer::analysis::Turn as OpenTurn;

use super::super::games;
use super::super::records::outcome_of;
use super::super::{App, Result};
use super::{of_many, of_many_three_generals};

/// The number of newest analyzed games used.
pub const LOOKED_AT: usize = 40;
/// The number of newest games examined to find them.
const AMONG: usize = 200;
/// The opening ends with this ply.
const OPENING: u32 = 30;
/// With so many pieces on the board the endgame begins.
const ENDGAME: u32 = 20;
/// The ply before which a set-up is judged by the chance that it has led to.
const SET_UP_SHOWS: u32 = OPENING;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The first 30 plies.
    Opening,
    Middle,
    /// From 20 pieces on the board on; at Three Generals once a General was lost.
    Endgame,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Endgame];
}

/// The kind of a piece that was moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// Five stars to one.
    General,
    /// Colonel to Sergeant.
    Officer,
    Private,
    Spy,
    Flag,
}

impl PieceKind {
    pub const ALL: [PieceKind; 5] = [
        PieceKind::General,
        PieceKind::Officer,
        PieceKind::Private,
        PieceKind::Spy,
        PieceKind::Flag,
    ];

    pub const fn of(rank: Rank) -> PieceKind {
        match rank {
            Rank::GeneralOfTheArmy
            | Rank::General
            | Rank::LieutenantGeneral
            | Rank::MajorGeneral
            | Rank::BrigadierGeneral => PieceKind::General,
            Rank::Private => PieceKind::Private,
            Rank::Spy => PieceKind::Spy,
            Rank::Flag => PieceKind::Flag,
            _ => PieceKind::Officer,
        }
    }

    /// The key in addresses and catalogues.
    pub const fn key(self) -> &'static str {
        match self {
            PieceKind::General => "general",
            PieceKind::Officer => "officer",
            PieceKind::Private => "private",
            PieceKind::Spy => "spy",
            PieceKind::Flag => "flag",
        }
    }
}

/// What the mover's clock showed when their turn began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockLeft {
    /// Below 30 seconds.
    Seconds,
    /// Below two minutes.
    Minute,
    Enough,
    /// The record has no clocks.
    Unknown,
}

impl ClockLeft {
    pub const ALL: [ClockLeft; 4] =
        [ClockLeft::Seconds, ClockLeft::Minute, ClockLeft::Enough, ClockLeft::Unknown];

    /// The key in addresses and catalogues.
    pub const fn key(self) -> &'static str {
        match self {
            ClockLeft::Seconds => "seconds",
            ClockLeft::Minute => "minute",
            ClockLeft::Enough => "enough",
            ClockLeft::Unknown => "unknown",
        }
    }

    /// Before a ply, counted from 1, of a game with these clocks after its plies. The clock of a side's first ply is not recorded, and
    /// full.
    fn before(clocks: &[Option<u32>], ply: u32) -> ClockLeft {
        let own_last = (ply as usize).checked_sub(3).and_then(|index| *clocks.get(index)?);
        match own_last {
            Some(..30) => ClockLeft::Seconds,
            Some(30..120) => ClockLeft::Minute,
            Some(_) => ClockLeft::Enough,
            None if ply <= 2 && clocks.iter().any(Option::is_some) => ClockLeft::Enough,
            None => ClockLeft::Unknown,
        }
    }
}

/// The chance that a ply gave away, 0 to 1, and what it is called.
type Loss = (f32, Option<Judgement>);

/// Chances given away.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lost {
    pub plies: u32,
    /// The sum over the plies, in games: 1 is a whole win.
    pub lost: f64,
    /// Mistakes and blunders.
    pub mistakes: u32,
}

impl Lost {
    fn add(&mut self, (loss, judgement): Loss) {
        self.plies += 1;
        self.lost += f64::from(loss);
        self.mistakes += u32::from(judgement >= Some(Judgement::Mistake));
    }

    /// The mean of a ply, 0 to 1.
    pub fn mean(&self) -> f64 {
        self.lost / f64::from(self.plies.max(1))
    }
}

/// Where the Flag is deployed, from its owner's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagWing {
    Left,
    Center,
    Right,
}

impl FlagWing {
    pub const ALL: [FlagWing; 3] = [FlagWing::Left, FlagWing::Center, FlagWing::Right];

    /// The key in addresses and catalogues.
    pub const fn key(self) -> &'static str {
        match self {
            FlagWing::Left => "left",
            FlagWing::Center => "center",
            FlagWing::Right => "right",
        }
    }
}

/// Set-ups of a player with the Flag on one wing of one row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormationRow {
    pub wing: FlagWing,
    /// 1 is the back row.
    pub row: u8,
    pub games: u32,
    /// A win counts 1, a draw a half.
    pub points: f64,
    /// The sum of the player's chances after the opening.
    pub chances: f64,
}

impl FormationRow {
    /// The mean chance after the opening, 0 to 1.
    pub fn chance(&self) -> f64 {
        self.chances / f64::from(self.games.max(1))
    }
}

/// Where chances are lost at one game; `P` tells what was moved.
#[derive(Debug, Clone, PartialEq)]
pub struct Losses<P> {
    pub games: u32,
    pub phases: [Lost; Phase::ALL.len()],
    pub clocks: [Lost; ClockLeft::ALL.len()],
    /// In the order in which they first were moved.
    pub pieces: Vec<(P, Lost)>,
}

impl<P> Default for Losses<P> {
    fn default() -> Losses<P> {
        let (phases, clocks) = Default::default();
        Losses { games: 0, phases, clocks, pieces: Vec::new() }
    }
}

impl<P: PartialEq> Losses<P> {
    fn add(&mut self, phase: Phase, clock: ClockLeft, piece: Option<P>, loss: Loss) {
        self.phases[phase as usize].add(loss);
        self.clocks[clock as usize].add(loss);
        let Some(piece) = piece else { return };
        let known = self.pieces.iter().position(|(one, _)| *one == piece);
        let index = known.unwrap_or_else(|| {
            self.pieces.push((piece, Lost::default()));
            self.pieces.len() - 1
        });
        self.pieces[index].1.add(loss);
    }

    /// What plies with this piece lost.
    pub fn with(&self, piece: P) -> Lost {
        self.pieces.iter().find(|(one, _)| *one == piece).map(|(_, lost)| *lost).unwrap_or_default()
    }
}

/// What a player's analyzed games teach.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lessons {
    pub salpakan: Losses<PieceKind>,
    /// Set-ups at Salpakan, those with the best chances after the opening first.
    pub formations: Vec<FormationRow>,
    /// `None` for a piece that was dropped from the hand.
    pub three_generals: Losses<Option<Kind>>,
}

/// A player's newest analyzed games of each kind; those that nobody vouches for are excluded.
pub fn of_player(app: &App, player: i32) -> Result<Lessons> {
    let mut conn = app.store().read_connection()?;
    let (found, _) = games::of_player(&mut conn, player, AMONG)?;
    let color = |narrow: &NarrowGameRow| {
        if narrow.white_id == player { Color::White } else { Color::Black }
    };
    let mut lessons = Lessons::default();
    of_many(&mut conn, found.clone(), LOOKED_AT, |narrow, (timeline, armies), turns| {
        lessons.add(timeline, armies[color(narrow)], turns, outcome_of(narrow.outcome));
    })?;
    of_many_three_generals(&mut conn, found, LOOKED_AT, |narrow, timeline, turns| {
        lessons.add_three_generals(timeline, color(narrow), turns);
    })?;
    lessons.formations.sort_by(|one, other| other.chance().total_cmp(&one.chance()));
    Ok(lessons)
}

impl Lessons {
    fn add(
        &mut self,
        timeline: &Timeline,
        own: &Deployment,
        turns: &[Turn],
        outcome: Option<Outcome>,
    ) {
        let color = own.color();
        self.salpakan.games += 1;
        let clocks: Vec<Option<u32>> = timeline.plies.iter().map(|ply| ply.clock).collect();
        let mut board = timeline.start();
        for (turn, ply) in turns.iter().zip(&timeline.plies) {
            if turn.mover == color {
                let left = board.pieces().count() as u32;
                let phase = match turn.ply {
                    ..=OPENING => Phase::Opening,
                    _ if left <= ENDGAME => Phase::Endgame,
                    _ => Phase::Middle,
                };
                let clock = ClockLeft::before(&clocks, turn.ply);
                let piece = board.piece_at(ply.mv.from);
                let rank = piece.and_then(|piece| own.rank_at(piece.origin));
                let loss = (turn.loss(), turn.judgement());
                self.salpakan.add(phase, clock, rank.map(PieceKind::of), loss);
            }
            board.apply(ply.mv, ply.verdict);
        }
        self.add_formation(own, outcome, chance_after_opening(timeline, turns, color));
    }

    fn add_three_generals(&mut self, timeline: &OpenTimeline, color: Color, turns: &[OpenTurn]) {
        self.three_generals.games += 1;
        let clocks: Vec<Option<u32>> = timeline.plies.iter().map(|ply| ply.clock).collect();
        let mut was_lost = false;
        for (turn, position) in turns.iter().zip(timeline.positions()) {
            was_lost |= lacks_general(&position);
            if turn.mover != color {
                continue;
            }
            let phase = match turn.ply {
                ..=OPENING => Phase::Opening,
                _ if was_lost => Phase::Endgame,
                _ => Phase::Middle,
            };
            let clock = ClockLeft::before(&clocks, turn.ply);
            let piece = match turn.played {
                Ply::Drop { .. } => None,
                Ply::Move { from, .. } | Ply::Shot { from, .. } => {
                    position.at(from).map(|piece| piece.kind())
                }
            };
            let loss = (turn.loss(), turn.judgement());
            self.three_generals.add(phase, clock, Some(piece), loss);
        }
    }

    fn add_formation(&mut self, own: &Deployment, outcome: Option<Outcome>, chance: f32) {
        let Some(flag) = own.flag() else { return };
        let color = own.color();
        let file = match color {
            Color::White => flag.file(),
            Color::Black => FILES - 1 - flag.file(),
        };
        let wing = match file {
            ..3 => FlagWing::Left,
            3..6 => FlagWing::Center,
            _ => FlagWing::Right,
        };
        let row = flag.depth(color) + 1;
        let known = self.formations.iter().position(|one| one.wing == wing && one.row == row);
        let index = known.unwrap_or_else(|| {
            let fresh = FormationRow { wing, row, games: 0, points: 0.0, chances: 0.0 };
            self.formations.push(fresh);
            self.formations.len() - 1
        });
        let entry = &mut self.formations[index];
        entry.games += 1;
        entry.chances += f64::from(chance);
        entry.points += match outcome {
            Some(Outcome::Win(winner)) => f64::from(u8::from(winner == color)),
            Some(Outcome::Draw) => 0.5,
            None => 0.0,
        };
    }
}

fn lacks_general(position: &Position) -> bool {
    let stands = |color, general| position.general(color, general).is_some();
    Color::ALL.into_iter().any(|color| General::ALL.into_iter().any(|one| !stands(color, one)))
}

/// The chance of a side by what it knew when the opening was over, or at the last point of a shorter game.
fn chance_after_opening(timeline: &Timeline, turns: &[Turn], color: Color) -> f32 {
    let points = graph(turns, timeline);
    let mut own = points.iter().filter(|point| point.mover == color);
    let after = own.clone().find(|point| point.ply > SET_UP_SHOWS);
    after.or_else(|| own.next_back()).map_or(0.5, |point| point.chance)
}
