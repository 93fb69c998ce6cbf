//! Changing an organisation: profile, logo, and state.

use adjutant_domain::account::handle::look_key;
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::color::BrandColor;
use adjutant_domain::organisation::name::OrganisationName;
use adjutant_domain::organisation::{FieldError, logo, text, website};
use adjutant_store::organisations as rows;
use adjutant_store::profiles;

use super::super::access::{Act, ActingAs, Actor};
use super::super::audit::{self, Action, AuditEntry, Field, yes_no};
use super::super::messages::LocalizedMessage;
use super::super::{App, Error, Result, persons};
use super::creation::{MAX_ABOUT_LEN, MAX_PLACE_LEN, require_free_name};
use super::{Organisation, OrganisationState, access_guard};

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrganisationProfile {
    pub name: String,
    pub about: String,
    pub place: String,
    pub website: String,
    /// The background of page headers, as `#rrggbb`.
    pub color: String,
    /// The text on that background, as `#rrggbb`; adjusted to be readable.
    pub accent: String,
    pub second_factor: bool,
}

impl From<&Organisation> for OrganisationProfile {
    fn from(one: &Organisation) -> OrganisationProfile {
        OrganisationProfile {
            name: one.name.clone(),
            about: one.about.clone(),
            place: one.place.clone(),
            website: one.website.clone(),
            color: one.color.to_string(),
            accent: one.accent.to_string(),
            second_factor: one.demands_second_factor,
        }
    }
}

impl OrganisationProfile {
    fn apply_to(&self, before: &Organisation) -> Result<Organisation> {
        let wrong = |field| move |fault: FieldError| Error::invalid(field, fault.message());
        let name = OrganisationName::parse(&self.name).map_err(wrong("name"))?;
        let color = BrandColor::parse(&self.color).map_err(wrong("color"))?;
        let accent = BrandColor::parse(&self.accent).map_err(wrong("accent"))?;
        Ok(Organisation {
            name: name.as_str().to_owned(),
            about: text::clean_lines(&self.about, MAX_ABOUT_LEN).map_err(wrong("about"))?,
            place: text::clean_line(&self.place, MAX_PLACE_LEN).map_err(wrong("place"))?,
            website: website::parse_website(&self.website).map_err(wrong("website"))?,
            color,
            accent: accent.readable_on(color),
            demands_second_factor: self.second_factor,
            ..before.clone()
        })
    }
}

/// Changes an organisation's profile. To require a second factor, the actor must have given their
/// own.
pub fn edit(
    app: &App,
    actor: &Actor,
    slug: &str,
    profile: &OrganisationProfile,
    now: Micros,
) -> Result<Organisation> {
    let edit = |conn: &mut _, before: Organisation, acting_as| {
        access_guard::require_active(&before)?;
        let after = profile.apply_to(&before)?;
        let is_new = after.demands_second_factor && !before.demands_second_factor;
        if is_new && !actor.gave_second_factor {
            return Err(Error::SecondFactor);
        }
        let entry = audit_entry(actor, acting_as, &before, &after, now);
        if audit::write_changes(conn, &entry)? {
            let look = look_key(&after.name);
            require_free_name(conn, &after.name, &look, after.id)?;
            rows::update(conn, &after, &look)?;
        }
        Ok(after)
    };
    let done = access_guard::write(app, actor, Act::EditOrganisation, slug, edit)?;
    app.editions().raise();
    Ok(done)
}

fn audit_entry(
    actor: &Actor,
    acting_as: ActingAs,
    before: &Organisation,
    after: &Organisation,
    now: Micros,
) -> AuditEntry {
    AuditEntry::for_actor(actor, acting_as, Action::OrganisationChanged, now)
        .organisation(before.id)
        .with_change(Field::Name, &before.name, &after.name)
        .with_change(Field::About, &before.about, &after.about)
        .with_change(Field::Place, &before.place, &after.place)
        .with_change(Field::Website, &before.website, &after.website)
        .with_change(Field::Color, before.color, after.color)
        .with_change(Field::Accent, before.accent, after.accent)
        .with_change(
            Field::SecondFactorDemanded,
            yes_no(before.demands_second_factor),
            yes_no(after.demands_second_factor),
        )
}

