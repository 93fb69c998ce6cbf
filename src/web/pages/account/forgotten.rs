//! A forgotten password: asking for a link, and using it.

use actix_web::http::StatusCode;
use actix_web::web::{Path, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::account::secret::Secret;
use crate::service::accounts::{self, LinkKind, LinkShown};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::parameters::Parameters;

use crate::web::visit::Visit;

use super::attempt::{Came, Refusal, attempt_secret, now, see_other};
use super::letters;
use super::sheet::Sheet;

const DONE: &[&str] = &["done-letter"];

fn sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "forgotten", "/forgotten", &visit.form_token(), "forgotten-send")
        .with(Field::email(texts, "email", "email").required());
    let words = if letters::go_out(&visit.site) { "forgotten-words" } else { "forgotten-no-post" };
    let sheet = Sheet::at_the_door(visit, "forgotten-title").say(words);
    let sheet = if letters::go_out(&visit.site) { sheet.form(form) } else { sheet };
    sheet.link("/sign-in", "sign-in-link")
}

/// The form for one's e-mail address.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    sheet(&visit).done(done).answer(&visit)
}

/// Sends the link, and says the same where there is nobody to send it to.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["email"])).await?;
    let (email, came) = (sent.text("email").to_owned(), Came::of(&request, &visit));
    let asked =
        attempt_secret(&visit, move |app| accounts::ask_reset(app, &email, &came.arrival(), now()));
    match asked.await? {
        Ok(letter) => {
            letters::send(&visit.site, letter.into_iter().collect());
            Ok(see_other(&Done::address("/forgotten", "done-letter")))
        }
        Err(refusal) => sheet(&visit).refused(&visit, refusal),
    }
}

/// What a link opens; the page that it is dead otherwise.
pub(super) async fn looked_at(
    visit: &Visit,
    kind: LinkKind,
    text: &str,
) -> Result<Result<(Secret, LinkShown), HttpResponse>, PageError> {
    let Some(secret) = Secret::parse(text) else { return Ok(Err(dead(visit, kind)?)) };
    let asked = secret.clone();
    let shown = attempt_secret(visit, move |app| accounts::look_at_link(app, kind, &asked, now()));
    match shown.await? {
        Ok(shown) => Ok(Ok((secret, shown))),
        Err(_) => Ok(Err(dead(visit, kind)?)),
    }
}

/// A link that was used, is too old or never was: the same of all.
pub(super) fn dead(visit: &Visit, kind: LinkKind) -> Result<HttpResponse, PageError> {
    let sheet = Sheet::at_the_door(visit, "link-dead-title").say("fault-link-dead");
    let sheet = match kind {
        LinkKind::Reset => sheet.link("/forgotten", "forgotten-link"),
        LinkKind::Confirm => sheet.link("/account/email", "email-change"),
        _ => sheet.link("/", "error-home"),
    };
    sheet.answer_as(visit, StatusCode::GONE)
}

fn reset_sheet(visit: &Visit, shown: &LinkShown) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "reset", &visit.path, &visit.form_token(), "password-set")
        // What keeps passwords learns by it whose this one is.
        .with(Field::hidden(texts, "name", &shown.name))
        .with(Field::new_password(texts, "password", "password-new").hint("password-hint"));
    Sheet::at_the_door(visit, "reset-title")
        .say_words(texts.one("reset-words", "name", &shown.name))
        .form(form)
}

/// The form for the new password; it uses nothing up.
pub async fn show_reset(visit: Visit, token: Path<String>) -> Result<HttpResponse, PageError> {
    match looked_at(&visit, LinkKind::Reset, &token).await? {
        Ok((_, shown)) => reset_sheet(&visit, &shown).answer(&visit),
        Err(dead) => Ok(dead),
    }
}

/// Sets the new password and leads to where one signs in with it.
pub async fn take_reset(
    request: HttpRequest,
    visit: Visit,
    token: Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["name", "password"])).await?;
    let (secret, shown) = match looked_at(&visit, LinkKind::Reset, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    let password = sent.raw("password").to_owned();
    let from = Came::of(&request, &visit).arrival().network;
    let reset = attempt_secret(&visit, move |app| {
        accounts::reset_password(app, &secret, &password, Some(from), now())
    });
    match reset.await? {
        Ok(letters) => {
            letters::send(&visit.site, letters);
            Ok(see_other(&Done::address("/sign-in", "done-password-reset")))
        }
        Err(Refusal::DeadLink) => dead(&visit, LinkKind::Reset),
        Err(refusal) => reset_sheet(&visit, &shown).refused(&visit, refusal),
    }
}
