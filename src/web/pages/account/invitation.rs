//! Invitations: to create an account, or to take a role with an existing one.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::account::roles::OrganisationRole;
use adjutant_service::accounts::{self, LinkKind, LinkPreview, OfferedRole};
use adjutant_site::labels::role_label;
use adjutant_site::parameters::percent_encode_path;
use adjutant_site::site::RegistrationMode;

use super::password_reset::{dead_link_page, inspect_link};

fn form_page(visit: &RequestContext, token: &str, shown: &LinkPreview) -> FormPage {
    let sheet = FormPage::signed_out(visit, "invitation-title").facts(facts(visit, shown));
    if !visit.is_signed_in() {
        let here = percent_encode_path(&visit.path);
        let sheet = sheet.paragraph("invitation-words");
        let sheet = match visit.site.settings.registration {
            RegistrationMode::Closed => sheet,
            _ => sheet.link(format!("/sign-up?invitation={token}"), "sign-up"),
        };
        return sheet.link(format!("/sign-in?next={here}"), "sign-in-link");
    }
    let texts = visit.texts();
    let form = visit
        .form("accept", &visit.path, "invitation-accept")
        .with_alternative("/account", "cancel");
    sheet
        .paragraph_text(texts.one("invitation-accept-words", "name", &visit.actor().name))
        .form(form)
}

/// The page of the organisation, which says the role that somebody has in it now.
pub(super) fn welcome_address(offer: &OfferedRole) -> String {
    let done = match offer.role {
        OrganisationRole::Owner => "done-joined-owner",
        OrganisationRole::Organizer => "done-joined-organizer",
        OrganisationRole::Official => "done-joined-official",
    };
    FlashMessage::redirect_address(&format!("/organisations/{}", offer.slug), done)
}

/// What the invitation offers, and who sent it.
fn facts(visit: &RequestContext, shown: &LinkPreview) -> Vec<LabeledFact> {
    let texts = visit.texts();
    let mut facts = Vec::new();
    if let Some(offer) = &shown.offered_role {
        facts.push(LabeledFact::new(texts, "invitation-organisation", &offer.organisation));
        facts.push(LabeledFact::new(texts, "org-role", role_label(offer.role, texts)));
        if let Some(event) = &offer.event {
            facts.push(LabeledFact::new(texts, "org-event", event));
        }
    }
    if !shown.name.is_empty() {
        facts.push(LabeledFact::new(texts, "invitation-by", &shown.name));
    }
    facts
}

/// Shows the invitation to signed-in and signed-out visitors.
pub async fn show(visit: RequestContext, token: Path<String>) -> PageResult {
    match inspect_link(&visit, LinkKind::Invitation, &token).await? {
        Ok((secret, shown)) => form_page(&visit, &secret.to_base32(), &shown).respond(&visit),
        Err(dead) => Ok(dead),
    }
}

/// Accepts it for the signed-in account.
pub async fn accept(visit: RequestContext, token: Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let (secret, shown) = match inspect_link(&visit, LinkKind::Invitation, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    if !visit.is_signed_in() {
        return Ok(see_other(&visit.path));
    }
    let text = secret.to_base32();
    let accepted = visit
        .attempt(move |app, actor| accounts::accept_invitation(app, actor, &secret, now_micros()));
    match accepted.await? {
        Ok(()) => Ok(match &shown.offered_role {
            Some(offer) => see_other(&welcome_address(offer)),
            None => redirect_with_flash("/account", "done-invitation"),
        }),
        Err(FormRefusal::DeadLink) => dead_link_page(&visit, LinkKind::Invitation),
        Err(refusal) => form_page(&visit, &text, &shown).respond_refused(&visit, refusal),
    }
}
