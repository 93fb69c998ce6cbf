//! Organisations as the site's people have them: by how they stand, and what is decided about
//! one.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::service::access::{Act, On, require};
use crate::service::organisations::{self, Decision, Listing, Organisation, State};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Fact, Field, Form, Tab};
use crate::web::moments::minute;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet, reason_fault};
use crate::web::pages::list::query;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::{Parameters, Takes};
use crate::web::visit::{Frame, Visit};

use super::area::head;
use super::overview::Waiting;

const ADDRESS: &str = "/operator/organisations";
const ROWS: usize = 60;
const SHAPE: Shape = Shape::of(&["decision", "reason"]);

#[derive(Template)]
#[template(path = "operator/organisations.html")]
struct OrganisationsPage {
    frame: Frame,
    head: Head,
    states: Vec<Tab>,
    state: &'static str,
    search: String,
    lines: Vec<Waiting>,
    decides: bool,
    next: Option<String>,
}

fn state_name(state: State, texts: Texts) -> String {
    texts.get(match state {
        State::Waiting => "org-state-waiting",
        State::Open => "org-state-open",
        State::Refused => "org-state-refused",
        State::Closed => "org-state-closed",
    })
}

/// The list.
pub async fn index(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["state", "search", "after"]).map_err(refuse)?;
    let known = || State::ALL.map(State::key).join(", ");
    let state = given.parsed("state", Takes::one_of(known()), State::parse).map_err(refuse)?;
    let state = state.unwrap_or(State::Open);
    let search = given.text("search").unwrap_or_default();
    let after = given.text("after").unwrap_or_default();
    let listing = Listing { prefix: search.clone(), after, state };
    let actor = visit.actor().clone();
    let found = ask(&visit, move |app| {
        require(&actor, Act::OverseeSite, On::Site, true)?;
        organisations::page(app, &actor, &listing, ROWS)
    });
    let found = found.await?;
    let texts = visit.texts();
    let head = head(&visit, ADDRESS, "op-tab-organisations");
    let tab = |one: State| Tab {
        address: format!("{ADDRESS}?state={}", one.key()),
        words: state_name(one, texts),
        here: one == state,
    };
    let further = |after: String| {
        let query = query(&[("state", state.key()), ("search", &search), ("after", &after)]);
        format!("{ADDRESS}{query}")
    };
    let page = OrganisationsPage {
        frame: visit.frame(head.heading.clone()),
        head,
        states: State::ALL.map(tab).to_vec(),
        state: state.key(),
        lines: found.items.iter().map(|one| Waiting::of(one, &visit)).collect(),
        decides: require(visit.actor(), Act::ApproveOrganisation, On::Site, true).is_ok(),
        next: found.next.map(further),
        search,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// What may be decided about an organisation as it stands.
fn decisions(state: State, texts: Texts) -> Vec<Choice> {
    let all: &[(&str, &str)] = match state {
        State::Waiting => &[("open", "op-approve"), ("refuse", "op-refuse")],
        State::Open => &[("close", "op-close")],
        State::Refused | State::Closed => &[("open", "op-reopen")],
    };
    all.iter().map(|(value, words)| Choice::new(*value, texts.get(words))).collect()
}

fn sheet(visit: &Visit, one: &Organisation) -> Sheet {
    let texts = visit.texts();
    let action = format!("{ADDRESS}/{}", one.slug);
    let choices = decisions(one.state, texts);
    let usual = choices.first().map(|choice| choice.value.clone()).unwrap_or_default();
    let form = Form::new(texts, "decide", &action, &visit.form_token(), "op-decide")
        .with(Field::radio(texts, "decision", "org-claim-decision", choices).value(usual))
        .with(Field::line(texts, "reason", "org-reason").hint("op-reason-owners"))
        .instead(ADDRESS, "cancel");
    let mut head = head(visit, ADDRESS, "op-decide");
    head.heading.clone_from(&one.name);
    let mut facts = vec![
        Fact::new(texts, "org-state", state_name(one.state, texts)),
        Fact::new(texts, "org-slug", &one.slug),
        Fact::new(texts, "org-place", &one.place),
        Fact::new(texts, "org-website", &one.website),
        Fact::new(texts, "org-about", &one.about),
        Fact::new(texts, "org-since", minute(one.created_at)),
    ];
    facts.retain(|fact| !fact.value.is_empty());
    let home = format!("/organisations/{}", one.slug);
    Sheet::new(visit, head)
        .facts(facts)
        .form(form)
        .link(home, "op-home")
        .link(format!("/organisations/{}/officials", one.slug), "org-officials")
}

async fn find(visit: &Visit, slug: &str) -> Result<Organisation, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    let found = ask(visit, move |app| {
        require(&actor, Act::ApproveOrganisation, On::Site, true)?;
        organisations::get(app, &actor, &slug)
    });
    found.await
}

/// One organisation, and what may be decided about it.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let one = find(&visit, &path).await?;
    sheet(&visit, &one).answer(&visit)
}

/// Decides.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let one = find(&visit, &path).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let texts = visit.texts();
    let decision = match sent.text("decision") {
        "open" => Some(Decision::Open),
        "refuse" => Some(Decision::Refuse),
        "close" => Some(Decision::Close),
        _ => None,
    };
    let reason = sent.text("reason").to_owned();
    let fault = reason_fault(texts, &reason);
    let decided = match decision {
        None => Err(Refusal::faults(vec![("decision", texts.get("org-fault-decision"))])),
        Some(decision) if decision != Decision::Open && fault.is_some() => {
            Err(Refusal::faults(fault.into_iter().collect()))
        }
        Some(decision) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let decided = attempt(&visit, move |app| {
                Ok(organisations::decide(app, &actor, &slug, decision, &reason, now())?)
            });
            decided.await?
        }
    };
    match decided {
        Ok(_) => Ok(see_other(&Done::address("/operator", "done-org-decided"))),
        Err(refusal) => sheet(&visit, &one).filled(&sent).refused(&visit, refusal),
    }
}
