//! Changing an organisation: its profile, its logo, and whether it is open.

use crate::account::handle::look_key;
use crate::organisation::color::Color;
use crate::organisation::name::Name;
use crate::organisation::{Fault, logo, text, website};
use crate::store::organisations::{self as rows, OrganisationRow};
use crate::store::profiles;
use crate::store::transaction::in_transaction;

use super::super::access::{Act, ActingAs, Actor};
use super::super::audit::{self, Action, Entry, Field};
use super::super::said::Said;
use super::super::{App, Error, persons, refusals};
use super::create::{LONGEST_ABOUT, LONGEST_PLACE, name_is_free};
use super::{Organisation, State, guard};

/// All of a profile that can change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    pub name: String,
    pub about: String,
    pub place: String,
    pub website: String,
    /// `#rrggbb`; the ground of its pages' head.
    pub color: String,
    /// `#rrggbb`; what stands on it, moved as far as it takes to be read.
    pub accent: String,
    pub second_factor: bool,
}

impl Profile {
    /// The row with this profile.
    fn on(&self, before: &OrganisationRow) -> Result<OrganisationRow, Error> {
        let wrong = |field| move |fault: Fault| Error::invalid(field, fault);
        let name = Name::parse(&self.name).map_err(wrong("name"))?;
        let color = Color::parse(&self.color).map_err(wrong("color"))?;
        let accent = Color::parse(&self.accent).map_err(wrong("accent"))?;
        Ok(OrganisationRow {
            name: name.as_str().to_owned(),
            about: text::lines(&self.about, LONGEST_ABOUT).map_err(wrong("about"))?,
            place: text::line(&self.place, LONGEST_PLACE).map_err(wrong("place"))?,
            website: website::parse(&self.website).map_err(wrong("website"))?,
            color: color.number(),
            accent: accent.on(color).number(),
            second_factor: i16::from(self.second_factor),
            ..before.clone()
        })
    }
}

/// Changes an organisation's profile. Who demands a second factor must have given his own.
///
/// # Errors
/// As [`require`](super::super::access::require) has it; [`Error::Missing`];
/// [`Error::Invalid`] with the first field that is wrong; [`Error::Conflict`] where it is closed.
pub fn edit(
    app: &App,
    actor: &Actor,
    slug: &str,
    profile: &Profile,
    now: i64,
) -> Result<Organisation, Error> {
    let mut connection = app.store().connection()?;
    let done = in_transaction(&mut connection, |connection| {
        let (before, acting_as) = guard::locked(connection, actor, Act::EditOrganisation, slug)?;
        guard::alive(&before)?;
        let after = profile.on(&before)?;
        if after.second_factor > before.second_factor && !actor.gave_second_factor {
            return Err(Error::SecondFactor);
        }
        let entry = entry_of(actor, acting_as, &before, &after, now);
        if !entry.is_without_changes() {
            let look = look_key(&after.name);
            name_is_free(connection, &after.name, &look, after.id)?;
            rows::update(connection, &after, &look)?;
            audit::write(connection, &entry)?;
        }
        Ok::<_, Error>(after)
    })?;
    app.editions().raise();
    Ok(Organisation::of(done))
}

fn entry_of(
    actor: &Actor,
    acting_as: ActingAs,
    before: &OrganisationRow,
    after: &OrganisationRow,
    now: i64,
) -> Entry {
    let color = |number| Color::of(number).to_string();
    let demand = |number: i16| if number == 0 { "no" } else { "yes" };
    Entry::by(actor.account, acting_as.key(), Action::OrganisationChanged, now)
        .organisation(before.id)
        .change(Field::Name, &before.name, &after.name)
        .change(Field::About, &before.about, &after.about)
        .change(Field::Place, &before.place, &after.place)
        .change(Field::Website, &before.website, &after.website)
        .change(Field::Color, color(before.color), color(after.color))
        .change(Field::Accent, color(before.accent), color(after.accent))
        .change(
            Field::SecondFactorDemanded,
            demand(before.second_factor),
            demand(after.second_factor),
        )
}

