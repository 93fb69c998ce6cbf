//! Putting events together as sections of a festival, at the desk of one of them.

use adjutant_domain::contest::{ContestSettings, MAX_FIRST_TABLE};
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    ContestCommand, ContestRow, EventEdit, LoadedContest, NewSection, add_section, edit_event,
    execute, load_contest,
};
use adjutant_service::{App, Error};
use adjutant_site::forms::{SubmittedForm, run_attempt};

use super::super::address;
use super::super::desk::{DeskQuery, as_form_error, render_refused};
use super::super::desk_division;
use super::super::desk_settings::parse_optional_number;
use adjutant_site::prelude::*;

pub const JOIN: &str = "section";
pub const ADD: &str = "add-section";
/// The fields of both forms, apart from those of others.
pub const FIELDS: [&str; 5] =
    ["festival", "section", "own-section", "first-table", "several-sections"];

/// The forms for what an event belongs to, each with the keys of its heading and its words, and what it does.
pub fn forms(
    visit: &RequestContext,
    run: &LoadedContest,
    action: &str,
) -> [(&'static str, &'static str, &'static str, Form); 3] {
    let join = join_form(visit, &run.row, &run.contest.settings, action);
    let add = add_form(visit, &run.row, action);
    let division = desk_division::form(visit, &run.row, action);
    [
        ("section-heading", "section-words", JOIN, join),
        ("section-add", "section-add-words", ADD, add),
        ("division-heading", "division-words", desk_division::FORM_ACTION, division),
    ]
}

/// The festival and section of an event, and what holds in the section.
fn join_form(
    visit: &RequestContext,
    row: &ContestRow,
    settings: &ContestSettings,
    action: &str,
) -> Form {
    let texts = visit.texts();
    let text = |name, label, value: Option<&str>| {
        Field::text(texts, name, label).value(value.unwrap_or_default()).autocomplete("off")
    };
    visit.form(JOIN, action, "section-save").with_fields([
        Field::hidden(texts, "do", JOIN),
        text("festival", "section-festival", row.festival.as_deref()).hint("section-festival-hint"),
        text("section", "section-name", row.section.as_deref()).hint("section-name-hint"),
        Field::number(texts, "first-table", "section-first-table")
            .value(settings.first_table.to_string()),
        Field::checkbox(texts, "several-sections", "section-several", settings.several_sections),
    ])
}

/// A further section; an event on its own is named in the same step.
fn add_form(visit: &RequestContext, row: &ContestRow, action: &str) -> Form {
    let texts = visit.texts();
    let text = |name, label| Field::text(texts, name, label).autocomplete("off").required();
    let form = visit
        .form(ADD, action, "section-add")
        .with_field(Field::hidden(texts, "do", ADD))
        .with_field(text("section", "section-new-name").hint("section-name-hint"));
    let form = match row.festival {
        Some(_) => form,
        None => form
            .with_field(text("own-section", "section-own-name"))
            .with_field(text("festival", "section-festival").value(&row.name)),
    };
    form.with_field(
        Field::number(texts, "first-table", "section-first-table").hint("section-first-table-hint"),
    )
}

pub fn join(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<(), Error> {
    let run = load_contest(app, slug)?;
    let first_table = parse_optional_number(sent, "first-table", MAX_FIRST_TABLE)?.unwrap_or(1);
    let several_sections = sent.is_checked("several-sections");
    let settings =
        ContestSettings { first_table, several_sections, ..run.contest.settings.clone() };
    if settings != run.contest.settings {
        let command = ContestCommand::ChangeSettings(Box::new(settings));
        execute(app, visit.actor(), slug, &command, now_micros())?;
    }
    let section = (sent.text("festival").to_owned(), sent.text("section").to_owned());
    let edit = EventEdit { section: Some(section), ..EventEdit::default() };
    edit_event(app, visit.actor(), slug, &edit, now_micros()).map(|_slug| ())
}

/// Makes the section and leads to its desk.
pub async fn submit_new(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let made = run_attempt(visit, move |app| {
        let first_table = parse_optional_number(&form, "first-table", MAX_FIRST_TABLE);
        let new = first_table.map(|first_table| NewSection {
            section: form.text("section").to_owned(),
            festival: form.text("festival").to_owned(),
            own_section: form.text("own-section").to_owned(),
            first_table,
        });
        let made = new.and_then(|new| add_section(app, looks.actor(), &own, &new, now_micros()));
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
