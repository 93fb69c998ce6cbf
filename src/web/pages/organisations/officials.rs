//! Who is what in an organisation: the list, giving a role, inviting to one, taking it away.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::account::roles::{Duties, Role};
use crate::service::access::Act;
use crate::service::accounts::OpenInvitation;
use crate::service::events::Event;
use crate::service::roles::{self, Held, NewRole};
use crate::service::{Error, Thing, organisations};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Field, Form, Press};
use crate::web::moments::day;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet, no_reason};
use crate::web::pages::invited::{self, Open, link_page};
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::area::Place;
use super::index::role_words;

/// Events that may be chosen.
const EVENTS: usize = 100;

const DONE: &[&str] = &["done-org-role-given", "done-org-role-taken", "done-org-invitation-back"];
const GIVEN: Shape =
    Shape { once: &["account", "role", "event", "way", "email"], many: &["duties"], files: &[] };
const REASON: Shape = Shape::of(&["reason"]);

/// Somebody with a role.
struct Line {
    account: String,
    role: String,
    /// Where and what an official does.
    duties: String,
    since: String,
    by: String,
    second_factor: bool,
    revoke: Option<String>,
    leave: Option<Press>,
}

#[derive(Template)]
#[template(path = "organisations/officials.html")]
struct OfficialsPage {
    frame: Frame,
    head: Head,
    lines: Vec<Line>,
    add: Option<String>,
    demanded: bool,
    open: Vec<Open>,
}

fn duty_words(key: &str, texts: Texts) -> String {
    texts.get(match key {
        "pairings" => "org-duty-pairings",
        "results" => "org-duty-results",
        _ => "org-duty-check-in",
    })
}

/// Where and what somebody with a role does; empty but for officials.
fn where_and_what(texts: Texts, role: Role, event: Option<&str>, duties: Duties) -> String {
    let event = match (event, role) {
        (Some(name), _) => name.to_owned(),
        (None, Role::Official) => texts.get("org-event-all"),
        (None, _) => String::new(),
    };
    let duties: Vec<String> = duties.keys().map(|key| duty_words(key, texts)).collect();
    let parts = [event, duties.join(", ")];
    parts.into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>().join(": ")
}

/// What an invitation brings.
fn brought(texts: Texts, one: &OpenInvitation) -> String {
    let Some(role) = one.role else { return String::new() };
    let parts = where_and_what(texts, role, one.event.as_deref(), one.duties);
    let words = role_words(role, texts);
    if parts.is_empty() { words } else { format!("{words} · {parts}") }
}

fn line(visit: &Visit, place: &Place, held: &Held) -> Line {
    let texts = visit.texts();
    let event = held.event.as_ref().map(|(_, name)| name.as_str());
    let at = place.address(&format!("officials/{}", held.id));
    let own = held.account == visit.actor().name;
    let act = act_for(held.role);
    let leave = Press::new(texts, format!("{at}/leave"), &visit.form_token(), "org-leave").danger();
    Line {
        role: role_words(held.role, texts),
        duties: where_and_what(texts, held.role, event, held.duties),
        since: day(held.granted_at),
        by: held.granted_by.clone(),
        second_factor: held.second_factor,
        revoke: (!own && place.may(visit, act)).then(|| format!("{at}/revoke")),
        leave: own.then(|| leave.about(&place.organisation.name)),
        account: held.account.clone(),
    }
}

/// What it takes to give or take a role.
const fn act_for(role: Role) -> Act {
    match role {
        Role::Owner | Role::Organizer => Act::GrantOrganizer,
        Role::Official => Act::GrantOfficial,
    }
}

async fn all(visit: &Visit, slug: &str) -> Result<Vec<Held>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    ask(visit, move |app| roles::list(app, &actor, &slug)).await
}

