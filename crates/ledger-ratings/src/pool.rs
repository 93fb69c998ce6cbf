//! Pools: which games are rated together, and how. The site's pools are a table; an organisation's are made on first
//! use. No code refers to a pool by name.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use game_record::clock::Speed;

use super::{Day, Eligibility, Glicko};

/// What a pool rates: games under rules that are comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Game of the Generals as it is published.
    Standard,
    /// The Game of Three Generals.
    ThreeGenerals,
}

impl Family {
    pub const ALL: [Family; 2] = [Family::Standard, Family::ThreeGenerals];

    /// The key, in records, of the rule-set that is rated.
    pub const fn rules(self) -> &'static str {
        match self {
            Family::Standard => "standard",
            Family::ThreeGenerals => "three-generals",
        }
    }

    /// The family of a rule-set by its key in records; `None` for those that are not rated, such as `standard` with options.
    pub fn of(rules: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.rules() == rules)
    }
}

/// Who is rated in a pool: what people win against bots never counts among people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Entrants {
    People,
    Bots,
    /// A person against one of the site's own computers, whose strength nobody but the site chooses.
    PersonAndComputer,
}

/// What is rated together. `period` is in days: for every whole period since a player's last rated game, the deviation
/// grows once before the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Each game immediately, from both players' values before it.
    GameByGame { period: u32 },
    /// All games of an event from the values before it. An event is one `Event` tag and is dated by its last game; a
    /// game without a tag is an event of its own. In the ledger, the change belongs to the player's last game of the
    /// event.
    EventByEvent { period: u32 },
}

/// The parameters of Glicko-2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct System {
    /// How freely the volatility changes; Glickman recommends 0.3 to 1.2.
    pub tau: f64,
    /// The values of all players before their first game.
    pub start: Glicko,
    /// A rating with a greater deviation is provisional; in hundredths of a point.
    pub provisional_above: i32,
}

/// A set of games rated together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pool {
    /// The frozen number in the store.
    pub id: i16,
    /// The frozen name in URLs and the catalogues (`pool-<key>`).
    pub key: &'static str,
    pub family: Family,
    pub speeds: &'static [Speed],
    pub entrants: Entrants,
    pub mode: Mode,
    pub system: System,
    pub eligibility: Eligibility,
    /// The organisation; `None` for the site's pools.
    pub owner: Option<PoolOwner>,
}

/// Which of an organisation's two pools of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoolKind {
    Online,
    FaceToFace,
}

impl PoolKind {
    /// Both kinds, in the order in which pages list them.
    pub const ALL: [PoolKind; 2] = [PoolKind::Online, PoolKind::FaceToFace];

    /// The frozen key in URLs, forms and catalogues (`pool-<key>`).
    pub const fn key(self) -> &'static str {
        match self {
            PoolKind::Online => "online",
            PoolKind::FaceToFace => "face-to-face",
        }
    }

    pub fn parse(text: &str) -> Option<PoolKind> {
        PoolKind::ALL.into_iter().find(|kind| kind.key() == text)
    }

    /// The frozen key of an organisation's pool of this kind, in URLs behind the organisation and in catalogues (`pool-<key>`).
    pub const fn key_of(self, family: Family) -> &'static str {
        match (family, self) {
            (Family::Standard, kind) => kind.key(),
            (Family::ThreeGenerals, PoolKind::Online) => "three-generals-online",
            (Family::ThreeGenerals, PoolKind::FaceToFace) => "three-generals-face-to-face",
        }
    }
}

/// The organisation that a pool belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PoolOwner {
    /// The organisation's number in the store.
    pub id: i32,
    /// Its frozen name in URLs.
    pub slug: &'static str,
    /// Its name when the pool was requested.
    pub name: &'static str,
    pub kind: PoolKind,
}

/// Glickman's start values and tau. Above a deviation of 110 the 95 % interval is wider than +-216 points, which is
/// four titles; a new player gets below it in about a dozen games.
const GLICKMAN: System = System {
    tau: 0.5,
    start: Glicko { rating: 150_000, deviation: 35_000, volatility: 600_000 },
    provisional_above: 11_000,
};

/// The parameters of an organisation's pools. Ten games among new players only leave a deviation of about 145; with the
/// site's threshold a club would have no titles for a season.
const CLUB: System = System { provisional_above: 15_000, ..GLICKMAN };

const WEEKLY: Mode = Mode::GameByGame { period: 7 };

const fn standard(id: i16, key: &'static str, speeds: &'static [Speed]) -> Pool {
    Pool {
        id,
        key,
        family: Family::Standard,
        speeds,
        entrants: Entrants::People,
        mode: WEEKLY,
        system: GLICKMAN,
        eligibility: Eligibility::USUAL,
        owner: None,
    }
}

