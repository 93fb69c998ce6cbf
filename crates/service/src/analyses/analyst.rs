//! What makes the analysis of a game and keeps it as bytes, whichever game it is.

use salpakan::record::Timeline;
use salpakan_computer::analysis::{Analyst, Point};

use super::super::Result;
use super::super::games::AnyGame;
use super::super::records::{StoredGame, StoredRecord};
use super::{Record, VERSION, analyst, armies, codec, record, three_generals};

/// A game that can be analysed, with what makes its analysis.
pub enum Analysable<'a> {
    Salpakan {
        analyst: Analyst<'a>,
        timeline: &'a Timeline,
    },
    ThreeGenerals {
        game: Box<::three_generals::Game>,
        timeline: &'a ::three_generals::record::Timeline,
    },
}

impl<'a> Analysable<'a> {
    /// Of a game that somebody asks about.
    ///
    /// # Errors
    /// Returns [`Error::Missing`](crate::Error::Missing) for a game that is not revealed, as for one that does not exist.
    pub fn of_game(game: &'a AnyGame) -> Result<Analysable<'a>> {
        Ok(match game {
            AnyGame::Salpakan(game) => Analysable::of_salpakan(record(game)?),
            AnyGame::ThreeGenerals(game) => Analysable::of_three_generals(&game.stored),
        })
    }

    /// Of a stored game; `None` for one that is not revealed.
    pub fn of_stored(stored: &'a StoredRecord) -> Option<Analysable<'a>> {
        match stored {
            StoredRecord::Salpakan(stored) => {
                let StoredGame::Revealed(record) = &**stored else { return None };
                Some(Analysable::of_salpakan((record.timeline(), armies(record)?)))
            }
            StoredRecord::ThreeGenerals(record) => Some(Analysable::of_three_generals(record)),
        }
    }

    fn of_salpakan(record: Record<'a>) -> Analysable<'a> {
        Analysable::Salpakan { timeline: record.0, analyst: analyst(record) }
    }

    fn of_three_generals(record: &'a ::three_generals::record::Record) -> Analysable<'a> {
        let game = Box::new(three_generals::played(record));
        Analysable::ThreeGenerals { game, timeline: &record.timeline }
    }

    pub fn plies(&self) -> u32 {
        match self {
            Analysable::Salpakan { timeline, .. } => timeline.len(),
            Analysable::ThreeGenerals { timeline, .. } => timeline.len(),
        }
    }

    /// What the analysis depends on beside the record.
    pub fn version(&self) -> i64 {
        match self {
            Analysable::Salpakan { .. } => *VERSION,
            Analysable::ThreeGenerals { .. } => *three_generals::VERSION,
        }
    }

    /// A first look at all plies, without search.
    pub fn first_look(&self) -> Vec<u8> {
        match self {
            Analysable::Salpakan { analyst, .. } => {
                let points: Vec<Point> =
                    (1..=self.plies()).filter_map(|ply| analyst.glance(ply)).collect();
                codec::write_points(&points)
            }
            Analysable::ThreeGenerals { game, .. } => {
                let (mut bytes, points) = (Vec::new(), three_generals::first_look(game));
                points.iter().for_each(|point| three_generals::write_point(&mut bytes, point));
                bytes
            }
        }
    }

    /// Analyses a ply, counted from 1, and adds it to what is kept. `None` if that is not possible.
    pub fn write_turn(&self, ply: u32, bytes: &mut Vec<u8>) -> Option<()> {
        match self {
            Analysable::Salpakan { analyst, .. } => codec::write_turn(bytes, &analyst.turn(ply)?),
            Analysable::ThreeGenerals { game, .. } => {
                let turn = three_generals::analyst(game).turn(ply)?;
                three_generals::write_turn(bytes, &turn);
            }
        }
        Some(())
    }

    /// Whether the bytes are a whole analysis of this game.
    pub fn reads(&self, bytes: &[u8]) -> bool {
        match self {
            Analysable::Salpakan { timeline, .. } => codec::read_turns(bytes, timeline).is_some(),
            Analysable::ThreeGenerals { timeline, .. } => {
                three_generals::read_turns(bytes, timeline).is_some()
            }
        }
    }
}
