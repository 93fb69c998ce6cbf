//! Rating pools of the site and of organisations.

use std::collections::HashMap;

use adjutant_store::owners::OwnerRow;
use adjutant_store::record_annulments::ANNULLED;
use adjutant_store::{AnyConnection, distinct, owners, titles};
use ledger_ratings::{Family, Pool, PoolKind, RatedIn, TitleBand, TitleTable, Titles, Unrated};

use super::{App, Error, Result, Thing};

/// The pool with this key, of the site or of an open organisation.
pub fn by_key(app: &App, key: &str) -> Result<&'static Pool> {
    let missing = || Error::missing(Thing::Pool, key);
    if let Some(pool) = Pool::by_key(key) {
        return Ok(pool);
    }
    let (slug, kind) = key.rsplit_once('.').ok_or_else(missing)?;
    let of = Pool::kinds_of_organisation().find(|(own, family)| own.key_of(*family) == kind);
    let of = of.ok_or_else(missing)?;
    let owner = owners::by_slug(&mut *app.store().read_connection()?, slug)?.ok_or_else(missing)?;
    owned(&owner, of).ok_or_else(missing)
}

/// Whether the pool has a public leaderboard: the site's and those of open organisations.
pub fn is_open(app: &App, pool: &Pool) -> Result<bool> {
    match by_key(app, pool.key) {
        Ok(_) => Ok(true),
        Err(Error::Missing { .. }) => Ok(false),
        Err(e) => Err(e),
    }
}

/// The pools of an open organisation, by its slug.
pub fn of_organisation(app: &App, slug: &str) -> Result<Vec<&'static Pool>> {
    let owner = owners::by_slug(&mut *app.store().read_connection()?, slug)?
        .ok_or_else(|| Error::missing(Thing::Organisation, slug))?;
    Ok(Pool::kinds_of_organisation().filter_map(|of| owned(&owner, of)).collect())
}

/// The titles of a pool: its organisation's own if there are any, else the site's.
pub fn titles(app: &App, pool: &Pool) -> Result<Titles> {
    let Some(owner) = pool.owner else { return Ok(Titles::Site) };
    let rows = titles::for_organisation(&mut *app.store().read_connection()?, owner.id)?;
    let bands = rows.into_iter().map(|(name, from)| TitleBand { name, from }).collect();
    // Stored titles were valid when written; an empty list is no table.
    Ok(TitleTable::new(bands).map_or(Titles::Site, Titles::Own))
}

fn owned(owner: &OwnerRow, of: (PoolKind, Family)) -> Option<&'static Pool> {
    Pool::of_organisation(owner.id, &owner.slug, &owner.name, of)
}

/// Pools by their stored ids, the site's first.
pub(super) struct PoolList {
    pools: Vec<&'static Pool>,
    owned: HashMap<i16, usize>,
}

impl PoolList {
    /// The pools of the site and of every organisation.
    pub fn all(conn: &mut AnyConnection) -> Result<PoolList> {
        Ok(PoolList::of(&owners::all(conn)?))
    }

    /// The pools of the site and of the organisations with these pool ids.
    pub fn with(conn: &mut AnyConnection, numbers: impl Iterator<Item = i16>) -> Result<PoolList> {
        let numbers = numbers.filter_map(Pool::organisation_of);
        let ids = distinct(numbers.map(|(organisation, ..)| organisation));
        let rows = if ids.is_empty() { Vec::new() } else { owners::by_ids(conn, &ids)? };
        Ok(PoolList::of(&rows))
    }

    fn of(owners: &[OwnerRow]) -> PoolList {
        let mut list = PoolList { pools: Pool::ALL.iter().collect(), owned: HashMap::new() };
        for owner in owners {
            for pool in Pool::kinds_of_organisation().filter_map(|of| owned(owner, of)) {
                list.owned.insert(pool.id, list.pools.len());
                list.pools.push(pool);
            }
        }
        list
    }

    pub fn pools(&self) -> &[&'static Pool] {
        &self.pools
    }

    /// The index in [`PoolList::pools`] of the pool with this id.
    pub fn index(&self, number: i16) -> Option<usize> {
        let site = usize::try_from(number).ok();
        let site = site.filter(|at| Pool::ALL.get(*at).is_some_and(|pool| pool.id == number));
        site.or_else(|| self.owned.get(&number).copied())
    }

    /// The pool for a game with this stored `rated_in`.
    pub fn wanted(&self, rated_in: i16) -> RatedIn {
        if rated_in == 0 {
            return RatedIn::Site;
        }
        if rated_in == ANNULLED {
            return RatedIn::Nowhere(Unrated::Annulled);
        }
        let owned = self.owned.get(&rated_in).map(|at| RatedIn::Pool(self.pools[*at]));
        owned.unwrap_or(RatedIn::Nowhere(Unrated::Member))
    }
}
