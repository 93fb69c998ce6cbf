//! Inviting people to sign up, and the open invitations.

use crate::web::pages::invitation_link::{self, link_page};
use crate::web::prelude::*;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::accounts::{self, NewInvitation};

use super::area_header;

const ADDRESS: &str = "/operator/invitations";
const DONE_KEYS: &[&str] = &["done-org-invitation-back"];

#[derive(Deserialize)]
struct InviteForm {
    email: String,
}

fn invite_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("invite", ADDRESS, "op-invite")
        .with_field(Field::email(texts, "email", "org-invite-email").hint("org-invite-email-hint"));
    FormPage::new(visit, area_header(visit, ADDRESS, "op-tab-invitations"))
        .paragraph("op-invite-words")
        .form(form)
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    require(visit.actor(), Act::Invite, ActTarget::Site, true).or_page(&visit)?;
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let open = invitation_link::open_invitations(&visit, None, ADDRESS, |_| String::new()).await?;
    invite_form_page(&visit).done(done).open_invitations(open).respond(&visit)
}

pub async fn withdraw(visit: RequestContext, path: web::Path<i32>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    invitation_link::withdraw(&visit, None, path.into_inner()).await?;
    Ok(redirect_with_flash(ADDRESS, "done-org-invitation-back"))
}

/// Creates an invitation and shows its link once.
pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<InviteForm>(&visit).await?;
    let email = sent.email.clone();
    let made = visit.attempt(move |app, actor| {
        let invite = NewInvitation { email: &email, grant: None, demands_second_factor: true };
        accounts::invite(app, actor, &invite, now_micros())
    });
    match made.await? {
        Ok(letter) => {
            let head = area_header(&visit, ADDRESS, "org-invited");
            link_page(&visit, head, letter, ADDRESS.to_owned())
        }
        Err(refusal) => invite_form_page(&visit).respond_again(&visit, sent.raw(), refusal),
    }
}
