//! The second factor: setting it up, turning it off, and recovery codes.

use crate::web::prelude::*;
use adjutant_service::accounts;
use adjutant_site::forms::{RequestOrigin, redirect_to_password_prompt};
use adjutant_site::qr::QrCode;

use super::session_cookies::set_session_cookies;
use super::{account_page, account_tabs};

const ADDRESS: &str = "/account/second-factor";

#[derive(Deserialize)]
struct SetupForm {
    code: Option<String>,
}

#[derive(Deserialize)]
struct DisableForm {
    code: String,
}

#[derive(Template)]
#[template(path = "account/second-factor.html")]
struct TotpSetupPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    qr: QrCode,
    secret: String,
    uri: String,
    form: Form,
}

#[derive(Template)]
#[template(path = "account/recovery-codes.html")]
struct RecoveryCodesPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    /// What was just done, if anything.
    done: String,
    codes: Vec<String>,
}

/// The start page of the set-up, whose form has no fields.
fn begin_form_page(visit: &RequestContext) -> FormPage {
    let form = visit
        .form("begin", ADDRESS, "factor-begin")
        .with_alternative("/account/security", "cancel");
    account_page(visit, "/account/security", "factor-title")
        .paragraph("factor-words")
        .paragraph("factor-apps")
        .form(form)
}

fn confirm_form(visit: &RequestContext) -> Form {
    let texts = visit.texts();
    visit.form("confirm", ADDRESS, "factor-confirm").with_field(
        Field::code(texts, "code", "code").hint("factor-code-hint").inputmode("numeric"),
    )
}

fn disable_form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let address = "/account/second-factor/off";
    let form = visit
        .form("off", address, "factor-off")
        .with_field(Field::code(texts, "code", "code").hint("code-or-recovery"))
        .dangerous()
        .with_alternative("/account/security", "cancel");
    account_page(visit, "/account/security", "factor-off").paragraph("factor-off-words").form(form)
}

/// Whether an authenticator app is set up.
async fn has_totp(visit: &RequestContext) -> PageResult<bool> {
    let mine = visit.attempt(accounts::own_account).await?;
    Ok(mine.is_ok_and(|mine| mine.account.has_totp))
}

/// Explains the second factor; redirects to the security page if it is set up already.
pub async fn show(visit: RequestContext) -> PageResult {
    if has_totp(&visit).await? {
        return Ok(see_other("/account/security"));
    }
    if accounts::require_recent_authentication(visit.actor(), now_micros()).is_err() {
        return Ok(redirect_to_password_prompt(&visit));
    }
    begin_form_page(&visit).respond(&visit)
}

/// Creates a secret and shows it or, if a code was submitted, confirms it.
pub async fn submit_setup(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SetupForm>(&visit).await?;
    if let Some(code) = sent.into_values().code {
        return confirm_setup(&request, &visit, code).await;
    }
    let begun = visit
        .attempt_secret(move |app, actor| accounts::begin_second_factor(app, actor, now_micros()));
    let setup = match begun.await? {
        Ok(setup) => setup,
        Err(refusal) => return begin_form_page(&visit).respond_refused(&visit, refusal),
    };
    let page = TotpSetupPage {
        frame: visit.frame(visit.texts().get("factor-title")),
        area: account_tabs(visit.texts(), "/account/security"),
        qr: QrCode::new(&setup.uri),
        secret: setup.key,
        uri: setup.uri,
        form: confirm_form(&visit),
    };
    private_html(&visit, StatusCode::OK, &page)
}

async fn confirm_setup(request: &HttpRequest, visit: &RequestContext, code: String) -> PageResult {
    let came = RequestOrigin::new(request, visit);
    let armed = visit.attempt_secret(move |app, actor| {
        accounts::confirm_second_factor(app, actor, &code, &came.as_arrival(), now_micros())
    });
    match armed.await? {
        Ok(armed) => {
            visit.site.send_mail(armed.mail);
            let mut response = recovery_codes_page(visit, armed.recovery_codes, "done-factor-on")?;
            set_session_cookies(&mut response, &visit.site, &armed.session);
            Ok(response)
        }
        Err(refusal) => account_page(visit, "/account/security", "factor-title")
            .paragraph("factor-again")
            .form(confirm_form(visit).with_alternative(ADDRESS, "start-again"))
            .respond_refused(visit, refusal),
    }
}

/// Shows new recovery codes, after what `done` names, a key of the catalogue.
pub(super) fn recovery_codes_page(
    visit: &RequestContext,
    codes: Vec<String>,
    done: &str,
) -> PageResult {
    let frame = visit.frame(visit.texts().get("codes-title"));
    let page = RecoveryCodesPage {
        frame,
        area: account_tabs(visit.texts(), "/account/security"),
        done: if done.is_empty() { String::new() } else { visit.texts().get(done) },
        codes,
    };
    private_html(visit, StatusCode::OK, &page)
}

/// Shows the form to turn it off.
pub async fn show_disable(visit: RequestContext) -> PageResult {
    if !has_totp(&visit).await? {
        return Ok(see_other("/account/security"));
    }
    if accounts::require_recent_authentication(visit.actor(), now_micros()).is_err() {
        return Ok(redirect_to_password_prompt(&visit));
    }
    disable_form_page(&visit).respond(&visit)
}

pub async fn submit_disable(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<DisableForm>(&visit).await?;
    let came = RequestOrigin::new(&request, &visit);
    let code = sent.into_values().code;
    let off = visit.attempt_secret(move |app, actor| {
        accounts::disable_second_factor(app, actor, &code, &came.as_arrival(), now_micros())
    });
    match off.await? {
        Ok(written) => {
            visit.site.send_mail(written);
            Ok(redirect_with_flash("/account/security", "done-factor-off"))
        }
        Err(refusal) => disable_form_page(&visit).respond_refused(&visit, refusal),
    }
}

fn new_codes_form_page(visit: &RequestContext) -> FormPage {
    let address = "/account/recovery-codes";
    let form =
        visit.form("codes", address, "codes-make").with_alternative("/account/security", "cancel");
    account_page(visit, "/account/security", "codes-new").paragraph("codes-new-words").form(form)
}

/// Asks whether to replace the recovery codes.
pub async fn show_codes(visit: RequestContext) -> PageResult {
    if !visit.actor().has_second_factor {
        return Ok(see_other("/account/security"));
    }
    if accounts::require_recent_authentication(visit.actor(), now_micros()).is_err() {
        return Ok(redirect_to_password_prompt(&visit));
    }
    new_codes_form_page(&visit).respond(&visit)
}

/// Creates new recovery codes and shows them once.
pub async fn submit_new_codes(visit: RequestContext, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let made: Result<Vec<String>, FormRefusal> = visit
        .attempt_secret(move |app, actor| {
            accounts::replace_recovery_codes(app, actor, now_micros())
        })
        .await?;
    match made {
        Ok(codes) => recovery_codes_page(&visit, codes, ""),
        Err(refusal) => new_codes_form_page(&visit).respond_refused(&visit, refusal),
    }
}
