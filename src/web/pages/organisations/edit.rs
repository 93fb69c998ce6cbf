//! An organisation's profile: texts, colours, logo, and the second factor required of officials.

use crate::web::prelude::*;
use adjutant_domain::organisation::color::BrandColor;
use adjutant_domain::organisation::name::OrganisationName;
use adjutant_domain::organisation::{logo, website};
use adjutant_service::Error;
use adjutant_service::organisations::{self, MAX_ABOUT_LEN, MAX_PLACE_LEN, OrganisationProfile};
use adjutant_site::forms::{FaultCollector, FileLimits, values_digest};

use super::new::profile_fields;
use adjutant_site::org_context::{OrgContext, require_unchanged};

const DONE_KEYS: &[&str] = &["done-org-saved", "done-org-logo", "done-org-no-logo"];

/// A field that was not sent stays as it is.
#[derive(Clone, Deserialize)]
struct ProfileForm {
    name: Option<String>,
    place: Option<String>,
    about: Option<String>,
    website: Option<String>,
    color: Option<String>,
    accent: Option<String>,
    #[serde(rename = "second-factor")]
    second_factor: bool,
    /// Shows that the box was on the form, since browsers do not send unticked boxes.
    whole: bool,
    before: String,
}

const LOGO_FILE: FileLimits = &[("logo", logo::MAX_LOGO_BYTES)];

#[derive(Deserialize)]
struct LogoForm {
    remove: bool,
}

fn profile_digest(one: &OrganisationProfile) -> String {
    let second_factor = if one.second_factor { "\u{1}" } else { "\0" };
    let texts = [&one.name, &one.about, &one.place, &one.website, &one.color, &one.accent];
    values_digest(&[&texts.map(String::as_str)[..], &[second_factor]].concat())
}

fn form(visit: &RequestContext, place: &OrgContext) -> Form {
    let texts = visit.texts();
    let own = &place.organisation;
    let profile = OrganisationProfile::from(own);
    visit
        .form("profile", &place.address("edit"), "save")
        .with_field(Field::hidden(texts, "before", profile_digest(&profile)))
        .with_field(Field::hidden(texts, "whole", "1"))
        .with_field(Field::text(texts, "name", "org-name").value(&own.name).required())
        .with_fields(profile_fields(texts, [&own.place, &own.about, &own.website]))
        .with_fields([
            Field::color(texts, "color", "org-color").hint("org-color-hint").value(profile.color),
            Field::color(texts, "accent", "org-accent")
                .hint("org-accent-hint")
                .value(profile.accent),
            Field::checkbox(texts, "second-factor", "org-second-factor", own.demands_second_factor)
                .hint("org-second-factor-hint"),
        ])
}

fn logo_form(visit: &RequestContext, place: &OrgContext) -> Form {
    let texts = visit.texts();
    let action = place.address("edit/logo");
    let file = Field::file(texts, "logo", "org-logo", "image/png,image/jpeg,image/webp");
    let form = visit.form("logo", &action, "org-logo-save").with_field(file.hint("org-logo-hint"));
    match place.organisation.logo {
        Some(_) => form.with_field(Field::checkbox(texts, "remove", "org-logo-remove", false)),
        None => form,
    }
}

fn form_page(visit: &RequestContext, place: &OrgContext) -> FormPage {
    FormPage::new(visit, place.area_header(visit, "edit", "org-edit-title"))
        .form(form(visit, place))
        .second_form("org-logo", logo_form(visit, place))
}

/// Parses the profile, or returns all faults; a field that was not sent stays as it is.
fn profile_from_form(
    texts: Texts,
    sent: &ProfileForm,
    before: OrganisationProfile,
) -> Result<OrganisationProfile, FormRefusal> {
    let sent = sent.clone();
    let profile = OrganisationProfile {
        name: sent.name.unwrap_or(before.name),
        about: sent.about.unwrap_or(before.about),
        place: sent.place.unwrap_or(before.place),
        website: sent.website.unwrap_or(before.website),
        color: sent.color.unwrap_or(before.color),
        accent: sent.accent.unwrap_or(before.accent),
        second_factor: sent.second_factor || (!sent.whole && before.second_factor),
    };
    let mut all = FaultCollector::new(texts);
    all.check("name", OrganisationName::parse(&profile.name));
    all.check_line("place", &profile.place, MAX_PLACE_LEN);
    all.check_lines("about", &profile.about, MAX_ABOUT_LEN);
    all.check("website", website::parse_website(&profile.website));
    all.check("color", BrandColor::parse(&profile.color));
    all.check("accent", BrandColor::parse(&profile.accent));
    FormRefusal::if_any(all.faults).map(|()| profile)
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    form_page(&visit, &place).done(done).respond(&visit)
}

pub async fn submit(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<ProfileForm>(&visit).await?;
    let (texts, before) = (visit.texts(), OrganisationProfile::from(&place.organisation));
    let same = sent.before == profile_digest(&before);
    let profile = profile_from_form(texts, &sent, before)
        .and_then(|profile| require_unchanged(texts, same).map(|()| profile));
    let changed = place.attempt(&visit, profile, |app, actor, slug, profile| {
        organisations::edit(app, actor, slug, &profile, now_micros())
    });
    let outcome = changed.await?.map(|_| (place.address("edit"), "done-org-saved"));
    form_page(&visit, &place).answer(&visit, &sent, outcome)
}

fn logo_form_page(visit: &RequestContext, place: &OrgContext) -> FormPage {
    FormPage::new(visit, place.area_header(visit, "edit", "org-logo"))
        .form(logo_form(visit, place))
        .link(place.address("edit"), "org-edit-title")
}

/// Shows the form for the logo alone.
pub async fn show_logo(visit: RequestContext, place: OrgContext) -> PageResult {
    logo_form_page(&visit, &place).respond(&visit)
}

pub async fn submit_logo(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_with_files::<LogoForm>(&visit, LOGO_FILE).await?;
    let removes = sent.remove;
    let file = sent.file("logo").map(|file| file.bytes.clone()).filter(|_| !removes);
    let changed = if file.is_none() && !removes {
        Err(FormRefusal::fault("logo", visit.texts().get("refused-logo-empty")))
    } else {
        let set = place.attempt_import(&visit, move |app, actor, slug| {
            // Decoding an image is slow, so it is done here, off the worker threads.
            if let Some(Err(fault)) = file.as_deref().map(logo::reencode) {
                return Err(Error::invalid("logo", fault.message()));
            }
            organisations::set_logo(app, actor, slug, file.as_deref(), now_micros())
        });
        set.await?
    };
    let words = if removes { "done-org-no-logo" } else { "done-org-logo" };
    match changed {
        Ok(_) => Ok(redirect_with_flash(&place.address("edit"), words)),
        Err(refusal) => logo_form_page(&visit, &place).respond_refused(&visit, refusal),
    }
}
