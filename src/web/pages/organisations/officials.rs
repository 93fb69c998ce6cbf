//! The roles in an organisation: list, grant, invite, revoke.

use actix_web::web::Path;

use crate::web::pages::invitation_link::{self, link_page};
use crate::web::prelude::*;
use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_service::access::Act;
use adjutant_service::accounts::OpenInvitation;
use adjutant_service::events::Event;
use adjutant_service::roles::{self, Held, NewRole};
use adjutant_service::{Error, Thing, organisations};
use adjutant_site::filters;
use adjutant_site::forms::{ReasonForm, required_reason};
use adjutant_site::kit::OpenInvitationRow;
use adjutant_site::labels::role_label;

use adjutant_site::org_context::OrgContext;

/// Events offered for a role.
const MAX_EVENT_CHOICES: usize = 100;

const DONE_KEYS: &[&str] =
    &["done-org-role-given", "done-org-role-taken", "done-org-invitation-back"];

#[derive(Deserialize)]
struct RoleForm {
    way: String,
    account: String,
    email: String,
    role: Entry<OrganisationRole>,
    event: String,
    duties: Vec<String>,
}

#[derive(Template)]
#[template(path = "organisations/officials.html")]
struct OfficialsPage<'a> {
    frame: PageFrame,
    head: AreaHeader,
    visit: &'a RequestContext,
    place: &'a OrgContext,
    held: Vec<Held>,
    add: Option<String>,
    open: Vec<OpenInvitationRow>,
}

impl OfficialsPage<'_> {
    fn role(&self, held: &Held) -> String {
        role_label(held.role, self.frame.texts)
    }

    fn duties(&self, held: &Held) -> String {
        let event = held.event.as_ref().map(|(_, name)| name.as_str());
        assignment_text(self.frame.texts, held.role, event, held.duties)
    }

    fn is_own(&self, held: &Held) -> bool {
        held.account == self.visit.actor().name
    }

    fn may_revoke(&self, held: &Held) -> bool {
        !self.is_own(held) && self.place.is_permitted(self.visit, required_permission(held.role))
    }

    fn leave(&self, held: &Held) -> String {
        self.place.address(&format!("officials/{}/leave", held.id))
    }
}

fn duty_label(key: &str, texts: Texts) -> String {
    texts.get(match key {
        "pairings" => "org-duty-pairings",
        "results" => "org-duty-results",
        _ => "org-duty-check-in",
    })
}

/// The event and duties of an official; empty for other roles.
fn assignment_text(
    texts: Texts,
    role: OrganisationRole,
    event: Option<&str>,
    duties: Duties,
) -> String {
    let event = match (event, role) {
        (Some(name), _) => name.to_owned(),
        (None, OrganisationRole::Official) => texts.get("org-event-all"),
        (None, _) => String::new(),
    };
    let duties: Vec<String> = duties.keys().map(|key| duty_label(key, texts)).collect();
    let parts = [event, duties.join(", ")];
    parts.into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>().join(": ")
}

fn invitation_text(texts: Texts, one: &OpenInvitation) -> String {
    let Some(role) = one.role else { return String::new() };
    let parts = assignment_text(texts, role, one.event.as_deref(), one.duties);
    let words = role_label(role, texts);
    if parts.is_empty() { words } else { format!("{words} · {parts}") }
}

