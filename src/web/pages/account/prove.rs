//! Giving one's password again before something that matters.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::accounts;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Field, Form};
use crate::web::parameters::Parameters;
use crate::web::session::own_address;
use crate::web::visit::Visit;

use super::attempt::{Came, attempt_secret, now, see_other};
use super::sheet::Sheet;

fn sheet(visit: &Visit, next: &str) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "prove", "/account/prove", &visit.form_token(), "go-on")
        .with(Field::hidden(texts, "name", &visit.actor().name))
        .with(Field::password(texts, "password", "password"))
        .with(Field::hidden(texts, "next", next))
        .instead("/account", "cancel");
    let words = texts.one("prove-words", "name", &visit.actor().name);
    Sheet::of_account(visit, "/account/security", "prove-title").say_words(words).form(form)
}

/// The form; `next` is where one was going.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["next"]).map_err(|e| PageError::parameter(&visit, &e))?;
    let next = given.text("next");
    sheet(&visit, own_address(next.as_deref())).answer(&visit)
}

/// Looks at the password and leads on.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["name", "password", "next"]);
    let sent = forms::read(&visit, &request, payload, shape).await?;
    let next = own_address(Some(sent.text("next")).filter(|next| !next.is_empty())).to_owned();
    let (actor, came) = (visit.actor().clone(), Came::of(&request, &visit));
    let password = sent.raw("password").to_owned();
    let proved = attempt_secret(&visit, move |app| {
        accounts::prove_again(app, &actor, &password, &came.arrival(), now())
    });
    match proved.await? {
        Ok(()) => Ok(see_other(&next)),
        Err(refusal) => sheet(&visit, &next).refused(&visit, refusal),
    }
}
