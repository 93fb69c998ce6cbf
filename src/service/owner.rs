//! Whose a game is that comes in, and what follows from it.

use std::collections::{HashMap, HashSet};

use crate::store::game_writer::{OWNED_BY_MEMBERS, RATED_NOWHERE};
use crate::store::names::EventOwner;
use crate::store::owners::OwnerRow;
use crate::store::{AnyConnection, account_name_keys, owners};
use ledger_ratings::{Pool, PoolKind, RatedIn, Unrated};

use super::records::Provenance;
use super::{Error, Thing, refusals};

/// For whom games are brought in. Whether he may who brings them is for the caller to have
/// settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// The site: rated in its pools.
    Site {
        provenance: Provenance,
        /// Who brought it; 0 for a command on the server.
        account: i32,
    },
    /// A member: unrated, marked, and few.
    Member { account: i32 },
    /// An organisation: marked as its, rated in its own pool if it names one.
    Organisation {
        id: i32,
        /// Its name in addresses.
        slug: String,
        pool: Option<PoolKind>,
        account: i32,
    },
}

impl From<Provenance> for Owner {
    fn from(provenance: Provenance) -> Owner {
        Owner::Site { provenance, account: 0 }
    }
}

/// What may be brought in at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Bytes of text after expanding.
    pub bytes: u64,
    pub games: u64,
}

/// How much may be brought in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text after expanding, whoever brings it.
    pub bytes: u64,
    /// By an account for nobody but itself: an evening.
    pub member: Room,
    /// Games that an account brings in all as a member.
    pub member_games: u64,
    /// For an organisation: a season.
    pub organisation: Room,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 1 << 30,
            member: Room { bytes: 1 << 20, games: 200 },
            member_games: 2_000,
            organisation: Room { bytes: 32 << 20, games: 10_000 },
        }
    }
}

impl Owner {
    /// The number under which games have their owner.
    pub(super) const fn id(&self) -> i32 {
        match self {
            Owner::Site { .. } => 0,
            Owner::Member { .. } => OWNED_BY_MEMBERS,
            Owner::Organisation { id, .. } => *id,
        }
    }

    /// The account that brings them; 0 for a command on the server.
    #[must_use]
    pub const fn account(&self) -> i32 {
        match self {
            Owner::Site { account, .. }
            | Owner::Member { account }
            | Owner::Organisation { account, .. } => *account,
        }
    }

    pub(super) const fn provenance(&self) -> Provenance {
        match self {
            Owner::Site { provenance, .. } => *provenance,
            Owner::Member { .. } => Provenance::Member,
            Owner::Organisation { .. } => Provenance::Organisation,
        }
    }

    /// The names of whoever brings them where he may not have his own games rated: who acts for
    /// an organisation that rates them is its official, and nobody is that of his own game.
    pub(super) fn own_names(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<HashSet<String>, Error> {
        match self {
            Owner::Organisation { pool: Some(_), account, .. } => {
                Ok(account_name_keys::name_keys(connection, *account)?)
            }
            _ => Ok(HashSet::new()),
        }
    }

    /// Where the games are rated, as a column says it.
    pub(super) fn rated_in(&self) -> Result<i16, Error> {
        match self {
            Owner::Site { .. } => Ok(0),
            Owner::Member { .. } | Owner::Organisation { pool: None, .. } => Ok(RATED_NOWHERE),
            Owner::Organisation { id, pool: Some(kind), .. } => {
                Pool::number_of(*id, *kind).ok_or_else(|| Error::conflict(refusals::NO_POOLS))
            }
        }
    }

    pub(super) fn events(&self) -> EventOwner {
        match self {
            Owner::Site { .. } => EventOwner::site(),
            Owner::Member { .. } => EventOwner::members(),
            Owner::Organisation { id, slug, .. } => EventOwner::organisation(*id, slug),
        }
    }

    /// What may be brought in at once; the operator brings as many games as he likes.
    pub(super) const fn room(&self, limits: &Limits) -> Room {
        let mut room = match self {
            Owner::Site { .. } => Room { bytes: u64::MAX, games: u64::MAX },
            Owner::Member { .. } => limits.member,
            Owner::Organisation { .. } => limits.organisation,
        };
        if room.bytes > limits.bytes {
            room.bytes = limits.bytes;
        }
        room
    }
}

/// An organisation, as what is its names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Organisation {
    pub id: i32,
    /// Its name in addresses.
    pub slug: String,
    pub name: String,
}

/// Whose a stored game or event is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Whose {
    Site,
    /// A member brought it: nobody vouches for it.
    Member,
    Organisation(Organisation),
}

impl Whose {
    /// The word for it in answers and catalogues.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Whose::Site => "site",
            Whose::Member => "member",
            Whose::Organisation(_) => "organisation",
        }
    }

    /// The organisation, if it is one's.
    #[must_use]
    pub const fn organisation(&self) -> Option<&Organisation> {
        match self {
            Whose::Organisation(organisation) => Some(organisation),
            Whose::Site | Whose::Member => None,
        }
    }

    /// Where a game with this `rated_in` is to be rated.
    pub(super) fn rated_in(&self, rated_in: i16) -> RatedIn {
        if rated_in == 0 {
            return RatedIn::Site;
        }
        let Whose::Organisation(own) = self else { return RatedIn::Nowhere(Unrated::Member) };
        Pool::organisation_of(rated_in)
            .and_then(|(_, kind)| Pool::of_organisation(own.id, &own.slug, &own.name, kind))
            .map_or(RatedIn::Nowhere(Unrated::NotAsked), RatedIn::Pool)
    }
}

/// The number of the open organisation with this name in addresses.
pub(super) fn id_of(connection: &mut AnyConnection, slug: &str) -> Result<i32, Error> {
    let found = owners::by_slug(connection, slug)?;
    found.map(|row| row.id).ok_or_else(|| Error::missing(Thing::Organisation, slug))
}

/// Finds out whose games and events are.
pub(super) struct Owners(HashMap<i32, Organisation>);

impl Owners {
    /// For these `organisation_id`s: one statement where an organisation is among them.
    pub fn read(
        connection: &mut AnyConnection,
        ids: impl Iterator<Item = i32>,
    ) -> Result<Owners, Error> {
        let mut ids: Vec<i32> = ids.filter(|id| *id > 0).collect();
        ids.sort_unstable();
        ids.dedup();
        let rows = if ids.is_empty() { Vec::new() } else { owners::by_ids(connection, &ids)? };
        Ok(Owners(rows.into_iter().map(|row| (row.id, row.into())).collect()))
    }

    pub fn whose(&self, id: i32) -> Whose {
        match id {
            0 => Whose::Site,
            OWNED_BY_MEMBERS => Whose::Member,
            id => Whose::Organisation(self.0.get(&id).cloned().unwrap_or_else(|| Organisation {
                id,
                slug: String::new(),
                name: "?".to_owned(),
            })),
        }
    }
}

impl From<OwnerRow> for Organisation {
    fn from(row: OwnerRow) -> Organisation {
        Organisation { id: row.id, slug: row.slug, name: row.name }
    }
}
