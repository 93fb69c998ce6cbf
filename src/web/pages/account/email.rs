//! The e-mail address: changing it, and confirming it by the link in a message.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::accounts::{self, LinkKind, LinkPreview};
use adjutant_site::forms::{RequestOrigin, redirect_to_password_prompt};

use super::account_page;
use super::password_reset::{dead_link_page, inspect_link};

#[derive(Deserialize)]
struct EmailForm {
    email: String,
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("email", "/account/email", "save")
        .with_field(Field::email(texts, "email", "email-new").required())
        .with_alternative("/account/security", "cancel");
    let sheet = account_page(visit, "/account/security", "email-change").form(form);
    if visit.site.mailer.is_some() {
        sheet.paragraph("email-words")
    } else {
        sheet.paragraph("email-no-post")
    }
}

/// Shows the form for a new address, after the password prompt.
pub async fn show(visit: RequestContext) -> PageResult {
    if accounts::require_recent_authentication(visit.actor(), now_micros()).is_err() {
        return Ok(redirect_to_password_prompt(&visit));
    }
    form_page(&visit).respond(&visit)
}

/// Sends a message to the new address, which takes effect once its link is used.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<EmailForm>(&visit).await?;
    let came = RequestOrigin::new(&request, &visit);
    let email = sent.email.clone();
    let changed = visit.attempt_secret(move |app, actor| {
        accounts::change_email(app, actor, &email, &came.as_arrival(), now_micros())
    });
    let outcome = changed.await?.map(|written| {
        visit.site.send_mail(written);
        ("/account/security", "done-email-sent")
    });
    form_page(&visit).answer(&visit, &sent, outcome)
}

fn confirm_form_page(visit: &RequestContext, shown: &LinkPreview) -> FormPage {
    let texts = visit.texts();
    let form = visit.form("confirm", &visit.path, "email-confirm-button");
    let facts = vec![
        LabeledFact::new(texts, "account-name", &shown.name),
        LabeledFact::new(texts, "email", &shown.email),
    ];
    FormPage::signed_out(visit, "email-confirm-title").facts(facts).form(form)
}

/// Asks to press a button, because mail scanners follow links.
pub async fn show_confirm(visit: RequestContext, token: Path<String>) -> PageResult {
    let (_, shown) = match inspect_link(&visit, LinkKind::Confirm, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    confirm_form_page(&visit, &shown).respond(&visit)
}

pub async fn submit_confirm(visit: RequestContext, token: Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let (secret, shown) = match inspect_link(&visit, LinkKind::Confirm, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    let done =
        visit.attempt_secret(move |app, _| accounts::confirm_email(app, &secret, now_micros()));
    match done.await? {
        Ok(written) => {
            visit.site.send_mail(written);
            let page = if visit.is_signed_in() { "/account/security" } else { "/sign-in" };
            Ok(redirect_with_flash(page, "done-email-confirmed"))
        }
        Err(FormRefusal::DeadLink) => dead_link_page(&visit, LinkKind::Confirm),
        Err(refusal) => confirm_form_page(&visit, &shown).respond_refused(&visit, refusal),
    }
}
