//! Invitations: to get an account, or a role for the one that one has.

use actix_web::web::{Path, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::accounts::{self, LinkKind, LinkShown};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Fact, Form};
use crate::web::pages::organisations::index::role_words;
use crate::web::parameters::percent_encoded;
use crate::web::site::Registration;
use crate::web::visit::Visit;

use super::attempt::{Refusal, attempt, now, see_other};
use super::forgotten::{dead, looked_at};
use super::sheet::Sheet;

fn sheet(visit: &Visit, token: &str, shown: &LinkShown) -> Sheet {
    let sheet = Sheet::at_the_door(visit, "invitation-title").facts(facts(visit, shown));
    if !visit.is_signed_in() {
        let here = percent_encoded(&visit.path);
        let sheet = sheet.say("invitation-words");
        let sheet = match visit.site.settings.registration {
            Registration::Closed => sheet,
            _ => sheet.link(format!("/sign-up?invitation={token}"), "sign-up"),
        };
        return sheet.link(format!("/sign-in?next={here}"), "sign-in-link");
    }
    let texts = visit.texts();
    let form = Form::new(texts, "accept", &visit.path, &visit.form_token(), "invitation-accept")
        .instead("/account", "cancel");
    sheet.say_words(texts.one("invitation-accept-words", "name", &visit.actor().name)).form(form)
}

/// What one is invited to, and by whom.
fn facts(visit: &Visit, shown: &LinkShown) -> Vec<Fact> {
    let texts = visit.texts();
    let mut facts = Vec::new();
    if let Some(offer) = &shown.offer {
        facts.push(Fact::new(texts, "invitation-organisation", &offer.organisation));
        facts.push(Fact::new(texts, "org-role", role_words(offer.role, texts)));
        if let Some(event) = &offer.event {
            facts.push(Fact::new(texts, "org-event", event));
        }
    }
    if !shown.name.is_empty() {
        facts.push(Fact::new(texts, "invitation-by", &shown.name));
    }
    facts
}

/// Shows what to do with it, signed in or not.
pub async fn show(visit: Visit, token: Path<String>) -> Result<HttpResponse, PageError> {
    match looked_at(&visit, LinkKind::Invitation, &token).await? {
        Ok((secret, shown)) => sheet(&visit, &secret.text(), &shown).answer(&visit),
        Err(dead) => Ok(dead),
    }
}

/// Accepts it for who is signed in.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    token: Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let (secret, shown) = match looked_at(&visit, LinkKind::Invitation, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    if !visit.is_signed_in() {
        return Ok(see_other(&visit.path));
    }
    let (actor, text) = (visit.actor().clone(), secret.text());
    let accepted =
        attempt(&visit, move |app| accounts::accept_invitation(app, &actor, &secret, now()));
    match accepted.await? {
        Ok(()) => Ok(see_other(&Done::address("/account", "done-invitation"))),
        Err(Refusal::DeadLink) => dead(&visit, LinkKind::Invitation),
        Err(refusal) => sheet(&visit, &text, &shown).refused(&visit, refusal),
    }
}
