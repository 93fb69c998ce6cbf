//! What a list of people, or of teams, would add to an event: shown before anything is.

use crate::organisation::text_file::Encoding;
use crate::service::access::{Act, Actor};
use crate::service::contests::{
    LookedRow, NewEntrant, NewTeam, RowIs, is_of_teams, look_at_list, permit, run,
};
use crate::service::{App, Error};
use crate::web::forms::Form;
use crate::web::i18n::Texts;
use crate::web::pages::organisations::roster::encoding_words;

use super::{people_list, teams};

/// So many rows are shown at most: a list has no more.
const MOST: usize = 3_000;

/// What was looked at.
pub enum Looked {
    People { rows: Vec<LookedRow>, list: Vec<NewEntrant>, skipped: Vec<String>, encoding: Encoding },
    Teams { list: Vec<NewTeam>, lines: String, encoding: Encoding },
}

/// A row of the preview.
pub struct PreviewRow {
    pub number: usize,
    pub name: String,
    pub rating: String,
    pub from: String,
    /// What it is, or what is wrong with it.
    pub words: String,
    pub is_wrong: bool,
}

/// The preview.
pub struct PreviewPart {
    /// How many would be added, or how many rows are wrong.
    pub count: String,
    /// What is to be done now.
    pub words: String,
    pub rows: Vec<PreviewRow>,
    /// What is said of how the file was written; empty where it is usual.
    pub encoding: String,
    /// Columns that are not read; empty where all are.
    pub skipped: String,
    /// What is sent to add them; empty where something is wrong, or nothing would be added.
    pub lines: String,
    pub exception: bool,
}

/// Looks at what was sent.
///
/// # Errors
/// [`Error`] where the actor may register nobody, or the file is no text.
pub fn look(app: &App, actor: &Actor, slug: &str, sent: &Form) -> Result<Looked, Error> {
    permit(app, actor, Act::CheckIn, slug)?;
    let exception = sent.is_ticked("exception");
    if is_of_teams(&run(app, slug)?.contest) {
        let texts = people_list::texts(sent)?;
        let mut encodings = texts.iter().map(|(_, encoding)| *encoding);
        let encoding = encodings.rfind(|one| *one != Encoding::Utf8).unwrap_or_default();
        let lines: Vec<&str> = texts.iter().map(|(text, _)| text.trim_end()).collect();
        let lines = lines.join("\n");
        let list = teams::pasted(&lines);
        if list.is_empty() {
            return Err(people_list::empty());
        }
        return Ok(Looked::Teams { list, lines, encoding });
    }
    let list = people_list::sent_list(sent)?;
    let rows = look_at_list(app, actor, slug, &list.people, exception)?;
    let (skipped, encoding) = (list.skipped, list.encoding);
    Ok(Looked::People { rows, list: list.people, skipped, encoding })
}

impl Looked {
    /// The preview as the desk shows it.
    pub fn part(self, sent: &Form, texts: Texts) -> PreviewPart {
        let (count, words) = self.heading(sent, texts);
        let (rows, lines, encoding, skipped) = match self {
            Looked::People { rows, list, skipped, encoding } => {
                let new = |row: &LookedRow| matches!(row.is, RowIs::Player | RowIs::Guest);
                let wrong = |row: &LookedRow| matches!(row.is, RowIs::Wrong(_));
                let fits = rows.iter().any(new) && !rows.iter().any(wrong);
                let lines = if fits { people_list::written(&list) } else { String::new() };
                let shown: Vec<PreviewRow> =
                    (1..).zip(&rows).map(|(number, row)| person(number, row, texts)).collect();
                (shown, lines, encoding, skipped)
            }
            Looked::Teams { list, lines, encoding } => {
                let shown = (1..).zip(&list).map(|(number, one)| team(number, one)).collect();
                (shown, lines, encoding, Vec::new())
            }
        };
        let values = [("names", skipped.join(", "))];
        PreviewPart {
            count,
            words,
            rows: rows.into_iter().take(MOST).collect(),
            encoding: encoding_words(encoding, texts),
            skipped: match skipped.is_empty() {
                true => String::new(),
                false => texts.fill("contest-row-skipped", &values),
            },
            lines,
            exception: sent.is_ticked("exception"),
        }
    }
}

impl Looked {
    /// How many would be added, or how many rows are wrong; and what is to be done now.
    fn heading(&self, sent: &Form, texts: Texts) -> (String, String) {
        let count = |is: fn(&RowIs) -> bool| match self {
            Looked::People { rows, .. } => rows.iter().filter(|row| is(&row.is)).count(),
            Looked::Teams { list, .. } => list.len(),
        };
        let of_people = matches!(self, Looked::People { .. });
        let wrong = count(|is| matches!(is, RowIs::Wrong(_)));
        if of_people && wrong > 0 {
            let pasted = sent.file("file").is_none();
            let words = if pasted { "contest-set-right-below" } else { "contest-set-right-file" };
            return (texts.count("contest-rows-wrong", wrong), texts.get(words));
        }
        let new = count(|is| matches!(is, RowIs::Player | RowIs::Guest));
        let words = if new > 0 { "contest-preview-words" } else { "contest-all-in" };
        (texts.one("contest-to-add", "count", new), texts.get(words))
    }
}

fn person(number: usize, row: &LookedRow, texts: Texts) -> PreviewRow {
    let words = match &row.is {
        RowIs::Player => texts.get("contest-row-player"),
        RowIs::Guest => texts.get("contest-row-guest"),
        RowIs::There => texts.get("contest-row-in"),
        RowIs::Again(row) => texts.one("contest-row-again", "row", row),
        RowIs::Wrong(why) => texts.said(why),
    };
    let from = [row.club.as_str(), row.province.as_str()];
    let from: Vec<&str> = from.into_iter().filter(|text| !text.is_empty()).collect();
    PreviewRow {
        number,
        name: row.name.clone(),
        rating: match row.rating {
            0 | u32::MAX => String::new(),
            rating => rating.to_string(),
        },
        from: from.join(" · "),
        words,
        is_wrong: matches!(row.is, RowIs::Wrong(_)),
    }
}

fn team(number: usize, one: &NewTeam) -> PreviewRow {
    let members: Vec<&str> = one.members.iter().map(|member| member.name.as_str()).collect();
    let (name, from) = (one.name.clone(), members.join(", "));
    PreviewRow { number, name, rating: String::new(), from, words: String::new(), is_wrong: false }
}
