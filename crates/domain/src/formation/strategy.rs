//! Strategies that players name, recognised in a set-up. `docs/formations.md` has the definitions.

use salpakan::rules::{FILES, Rank};

use super::set_up::{CELLS, SetUp};

/// A strategy. A set-up may follow several or none; its mirror image follows the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    Blitzkrieg,
    BanzaiCharge,
    SlowMovingShield,
    RampagingBulls,
    Strongholds,
    ClusteredTaskForces,
    DistributedDefense,
}

/// Cells, one bit each.
type Cells = u32;

/// The row nearest to the enemy, and the one farthest from them.
const FRONT_ROW: Cells = 0x1ff << (2 * FILES as u32);
const BACK_ROW: Cells = 0x1ff;
/// Thirds of the board: the left wing, the centre and the right wing.
const THIRDS: [Cells; 3] = [files(0), files(3), files(6)];

/// The cells of three files, from this one on.
const fn files(first: u32) -> Cells {
    let row = 0b111 << first;
    row | row << FILES as u32 | row << (2 * FILES as u32)
}

/// The cells of a set-up by what they hold.
struct Layout {
    by_rank: [Cells; Rank::COUNT],
    taken: Cells,
    /// The four highest generals and the Spies, which capture most.
    strikers: Cells,
}

impl Layout {
    fn new(set_up: SetUp) -> Layout {
        let (mut by_rank, mut taken) = ([0; Rank::COUNT], 0);
        for cell in 0..CELLS {
            if let Some(rank) = set_up.occupant(cell) {
                by_rank[rank.index()] |= 1 << cell;
                taken |= 1 << cell;
            }
        }
        let mut layout = Layout { by_rank, taken, strikers: 0 };
        layout.strikers = layout.generals() | layout.of(Rank::Spy);
        layout
    }

    const fn of(&self, rank: Rank) -> Cells {
        self.by_rank[rank.index()]
    }

    /// The four highest generals.
    fn generals(&self) -> Cells {
        Rank::ALL[..=Rank::MajorGeneral.index()].iter().fold(0, |all, rank| all | self.of(*rank))
    }

    /// The officers from the General of the Army down to the Major.
    fn high_officers(&self) -> Cells {
        Rank::ALL[..=Rank::Major.index()].iter().fold(0, |all, rank| all | self.of(*rank))
    }

    fn wings(&self) -> [Cells; 2] {
        [THIRDS[0], THIRDS[2]]
    }
}

/// The cells beside and ahead of these.
const fn beside_and_ahead(cells: Cells) -> Cells {
    const FIRST_FILE: Cells = 1 | 1 << FILES | 1 << (2 * FILES);
    const LAST_FILE: Cells = FIRST_FILE << (FILES - 1);
    let home = (1 << CELLS) - 1;
    (cells & !FIRST_FILE) >> 1 | (cells & !LAST_FILE) << 1 | cells << FILES & home
}

impl Strategy {
    pub const ALL: [Strategy; 7] = [
        Strategy::Blitzkrieg,
        Strategy::BanzaiCharge,
        Strategy::SlowMovingShield,
        Strategy::RampagingBulls,
        Strategy::Strongholds,
        Strategy::ClusteredTaskForces,
        Strategy::DistributedDefense,
    ];

    /// The name in addresses and in the API.
    pub const fn key(self) -> &'static str {
        match self {
            Strategy::Blitzkrieg => "blitzkrieg",
            Strategy::BanzaiCharge => "banzai-charge",
            Strategy::SlowMovingShield => "slow-moving-shield",
            Strategy::RampagingBulls => "rampaging-bulls",
            Strategy::Strongholds => "strongholds",
            Strategy::ClusteredTaskForces => "clustered-task-forces",
            Strategy::DistributedDefense => "distributed-defense",
        }
    }

    pub fn parse(key: &str) -> Option<Strategy> {
        Strategy::ALL.into_iter().find(|own| own.key() == key)
    }

    /// The strategies that a set-up follows, in the order of [`Strategy::ALL`].
    pub fn of(set_up: SetUp) -> impl Iterator<Item = Strategy> {
        let layout = Layout::new(set_up);
        Strategy::ALL.into_iter().filter(move |own| own.is_in(&layout))
    }

    pub fn is_followed_by(self, set_up: SetUp) -> bool {
        self.is_in(&Layout::new(set_up))
    }

    fn is_in(self, layout: &Layout) -> bool {
        let on = |cells: Cells, there: Cells| (cells & there).count_ones();
        let strikers = layout.strikers;
        match self {
            Strategy::Blitzkrieg => layout.wings().into_iter().any(|wing| on(strikers, wing) >= 5),
            Strategy::BanzaiCharge => on(layout.of(Rank::Private), FRONT_ROW) >= 5,
            Strategy::SlowMovingShield => on(layout.high_officers(), FRONT_ROW) >= 6,
            Strategy::RampagingBulls => {
                let bulls = layout.of(Rank::GeneralOfTheArmy) | layout.of(Rank::General);
                layout.wings().into_iter().all(|wing| on(bulls, wing & FRONT_ROW) == 1)
            }
            Strategy::Strongholds => {
                let flag = layout.of(Rank::Flag);
                let walls = beside_and_ahead(flag);
                flag & BACK_ROW != 0 && walls & !layout.taken == 0 && on(strikers, walls) >= 2
            }
            Strategy::ClusteredTaskForces => layout.wings().into_iter().all(|wing| {
                on(layout.taken, wing) >= 8
                    && on(layout.generals(), wing) >= 1
                    && on(layout.of(Rank::Spy), wing) == 1
            }),
            Strategy::DistributedDefense => {
                let even = THIRDS.into_iter().all(|third| on(strikers, third) == 2);
                even && strikers & beside_and_ahead(strikers) == 0
            }
        }
    }
}