/// Gives an organisation a logo from a picture, or takes it away. What is kept was drawn anew.
///
/// # Errors
/// As [`edit`]; [`Error::Invalid`] with why the file is no logo.
pub fn set_logo(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: Option<&[u8]>,
    now: i64,
) -> Result<Organisation, Error> {
    let mut connection = app.store().connection()?;
    // Nobody's picture is unpacked who may not leave one here.
    guard::allowed(&mut connection, actor, Act::EditOrganisation, slug)?;
    let png = file.map(logo::clean).transpose();
    let png = png.map_err(|e| Error::invalid("logo", e))?.unwrap_or_default();
    let digest = match png.as_slice() {
        [] => String::new(),
        png => blake3::hash(png).to_hex()[..16].to_owned(),
    };
    let done = in_transaction(&mut connection, |connection| {
        let (before, acting_as) = guard::locked(connection, actor, Act::EditOrganisation, slug)?;
        guard::alive(&before)?;
        let entry = Entry::by(actor.account, acting_as.key(), Action::OrganisationLogoChanged, now)
            .organisation(before.id)
            .change(Field::Logo, &before.logo_digest, &digest);
        if !entry.is_without_changes() {
            rows::set_logo(connection, before.id, &png, &digest)?;
            audit::write(connection, &entry)?;
        }
        Ok::<_, Error>(OrganisationRow { logo_digest: digest, ..before })
    })?;
    app.editions().raise();
    Ok(Organisation::of(done))
}

/// What an operator says of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Approves one that waits, or opens again one that was refused or closed.
    Open,
    /// Refuses one that waits.
    Refuse,
    /// Closes one that is open: it is gone for everybody but its officials and the site's.
    Close,
}

impl Decision {
    /// What it makes of a state, and what the audit trail calls it.
    const fn on(self, state: State) -> Option<(State, Action)> {
        match (self, state) {
            (Decision::Open, State::Waiting) => Some((State::Open, Action::OrganisationApproved)),
            (Decision::Open, State::Refused | State::Closed) => {
                Some((State::Open, Action::OrganisationReopened))
            }
            (Decision::Refuse, State::Waiting) => {
                Some((State::Refused, Action::OrganisationRefused))
            }
            (Decision::Close, State::Open) => Some((State::Closed, Action::OrganisationClosed)),
            _ => None,
        }
    }
}

/// Why a decision cannot be made of an organisation in this state.
fn not_now(name: &str, state: State) -> Error {
    let said = Said::keyed(format!("org-state-{}", state.key()), state.key(), Vec::new());
    Error::conflict(refusals::STATE_NOW.with([&name, &state.key()]).naming("state", said))
}

/// Decides on an organisation, as an operator; the reason is for its owners.
///
/// # Errors
/// As [`require`](super::super::access::require) has it; [`Error::Missing`]; [`Error::Invalid`]
/// without a reason for anything but approval; [`Error::Conflict`] where its state is not for
/// that.
pub fn decide(
    app: &App,
    actor: &Actor,
    slug: &str,
    decision: Decision,
    reason: &str,
    now: i64,
) -> Result<Organisation, Error> {
    let mut connection = app.store().connection()?;
    let done = in_transaction(&mut connection, |connection| {
        let (before, acting_as) = guard::locked(connection, actor, Act::ApproveOrganisation, slug)?;
        let state = State::of(before.state);
        let (next, action) = decision.on(state).ok_or_else(|| not_now(&before.name, state))?;
        let reason = match action {
            Action::OrganisationApproved => persons::note(reason)?,
            _ => persons::reason(reason)?,
        };
        rows::set_state(connection, before.id, next.number())?;
        let entry = Entry::by(actor.account, acting_as.key(), action, now)
            .organisation(before.id)
            .change(Field::State, state.key(), next.key())
            .because(&reason);
        audit::write(connection, &entry)?;
        let minors = profiles::minors_of(connection, before.id)?;
        for player in &minors {
            profiles::keep_privacy(connection, *player)?;
        }
        Ok::<_, Error>((OrganisationRow { state: next.number(), ..before }, minors))
    })?;
    let (row, minors) = done;
    drop(connection);
    match minors.is_empty() {
        true => app.editions().raise(),
        false => persons::changed(app, &minors)?,
    }
    Ok(Organisation::of(row))
}
