//! Merging the file of a copy of an event that went on elsewhere without network, after a preview.

use actix_web::web::{Bytes, Path};

use adjutant_domain::contest::{ContestFact, CopyConflict};
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    CopyPreview, MAX_FILE_BYTES, authorize, load_contest, merge_previewed_copy, preview_copy,
};
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::prelude::*;

use super::act_text::ActTexts;
use super::desk::{DeskQuery, as_form_error};
use super::{address, labels};

const SCHEMA: FormSchema =
    FormSchema { single: &["digest"], repeated: &[], files: &[("file", MAX_FILE_BYTES)] };
/// Sentences shown of what is added; conflicts are shown all.
const MAX_SHOWN_FACTS: usize = 200;

struct ConflictRow {
    line: usize,
    sentence: String,
    why: String,
}

/// What comes of merging.
struct PreviewPart {
    count: String,
    already: String,
    added: Vec<String>,
    /// How many more are added; empty if all are shown.
    more: String,
    conflicts: Vec<ConflictRow>,
    /// Empty if nothing is added.
    digest: String,
}

#[derive(Template)]
#[template(path = "contests/copy.html")]
struct CopyPage {
    frame: PageFrame,
    csrf: String,
    back: String,
    action: String,
    event: String,
    file: String,
    faults: Vec<String>,
    preview: Option<PreviewPart>,
}

fn conflict_text(why: CopyConflict, texts: Texts) -> String {
    match why {
        CopyConflict::Result(Some(result)) => {
            texts.one("copy-other-result", "result", labels::result_mark(result))
        }
        CopyConflict::Result(None) => texts.get("copy-no-result"),
        CopyConflict::Rounds => texts.get("copy-other-rounds"),
        CopyConflict::Changed => texts.get("copy-changed"),
        CopyConflict::Invalid => texts.get("copy-invalid"),
        CopyConflict::UndoneThere => texts.get("copy-undone"),
    }
}

fn preview_part(preview: &CopyPreview, texts: Texts) -> PreviewPart {
    let act_texts = ActTexts { contest: &preview.copy, acts: &[], texts };
    let told = preview.added.iter().filter(|fact| !matches!(fact, ContestFact::Redone { .. }));
    let added: Vec<String> = told.map(|fact| act_texts.of_fact(fact)).collect();
    let conflicts = preview.conflicts.iter().map(|one| ConflictRow {
        line: one.line,
        sentence: act_texts.of_fact(&one.fact),
        why: conflict_text(one.why, texts),
    });
    PreviewPart {
        count: texts.count("copy-count", added.len()),
        already: match preview.already {
            0 => String::new(),
            count => texts.one("copy-already", "count", count),
        },
        more: match added.len().saturating_sub(MAX_SHOWN_FACTS) {
            0 => String::new(),
            count => texts.one("copy-more", "count", count),
        },
        digest: if added.is_empty() { String::new() } else { preview.digest.clone() },
        added: added.into_iter().take(MAX_SHOWN_FACTS).collect(),
        conflicts: conflicts.collect(),
    }
}

async fn page(
    visit: &RequestContext,
    slug: &str,
    faults: Vec<String>,
    preview: Option<&CopyPreview>,
) -> Result<CopyPage, PageError> {
    let (actor, own) = (visit.actor().clone(), slug.to_owned());
    let event = adjutant_site::use_cases::run_heavy_use_case(visit, move |app| {
        authorize(app, &actor, Act::RunEvent, &own)?;
        Ok(load_contest(app, &own)?.row.name.clone())
    });
    let (event, texts) = (event.await?, visit.texts());
    Ok(CopyPage {
        frame: visit.frame(format!("{} · {event}", texts.get("copy-heading"))),
        csrf: visit.form_token(),
        back: address(slug, "run"),
        action: address(slug, "run/copy"),
        event,
        file: address(slug, "run/event.ndjson"),
        faults,
        preview: preview.map(|preview| preview_part(preview, texts)),
    })
}

/// Asks for the file of the copy.
pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let page = page(&visit, &path, Vec::new(), None).await?;
    private_html(&visit, StatusCode::OK, &page)
}

/// Previews a copy; merges it if the preview was shown.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    if sent.has("digest") {
        return merge(&visit, slug, &sent).await;
    }
    let Some(file) = sent.file("file").map(|file| Bytes::clone(&file.bytes)) else {
        let faults = vec![visit.texts().get("contest-restore-none")];
        let page = page(&visit, &slug, faults, None).await?;
        return private_html(&visit, StatusCode::UNPROCESSABLE_ENTITY, &page);
    };
    let (actor, own) = (visit.actor().clone(), slug.clone());
    let looked = run_attempt(&visit, move |app| {
        let preview = preview_copy(app, &actor, &own, &file, now_micros());
        preview.map_err(|e| AccountError::from(as_form_error(e)))
    });
    let (status, faults, preview) = match looked.await? {
        Ok(preview) => (StatusCode::OK, Vec::new(), Some(preview)),
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            (status, faults, None)
        }
    };
    let page = page(&visit, &slug, faults, preview.as_ref()).await?;
    private_html(&visit, status, &page)
}

async fn merge(visit: &RequestContext, slug: String, sent: &SubmittedForm) -> PageResult {
    let (actor, own) = (visit.actor().clone(), slug.clone());
    let digest = sent.text("digest").to_owned();
    let merged = run_attempt(visit, move |app| {
        let merged = merge_previewed_copy(app, &actor, &own, &digest, now_micros());
        merged.map_err(|e| AccountError::from(as_form_error(e)))
    });
    match merged.await? {
        Ok(_) => {
            let at = DeskQuery { part: "log", ..DeskQuery::default() };
            Ok(see_other(&at.address_after(&slug, "done-contest-copy")))
        }
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            let page = page(visit, &slug, faults, None).await?;
            private_html(visit, status, &page)
        }
    }
}
