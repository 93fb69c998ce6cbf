//! Previews of lists of players or teams.

use crate::web::forms::SubmittedForm;
use crate::web::i18n::Texts;
use crate::web::labels::encoding_notice;
use adjutant_domain::organisation::text_decoding::TextEncoding;
use adjutant_service::access::{Act, Actor};
use adjutant_service::contests::{
    EntrantPreviewRow, EntrantRowStatus, NewEntrant, NewTeam, authorize, is_team_event,
    load_contest, preview_entrants,
};
use adjutant_service::{App, Error};

use super::{labels, people_list, teams};

/// Maximum number of rows shown; a list has no more.
const MAX_PREVIEW_ROWS: usize = 3_000;

pub enum ListPreview {
    People {
        rows: Vec<EntrantPreviewRow>,
        list: Vec<NewEntrant>,
        skipped: Vec<String>,
        encoding: TextEncoding,
    },
    Teams {
        list: Vec<NewTeam>,
        lines: String,
        encoding: TextEncoding,
    },
}

pub struct PreviewRow {
    pub number: usize,
    pub name: String,
    pub rating: String,
    pub from: String,
    /// Its kind, or its error.
    pub words: String,
    pub is_wrong: bool,
}

pub struct PreviewPart {
    /// How many entries would be added, or how many rows have errors.
    pub count: String,
    /// What to do next.
    pub words: String,
    pub rows: Vec<PreviewRow>,
    /// A remark on an unusual encoding; otherwise empty.
    pub encoding: String,
    /// Ignored columns; empty if there are none.
    pub skipped: String,
    /// What is sent to add them; empty if there are errors or nothing to add.
    pub lines: String,
    pub exception: bool,
}

pub fn preview_list(
    app: &App,
    actor: &Actor,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<ListPreview, Error> {
    authorize(app, actor, Act::CheckIn, slug)?;
    let exception = sent.is_checked("exception");
    if is_team_event(&load_contest(app, slug)?.contest) {
        let texts = people_list::uploaded_texts(sent)?;
        let mut encodings = texts.iter().map(|(_, encoding)| *encoding);
        let encoding = encodings.rfind(|one| *one != TextEncoding::Utf8).unwrap_or_default();
        let lines: Vec<&str> = texts.iter().map(|(text, _)| text.trim_end()).collect();
        let lines = lines.join("\n");
        let list = teams::parse_team_lines(&lines);
        if list.is_empty() {
            return Err(people_list::empty_list_error());
        }
        return Ok(ListPreview::Teams { list, lines, encoding });
    }
    let list = people_list::list_from_form(sent)?;
    let rows = preview_entrants(app, actor, slug, &list.people, exception)?;
    let (skipped, encoding) = (list.skipped, list.encoding);
    Ok(ListPreview::People { rows, list: list.people, skipped, encoding })
}

impl ListPreview {
    pub fn into_part(self, sent: &SubmittedForm, texts: Texts) -> PreviewPart {
        let (count, words) = self.heading(sent, texts);
        let (rows, lines, encoding, skipped) = match self {
            ListPreview::People { rows, list, skipped, encoding } => {
                let new = |row: &EntrantPreviewRow| {
                    matches!(row.status, EntrantRowStatus::Player | EntrantRowStatus::Guest)
                };
                let wrong =
                    |row: &EntrantPreviewRow| matches!(row.status, EntrantRowStatus::Invalid(_));
                let fits = rows.iter().any(new) && !rows.iter().any(wrong);
                let lines = if fits { people_list::to_csv(&list) } else { String::new() };
                let shown: Vec<PreviewRow> =
                    (1..).zip(&rows).map(|(number, row)| entrant_row(number, row, texts)).collect();
                (shown, lines, encoding, skipped)
            }
            ListPreview::Teams { list, lines, encoding } => {
                let shown = (1..).zip(&list).map(|(number, one)| team_row(number, one)).collect();
                (shown, lines, encoding, Vec::new())
            }
        };
        let values = [("names", skipped.join(", "))];
        PreviewPart {
            count,
            words,
            rows: rows.into_iter().take(MAX_PREVIEW_ROWS).collect(),
            encoding: encoding_notice(encoding, texts),
            skipped: match skipped.is_empty() {
                true => String::new(),
                false => texts.fill("contest-row-skipped", &values),
            },
            lines,
            exception: sent.is_checked("exception"),
        }
    }
}

impl ListPreview {
    /// How many entries would be added or how many rows have errors, and what to do next.
    fn heading(&self, sent: &SubmittedForm, texts: Texts) -> (String, String) {
        let count = |is: fn(&EntrantRowStatus) -> bool| match self {
            ListPreview::People { rows, .. } => rows.iter().filter(|row| is(&row.status)).count(),
            ListPreview::Teams { list, .. } => list.len(),
        };
        let of_people = matches!(self, ListPreview::People { .. });
        let wrong = count(|is| matches!(is, EntrantRowStatus::Invalid(_)));
        if of_people && wrong > 0 {
            let pasted = sent.file("file").is_none();
            let words = if pasted { "contest-set-right-below" } else { "contest-set-right-file" };
            return (texts.count("contest-rows-wrong", wrong), texts.get(words));
        }
        let new = count(|is| matches!(is, EntrantRowStatus::Player | EntrantRowStatus::Guest));
        let words = if new > 0 { "contest-preview-words" } else { "contest-all-in" };
        (texts.one("contest-to-add", "count", new), texts.get(words))
    }
}

fn entrant_row(number: usize, row: &EntrantPreviewRow, texts: Texts) -> PreviewRow {
    let words = match &row.status {
        EntrantRowStatus::Player => texts.get("contest-row-player"),
        EntrantRowStatus::Guest => texts.get("contest-row-guest"),
        EntrantRowStatus::AlreadyRegistered => texts.get("contest-row-in"),
        EntrantRowStatus::DuplicateOf(row) => texts.one("contest-row-again", "row", row),
        EntrantRowStatus::Invalid(why) => texts.localize(why),
    };
    PreviewRow {
        number,
        name: row.name.clone(),
        rating: match row.rating {
            0 | u32::MAX => String::new(),
            rating => rating.to_string(),
        },
        from: labels::joined(&[&row.club, &row.province]),
        words,
        is_wrong: matches!(row.status, EntrantRowStatus::Invalid(_)),
    }
}

fn team_row(number: usize, one: &NewTeam) -> PreviewRow {
    let members: Vec<&str> = one.members.iter().map(|member| member.name.as_str()).collect();
    let (name, from) = (one.name.clone(), members.join(", "));
    PreviewRow { number, name, rating: String::new(), from, words: String::new(), is_wrong: false }
}
