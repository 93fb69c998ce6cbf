//! Exports an event as a file, and restores one from such a file or from another program's TRF,
//! after a preview.

use actix_web::web::{Bytes, Path};

use adjutant_service::contests::{self, ImportOptions, ImportPreview, MAX_FILE_BYTES};
use adjutant_site::forms::FormSchema;
use adjutant_site::html::private_download;
use adjutant_site::org_context::OrgContext;
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_day;
use adjutant_site::use_cases::run_heavy_use_case;
use ledger_ratings::Day;

use super::address;

const PAGE: &str = "events/restore";
const SHAPE: FormSchema = FormSchema {
    single: &["name", "first_day", "digest", "rounds"],
    repeated: &[],
    files: &[("file", MAX_FILE_BYTES)],
};

/// Downloads the file, for the event's officials.
pub async fn download(visit: RequestContext, path: Path<String>) -> PageResult {
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let name = format!("{slug}.ndjson");
    let file =
        run_heavy_use_case(&visit, move |app| contests::export_event(app, &actor, &slug)).await?;
    Ok(private_download("application/x-ndjson", &name, file))
}

fn upload_form(visit: &RequestContext, place: &OrgContext) -> FormPage {
    let texts = visit.texts();
    let action = place.address(PAGE);
    let button = "contest-restore-look";
    let form = visit.form("restore-event", &action, button).with_fields([
        Field::file(texts, "file", "contest-restore-file", ".ndjson,.trf,.txt").required(),
        Field::text(texts, "name", "contest-restore-name").hint("contest-restore-name-hint"),
        Field::date(texts, "first_day", "contest-restore-day"),
        Field::text(texts, "rounds", "contest-restore-rounds").hint("contest-restore-rounds-hint"),
    ]);
    FormPage::new(visit, place.area_header(visit, "", "contest-restore-event"))
        .paragraph("contest-restore-words")
        .form(form)
}

fn preview_form(visit: &RequestContext, place: &OrgContext, preview: &ImportPreview) -> FormPage {
    let texts = visit.texts();
    let fact = |name: &str, value: String| LabeledFact::new(texts, name, value);
    let people = [("players", preview.players.to_string()), ("guests", preview.guests.to_string())];
    let stands = match preview.phase {
        0 => "contest-to-come",
        1 => "contest-under-way",
        3 => "contest-cancelled",
        _ => "contest-over",
    };
    let mut facts = vec![
        fact("contest-event-name", preview.name.clone()),
        fact("contest-first-day", format_day(texts, preview.first_day)),
        fact("contest-restore-stands", texts.get(stands)),
        fact("contest-restore-people", texts.fill("contest-restore-counts", &people)),
    ];
    facts.extend(preview.stages.iter().map(|(name, count)| LabeledFact {
        name: name.clone(),
        ..fact("contest-stage", texts.one("contest-published", "count", count))
    }));
    facts.push(fact("contest-restore-facts", preview.facts.to_string()));
    let action = place.address(PAGE);
    let button = "contest-restore-make";
    let form = visit
        .form("restore-event", &action, button)
        .with_field(Field::hidden(texts, "digest", &preview.digest))
        .with_alternative(&action, "contest-restore-again");
    FormPage::new(visit, place.area_header(visit, "", "contest-restore-event"))
        .facts(facts)
        .form(form)
}

pub async fn show(visit: RequestContext, place: OrgContext) -> PageResult {
    upload_form(&visit, &place).respond(&visit)
}

/// Previews a file; restores it if the preview was shown.
pub async fn submit(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SHAPE).await?;
    if sent.has("digest") {
        let digest = sent.text("digest").to_owned();
        let made = place.attempt_import(&visit, move |app, actor, slug| {
            contests::import_previewed(app, actor, slug, &digest, now_micros())
        });
        return match made.await? {
            Ok(event) => {
                let desk = address(&event, "run");
                Ok(redirect_with_flash(&desk, "done-contest-event-restored"))
            }
            Err(refusal) => upload_form(&visit, &place).respond_refused(&visit, refusal),
        };
    }
    let refuse = |field, key: &str| {
        let refusal = FormRefusal::fault(field, visit.texts().get(key));
        upload_form(&visit, &place).respond_again(&visit, &sent, refusal)
    };
    let Some(file) = sent.file("file").map(|file| Bytes::clone(&file.bytes)) else {
        return refuse("file", "contest-restore-none");
    };
    let first_day = Day::parse(sent.text("first_day"));
    if first_day.is_none() && !sent.text("first_day").is_empty() {
        return refuse("first_day", "contest-fault-day");
    }
    let Some(file) = with_round_count(file, sent.text("rounds").trim()) else {
        return refuse("rounds", "contest-restore-rounds-missing");
    };
    let wish = ImportOptions { name: sent.text("name").to_owned(), first_day };
    let looked = place.attempt_import(&visit, move |app, actor, slug| {
        contests::preview_import(app, actor, slug, (&file, &wish), now_micros())
    });
    match looked.await? {
        Ok(preview) => preview_form(&visit, &place, &preview).respond(&visit),
        Err(refusal) => {
            upload_form(&visit, &place).respond_again(&visit, &sent, at_file_line(refusal))
        }
    }
}

/// Adds the entered number of rounds to a TRF without one; `None` if it is not a number. Lines keep
/// their numbers.
fn with_round_count(file: Bytes, rounds: &str) -> Option<Bytes> {
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

/// Puts each of several reasons on its own line.
fn at_file_line(refusal: FormRefusal) -> FormRefusal {
    match refusal {
        FormRefusal::Faults { status, faults, seconds } => {
            let apart =
                |(field, words): (&'static str, String)| (field, words.replace("; ", ";\n"));
            FormRefusal::Faults { status, faults: faults.into_iter().map(apart).collect(), seconds }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &'static str, rounds: &str) -> Option<String> {
        let file = with_round_count(Bytes::from_static(file.as_bytes()), rounds)?;
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
