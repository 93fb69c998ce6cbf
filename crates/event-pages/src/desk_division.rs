//! The league that an event is a division of, at its desk.

use adjutant_domain::organisation::divisions::{Border, MAX_DIVISIONS, MAX_MOVING};
use adjutant_service::contests::{ContestRow, DivisionEdit, EventEdit, edit_event};
use adjutant_service::{App, Error};
use adjutant_site::forms::SubmittedForm;

use super::desk_settings::parse_optional_number;
use adjutant_site::prelude::*;

pub const FORM_ACTION: &str = "division";
pub const FIELDS: [&str; 5] = ["league", "level", "ups", "downs", "play-offs"];

pub fn form(visit: &RequestContext, row: &ContestRow, action: &str) -> Form {
    let texts = visit.texts();
    let number =
        |name, label, value: i16| Field::number(texts, name, label).value(value.to_string());
    visit.form(FORM_ACTION, action, "division-save").with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        Field::text(texts, "league", "division-league")
            .hint("division-league-hint")
            .value(row.league.as_deref().unwrap_or_default())
            .autocomplete("off"),
        number("level", "division-level", row.level.max(1)).hint("division-level-hint"),
        number("ups", "division-ups", row.ups).hint("division-border-hint"),
        number("downs", "division-downs", row.downs),
        number("play-offs", "division-play-offs", row.play_offs),
    ])
}

pub fn save(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<(), Error> {
    let number = |name, most| Ok::<_, Error>(parse_optional_number(sent, name, most)?.unwrap_or(0));
    let division = DivisionEdit {
        league: sent.text("league").to_owned(),
        level: number("level", MAX_DIVISIONS as u32)?,
        border: Border {
            up: number("ups", MAX_MOVING)?,
            down: number("downs", MAX_MOVING)?,
            play_offs: number("play-offs", MAX_MOVING)?,
        },
    };
    let edit = EventEdit { division: Some(division), ..EventEdit::default() };
    edit_event(app, visit.actor(), slug, &edit, now_micros()).map(|_slug| ())
}
