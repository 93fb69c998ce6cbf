//! Importing a roster file: a preview of every change, which is then applied.

use actix_web::web::Bytes;

use crate::web::prelude::*;
use adjutant_domain::organisation::roster::{
    MAX_ROSTER_BYTES, RosterColumn, RosterError, RosterFieldChange, write_roster,
};
use adjutant_service::messages::LocalizedMessage;
use adjutant_service::roster::{self, Change, Options, Preview, Row};
use adjutant_site::forms::{FileLimits, Sent};
use adjutant_site::html::private_download;
use adjutant_site::labels::encoding_notice;
use adjutant_site::parameters::percent_encode;

use adjutant_site::org_context::OrgContext;

/// Rows of the preview shown.
const MAX_SHOWN_ROWS: usize = 1_000;

/// The file itself is a [`ROSTER_FILE`].
#[derive(Deserialize)]
struct UploadForm {
    text: Verbatim,
    missing: bool,
}

const ROSTER_FILE: FileLimits = &[("file", MAX_ROSTER_BYTES)];

#[derive(Deserialize)]
struct ApplyForm {
    digest: String,
}

fn column_label(column: RosterColumn, texts: Texts) -> String {
    texts.get(match column {
        RosterColumn::Handle => "org-handle",
        RosterColumn::Name => "org-real-name",
        RosterColumn::Club => "org-club",
        RosterColumn::Province => "org-province",
        RosterColumn::Number => "org-number",
        RosterColumn::Age => "org-age",
    })
}

fn form(visit: &RequestContext, place: &OrgContext) -> Form {
    let texts = visit.texts();
    visit.form("roster", &place.address("roster"), "org-roster-look").with_fields([
        Field::file(texts, "file", "org-roster-file", ".csv,text/csv,text/plain")
            .hint("org-roster-file-hint"),
        Field::textarea(texts, "text", "org-roster-text").hint("org-roster-text-hint"),
        Field::checkbox(texts, "missing", "org-roster-missing", false)
            .hint("org-roster-missing-hint"),
    ])
}

fn form_page(visit: &RequestContext, place: &OrgContext) -> FormPage {
    FormPage::new(visit, place.area_header(visit, "roster", "org-roster-import"))
        .paragraph("org-roster-words")
        .paragraph("org-roster-columns")
        .form(form(visit, place))
        .link(place.address("roster/template.csv"), "org-roster-template")
        .link(place.address("roster.csv"), "org-roster-export")
        .link(place.address("members/add"), "org-member-add")
}

pub async fn show(visit: RequestContext, place: OrgContext) -> PageResult {
    form_page(&visit, &place).respond(&visit)
}

struct FieldChangeRow {
    column: String,
    before: String,
    after: String,
}

/// A member whom the file adds, changes or removes.
struct RosterChangeRow {
    line: String,
    handle: String,
    link: String,
    /// Whether a player with this handle exists.
    is_known: bool,
    /// A remark on an added member who is known already.
    mark: String,
    fields: Vec<FieldChangeRow>,
}

/// A fault and its position.
struct RosterFaultRow {
    place: String,
    words: String,
}