/// The list.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let place = Place::enter(&visit, &path, Act::ReadRoles).await?;
    let held = all(&visit, &path).await?;
    let head = place.head(&visit, "officials", "org-officials").done(visit.texts(), done);
    let add = if place.may(&visit, Act::GrantOfficial) {
        Some(place.address("officials/add"))
    } else if place.may(&visit, Act::GrantOrganizer) {
        Some(place.address("officials/appoint"))
    } else {
        None
    };
    let texts = visit.texts();
    let list = place.address("officials/invitations");
    let open = invited::open_ones(&visit, Some(&path), &list, |one| brought(texts, one)).await?;
    let page = OfficialsPage {
        open,
        frame: visit.frame(format!("{} · {}", head.heading, place.organisation.name)),
        head,
        lines: held.iter().map(|one| line(&visit, &place, one)).collect(),
        add,
        demanded: place.organisation.second_factor,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// The roles that the visitor may give here, the usual one first.
fn choices(visit: &Visit, place: &Place) -> Vec<Choice> {
    let texts = visit.texts();
    let all = [
        (Role::Official, "org-role-official-hint"),
        (Role::Organizer, "org-role-organizer-hint"),
        (Role::Owner, "org-role-owner-hint"),
    ];
    let may = all.into_iter().filter(|(role, _)| place.may(visit, act_for(*role)));
    may.map(|(role, hint)| Choice {
        hint: texts.get(hint),
        ..Choice::new(role.key(), role_words(role, texts))
    })
    .collect()
}

fn event_choices(texts: Texts, events: &[Event]) -> Vec<Choice> {
    let every = Choice::new("", texts.get("org-event-all"));
    let named = events.iter().map(|event| Choice::new(&event.slug, &event.name));
    std::iter::once(every).chain(named).collect()
}

fn sheet(visit: &Visit, place: &Place, page: &str, events: &[Event]) -> Sheet {
    let texts = visit.texts();
    let roles = choices(visit, place);
    let usual = roles.first().map(|one| one.value.clone()).unwrap_or_default();
    let duties = Duties::ALL.map(|(_, key)| Choice::new(key, duty_words(key, texts))).to_vec();
    let every: Vec<String> = Duties::ALL.map(|(_, key)| key.to_owned()).to_vec();
    let ways = vec![
        Choice::new("account", texts.get("org-way-account")),
        Choice {
            hint: texts.get("org-way-link-hint"),
            ..Choice::new("link", texts.get("org-way-link"))
        },
    ];
    let action = place.address(page);
    let form = Form::new(texts, "role", &action, &visit.form_token(), "org-role-give")
        .with(Field::radio(texts, "way", "org-way", ways).value("account"))
        .with(
            Field::line(texts, "account", "org-account-name")
                .hint("org-account-name-hint")
                .autocomplete("off"),
        )
        .with(Field::email(texts, "email", "org-invite-email").hint("org-invite-email-hint"))
        .with(Field::radio(texts, "role", "org-role", roles).value(usual))
        .with(
            Field::select(texts, "event", "org-event", event_choices(texts, events))
                .hint("org-event-hint"),
        )
        .with(
            Field::checks(texts, "duties", "org-duties", duties)
                .hint("org-duties-hint")
                .chosen(&every),
        );
    Sheet::new(visit, place.head(visit, "officials", "org-official-add"))
        .form(form.instead(&place.address("officials"), "cancel"))
}

async fn events(visit: &Visit, slug: &str) -> Result<Vec<Event>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    let found = ask(visit, move |app| organisations::events(app, &actor, &slug, None, EVENTS));
    Ok(found.await?.items)
}

async fn form_at(
    visit: &Visit,
    slug: &str,
    act: Act,
    page: &str,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(visit, slug, act).await?;
    let events = events(visit, slug).await?;
    sheet(visit, &place, page, &events).answer(visit)
}

/// The form for whoever may make officials.
pub async fn show_add(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    form_at(&visit, &path, Act::GrantOfficial, "officials/add").await
}

/// The form for whoever may make organizers and owners alone.
pub async fn show_appoint(
    visit: Visit,
    path: web::Path<String>,
) -> Result<HttpResponse, PageError> {
    form_at(&visit, &path, Act::GrantOrganizer, "officials/appoint").await
}

/// The role that was chosen; where and what of an official alone.
fn read(texts: Texts, sent: &forms::Form) -> Result<NewRole, Refusal> {
    let mut faults = Vec::new();
    let role = Role::parse(sent.text("role"));
    let known = |key: &str| Duties::ALL.into_iter().find(|(_, own)| *own == key);
    let duties = sent.all("duties").filter_map(known);
    let duties = duties.fold(Duties::NONE, |all, (duty, _)| all.with(duty));
    if role.is_none() {
        faults.push(("role", texts.get("org-fault-role")));
    }
    if role == Some(Role::Official) && duties == Duties::NONE {
        faults.push(("duties", texts.get("org-fault-duties")));
    }
    if sent.text("way") != "link" && sent.text("account").is_empty() {
        faults.push(("account", texts.get("org-fault-account")));
    }
    let Some(role) = role.filter(|_| faults.is_empty()) else {
        return Err(Refusal::faults(faults));
    };
    if role != Role::Official {
        return Ok(NewRole { role, event: None, duties: Duties::NONE });
    }
    let event = Some(sent.text("event").to_owned()).filter(|slug| !slug.is_empty());
    Ok(NewRole { role, event, duties })
}

async fn give(
    visit: &Visit,
    slug: &str,
    name: String,
    new: NewRole,
) -> Result<Result<(), Refusal>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    let asked = name.clone();
    let given = attempt(visit, move |app| {
        match roles::grant(app, &actor, &slug, &asked, &new, now()) {
            // That there is no such account is a fault of the form, not of the address.
            Err(Error::Missing { what: Thing::Account, .. }) => Ok(false),
            other => Ok(other.map(|_| true)?),
        }
    });
    let unknown = || visit.texts().one("org-fault-no-account", "name", &name);
    Ok(match given.await? {
        Ok(true) => Ok(()),
        Ok(false) => Err(Refusal::faults(vec![("account", unknown())])),
        Err(refusal) => Err(refusal),
    })
}

