//! Inviting people to sign up, and the open invitations.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::service::access::{Act, ActTarget, require};
use crate::service::accounts::{self, NewInvitation};
use crate::web::error::PageError;
use crate::web::forms::{self, FormSchema, run_attempt};
use crate::web::html::see_other;
use crate::web::kit::{AreaFormPage, Field, FlashMessage, Form};
use crate::web::pages::invitation_link::{self, link_page};
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;

use super::header::area_header;

const ADDRESS: &str = "/operator/invitations";
const DONE_KEYS: &[&str] = &["done-org-invitation-back"];

fn invite_form_page(visit: &RequestContext) -> AreaFormPage {
    let texts = visit.texts();
    let form = Form::new(texts, "invite", ADDRESS, &visit.form_token(), "op-invite")
        .with_field(Field::email(texts, "email", "org-invite-email").hint("org-invite-email-hint"));
    AreaFormPage::new(visit, area_header(visit, ADDRESS, "op-tab-invitations"))
        .paragraph("op-invite-words")
        .form(form)
}

pub async fn show(
    visit: RequestContext,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let allowed = require(visit.actor(), Act::Invite, ActTarget::Site, true);
    allowed.map_err(|e| PageError::new(&visit, &e))?;
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let open = invitation_link::open_invitations(&visit, None, ADDRESS, |_| String::new()).await?;
    invite_form_page(&visit).done(&visit, done).open_invitations(open).respond(&visit)
}

pub async fn withdraw(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<i32>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read_form(&visit, &request, payload, FormSchema::new(&[])).await?;
    invitation_link::withdraw(&visit, None, path.into_inner()).await?;
    Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-org-invitation-back")))
}

/// Creates an invitation and shows its link once.
pub async fn submit(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, FormSchema::new(&["email"])).await?;
    let (actor, email) = (visit.actor().clone(), sent.text("email").to_owned());
    let made = run_attempt(&visit, move |app| {
        let invite = NewInvitation { email: &email, grant: None, demands_second_factor: true };
        accounts::invite(app, &actor, &invite, now_micros())
    });
    match made.await? {
        Ok(letter) => {
            let head = area_header(&visit, ADDRESS, "org-invited");
            link_page(&visit, head, letter, ADDRESS.to_owned())
        }
        Err(refusal) => {
            invite_form_page(&visit).with_sent_values(&sent).respond_refused(&visit, refusal)
        }
    }
}
