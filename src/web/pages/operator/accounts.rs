//! Administration of accounts: search, suspension, roles on the site.

use crate::web::prelude::*;
use adjutant_domain::account::roles::SiteRole;
use adjutant_service::access::{Act, ActTarget, Actor, require};
use adjutant_service::accounts::{self, AccountDetails, AccountState};
use adjutant_service::{App, Error, Thing};
use adjutant_site::filters;
use adjutant_site::forms::reason_field_fault;
use adjutant_site::parameters::{percent_encode, to_query};
use adjutant_site::time_format::format_minute;

use super::area_header;

const ADDRESS: &str = "/operator/accounts";
const ROWS: usize = 50;
const DONE_KEYS: &[&str] = &["done-op-suspended", "done-op-reinstated", "done-op-role"];

/// The form of all actions on an account.
#[derive(Deserialize)]
struct ActionForm {
    role: Entry<SiteRole>,
    reason: String,
}

#[derive(Template)]
#[template(path = "operator/accounts.html")]
struct AccountsPage {
    frame: PageFrame,
    head: AreaHeader,
    search: String,
    lines: Vec<AccountDetails>,
    next: Option<String>,
}

impl AccountsPage {
    fn state(&self, one: &AccountDetails) -> String {
        state_label(one.state, self.frame.texts)
    }

    fn role(&self, one: &AccountDetails) -> String {
        site_role_label(one.site_role, self.frame.texts)
    }
}

fn state_label(state: AccountState, texts: Texts) -> String {
    texts.get(&format!("op-state-{}", state.key()))
}

fn site_role_label(role: SiteRole, texts: Texts) -> String {
    texts.get(&format!("op-role-{}", role.key()))
}

fn account_address(name: &str, page: &str) -> String {
    format!("{ADDRESS}/{}{page}", percent_encode(name))
}

/// Runs a use case and turns a refusal into an error page.
async fn query_accounts<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App, &Actor) -> Result<T, accounts::AccountError> + Send + 'static,
) -> PageResult<T> {
    let refused = |refusal: FormRefusal| {
        PageError::with_status(visit, StatusCode::CONFLICT, refusal.into_messages().1.join(" "))
    };
    visit.attempt(use_case).await?.map_err(refused)
}

pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["search", "after", "done"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let search = given.text("search").unwrap_or_default();
    let after = given.text("after").unwrap_or_default();
    let prefix = search.clone();
    let mut found = query_accounts(&visit, move |app, actor| {
        accounts::list(app, actor, &prefix, &after, ROWS + 1)
    })
    .await?;
    let texts = visit.texts();
    let head = area_header(&visit, ADDRESS, "op-tab-accounts").done(texts, done);
    let last = found.get(ROWS.saturating_sub(1)).filter(|_| found.len() > ROWS);
    let further = |one: &AccountDetails| {
        format!("{ADDRESS}{}", to_query(&[("search", &search), ("after", &one.name)]))
    };
    let next = last.map(further);
    found.truncate(ROWS);
    let page =
        AccountsPage { frame: visit.frame(head.heading.clone()), head, next, lines: found, search };
    private_html(&visit, StatusCode::OK, &page)
}

async fn load_account(visit: &RequestContext, name: &str) -> PageResult<AccountDetails> {
    let own = name.to_owned();
    let found = query_accounts(visit, move |app, actor| accounts::find(app, actor, &own)).await?;
    if found.state == AccountState::Deleted {
        return Err(PageError::new(visit, &Error::missing(Thing::Account, name)));
    }
    Ok(found)
}

fn facts(one: &AccountDetails, texts: Texts) -> Vec<LabeledFact> {
    let email = match (one.email.as_str(), one.email_confirmed) {
        ("", _) => texts.get("op-email-none"),
        (email, true) => email.to_owned(),
        (email, false) => texts.one("op-email-unconfirmed", "email", email),
    };
    let factor = if one.has_second_factor { "op-factor-on" } else { "op-factor-off" };
    let seen = one
        .signed_in_at
        .if_ever()
        .map_or_else(|| texts.get("op-never"), |at| format_minute(texts, at));
    vec![
        LabeledFact::new(texts, "op-state", state_label(one.state, texts)),
        LabeledFact::new(texts, "op-role", site_role_label(one.site_role, texts)),
        LabeledFact::new(texts, "op-email", email),
        LabeledFact::new(texts, "op-factor", texts.get(factor)),
        LabeledFact::new(texts, "org-since", format_minute(texts, one.created_at)),
        LabeledFact::new(texts, "op-seen", seen),
    ]
}

