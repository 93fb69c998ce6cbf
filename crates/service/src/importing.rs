//! Permission to import records, with the audit log entry.

use std::io::Read;

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::Micros;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{labels, owners};
use ledger_ratings::PoolKind;

use super::access::{Act, ActTarget, ActingAs, Actor, Credential, Part, require};
use super::audit::{self, Action, AuditEntry, Field};
use super::import::{Counts, Verdict, import_at_most};
use super::owner::{Limits, Owner};
use super::records::Provenance;
use super::{App, Error, Result, Thing};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// An organisation's slug; `None` for the site, or as a member.
    pub organisation: Option<String>,
    /// The organisation's pool that rates the games; `None` leaves them unrated.
    pub pool: Option<PoolKind>,
}

#[derive(Debug, Clone)]
pub struct Permit {
    actor: Actor,
    acting_as: ActingAs,
    owner: Owner,
}

/// Checks the permission to import: operators for the site, organizers for their organisation, and
/// any account unrated games.
pub fn permit(app: &App, actor: &Actor, wish: &Wish) -> Result<Permit> {
    let permit = |(acting_as, owner)| Permit { actor: actor.clone(), acting_as, owner };
    match &wish.organisation {
        Some(slug) => for_organisation(app, actor, slug, wish.pool).map(permit),
        None if wish.pool.is_some() => Err(Error::conflict(
            "pools are an organisation's: name it in organisation, too, or leave pool out",
        )),
        None => for_nobody(actor).map(permit),
    }
}

fn for_organisation(
    app: &App,
    actor: &Actor,
    slug: &str,
    pool: Option<PoolKind>,
) -> Result<(ActingAs, Owner)> {
    if actor.credential == Credential::Nobody {
        return Err(Error::SignIn);
    }
    let mut conn = app.store().connection()?;
    let found = owners::by_slug(&mut conn, slug)?;
    let id = found.ok_or_else(|| Error::missing(Thing::Organisation, slug))?.id;
    let demanded = labels::demands_second_factor(&mut conn, id)?;
    let on = ActTarget::Organisation(id);
    let acting_as = match require(actor, Act::ImportForOrganisation, on, demanded) {
        Err(e) if e.is_of_others() => {
            return Err(Error::forbidden(refusal!(NOT_ITS_ORGANIZER, name = slug)));
        }
        other => other?,
    };
    Ok((acting_as, Owner::Organisation { id, slug: slug.to_owned(), pool, account: actor.account }))
}

fn for_nobody(actor: &Actor) -> Result<(ActingAs, Owner)> {
    if actor.site_role == SiteRole::Operator {
        let acting_as = require(actor, Act::ImportForSite, ActTarget::Site, false)?;
        let owner = Owner::Site { provenance: Provenance::Api, account: actor.account };
        return Ok((acting_as, owner));
    }
    let acting_as = require(actor, Act::ImportUnrated, ActTarget::Site, false)?;
    Ok((acting_as, Owner::Member { account: actor.account }))
}

/// The permission of a command on the server, for the site.
pub fn by_command() -> Permit {
    let owner = Owner::Site { provenance: Provenance::Command, account: 0 };
    Permit { actor: Actor::for_command(), acting_as: ActingAs(Part::Operator), owner }
}

/// Imports `input` within its limits, like [`import_at_most`], and logs the number of games, even
/// if the input breaks off.
pub fn import(
    app: &App,
    permit: &Permit,
    input: impl Read + Send,
    limits: &Limits,
    now: Micros,
    tell: &mut dyn FnMut(&Verdict, &Counts),
) -> Result<Counts> {
    let mut counts = Counts::default();
    let mut count = |verdict: &Verdict, so_far: &Counts| {
        counts = *so_far;
        tell(verdict, so_far);
    };
    let done = import_at_most(app, input, limits, permit.owner.clone(), now, &mut count);
    if counts.added + counts.duplicates + counts.refused > 0 {
        write_down(app, permit, &counts, now)?;
    }
    done
}

fn write_down(app: &App, permit: &Permit, counts: &Counts, now: Micros) -> Result<()> {
    let Permit { actor, acting_as, owner } = permit;
    let mut entry = AuditEntry::for_actor(actor, *acting_as, Action::RecordsImported, now)
        .with_change(Field::Added, "", counts.added)
        .with_change(Field::Duplicates, "", counts.duplicates)
        .with_change(Field::Refused, "", counts.refused);
    if let Owner::Organisation { id, pool, .. } = owner {
        let pool = pool.map_or("none", PoolKind::key);
        entry = entry.organisation(*id).with_change(Field::Pool, "", pool);
    }
    Ok(in_transaction(&mut *app.store().connection()?, |conn| audit::write(conn, &entry))?)
}
