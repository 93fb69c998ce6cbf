//! Confirming the password before a sensitive action.

use actix_web::HttpRequest;
use serde::Deserialize;

use crate::web::error::{OrPage, PageResult};
use crate::web::forms::{Post, RequestOrigin, Verbatim};
use crate::web::html::see_other;
use crate::web::kit::{Field, Form, FormPage};
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use crate::web::session::safe_return_path;
use crate::web::time_format::now_micros;
use adjutant_service::accounts;

use super::navigation::account_page;

#[derive(Deserialize)]
struct PasswordPromptForm {
    /// For password managers.
    #[serde(rename = "name")]
    _name: String,
    password: Verbatim,
    next: String,
}

fn form_page(visit: &RequestContext, next: &str) -> FormPage {
    let texts = visit.texts();
    let form = Form::new(texts, "prove", "/account/prove", &visit.form_token(), "go-on")
        .with_field(Field::hidden(texts, "name", &visit.actor().name))
        .with_field(Field::password(texts, "password", "password"))
        .with_field(Field::hidden(texts, "next", next))
        .with_alternative("/account", "cancel");
    let words = texts.one("prove-words", "name", &visit.actor().name);
    account_page(visit, "/account/security", "prove-title").paragraph_text(words).form(form)
}

/// Shows the form; `next` is the page to return to.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["next"]).or_page(&visit)?;
    let next = given.text("next");
    form_page(&visit, safe_return_path(next.as_deref())).respond(&visit)
}

/// Checks the password and redirects to `next`.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
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
        Err(refusal) => form_page(&visit, &next).respond_refused(&visit, refusal),
    }
}
