//! Times of matches that their players arrange.

use super::super::MAX_REASON_LEN;
use super::super::scheduling::{
    DefaultClause, DefaultConsequence, DefaultRule, FixedBy, MAX_APPEAL_LEN, MAX_CUT_OFF_HOURS,
    MAX_GRACE_MINUTES, MAX_PROPOSALS, MAX_REMINDER_HOURS, MAX_TIMESTAMP, MAX_WINDOW_DAYS,
    MatchWindow, Reminder, SchedulingEvent, SchedulingRules,
};
use super::facts::{RESULTS, SIDES};
use super::reader::{
    JsonMembers, JsonResult, WordTable, flag, integer, json_error, list, read_word, text,
    write_word,
};
use super::tree::with_member;
use super::tree::{
    Json, integer as number, list as written_list, object, or_null, text as written,
};

const CLAUSES: &WordTable<DefaultClause> = &[
    ("one_silent", DefaultClause::OneSilent),
    ("both_silent", DefaultClause::BothSilent),
    ("not_agreed", DefaultClause::NotAgreed),
    ("one_absent", DefaultClause::OneAbsent),
    ("both_absent", DefaultClause::BothAbsent),
];
const CONSEQUENCES: &WordTable<DefaultConsequence> =
    &[("default", DefaultConsequence::LossByDefault), ("officials", DefaultConsequence::Officials)];
const FIXED_BY: &WordTable<FixedBy> =
    &[("players", FixedBy::Players), ("official", FixedBy::Official)];
const REMINDERS: &WordTable<Reminder> =
    &[("to-agree", Reminder::ToAgree), ("start", Reminder::Start)];
/// Facts that tell of the time of one match.
pub(super) const SCHEDULING_FACT_NAMES: [&str; 9] = [
    "proposed",
    "times-taken-back",
    "fixed",
    "here",
    "started",
    "reminded",
    "lapsed",
    "appealed",
    "ruled",
];

/// The longest name of a zone.
const MAX_TIME_ZONE_LEN: usize = 40;

pub(super) fn write(of: &SchedulingRules) -> Json {
    object([
        ("days", number(of.window_days)),
        ("cut_off", written(&format_minute_of_day(of.cut_off_minute))),
        ("agree_hours", number(of.agree_hours)),
        ("zone", written(&of.time_zone)),
        ("rule", write_rule(&of.rule)),
    ])
}

pub(super) fn read(json: &Json) -> JsonResult<SchedulingRules> {
    let mut members = JsonMembers::from_json(json)?;
    let usual = SchedulingRules::default();
    let of = SchedulingRules {
        window_days: members.optional_or("days", usual.window_days, |json| {
            integer(json, 1, i64::from(MAX_WINDOW_DAYS))
        })?,
        cut_off_minute: members.optional_or("cut_off", usual.cut_off_minute, read_cut_off)?,
        agree_hours: members.optional_or("agree_hours", usual.agree_hours, read_hours)?,
        time_zone: members
            .optional_or("zone", usual.time_zone, |json| text(json, MAX_TIME_ZONE_LEN))?,
        rule: members.optional_or("rule", usual.rule, read_rule)?,
    };
    members.finish()?;
    Ok(of)
}

fn read_hours(json: &Json) -> JsonResult<u32> {
    integer(json, 0, i64::from(MAX_CUT_OFF_HOURS))
}

fn read_cut_off(json: &Json) -> JsonResult<u32> {
    let expected = || json_error("expected an hour and a minute from `00:00` to `23:59`");
    parse_minute_of_day(&text(json, 5)?).ok_or_else(expected)
}

/// The minute of the day that is written as `23:00`.
pub fn parse_minute_of_day(said: &str) -> Option<u32> {
    let is_digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = said.split_once(':').filter(|(hour, minute)| is_digits(hour) && is_digits(minute));
    let (hour, minute) = parts?;
    let (hour, minute): (u32, u32) = hour.parse().ok().zip(minute.parse().ok())?;
    (hour < 24 && minute < 60).then_some(60 * hour + minute)
}

