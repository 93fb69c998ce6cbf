//! Uploading an organisation's records, and choosing the pool that rates its games.

use crate::web::prelude::*;
use adjutant_service::import::{Counts, Refusal as Refused, Remark, TOO_LONG, Verdict};
use adjutant_service::importing::{self, Permit, Wish};
use adjutant_service::messages::LocalizedMessage;
use adjutant_service::organisations::OrganisationState;
use adjutant_service::owner::Limits;
use adjutant_service::{App, Error};
use adjutant_site::forms::FileLimits;
use ledger_ratings::PoolKind;

use adjutant_site::org_context::OrgContext;

/// The largest file accepted; larger ones are sent through the API or in parts.
const MAX_UPLOAD_BYTES: usize = 16 << 20;
/// The number of refused and of unrated games listed.
const MAX_LISTED_GAMES: usize = 200;
/// The choice of leaving the games unrated.
const UNRATED_POOL: &str = "nowhere";

/// The file itself is a [`RECORDS_FILE`].
#[derive(Deserialize)]
struct RecordsForm {
    text: Verbatim,
    pool: String,
}

const RECORDS_FILE: FileLimits = &[("records", MAX_UPLOAD_BYTES)];

fn form_page(visit: &RequestContext, place: &OrgContext) -> FormPage {
    let texts = visit.texts();
    let pools = [
        (PoolKind::FaceToFace.key(), "org-pool-face-to-face", "org-pool-face-to-face-hint"),
        (PoolKind::Online.key(), "org-pool-online", "org-pool-online-hint"),
        (UNRATED_POOL, "org-pool-nowhere", "org-pool-nowhere-hint"),
    ];
    let pools = pools.map(|(value, words, hint)| Choice {
        hint: texts.get(hint),
        ..Choice::new(value, texts.get(words))
    });
    let action = place.address("records");
    let form = visit.form("records", &action, "org-records-import").with_fields([
        Field::radio(texts, "pool", "org-pool", pools.to_vec()).required(),
        Field::file(texts, "records", "org-records-file", ".ggn,.json,.ndjson,.zst,text/plain")
            .hint("org-records-file-hint"),
        Field::textarea(texts, "text", "org-records-text").hint("org-records-text-hint"),
    ]);
    FormPage::new(visit, place.area_header(visit, "records", "org-records"))
        .paragraph("org-records-words")
        .form(form)
        .link("/notation", "notation-link")
}

pub async fn show(visit: RequestContext, place: OrgContext) -> PageResult {
    form_page(&visit, &place).respond(&visit)
}

struct ImportRemarkRow {
    game: u64,
    place: String,
    words: String,
}

/// Games that were refused or are not rated.
struct ImportRemarkList {
    heading: String,
    lines: Vec<ImportRemarkRow>,
    /// The number of games not listed.
    more: u64,
}

