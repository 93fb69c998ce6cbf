//! An event goes out as one file, and is made again from it, or of another program's TRF: first what it would be, then the event.

use actix_web::web::{self, Bytes, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::access::Act;
use crate::service::contests::{self, MOST_BYTES, Preview, Wish};
use crate::service::records::date_of;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Fact, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt_import, now, see_other};
use crate::web::pages::desk::Sheet;
use crate::web::pages::organisations::area::Place;
use crate::web::pages::{ask_long, file_for_one};
use crate::web::visit::Visit;
use ledger_ratings::Day;

use super::address;

const PAGE: &str = "events/restore";
const SHAPE: Shape = Shape {
    once: &["name", "first_day", "digest", "rounds"],
    many: &[],
    files: &[("file", MOST_BYTES)],
};

/// The file, for the event's officials.
pub async fn download(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let name = format!("{slug}.ndjson");
    let file = ask_long(&visit, move |app| contests::whole(app, &actor, &slug)).await?;
    Ok(file_for_one("application/x-ndjson", &name, file))
}

fn asking(visit: &Visit, place: &Place) -> Sheet {
    let texts = visit.texts();
    let action = place.address(PAGE);
    let button = "contest-restore-look";
    let form = Form::new(texts, "restore-event", &action, &visit.form_token(), button)
        .with(Field::file(texts, "file", "contest-restore-file", ".ndjson,.trf,.txt").required())
        .with(Field::line(texts, "name", "contest-restore-name").hint("contest-restore-name-hint"))
        .with(Field::day(texts, "first_day", "contest-restore-day"))
        .with(
            Field::line(texts, "rounds", "contest-restore-rounds")
                .hint("contest-restore-rounds-hint"),
        );
    Sheet::new(visit, place.head(visit, "", "contest-restore-event"))
        .say("contest-restore-words")
        .form(form)
}

fn shown(visit: &Visit, place: &Place, preview: &Preview) -> Sheet {
    let texts = visit.texts();
    let fact = |name: &str, value: String| Fact::new(texts, name, value);
    let people = [("players", preview.players.to_string()), ("guests", preview.guests.to_string())];
    let stands = match preview.phase {
        0 => "contest-to-come",
        1 => "contest-under-way",
        _ => "contest-over",
    };
    let mut facts = vec![
        fact("contest-event-name", preview.name.clone()),
        fact("contest-first-day", crate::web::moments::known(&date_of(preview.first_day))),
        fact("contest-restore-stands", texts.get(stands)),
        fact("contest-restore-people", texts.fill("contest-restore-counts", &people)),
    ];
    facts.extend(preview.stages.iter().map(|(name, count)| Fact {
        name: name.clone(),
        ..fact("contest-stage", texts.one("contest-published", "count", count))
    }));
    facts.push(fact("contest-restore-facts", preview.facts.to_string()));
    let action = place.address(PAGE);
    let button = "contest-restore-make";
    let form = Form::new(texts, "restore-event", &action, &visit.form_token(), button)
        .with(Field::hidden(texts, "digest", &preview.digest))
        .instead(&action, "contest-restore-again");
    Sheet::new(visit, place.head(visit, "", "contest-restore-event")).facts(facts).form(form)
}

/// The form.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::RunEvent).await?;
    asking(&visit, &place).answer(&visit)
}

/// Shows what a file would make; makes what was shown.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::RunEvent).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    if sent.has("digest") {
        let digest = sent.text("digest").to_owned();
        let made = attempt_import(&visit, move |app| {
            Ok(contests::restore_kept(app, &actor, &slug, &digest, now())?)
        });
        return match made.await? {
            Ok(event) => {
                let desk = address(&event, "run");
                Ok(see_other(&Done::address(&desk, "done-contest-event-restored")))
            }
            Err(refusal) => asking(&visit, &place).refused(&visit, refusal),
        };
    }
    let refuse = |field, key: &str| {
        let refusal = Refusal::faults(vec![(field, visit.texts().get(key))]);
        asking(&visit, &place).filled(&sent).refused(&visit, refusal)
    };
    let Some(file) = sent.file("file").map(|file| Bytes::clone(&file.bytes)) else {
        return refuse("file", "contest-restore-none");
    };
    let first_day = Day::parse(sent.text("first_day"));
    if first_day.is_none() && !sent.text("first_day").is_empty() {
        return refuse("first_day", "contest-fault-day");
    }
    let Some(file) = with_rounds(file, sent.text("rounds").trim()) else {
        return refuse("rounds", "contest-restore-rounds-missing");
    };
    let wish = Wish { name: sent.text("name").to_owned(), first_day };
    let looked = attempt_import(&visit, move |app| {
        Ok(contests::look(app, &actor, &slug, (&file, &wish), now())?)
    });
    match looked.await? {
        Ok(preview) => shown(&visit, &place, &preview).answer(&visit),
        Err(refusal) => asking(&visit, &place).filled(&sent).refused(&visit, by_line(refusal)),
    }
}

/// A TRF that does not say how many rounds there are, with what was written beside it; `None` where that is no number
/// either. Lines keep their numbers.
fn with_rounds(file: Bytes, rounds: &str) -> Option<Bytes> {
    let lines = || file.split_inclusive(|byte| matches!(byte, b'\n' | b'\r'));
    let of_rounds = |line: &[u8]| line.starts_with(b"142") || line.starts_with(b"XXR");
    let is_number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let says = |line: &[u8]| of_rounds(line) && is_number(line[3..].trim_ascii());
    if !lines().any(|line| line.starts_with(b"001")) || lines().any(says) {
        return Some(file);
    }
    if !is_number(rounds.as_bytes()) {
        return None;
    }
    let mut said = Vec::with_capacity(file.len() + 16);
    for line in lines() {
        match line {
            [.., end @ (b'\n' | b'\r')] if of_rounds(line) => said.push(*end),
            line if of_rounds(line) => {}
            line => said.extend_from_slice(line),
        }
    }
    said.extend_from_slice(format!("\n142 {rounds}\n").as_bytes());
    Some(Bytes::from(said))
}

/// Each of several reasons in a line of its own.
fn by_line(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Faults { status, faults, seconds } => {
            let apart =
                |(field, words): (&'static str, String)| (field, words.replace("; ", ";\n"));
            Refusal::Faults { status, faults: faults.into_iter().map(apart).collect(), seconds }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &'static str, rounds: &str) -> Option<String> {
        let file = with_rounds(Bytes::from_static(file.as_bytes()), rounds)?;
        Some(String::from_utf8(file.to_vec()).expect("text"))
    }

    #[test]
    fn rounds_that_a_trf_does_not_say_are_taken_from_beside_it() {
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(with("012 Cup\n142 5\n001 Ana", "7"), said("012 Cup\n142 5\n001 Ana"));
        assert_eq!(with("012 Cup\n001 Ana", "7"), said("012 Cup\n001 Ana\n142 7\n"));
        assert_eq!(
            with("012 Cup\r\nXXR five\r\n001 A", "7"),
            said("012 Cup\r\n\r\n001 A\n142 7\n")
        );
        assert_eq!(with("{\"event\": 1}", "x"), said("{\"event\": 1}"), "no TRF says it");
        for missing in ["", "seven", "-7"] {
            assert_eq!(with("012 Cup\n001 Ana", missing), None, "{missing:?}");
        }
    }
}