/// Gives a role, or makes an invitation to it.
async fn take_at(
    request: &HttpRequest,
    visit: &Visit,
    slug: &str,
    payload: Payload,
    (act, page): (Act, &str),
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(visit, slug, act).await?;
    let sent = forms::read(visit, request, payload, GIVEN).await?;
    let again = match read(visit.texts(), &sent) {
        Err(refusal) => refusal,
        Ok(new) if sent.text("way") == "link" => {
            let (actor, own) = (visit.actor().clone(), slug.to_owned());
            let email = sent.text("email").to_owned();
            let made =
                attempt(visit, move |app| roles::invite(app, &actor, &own, &new, &email, now()));
            match made.await? {
                Ok(letter) => {
                    let head = place.head(visit, "officials", "org-invited");
                    return link_page(visit, head, letter, place.address("officials"));
                }
                Err(refusal) => refusal,
            }
        }
        Ok(new) => match give(visit, slug, sent.text("account").to_owned(), new).await? {
            Ok(()) => {
                let there = Done::address(&place.address("officials"), "done-org-role-given");
                return Ok(see_other(&there));
            }
            Err(refusal) => refusal,
        },
    };
    let events = events(visit, slug).await?;
    sheet(visit, &place, page, &events).filled(&sent).refused(visit, again)
}

/// What the form of [`show_add`] sends.
pub async fn take_add(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    take_at(&request, &visit, &path, payload, (Act::GrantOfficial, "officials/add")).await
}

/// What the form of [`show_appoint`] sends.
pub async fn take_appoint(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    take_at(&request, &visit, &path, payload, (Act::GrantOrganizer, "officials/appoint")).await
}

/// One role of an organisation, for whoever may see who has which.
async fn one(visit: &Visit, slug: &str, id: i32) -> Result<(Place, Held), PageError> {
    let place = Place::enter(visit, slug, Act::ReadRoles).await?;
    let held = all(visit, slug).await?.into_iter().find(|one| one.id == id);
    let held = held.ok_or_else(|| PageError::new(visit, &Error::Hidden))?;
    place.require(visit, act_for(held.role))?;
    Ok((place, held))
}

fn revoke_sheet(visit: &Visit, place: &Place, held: &Held) -> Sheet {
    let texts = visit.texts();
    let action = place.address(&format!("officials/{}/revoke", held.id));
    let form = Form::new(texts, "revoke", &action, &visit.form_token(), "org-role-take")
        .with(Field::line(texts, "reason", "org-reason").hint("org-reason-hint").required())
        .danger()
        .instead(&place.address("officials"), "cancel");
    let values = [("name", held.account.clone()), ("role", role_words(held.role, texts))];
    Sheet::new(visit, place.head(visit, "officials", "org-role-take"))
        .say_words(texts.fill("org-role-take-words", &values))
        .form(form)
}

/// Asks whether a role is to be taken away.
pub async fn show_revoke(
    visit: Visit,
    path: web::Path<(String, i32)>,
) -> Result<HttpResponse, PageError> {
    let (place, held) = one(&visit, &path.0, path.1).await?;
    revoke_sheet(&visit, &place, &held).answer(&visit)
}

/// Takes a role away.
pub async fn take_revoke(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, i32)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (slug, id) = path.into_inner();
    let (place, held) = one(&visit, &slug, id).await?;
    let sent = forms::read(&visit, &request, payload, REASON).await?;
    let reason = sent.text("reason").to_owned();
    let taken = if let Some(refusal) = no_reason(visit.texts(), &reason) {
        Err(refusal)
    } else {
        let actor = visit.actor().clone();
        let taken =
            attempt(&visit, move |app| Ok(roles::revoke(app, &actor, &slug, id, &reason, now())?));
        taken.await?
    };
    match taken {
        Ok(()) => Ok(see_other(&Done::address(&place.address("officials"), "done-org-role-taken"))),
        Err(refusal) => revoke_sheet(&visit, &place, &held).filled(&sent).refused(&visit, refusal),
    }
}

/// Gives one's own role back.
pub async fn leave(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, i32)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (slug, id) = path.into_inner();
    let place = Place::find(&visit, &slug).await?;
    forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let actor = visit.actor().clone();
    ask(&visit, move |app| roles::leave(app, &actor, &slug, id, now())).await?;
    Ok(see_other(&Done::address(&place.address(""), "done-org-left")))
}

/// Takes back an invitation that nobody has taken up.
pub async fn take_back(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, i32)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (slug, id) = path.into_inner();
    let place = Place::enter(&visit, &slug, Act::ReadRoles).await?;
    forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    invited::take_back(&visit, Some(slug), id).await?;
    Ok(see_other(&Done::address(&place.address("officials"), "done-org-invitation-back")))
}