/// Sets or removes an organisation's logo. The image is re-encoded before it is stored.
pub fn set_logo(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: Option<&[u8]>,
    now: Micros,
) -> Result<Organisation> {
    // Images are decoded only for actors with permission.
    let mut conn = app.store().read_connection()?;
    access_guard::authorize(&mut conn, actor, Act::EditOrganisation, slug)?;
    drop(conn);
    let png = file.map(logo::reencode).transpose();
    let png = png.map_err(|e| Error::invalid("logo", e.message()))?.unwrap_or_default();
    let digest = match png.as_slice() {
        [] => String::new(),
        png => blake3::hash(png).to_hex()[..16].to_owned(),
    };
    let store = |conn: &mut _, before: Organisation, acting_as| {
        access_guard::require_active(&before)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::OrganisationLogoChanged, now)
            .organisation(before.id)
            .with_change(Field::Logo, before.logo.as_deref().unwrap_or_default(), &digest);
        if audit::write_changes(conn, &entry)? {
            rows::set_logo(conn, before.id, &png, &digest)?;
        }
        Ok(Organisation { logo: Some(digest).filter(|digest| !digest.is_empty()), ..before })
    };
    let done = access_guard::write(app, actor, Act::EditOrganisation, slug, store)?;
    app.editions().raise();
    Ok(done)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganisationDecision {
    /// Approves a pending organisation, or reopens a refused or closed one.
    Open,
    Refuse,
    /// Closes an open organisation, which hides it from all but its officials and those of the
    /// site.
    Close,
}

impl OrganisationDecision {
    const fn transition_from(
        self,
        state: OrganisationState,
    ) -> Option<(OrganisationState, Action)> {
        use OrganisationState::{Closed, Open, Refused, Waiting};
        match (self, state) {
            (OrganisationDecision::Open, Waiting) => Some((Open, Action::OrganisationApproved)),
            (OrganisationDecision::Open, Refused | Closed) => {
                Some((Open, Action::OrganisationReopened))
            }
            (OrganisationDecision::Refuse, Waiting) => Some((Refused, Action::OrganisationRefused)),
            (OrganisationDecision::Close, Open) => Some((Closed, Action::OrganisationClosed)),
            _ => None,
        }
    }
}

fn wrong_state(name: &str, state: OrganisationState) -> Error {
    let said = LocalizedMessage::keyed(format!("org-state-{}", state.key()), state.key());
    Error::conflict(refusal!(STATE_NOW, name, state = said))
}

/// Decides on an organisation; the reason is shown to its owners.
pub fn decide(
    app: &App,
    actor: &Actor,
    slug: &str,
    decision: OrganisationDecision,
    reason: &str,
    now: Micros,
) -> Result<Organisation> {
    let decide = |conn: &mut _, before: Organisation, acting_as| {
        let state = before.state;
        let (next, action) =
            decision.transition_from(state).ok_or_else(|| wrong_state(&before.name, state))?;
        let reason = match action {
            Action::OrganisationApproved => persons::note(reason)?,
            _ => persons::reason(reason)?,
        };
        rows::set_state(conn, before.id, next)?;
        let entry = AuditEntry::for_actor(actor, acting_as, action, now)
            .organisation(before.id)
            .with_change(Field::State, state.key(), next.key())
            .with_reason(&reason);
        audit::write(conn, &entry)?;
        let minors = profiles::minor_members(conn, before.id)?;
        for player in &minors {
            profiles::sync_privacy(conn, *player)?;
        }
        Ok((Organisation { state: next, ..before }, minors))
    };
    let (row, minors) = access_guard::write(app, actor, Act::ApproveOrganisation, slug, decide)?;
    persons::changed_any(app, &minors)?;
    Ok(row)
}
