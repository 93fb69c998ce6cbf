//! A roster from a file: what it would change, value by value; then, once that was looked at, the
//! change.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Payload};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::organisation::roster::{Column, Fault, FieldChange, MOST_BYTES, write};
use crate::organisation::text_file::Encoding;
use crate::service::access::Act;
use crate::service::roster::{self, Change, Options, Preview, Row};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt_import, now, see_other};
use crate::web::pages::desk::{Head, Sheet};
use crate::web::pages::list::encode;
use crate::web::pages::{ask_long, file_for_one, private_html};
use crate::web::visit::{Frame, Visit};

use super::area::Place;
use super::faults::roster_words;

const SENT: Shape = Shape { once: &["text", "missing"], many: &[], files: &[("file", MOST_BYTES)] };
const APPLIED: Shape = Shape::of(&["digest"]);
/// Rows of the difference that the page shows.
const MOST_SHOWN: usize = 1_000;

fn column_words(column: Column, texts: Texts) -> String {
    texts.get(match column {
        Column::Handle => "org-handle",
        Column::Name => "org-real-name",
        Column::Club => "org-club",
        Column::Province => "org-province",
        Column::Number => "org-number",
        Column::Age => "org-age",
    })
}

fn form(visit: &Visit, place: &Place) -> Form {
    let texts = visit.texts();
    Form::new(texts, "roster", &place.address("roster"), &visit.form_token(), "org-roster-look")
        .with(
            Field::file(texts, "file", "org-roster-file", ".csv,text/csv,text/plain")
                .hint("org-roster-file-hint"),
        )
        .with(Field::area(texts, "text", "org-roster-text").hint("org-roster-text-hint"))
        .with(
            Field::check(texts, "missing", "org-roster-missing", false)
                .hint("org-roster-missing-hint"),
        )
}

fn sheet(visit: &Visit, place: &Place) -> Sheet {
    Sheet::new(visit, place.head(visit, "roster", "org-roster-import"))
        .say("org-roster-words")
        .say("org-roster-columns")
        .form(form(visit, place))
        .link(place.address("roster/template.csv"), "org-roster-template")
        .link(place.address("roster.csv"), "org-roster-export")
        .link(place.address("members/add"), "org-member-add")
}

/// The form.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditRoster).await?;
    sheet(&visit, &place).answer(&visit)
}

/// A value that changes, in words.
struct FieldLine {
    column: String,
    before: String,
    after: String,
}

/// A member whom the file changes.
struct RowLine {
    line: String,
    handle: String,
    link: String,
    /// Whether he is a player already.
    is_known: bool,
    /// What there is to know of somebody who is added and is here already.
    mark: String,
    fields: Vec<FieldLine>,
}

/// Something wrong, with where it is.
struct FaultLine {
    place: String,
    words: String,
}

