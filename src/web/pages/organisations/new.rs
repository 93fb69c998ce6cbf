//! Creating an organisation.

use crate::web::prelude::*;
use adjutant_domain::organisation::name::{OrganisationName, OrganisationSlug};
use adjutant_domain::organisation::website;
use adjutant_service::organisations::{
    self, CreationPolicy, CreationRules, MAX_ABOUT_LEN, MAX_PLACE_LEN, NewOrganisation,
};
use adjutant_site::forms::FaultCollector;

use adjutant_site::org_context::organisation_address;

/// The number of organisations that an account may create.
const MAX_ORGANISATIONS_PER_ACCOUNT: usize = 5;

fn rules(visit: &RequestContext) -> CreationRules {
    CreationRules {
        policy: visit.site.settings.organisation_creation.into(),
        max_per_owner: MAX_ORGANISATIONS_PER_ACCOUNT,
    }
}

/// The fields of a profile that a new organisation has as well.
pub fn profile_fields(texts: Texts, [place, about, website]: [&str; 3]) -> [Field; 3] {
    [
        Field::text(texts, "place", "org-place").hint("org-place-hint").value(place),
        Field::textarea(texts, "about", "org-about").hint("org-about-hint").value(about),
        Field::text(texts, "website", "org-website")
            .hint("org-website-hint")
            .inputmode("url")
            .autocomplete("url")
            .value(website),
    ]
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let head = AreaHeader::below(
        (texts.get("org-title"), "/organisations".to_owned()),
        texts.get("org-new"),
    );
    let form = visit
        .form("new", "/organisations/new", "org-make")
        .with_fields([
            Field::text(texts, "name", "org-name").hint("org-name-hint").required(),
            Field::text(texts, "slug", "org-slug").hint("org-slug-hint").autocomplete("off"),
        ])
        .with_fields(profile_fields(texts, [""; 3]));
    let waits = matches!(rules(visit).policy, CreationPolicy::ByApproval);
    let words = if waits { "org-new-waits" } else { "org-new-at-once" };
    FormPage::new(visit, head).paragraph("org-new-words").paragraph(words).form(form)
}

fn organisation_from_form(
    texts: Texts,
    sent: &NewOrganisation,
) -> Result<NewOrganisation, FormRefusal> {
    let mut all = FaultCollector::new(texts);
    let name = all.check("name", OrganisationName::parse(&sent.name));
    match (sent.slug.as_str(), name) {
        ("", Some(name)) => drop(all.check("slug", OrganisationSlug::from_name(&name))),
        ("", None) => {}
        (slug, _) => drop(all.check("slug", OrganisationSlug::parse(slug))),
    }
    all.check_line("place", &sent.place, MAX_PLACE_LEN);
    all.check_lines("about", &sent.about, MAX_ABOUT_LEN);
    all.check("website", website::parse_website(&sent.website));
    FormRefusal::if_any(all.faults).map(|()| sent.clone())
}

pub async fn show(visit: RequestContext) -> PageResult {
    form_page(&visit).respond(&visit)
}

pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<NewOrganisation>(&visit).await?;
    let (new, rules) = (organisation_from_form(visit.texts(), &sent), rules(&visit));
    let made = visit.attempt_form(new, move |app, actor, new| {
        organisations::create(app, actor, rules, &new, now_micros())
    });
    let outcome = made.await?.map(|one| (organisation_address(&one.slug, ""), "done-org-made"));
    form_page(&visit).answer(&visit, &sent, outcome)
}
