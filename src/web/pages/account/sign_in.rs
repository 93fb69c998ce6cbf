//! Signing in, the second step of it, and signing out.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::accounts::{self, SignedIn};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::parameters::{Parameters, percent_encoded};
use crate::web::session::{leave_nothing, own_address, secret_in};
use crate::web::site::Registration;
use crate::web::visit::Visit;

use super::attempt::{Came, Refusal, attempt_secret, now, see_other};
use super::keeping::{PENDING, entered, waiting};
use super::letters;
use super::sheet::Sheet;

const DONE: &[&str] =
    &["done-password-reset", "done-email-confirmed", "done-signed-out", "done-deleted"];

fn form(visit: &Visit, next: &str) -> Form {
    let texts = visit.texts();
    Form::new(texts, "sign-in", "/sign-in", &visit.form_token(), "sign-in")
        .with(Field::line(texts, "name", "name-or-email").autocomplete("username").required())
        .with(Field::password(texts, "password", "password"))
        .with(Field::hidden(texts, "next", next))
}

fn sheet(visit: &Visit, form: Form) -> Sheet {
    let sheet = Sheet::at_the_door(visit, "sign-in").form(form);
    let sheet = sheet.link("/forgotten", "forgotten-link");
    match visit.site.settings.registration {
        Registration::Open => sheet.link("/sign-up", "sign-up-link"),
        // Who has an invitation comes by its link.
        Registration::ByInvitation | Registration::Closed => sheet,
    }
}

/// The form; who is signed in already is led on.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["next", "done"]).map_err(refuse)?;
    let done = Done::of(&given, DONE).map_err(refuse)?;
    let next = given.text("next");
    let next = own_address(next.as_deref());
    if visit.is_signed_in() {
        return Ok(see_other(next));
    }
    sheet(&visit, form(&visit, next)).done(done).answer(&visit)
}

/// Looks at name and password; says nothing of which of them is wrong.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["name", "password", "next"]);
    let sent = forms::read(&visit, &request, payload, shape).await?;
    let next = own_address(Some(sent.text("next")).filter(|next| !next.is_empty()));
    let (name, password) = (sent.text("name").to_owned(), sent.raw("password").to_owned());
    let came = Came::of(&request, &visit);
    let signed_in = attempt_secret(&visit, move |app| {
        accounts::sign_in(app, &name, &password, &came.arrival(), now())
    });
    match signed_in.await? {
        Ok(SignedIn::Whole(opened)) => Ok(entered(&visit.site, &opened, next)),
        Ok(SignedIn::SecondStep(pending)) => {
            let address = format!("/sign-in/code?next={}", percent_encoded(next));
            Ok(waiting(&visit.site, &pending, &address))
        }
        Err(refusal) => {
            let sheet = sheet(&visit, form(&visit, next).filled(&sent));
            helped(&visit, sheet, &refusal).refused(&visit, refusal)
        }
    }
}

/// Tells whoever must wait because strangers guess at his account how he gets in all the same.
fn helped(visit: &Visit, sheet: Sheet, refusal: &Refusal) -> Sheet {
    match refusal {
        Refusal::Faults { seconds: Some(_), .. } if letters::go_out(&visit.site) => {
            sheet.say("sign-in-flood").say("sign-in-flood-letter")
        }
        Refusal::Faults { seconds: Some(_), .. } => {
            sheet.say("sign-in-flood").say("sign-in-flood-operator")
        }
        _ => sheet,
    }
}

fn code_sheet(visit: &Visit, next: &str) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "code", "/sign-in/code", &visit.form_token(), "sign-in")
        .with(Field::code(texts, "code", "code").hint("code-or-recovery"))
        .with(Field::hidden(texts, "next", next))
        .instead("/sign-in", "start-again");
    Sheet::at_the_door(visit, "code-title").say("code-lost").form(form)
}

/// The form for the code of the second factor, or a recovery code.
pub async fn show_code(
    request: HttpRequest,
    visit: Visit,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["next"]).map_err(|e| PageError::parameter(&visit, &e))?;
    let next = given.text("next");
    let next = own_address(next.as_deref());
    if secret_in(&request, &visit.site, PENDING).is_none() {
        return Ok(see_other(&format!("/sign-in?next={}", percent_encoded(next))));
    }
    code_sheet(&visit, next).answer(&visit)
}

/// Looks at the code.
pub async fn take_code(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["code", "next"])).await?;
    let next = own_address(Some(sent.text("next")).filter(|next| !next.is_empty()));
    let Some(pending) = secret_in(&request, &visit.site, PENDING) else {
        return Ok(see_other(&format!("/sign-in?next={}", percent_encoded(next))));
    };
    let (code, came) = (sent.text("code").to_owned(), Came::of(&request, &visit));
    let stepped = attempt_secret(&visit, move |app| {
        accounts::second_step(app, &pending, &code, &came.arrival(), now())
    });
    match stepped.await? {
        Ok(opened) => Ok(entered(&visit.site, &opened, next)),
        Err(Refusal::DeadLink) => {
            Ok(see_other(&format!("/sign-in?next={}", percent_encoded(next))))
        }
        Err(refusal) => code_sheet(&visit, next).refused(&visit, refusal),
    }
}

/// Ends the session; who has none is led to the same place.
pub async fn leave(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    if visit.is_signed_in() {
        let actor = visit.actor().clone();
        // Whatever happens, the cookie goes: who leaves must not be held.
        let _ = attempt_secret(&visit, move |app| accounts::sign_out(app, &actor, now())).await?;
    }
    let mut response = see_other(&Done::address("/sign-in", "done-signed-out"));
    leave_nothing(&mut response, &visit.site);
    Ok(response)
}
