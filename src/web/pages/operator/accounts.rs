//! Accounts as the site's people have them: found, suspended, given a role on the site.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::account::roles::SiteRole;
use crate::service::access::{Act, On, require};
use crate::service::accounts::{self, Account, State};
use crate::service::{Error, Thing};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Fact, Field, Form};
use crate::web::moments::{day, minute};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet, faults_of, reason_fault};
use crate::web::pages::list::{encode, query};
use crate::web::pages::private_html;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::area::head;

const ADDRESS: &str = "/operator/accounts";
const ROWS: usize = 50;
const DONE: &[&str] = &["done-op-suspended", "done-op-reinstated", "done-op-role"];
const REASON: Shape = Shape::of(&["reason"]);
const ROLE: Shape = Shape::of(&["role", "reason"]);

struct Line {
    name: String,
    link: String,
    email: String,
    state: String,
    is_suspended: bool,
    site: String,
    second_factor: bool,
    created: String,
    seen: String,
}

#[derive(Template)]
#[template(path = "operator/accounts.html")]
struct AccountsPage {
    frame: Frame,
    head: Head,
    search: String,
    lines: Vec<Line>,
    next: Option<String>,
}

fn state_words(state: State, texts: Texts) -> String {
    texts.get(match state {
        State::Active => "op-state-active",
        State::Suspended => "op-state-suspended",
        State::Deleted => "op-state-deleted",
    })
}

fn role_words(role: SiteRole, texts: Texts) -> String {
    texts.get(match role {
        SiteRole::None => "op-role-none",
        SiteRole::Moderator => "op-role-moderator",
        SiteRole::Operator => "op-role-operator",
    })
}

fn address(name: &str, page: &str) -> String {
    format!("{ADDRESS}/{}{page}", encode(name))
}

fn line(one: &Account, texts: Texts) -> Line {
    let site = (one.site != SiteRole::None).then(|| role_words(one.site, texts));
    Line {
        link: address(&one.name, ""),
        name: one.name.clone(),
        email: one.email.clone(),
        state: state_words(one.state, texts),
        is_suspended: one.state == State::Suspended,
        site: site.unwrap_or_default(),
        second_factor: one.has_second_factor,
        created: day(one.created_at),
        seen: if one.signed_in_at > 0 { day(one.signed_in_at) } else { String::new() },
    }
}

/// What a use case gave, or the page that says why not.
async fn asked<T: Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&crate::service::App) -> Result<T, accounts::Refused> + Send + 'static,
) -> Result<T, PageError> {
    let refused = |refusal: Refusal| {
        let words: Vec<String> = faults_of(refusal).into_iter().map(|one| one.1).collect();
        PageError::with(visit, StatusCode::CONFLICT, words.join(" "))
    };
    attempt(visit, use_case).await?.map_err(refused)
}

/// The list.
pub async fn index(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["search", "after", "done"]).map_err(refuse)?;
    let done = Done::of(&given, DONE).map_err(refuse)?;
    let search = given.text("search").unwrap_or_default();
    let after = given.text("after").unwrap_or_default();
    let (actor, prefix) = (visit.actor().clone(), search.clone());
    let found =
        asked(&visit, move |app| accounts::list(app, &actor, &prefix, &after, ROWS + 1)).await?;
    let texts = visit.texts();
    let head = head(&visit, ADDRESS, "op-tab-accounts").done(texts, done);
    let last = found.get(ROWS.saturating_sub(1)).filter(|_| found.len() > ROWS);
    let further =
        |one: &Account| format!("{ADDRESS}{}", query(&[("search", &search), ("after", &one.name)]));
    let page = AccountsPage {
        frame: visit.frame(head.heading.clone()),
        head,
        next: last.map(further),
        lines: found.iter().take(ROWS).map(|one| line(one, texts)).collect(),
        search,
    };
    private_html(&visit, StatusCode::OK, &page)
}

async fn find(visit: &Visit, name: &str) -> Result<Account, PageError> {
    let (actor, own) = (visit.actor().clone(), name.to_owned());
    let found = asked(visit, move |app| accounts::find(app, &actor, &own)).await?;
    if found.state == State::Deleted {
        return Err(PageError::new(visit, &Error::missing(Thing::Account, name)));
    }
    Ok(found)
}

fn facts(one: &Account, texts: Texts) -> Vec<Fact> {
    let email = match (one.email.as_str(), one.email_confirmed) {
        ("", _) => texts.get("op-email-none"),
        (email, true) => email.to_owned(),
        (email, false) => texts.one("op-email-unconfirmed", "email", email),
    };
    let factor = if one.has_second_factor { "op-factor-on" } else { "op-factor-off" };
    let seen = if one.signed_in_at > 0 { minute(one.signed_in_at) } else { texts.get("op-never") };
    vec![
        Fact::new(texts, "op-state", state_words(one.state, texts)),
        Fact::new(texts, "op-role", role_words(one.site, texts)),
        Fact::new(texts, "op-email", email),
        Fact::new(texts, "op-factor", texts.get(factor)),
        Fact::new(texts, "org-since", minute(one.created_at)),
        Fact::new(texts, "op-seen", seen),
    ]
}

