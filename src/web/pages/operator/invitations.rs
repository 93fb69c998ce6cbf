//! Inviting somebody to sign up, and the invitations that nobody has taken up.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::service::access::{Act, On, require};
use crate::service::accounts::{self, Invite};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::desk::Sheet;
use crate::web::pages::invited::{self, link_page};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::head;

const ADDRESS: &str = "/operator/invitations";
const DONE: &[&str] = &["done-org-invitation-back"];

fn sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "invite", ADDRESS, &visit.form_token(), "op-invite")
        .with(Field::email(texts, "email", "org-invite-email").hint("org-invite-email-hint"));
    Sheet::new(visit, head(visit, ADDRESS, "op-tab-invitations")).say("op-invite-words").form(form)
}

/// The form, and the open invitations.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let allowed = require(visit.actor(), Act::Invite, On::Site, true);
    allowed.map_err(|e| PageError::new(&visit, &e))?;
    let done = Done::asked(&visit, &parameters, DONE)?;
    let open = invited::open_ones(&visit, None, ADDRESS, |_| String::new()).await?;
    sheet(&visit).done(&visit, done).open(open).answer(&visit)
}

/// Takes one back.
pub async fn take_back(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<i32>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    invited::take_back(&visit, None, path.into_inner()).await?;
    Ok(see_other(&Done::address(ADDRESS, "done-org-invitation-back")))
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