fn page(visit: &RequestContext, one: &AccountDetails) -> FormPage {
    let mut head = area_header(visit, ADDRESS, "op-tab-accounts");
    head.heading.clone_from(&one.name);
    let may = |act| require(visit.actor(), act, ActTarget::Site, true).is_ok();
    let mut sheet = FormPage::new(visit, head).facts(facts(one, visit.texts()));
    if may(Act::Suspend) {
        sheet = match one.state {
            state if state.is_suspended() => {
                sheet.link(account_address(&one.name, "/reinstate"), "op-reinstate")
            }
            _ => sheet.link(account_address(&one.name, "/suspend"), "op-suspend"),
        };
    }
    if may(Act::GrantSiteRole) && !one.state.is_guest() {
        sheet = sheet.link(account_address(&one.name, "/role"), "op-role-change");
    }
    sheet
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let one = load_account(&visit, &path).await?;
    page(&visit, &one).respond(&visit)
}

/// An action on an account that needs a reason.
#[derive(Clone, Copy)]
pub struct AccountAction {
    act: Act,
    page: &'static str,
    heading: &'static str,
    words: &'static str,
    done: &'static str,
}

pub const SUSPEND: AccountAction = AccountAction {
    act: Act::Suspend,
    page: "/suspend",
    heading: "op-suspend",
    words: "op-suspend-words",
    done: "done-op-suspended",
};
pub const REINSTATE: AccountAction = AccountAction {
    act: Act::Suspend,
    page: "/reinstate",
    heading: "op-reinstate",
    words: "op-reinstate-words",
    done: "done-op-reinstated",
};
pub const GRANT: AccountAction = AccountAction {
    act: Act::GrantSiteRole,
    page: "/role",
    heading: "op-role-change",
    words: "op-role-words",
    done: "done-op-role",
};

fn action_form_page(visit: &RequestContext, one: &AccountDetails, deed: AccountAction) -> FormPage {
    let texts = visit.texts();
    let action = account_address(&one.name, deed.page);
    let form = visit.form("deed", &action, deed.heading);
    let form = if deed.page == GRANT.page {
        let role = |role: SiteRole| Choice::new(role.key(), site_role_label(role, texts));
        let roles = SiteRole::ALL.map(role).to_vec();
        form.with_field(Field::radio(texts, "role", "op-role", roles).value(one.site_role.key()))
    } else {
        form
    };
    let form = form
        .with_field(Field::reason(texts))
        .with_alternative(&account_address(&one.name, ""), "cancel");
    let form = if deed.page == SUSPEND.page { form.dangerous() } else { form };
    let head = area_header(visit, ADDRESS, deed.heading);
    FormPage::new(visit, head).paragraph_text(texts.one(deed.words, "name", &one.name)).form(form)
}

/// Shows the form of an action.
pub async fn show_action(
    visit: RequestContext,
    path: web::Path<String>,
    deed: AccountAction,
) -> PageResult {
    require(visit.actor(), deed.act, ActTarget::Site, true).or_page(&visit)?;
    let one = load_account(&visit, &path).await?;
    action_form_page(&visit, &one, deed).respond(&visit)
}

pub async fn submit_action(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
    deed: AccountAction,
) -> PageResult {
    let one = load_account(&visit, &path).await?;
    let sent = post.read::<ActionForm>(&visit).await?;
    let texts = visit.texts();
    let reason = sent.reason.clone();
    let role = sent.role.get();
    let mut faults = Vec::new();
    if deed.page == GRANT.page && role.is_none() {
        faults.push(("role", texts.get("org-fault-role")));
    }
    faults.extend(reason_field_fault(texts, &reason));
    let (id, sound) = (one.id, FormRefusal::if_any(faults));
    let done = visit.attempt_form(sound, move |app, actor, ()| match deed.page {
        "/suspend" => accounts::suspend(app, actor, id, &reason, now_micros()),
        "/reinstate" => accounts::reinstate(app, actor, id, &reason, now_micros()),
        _ => {
            let role = role.unwrap_or_default();
            accounts::set_site_role(app, actor, id, role, &reason, now_micros())
        }
    });
    let outcome = done.await?.map(|()| (ADDRESS, deed.done));
    action_form_page(&visit, &one, deed).answer(&visit, &sent, outcome)
}
