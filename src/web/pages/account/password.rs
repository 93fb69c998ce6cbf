//! Changing the password.

use actix_web::HttpRequest;
use serde::Deserialize;

use crate::web::error::PageResult;
use crate::web::forms::{Post, RequestOrigin, Verbatim};
use crate::web::kit::{Field, FlashMessage, Form, FormPage};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_service::accounts;

use super::navigation::account_page;
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
    let form = Form::new(texts, "password", "/account/password", &visit.form_token(), "save")
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
