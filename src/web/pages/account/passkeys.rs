//! Passkeys: the visitor's own, signing in by one, and giving the second factor in a session.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_service::accounts::{self, AccountError, OwnPasskey, PasskeyChallenge, RelyingParty};
use adjutant_service::{Error, refusals};
use adjutant_site::filters;
use adjutant_site::forms::{RequestOrigin, redirect_to_password_prompt};
use adjutant_site::kit::PasskeyBox;
use adjutant_site::parameters::percent_encode_path;
use adjutant_site::session::{cookie_name, cookie_secret, safe_return_path, uses_https};
use adjutant_site::site::Site;

use super::second_factor::recovery_codes_page;
use super::session_cookies::{redirect_signed_in, set_session_cookies};
use super::{account_page, account_tabs, sign_in};

const ADDRESS: &str = "/account/passkeys";
/// Where the second factor is given in a session.
const CONFIRM_ADDRESS: &str = "/account/confirm";
const DONE_KEYS: &[&str] = &["done-passkey", "done-passkey-removed"];
/// The cookie of a browser that was given a challenge; it opens no session.
const CHALLENGE_COOKIE: &str = "passkey";
/// As long as a challenge can be answered.
const CHALLENGE_MINUTES: i64 = 5;

#[derive(Deserialize)]
struct AddForm {
    name: String,
    answer: Verbatim,
}

/// What asks for a challenge before anything is answered.
#[derive(Deserialize)]
struct BeginForm {
    name: Option<String>,
    #[serde(rename = "next")]
    _next: Option<String>,
    #[serde(rename = "answer")]
    _answer: Option<String>,
}

#[derive(Deserialize)]
struct AnswerForm {
    answer: Verbatim,
    next: String,
}

#[derive(Deserialize)]
struct RemoveForm {
    passkey: Entry<i32>,
}

#[derive(Deserialize)]
struct CodeForm {
    code: String,
    next: String,
}

#[derive(Template)]
#[template(path = "account/passkeys.html")]
struct PasskeysPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    done: String,
    passkeys: Vec<OwnPasskey>,
    /// `None` where browsers have no passkeys.
    add: Option<PasskeyBox>,
}

/// This site as browsers know it here; `None` where they have no passkeys.
fn relying_party(request: &HttpRequest, site: &Site) -> Option<RelyingParty> {
    if let Some(address) = &site.settings.public_url {
        return RelyingParty::new(address);
    }
    // Without its address the site serves its own machine, and no other name is believed.
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    let is_local = host == "localhost" || host.starts_with("localhost:");
    is_local.then(|| RelyingParty::new(&format!("http://{host}"))).flatten()
}

/// The button that signs in, or confirms who is signed in; `None` where browsers have no passkeys.
pub(super) fn passkey_box(
    request: &HttpRequest,
    visit: &RequestContext,
    next: &str,
) -> Option<PasskeyBox> {
    relying_party(request, &visit.site)?;
    let texts = visit.texts();
    let words = if visit.is_signed_in() { "passkey-use" } else { "passkey-sign-in" };
    let form = visit
        .form("passkey", "/sign-in/passkey", words)
        .with_field(Field::hidden(texts, "next", next))
        .with_field(Field::hidden(texts, "answer", ""));
    Some(PasskeyBox::new(texts, "/sign-in/passkey/begin", form))
}

fn challenge_cookie(site: &Site, value: String) -> Cookie<'static> {
    Cookie::build(cookie_name(site, CHALLENGE_COOKIE), value)
        .path("/")
        .http_only(true)
        .secure(uses_https(site))
        .same_site(SameSite::Strict)
        .max_age(Duration::minutes(CHALLENGE_MINUTES))
        .finish()
}

/// The options for the browser, or in plain text why there are none.
fn challenge_response(
    visit: &RequestContext,
    begun: Result<PasskeyChallenge, FormRefusal>,
) -> HttpResponse {
    match begun {
        Ok(challenge) => HttpResponse::Ok()
            .content_type("application/json")
            .insert_header((header::CACHE_CONTROL, "private, no-store"))
            .cookie(challenge_cookie(&visit.site, challenge.secret.to_base32()))
            .body(challenge.options),
        Err(FormRefusal::PasswordRequired) => see_other(&prompt_address()),
        Err(refusal) => {
            let (status, messages) = refusal.into_messages();
            HttpResponse::build(status)
                .content_type("text/plain; charset=utf-8")
                .insert_header((header::CACHE_CONTROL, "private, no-store"))
                .body(messages.join(" "))
        }
    }
}

