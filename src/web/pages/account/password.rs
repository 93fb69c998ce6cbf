//! Changing the password, and confirming it before a sensitive action.

use crate::web::prelude::*;
use adjutant_service::accounts;
use adjutant_site::forms::RequestOrigin;
use adjutant_site::session::safe_return_path;

use super::account_page;
use super::passkeys::passkey_box;
use super::session_cookies::redirect_signed_in;

#[derive(Deserialize)]
struct PasswordForm {
    /// For password managers.
    #[serde(rename = "name")]
    _name: String,
    old_password: Verbatim,
    password: Verbatim,
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let form = visit
        .form("password", "/account/password", "save")
        // Tells password managers which account the password belongs to.
        .with_field(Field::hidden(texts, "name", &visit.actor().name))
        .with_field(Field::password(texts, "old_password", "password-old"))
        .with_field(Field::new_password(texts, "password", "password-new").hint("password-hint"))
        .with_alternative("/account/security", "cancel");
    account_page(visit, "/account/security", "password-change")
        .paragraph("password-words")
        .form(form)
}

pub async fn show(visit: RequestContext) -> PageResult {
    form_page(&visit).respond(&visit)
}

/// Changes the password; every other session ends, and this one gets a new token.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<PasswordForm>(&visit).await?;
    let came = RequestOrigin::new(&request, &visit);
    let changed = visit.attempt_secret(move |app, actor| {
        let (old, new) = (&sent.old_password, &sent.password);
        accounts::change_password(app, actor, old, new, &came.as_arrival(), now_micros())
    });
    match changed.await? {
        Ok(changed) => {
            visit.site.send_mail(changed.mail);
            let next = FlashMessage::redirect_address("/account/security", "done-password");
            Ok(redirect_signed_in(&visit.site, &changed.session, &next))
        }
        Err(refusal) => form_page(&visit).respond_refused(&visit, refusal),
    }
}

#[derive(Deserialize)]
struct PasswordPromptForm {
    /// For password managers.
    #[serde(rename = "name")]
    _name: String,
    password: Verbatim,
    next: String,
}

async fn prompt_form_page(
    request: &HttpRequest,
    visit: &RequestContext,
    next: &str,
) -> PageResult<FormPage> {
    let texts = visit.texts();
    let form = visit
        .form("prove", "/account/prove", "go-on")
        .with_field(Field::hidden(texts, "name", &visit.actor().name))
        .with_field(Field::password(texts, "password", "password"))
        .with_field(Field::hidden(texts, "next", next))
        .with_alternative("/account", "cancel");
    let words = texts.one("prove-words", "name", &visit.actor().name);
    let mine = visit.attempt(accounts::own_account).await?;
    let has_passkeys = mine.is_ok_and(|mine| mine.account.passkeys > 0);
    let passkey = passkey_box(request, visit, next).filter(|_| has_passkeys);
    let sheet = account_page(visit, "/account/security", "prove-title").paragraph_text(words);
    Ok(sheet.form(form).passkey(passkey))
}

/// Shows the form; `next` is the page to return to.
pub async fn show_prompt(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["next"]).or_page(&visit)?;
    let next = given.text("next");
    prompt_form_page(&request, &visit, safe_return_path(next.as_deref())).await?.respond(&visit)
}

/// Checks the password and redirects to `next`.
pub async fn submit_prompt(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<PasswordPromptForm>(&visit).await?;
    let next =
        safe_return_path(Some(sent.next.as_str()).filter(|next| !next.is_empty())).to_owned();
    let came = RequestOrigin::new(&request, &visit);
    let password = sent.password.clone();
    let proved = visit.attempt_secret(move |app, actor| {
        accounts::reauthenticate(app, actor, &password, &came.as_arrival(), now_micros())
    });
    match proved.await? {
        Ok(()) => Ok(see_other(&next)),
        Err(refusal) => {
            prompt_form_page(&request, &visit, &next).await?.respond_refused(&visit, refusal)
        }
    }
}
