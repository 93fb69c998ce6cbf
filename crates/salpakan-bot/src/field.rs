//! A field of players and its calendar: who plays whom, where and when.

use chrono::{Datelike, Days, NaiveDate};

use salpakan::clock::TimeControl;

use super::{Random, Skill};

/// The players of a simulation, each with a hidden strength.
#[derive(Debug, Clone)]
pub struct Field {
    seed: u64,
    players: u32,
    games: u64,
}

/// A scheduled game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    pub white: u32,
    pub black: u32,
    pub event: String,
    pub site: &'static str,
    /// `2026.04.30`.
    pub date: String,
    pub round: u32,
    pub time_control: Option<TimeControl>,
}

const NAMES: [&str; 40] = [
    "Adobo",
    "Agila",
    "Alon",
    "Amihan",
    "Anahaw",
    "Araw",
    "Bagwis",
    "Balangay",
    "Bathala",
    "Bayani",
    "Bituin",
    "Bundok",
    "Dagat",
    "Dalisay",
    "Datu",
    "Diwata",
    "Gitara",
    "Habagat",
    "Hari",
    "Himagsik",
    "Ilog",
    "Kalasag",
    "Kampilan",
    "Kidlat",
    "Kulog",
    "Lakan",
    "Lawin",
    "Liwanag",
    "Malaya",
    "Mayari",
    "Narra",
    "Perlas",
    "Rajah",
    "Sampaguita",
    "Sidapa",
    "Silakbo",
    "Tala",
    "Tanod",
    "Tamaraw",
    "Ulan",
];
const SITES: [&str; 6] = ["Manila", "Cebu", "Davao", "Iloilo", "Baguio", "online"];
const GAMES_AN_EVENT: u64 = 40;
const GAMES_A_ROUND: u64 = 8;

impl Field {
    /// A field of at least 2 `players` who play `games` games.
    pub fn new(seed: u64, players: u32, games: u64) -> Field {
        Field { seed, players: players.max(2), games }
    }

    pub const fn players(&self) -> u32 {
        self.players
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// A player's handle, unique even when case-folded.
    pub fn handle(&self, player: u32) -> String {
        let name = NAMES[player as usize % NAMES.len()];
        match player as usize / NAMES.len() {
            0 => name.to_owned(),
            round => format!("{name}{round}"),
        }
    }

    /// A player's hidden strength, uniformly distributed.
    pub fn strength(&self, player: u32) -> Skill {
        Skill(Random::new(self.seed ^ 0x5712_e467, u64::from(player)).below(1001))
    }

    /// The game of the calendar with this index, from 0; dates do not decrease.
    pub fn fixture(&self, index: u64, random: &mut Random) -> Fixture {
        let event = index / GAMES_AN_EVENT;
        let events = self.games.div_ceil(GAMES_AN_EVENT).max(1);
        let mut of_event = Random::new(self.seed ^ 0xe7e7, event);
        let date = day_of(event, events);
        let white = random.below(self.players);
        let other = random.below(self.players - 1);
        let black = if other >= white { other + 1 } else { other };
        Fixture {
            white,
            black,
            event: format!("Ranked evening {}", event + 1),
            site: SITES[of_event.below(SITES.len() as u32) as usize],
            date: format!("{:04}.{:02}.{:02}", date.year(), date.month(), date.day()),
            round: (index % GAMES_AN_EVENT / GAMES_A_ROUND) as u32 + 1,
            time_control: control(&mut of_event),
        }
    }
}

/// Events are spread over three years.
fn day_of(event: u64, events: u64) -> NaiveDate {
    let start = NaiveDate::from_ymd_opt(2023, 1, 2).unwrap_or_default();
    start.checked_add_days(Days::new(event * 1095 / events)).unwrap_or(start)
}

fn control(random: &mut Random) -> Option<TimeControl> {
    let (base, increment) = match random.below(10) {
        0..=5 => (1200, 5),
        6 | 7 => (600, 5),
        8 => (300, 3),
        _ => return None,
    };
    Some(TimeControl::new(base, increment))
}