fn prompt_address() -> String {
    format!("/account/prove?next={}", percent_encode_path(ADDRESS))
}

fn no_party() -> AccountError {
    AccountError::Error(Error::conflict(refusals::PASSKEY_HTTPS))
}

/// A response after an answer: its challenge is used up.
fn without_challenge(visit: &RequestContext, mut response: HttpResponse) -> HttpResponse {
    let mut cookie = challenge_cookie(&visit.site, String::new());
    cookie.make_removal();
    let _ = response.add_cookie(&cookie);
    response
}

/// The secret of the browser's challenge; without one, some other finds none.
fn challenge_secret(request: &HttpRequest, visit: &RequestContext) -> Secret {
    cookie_secret(request, &visit.site, CHALLENGE_COOKIE)
        .unwrap_or_else(|| Secret::new(&mut rand::rng()))
}

async fn own_passkeys_page(
    request: &HttpRequest,
    visit: &RequestContext,
    done: Option<FlashMessage>,
    form: impl FnOnce(Form) -> Form,
) -> PageResult<Option<PasskeysPage>> {
    let Ok(passkeys) = visit.attempt(accounts::passkeys).await? else { return Ok(None) };
    let texts = visit.texts();
    let add = relying_party(request, &visit.site).map(|_| {
        let name = Field::text(texts, "name", "passkey-name").hint("passkey-name-hint").required();
        let own = visit.form("passkey", ADDRESS, "passkey-add").with_field(name);
        let own = form(own.with_field(Field::hidden(texts, "answer", "")));
        PasskeyBox::new(texts, "/account/passkeys/begin", own)
    });
    Ok(Some(PasskeysPage {
        frame: visit.frame(texts.get("passkeys-title")),
        area: account_tabs(texts, "/account/security"),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        passkeys,
        add,
    }))
}

/// Where to go first: changing passkeys takes the password and, if there is one, the second factor.
fn redirect_to_proof(visit: &RequestContext) -> Option<HttpResponse> {
    let actor = visit.actor();
    if actor.has_second_factor && !actor.gave_second_factor {
        return Some(see_other(&format!(
            "{CONFIRM_ADDRESS}?next={}",
            percent_encode_path(ADDRESS)
        )));
    }
    let proved = accounts::require_recent_authentication(actor, now_micros());
    proved.is_err().then(|| redirect_to_password_prompt(visit))
}

pub async fn show(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    if let Some(first) = redirect_to_proof(&visit) {
        return Ok(first);
    }
    match own_passkeys_page(&request, &visit, done, |form| form).await? {
        Some(page) => private_html(&visit, StatusCode::OK, &page),
        None => Ok(see_other("/sign-in")),
    }
}

/// Starts adding a passkey.
pub async fn begin(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<BeginForm>(&visit).await?;
    let name = sent.into_values().name.unwrap_or_default();
    let party = relying_party(&request, &visit.site);
    let begun = visit.attempt_secret(move |app, actor| {
        let party = party.ok_or_else(no_party)?;
        accounts::begin_passkey(app, actor, &party, &name, now_micros())
    });
    Ok(challenge_response(&visit, begun.await?))
}

/// Adds the passkey that the browser made.
pub async fn add(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<AddForm>(&visit).await?;
    let (party, came) =
        (relying_party(&request, &visit.site), RequestOrigin::new(&request, &visit));
    let secret = challenge_secret(&request, &visit);
    let (name, answer) = (sent.name.clone(), sent.answer.clone());
    let added = visit.attempt_secret(move |app, actor| {
        let (party, now) = (party.ok_or_else(no_party)?, now_micros());
        let answered = (&secret, &*answer);
        accounts::add_passkey(app, actor, &party, answered, &name, &came.as_arrival(), now)
    });
    let response = match added.await? {
        Ok(added) => {
            visit.site.send_mail(added.mail);
            let mut response = match added.recovery_codes {
                none if none.is_empty() => redirect_with_flash(ADDRESS, "done-passkey"),
                codes => recovery_codes_page(&visit, codes, "done-passkey-first")?,
            };
            set_session_cookies(&mut response, &visit.site, &added.session);
            response
        }
        Err(FormRefusal::PasswordRequired) => redirect_to_password_prompt(&visit),
        Err(refusal) => {
            let (status, faults) = (refusal.status(), refusal.into_faults());
            let filled = |form: Form| form.filled_from(sent.raw()).with_errors(faults);
            match own_passkeys_page(&request, &visit, None, filled).await? {
                Some(page) => private_html(&visit, status, &page)?,
                None => see_other("/sign-in"),
            }
        }
    };
    Ok(without_challenge(&visit, response))
}

