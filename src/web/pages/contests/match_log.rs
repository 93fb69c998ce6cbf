//! The dossier of a match in words.

use chrono_tz::Tz;

use crate::contest::arranged::{Arranging, DefaultRule, FixedBy, Logged, Reminder};
use crate::service::contests::{Inside, TimedMatch};
use crate::web::i18n::Texts;
use crate::web::zones::written;
use swiss::series::Side;

use super::matches::{Moment, clause};

/// What a line of the dossier is told with.
struct Words<'a> {
    line: &'a TimedMatch,
    rule: DefaultRule,
    zone: Tz,
    texts: Texts,
}

/// All that happened, the first first, each with its moment.
pub fn entries(
    line: &TimedMatch,
    inside: &Inside,
    zone: Tz,
    texts: Texts,
) -> Vec<(Moment, String)> {
    let words = Words { line, rule: line.window.rule, zone, texts };
    let all = inside.dossier.lines.iter();
    all.map(|one| (Moment::of(one.at, zone), words.of(&one.what))).collect()
}

impl Words<'_> {
    fn of(&self, what: &Logged) -> String {
        match what {
            Logged::Window(window) => self.texts.fill(
                "match-log-window",
                &[("agree", self.at(window.agree_by)), ("until", self.at(window.until))],
            ),
            Logged::Told(told) => self.told(told),
        }
    }

    fn at(&self, at: i64) -> String {
        written(at, self.zone)
    }

    fn who(&self, side: Side) -> String {
        self.line.names[side.index()].clone()
    }

    fn times(&self, key: &str, side: Side, times: &[i64]) -> String {
        let times: Vec<String> = times.iter().map(|time| self.at(*time)).collect();
        self.texts.fill(key, &[("who", self.who(side)), ("times", times.join(", "))])
    }

    fn told(&self, told: &Arranging) -> String {
        let texts = self.texts;
        match told {
            Arranging::Proposed { side, times } => self.times("match-log-proposed", *side, times),
            Arranging::TookBack { side, times } => self.times("match-log-took-back", *side, times),
            Arranging::Fixed { time: None, why, .. } => {
                texts.one("match-log-reopened", "why", why.clone())
            }
            Arranging::Fixed { time: Some(time), by: FixedBy::Players, .. } => {
                texts.one("match-log-agreed", "time", self.at(*time))
            }
            Arranging::Fixed { time: Some(time), why, .. } => {
                texts.fill("match-log-set", &[("time", self.at(*time)), ("why", why.clone())])
            }
            Arranging::Here(side) => texts.one("match-log-here", "who", self.who(*side)),
            Arranging::Started => texts.get("match-log-started"),
            Arranging::Reminded(Reminder::ToAgree) => texts.get("match-log-reminded-agree"),
            Arranging::Reminded(Reminder::Start) => texts.get("match-log-reminded-start"),
            Arranging::Lapsed { clause: of, result } => {
                let key = match result {
                    Some(_) => "match-log-defaulted",
                    None => "match-log-left",
                };
                texts.one(key, "clause", clause(*of, &self.rule, texts))
            }
            Arranging::Appealed { side, words } => {
                let values = [("who", self.who(*side)), ("words", words.clone())];
                texts.fill("match-log-appealed", &values)
            }
            Arranging::Ruled { granted: true, words } => {
                texts.one("match-log-granted", "words", words.clone())
            }
            Arranging::Ruled { words, .. } => texts.one("match-log-stands", "words", words.clone()),
        }
    }
}
