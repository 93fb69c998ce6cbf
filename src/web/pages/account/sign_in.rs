//! Signing in with password and second factor, and signing out.

use crate::web::prelude::*;
use adjutant_service::accounts::{self, SignInOutcome};
use adjutant_site::forms::RequestOrigin;
use adjutant_site::parameters::percent_encode_path;
use adjutant_site::session::{clear_session, cookie_secret, safe_return_path};
use adjutant_site::site::RegistrationMode;

use super::passkeys::passkey_box;
use super::session_cookies::{PENDING_COOKIE, redirect_signed_in, redirect_to_second_factor};
use super::sign_up::sign_up_address;

const DONE_KEYS: &[&str] =
    &["done-password-reset", "done-email-confirmed", "done-signed-out", "done-deleted"];

#[derive(Deserialize)]
struct SignInForm {
    name: String,
    password: Verbatim,
    next: String,
}

#[derive(Deserialize)]
struct CodeForm {
    code: String,
    next: String,
}

fn form(visit: &RequestContext, next: &str) -> Form {
    let texts = visit.texts();
    visit
        .form("sign-in", "/sign-in", "sign-in")
        .with_field(Field::text(texts, "name", "name-or-email").autocomplete("username").required())
        .with_field(Field::password(texts, "password", "password"))
        .with_field(Field::hidden(texts, "next", next))
}

pub(super) fn form_page(request: &HttpRequest, visit: &RequestContext, next: &str) -> FormPage {
    let sheet = FormPage::signed_out(visit, "sign-in").form(form(visit, next));
    let sheet = sheet.passkey(passkey_box(request, visit, next));
    let sheet = match visit.site.mailer.is_some() {
        true => sheet.link("/sign-in/link", "sign-in-by-link"),
        false => sheet,
    };
    let sheet = sheet.link("/forgotten", "forgotten-link");
    match visit.site.settings.registration {
        RegistrationMode::Open => sheet.link(sign_up_address(next), "sign-up-link"),
        // Invited people use the link of their invitation.
        RegistrationMode::ByInvitation | RegistrationMode::Closed => sheet,
    }
}

/// Shows the form; redirects if the visitor is already signed in.
pub async fn show(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["next", "done"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let next = given.text("next");
    let next = safe_return_path(next.as_deref());
    if visit.is_signed_in() {
        return Ok(see_other(next));
    }
    form_page(&request, &visit, next).done(done).respond(&visit)
}

/// Checks name and password; does not tell which of them is wrong.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SignInForm>(&visit).await?;
    let next = safe_return_path(Some(sent.next.as_str()).filter(|next| !next.is_empty()));
    let (name, password) = (sent.name.clone(), sent.password.clone());
    let came = RequestOrigin::new(&request, &visit);
    let signed_in = visit.attempt_secret(move |app, _| {
        accounts::sign_in(app, &name, &password, &came.as_arrival(), now_micros())
    });
    match signed_in.await? {
        Ok(SignInOutcome::Complete(opened)) => Ok(redirect_signed_in(&visit.site, &opened, next)),
        Ok(SignInOutcome::SecondFactorRequired(pending)) => {
            let address = format!("/sign-in/code?next={}", percent_encode_path(next));
            Ok(redirect_to_second_factor(&visit.site, &pending, &address))
        }
        Err(refusal) => {
            let sheet = form_page(&request, &visit, next).with_sent_values(sent.raw());
            with_lockout_help(&visit, sheet, &refusal).respond_refused(&visit, refusal)
        }
    }
}

/// Explains to people locked out by somebody guessing their password how to sign in nonetheless.
fn with_lockout_help(visit: &RequestContext, sheet: FormPage, refusal: &FormRefusal) -> FormPage {
    match refusal {
        FormRefusal::Faults { seconds: Some(_), .. } if visit.site.mailer.is_some() => {
            sheet.paragraph("sign-in-flood").paragraph("sign-in-flood-letter")
        }
        FormRefusal::Faults { seconds: Some(_), .. } => {
            sheet.paragraph("sign-in-flood").paragraph("sign-in-flood-operator")
        }
        _ => sheet,
    }
}

fn code_form_page(visit: &RequestContext, next: &str) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("code", "/sign-in/code", "sign-in")
        .with_field(Field::code(texts, "code", "code").hint("code-or-recovery"))
        .with_field(Field::hidden(texts, "next", next))
        .with_alternative("/sign-in", "start-again");
    FormPage::signed_out(visit, "code-title").paragraph("code-lost").form(form)
}

/// Shows the form for the code of the second factor or a recovery code.
pub async fn show_code(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["next"]).or_page(&visit)?;
    let next = given.text("next");
    let next = safe_return_path(next.as_deref());
    if cookie_secret(&request, &visit.site, PENDING_COOKIE).is_none() {
        return Ok(see_other(&format!("/sign-in?next={}", percent_encode_path(next))));
    }
    code_form_page(&visit, next).respond(&visit)
}

pub async fn submit_code(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<CodeForm>(&visit).await?;
    let next = safe_return_path(Some(sent.next.as_str()).filter(|next| !next.is_empty()));
    let Some(pending) = cookie_secret(&request, &visit.site, PENDING_COOKIE) else {
        return Ok(see_other(&format!("/sign-in?next={}", percent_encode_path(next))));
    };
    let (code, came) = (sent.code.clone(), RequestOrigin::new(&request, &visit));
    let stepped = visit.attempt_secret(move |app, _| {
        accounts::sign_in_second_step(app, &pending, &code, &came.as_arrival(), now_micros())
    });
    match stepped.await? {
        Ok(opened) => Ok(redirect_signed_in(&visit.site, &opened, next)),
        Err(FormRefusal::DeadLink) => {
            Ok(see_other(&format!("/sign-in?next={}", percent_encode_path(next))))
        }
        Err(refusal) => code_form_page(&visit, next).respond_refused(&visit, refusal),
    }
}

/// Ends the session, if any, and redirects to the sign-in page.
pub async fn sign_out(visit: RequestContext, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    if visit.is_signed_in() {
        // The cookie is cleared in any case, so that nobody stays signed in.
        let _ = visit
            .attempt_secret(move |app, actor| accounts::sign_out(app, actor, now_micros()))
            .await?;
    }
    let mut response = redirect_with_flash("/sign-in", "done-signed-out");
    clear_session(&mut response, &visit.site);
    Ok(response)
}
