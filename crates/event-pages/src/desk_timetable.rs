//! Place and timetable at the desk.

use adjutant_domain::contest::{ContestSettings, RoundStart, Timetable};
use adjutant_service::Error;
use adjutant_service::contests::{TimetableFault, invalid_timetable_line, timetable_error};
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
    let (zone, zone_hint) = match settings.timetable.time_zone.as_str() {
        "" => (USUAL_ZONE, "contest-zone-suggested"),
        zone => (zone, "contest-zone-hint"),
    };
    visit.form(FORM_ACTION, action, "contest-timetable-save").with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        Field::text(texts, "place", "contest-place").value(&settings.place).autocomplete("off"),
        Field::text(texts, "time-zone", "contest-zone")
            .hint(zone_hint)
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
    let zone = parse_zone(&time_zone).ok_or_else(|| timetable_error(TimetableFault::Zone))?;
    let lines = (1..).zip(sent.raw("starts").lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line)| {
        let start = parse_line(line, zone);
        Ok((number, start.ok_or_else(|| invalid_timetable_line("starts", number))?))
    };
    let mut numbered = lines.map(read).collect::<Result<Vec<_>, Error>>()?;
    // A line that was written later is the one that is wrong.
    numbered.sort_by_key(|(number, start)| (start.round_id(), *number));
    if let Some(fault) = order_fault(&numbered) {
        return Err(timetable_error(fault));
    }
    let starts: Vec<RoundStart> = numbered.into_iter().map(|(_, start)| start).collect();
    Ok(ContestSettings {
        place: sent.text("place").to_owned(),
        timetable: if starts.is_empty() {
            Timetable::default()
        } else {
            Timetable { time_zone, starts }
        },
        ..settings.clone()
    })
}

/// The first fault of starts in the order of their rounds, each with its line.
fn order_fault(numbered: &[(usize, RoundStart)]) -> Option<TimetableFault> {
    numbered.windows(2).find_map(|pair| match [pair[0].1, pair[1].1] {
        [one, other] if one.round_id() == other.round_id() => {
            Some(TimetableFault::Twice(pair[1].0))
        }
        [one, other] if one.stage == other.stage && other.at < one.at => {
            Some(TimetableFault::Order(pair[1].0))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_start_once_and_one_after_the_other() {
        let zone = parse_zone("Asia/Manila").unwrap();
        let fault = |lines: &[&str]| {
            let lines =
                (1..).zip(lines).map(|(number, line)| (number, parse_line(line, zone).unwrap()));
            let mut numbered: Vec<(usize, RoundStart)> = lines.collect();
            numbered.sort_by_key(|(number, start)| (start.round_id(), *number));
            order_fault(&numbered)
        };
        let (first, later) = ("1 2026-11-28 11:00", "3 2026-11-28 14:00");
        assert_eq!(fault(&[later, first]), None);
        assert_eq!(fault(&[first, "3 2026-11-28 09:00"]), Some(TimetableFault::Order(2)));
        assert_eq!(fault(&[first, later, "1 2026-11-28 12:00"]), Some(TimetableFault::Twice(3)));
        assert_eq!(fault(&[later, "2.1 2026-11-28 09:00"]), None, "stages may overlap");
    }

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
