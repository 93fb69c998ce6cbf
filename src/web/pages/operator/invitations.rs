//! Inviting somebody to sign up.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::access::{Act, On, require};
use crate::service::accounts::{self, Invite};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Field, Form};
use crate::web::pages::account::attempt::{attempt, now};
use crate::web::pages::desk::Sheet;
use crate::web::pages::invited::link_page;
use crate::web::visit::Visit;

use super::area::head;

const ADDRESS: &str = "/operator/invitations";

fn sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "invite", ADDRESS, &visit.form_token(), "op-invite")
        .with(Field::email(texts, "email", "org-invite-email").hint("org-invite-email-hint"));
    Sheet::new(visit, head(visit, ADDRESS, "op-tab-invitations")).say("op-invite-words").form(form)
}

/// The form.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    let allowed = require(visit.actor(), Act::Invite, On::Site, true);
    allowed.map_err(|e| PageError::new(&visit, &e))?;
    sheet(&visit).answer(&visit)
}

/// Makes an invitation and shows its link once.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["email"])).await?;
    let (actor, email) = (visit.actor().clone(), sent.text("email").to_owned());
    let made = attempt(&visit, move |app| {
        let invite = Invite { email: &email, grant: None, demands_second_factor: true };
        accounts::invite(app, &actor, &invite, now())
    });
    match made.await? {
        Ok(letter) => {
            let head = head(&visit, ADDRESS, "org-invited");
            link_page(&visit, head, letter, ADDRESS.to_owned())
        }
        Err(refusal) => sheet(&visit).filled(&sent).refused(&visit, refusal),
    }
}