pub async fn remove(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<RemoveForm>(&visit).await?;
    // Id 0 belongs to no passkey.
    let id = sent.passkey.get().unwrap_or(0);
    let removed = visit
        .attempt_secret(move |app, actor| accounts::remove_passkey(app, actor, id, now_micros()));
    match removed.await? {
        Ok(mail) => {
            visit.site.send_mail(mail);
            Ok(redirect_with_flash("/account/security", "done-passkey-removed"))
        }
        Err(FormRefusal::PasswordRequired) => Ok(see_other(&prompt_address())),
        Err(_) => Ok(see_other(ADDRESS)),
    }
}

/// Starts signing in by a passkey.
pub async fn begin_sign_in(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    post.read::<BeginForm>(&visit).await?;
    let (party, came) =
        (relying_party(&request, &visit.site), RequestOrigin::new(&request, &visit));
    let begun = visit.attempt_secret(move |app, _| {
        let party = party.ok_or_else(no_party)?;
        accounts::begin_passkey_sign_in(app, &party, &came.as_arrival(), now_micros())
    });
    Ok(challenge_response(&visit, begun.await?))
}

/// Signs in by the browser's answer, or confirms who is signed in.
pub async fn sign_in(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<AnswerForm>(&visit).await?;
    let next =
        safe_return_path(Some(sent.next.as_str()).filter(|next| !next.is_empty())).to_owned();
    let (party, came) =
        (relying_party(&request, &visit.site), RequestOrigin::new(&request, &visit));
    let (secret, answer) = (challenge_secret(&request, &visit), sent.answer.clone());
    let signed_in = visit.attempt_secret(move |app, actor| {
        let (party, now) = (party.ok_or_else(no_party)?, now_micros());
        let answered = (&secret, &*answer);
        accounts::sign_in_by_passkey(app, actor, &party, answered, &came.as_arrival(), now)
    });
    let response = match signed_in.await? {
        Ok(opened) => redirect_signed_in(&visit.site, &opened, &next),
        Err(refusal) if visit.is_signed_in() => {
            confirm_form_page(&request, &visit, &next).respond_refused(&visit, refusal)?
        }
        Err(refusal) => {
            sign_in::form_page(&request, &visit, &next).respond_refused(&visit, refusal)?
        }
    };
    Ok(without_challenge(&visit, response))
}

fn confirm_form_page(request: &HttpRequest, visit: &RequestContext, next: &str) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("code", CONFIRM_ADDRESS, "go-on")
        .with_field(Field::code(texts, "code", "code").hint("code-or-recovery"))
        .with_field(Field::hidden(texts, "next", next))
        .with_alternative("/account/security", "cancel");
    account_page(visit, "/account/security", "factor-give")
        .paragraph("factor-give-words")
        .passkey(passkey_box(request, visit, next))
        .form(form)
}

/// Asks for the second factor, which signing in by password did not ask for.
pub async fn show_confirm(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["next"]).or_page(&visit)?;
    let next = given.text("next");
    let next = safe_return_path(next.as_deref());
    if !visit.actor().has_second_factor {
        return Ok(see_other("/account/security"));
    }
    if visit.actor().gave_second_factor {
        return Ok(see_other(next));
    }
    confirm_form_page(&request, &visit, next).respond(&visit)
}

pub async fn submit_confirm(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<CodeForm>(&visit).await?;
    let next =
        safe_return_path(Some(sent.next.as_str()).filter(|next| !next.is_empty())).to_owned();
    let (code, came) = (sent.code.clone(), RequestOrigin::new(&request, &visit));
    let given = visit.attempt_secret(move |app, actor| {
        accounts::give_second_factor(app, actor, &code, &came.as_arrival(), now_micros())
    });
    match given.await? {
        Ok(()) => Ok(see_other(&next)),
        Err(refusal) => confirm_form_page(&request, &visit, &next).respond_refused(&visit, refusal),
    }
}
