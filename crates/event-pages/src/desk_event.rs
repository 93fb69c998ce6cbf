//! What concerns a whole event, from the desk: its name and first day, that it does not take place, and its deletion.

use adjutant_domain::contest::{Contest, StageState};
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{ContestCommand, ContestRow, EventEdit, delete_event, edit_event};
use adjutant_service::records::date_of;
use adjutant_service::{App, Error};
use adjutant_site::forms::{SubmittedForm, run_attempt};
use adjutant_site::prelude::*;
use ledger_ratings::Day;

use super::desk::{DeskQuery, as_form_error, render_refused, require_confirmation};

pub const CANCEL: &str = "cancel";
pub const EDIT: &str = "edit";
pub const DELETE: &str = "delete";

pub fn edit_form(
    visit: &RequestContext,
    row: &ContestRow,
    contest: &Contest,
    action: &str,
) -> Form {
    let texts = visit.texts();
    let name = Field::text(texts, "name", "contest-event-name").value(&row.name);
    let form = visit.form(EDIT, action, "contest-edit-save").with_fields([
        Field::hidden(texts, "do", EDIT),
        name.hint("contest-edit-name-hint").autocomplete("off").required(),
        Field::text(texts, "link", "contest-edit-address")
            .hint("contest-edit-address-hint")
            .value(&row.slug)
            .autocomplete("off"),
        Field::text(texts, "series", "contest-edit-series")
            .hint("contest-edit-series-hint")
            .value(row.series.as_deref().unwrap_or_default())
            .autocomplete("off"),
    ]);
    if contest.is_over {
        return form;
    }
    let day = Field::date(texts, "day", "contest-first-day").value(day_value(row.first_day));
    let form = form.with_field(day.hint("contest-edit-day-hint").required());
    match contest.settings.timetable.starts.is_empty() {
        true => form,
        false => {
            form.with_field(Field::checkbox(texts, "move-starts", "contest-edit-starts", true))
        }
    }
}

fn day_value(day: i32) -> String {
    date_of(Day(day)).replace('.', "-")
}

pub fn edit(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<String, Error> {
    let no_day = || Error::invalid("day", visit.texts().get("contest-fault-day"));
    let first_day = match sent.has("day") {
        true => Some(Day::parse(sent.text("day")).ok_or_else(no_day)?),
        false => None,
    };
    let edit = EventEdit {
        name: Some(sent.text("name").to_owned()),
        first_day,
        keeps_starts: !sent.is_checked("move-starts"),
        address: sent.has("link").then(|| sent.text("link").to_owned()),
        series: sent.has("series").then(|| sent.text("series").to_owned()),
        ..EventEdit::default()
    };
    edit_event(app, visit.actor(), slug, &edit, now_micros())
}

pub fn cancel_form(visit: &RequestContext, contest: &Contest, action: &str) -> Form {
    let texts = visit.texts();
    let known = contest.cancelled.clone().unwrap_or_default();
    let form = visit.form(CANCEL, action, "contest-cancel").dangerous().with_fields([
        Field::hidden(texts, "do", CANCEL),
        Field::text(texts, "reason", "contest-cancel-reason")
            .hint("contest-cancel-reason-hint")
            .value(known)
            .autocomplete("off"),
    ]);
    form.with_field(Field::checkbox(texts, "sure", "contest-cancel-sure", false).required())
}

pub fn cancel_command(
    visit: &RequestContext,
    sent: &SubmittedForm,
) -> Result<ContestCommand, Error> {
    require_confirmation(visit.texts(), sent)?;
    Ok(ContestCommand::Cancel(sent.text("reason").to_owned()))
}

/// Whether no round has ever been published, as far as the contest knows.
pub fn may_be_deleted(contest: &Contest) -> bool {
    let is_new = |stage: &StageState| stage.published_rounds() == 0 && stage.revoked_rounds() == 0;
    contest.stages.iter().all(is_new)
}

pub fn delete_form(visit: &RequestContext, action: &str) -> Form {
    let texts = visit.texts();
    visit.form(DELETE, action, "contest-delete").dangerous().with_fields([
        Field::hidden(texts, "do", DELETE),
        Field::text(texts, "name", "contest-event-name")
            .hint("contest-delete-name-hint")
            .autocomplete("off")
            .required(),
    ])
}

/// Deletes the event and leads to the page of its organisation.
pub async fn submit_deletion(
    visit: &RequestContext,
    slug: String,
    sent: SubmittedForm,
) -> PageResult {
    let (actor, own, name) = (visit.actor().clone(), slug.clone(), sent.text("name").to_owned());
    let done = run_attempt(visit, move |app| {
        let host = delete_event(app, &actor, &own, &name, now_micros());
        host.map_err(|e| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(host) => {
            Ok(redirect_with_flash(&format!("/organisations/{host}"), "done-event-deleted"))
        }
        Err(refusal) => {
            let at = DeskQuery::from_form("settings", &sent);
            render_refused(visit, &slug, &at, &sent, refusal).await
        }
    }
}
