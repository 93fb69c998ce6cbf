//! Forgotten passwords: requesting a reset link, and using it.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_service::accounts::{self, LinkKind, LinkPreview};
use adjutant_site::forms::RequestOrigin;

const DONE_KEYS: &[&str] = &["done-letter"];

#[derive(Deserialize)]
struct ResetRequestForm {
    email: String,
}

#[derive(Deserialize)]
struct ResetForm {
    /// For password managers.
    #[serde(rename = "name")]
    _name: String,
    password: Verbatim,
}

fn request_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("forgotten", "/forgotten", "forgotten-send")
        .with_field(Field::email(texts, "email", "email").required());
    let words = if visit.site.mailer.is_some() { "forgotten-words" } else { "forgotten-no-post" };
    let sheet = FormPage::signed_out(visit, "forgotten-title").paragraph(words);
    let sheet = if visit.site.mailer.is_some() { sheet.form(form) } else { sheet };
    sheet.link("/sign-in", "sign-in-link")
}

/// Shows the form for the e-mail address.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    request_form_page(&visit).done(done).respond(&visit)
}

/// Sends the link; the response is the same if no account has the address.
pub async fn submit_request(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<ResetRequestForm>(&visit).await?;
    let (email, came) = (sent.email.clone(), RequestOrigin::new(&request, &visit));
    let asked = visit.attempt_secret(move |app, _| {
        accounts::request_password_reset(app, &email, &came.as_arrival(), now_micros())
    });
    match asked.await? {
        Ok(letter) => {
            visit.site.send_mail(letter);
            Ok(redirect_with_flash("/forgotten", "done-letter"))
        }
        Err(refusal) => request_form_page(&visit).respond_refused(&visit, refusal),
    }
}

/// Looks up a link without using it; returns the dead-link page if it is invalid.
pub(super) async fn inspect_link(
    visit: &RequestContext,
    kind: LinkKind,
    text: &str,
) -> PageResult<Result<(Secret, LinkPreview), HttpResponse>> {
    let Some(secret) = Secret::parse(text) else { return Ok(Err(dead_link_page(visit, kind)?)) };
    let asked = secret.clone();
    let shown =
        visit.attempt_secret(move |app, _| accounts::preview_link(app, kind, &asked, now_micros()));
    match shown.await? {
        Ok(shown) => Ok(Ok((secret, shown))),
        Err(_) => Ok(Err(dead_link_page(visit, kind)?)),
    }
}

/// The page of a link that is used, expired or unknown; it does not say which.
pub(super) fn dead_link_page(visit: &RequestContext, kind: LinkKind) -> PageResult {
    let sheet = FormPage::signed_out(visit, "link-dead-title").paragraph("refused-link-dead");
    let sheet = match kind {
        LinkKind::Reset => sheet.link("/forgotten", "forgotten-link"),
        LinkKind::SignIn => sheet.link("/sign-in/link", "sign-in-by-link"),
        LinkKind::Confirm => sheet.link("/account/email", "email-change"),
        _ => sheet.link("/", "error-home"),
    };
    sheet.respond_with_status(visit, StatusCode::GONE)
}

fn reset_form_page(visit: &RequestContext, shown: &LinkPreview) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("reset", &visit.path, "password-set")
        // Tells password managers which account the password belongs to.
        .with_field(Field::hidden(texts, "name", &shown.name))
        .with_field(Field::new_password(texts, "password", "password-new").hint("password-hint"));
    FormPage::signed_out(visit, "reset-title")
        .paragraph_text(texts.one("reset-words", "name", &shown.name))
        .form(form)
}

/// Shows the form for the new password without using the link.
pub async fn show_reset(visit: RequestContext, token: Path<String>) -> PageResult {
    match inspect_link(&visit, LinkKind::Reset, &token).await? {
        Ok((_, shown)) => reset_form_page(&visit, &shown).respond(&visit),
        Err(dead) => Ok(dead),
    }
}

/// Sets the new password and redirects to the sign-in page.
pub async fn submit_reset(
    request: HttpRequest,
    visit: RequestContext,
    token: Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read::<ResetForm>(&visit).await?;
    let (secret, shown) = match inspect_link(&visit, LinkKind::Reset, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    let password = sent.password.clone();
    let from = RequestOrigin::new(&request, &visit).as_arrival().network;
    let reset = visit.attempt_secret(move |app, _| {
        accounts::reset_password(app, &secret, &password, Some(from), now_micros())
    });
    match reset.await? {
        Ok(letters) => {
            visit.site.send_mail(letters);
            Ok(redirect_with_flash("/sign-in", "done-password-reset"))
        }
        Err(FormRefusal::DeadLink) => dead_link_page(&visit, LinkKind::Reset),
        Err(refusal) => reset_form_page(&visit, &shown).respond_refused(&visit, refusal),
    }
}
