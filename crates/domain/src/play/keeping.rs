//! What goes into the record of a play whose result is final.

use std::collections::BTreeMap;

use salpakan::clock::TimeControl;
use salpakan::record::{Annotations, Timeline};

use super::life::{End, Life, Remark, RemarkKind};
use super::{Play, Progress};

/// The parts of a record that come from the play. Names, places, dates and armies come from
/// elsewhere. A game that ended before it began has no set-ups in its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keeping<'a> {
    pub game: KeptGame<'a>,
    pub end: End,
    /// `None` if the notation cannot express the pace.
    pub time_control: Option<TimeControl>,
    /// Draw offers, answers and Flags that were shown.
    pub annotations: Annotations,
}

/// The plies of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptGame<'a> {
    Salpakan(&'a Timeline),
    ThreeGenerals(three_generals::record::Timeline),
}

impl Play {
    /// What goes into the record; `None` while the result is not final, and for an aborted play.
    pub fn keeping(&self) -> Option<Keeping<'_>> {
        let game = match self.life() {
            Life::Final(state) => &state.game,
            Life::Revealed(state) => &state.game,
            _ => return None,
        };
        let remarks = game.course.as_ref().map_or(&[][..], |course| &course.remarks);
        Some(Keeping {
            game: match &game.progress {
                Progress::Salpakan(game) => KeptGame::Salpakan(&game.timeline),
                Progress::ThreeGenerals(game) => KeptGame::ThreeGenerals(game.timeline()),
            },
            end: game.end,
            time_control: self.terms().pace.time_control(),
            annotations: annotations(&game.progress, remarks),
        })
    }
}

/// The notation's commands in order (`NOTATION.md`, Moves).
fn annotations(progress: &Progress, remarks: &[Remark]) -> Annotations {
    let mut comments = BTreeMap::<u32, String>::new();
    for Remark { ply, color, what } in remarks {
        let comment = comments.entry(*ply).or_default();
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(match what {
            RemarkKind::Offered => "[%draw offer",
            RemarkKind::Declined => "[%draw decline",
            RemarkKind::FlagShown => "[%flag reveal",
        });
        // Before the first ply, or if the other side moved last, the side has to be named.
        if *ply == 0 || progress.mover(*ply) != *color {
            comment.push(' ');
            comment.push_str(color.key());
        }
        comment.push(']');
    }
    Annotations { comments, extra_tags: Vec::new() }
}