#[derive(Template)]
#[template(path = "organisations/roster.html")]
struct RosterPreviewPage {
    frame: PageFrame,
    head: AreaHeader,
    counts: Vec<(&'static str, String, usize)>,
    faults: Vec<RosterFaultRow>,
    /// The guessed encoding of the file; empty if it was not guessed.
    guessed: String,
    more_faults: usize,
    added: Vec<RosterChangeRow>,
    changed: Vec<RosterChangeRow>,
    removed: Vec<RosterChangeRow>,
    /// The number of rows not shown.
    more: usize,
    nothing: bool,
    apply: Option<Form>,
    /// The upload form, with the text that was pasted.
    again: Form,
}

fn field_change_row(one: &RosterFieldChange, texts: Texts) -> FieldChangeRow {
    let nothing = || texts.get("org-roster-nothing");
    let value = |text: &String| if text.is_empty() { nothing() } else { text.clone() };
    FieldChangeRow {
        column: column_label(one.column, texts),
        before: value(&one.before),
        after: value(&one.after),
    }
}

fn roster_change_row(row: &Row, texts: Texts) -> RosterChangeRow {
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
    RosterChangeRow {
        line: if row.line > 0 { row.line.to_string() } else { String::new() },
        link: percent_encode(&row.handle),
        handle: row.handle.clone(),
        is_known,
        mark: if mark.is_empty() { String::new() } else { texts.get(mark) },
        fields: fields.iter().map(|one| field_change_row(one, texts)).collect(),
    }
}

fn fault_rows(preview: &Preview, texts: Texts) -> Vec<RosterFaultRow> {
    let place = |fault: &RosterError| match (&fault.line, &fault.column) {
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
    let line = |fault: &RosterError| RosterFaultRow {
        place: place(fault),
        words: texts.localize(&LocalizedMessage::from(fault.kind.message())),
    };
    preview.faults.iter().map(line).collect()
}

fn preview_page(
    visit: &RequestContext,
    place: &OrgContext,
    preview: &Preview,
    again: Form,
) -> RosterPreviewPage {
    let texts = visit.texts();
    let head = place.area_header(visit, "roster", "org-roster-preview");
    let shown = preview.rows.iter().take(MAX_SHOWN_ROWS);
    let of = |is: fn(&Change) -> bool| {
        shown.clone().filter(|row| is(&row.what)).map(|row| roster_change_row(row, texts)).collect()
    };
    let sound = preview.faults.is_empty();
    let nothing = preview.added + preview.changed + preview.removed == 0;
    let action = place.address("roster/apply");
    let apply = visit
        .form("apply", &action, "org-roster-apply")
        .with_field(Field::hidden(texts, "digest", &preview.digest))
        .with_alternative(&place.address("roster"), "org-roster-again");
    let mut frame = head.frame(visit);
    if !sound {
        frame.mark_refused();
    }
    let count = |key: &str| texts.get(key);
    RosterPreviewPage {
        frame,
        head,
        counts: vec![
            ("added", count("org-roster-added"), preview.added),
            ("changed", count("org-roster-changed"), preview.changed),
            ("unchanged", count("org-roster-unchanged"), preview.unchanged),
            ("removed", count("org-roster-removed"), preview.removed),
        ],
        faults: fault_rows(preview, texts),
        guessed: encoding_notice(preview.encoding, texts),
        more_faults: preview.more_faults,
        added: of(|what| matches!(what, Change::Added { .. })),
        changed: of(|what| matches!(what, Change::Changed(_))),
        removed: of(|what| matches!(what, Change::Removed)),
        more: preview.rows.len().saturating_sub(MAX_SHOWN_ROWS),
        nothing: sound && nothing,
        apply: (sound && !nothing).then_some(apply),
        again,
    }
}

/// The uploaded file, otherwise the pasted text.
fn uploaded_file(sent: &Sent<UploadForm>) -> Option<Bytes> {
    let chosen = sent.file("file").map(|file| file.bytes.clone());
    let pasted = &sent.text;
    chosen
        .or_else(|| (!pasted.trim().is_empty()).then(|| Bytes::copy_from_slice(pasted.as_bytes())))
}

/// Shows what a file would change, without changing anything.
pub async fn submit_preview(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_with_files::<UploadForm>(&visit, ROSTER_FILE).await?;
    let Some(file) = uploaded_file(&sent) else {
        let refusal = FormRefusal::fault("file", visit.texts().get("org-fault-roster-none"));
        return form_page(&visit, &place).respond_again(&visit, sent.raw(), refusal);
    };
    let options = Options { remove_missing: sent.missing };
    let looked = place.attempt_import(&visit, move |app, actor, slug| {
        roster::preview(app, actor, slug, &file, options, now_micros())
    });
    match looked.await? {
        Ok(preview) => {
            let status = match preview.faults.is_empty() {
                true => StatusCode::OK,
                false => StatusCode::UNPROCESSABLE_ENTITY,
            };
            let again = form(&visit, &place).filled_from(sent.raw());
            private_html(&visit, status, &preview_page(&visit, &place, &preview, again))
        }
        Err(refusal) => form_page(&visit, &place).respond_again(&visit, sent.raw(), refusal),
    }
}

/// Applies exactly what the preview showed, if nothing has changed since.
pub async fn apply(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<ApplyForm>(&visit).await?;
    let digest = sent.digest.clone();
    let applied = place.attempt_import(&visit, move |app, actor, slug| {
        roster::apply(app, actor, slug, &digest, now_micros())
    });
    match applied.await? {
        Ok(_) => Ok(redirect_with_flash(&place.address("members"), "done-org-roster")),
        Err(refusal) => form_page(&visit, &place).respond_refused(&visit, refusal),
    }
}

/// Redirects a GET request of the address of [`apply`] to the form.
pub async fn show_apply(place: OrgContext) -> PageResult {
    Ok(see_other(&place.address("roster")))
}

/// Serves an empty roster file to fill in.
pub async fn template(_place: OrgContext) -> PageResult {
    let text = write_roster(std::iter::empty());
    Ok(private_download("text/csv; charset=utf-8", "roster-template.csv", text.into_bytes()))
}

/// Exports the roster in the format of the import.
pub async fn export(visit: RequestContext, place: OrgContext) -> PageResult {
    let slug = place.organisation.slug;
    let name = format!("{slug}-roster.csv");
    let write = move |app: &_, actor: &_| roster::export(app, actor, &slug, now_micros());
    let text = visit.run_heavy(write).await?;
    Ok(private_download("text/csv; charset=utf-8", &name, text.into_bytes()))
}
