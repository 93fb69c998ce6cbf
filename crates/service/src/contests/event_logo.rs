//! The logo of an event.

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{App, Error, Result, Thing};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::logo;
use adjutant_store::{AnyConnection, event_logos};

use super::{authorize, authorize_act, event_row};

/// A logo as it is served; the digest makes its address change with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventLogo {
    pub png: Vec<u8>,
    pub digest: String,
}

/// The logo of an event, which everybody may see.
pub fn event_logo(app: &App, slug: &str) -> Result<EventLogo> {
    let mut conn = app.store().read_connection()?;
    let row = event_row(&mut conn, slug)?;
    let found = row.logo.zip(event_logos::find(&mut conn, row.id)?);
    let found = found.map(|(digest, png)| EventLogo { png, digest });
    found.ok_or_else(|| Error::missing(Thing::Event, slug))
}

/// Sets or, without a file, removes the logo of an event. The image is re-encoded before it is stored.
pub fn set_event_logo(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: Option<&[u8]>,
    now: Micros,
) -> Result<()> {
    // Images are decoded only for actors with permission.
    authorize(app, actor, Act::RunEvent, slug)?;
    let png = file.map(logo::reencode).transpose();
    let png = png.map_err(|e| Error::invalid("logo", e.message()))?;
    let digest = png.as_ref().map(|png| blake3::hash(png).to_hex()[..16].to_owned());
    app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::RunEvent, slug)?;
        let text = |digest: &Option<String>| digest.clone().unwrap_or_default();
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventChanged, now)
            .organisation(row.organisation_id)
            .event(row.id)
            .with_change(Field::Logo, text(&row.logo), text(&digest));
        if audit::write_changes(conn, &entry)? {
            event_logos::set(conn, row.id, png.as_deref().zip(digest.as_deref()))?;
        }
        Ok::<_, Error>(())
    })?;
    app.editions().raise();
    Ok(())
}

/// Gives a new event the logo of the one that it is a duplicate of.
pub(super) fn copy_logo(conn: &mut AnyConnection, from: &str, to: i32) -> Result<()> {
    let row = event_row(conn, from)?;
    let picture = event_logos::find(conn, row.id)?;
    event_logos::set(conn, to, picture.as_deref().zip(row.logo.as_deref()))?;
    Ok(())
}
