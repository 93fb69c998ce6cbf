//! Changing one's password.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::accounts;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::visit::Visit;

use super::attempt::{Came, attempt_secret, now};
use super::keeping::entered;
use super::letters;
use super::sheet::Sheet;

fn sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "password", "/account/password", &visit.form_token(), "save")
        // What keeps passwords learns by it whose this one is.
        .with(Field::hidden(texts, "name", &visit.actor().name))
        .with(Field::password(texts, "old_password", "password-old"))
        .with(Field::new_password(texts, "password", "password-new").hint("password-hint"))
        .instead("/account/security", "cancel");
    Sheet::of_account(visit, "/account/security", "password-change")
        .say("password-words")
        .form(form)
}

/// The form.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    sheet(&visit).answer(&visit)
}

/// Changes it; every other session ends, and this one gets a new token.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let shape = Shape::of(&["name", "old_password", "password"]);
    let sent = forms::read(&visit, &request, payload, shape).await?;
    let (actor, came) = (visit.actor().clone(), Came::of(&request, &visit));
    let changed = attempt_secret(&visit, move |app| {
        let (old, new) = (sent.raw("old_password"), sent.raw("password"));
        accounts::change_password(app, &actor, old, new, &came.arrival(), now())
    });
    match changed.await? {
        Ok(changed) => {
            letters::send(&visit.site, changed.letters);
            let next = Done::address("/account/security", "done-password");
            Ok(entered(&visit.site, &changed.opened, &next))
        }
        Err(refusal) => sheet(&visit).refused(&visit, refusal),
    }
}
