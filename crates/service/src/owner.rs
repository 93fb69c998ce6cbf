//! Owners of imported games, with the consequences for limits and ratings.

use std::collections::{HashMap, HashSet};

use adjutant_domain::game::GameKind;
use adjutant_store::game_writer::RATED_NOWHERE;
use adjutant_store::names::EventOwner;
use adjutant_store::owners::{OwnerId, OwnerRow};
use adjutant_store::record_annulments::ANNULLED;
use adjutant_store::{AnyConnection, accounts, distinct, owners};
use ledger_ratings::{Pool, PoolKind, RatedIn, Unrated};

use super::records::Provenance;
use super::{Error, Result, Thing, refusals};

/// The owner of imported games. The caller has checked the importer's permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owner {
    /// The site: rated in its pools.
    Site {
        provenance: Provenance,
        /// The importing account; 0 for a command on the server.
        account: i32,
    },
    /// A member: unrated, marked, and limited.
    Member { account: i32 },
    /// An organisation: marked as its own, and rated in its own pool if one is named.
    Organisation { id: i32, slug: String, pool: Option<PoolKind>, account: i32 },
}

impl From<Provenance> for Owner {
    fn from(provenance: Provenance) -> Owner {
        Owner::Site { provenance, account: 0 }
    }
}

/// The limits of one import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Bytes of text after decompression.
    pub bytes: u64,
    pub games: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of text after decompression, for every importer.
    pub bytes: u64,
    /// For members: the games of an evening.
    pub member: Room,
    /// The number of games that an account may import in total as a member.
    pub member_games: u64,
    /// For an organisation: the games of a season.
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
    /// The stored id of the owner.
    pub(super) const fn id(&self) -> OwnerId {
        match self {
            Owner::Site { .. } => OwnerId::Site,
            Owner::Member { .. } => OwnerId::Members,
            Owner::Organisation { id, .. } => OwnerId::Organisation(*id),
        }
    }

    /// The importing account; 0 for a command on the server.
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

    /// The importer's names if their own games must not be rated: whoever imports rated games for
    /// an organisation acts as its official, and nobody is an official of their own game.
    pub(super) fn own_names(&self, conn: &mut AnyConnection) -> Result<HashSet<String>> {
        match self {
            Owner::Organisation { pool: Some(_), account, .. } => {
                Ok(accounts::name_keys(conn, *account)?)
            }
            _ => Ok(HashSet::new()),
        }
    }

    /// The pool that rates a game of this kind, as stored.
    pub(super) fn rated_in(&self, game: GameKind) -> Result<i16> {
        match self {
            Owner::Site { .. } => Ok(0),
            Owner::Member { .. } | Owner::Organisation { pool: None, .. } => Ok(RATED_NOWHERE),
            Owner::Organisation { id, pool: Some(kind), .. } => {
                let number = Pool::number_of(*id, *kind, game.family());
                number.ok_or_else(|| Error::conflict(refusals::NO_POOLS))
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

    /// The limits of one import; unlimited for the operator.
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

/// The organisation that owns something.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Organisation {
    pub id: i32,
    pub slug: String,
    pub name: String,
}

/// The owner of a stored game or event.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Whose {
    Site,
    /// Imported by a member, and vouched for by nobody.
    Member,
    Organisation(Organisation),
}

impl Whose {
    /// The key in responses and catalogues.
    pub const fn key(&self) -> &'static str {
        match self {
            Whose::Site => "site",
            Whose::Member => "member",
            Whose::Organisation(_) => "organisation",
        }
    }

    pub const fn organisation(&self) -> Option<&Organisation> {
        match self {
            Whose::Organisation(organisation) => Some(organisation),
            Whose::Site | Whose::Member => None,
        }
    }

    /// The pool for a game with this stored `rated_in`.
    pub(super) fn rated_in(&self, rated_in: i16) -> RatedIn {
        if rated_in == 0 {
            return RatedIn::Site;
        }
        if rated_in == ANNULLED {
            return RatedIn::Nowhere(Unrated::Annulled);
        }
        let own = match self {
            Whose::Organisation(own) => own,
            Whose::Member => return RatedIn::Nowhere(Unrated::Member),
            // What was imported for the site counts in its pools.
            Whose::Site => return RatedIn::Nowhere(Unrated::Casual),
        };
        Pool::organisation_of(rated_in)
            .and_then(|(_, kind, family)| {
                Pool::of_organisation(own.id, &own.slug, &own.name, (kind, family))
            })
            .map_or(RatedIn::Nowhere(Unrated::NotAsked), RatedIn::Pool)
    }
}

/// The id of the open organisation with this slug.
pub(super) fn id_of(conn: &mut AnyConnection, slug: &str) -> Result<i32> {
    let found = owners::by_slug(conn, slug)?;
    found.map(|row| row.id).ok_or_else(|| Error::missing(Thing::Organisation, slug))
}

/// Resolves owners of games and events.
pub(super) struct Owners(HashMap<i32, Organisation>);

impl Owners {
    /// Reads these owners; at most one query.
    pub fn read(conn: &mut AnyConnection, ids: impl Iterator<Item = OwnerId>) -> Result<Owners> {
        let ids = distinct(ids.filter_map(OwnerId::organisation));
        let rows = if ids.is_empty() { Vec::new() } else { owners::by_ids(conn, &ids)? };
        Ok(Owners(rows.into_iter().map(|row| (row.id, row.into())).collect()))
    }

    pub fn whose(&self, id: OwnerId) -> Whose {
        match id {
            OwnerId::Site => Whose::Site,
            OwnerId::Members => Whose::Member,
            OwnerId::Organisation(id) => {
                Whose::Organisation(self.0.get(&id).cloned().unwrap_or_else(|| Organisation {
                    id,
                    slug: String::new(),
                    name: "?".to_owned(),
                }))
            }
        }
    }
}

impl From<OwnerRow> for Organisation {
    fn from(row: OwnerRow) -> Organisation {
        Organisation { id: row.id, slug: row.slug, name: row.name }
    }
}
