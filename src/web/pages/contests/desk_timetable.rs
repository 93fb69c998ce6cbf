//! Place and timetable at the desk.

use adjutant_domain::contest::{ContestSettings, RoundStart, Timetable};
use adjutant_service::Error;
use adjutant_service::contests::invalid_timetable_line;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::kit::{Field, Form};
use adjutant_site::request_context::RequestContext;
use adjutant_site::time_zones::{format_local_minute, parse_local_minute, parse_zone};
use chrono_tz::Tz;

pub const FORM_ACTION: &str = "timetable";
/// Where the game is mainly played.
const USUAL_ZONE: &str = "Asia/Manila";

pub fn form(visit: &RequestContext, settings: &ContestSettings, action: &str) -> Form {
    let texts = visit.texts();
    let zone = match settings.timetable.time_zone.as_str() {
        "" => USUAL_ZONE,
        zone => zone,
    };
    visit.form(FORM_ACTION, action, "contest-timetable-save").with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        Field::text(texts, "place", "contest-place").value(&settings.place).autocomplete("off"),
        Field::text(texts, "time-zone", "contest-zone")
            .hint("contest-zone-hint")
            .value(zone)
            .autocomplete("off"),
        Field::textarea(texts, "starts", "contest-starts-lines")
            .hint("contest-starts-hint")
            .value(start_lines(&settings.timetable)),
    ])
}

/// The round of a line: its number, after that of its stage and a dot if it is not the first.
fn round_text(start: &RoundStart) -> String {
    match start.stage {
        0 => (start.round + 1).to_string(),
        stage => format!("{}.{}", stage + 1, start.round + 1),
    }
}

fn start_lines(timetable: &Timetable) -> String {
    let zone = timetable.zone();
    let line = |start: &RoundStart| {
        format!("{} {}", round_text(start), format_local_minute(start.at, zone))
    };
    timetable.starts.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads a line such as `3 2026-11-28 14:30`, or `2.1 2026-11-29 09:00` for the second stage.
fn parse_line(line: &str, zone: Tz) -> Option<RoundStart> {
    let mut words = line.split_whitespace();
    let (round, day, time) = (words.next()?, words.next()?, words.next()?);
    let (stage, round) = round.split_once('.').unwrap_or(("1", round));
    let from_one = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let at = parse_local_minute(&format!("{day}T{time}"), zone)?;
    let start = RoundStart { stage: from_one(stage)?, round: from_one(round)?, at };
    words.next().is_none().then_some(start)
}

pub fn apply_form(
    settings: &ContestSettings,
    sent: &SubmittedForm,
) -> Result<ContestSettings, Error> {
    let time_zone = sent.text("time-zone").to_owned();
    // An unknown zone is refused with the settings.
    let zone = parse_zone(&time_zone).unwrap_or(Tz::UTC);
    let lines = (1..).zip(sent.raw("starts").lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line)| {
        parse_line(line, zone).ok_or_else(|| invalid_timetable_line("starts", number))
    };
    let mut starts = lines.map(read).collect::<Result<Vec<_>, Error>>()?;
    starts.sort_by_key(RoundStart::round_id);
    Ok(ContestSettings {
        place: sent.text("place").to_owned(),
        timetable: if starts.is_empty() && parse_zone(&time_zone).is_some() {
            Timetable::default()
        } else {
            Timetable { time_zone, starts }
        },
        ..settings.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_as_it_is_read() {
        let zone = parse_zone("Asia/Manila").unwrap();
        let lines = ["1 2026-11-28 09:00", "12 2026-11-28 14:30", "2.1 2026-11-29 09:00"];
        let starts = lines.map(|line| parse_line(line, zone).expect(line)).to_vec();
        assert_eq!((starts[2].stage, starts[2].round), (1, 0));
        let timetable = Timetable { time_zone: "Asia/Manila".to_owned(), starts };
        assert_eq!(start_lines(&timetable), lines.join("\n"));
        for wrong in ["", "1", "0 2026-11-28 09:00", "1 28.11.2026 09:00", "1 2026-11-28 09:00 x"] {
            assert_eq!(parse_line(wrong, zone), None, "{wrong}");
        }
    }
}