#[derive(Template)]
#[template(path = "organisations/roster.html")]
struct PreviewPage {
    frame: Frame,
    head: Head,
    counts: Vec<(&'static str, String, usize)>,
    faults: Vec<FaultLine>,
    /// How the file was written, where that was guessed; else empty.
    guessed: String,
    more_faults: usize,
    added: Vec<RowLine>,
    changed: Vec<RowLine>,
    removed: Vec<RowLine>,
    /// Rows that are counted and not shown.
    more: usize,
    nothing: bool,
    apply: Option<Form>,
    /// To begin again, with what was pasted.
    again: Form,
}

fn field_line(one: &FieldChange, texts: Texts) -> FieldLine {
    let nothing = || texts.get("org-roster-nothing");
    let value = |text: &String| if text.is_empty() { nothing() } else { text.clone() };
    FieldLine {
        column: column_words(one.column, texts),
        before: value(&one.before),
        after: value(&one.after),
    }
}

fn row_line(row: &Row, texts: Texts) -> RowLine {
    let mut mark = "";
    let (is_known, fields) = match &row.what {
        Change::Added { new_player, has_account, fields } => {
            mark = match (new_player, has_account) {
                (true, _) => "",
                (false, false) => "org-roster-known",
                (false, true) => "org-roster-held",
            };
            (!new_player, fields.as_slice())
        }
        Change::Changed(fields) => (true, fields.as_slice()),
        Change::Removed => (true, &[][..]),
    };
    RowLine {
        line: if row.line > 0 { row.line.to_string() } else { String::new() },
        link: encode(&row.handle),
        handle: row.handle.clone(),
        is_known,
        mark: if mark.is_empty() { String::new() } else { texts.get(mark) },
        fields: fields.iter().map(|one| field_line(one, texts)).collect(),
    }
}

fn fault_lines(preview: &Preview, texts: Texts) -> Vec<FaultLine> {
    let place = |fault: &Fault| match (&fault.line, &fault.column) {
        (0, _) => texts.get("org-roster-whole"),
        (line, None) => texts.one("org-roster-line", "line", line),
        (line, Some(column)) => texts.fill(
            "org-roster-line-column",
            &[
                ("line", line.to_string()),
                ("number", column.number.to_string()),
                ("column", column.name.clone()),
            ],
        ),
    };
    let line = |fault: &Fault| FaultLine { place: place(fault), words: roster_words(texts, fault) };
    preview.faults.iter().map(line).collect()
}

/// What is said of a file's encoding; nothing where it is the usual one.
pub fn encoding_words(encoding: Encoding, texts: Texts) -> String {
    match encoding {
        Encoding::Utf8 => String::new(),
        Encoding::Utf16 => texts.get("file-is-utf16"),
        Encoding::Windows1252 => texts.get("file-is-windows"),
    }
}

fn preview_page(visit: &Visit, place: &Place, preview: &Preview, again: Form) -> PreviewPage {
    let texts = visit.texts();
    let head = place.head(visit, "roster", "org-roster-preview");
    let shown = preview.rows.iter().take(MOST_SHOWN);
    let of = |is: fn(&Change) -> bool| {
        shown.clone().filter(|row| is(&row.what)).map(|row| row_line(row, texts)).collect()
    };
    let sound = preview.faults.is_empty();
    let nothing = preview.added + preview.changed + preview.removed == 0;
    let action = place.address("roster/apply");
    let apply = Form::new(texts, "apply", &action, &visit.form_token(), "org-roster-apply")
        .with(Field::hidden(texts, "digest", &preview.digest))
        .instead(&place.address("roster"), "org-roster-again");
    let title = format!("{} · {}", head.heading, place.organisation.name);
    let fault = texts.text("form-fault");
    let count = |key: &str| texts.get(key);
    PreviewPage {
        frame: visit.frame(if sound { title } else { format!("{fault} {title}") }),
        head,
        counts: vec![
            ("added", count("org-roster-added"), preview.added),
            ("changed", count("org-roster-changed"), preview.changed),
            ("unchanged", count("org-roster-unchanged"), preview.unchanged),
            ("removed", count("org-roster-removed"), preview.removed),
        ],
        faults: fault_lines(preview, texts),
        guessed: encoding_words(preview.encoding, texts),
        more_faults: preview.more_faults,
        added: of(|what| matches!(what, Change::Added { .. })),
        changed: of(|what| matches!(what, Change::Changed(_))),
        removed: of(|what| matches!(what, Change::Removed)),
        more: preview.rows.len().saturating_sub(MOST_SHOWN),
        nothing: sound && nothing,
        apply: (sound && !nothing).then_some(apply),
        again,
    }
}

/// What was sent: the file that was chosen, else the text that was pasted.
fn file_of(sent: &forms::Form) -> Option<Bytes> {
    let chosen = sent.file("file").map(|file| file.bytes.clone());
    let pasted = sent.raw("text");
    chosen
        .or_else(|| (!pasted.trim().is_empty()).then(|| Bytes::copy_from_slice(pasted.as_bytes())))
}

/// Shows what a file would change, and changes nothing.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditRoster).await?;
    let sent = forms::read(&visit, &request, payload, SENT).await?;
    let Some(file) = file_of(&sent) else {
        let refusal = Refusal::faults(vec![("file", visit.texts().get("org-fault-roster-none"))]);
        return sheet(&visit, &place).filled(&sent).refused(&visit, refusal);
    };
    let options = Options { remove_missing: sent.is_ticked("missing") };
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let looked = attempt_import(&visit, move |app| {
        Ok(roster::preview(app, &actor, &slug, &file, options, now())?)
    });
    match looked.await? {
        Ok(preview) => {
            let status = match preview.faults.is_empty() {
                true => StatusCode::OK,
                false => StatusCode::UNPROCESSABLE_ENTITY,
            };
            let again = form(&visit, &place).filled(&sent);
            private_html(&visit, status, &preview_page(&visit, &place, &preview, again))
        }
        Err(refusal) => sheet(&visit, &place).filled(&sent).refused(&visit, refusal),
    }
}

/// Writes just what was shown, if nothing has changed since.
pub async fn apply(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditRoster).await?;
    let sent = forms::read(&visit, &request, payload, APPLIED).await?;
    let digest = sent.text("digest").to_owned();
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let applied =
        attempt_import(&visit, move |app| Ok(roster::apply(app, &actor, &slug, &digest, now())?));
    match applied.await? {
        Ok(_) => Ok(see_other(&Done::address(&place.address("members"), "done-org-roster"))),
        Err(refusal) => sheet(&visit, &place).refused(&visit, refusal),
    }
}

/// The form again, for whoever comes to the address of [`apply`] by himself.
pub async fn show_apply(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditRoster).await?;
    Ok(see_other(&place.address("roster")))
}

/// An empty roster to fill in.
pub async fn template(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    Place::enter(&visit, &path, Act::ReadRoster).await?;
    let text = write(std::iter::empty());
    Ok(file_for_one("text/csv; charset=utf-8", "roster-template.csv", text.into_bytes()))
}

/// The roster as a file that can be sent again.
pub async fn export(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::ReadRoster).await?;
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let text = ask_long(&visit, move |app| roster::export(app, &actor, &slug, now())).await?;
    let name = format!("{}-roster.csv", place.organisation.slug);
    Ok(file_for_one("text/csv; charset=utf-8", &name, text.into_bytes()))
}
