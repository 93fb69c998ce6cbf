//! Fair play: signs that results of an event may be arranged, and the cases that officials open and decide.
//!
//! No sign proves anything and none changes a result: a person looks, hears those concerned and decides.

pub mod cases;
mod corrections;
mod gains;
mod pairs;
mod records;
mod timing;

pub use records::Spots;

use salpakan::rules::{ByColor, Termination};

use super::{Contest, ContestFact, EntrantId, GameSlot};
use crate::macros::keyed_enum;
use crate::moment::Micros;

/// A fact with its time and its author, an account; 0 for the server itself.
#[derive(Debug, Clone, Copy)]
pub struct ToldFact<'a> {
    pub at: Micros,
    pub account: i32,
    /// Whether it counts: it is not undone.
    pub in_force: bool,
    pub fact: &'a ContestFact,
}

/// How a recorded game of the event ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEnd {
    /// The players' numbers.
    pub players: ByColor<i32>,
    /// The round as in the record.
    pub round: String,
    pub termination: Termination,
    pub plies: u32,
}

/// A game of another event of the same organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherGame {
    /// Any number that is the event's own.
    pub event: i32,
    /// The players' numbers.
    pub players: [i32; 2],
    pub is_draw: bool,
}

/// How like the computer an entrant played in the analyzed games, in plies that matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedAlike {
    pub entrant: EntrantId,
    pub games: Vec<GameSlot>,
    /// Whether it is unusual for the entrant's rating.
    pub stands_out: bool,
    pub counts: AlikeCounts,
}

/// How many plies matter, what they were like, and what is usual for the rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlikeCounts {
    pub plies: u32,
    /// Those that are what the analysis found best, and how many are usual.
    pub alike: u32,
    pub usual: u32,
    /// The mean chance that a ply gave away, and what is usual, in ten-thousandths of a win.
    pub lost: u32,
    pub usually_lost: u32,
    /// How far it is above the usual, in tenths of a standard deviation; 0 if it is below.
    pub deviations: u32,
}

/// What is known of an event and its players.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    pub contest: &'a Contest,
    /// All facts of the event, in order.
    pub facts: &'a [ToldFact<'a>],
    pub records: &'a [RecordedEnd],
    pub elsewhere: &'a [OtherGame],
    pub alike: &'a [PlayedAlike],
}

keyed_enum! {
    /// What a winner would not have without a game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Gain {
        Prize => "prize",
        Qualification => "qualification",
    }
}

/// What is unusual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignKind {
    /// Resigned within the first moves.
    ResignedAtOnce { plies: u32 },
    /// Resigned or drawn by agreement before much could happen.
    ShortGame { plies: u32 },
    /// The result was there long before those of the other tables of the round. Both in whole minutes.
    QuickResult { minutes: u32, usual: u32 },
    /// The same two have drawn every game that they played against each other.
    OnlyDraws { games: usize, events: usize },
    /// A clubmate did not come, who came to all other games.
    ForfeitToClubmate,
    /// A clubmate lost the last round, which gave the winner something; the loser's rating is higher by `difference`,
    /// or the loser did not come.
    LastRoundGift { gain: Gain, difference: Option<u32> },
    /// One official corrected several results in favor of the same entrant.
    CorrectedInFavor { account: i32, corrections: usize },
    /// Played what the analysis found best more often than others of the rating do.
    LikeComputer(AlikeCounts),
}

impl SignKind {
    /// The frozen key, by which the API and the catalogues name it.
    pub const fn key(self) -> &'static str {
        match self {
            SignKind::ResignedAtOnce { .. } => "resigned-at-once",
            SignKind::ShortGame { .. } => "short-game",
            SignKind::QuickResult { .. } => "quick-result",
            SignKind::OnlyDraws { .. } => "only-draws",
            SignKind::ForfeitToClubmate => "forfeit-to-clubmate",
            SignKind::LastRoundGift { .. } => "last-round-gift",
            SignKind::CorrectedInFavor { .. } => "corrected-in-favor",
            SignKind::LikeComputer(_) => "like-computer",
        }
    }
}

/// Something unusual about games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sign {
    pub kind: SignKind,
    /// Whom it is about: the two of the game, or who was favored.
    pub entrants: Vec<EntrantId>,
    pub games: Vec<GameSlot>,
}

impl Sign {
    fn of_game(kind: SignKind, contest: &Contest, spot: GameSlot) -> Option<Sign> {
        let entrants = contest.published_meeting(spot.table_id())?.sides.to_vec();
        Some(Sign { kind, entrants, games: vec![spot] })
    }
}

/// Everything unusual in an event, by kind and then by game.
pub fn signs(evidence: &Evidence<'_>) -> Vec<Sign> {
    let mut found = records::short_games(evidence);
    found.extend(timing::quick_results(evidence));
    found.extend(pairs::only_draws(evidence));
    found.extend(pairs::forfeits_to_clubmates(evidence));
    found.extend(gains::last_round_gifts(evidence));
    found.extend(corrections::corrections_in_favor(evidence));
    found.extend(like_computer(evidence.alike));
    found
}

/// Those who stand out, the farthest first.
fn like_computer(alike: &[PlayedAlike]) -> Vec<Sign> {
    let mut out: Vec<&PlayedAlike> = alike.iter().filter(|one| one.stands_out).collect();
    out.sort_by_key(|one| (std::cmp::Reverse(one.counts.deviations), one.entrant));
    let sign = |one: &PlayedAlike| Sign {
        kind: SignKind::LikeComputer(one.counts),
        entrants: vec![one.entrant],
        games: one.games.clone(),
    };
    out.into_iter().map(sign).collect()
}
