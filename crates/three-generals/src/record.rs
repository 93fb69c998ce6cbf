//! Records of games: the plies with their clocks, tags and comments. Nothing of a record is secret, before or after the end.

use std::fmt::Write;

use game_record::notation::{SetUpFault, shown};
use game_record::{
    Annotations, Color, Fault, Header, Outcome, OwnTags, Place, Submission, Termination, Written,
    conclude,
};

use crate::game::{Ending, Game};
use crate::ply::{Ply, WrittenPly};
use crate::position::Position;

/// The Game of Three Generals, as a game that is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreeGenerals;

/// A ply with the mover's clock after it, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TimedPly {
    pub ply: Ply,
    pub clock: Option<u32>,
}

/// The plies of a game from the start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timeline {
    pub plies: Vec<TimedPly>,
    /// Present if the last ply ended the game by rule.
    pub ending: Option<Ending>,
}

impl Timeline {
    /// The number of plies.
    pub fn len(&self) -> u32 {
        self.plies.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Who makes the ply with this number, counted from 1.
    pub const fn mover(ply: u32) -> Color {
        if ply % 2 == 1 { Color::White } else { Color::Black }
    }

    /// The positions from the start to that after the last ply. It ends early at an illegal ply, which judging excludes.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut plies = self.plies.iter();
        std::iter::successors(Some(Position::start()), move |position| {
            position.after(plies.next()?.ply).ok()
        })
    }
}

/// A valid record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub header: Header,
    pub timeline: Timeline,
    pub annotations: Annotations,
}

impl Record {
    /// Judges the record anew, with all that it says as a claim.
    ///
    /// # Errors
    /// Returns the first [`Fault`] in reading order; a record that was judged has none.
    pub fn judged_again(&self) -> Result<Record, Fault> {
        let plies = self.timeline.plies.iter();
        <ThreeGenerals as game_record::Game>::judge(Submission {
            roster: self.header.roster.clone(),
            terms: (),
            time_control: self.header.time_control,
            plies: plies
                .map(|TimedPly { ply, clock }| Written {
                    ply: WrittenPly::Whole(*ply),
                    clock: *clock,
                })
                .collect(),
            outcome: Some(self.header.outcome),
            termination: Some(self.header.termination),
            annotations: self.annotations.clone(),
        })
    }
}

impl Ending {
    pub const fn outcome(self) -> Outcome {
        match self {
            Ending::NoPly { loser } => Outcome::Win(loser.opponent()),
            Ending::Repetition => Outcome::Draw,
        }
    }

    pub const fn termination(self) -> Termination {
        match self {
            Ending::NoPly { .. } => Termination::Stalemate,
            Ending::Repetition => Termination::Repetition,
        }
    }
}

/// How the game may end.
pub const TERMINATIONS: [Termination; 10] = [
    Termination::Stalemate,
    Termination::Repetition,
    Termination::Resignation,
    Termination::Agreement,
    Termination::Time,
    Termination::Default,
    Termination::Adjudication,
    Termination::Abandoned,
    Termination::Unterminated,
    Termination::Left,
];

impl game_record::Game for ThreeGenerals {
    const KEY: &'static str = "three-generals";
    const TERMINATIONS: &'static [Termination] = &TERMINATIONS;

    /// There is one set of rules, one set-up, and White moves first.
    type Terms = ();
    type Ply = WrittenPly;
    type Record = Record;

    fn take_rules((): &mut (), value: &str) -> Result<(), String> {
        let message = || format!("{} is no rule-set of this game; leave the tag out", shown(value));
        value.eq_ignore_ascii_case("standard").then_some(()).ok_or_else(message)
    }

    fn take_first((): &mut (), first: Color) -> Result<(), String> {
        let message = "White moves first in this game; exchange the colors, or leave the tag out";
        (first == Color::White).then_some(()).ok_or_else(|| message.to_owned())
    }

    fn take_setup((): &mut (), _: Color, _: &str) -> Result<(), SetUpFault> {
        let message = "this game has one set-up, which is not written; leave the tag out";
        Err(SetUpFault { character: 0, message: message.to_owned() })
    }

    fn parse_ply(word: &str) -> Result<WrittenPly, String> {
        word.parse().map_err(|fault| format!("{} is not a move: {fault}", shown(word)))
    }

    fn judge(submission: Submission<Self>) -> Result<Record, Fault> {
        let timeline = replay(&submission.plies)?;
        let end = timeline.ending.map(|ending| (ending.outcome(), ending.termination()));
        let (outcome, termination) = conclude(&submission, end)?;
        let Submission { roster, time_control, annotations, .. } = submission;
        let header = Header { roster, time_control, outcome, termination };
        Ok(Record { header, timeline, annotations })
    }

    fn judge_beginning(submission: &Submission<Self>) -> Option<Fault> {
        replay(&submission.plies).err()
    }

    fn header(record: &Record) -> &Header {
        &record.header
    }

    fn annotations(record: &Record) -> &Annotations {
        &record.annotations
    }

    fn own_tags(_: &Record) -> OwnTags {
        OwnTags { game: Some(Self::KEY), ..OwnTags::default() }
    }

    fn ply_count(record: &Record) -> u32 {
        record.timeline.len()
    }

    fn push_ply(record: &Record, ply: u32, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", record.timeline.plies[ply as usize - 1].ply);
    }

    fn clock(record: &Record, ply: u32) -> Option<u32> {
        record.timeline.plies[ply as usize - 1].clock
    }
}

fn replay(plies: &[Written<WrittenPly>]) -> Result<Timeline, Fault> {
    let mut game = Game::new();
    let mut timed = Vec::with_capacity(plies.len());
    for (number, Written { ply, clock }) in (1..).zip(plies) {
        let ply = ply.signed(game.position());
        game.play(ply).map_err(|illegal| {
            Fault::new(Place::Ply(number), format!("{ply} is illegal: {illegal}"))
        })?;
        timed.push(TimedPly { ply, clock: *clock });
    }
    Ok(Timeline { plies: timed, ending: game.ending() })
}
