//! Bringing an organisation's records: a file, and the pool in which its games are rated.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::service::access::Act;
use crate::service::import::{Counts, Refusal as Refused, Remark, TOO_LONG, Verdict};
use crate::service::importing::{self, Permit, Wish};
use crate::service::organisations::State;
use crate::service::owner::Limits;
use crate::service::said::Said;
use crate::service::{App, Error};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt_import, now};
use crate::web::pages::desk::{Head, Sheet};
use crate::web::pages::private_html;
use crate::web::visit::{Frame, Visit};
use ledger_ratings::PoolKind;

use super::area::Place;

/// Largest file; whoever has more sends it over the API, or in parts.
const MOST_BYTES: usize = 16 << 20;
/// So many refused games are listed, and so many that are not rated.
const MOST_LISTED: usize = 200;
/// Not rated at all.
const NOWHERE: &str = "nowhere";

const SHAPE: Shape =
    Shape { once: &["pool", "text"], many: &[], files: &[("records", MOST_BYTES)] };

fn pool_words(kind: PoolKind, texts: Texts) -> (String, String) {
    let (words, hint) = match kind {
        PoolKind::Online => ("org-pool-online", "org-pool-online-hint"),
        PoolKind::FaceToFace => ("org-pool-face-to-face", "org-pool-face-to-face-hint"),
    };
    (texts.get(words), texts.get(hint))
}

fn sheet(visit: &Visit, place: &Place) -> Sheet {
    let texts = visit.texts();
    let mut pools: Vec<Choice> = [PoolKind::FaceToFace, PoolKind::Online]
        .into_iter()
        .map(|kind| {
            let (words, hint) = pool_words(kind, texts);
            Choice { hint, ..Choice::new(kind.key(), words) }
        })
        .collect();
    pools.push(Choice {
        hint: texts.get("org-pool-nowhere-hint"),
        ..Choice::new(NOWHERE, texts.get("org-pool-nowhere"))
    });
    let action = place.address("records");
    let form = Form::new(texts, "records", &action, &visit.form_token(), "org-records-import")
        .with(Field::radio(texts, "pool", "org-pool", pools).required())
        .with(
            Field::file(texts, "records", "org-records-file", ".ggn,.json,.ndjson,.zst,text/plain")
                .hint("org-records-file-hint"),
        )
        .with(Field::area(texts, "text", "org-records-text").hint("org-records-text-hint"));
    Sheet::new(visit, place.head(visit, "records", "org-records"))
        .say("org-records-words")
        .form(form)
        .link("/notation", "notation-link")
}

/// The form.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::ImportForOrganisation).await?;
    sheet(&visit, &place).answer(&visit)
}

/// A game of which there is something to say.
struct Line {
    game: u64,
    place: String,
    words: String,
}

/// Games that were refused, or that are not rated.
struct Listed {
    heading: String,
    lines: Vec<Line>,
    /// How many more there are.
    more: u64,
}

