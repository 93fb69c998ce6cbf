//! Getting an account.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::account::secret::Secret;
use crate::service::accounts::{self, LinkKind, SignUp};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::parameters::Parameters;

use crate::web::site::Registration;
use crate::web::visit::Visit;

use super::attempt::{Came, Refusal, attempt_secret, now, see_other};
use super::forgotten::dead;
use super::keeping::entered;
use super::letters;
use super::sheet::Sheet;

fn form(visit: &Visit, invitation: &str) -> Form {
    let texts = visit.texts();
    Form::new(texts, "sign-up", "/sign-up", &visit.form_token(), "sign-up")
        .with(
            Field::line(texts, "name", "handle")
                .hint("handle-hint")
                .autocomplete("username")
                .required(),
        )
        .with(Field::email(texts, "email", "email").hint("email-hint"))
        .with(Field::new_password(texts, "password", "password").hint("password-hint"))
        .with(Field::hidden(texts, "invitation", invitation))
}

fn sheet(visit: &Visit, form: Form) -> Sheet {
    let sheet = Sheet::at_the_door(visit, "sign-up").say("sign-up-words").form(form);
    sheet.link("/sign-in", "sign-in-link")
}

/// Nobody gets an account here now, or only by invitation.
fn closed(visit: &Visit, key: &str) -> Result<HttpResponse, PageError> {
    let sheet = Sheet::at_the_door(visit, "sign-up").say(key).link("/sign-in", "sign-in-link");
    sheet.answer_as(visit, StatusCode::FORBIDDEN)
}

/// The form; an invitation comes with the address.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["invitation"]).map_err(|e| PageError::parameter(&visit, &e))?;
    let invitation = given.text("invitation").unwrap_or_default();
    if visit.is_signed_in() {
        return Ok(see_other("/account"));
    }
    match visit.site.settings.registration {
        Registration::Closed => closed(&visit, "fault-registration-closed"),
        Registration::ByInvitation if invitation.is_empty() => {
            closed(&visit, "fault-invitation-needed")
        }
        _ => sheet(&visit, form(&visit, &invitation)).answer(&visit),
    }
}

/// Makes the account, and the player of its name, and signs in.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["name", "email", "password", "invitation"]);
    let sent = forms::read(&visit, &request, payload, shape).await?;
    let (fields, came) = (sent.clone(), Came::of(&request, &visit));
    let language = visit.language.tag();
    let registration = visit.site.settings.registration.into();
    let registered = attempt_secret(&visit, move |app| {
        let invitation = Secret::parse(fields.text("invitation"));
        let new = SignUp {
            name: fields.text("name"),
            email: fields.text("email"),
            password: fields.raw("password"),
            language,
            invitation: invitation.as_ref(),
        };
        accounts::register(app, registration, &new, &came.arrival(), now())
    });
    match registered.await? {
        Ok(registered) => {
            letters::send(&visit.site, registered.letters);
            let next = Done::address("/account", "done-signed-up");
            Ok(entered(&visit.site, &registered.opened, &next))
        }
        // An invitation that was used in the meantime, or too old.
        Err(Refusal::DeadLink) => dead(&visit, LinkKind::Invitation),
        Err(refusal) => {
            let form = form(&visit, sent.text("invitation")).filled(&sent);
            sheet(&visit, form).refused(&visit, refusal)
        }
    }
}
