//! What concerns a whole event, from the desk: its name and first day, and that it does not take place.

use adjutant_domain::contest::Contest;
use adjutant_service::contests::{ContestCommand, ContestRow, EventEdit, edit_event};
use adjutant_service::records::date_of;
use adjutant_service::{App, Error};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::kit::{Field, Form};
use adjutant_site::request_context::RequestContext;
use adjutant_site::time_format::now_micros;
use ledger_ratings::Day;

use super::desk::require_confirmation;

pub const CANCEL: &str = "cancel";
pub const EDIT: &str = "edit";

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
) -> Result<(), Error> {
    let no_day = || Error::invalid("day", visit.texts().get("contest-fault-day"));
    let first_day = match sent.has("day") {
        true => Some(Day::parse(sent.text("day")).ok_or_else(no_day)?),
        false => None,
    };
    let edit = EventEdit {
        name: Some(sent.text("name").to_owned()),
        first_day,
        keeps_starts: !sent.is_checked("move-starts"),
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
