//! Times of matches that their players arrange.

use super::super::LONGEST_WHY;
use super::super::arranged::{
    Arranged, Arranging, Clause, Consequence, DefaultRule, FixedBy, LAST_MOMENT, LONGEST_APPEAL,
    MOST_DAYS, MOST_GRACE, MOST_HOURS, MOST_REMIND_HOURS, MOST_TIMES, Reminder, Window,
};
use super::facts::{RESULTS, SIDES};
use super::reading::{Members, Read, Words, fault, flag, list, text, whole, word, word_for};
use super::tree::with;
use super::tree::{Json, list as written_list, object, or_null, text as written, whole as number};

const CLAUSES: &Words<Clause> = &[
    ("one_silent", Clause::OneSilent),
    ("both_silent", Clause::BothSilent),
    ("not_agreed", Clause::NotAgreed),
    ("one_absent", Clause::OneAbsent),
    ("both_absent", Clause::BothAbsent),
];
const CONSEQUENCES: &Words<Consequence> =
    &[("default", Consequence::Default), ("officials", Consequence::Officials)];
const FIXED_BY: &Words<FixedBy> = &[("players", FixedBy::Players), ("official", FixedBy::Official)];
const REMINDERS: &Words<Reminder> = &[("to-agree", Reminder::ToAgree), ("start", Reminder::Start)];
/// Facts that tell of the time of one match.
pub(super) const NAMES: [&str; 9] = [
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
const LONGEST_ZONE: usize = 40;

pub(super) fn write(of: &Arranged) -> Json {
    object([
        ("days", number(of.days)),
        ("cut_off", written(&hour_of_day(of.cut_off))),
        ("agree_hours", number(of.agree_hours)),
        ("zone", written(&of.zone)),
        ("rule", write_rule(&of.rule)),
    ])
}

pub(super) fn read(json: &Json) -> Read<Arranged> {
    let mut members = Members::of(json)?;
    let usual = Arranged::default();
    let of = Arranged {
        days: members.or("days", usual.days, |json| whole(json, 1, i64::from(MOST_DAYS)))?,
        cut_off: members.or("cut_off", usual.cut_off, read_cut_off)?,
        agree_hours: members.or("agree_hours", usual.agree_hours, hours)?,
        zone: members.or("zone", usual.zone, |json| text(json, LONGEST_ZONE))?,
        rule: members.or("rule", usual.rule, read_rule)?,
    };
    members.end()?;
    Ok(of)
}

fn hours(json: &Json) -> Read<u32> {
    whole(json, 0, i64::from(MOST_HOURS))
}

fn read_cut_off(json: &Json) -> Read<u32> {
    let expected = || fault("expected an hour and a minute from `00:00` to `23:59`");
    minute_of_day(&text(json, 5)?).ok_or_else(expected)
}

/// The minute of the day that is written as `23:00`.
#[must_use]
pub fn minute_of_day(said: &str) -> Option<u32> {
    let is_digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = said.split_once(':').filter(|(hour, minute)| is_digits(hour) && is_digits(minute));
    let (hour, minute) = parts?;
    let (hour, minute): (u32, u32) = hour.parse().ok().zip(minute.parse().ok())?;
    (hour < 24 && minute < 60).then_some(60 * hour + minute)
}

/// A minute of the day as `23:00`.
#[must_use]
pub fn hour_of_day(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

fn write_rule(rule: &DefaultRule) -> Json {
    let clauses = CLAUSES.iter().map(|(name, clause)| {
        ((*name).to_owned(), word_for(&rule.consequence(*clause), CONSEQUENCES))
    });
    let json = Json::Object(clauses.collect());
    let json = with(json, "grace_minutes", Some(number(rule.grace_minutes)));
    let json = with(json, "remind_hours", Some(number(rule.remind_hours)));
    with(json, "appeal_hours", Some(number(rule.appeal_hours)))
}

fn read_rule(json: &Json) -> Read<DefaultRule> {
    let mut members = Members::of(json)?;
    let mut rule = DefaultRule::default();
    for (name, clause) in CLAUSES {
        let usual = rule.consequence(*clause);
        let read = members.or(name, usual, |json| word(json, CONSEQUENCES))?;
        rule.consequences[clause.index()] = read;
    }
    let most = |most: u32| move |json: &Json| whole(json, 0, i64::from(most));
    rule.grace_minutes = members.or("grace_minutes", rule.grace_minutes, most(MOST_GRACE))?;
    rule.remind_hours = members.or("remind_hours", rule.remind_hours, most(MOST_REMIND_HOURS))?;
    rule.appeal_hours = members.or("appeal_hours", rule.appeal_hours, hours)?;
    members.end()?;
    Ok(rule)
}

/// Numbers of microseconds.
fn moment(json: &Json) -> Read<i64> {
    whole(json, 0, LAST_MOMENT)
}

fn write_moment(at: i64) -> Json {
    Json::Whole(at)
}

pub(super) fn write_window(json: Json, window: &Window) -> Json {
    let Window { from, agree_by, until, rule } = window;
    let json = with(json, "from", Some(write_moment(*from)));
    let json = with(json, "agree_by", Some(write_moment(*agree_by)));
    let json = with(json, "until", Some(write_moment(*until)));
    with(json, "rule", Some(write_rule(rule)))
}

pub(super) fn read_window(members: &mut Members<'_>) -> Read<Window> {
    Ok(Window {
        from: members.needed("from", moment)?,
        agree_by: members.needed("agree_by", moment)?,
        until: members.needed("until", moment)?,
        rule: members.needed("rule", read_rule)?,
    })
}

/// What a fact is called that tells this.
pub(super) const fn name(what: &Arranging) -> &'static str {
    match what {
        Arranging::Proposed { .. } => "proposed",
        Arranging::TookBack { .. } => "times-taken-back",
        Arranging::Fixed { .. } => "fixed",
        Arranging::Here(_) => "here",
        Arranging::Started => "started",
        Arranging::Reminded(_) => "reminded",
        Arranging::Lapsed { .. } => "lapsed",
        Arranging::Appealed { .. } => "appealed",
        Arranging::Ruled { .. } => "ruled",
    }
}

pub(super) fn write_told(json: Json, at: i64, what: &Arranging) -> Json {
    let json = with(json, "at", Some(write_moment(at)));
    match what {
        Arranging::Proposed { side, times } | Arranging::TookBack { side, times } => {
            let json = with(json, "side", Some(word_for(side, SIDES)));
            with(json, "times", Some(written_list(times, |time| write_moment(*time))))
        }
        Arranging::Fixed { time, by, why } => {
            let json = with(json, "time", Some(or_null(*time, write_moment)));
            let json = with(json, "by", Some(word_for(by, FIXED_BY)));
            with(json, "why", (!why.is_empty()).then(|| written(why)))
        }
        Arranging::Here(side) => with(json, "side", Some(word_for(side, SIDES))),
        Arranging::Started => json,
        Arranging::Reminded(about) => with(json, "about", Some(word_for(about, REMINDERS))),
        Arranging::Lapsed { clause, result } => {
            let json = with(json, "clause", Some(word_for(clause, CLAUSES)));
            with(json, "result", Some(or_null(*result, |result| word_for(&result, RESULTS))))
        }
        Arranging::Appealed { side, words } => {
            let json = with(json, "side", Some(word_for(side, SIDES)));
            with(json, "words", Some(written(words)))
        }
        Arranging::Ruled { granted, words } => {
            let json = with(json, "granted", Some(Json::Flag(*granted)));
            with(json, "words", Some(written(words)))
        }
    }
}

/// What one of [`NAMES`] tells, with its moment.
pub(super) fn read_told(name: &str, members: &mut Members<'_>) -> Read<(i64, Arranging)> {
    let at = members.needed("at", moment)?;
    let of_side = ["proposed", "times-taken-back", "here", "appealed"].contains(&name);
    let what = if of_side { read_of_side(name, members)? } else { read_other(name, members)? };
    Ok((at, what))
}

fn read_of_side(name: &str, members: &mut Members<'_>) -> Read<Arranging> {
    let side = members.needed("side", |json| word(json, SIDES))?;
    let mut times = || members.needed("times", |json| list(json, MOST_TIMES, moment));
    Ok(match name {
        "proposed" => Arranging::Proposed { side, times: times()? },
        "times-taken-back" => Arranging::TookBack { side, times: times()? },
        "here" => Arranging::Here(side),
        _ => {
            let words = members.needed("words", |json| text(json, LONGEST_APPEAL))?;
            Arranging::Appealed { side, words }
        }
    })
}

fn read_other(name: &str, members: &mut Members<'_>) -> Read<Arranging> {
    Ok(match name {
        "fixed" => Arranging::Fixed {
            time: members.maybe("time", moment)?,
            by: members.needed("by", |json| word(json, FIXED_BY))?,
            why: members.or("why", String::new(), |json| text(json, LONGEST_WHY))?,
        },
        "started" => Arranging::Started,
        "reminded" => Arranging::Reminded(members.needed("about", |json| word(json, REMINDERS))?),
        "lapsed" => Arranging::Lapsed {
            clause: members.needed("clause", |json| word(json, CLAUSES))?,
            result: members.maybe("result", |json| word(json, RESULTS))?,
        },
        _ => Arranging::Ruled {
            granted: members.needed("granted", flag)?,
            words: members.needed("words", |json| text(json, LONGEST_WHY))?,
        },
    })
}