const fn required_permission(role: OrganisationRole) -> Act {
    match role {
        OrganisationRole::Owner | OrganisationRole::Organizer => Act::GrantOrganizer,
        OrganisationRole::Official => Act::GrantOfficial,
    }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let held = place.run(&visit, roles::list).await?;
    let head = place.area_header(&visit, "officials", "org-officials").done(visit.texts(), done);
    let add = if place.is_permitted(&visit, Act::GrantOfficial) {
        Some(place.address("officials/add"))
    } else if place.is_permitted(&visit, Act::GrantOrganizer) {
        Some(place.address("officials/appoint"))
    } else {
        None
    };
    let texts = visit.texts();
    let list = place.address("officials/invitations");
    let open =
        invitation_link::open_invitations(&visit, Some(&place.organisation.slug), &list, |one| {
            invitation_text(texts, one)
        })
        .await?;
    let page = OfficialsPage {
        open,
        frame: head.frame(&visit),
        head,
        visit: &visit,
        place: &place,
        held,
        add,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// The roles that the visitor may grant, the most common first.
fn choices(visit: &RequestContext, place: &OrgContext) -> Vec<Choice> {
    let texts = visit.texts();
    let all = [
        (OrganisationRole::Official, "org-role-official-hint"),
        (OrganisationRole::Organizer, "org-role-organizer-hint"),
        (OrganisationRole::Owner, "org-role-owner-hint"),
    ];
    let may =
        all.into_iter().filter(|(role, _)| place.is_permitted(visit, required_permission(*role)));
    may.map(|(role, hint)| Choice {
        hint: texts.get(hint),
        ..Choice::new(role.key(), role_label(role, texts))
    })
    .collect()
}

fn event_choices(texts: Texts, events: &[Event]) -> Vec<Choice> {
    let every = Choice::new("", texts.get("org-event-all"));
    let named = events.iter().map(|event| Choice::new(&event.slug, &event.name));
    std::iter::once(every).chain(named).collect()
}

fn role_form_page(visit: &RequestContext, place: &OrgContext, events: &[Event]) -> FormPage {
    let texts = visit.texts();
    let roles = choices(visit, place);
    let usual = roles.first().map(|one| one.value.clone()).unwrap_or_default();
    let duties = Duties::ALL.map(|(_, key)| Choice::new(key, duty_label(key, texts))).to_vec();
    let every: Vec<String> = Duties::ALL.map(|(_, key)| key.to_owned()).to_vec();
    let ways = vec![
        Choice::new("account", texts.get("org-way-account")),
        Choice {
            hint: texts.get("org-way-link-hint"),
            ..Choice::new("link", texts.get("org-way-link"))
        },
    ];
    let form = visit.form("role", &visit.path, "org-role-give").with_fields([
        Field::radio(texts, "way", "org-way", ways).value("account"),
        Field::text(texts, "account", "org-account-name")
            .hint("org-account-name-hint")
            .autocomplete("off"),
        Field::email(texts, "email", "org-invite-email").hint("org-invite-email-hint"),
        Field::radio(texts, "role", "org-role", roles).value(usual),
        Field::select(texts, "event", "org-event", event_choices(texts, events))
            .hint("org-event-hint"),
        Field::checkbox_group(texts, "duties", "org-duties", duties)
            .hint("org-duties-hint")
            .with_chosen(&every),
    ]);
    FormPage::new(visit, place.area_header(visit, "officials", "org-official-add"))
        .form(form.with_alternative(&place.address("officials"), "cancel"))
}

async fn events(visit: &RequestContext, place: &OrgContext) -> Result<Vec<Event>, PageError> {
    let found = place.run(visit, |app, actor, slug| {
        organisations::events(app, actor, slug, None, MAX_EVENT_CHOICES)
    });
    Ok(found.await?.items)
}

/// Shows the form, at an address for those who may appoint officials, or at the one for those who
/// may appoint organizers and owners only.
pub async fn show_role_form(visit: RequestContext, place: OrgContext) -> PageResult {
    let events = events(&visit, &place).await?;
    role_form_page(&visit, &place, &events).respond(&visit)
}

/// Parses the role; only an official has an event and duties.
fn role_from_form(texts: Texts, sent: &RoleForm) -> Result<NewRole, FormRefusal> {
    let mut faults = Vec::new();
    let role = sent.role.get();
    let known = |key: &str| Duties::ALL.into_iter().find(|(_, own)| *own == key);
    let duties = sent.duties.iter().filter_map(|key| known(key));
    let duties = duties.fold(Duties::NONE, |all, (duty, _)| all.union(duty));
    if role.is_none() {
        faults.push(("role", texts.get("org-fault-role")));
    }
    if role == Some(OrganisationRole::Official) && duties == Duties::NONE {
        faults.push(("duties", texts.get("org-fault-duties")));
    }
    if sent.way != "link" && sent.account.is_empty() {
        faults.push(("account", texts.get("org-fault-account")));
    }
    let Some(role) = role.filter(|_| faults.is_empty()) else {
        return Err(FormRefusal::from_faults(faults));
    };
    if role != OrganisationRole::Official {
        return Ok(NewRole { role, event: None, duties: Duties::NONE });
    }
    let event = Some(sent.event.clone()).filter(|slug| !slug.is_empty());
    Ok(NewRole { role, event, duties })
}

async fn grant_role(
    visit: &RequestContext,
    place: &OrgContext,
    name: String,
    new: Result<NewRole, FormRefusal>,
) -> PageResult<Result<(), FormRefusal>> {
    let unknown = visit.texts().one("org-fault-no-account", "name", &name);
    let given = place.attempt(visit, new, move |app, actor, slug, new| {
        match roles::grant(app, actor, slug, &name, &new, now_micros()) {
            // An unknown account is a fault of the form, not of the address.
            Err(Error::Missing { what: Thing::Account, .. }) => Ok(false),
            other => other.map(|_| true),
        }
    });
    Ok(given.await?.and_then(|is_known| match is_known {
        true => Ok(()),
        false => Err(FormRefusal::fault("account", unknown)),
    }))
}

pub async fn submit_role_form(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<RoleForm>(&visit).await?;
    let there = place.address("officials");
    let new = role_from_form(visit.texts(), &sent);
    let given = if sent.way == "link" {
        let (slug, email) = (place.organisation.slug.clone(), sent.email.clone());
        let made = visit.attempt_form(new, move |app, actor, new| {
            roles::invite(app, actor, &slug, &new, &email, now_micros())
        });
        match made.await? {
            Ok(letter) => {
                let head = place.area_header(&visit, "officials", "org-invited");
                return link_page(&visit, head, letter, there);
            }
            Err(refusal) => Err(refusal),
        }
    } else {
        grant_role(&visit, &place, sent.account.clone(), new).await?
    };
    let events = events(&visit, &place).await?;
    let outcome = given.map(|()| (there, "done-org-role-given"));
    role_form_page(&visit, &place, &events).answer(&visit, &sent, outcome)
}

/// Loads a granted role, for those who may list the roles.
async fn load_official(visit: &RequestContext, place: &OrgContext, id: i32) -> PageResult<Held> {
    let held = place.run(visit, roles::list).await?.into_iter().find(|one| one.id == id);
    let held = held.ok_or_else(|| PageError::hidden(visit))?;
    place.require_permission(visit, required_permission(held.role))?;
    Ok(held)
}

fn revoke_form_page(visit: &RequestContext, place: &OrgContext, held: &Held) -> FormPage {
    let texts = visit.texts();
    let action = place.address(&format!("officials/{}/revoke", held.id));
    let form = visit
        .form("revoke", &action, "org-role-take")
        .with_field(Field::reason(texts))
        .dangerous()
        .with_alternative(&place.address("officials"), "cancel");
    let values = [("name", held.account.clone()), ("role", role_label(held.role, texts))];
    FormPage::new(visit, place.area_header(visit, "officials", "org-role-take"))
        .paragraph_text(texts.fill("org-role-take-words", &values))
        .form(form)
}

pub async fn show_revoke(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
) -> PageResult {
    let held = load_official(&visit, &place, path.1).await?;
    revoke_form_page(&visit, &place, &held).respond(&visit)
}

pub async fn submit_revoke(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    let id = path.1;
    let held = load_official(&visit, &place, id).await?;
    let sent = post.read::<ReasonForm>(&visit).await?;
    let reason = required_reason(visit.texts(), &sent.reason);
    let taken = place.attempt(&visit, reason, move |app, actor, slug, reason| {
        roles::revoke(app, actor, slug, id, &reason, now_micros())
    });
    let outcome = taken.await?.map(|()| (place.address("officials"), "done-org-role-taken"));
    revoke_form_page(&visit, &place, &held).answer(&visit, &sent, outcome)
}

pub async fn resign(visit: RequestContext, path: Path<(String, i32)>, post: Post) -> PageResult {
    let (slug, id) = path.into_inner();
    let place = OrgContext::load(&visit, &slug).await?;
    post.read_empty(&visit).await?;
    let leave =
        move |app: &_, actor: &_, slug: &_| roles::leave(app, actor, slug, id, now_micros());
    place.run(&visit, leave).await?;
    Ok(redirect_with_flash(&place.address(""), "done-org-left"))
}

pub async fn withdraw_invitation(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let (slug, id) = path.into_inner();
    invitation_link::withdraw(&visit, Some(slug), id).await?;
    Ok(redirect_with_flash(&place.address("officials"), "done-org-invitation-back"))
}
