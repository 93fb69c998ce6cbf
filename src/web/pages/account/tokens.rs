//! API tokens: what programs show in one's place.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::account::scopes::Scopes;
use crate::service::accounts;
use crate::service::tokens::{self, LONGEST_NAME, MOST_DAYS, NewToken, State, Token};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Field, Form, Press, Tab};
use crate::web::moments::{day, minute};
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::attempt::{Refusal, attempt, now, see_other, to_prove};
use super::sheet::{Sheet, area};

const ADDRESS: &str = "/account/tokens";
const DONE: &[&str] = &["done-token-revoked"];
/// A token lives so long where nothing else is said.
const DAYS: u16 = 90;

struct TokenLine {
    name: String,
    scopes: String,
    state: String,
    open: bool,
    made: String,
    expires: String,
    used: String,
    revoke: Option<Press>,
}

#[derive(Template)]
#[template(path = "account/tokens.html")]
struct TokensPage {
    frame: Frame,
    area: Vec<Tab>,
    done: String,
    tokens: Vec<TokenLine>,
}

#[derive(Template)]
#[template(path = "account/token-made.html")]
struct MadePage {
    frame: Frame,
    area: Vec<Tab>,
    text: String,
    until: String,
}

/// The text of a scope; its name has a colon, which a key of the catalogues cannot have.
fn scope_words(texts: Texts, key: &str) -> String {
    texts.get(&format!("scope-{}", key.replace(':', "-")))
}

fn line(visit: &Visit, token: Token) -> TokenLine {
    let texts = visit.texts();
    let open = token.state == State::Open;
    let revoke = Press::new(texts, ADDRESS, &visit.form_token(), "token-revoke");
    TokenLine {
        scopes: token.scopes.keys().collect::<Vec<_>>().join(", "),
        state: texts.get(&format!("token-state-{}", token.state.key())),
        open,
        made: day(token.created_at),
        expires: day(token.expires_at),
        used: token.used_at.map_or_else(|| texts.get("token-never"), minute),
        revoke: open.then(|| revoke.send("token", token.id).about(&token.name).danger()),
        name: token.name,
    }
}

/// One's tokens.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let actor = visit.actor().clone();
    let found = ask(&visit, move |app| tokens::list(app, &actor, now())).await?;
    let texts = visit.texts();
    let page = TokensPage {
        frame: visit.frame(texts.get("account-tokens")),
        area: area(texts, ADDRESS),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        tokens: found.into_iter().map(|token| line(&visit, token)).collect(),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Revokes one.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["token"])).await?;
    // What is no number is nobody's token.
    let id: i32 = sent.text("token").parse().unwrap_or(0);
    let actor = visit.actor().clone();
    ask(&visit, move |app| tokens::revoke(app, &actor, id, now())).await?;
    Ok(see_other(&Done::address(ADDRESS, "done-token-revoked")))
}

fn form(visit: &Visit) -> Form {
    let texts = visit.texts();
    let scopes = Scopes::ALL
        .iter()
        .map(|(_, key)| Choice {
            hint: (*key).into(),
            ..Choice::new(*key, scope_words(texts, key))
        })
        .collect();
    Form::new(texts, "token", "/account/tokens/new", &visit.form_token(), "token-make")
        .with(Field::line(texts, "name", "token-name").hint("token-name-hint").required())
        .with(Field::checks(texts, "scopes", "token-scopes", scopes))
        .with(
            Field::number(texts, "days", "token-days")
                .hint_words(texts.one("token-days-hint", "most", MOST_DAYS))
                .value(DAYS.to_string())
                .required(),
        )
        .instead(ADDRESS, "cancel")
}

fn new_sheet(visit: &Visit, form: Form) -> Sheet {
    Sheet::of_account(visit, ADDRESS, "token-new").say("token-words").form(form)
}

/// The form for a new one; the password comes first.
pub async fn show_new(visit: Visit) -> Result<HttpResponse, PageError> {
    if accounts::proved(visit.actor(), now()).is_err() {
        return Ok(to_prove(&visit));
    }
    new_sheet(&visit, form(&visit)).answer(&visit)
}

/// What is asked for, or what is wrong with it.
fn asked(texts: Texts, sent: &forms::Form) -> Result<NewToken, Refusal> {
    let (name, mut faults) = (sent.text("name").to_owned(), Vec::new());
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        faults.push(("name", texts.one("token-fault-name", "most", LONGEST_NAME)));
    }
    let chosen: Option<Vec<Scopes>> = sent.all("scopes").map(Scopes::parse).collect();
    let scopes = chosen.unwrap_or_default().into_iter().fold(Scopes::NONE, Scopes::with);
    if scopes.is_empty() {
        faults.push(("scopes", texts.get("token-fault-scopes")));
    }
    let days = sent.text("days").parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
    if days.is_none() {
        faults.push(("days", texts.one("token-days-hint", "most", MOST_DAYS)));
    }
    match days.filter(|_| faults.is_empty()) {
        Some(days) => Ok(NewToken { name, scopes, days }),
        None => Err(Refusal::faults(faults)),
    }
}

/// Makes it and shows it, once.
pub async fn take_new(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape { once: &["name", "days"], many: &["scopes"], files: &[] };
    let sent = forms::read(&visit, &request, payload, shape).await?;
    let actor = visit.actor().clone();
    let made = match asked(visit.texts(), &sent) {
        Err(refusal) => Err(refusal),
        Ok(new) => {
            let making = attempt(&visit, move |app| tokens::make(app, &actor, &new, now()));
            making.await?
        }
    };
    match made {
        Ok(made) => {
            let page = MadePage {
                frame: visit.frame(visit.texts().get("token-made")),
                area: area(visit.texts(), ADDRESS),
                text: made.text,
                until: day(made.expires_at),
            };
            private_html(&visit, StatusCode::OK, &page)
        }
        Err(refusal) => new_sheet(&visit, form(&visit).filled(&sent)).refused(&visit, refusal),
    }
}
