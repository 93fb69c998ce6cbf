//! Another event with the same settings, from the desk.

use adjutant_domain::moment::Micros;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::duplicate_contest;
use adjutant_service::{App, Error};
use adjutant_site::forms::{SubmittedForm, run_attempt};
use adjutant_site::prelude::*;
use ledger_ratings::Day;

use super::address;
use super::desk::{DeskQuery, as_form_error, render_refused};

pub const FORM_ACTION: &str = "duplicate";

pub fn form(visit: &RequestContext, action: &str) -> Form {
    let texts = visit.texts();
    visit.form(FORM_ACTION, action, "contest-duplicate").with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        Field::text(texts, "name", "contest-event-name").autocomplete("off").required(),
        Field::date(texts, "day", "contest-first-day").required(),
    ])
}

fn duplicate(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
    now: Micros,
) -> Result<String, Error> {
    let no_day = || Error::invalid("day", visit.texts().get("contest-fault-day"));
    let day = Day::parse(sent.text("day")).ok_or_else(no_day)?;
    duplicate_contest(app, visit.actor(), slug, sent.text("name"), day, now)
}

/// Creates the event and leads to its desk.
pub async fn submit(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let made = run_attempt(visit, move |app| {
        let made = duplicate(app, &looks, &own, &form, now_micros());
        made.map_err(|e| AccountError::from(as_form_error(e)))
    });
    match made.await? {
        Ok(event) => Ok(redirect_with_flash(&address(&event, "run"), "done-contest-made")),
        Err(refusal) => {
            let at = DeskQuery::from_form("settings", &sent);
            render_refused(visit, &slug, &at, &sent, refusal).await
        }
    }
}