/// A pool of the second game, for all speeds until there are enough players to divide.
const fn three_generals(id: i16, key: &'static str, entrants: Entrants) -> Pool {
    Pool { family: Family::ThreeGenerals, entrants, ..standard(id, key, &Speed::ALL) }
}

/// By number and the names of the owner.
type OwnedPools = HashMap<(i16, String, String), &'static Pool>;

/// The organisations' pools that have been requested.
static OWNED: LazyLock<Mutex<OwnedPools>> = LazyLock::new(Mutex::default);

/// The first number of organisations' pools, of which each has two of each family. Those of Three Generals have the same
/// numbers below zero.
const FIRST_OWNED: i16 = 100;

static POOLS: [Pool; 9] = [
    standard(0, "blitz", &[Speed::Blitz]),
    standard(1, "rapid", &[Speed::Rapid]),
    standard(2, "classical", &[Speed::Classical]),
    standard(3, "untimed", &[Speed::Untimed]),
    // All speeds, because there are few bots.
    Pool { entrants: Entrants::Bots, ..standard(4, "bots", &Speed::ALL) },
    Pool { entrants: Entrants::PersonAndComputer, ..standard(5, "computer", &Speed::ALL) },
    three_generals(6, "three-generals", Entrants::People),
    three_generals(7, "three-generals-bots", Entrants::Bots),
    three_generals(8, "three-generals-computer", Entrants::PersonAndComputer),
];

/// Makes an organisation's pool, for all speeds because a club is too small to be divided.
fn owned_pool(
    id: i16,
    slug: &str,
    name: &str,
    (owner, kind, family): (i32, PoolKind, Family),
) -> &'static Pool {
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let pool = Pool {
        key: leak(&format!("{slug}.{}", kind.key_of(family))),
        family,
        system: CLUB,
        eligibility: Eligibility::CLUB,
        owner: Some(PoolOwner { id: owner, slug: leak(slug), name: leak(name), kind }),
        ..standard(id, "", &Speed::ALL)
    };
    Box::leak(Box::new(pool))
}

impl Pool {
    /// All pools of the site, in the order in which pages list them.
    pub const ALL: &'static [Pool] = &POOLS;

