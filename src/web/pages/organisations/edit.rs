//! An organisation's profile: words, colours, logo, and what it demands of its officials.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::organisation::color::Color;
use crate::organisation::name::Name;
use crate::organisation::{logo, website};
use crate::service::access::Act;
use crate::service::organisations::{self, NewOrganisation, Organisation, Profile};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, attempt_import, now, see_other};
use crate::web::pages::desk::Sheet;
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::Place;
use super::faults::{FieldFault, Gather, logo_words};
use super::new::{LONGEST_ABOUT, LONGEST_PLACE, fields};

const DONE: &[&str] = &["done-org-saved", "done-org-logo", "done-org-no-logo"];

const SHAPE: Shape = Shape::of(&[
    "name",
    "place",
    "about",
    "website",
    "color",
    "accent",
    "second-factor",
    "whole",
    "before",
]);
const LOGO: Shape = Shape { once: &["remove"], many: &[], files: &[("logo", logo::MOST_BYTES)] };

fn profile_of(one: &Organisation) -> Profile {
    Profile {
        name: one.name.clone(),
        about: one.about.clone(),
        place: one.place.clone(),
        website: one.website.clone(),
        color: one.color.to_string(),
        accent: one.accent.to_string(),
        second_factor: one.second_factor,
    }
}

/// What a form was filled from, so that a change by somebody else in between is noticed.
fn stamp(one: &Profile) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [&one.name, &one.about, &one.place, &one.website, &one.color, &one.accent] {
        hasher.update(part.as_bytes()).update(b"\0");
    }
    hasher.update(&[u8::from(one.second_factor)]);
    hasher.finalize().to_hex()[..16].to_owned()
}

fn form(visit: &Visit, place: &Place) -> Form {
    let texts = visit.texts();
    let own = &place.organisation;
    let profile = profile_of(own);
    let shown = NewOrganisation {
        place: own.place.clone(),
        about: own.about.clone(),
        website: own.website.clone(),
        ..NewOrganisation::default()
    };
    let form = Form::new(texts, "profile", &place.address("edit"), &visit.form_token(), "save")
        .with(Field::hidden(texts, "before", stamp(&profile)))
        .with(Field::hidden(texts, "whole", "1"))
        .with(Field::line(texts, "name", "org-name").value(&own.name).required());
    fields(texts, form, &shown)
        .with(Field::color(texts, "color", "org-color").hint("org-color-hint").value(profile.color))
        .with(
            Field::color(texts, "accent", "org-accent")
                .hint("org-accent-hint")
                .value(profile.accent),
        )
        .with(
            Field::check(texts, "second-factor", "org-second-factor", own.second_factor)
                .hint("org-second-factor-hint"),
        )
}

fn logo_form(visit: &Visit, place: &Place) -> Form {
    let texts = visit.texts();
    let action = place.address("edit/logo");
    let file = Field::file(texts, "logo", "org-logo", "image/png,image/jpeg,image/webp");
    let form = Form::new(texts, "logo", &action, &visit.form_token(), "org-logo-save")
        .with(file.hint("org-logo-hint"));
    match place.organisation.logo {
        Some(_) => form.with(Field::check(texts, "remove", "org-logo-remove", false)),
        None => form,
    }
}

fn sheet(visit: &Visit, place: &Place, done: Option<Done>) -> Sheet {
    let head = place.head(visit, "edit", "org-edit-title").done(visit.texts(), done);
    Sheet::new(visit, head).form(form(visit, place)).other("org-logo", logo_form(visit, place))
}

/// What was sent, or all that is wrong with it; what was not sent at all stays as it is.
fn read(texts: Texts, sent: &forms::Form, before: Profile) -> Result<Profile, Vec<FieldFault>> {
    let text = |name: &str, before: String| {
        if sent.has(name) { sent.text(name).to_owned() } else { before }
    };
    // A box that is not ticked is not sent: the form says that it was there.
    let ticked = sent.is_ticked("second-factor") || (!sent.has("whole") && before.second_factor);
    let profile = Profile {
        name: text("name", before.name),
        about: text("about", before.about),
        place: text("place", before.place),
        website: text("website", before.website),
        color: text("color", before.color),
        accent: text("accent", before.accent),
        second_factor: ticked,
    };
    let mut all = Gather::new(texts);
    all.take("name", Name::parse(&profile.name));
    all.line("place", &profile.place, LONGEST_PLACE);
    all.lines("about", &profile.about, LONGEST_ABOUT);
    all.take("website", website::parse(&profile.website));
    all.take("color", Color::parse(&profile.color));
    all.take("accent", Color::parse(&profile.accent));
    if all.faults.is_empty() { Ok(profile) } else { Err(all.faults) }
}

/// The forms.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let place = Place::enter(&visit, &path, Act::EditOrganisation).await?;
    sheet(&visit, &place, done).answer(&visit)
}

/// Changes the profile.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditOrganisation).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let before = profile_of(&place.organisation);
    let stale = sent.text("before") != stamp(&before);
    let changed = match read(visit.texts(), &sent, before) {
        Err(faults) => Err(Refusal::faults(faults)),
        Ok(_) if stale => Err(Refusal::faults(vec![("", visit.texts().get("org-changed-since"))])),
        Ok(profile) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let changed = attempt(&visit, move |app| {
                Ok(organisations::edit(app, &actor, &slug, &profile, now())?)
            });
            changed.await?
        }
    };
    match changed {
        Ok(_) => Ok(see_other(&Done::address(&place.address("edit"), "done-org-saved"))),
        Err(refusal) => sheet(&visit, &place, None).filled(&sent).refused(&visit, refusal),
    }
}

fn logo_sheet(visit: &Visit, place: &Place) -> Sheet {
    Sheet::new(visit, place.head(visit, "edit", "org-logo"))
        .form(logo_form(visit, place))
        .link(place.address("edit"), "org-edit-title")
}

/// The form for the logo alone.
pub async fn show_logo(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditOrganisation).await?;
    logo_sheet(&visit, &place).answer(&visit)
}

/// Changes the logo, or takes it away.
pub async fn take_logo(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditOrganisation).await?;
    let sent = forms::read(&visit, &request, payload, LOGO).await?;
    let texts = visit.texts();
    let file = sent.file("logo").map(|file| file.bytes.clone());
    let removes = sent.is_ticked("remove");
    let changed = match (file, removes) {
        (None, false) => Err(Refusal::faults(vec![("logo", texts.get("org-fault-logo-empty"))])),
        (file, _) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let set = attempt_import(&visit, move |app| {
                // Reading a picture costs time: it is done here, off the workers' threads.
                let file = file.filter(|_| !removes);
                if let Some(Err(fault)) = file.as_deref().map(logo::clean) {
                    return Ok(Err(fault));
                }
                let logo = file.as_deref();
                Ok(Ok(organisations::set_logo(app, &actor, &slug, logo, now()).map(|_| ())?))
            });
            match set.await? {
                Ok(Ok(())) => Ok(()),
                Ok(Err(fault)) => Err(Refusal::faults(vec![("logo", logo_words(texts, fault))])),
                Err(refusal) => Err(refusal),
            }
        }
    };
    let words = if removes { "done-org-no-logo" } else { "done-org-logo" };
    match changed {
        Ok(()) => Ok(see_other(&Done::address(&place.address("edit"), words))),
        Err(refusal) => logo_sheet(&visit, &place).refused(&visit, refusal),
    }
}