#[derive(Template)]
#[template(path = "organisations/records.html")]
struct ImportResultPage {
    frame: PageFrame,
    head: AreaHeader,
    counts: Vec<(&'static str, String, u64)>,
    /// Why the rest of the file was not read; empty if all of it was.
    broken: String,
    lists: Vec<ImportRemarkList>,
    games: String,
    again: String,
}

#[derive(Default)]
struct ImportSummary {
    counts: Counts,
    refused: Vec<Refused>,
    unrated: Vec<Remark>,
    /// All unrated games, listed or not.
    unrated_in_all: u64,
    /// Why the rest was not read.
    broken: Option<LocalizedMessage>,
}

impl ImportSummary {
    fn record_verdict(&mut self, verdict: &Verdict, so_far: &Counts) {
        self.counts = *so_far;
        match verdict {
            Verdict::Refused(one) if self.refused.len() < MAX_LISTED_GAMES => {
                // The text is not needed: the uploader has it.
                self.refused.push(Refused { text: Vec::new(), ..one.clone() });
            }
            Verdict::Unrated(one) => {
                self.unrated_in_all += 1;
                if self.unrated.len() < MAX_LISTED_GAMES {
                    self.unrated.push(one.clone());
                }
            }
            _ => {}
        }
    }
}

fn import_records(
    app: &App,
    bytes: &[u8],
    limits: &Limits,
    permit: &Permit,
) -> Result<ImportSummary, Error> {
    let mut brought = ImportSummary::default();
    let done =
        importing::import(app, permit, bytes, limits, now_micros(), &mut |verdict, so_far| {
            brought.record_verdict(verdict, so_far);
        });
    match done {
        Ok(counts) => Ok(ImportSummary { counts, ..brought }),
        Err(Error::Invalid { message, field }) => {
            let counts = brought.counts;
            let seen = counts.added + counts.duplicates + counts.refused > 0;
            if !seen && field != TOO_LONG {
                return Err(Error::invalid("records", message));
            }
            Ok(ImportSummary { broken: Some(message), ..brought })
        }
        Err(e) => Err(e),
    }
}

fn refused_row(one: &Refused, texts: Texts) -> ImportRemarkRow {
    let values = [
        ("line", one.error.line.to_string()),
        ("number", one.error.column.to_string()),
        ("ply", one.error.ply.map_or_else(|| "–".to_owned(), |ply| ply.to_string())),
    ];
    ImportRemarkRow {
        game: one.game,
        place: texts.fill("org-records-place", &values),
        words: texts.one("check-reason", "reason", &one.error.message),
    }
}

fn unrated_row(one: &Remark, texts: Texts) -> ImportRemarkRow {
    let place = texts.fill("org-records-line", &[("line", one.line.to_string())]);
    ImportRemarkRow { game: one.game, place, words: texts.localize(&one.message) }
}

fn remark_lists(brought: &ImportSummary, texts: Texts) -> Vec<ImportRemarkList> {
    let list = |heading: &str, lines: Vec<ImportRemarkRow>, all: u64| ImportRemarkList {
        heading: texts.get(heading),
        more: all.saturating_sub(lines.len() as u64),
        lines,
    };
    let refused = brought.refused.iter().map(|one| refused_row(one, texts)).collect();
    let unrated = brought.unrated.iter().map(|one| unrated_row(one, texts)).collect();
    let mut lists = vec![
        list("org-records-unrated", unrated, brought.unrated_in_all),
        list("org-records-refused", refused, brought.counts.refused),
    ];
    lists.retain(|list| !list.lines.is_empty());
    lists
}

fn result_page(
    visit: &RequestContext,
    place: &OrgContext,
    brought: &ImportSummary,
) -> ImportResultPage {
    let texts = visit.texts();
    let head = place.area_header(visit, "records", "org-records-done");
    let Counts { added, duplicates, refused, .. } = brought.counts;
    ImportResultPage {
        frame: head.frame(visit),
        head,
        counts: vec![
            ("added", texts.get("org-records-added"), added),
            ("duplicates", texts.get("org-records-duplicates"), duplicates),
            ("refused", texts.get("org-records-refused"), refused),
        ],
        broken: brought.broken.as_ref().map_or_else(String::new, |said| match said.key() {
            Some(_) => texts.localize(said),
            None => texts.one("check-reason", "reason", said.english()),
        }),
        lists: remark_lists(brought, texts),
        games: format!("/games?organisation={}", place.organisation.slug),
        again: place.address("records"),
    }
}

pub async fn submit(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_with_files::<RecordsForm>(&visit, RECORDS_FILE).await?;
    let texts = visit.texts();
    let chosen = sent.file("records").map(|file| file.bytes.clone());
    let bytes = chosen.unwrap_or_else(|| sent.text.as_bytes().to_vec().into());
    let pool = PoolKind::parse(&sent.pool);
    let mut faults = Vec::new();
    if pool.is_none() && sent.pool != UNRATED_POOL {
        faults.push(("pool", texts.get("org-fault-pool")));
    }
    if bytes.trim_ascii().is_empty() {
        faults.push(("records", texts.get("org-fault-records-none")));
    }
    if place.organisation.state != OrganisationState::Open {
        faults.push(("", texts.get("org-waits")));
    }
    if !faults.is_empty() {
        let refusal = FormRefusal::from_faults(faults);
        return form_page(&visit, &place).respond_again(&visit, sent.raw(), refusal);
    }
    let limits = visit.site.settings.imports;
    let brought = place.attempt_import(&visit, move |app, actor, slug| {
        let wish = Wish { organisation: Some(slug.to_owned()), pool };
        let permit = importing::permit(app, actor, &wish)?;
        import_records(app, &bytes, &limits, &permit)
    });
    match brought.await? {
        Ok(brought) => private_html(&visit, StatusCode::OK, &result_page(&visit, &place, &brought)),
        Err(refusal) => form_page(&visit, &place).respond_again(&visit, sent.raw(), refusal),
    }
}