    /// The site's pools that a page lists beside one of them: those of its family, and the first of each other one, which leads to
    /// the rest.
    pub fn beside(own: &Pool) -> impl Iterator<Item = &'static Pool> {
        let (family, mut last) = (own.family, None);
        Pool::ALL.iter().filter(move |pool| {
            let is_first = last.replace(pool.family) != Some(pool.family);
            pool.family == family || is_first
        })
    }

    /// The site's pool with this key.
    pub fn by_key(key: &str) -> Option<&'static Pool> {
        Pool::ALL.iter().find(|pool| pool.key == key)
    }

    /// The site's pool with this number.
    pub fn by_id(id: i16) -> Option<&'static Pool> {
        Pool::ALL.iter().find(|pool| pool.id == id)
    }

    /// The number of an organisation's pool; `None` if the organisation's number is too large (there are numbers for
    /// 16,333 organisations).
    pub fn number_of(organisation: i32, kind: PoolKind, family: Family) -> Option<i16> {
        let number = organisation.checked_mul(2)?.checked_add(FIRST_OWNED.into())? + kind as i32;
        let number = i16::try_from(number).ok().filter(|_| organisation > 0)?;
        Some(match family {
            Family::Standard => number,
            Family::ThreeGenerals => -number,
        })
    }

    /// The organisation, kind and family of a pool by its number; `None` for the site's.
    pub fn organisation_of(number: i16) -> Option<(i32, PoolKind, Family)> {
        let family = if number < 0 { Family::ThreeGenerals } else { Family::Standard };
        let above = number.checked_abs()?.checked_sub(FIRST_OWNED).filter(|above| *above > 1)?;
        Some((i32::from(above / 2), PoolKind::ALL[usize::from(above % 2 == 1)], family))
    }

    /// The kinds and families of an organisation's pools, in the order in which pages list them.
    pub fn kinds_of_organisation() -> impl Iterator<Item = (PoolKind, Family)> {
        Family::ALL.into_iter().flat_map(|family| PoolKind::ALL.map(|kind| (kind, family)))
    }

    /// The pool of an organisation with this number, slug and name; `None` as in [`Pool::number_of`]. The same
    /// arguments give the same pool, which is never freed: there are four per organisation, and four more for each change
    /// of its name.
    pub fn of_organisation(
        id: i32,
        slug: &str,
        name: &str,
        (kind, family): (PoolKind, Family),
    ) -> Option<&'static Pool> {
        let number = Pool::number_of(id, kind, family)?;
        // A map is consistent after each of its operations, so poisoning does not matter.
        let mut owned = OWNED.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (number, slug.to_owned(), name.to_owned());
        Some(owned.entry(key).or_insert_with(|| owned_pool(number, slug, name, (id, kind, family))))
    }

    /// Whether the pool accepts games of this family at `speed`.
    pub fn takes(&self, family: Family, speed: Speed) -> bool {
        self.family == family && self.speeds.contains(&speed)
    }

    /// The site's pool for games of these entrants and this family at `speed`.
    pub fn of(family: Family, speed: Speed, entrants: Entrants) -> Option<&'static Pool> {
        Pool::ALL.iter().find(|pool| pool.entrants == entrants && pool.takes(family, speed))
    }

    /// Whether a rating with this deviation (hundredths) is provisional.
    pub const fn is_provisional(&self, deviation: i32) -> bool {
        deviation > self.system.provisional_above
    }

    /// The number of whole periods between two days of play.
    pub fn idle_periods(&self, last: Day, now: Day) -> u32 {
        match self.mode {
            Mode::GameByGame { period } | Mode::EventByEvent { period } => {
                now.periods_since(last, period)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn keys_and_numbers_are_unique() {
        let keys: BTreeSet<_> = Pool::ALL.iter().map(|pool| pool.key).collect();
        let ids: BTreeSet<_> = Pool::ALL.iter().map(|pool| pool.id).collect();
        assert_eq!((keys.len(), ids.len()), (Pool::ALL.len(), Pool::ALL.len()));
    }

    #[test]
    fn an_organisations_pool_is_made_once_and_known_by_its_number() {
        let expected = [
            (102, "club.online"),
            (103, "club.face-to-face"),
            (-102, "club.three-generals-online"),
            (-103, "club.three-generals-face-to-face"),
        ];
        for ((kind, family), (number, key)) in Pool::kinds_of_organisation().zip(expected) {
            let find = || Pool::of_organisation(1, "club", "The Club", (kind, family));
            let pool = find().expect("a number");
            assert_eq!((pool.id, pool.key, pool.family), (number, key, family));
            assert_eq!(Pool::organisation_of(number), Some((1, kind, family)));
            assert!(std::ptr::eq(pool, find().expect("a number")));
        }
        assert_eq!(Pool::organisation_of(-1), None, "the number of games that are rated nowhere");
        assert!(Pool::ALL.iter().all(|pool| Pool::organisation_of(pool.id).is_none()));
    }

    #[test]
    fn organisations_beyond_the_numbers_have_no_pool() {
        let last = |family| Pool::number_of(16_333, PoolKind::FaceToFace, family);
        assert_eq!(Family::ALL.map(last), [Some(i16::MAX), Some(-i16::MAX)]);
        for none in [0, -1, 16_334, i32::MAX, i32::MIN] {
            for family in Family::ALL {
                assert_eq!(Pool::number_of(none, PoolKind::Online, family), None, "{none}");
            }
        }
        assert_eq!(Pool::organisation_of(i16::MIN), None);
    }

    #[test]
    fn each_speed_of_either_game_has_one_pool() {
        for (family, speed) in [Family::Standard, Family::ThreeGenerals]
            .into_iter()
            .flat_map(|family| Speed::ALL.map(|speed| (family, speed)))
        {
            for entrants in [Entrants::People, Entrants::Bots, Entrants::PersonAndComputer] {
                let own = Pool::ALL.iter().filter(|pool| pool.entrants == entrants);
                let takers = own.filter(|pool| pool.takes(family, speed)).count();
                assert_eq!(takers, 1, "{family:?}, {entrants:?} at {}", speed.key());
            }
        }
    }

    #[test]
    fn beside_a_pool_stand_those_of_its_family_and_one_of_the_other() {
        let beside = |key| -> Vec<&str> {
            let own = Pool::by_key(key).expect("a pool");
            Pool::beside(own).map(|pool| pool.key).collect()
        };
        let of_salpakan =
            ["blitz", "rapid", "classical", "untimed", "bots", "computer", "three-generals"];
        assert_eq!(beside("rapid"), of_salpakan);
        assert_eq!(
            beside("three-generals-bots"),
            ["blitz", "three-generals", "three-generals-bots", "three-generals-computer"]
        );
    }

    #[test]
    fn variants_have_no_pool() {
        let of = |rules, entrants| {
            Pool::of(Family::of(rules)?, Speed::Rapid, entrants).map(|pool| pool.key)
        };
        assert_eq!(of("standard+open-flag", Entrants::People), None);
        assert_eq!(of("standard", Entrants::People), Some("rapid"));
        assert_eq!(of("standard", Entrants::Bots), Some("bots"));
        assert_eq!(of("standard", Entrants::PersonAndComputer), Some("computer"));
        assert_eq!(of("three-generals", Entrants::People), Some("three-generals"));
    }
}
