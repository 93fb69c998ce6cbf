//! API tokens: listing, creating and revoking them.

use crate::web::prelude::*;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_service::accounts;
use adjutant_service::tokens::{self, LONGEST_NAME, MOST_DAYS, NewToken, State, Token};
use adjutant_site::filters;
use adjutant_site::forms::redirect_to_password_prompt;
use adjutant_site::time_format::format_date;

use super::{account_page, account_tabs};

const ADDRESS: &str = "/account/tokens";
const DONE_KEYS: &[&str] = &["done-token-revoked"];
/// The default lifetime of a token.
const DEFAULT_LIFETIME_DAYS: u16 = 90;

#[derive(Deserialize)]
struct RevokeTokenForm {
    token: Entry<i32>,
}

#[derive(Deserialize)]
struct TokenForm {
    name: String,
    days: Entry<u16>,
    scopes: Vec<String>,
}

#[derive(Template)]
#[template(path = "account/tokens.html")]
struct TokensPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    done: String,
    tokens: Vec<Token>,
}

impl TokensPage {
    fn scopes(token: &Token) -> String {
        token.scopes.keys().collect::<Vec<_>>().join(", ")
    }

    fn state(&self, token: &Token) -> &'static str {
        self.frame.t(&format!("token-state-{}", token.state.key()))
    }
}

#[derive(Template)]
#[template(path = "account/token-made.html")]
struct TokenCreatedPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    text: String,
    until: String,
}

/// The label of a scope. Its key has a colon, which catalogue keys cannot contain.
fn scope_label(texts: Texts, key: &str) -> String {
    texts.get(&format!("scope-{}", key.replace(':', "-")))
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.run(move |app, actor| tokens::list(app, actor, now_micros())).await?;
    let texts = visit.texts();
    let page = TokensPage {
        frame: visit.frame(texts.get("account-tokens")),
        area: account_tabs(texts, ADDRESS),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        tokens: found,
    };
    private_html(&visit, StatusCode::OK, &page)
}

pub async fn revoke(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<RevokeTokenForm>(&visit).await?;
    // Id 0 belongs to no token.
    let id: i32 = sent.token.get().unwrap_or(0);
    visit.run(move |app, actor| tokens::revoke(app, actor, id, now_micros())).await?;
    Ok(redirect_with_flash(ADDRESS, "done-token-revoked"))
}

fn form(visit: &RequestContext) -> Form {
    let texts = visit.texts();
    let scopes = TokenScopes::ALL
        .iter()
        .map(|(_, key)| Choice {
            hint: (*key).into(),
            ..Choice::new(*key, scope_label(texts, key))
        })
        .collect();
    visit
        .form("token", "/account/tokens/new", "token-make")
        .with_field(Field::text(texts, "name", "token-name").hint("token-name-hint").required())
        .with_field(Field::checkbox_group(texts, "scopes", "token-scopes", scopes))
        .with_field(
            Field::number(texts, "days", "token-days")
                .hint_text(texts.one("token-days-hint", "most", MOST_DAYS))
                .value(DEFAULT_LIFETIME_DAYS.to_string())
                .required(),
        )
        .with_alternative(ADDRESS, "cancel")
}

fn new_form_page(visit: &RequestContext, form: Form) -> FormPage {
    account_page(visit, ADDRESS, "token-new").paragraph("token-words").form(form)
}

/// Shows the form for a new token, after the password prompt.
pub async fn show_new(visit: RequestContext) -> PageResult {
    if accounts::require_recent_authentication(visit.actor(), now_micros()).is_err() {
        return Ok(redirect_to_password_prompt(&visit));
    }
    new_form_page(&visit, form(&visit)).respond(&visit)
}

/// Parses the form of a new token.
fn token_from_form(texts: Texts, sent: &TokenForm) -> Result<NewToken, FormRefusal> {
    let (name, mut faults) = (sent.name.clone(), Vec::new());
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        faults.push(("name", texts.one("token-fault-name", "most", LONGEST_NAME)));
    }
    let chosen: Option<Vec<TokenScopes>> =
        sent.scopes.iter().map(|key| TokenScopes::parse(key)).collect();
    let scopes = chosen.unwrap_or_default().into_iter().fold(TokenScopes::NONE, TokenScopes::union);
    if scopes.is_empty() {
        faults.push(("scopes", texts.get("token-fault-scopes")));
    }
    let days = sent.days.get().filter(|days| (1..=MOST_DAYS).contains(days));
    if days.is_none() {
        faults.push(("days", texts.one("token-days-hint", "most", MOST_DAYS)));
    }
    match days.filter(|_| faults.is_empty()) {
        Some(days) => Ok(NewToken { name, scopes, days }),
        None => Err(FormRefusal::from_faults(faults)),
    }
}

/// Creates a token and shows it once.
pub async fn create(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<TokenForm>(&visit).await?;
    let made = match token_from_form(visit.texts(), &sent) {
        Err(refusal) => Err(refusal),
        Ok(new) => {
            let making =
                visit.attempt(move |app, actor| tokens::make(app, actor, &new, now_micros()));
            making.await?
        }
    };
    match made {
        Ok(made) => {
            let page = TokenCreatedPage {
                frame: visit.frame(visit.texts().get("token-made")),
                area: account_tabs(visit.texts(), ADDRESS),
                text: made.text,
                until: format_date(visit.texts(), made.expires_at),
            };
            private_html(&visit, StatusCode::OK, &page)
        }
        Err(refusal) => new_form_page(&visit, form(&visit).filled_from(sent.raw()))
            .respond_refused(&visit, refusal),
    }
}
