//! Making an organisation.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::organisation::name::{Name, Slug};
use crate::organisation::website;
use crate::service::organisations::{self, Creation, NewOrganisation, Rules};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet};
use crate::web::visit::Visit;

use super::area::address;
use super::faults::{FieldFault, Gather};

/// Most characters of what it is about, and of where it is.
pub const LONGEST_ABOUT: usize = 4_000;
pub const LONGEST_PLACE: usize = 80;
/// So many organisations an account may make.
const MOST: usize = 5;

const SHAPE: Shape = Shape::of(&["name", "slug", "place", "about", "website"]);

fn rules(visit: &Visit) -> Rules {
    Rules { creation: visit.site.settings.organisations.into(), most: MOST }
}

/// The fields that a profile has from the beginning.
pub fn fields(texts: Texts, form: Form, one: &NewOrganisation) -> Form {
    let area = Field::area(texts, "about", "org-about").hint("org-about-hint");
    form.with(Field::line(texts, "place", "org-place").hint("org-place-hint").value(&one.place))
        .with(area.value(&one.about))
        .with(
            Field::line(texts, "website", "org-website")
                .hint("org-website-hint")
                .inputmode("url")
                .autocomplete("url")
                .value(&one.website),
        )
}

fn sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let head = Head {
        label: String::new(),
        over: Some((texts.get("org-title"), "/organisations".to_owned())),
        tabs: Vec::new(),
        heading: texts.get("org-new"),
        done: String::new(),
    };
    let form = Form::new(texts, "new", "/organisations/new", &visit.form_token(), "org-make");
    let name = Field::line(texts, "name", "org-name").hint("org-name-hint").required();
    let slug = Field::line(texts, "slug", "org-slug").hint("org-slug-hint").autocomplete("off");
    let form = fields(texts, form.with(name).with(slug), &NewOrganisation::default());
    let waits = matches!(rules(visit).creation, Creation::ByApproval);
    let words = if waits { "org-new-waits" } else { "org-new-at-once" };
    Sheet::new(visit, head).say("org-new-words").say(words).form(form)
}

fn read(texts: Texts, sent: &forms::Form) -> Result<NewOrganisation, Vec<FieldFault>> {
    let text = |name: &str| sent.text(name).to_owned();
    let mut all = Gather::new(texts);
    let name = all.take("name", Name::parse(sent.text("name")));
    match (sent.text("slug"), name) {
        ("", Some(name)) => drop(all.take("slug", Slug::of_name(&name))),
        ("", None) => {}
        (slug, _) => drop(all.take("slug", Slug::parse(slug))),
    }
    all.line("place", sent.text("place"), LONGEST_PLACE);
    all.lines("about", sent.text("about"), LONGEST_ABOUT);
    all.take("website", website::parse(sent.text("website")));
    if !all.faults.is_empty() {
        return Err(all.faults);
    }
    Ok(NewOrganisation {
        name: text("name"),
        slug: text("slug"),
        about: text("about"),
        place: text("place"),
        website: text("website"),
    })
}

/// The form.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    sheet(&visit).answer(&visit)
}

/// Makes it.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let made = match read(visit.texts(), &sent) {
        Err(faults) => Err(Refusal::faults(faults)),
        Ok(new) => {
            let (actor, rules) = (visit.actor().clone(), rules(&visit));
            let made = attempt(&visit, move |app| {
                Ok(organisations::create(app, &actor, rules, &new, now())?)
            });
            made.await?
        }
    };
    match made {
        Ok(one) => Ok(see_other(&Done::address(&address(&one.slug, ""), "done-org-made"))),
        Err(refusal) => sheet(&visit).filled(&sent).refused(&visit, refusal),
    }
}
