//! The history of a match in words.

use chrono_tz::Tz;

use adjutant_domain::contest::scheduling::{
    DefaultRule, FixedBy, Reminder, ScheduleLogEntry, SchedulingEvent,
};
use adjutant_domain::moment::Micros;
use adjutant_service::contests::{MatchDetails, ScheduledMatch};
use adjutant_site::i18n::Texts;
use adjutant_site::time_format::format_zoned_minute;
use swiss::series::Side;

use super::match_page::{ZonedMoment, clause_label};

/// Formats entries of the history.
struct LogFormatter<'a> {
    line: &'a ScheduledMatch,
    rule: DefaultRule,
    zone: Tz,
    texts: Texts,
}

/// All entries, oldest first, each with its time.
pub fn log_entries(
    line: &ScheduledMatch,
    inside: &MatchDetails,
    zone: Tz,
    texts: Texts,
) -> Vec<(ZonedMoment, String)> {
    let words = LogFormatter { line, rule: line.window.rule, zone, texts };
    let all = inside.dossier.lines.iter();
    all.map(|one| (ZonedMoment::new(texts, one.at, zone), words.entry_text(&one.entry))).collect()
}

impl LogFormatter<'_> {
    fn entry_text(&self, what: &ScheduleLogEntry) -> String {
        match what {
            ScheduleLogEntry::Window(window) => self.texts.fill(
                "match-log-window",
                &[
                    ("agree", self.format_time(window.agree_by)),
                    ("until", self.format_time(window.until)),
                ],
            ),
            ScheduleLogEntry::Event(told) => self.arranging_text(told),
        }
    }

    fn format_time(&self, at: Micros) -> String {
        format_zoned_minute(self.texts, at, self.zone)
    }

    fn side_name(&self, side: Side) -> String {
        self.line.names[side.index()].clone()
    }

    fn times_text(&self, key: &str, side: Side, times: &[Micros]) -> String {
        let times: Vec<String> = times.iter().map(|time| self.format_time(*time)).collect();
        self.texts.fill(key, &[("who", self.side_name(side)), ("times", times.join(", "))])
    }

    fn arranging_text(&self, told: &SchedulingEvent) -> String {
        let texts = self.texts;
        match told {
            SchedulingEvent::TimesProposed { side, proposals: times } => {
                self.times_text("match-log-proposed", *side, times)
            }
            SchedulingEvent::ProposalsWithdrawn { side, proposals: times } => {
                self.times_text("match-log-took-back", *side, times)
            }
            SchedulingEvent::TimeFixed { time: None, why, .. } => {
                texts.one("match-log-reopened", "why", why.clone())
            }
            SchedulingEvent::TimeFixed { time: Some(time), by: FixedBy::Players, .. } => {
                texts.one("match-log-agreed", "time", self.format_time(*time))
            }
            SchedulingEvent::TimeFixed { time: Some(time), why, .. } => texts
                .fill("match-log-set", &[("time", self.format_time(*time)), ("why", why.clone())]),
            SchedulingEvent::CheckedIn { side } => {
                texts.one("match-log-here", "who", self.side_name(*side))
            }
            SchedulingEvent::GameStarted => texts.get("match-log-started"),
            SchedulingEvent::Reminded { about: Reminder::ToAgree } => {
                texts.get("match-log-reminded-agree")
            }
            SchedulingEvent::Reminded { about: Reminder::Start } => {
                texts.get("match-log-reminded-start")
            }
            SchedulingEvent::DefaultApplied { clause: of, result } => {
                let key = match result {
                    Some(_) => "match-log-defaulted",
                    None => "match-log-left",
                };
                texts.one(key, "clause", clause_label(*of, &self.rule, texts))
            }
            SchedulingEvent::Appealed { side, reason: words } => {
                let values = [("who", self.side_name(*side)), ("words", words.clone())];
                texts.fill("match-log-appealed", &values)
            }
            SchedulingEvent::Ruled { granted: true, reason: words } => {
                texts.one("match-log-granted", "words", words.clone())
            }
            SchedulingEvent::Ruled { reason: words, .. } => {
                texts.one("match-log-stands", "words", words.clone())
            }
        }
    }
}