#[derive(Template)]
#[template(path = "organisations/records.html")]
struct DonePage {
    frame: Frame,
    head: Head,
    counts: Vec<(&'static str, String, u64)>,
    /// Why the rest of the file was not read; empty where it was.
    broken: String,
    lists: Vec<Listed>,
    games: String,
    again: String,
}

/// What became of the games of a file.
#[derive(Default)]
struct Brought {
    counts: Counts,
    refused: Vec<Refused>,
    unrated: Vec<Remark>,
    /// Of all games, with those that are not listed.
    unrated_in_all: u64,
    /// Why the rest was not read.
    broken: Option<Said>,
}

impl Brought {
    fn note(&mut self, verdict: &Verdict, so_far: &Counts) {
        self.counts = *so_far;
        match verdict {
            Verdict::Refused(one) if self.refused.len() < MOST_LISTED => {
                // The text is the sender's own, and need not be kept.
                self.refused.push(Refused { text: Vec::new(), ..one.clone() });
            }
            Verdict::Unrated(one) => {
                self.unrated_in_all += 1;
                if self.unrated.len() < MOST_LISTED {
                    self.unrated.push(one.clone());
                }
            }
            _ => {}
        }
    }
}

fn bring(app: &App, bytes: &[u8], limits: &Limits, permit: &Permit) -> Result<Brought, Error> {
    let mut brought = Brought::default();
    let done = importing::import(app, permit, bytes, limits, now(), &mut |verdict, so_far| {
        brought.note(verdict, so_far);
    });
    match done {
        Ok(counts) => Ok(Brought { counts, ..brought }),
        Err(Error::Invalid { message, field }) => {
            let counts = brought.counts;
            let seen = counts.added + counts.duplicates + counts.refused > 0;
            if !seen && field != TOO_LONG {
                return Err(Error::invalid("records", message));
            }
            Ok(Brought { broken: Some(message), ..brought })
        }
        Err(e) => Err(e),
    }
}

fn refused_line(one: &Refused, texts: Texts) -> Line {
    let values = [
        ("line", one.error.line.to_string()),
        ("number", one.error.column.to_string()),
        ("ply", one.error.ply.map_or_else(|| "–".to_owned(), |ply| ply.to_string())),
    ];
    Line {
        game: one.game,
        place: texts.fill("org-records-place", &values),
        words: one.error.message.clone(),
    }
}

fn unrated_line(one: &Remark, texts: Texts) -> Line {
    let place = texts.fill("org-records-line", &[("line", one.line.to_string())]);
    Line { game: one.game, place, words: texts.said(&one.message) }
}

/// What there is to say of single games.
fn lists(brought: &Brought, texts: Texts) -> Vec<Listed> {
    let list = |heading: &str, lines: Vec<Line>, all: u64| Listed {
        heading: texts.get(heading),
        more: all.saturating_sub(lines.len() as u64),
        lines,
    };
    let refused = brought.refused.iter().map(|one| refused_line(one, texts)).collect();
    let unrated = brought.unrated.iter().map(|one| unrated_line(one, texts)).collect();
    let mut lists = vec![
        list("org-records-unrated", unrated, brought.unrated_in_all),
        list("org-records-refused", refused, brought.counts.refused),
    ];
    lists.retain(|list| !list.lines.is_empty());
    lists
}

fn done_page(visit: &Visit, place: &Place, brought: &Brought) -> DonePage {
    let texts = visit.texts();
    let head = place.head(visit, "records", "org-records-done");
    let Counts { added, duplicates, refused, .. } = brought.counts;
    DonePage {
        frame: visit.frame(format!("{} · {}", head.heading, place.organisation.name)),
        head,
        counts: vec![
            ("added", texts.get("org-records-added"), added),
            ("duplicates", texts.get("org-records-duplicates"), duplicates),
            ("refused", texts.get("org-records-refused"), refused),
        ],
        broken: brought.broken.as_ref().map_or_else(String::new, |said| texts.said(said)),
        lists: lists(brought, texts),
        games: format!("/games?organisation={}", place.organisation.slug),
        again: place.address("records"),
    }
}

/// Takes the records in.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::ImportForOrganisation).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let texts = visit.texts();
    let chosen = sent.file("records").map(|file| file.bytes.clone());
    let bytes = chosen.unwrap_or_else(|| sent.raw("text").as_bytes().to_vec().into());
    let pool = PoolKind::parse(sent.text("pool"));
    let mut faults = Vec::new();
    if pool.is_none() && sent.text("pool") != NOWHERE {
        faults.push(("pool", texts.get("org-fault-pool")));
    }
    if bytes.trim_ascii().is_empty() {
        faults.push(("records", texts.get("org-fault-records-none")));
    }
    if place.organisation.state != State::Open {
        faults.push(("", texts.get("org-waits")));
    }
    if !faults.is_empty() {
        return sheet(&visit, &place).filled(&sent).refused(&visit, Refusal::faults(faults));
    }
    let wish = Wish { organisation: Some(place.organisation.slug.clone()), pool };
    let (actor, limits) = (visit.actor().clone(), visit.site.settings.imports);
    let brought = attempt_import(&visit, move |app| {
        let permit = importing::permit(app, &actor, &wish)?;
        Ok(bring(app, &bytes, &limits, &permit)?)
    });
    match brought.await? {
        Ok(brought) => private_html(&visit, StatusCode::OK, &done_page(&visit, &place, &brought)),
        Err(refusal) => sheet(&visit, &place).filled(&sent).refused(&visit, refusal),
    }
}
