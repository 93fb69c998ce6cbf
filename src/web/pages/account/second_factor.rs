//! The second factor: setting it up, turning it off, and the codes for when it is lost.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::service::accounts;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form, Tab};
use crate::web::pages::private_html;
use crate::web::qr::Qr;
use crate::web::visit::{Frame, Visit};

use super::attempt::{Came, Refusal, attempt_secret, now, see_other, to_prove};
use super::keeping::keep;
use super::letters;
use super::sheet::{Sheet, area};

const ADDRESS: &str = "/account/second-factor";

#[derive(Template)]
#[template(path = "account/second-factor.html")]
struct SetupPage {
    frame: Frame,
    area: Vec<Tab>,
    qr: Qr,
    secret: String,
    uri: String,
    form: Form,
}

#[derive(Template)]
#[template(path = "account/recovery-codes.html")]
struct CodesPage {
    frame: Frame,
    area: Vec<Tab>,
    /// Whether the second factor was set up a moment ago.
    new: bool,
    codes: Vec<String>,
}

/// A form with nothing to fill in: it begins.
fn begin_sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let form = Form::new(texts, "begin", ADDRESS, &visit.form_token(), "factor-begin")
        .instead("/account/security", "cancel");
    Sheet::of_account(visit, "/account/security", "factor-title")
        .say("factor-words")
        .say("factor-apps")
        .form(form)
}

fn confirm_form(visit: &Visit) -> Form {
    let texts = visit.texts();
    Form::new(texts, "confirm", ADDRESS, &visit.form_token(), "factor-confirm")
        .with(Field::code(texts, "code", "code").hint("factor-code-hint").inputmode("numeric"))
}

fn off_sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let address = "/account/second-factor/off";
    let form = Form::new(texts, "off", address, &visit.form_token(), "factor-off")
        .with(Field::code(texts, "code", "code").hint("code-or-recovery"))
        .danger()
        .instead("/account/security", "cancel");
    Sheet::of_account(visit, "/account/security", "factor-off").say("factor-off-words").form(form)
}

/// Says what it is for, and begins; who has one is led to where it is turned off.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    if visit.actor().has_second_factor {
        return Ok(see_other("/account/security"));
    }
    if accounts::proved(visit.actor(), now()).is_err() {
        return Ok(to_prove(&visit));
    }
    begin_sheet(&visit).answer(&visit)
}

/// Makes a secret and shows it, or, where a code came along, confirms it.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["code"])).await?;
    if sent.has("code") {
        return confirm(&request, &visit, sent.text("code").to_owned()).await;
    }
    let actor = visit.actor().clone();
    let begun =
        attempt_secret(&visit, move |app| accounts::begin_second_factor(app, &actor, now()));
    let setup = match begun.await? {
        Ok(setup) => setup,
        Err(refusal) => return begin_sheet(&visit).refused(&visit, refusal),
    };
    let page = SetupPage {
        frame: visit.frame(visit.texts().get("factor-title")),
        area: area(visit.texts(), "/account/security"),
        qr: Qr::of(&setup.uri),
        secret: setup.key,
        uri: setup.uri,
        form: confirm_form(&visit),
    };
    private_html(&visit, StatusCode::OK, &page)
}

async fn confirm(
    request: &HttpRequest,
    visit: &Visit,
    code: String,
) -> Result<HttpResponse, PageError> {
    let (actor, came) = (visit.actor().clone(), Came::of(request, visit));
    let armed = attempt_secret(visit, move |app| {
        accounts::confirm_second_factor(app, &actor, &code, &came.arrival(), now())
    });
    match armed.await? {
        Ok(armed) => {
            letters::send(&visit.site, armed.letters);
            let mut response = codes_page(visit, armed.recovery_codes, true)?;
            keep(&mut response, &visit.site, &armed.opened);
            Ok(response)
        }
        Err(refusal) => Sheet::of_account(visit, "/account/security", "factor-title")
            .say("factor-again")
            .form(confirm_form(visit).instead(ADDRESS, "start-again"))
            .refused(visit, refusal),
    }
}

fn codes_page(visit: &Visit, codes: Vec<String>, new: bool) -> Result<HttpResponse, PageError> {
    let frame = visit.frame(visit.texts().get("codes-title"));
    let page = CodesPage { frame, area: area(visit.texts(), "/account/security"), new, codes };
    private_html(visit, StatusCode::OK, &page)
}

/// The form that turns it off.
pub async fn show_off(visit: Visit) -> Result<HttpResponse, PageError> {
    if !visit.actor().has_second_factor {
        return Ok(see_other("/account/security"));
    }
    if accounts::proved(visit.actor(), now()).is_err() {
        return Ok(to_prove(&visit));
    }
    off_sheet(&visit).answer(&visit)
}

/// Turns it off.
pub async fn take_off(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["code"])).await?;
    let (actor, came) = (visit.actor().clone(), Came::of(&request, &visit));
    let code = sent.text("code").to_owned();
    let off = attempt_secret(&visit, move |app| {
        accounts::turn_off_second_factor(app, &actor, &code, &came.arrival(), now())
    });
    match off.await? {
        Ok(written) => {
            letters::send(&visit.site, written);
            Ok(see_other(&Done::address("/account/security", "done-factor-off")))
        }
        Err(refusal) => off_sheet(&visit).refused(&visit, refusal),
    }
}

fn new_codes_sheet(visit: &Visit) -> Sheet {
    let texts = visit.texts();
    let address = "/account/recovery-codes";
    let form = Form::new(texts, "codes", address, &visit.form_token(), "codes-make")
        .instead("/account/security", "cancel");
    Sheet::of_account(visit, "/account/security", "codes-new").say("codes-new-words").form(form)
}

/// Asks whether the old recovery codes shall go.
pub async fn show_codes(visit: Visit) -> Result<HttpResponse, PageError> {
    if !visit.actor().has_second_factor {
        return Ok(see_other("/account/security"));
    }
    if accounts::proved(visit.actor(), now()).is_err() {
        return Ok(to_prove(&visit));
    }
    new_codes_sheet(&visit).answer(&visit)
}

/// Makes new ones and shows them, once.
pub async fn take_codes(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let actor = visit.actor().clone();
    let made: Result<Vec<String>, Refusal> =
        attempt_secret(&visit, move |app| accounts::new_recovery_codes(app, &actor, now())).await?;
    match made {
        Ok(codes) => codes_page(&visit, codes, false),
        Err(refusal) => new_codes_sheet(&visit).refused(&visit, refusal),
    }
}
