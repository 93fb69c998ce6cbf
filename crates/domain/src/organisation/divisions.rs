//! Divisions of a league: who changes places between them at the end of a season.

use std::collections::BTreeMap;

/// How many people may change places across a border, in each direction.
pub const MAX_MOVING: u32 = 99;
/// The number of divisions of a league.
pub const MAX_DIVISIONS: usize = 20;

/// The border below a division.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Border {
    /// How many of the division below come up.
    pub up: u32,
    /// How many of this division go down.
    pub down: u32,
    /// How many of each side play for it: officials decide about them.
    pub play_offs: u32,
}

/// Somebody in the order of a division, the best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finisher<K> {
    pub who: K,
    /// Shared by those between whom nothing decides.
    pub place: usize,
    /// Whether they withdrew, so that they leave the league unless officials decide otherwise.
    pub leaves: bool,
}

/// A division of a league, from its standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionTable<K> {
    /// The border below; that of the last division counts for nothing.
    pub border: Border,
    pub order: Vec<Finisher<K>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    Up,
    PlaysForUp,
    Stays,
    PlaysForDown,
    Down,
    Leaves,
}

impl Zone {
    pub const fn key(self) -> &'static str {
        match self {
            Zone::Up => "up",
            Zone::PlaysForUp => "plays-up",
            Zone::Stays => "stays",
            Zone::PlaysForDown => "plays-down",
            Zone::Down => "down",
            Zone::Leaves => "leaves",
        }
    }

    /// The division of the next season, from 0; `None` for who leaves. Who plays for a place stays until that is decided.
    pub const fn next_level(self, level: usize) -> Option<usize> {
        match self {
            Zone::Up => Some(level.saturating_sub(1)),
            Zone::Down => Some(level + 1),
            Zone::Stays | Zone::PlaysForUp | Zone::PlaysForDown => Some(level),
            Zone::Leaves => None,
        }
    }
}

/// Somebody with the zone in which they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zoned<K> {
    pub who: K,
    pub place: usize,
    pub zone: Zone,
    /// Whether somebody with the same place is in another zone.
    pub is_tied: bool,
}

/// The zones of all divisions, the first one first. Who leaves takes no place of another.
pub fn zones<K: Clone>(divisions: &[DivisionTable<K>]) -> Vec<Vec<Zoned<K>>> {
    let own = |level: usize| {
        let above = level.checked_sub(1).map_or_else(Border::default, |at| divisions[at].border);
        let is_last = level + 1 == divisions.len();
        let below = if is_last { Border::default() } else { divisions[level].border };
        division_zones(&divisions[level].order, above, below)
    };
    (0..divisions.len()).map(own).collect()
}

fn division_zones<K: Clone>(order: &[Finisher<K>], above: Border, below: Border) -> Vec<Zoned<K>> {
    let mut rest = order.iter().filter(|one| !one.leaves).count();
    let mut take = |most: u32| {
        let taken = rest.min(most as usize);
        rest -= taken;
        taken
    };
    let (up, plays_up) = (take(above.up), take(above.play_offs));
    let (down, plays_down) = (take(below.down), take(below.play_offs));
    let parts = [
        (Zone::Up, up),
        (Zone::PlaysForUp, plays_up),
        (Zone::Stays, rest),
        (Zone::PlaysForDown, plays_down),
        (Zone::Down, down),
    ];
    let mut zones = parts.into_iter().flat_map(|(zone, count)| std::iter::repeat_n(zone, count));
    let mut rows: Vec<Zoned<K>> = Vec::with_capacity(order.len());
    for one in order {
        let zone = if one.leaves { None } else { zones.next() };
        let zone = zone.unwrap_or(Zone::Leaves);
        rows.push(Zoned { who: one.who.clone(), place: one.place, zone, is_tied: false });
    }
    let staying = |row: &Zoned<K>| (row.zone != Zone::Leaves).then_some((row.place, row.zone));
    let known: Vec<(usize, Zone)> = rows.iter().filter_map(staying).collect();
    for row in &mut rows {
        let is_other = |(place, zone): &(usize, Zone)| *place == row.place && *zone != row.zone;
        row.is_tied = row.zone != Zone::Leaves && known.iter().any(is_other);
    }
    rows
}

/// Somebody in a division of the next season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assigned<K> {
    pub who: K,
    /// The division, from 0, in which they were.
    pub from: usize,
}

/// The divisions of the next season: who comes down first, then who stays, then who comes up, each in their order.
/// `decisions` of officials count before the zones; a division that there is not is the nearest one.
pub fn next_season<K: Clone + Ord>(
    divisions: &[Vec<Zoned<K>>],
    decisions: &BTreeMap<K, Option<usize>>,
) -> Vec<Vec<Assigned<K>>> {
    let last = divisions.len().saturating_sub(1);
    let mut next: Vec<Vec<Assigned<K>>> = divisions.iter().map(|_| Vec::new()).collect();
    for (from, rows) in divisions.iter().enumerate() {
        for row in rows {
            let by_zone = || row.zone.next_level(from);
            let level = decisions.get(&row.who).copied().unwrap_or_else(by_zone);
            if let Some(level) = level {
                next[level.min(last)].push(Assigned { who: row.who.clone(), from });
            }
        }
    }
    next
}