/// A minute of the day as `23:00`.
pub fn format_minute_of_day(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

fn write_rule(rule: &DefaultRule) -> Json {
    let clauses = CLAUSES.iter().map(|(name, clause)| {
        ((*name).to_owned(), write_word(&rule.consequence(*clause), CONSEQUENCES))
    });
    let json = Json::Object(clauses.collect());
    let json = with_member(json, "grace_minutes", Some(number(rule.grace_minutes)));
    let json = with_member(json, "remind_hours", Some(number(rule.remind_hours)));
    with_member(json, "appeal_hours", Some(number(rule.appeal_hours)))
}

fn read_rule(json: &Json) -> JsonResult<DefaultRule> {
    let mut members = JsonMembers::from_json(json)?;
    let mut rule = DefaultRule::default();
    for (name, clause) in CLAUSES {
        let usual = rule.consequence(*clause);
        let read = members.optional_or(name, usual, |json| read_word(json, CONSEQUENCES))?;
        rule.consequences[clause.index()] = read;
    }
    let most = |most: u32| move |json: &Json| integer(json, 0, i64::from(most));
    rule.grace_minutes =
        members.optional_or("grace_minutes", rule.grace_minutes, most(MAX_GRACE_MINUTES))?;
    rule.remind_hours =
        members.optional_or("remind_hours", rule.remind_hours, most(MAX_REMINDER_HOURS))?;
    rule.appeal_hours = members.optional_or("appeal_hours", rule.appeal_hours, read_hours)?;
    members.finish()?;
    Ok(rule)
}

/// Numbers of microseconds.
fn read_moment(json: &Json) -> JsonResult<i64> {
    integer(json, 0, MAX_TIMESTAMP)
}

fn write_moment(at: i64) -> Json {
    Json::Whole(at)
}

pub(super) fn write_window(json: Json, window: &MatchWindow) -> Json {
    let MatchWindow { from, agree_by, until, rule } = window;
    let json = with_member(json, "from", Some(write_moment(*from)));
    let json = with_member(json, "agree_by", Some(write_moment(*agree_by)));
    let json = with_member(json, "until", Some(write_moment(*until)));
    with_member(json, "rule", Some(write_rule(rule)))
}

pub(super) fn read_window(members: &mut JsonMembers<'_>) -> JsonResult<MatchWindow> {
    Ok(MatchWindow {
        from: members.required("from", read_moment)?,
        agree_by: members.required("agree_by", read_moment)?,
        until: members.required("until", read_moment)?,
        rule: members.required("rule", read_rule)?,
    })
}

/// What a fact is called that tells this.
pub(super) const fn fact_name(what: &SchedulingEvent) -> &'static str {
    match what {
        SchedulingEvent::TimesProposed { .. } => "proposed",
        SchedulingEvent::ProposalsWithdrawn { .. } => "times-taken-back",
        SchedulingEvent::TimeFixed { .. } => "fixed",
        SchedulingEvent::CheckedIn(_) => "here",
        SchedulingEvent::GameStarted => "started",
        SchedulingEvent::Reminded(_) => "reminded",
        SchedulingEvent::DefaultApplied { .. } => "lapsed",
        SchedulingEvent::Appealed { .. } => "appealed",
        SchedulingEvent::Ruled { .. } => "ruled",
    }
}

pub(super) fn write_event(json: Json, at: i64, what: &SchedulingEvent) -> Json {
    let json = with_member(json, "at", Some(write_moment(at)));
    match what {
        SchedulingEvent::TimesProposed { side, proposals: times }
        | SchedulingEvent::ProposalsWithdrawn { side, proposals: times } => {
            let json = with_member(json, "side", Some(write_word(side, SIDES)));
            with_member(json, "times", Some(written_list(times, |time| write_moment(*time))))
        }
        SchedulingEvent::TimeFixed { time, by, why } => {
            let json = with_member(json, "time", Some(or_null(*time, write_moment)));
            let json = with_member(json, "by", Some(write_word(by, FIXED_BY)));
            with_member(json, "why", (!why.is_empty()).then(|| written(why)))
        }
        SchedulingEvent::CheckedIn(side) => {
            with_member(json, "side", Some(write_word(side, SIDES)))
        }
        SchedulingEvent::GameStarted => json,
        SchedulingEvent::Reminded(about) => {
            with_member(json, "about", Some(write_word(about, REMINDERS)))
        }
        SchedulingEvent::DefaultApplied { clause, result } => {
            let json = with_member(json, "clause", Some(write_word(clause, CLAUSES)));
            with_member(
                json,
                "result",
                Some(or_null(*result, |result| write_word(&result, RESULTS))),
            )
        }
        SchedulingEvent::Appealed { side, reason: words } => {
            let json = with_member(json, "side", Some(write_word(side, SIDES)));
            with_member(json, "words", Some(written(words)))
        }
        SchedulingEvent::Ruled { granted, reason: words } => {
            let json = with_member(json, "granted", Some(Json::Flag(*granted)));
            with_member(json, "words", Some(written(words)))
        }
    }
}

/// What one of [`NAMES`] tells, with its moment.
pub(super) fn read_event(
    name: &str,
    members: &mut JsonMembers<'_>,
) -> JsonResult<(i64, SchedulingEvent)> {
    let at = members.required("at", read_moment)?;
    let of_side = ["proposed", "times-taken-back", "here", "appealed"].contains(&name);
    let what =
        if of_side { read_side_event(name, members)? } else { read_other_event(name, members)? };
    Ok((at, what))
}

fn read_side_event(name: &str, members: &mut JsonMembers<'_>) -> JsonResult<SchedulingEvent> {
    let side = members.required("side", |json| read_word(json, SIDES))?;
    let mut times = || members.required("times", |json| list(json, MAX_PROPOSALS, read_moment));
    Ok(match name {
        "proposed" => SchedulingEvent::TimesProposed { side, proposals: times()? },
        "times-taken-back" => SchedulingEvent::ProposalsWithdrawn { side, proposals: times()? },
        "here" => SchedulingEvent::CheckedIn(side),
        _ => {
            let words = members.required("words", |json| text(json, MAX_APPEAL_LEN))?;
            SchedulingEvent::Appealed { side, reason: words }
        }
    })
}

fn read_other_event(name: &str, members: &mut JsonMembers<'_>) -> JsonResult<SchedulingEvent> {
    Ok(match name {
        "fixed" => SchedulingEvent::TimeFixed {
            time: members.optional("time", read_moment)?,
            by: members.required("by", |json| read_word(json, FIXED_BY))?,
            why: members.optional_or("why", String::new(), |json| text(json, MAX_REASON_LEN))?,
        },
        "started" => SchedulingEvent::GameStarted,
        "reminded" => {
            SchedulingEvent::Reminded(members.required("about", |json| read_word(json, REMINDERS))?)
        }
        "lapsed" => SchedulingEvent::DefaultApplied {
            clause: members.required("clause", |json| read_word(json, CLAUSES))?,
            result: members.optional("result", |json| read_word(json, RESULTS))?,
        },
        _ => SchedulingEvent::Ruled {
            granted: members.required("granted", flag)?,
            reason: members.required("words", |json| text(json, MAX_REASON_LEN))?,
        },
    })
}
