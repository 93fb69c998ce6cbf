//! One's e-mail address: changing it, and confirming it by the link in a letter.

use actix_web::web::{Path, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::accounts::{self, LinkKind, LinkShown};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Fact, Field, Form};
use crate::web::visit::Visit;

use super::attempt::{Came, Refusal, attempt_secret, now, see_other, to_prove};
use super::forgotten::{dead, looked_at};
use super::letters;
use super::sheet::Sheet;

fn sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "email", "/account/email", &visit.form_token(), "save")
        .with(Field::email(texts, "email", "email-new").required())
        .instead("/account/security", "cancel");
    let sheet = Sheet::of_account(visit, "/account/security", "email-change").form(form);
    if letters::go_out(&visit.site) { sheet.say("email-words") } else { sheet.say("email-no-post") }
}

/// The form for a new address; the password comes first.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    if accounts::proved(visit.actor(), now()).is_err() {
        return Ok(to_prove(&visit));
    }
    sheet(&visit).answer(&visit)
}

/// Sends the new address a letter; it counts once its link was used.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["email"])).await?;
    let (actor, came) = (visit.actor().clone(), Came::of(&request, &visit));
    let email = sent.text("email").to_owned();
    let changed = attempt_secret(&visit, move |app| {
        accounts::change_email(app, &actor, &email, &came.arrival(), now())
    });
    match changed.await? {
        Ok(written) => {
            letters::send(&visit.site, written);
            Ok(see_other(&Done::address("/account/security", "done-email-sent")))
        }
        Err(refusal) => sheet(&visit).filled(&sent).refused(&visit, refusal),
    }
}

fn confirm_sheet(visit: &Visit, shown: &LinkShown) -> Sheet {
    let texts = visit.texts();
    let form =
        Form::new(texts, "confirm", &visit.path, &visit.form_token(), "email-confirm-button");
    let facts = vec![
        Fact::new(texts, "account-name", &shown.name),
        Fact::new(texts, "email", &shown.email),
    ];
    Sheet::at_the_door(visit, "email-confirm-title").facts(facts).form(form)
}

/// Asks to press a button: programs that look into letters follow links, and press nothing.
pub async fn confirm(visit: Visit, token: Path<String>) -> Result<HttpResponse, PageError> {
    let (_, shown) = match looked_at(&visit, LinkKind::Confirm, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    confirm_sheet(&visit, &shown).answer(&visit)
}

/// Confirms the address.
pub async fn confirmed(
    request: HttpRequest,
    visit: Visit,
    token: Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let (secret, shown) = match looked_at(&visit, LinkKind::Confirm, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    let done = attempt_secret(&visit, move |app| accounts::confirm_email(app, &secret, now()));
    match done.await? {
        Ok(written) => {
            letters::send(&visit.site, written);
            let page = if visit.is_signed_in() { "/account/security" } else { "/sign-in" };
            Ok(see_other(&Done::address(page, "done-email-confirmed")))
        }
        Err(Refusal::DeadLink) => dead(&visit, LinkKind::Confirm),
        Err(refusal) => confirm_sheet(&visit, &shown).refused(&visit, refusal),
    }
}
