//! Administration of organisations: a list by state, and decisions on each.

use crate::web::pages::organisations::index::OrganisationRow;
use crate::web::prelude::*;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::organisations::{
    self, Organisation, OrganisationDecision, OrganisationFilter, OrganisationState,
};
use adjutant_site::forms::required_reason;
use adjutant_site::parameters::{AcceptedValues, to_query};
use adjutant_site::time_format::format_minute;

use super::area_header;

const ADDRESS: &str = "/operator/organisations";
const ROWS: usize = 60;

#[derive(Deserialize)]
struct DecisionForm {
    decision: String,
    reason: String,
}

#[derive(Template)]
#[template(path = "operator/organisations.html")]
struct OrganisationsPage<'a> {
    frame: PageFrame,
    head: AreaHeader,
    states: Vec<NavTab>,
    state: &'static str,
    search: String,
    lines: Vec<OrganisationRow<'a>>,
    decides: bool,
    next: Option<String>,
}

fn state_label(state: OrganisationState, texts: Texts) -> String {
    texts.get(&format!("org-state-{}", state.key()))
}

pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["state", "search", "after"]).or_page(&visit)?;
    let known = || OrganisationState::ALL.map(OrganisationState::key).join(", ");
    let state = given
        .parse_with("state", AcceptedValues::one_of(known()), OrganisationState::parse)
        .or_page(&visit)?;
    let state = state.unwrap_or(OrganisationState::Open);
    let search = given.text("search").unwrap_or_default();
    let after = given.text("after").unwrap_or_default();
    let listing = OrganisationFilter { prefix: search.clone(), after, state };
    let found = visit.run(move |app, actor| {
        require(actor, Act::OverseeSite, ActTarget::Site, true)?;
        organisations::page(app, actor, &listing, ROWS)
    });
    let found = found.await?;
    let texts = visit.texts();
    let head = area_header(&visit, ADDRESS, "op-tab-organisations");
    let tab = |one: OrganisationState| NavTab {
        address: format!("{ADDRESS}?state={}", one.key()),
        words: state_label(one, texts),
        here: one == state,
    };
    let further = |after: String| {
        let query = to_query(&[("state", state.key()), ("search", &search), ("after", &after)]);
        format!("{ADDRESS}{query}")
    };
    let page = OrganisationsPage {
        frame: visit.frame(head.heading.clone()),
        head,
        states: OrganisationState::ALL.map(tab).to_vec(),
        state: state.key(),
        lines: found.items.iter().map(|one| OrganisationRow::new(one, texts)).collect(),
        decides: require(visit.actor(), Act::ApproveOrganisation, ActTarget::Site, true).is_ok(),
        next: found.next.map(further),
        search,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// The decisions available in a state.
fn decision_choices(state: OrganisationState, texts: Texts) -> Vec<Choice> {
    let all: &[(&str, &str)] = match state {
        OrganisationState::Waiting => &[("open", "op-approve"), ("refuse", "op-refuse")],
        OrganisationState::Open => &[("close", "op-close")],
        OrganisationState::Refused | OrganisationState::Closed => &[("open", "op-reopen")],
    };
    all.iter().map(|(value, words)| Choice::new(*value, texts.get(words))).collect()
}

fn decision_form_page(visit: &RequestContext, one: &Organisation) -> FormPage {
    let texts = visit.texts();
    let action = format!("{ADDRESS}/{}", one.slug);
    let choices = decision_choices(one.state, texts);
    let usual = choices.first().map(|choice| choice.value.clone()).unwrap_or_default();
    let form = visit
        .form("decide", &action, "op-decide")
        .with_field(Field::radio(texts, "decision", "org-claim-decision", choices).value(usual))
        .with_field(Field::text(texts, "reason", "org-reason").hint("op-reason-owners"))
        .with_alternative(ADDRESS, "cancel");
    let mut head = area_header(visit, ADDRESS, "op-decide");
    head.heading.clone_from(&one.name);
    let mut facts = vec![
        LabeledFact::new(texts, "org-state", state_label(one.state, texts)),
        LabeledFact::new(texts, "org-slug", &one.slug),
        LabeledFact::new(texts, "org-place", &one.place),
        LabeledFact::new(texts, "org-website", &one.website),
        LabeledFact::new(texts, "org-about", &one.about),
        LabeledFact::new(texts, "org-since", format_minute(texts, one.created_at)),
    ];
    facts.retain(|fact| !fact.value.is_empty());
    let home = format!("/organisations/{}", one.slug);
    FormPage::new(visit, head)
        .facts(facts)
        .form(form)
        .link(home, "op-home")
        .link(format!("/organisations/{}/officials", one.slug), "org-officials")
}

async fn load_organisation(visit: &RequestContext, slug: &str) -> PageResult<Organisation> {
    let slug = slug.to_owned();
    let found = visit.run(move |app, actor| {
        require(actor, Act::ApproveOrganisation, ActTarget::Site, true)?;
        organisations::get(app, actor, &slug)
    });
    found.await
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let one = load_organisation(&visit, &path).await?;
    decision_form_page(&visit, &one).respond(&visit)
}

pub async fn submit_decision(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let one = load_organisation(&visit, &path).await?;
    let sent = post.read::<DecisionForm>(&visit).await?;
    let texts = visit.texts();
    let (slug, reason) = (path.into_inner(), sent.reason.clone());
    let given = || required_reason(texts, &sent.reason);
    let decision = match sent.decision.as_str() {
        "open" => Ok(OrganisationDecision::Open),
        "refuse" => given().map(|_| OrganisationDecision::Refuse),
        "close" => given().map(|_| OrganisationDecision::Close),
        _ => Err(FormRefusal::fault("decision", texts.get("org-fault-decision"))),
    };
    let decided = visit.attempt_form(decision, move |app, actor, decision| {
        organisations::decide(app, actor, &slug, decision, &reason, now_micros())
    });
    let outcome = decided.await?.map(|_| ("/operator", "done-org-decided"));
    decision_form_page(&visit, &one).answer(&visit, &sent, outcome)
}