fn page(visit: &Visit, one: &Account) -> Sheet {
    let mut head = head(visit, ADDRESS, "op-tab-accounts");
    head.heading.clone_from(&one.name);
    let may = |act| require(visit.actor(), act, On::Site, true).is_ok();
    let mut sheet = Sheet::new(visit, head).facts(facts(one, visit.texts()));
    if may(Act::Suspend) {
        sheet = match one.state {
            State::Suspended => sheet.link(address(&one.name, "/reinstate"), "op-reinstate"),
            _ => sheet.link(address(&one.name, "/suspend"), "op-suspend"),
        };
    }
    if may(Act::GrantSiteRole) {
        sheet = sheet.link(address(&one.name, "/role"), "op-role-change");
    }
    sheet
}

/// One account.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let one = find(&visit, &path).await?;
    page(&visit, &one).answer(&visit)
}

/// What is done to an account with a reason.
#[derive(Clone, Copy)]
struct Deed {
    act: Act,
    page: &'static str,
    heading: &'static str,
    words: &'static str,
    done: &'static str,
}

const SUSPEND: Deed = Deed {
    act: Act::Suspend,
    page: "/suspend",
    heading: "op-suspend",
    words: "op-suspend-words",
    done: "done-op-suspended",
};
const REINSTATE: Deed = Deed {
    act: Act::Suspend,
    page: "/reinstate",
    heading: "op-reinstate",
    words: "op-reinstate-words",
    done: "done-op-reinstated",
};
const GRANT: Deed = Deed {
    act: Act::GrantSiteRole,
    page: "/role",
    heading: "op-role-change",
    words: "op-role-words",
    done: "done-op-role",
};

fn sheet(visit: &Visit, one: &Account, deed: Deed) -> Sheet {
    let texts = visit.texts();
    let action = address(&one.name, deed.page);
    let form = Form::new(texts, "deed", &action, &visit.form_token(), deed.heading);
    let form = if deed.page == GRANT.page {
        let role = |role: SiteRole| Choice::new(role.key(), role_words(role, texts));
        let roles = SiteRole::ALL.map(role).to_vec();
        form.with(Field::radio(texts, "role", "op-role", roles).value(one.site.key()))
    } else {
        form
    };
    let form = form
        .with(Field::line(texts, "reason", "org-reason").hint("org-reason-hint").required())
        .instead(&address(&one.name, ""), "cancel");
    let form = if deed.page == SUSPEND.page { form.danger() } else { form };
    let head = head(visit, ADDRESS, deed.heading);
    Sheet::new(visit, head).say_words(texts.one(deed.words, "name", &one.name)).form(form)
}

async fn ask_for(visit: &Visit, name: &str, deed: Deed) -> Result<HttpResponse, PageError> {
    let allowed = require(visit.actor(), deed.act, On::Site, true);
    allowed.map_err(|e| PageError::new(visit, &e))?;
    let one = find(visit, name).await?;
    sheet(visit, &one, deed).answer(visit)
}

async fn act_on(
    request: &HttpRequest,
    visit: &Visit,
    name: &str,
    payload: Payload,
    deed: Deed,
) -> Result<HttpResponse, PageError> {
    let one = find(visit, name).await?;
    let shape = if deed.page == GRANT.page { ROLE } else { REASON };
    let sent = forms::read(visit, request, payload, shape).await?;
    let texts = visit.texts();
    let reason = sent.text("reason").to_owned();
    let role = SiteRole::parse(sent.text("role"));
    let mut faults = Vec::new();
    if deed.page == GRANT.page && role.is_none() {
        faults.push(("role", texts.get("org-fault-role")));
    }
    faults.extend(reason_fault(texts, &reason));
    let done = if faults.is_empty() {
        let (actor, id) = (visit.actor().clone(), one.id);
        let done = attempt(visit, move |app| match deed.page {
            "/suspend" => accounts::suspend(app, &actor, id, &reason, now()),
            "/reinstate" => accounts::reinstate(app, &actor, id, &reason, now()),
            _ => {
                let role = role.unwrap_or_default();
                accounts::set_site_role(app, &actor, id, role, &reason, now())
            }
        });
        done.await?
    } else {
        Err(Refusal::faults(faults))
    };
    match done {
        Ok(()) => Ok(see_other(&Done::address(ADDRESS, deed.done))),
        Err(refusal) => sheet(visit, &one, deed).filled(&sent).refused(visit, refusal),
    }
}

/// Asks whether an account is to be suspended.
pub async fn show_suspend(
    visit: Visit,
    path: web::Path<String>,
) -> Result<HttpResponse, PageError> {
    ask_for(&visit, &path, SUSPEND).await
}

/// Suspends an account.
pub async fn take_suspend(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    act_on(&request, &visit, &path, payload, SUSPEND).await
}

/// Asks whether a suspension is to end.
pub async fn show_reinstate(
    visit: Visit,
    path: web::Path<String>,
) -> Result<HttpResponse, PageError> {
    ask_for(&visit, &path, REINSTATE).await
}

/// Ends a suspension.
pub async fn take_reinstate(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    act_on(&request, &visit, &path, payload, REINSTATE).await
}

/// Asks for an account's role on the site.
pub async fn show_role(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    ask_for(&visit, &path, GRANT).await
}

/// Gives an account a role on the site, or takes it.
pub async fn take_role(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    act_on(&request, &visit, &path, payload, GRANT).await
}
