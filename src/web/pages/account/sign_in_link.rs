//! Signing in by a link in mail: requesting it, and using it.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::accounts::{self, LinkKind, LinkPreview, SignInOutcome};
use adjutant_site::forms::RequestOrigin;

use super::password_reset::{dead_link_page, inspect_link};
use super::session_cookies::{redirect_signed_in, redirect_to_second_factor};

const ADDRESS: &str = "/sign-in/link";
const DONE_KEYS: &[&str] = &["done-letter"];

#[derive(Deserialize)]
struct LinkRequestForm {
    email: String,
}

fn request_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let sheet = FormPage::signed_out(visit, "sign-in-by-link-title");
    let sheet = if visit.site.mailer.is_some() {
        let form = visit
            .form("link", ADDRESS, "forgotten-send")
            .with_field(Field::email(texts, "email", "email").required());
        sheet.paragraph("forgotten-words").form(form)
    } else {
        sheet.paragraph("sign-in-by-link-no-mail")
    };
    sheet.link("/sign-in", "sign-in-link")
}

/// Shows the form for the e-mail address.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    request_form_page(&visit).done(done).respond(&visit)
}

/// Sends the link; the response is the same if no account has the address.
pub async fn submit_request(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<LinkRequestForm>(&visit).await?;
    if visit.site.mailer.is_none() {
        return request_form_page(&visit).respond_with_status(&visit, StatusCode::CONFLICT);
    }
    let (email, came) = (sent.email.clone(), RequestOrigin::new(&request, &visit));
    let asked = visit.attempt_secret(move |app, _| {
        accounts::request_sign_in_link(app, &email, &came.as_arrival(), now_micros())
    });
    match asked.await? {
        Ok(letter) => {
            visit.site.send_mail(letter);
            Ok(redirect_with_flash(ADDRESS, "done-letter"))
        }
        Err(refusal) => request_form_page(&visit).respond_again(&visit, sent.raw(), refusal),
    }
}

fn enter_form_page(visit: &RequestContext, shown: &LinkPreview) -> FormPage {
    let form = visit.form("enter", &visit.path, "sign-in");
    let words = visit.texts().one("sign-in-by-link-words", "name", &shown.name);
    FormPage::signed_out(visit, "sign-in-by-link-title").paragraph_text(words).form(form)
}

/// Asks to press a button, because mail scanners follow links.
pub async fn show_link(visit: RequestContext, token: Path<String>) -> PageResult {
    match inspect_link(&visit, LinkKind::SignIn, &token).await? {
        Ok((_, shown)) => enter_form_page(&visit, &shown).respond(&visit),
        Err(dead) => Ok(dead),
    }
}

/// Signs in, or asks for the second factor.
pub async fn submit_link(
    request: HttpRequest,
    visit: RequestContext,
    token: Path<String>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let (secret, shown) = match inspect_link(&visit, LinkKind::SignIn, &token).await? {
        Ok(found) => found,
        Err(dead) => return Ok(dead),
    };
    let came = RequestOrigin::new(&request, &visit);
    let signed_in = visit.attempt_secret(move |app, _| {
        accounts::sign_in_by_link(app, &secret, &came.as_arrival(), now_micros())
    });
    match signed_in.await? {
        Ok(SignInOutcome::Complete(opened)) => Ok(redirect_signed_in(&visit.site, &opened, "/")),
        Ok(SignInOutcome::SecondFactorRequired(pending)) => {
            Ok(redirect_to_second_factor(&visit.site, &pending, "/sign-in/code?next=/"))
        }
        Err(FormRefusal::DeadLink) => dead_link_page(&visit, LinkKind::SignIn),
        Err(refusal) => enter_form_page(&visit, &shown).respond_refused(&visit, refusal),
    }
}
