//! How matches are arranged, at the desk: windows, cut-offs, and what the default rule makes of silence and absence.

use crate::contest::arranged::{
    Arranged, Clause, Consequence, DefaultRule, MOST_DAYS, MOST_GRACE, MOST_HOURS,
    MOST_REMIND_HOURS,
};
use crate::contest::{Settings, written};
use crate::service::Error;
use crate::service::contests::no_hour;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field, Form};

use super::desk_settings::whole;

/// What the form does, as it is sent.
pub const DEED: &str = "arranged";

/// What follows from each clause: its field, and its words.
const CLAUSES: [(Clause, &str, &str); 5] = [
    (Clause::OneSilent, "one-silent", "match-clause-one-silent"),
    (Clause::BothSilent, "both-silent", "match-clause-both-silent"),
    (Clause::NotAgreed, "not-agreed", "match-clause-not-agreed"),
    (Clause::OneAbsent, "one-absent", "contest-clause-one-absent"),
    (Clause::BothAbsent, "both-absent", "contest-clause-both-absent"),
];

fn number(texts: Texts, name: &'static str, label: &str, value: u32) -> Field {
    Field::number(texts, name, label).value(value.to_string())
}

fn consequences(rule: &DefaultRule, texts: Texts) -> [Field; 5] {
    CLAUSES.map(|(clause, name, words)| {
        let then = match clause {
            Clause::OneSilent | Clause::OneAbsent => "contest-then-one",
            _ => "contest-then-both",
        };
        let choices = vec![
            Choice::new("default", texts.get(then)),
            Choice::new("officials", texts.get("contest-then-officials")),
        ];
        let now = match rule.consequence(clause) {
            Consequence::Default => "default",
            Consequence::Officials => "officials",
        };
        Field::select(texts, name, words, choices).value(now)
    })
}

/// The questions with what holds now, or what is usual: whether players arrange their matches, and how.
pub fn fields(now: Option<&Arranged>, texts: Texts) -> Vec<Field> {
    let usual = Arranged::default();
    let of = now.unwrap_or(&usual);
    let rule = &of.rule;
    let whether = Field::check(texts, "arranged", "contest-arranged", now.is_some());
    let window = [
        number(texts, "window", "contest-window", of.days).hint("contest-window-hint"),
        Field::line(texts, "cut-off", "contest-cut-off")
            .value(written::hour_of_day(of.cut_off))
            .autocomplete("off"),
        number(texts, "agree", "contest-agree", of.agree_hours).hint("contest-agree-hint"),
        Field::line(texts, "zone", "contest-zone")
            .value(of.zone.clone())
            .hint("contest-zone-hint")
            .autocomplete("off"),
    ];
    let times = [
        number(texts, "match-grace", "contest-match-grace", rule.grace_minutes)
            .hint("contest-match-grace-hint"),
        number(texts, "remind", "contest-remind", rule.remind_hours).hint("contest-remind-hint"),
        number(texts, "appeal", "contest-appeal", rule.appeal_hours),
    ];
    let how = window.into_iter().chain(consequences(rule, texts)).chain(times);
    std::iter::once(whether).chain(how.map(|field| field.only_with("arranged"))).collect()
}

/// The form with what holds now, or what is usual.
pub fn form(settings: &Settings, action: &str, csrf: &str, texts: Texts) -> Form {
    Form::new(texts, "arranged", action, csrf, "contest-arranged-save")
        .with(Field::hidden(texts, "do", DEED))
        .with_all(fields(settings.arranged.as_ref(), texts))
}

/// The settings with what was sent instead; nobody arranges matches where that is not ticked.
///
/// # Errors
/// [`Error::Invalid`] for what is no number, or no hour.
pub fn settled(settings: &Settings, sent: &forms::Form) -> Result<Settings, Error> {
    if !sent.is_ticked("arranged") {
        return Ok(Settings { arranged: None, ..settings.clone() });
    }
    let usual = Arranged::default();
    let of = settings.arranged.as_ref().unwrap_or(&usual);
    let number = |name, most, now| Ok::<u32, Error>(whole(sent, name, most)?.unwrap_or(now));
    let mut rule = of.rule;
    for (clause, name, _) in CLAUSES {
        rule.consequences[clause.index()] = match sent.text(name) {
            "default" => Consequence::Default,
            "officials" => Consequence::Officials,
            _ => continue,
        };
    }
    rule.grace_minutes = number("match-grace", MOST_GRACE, rule.grace_minutes)?;
    rule.remind_hours = number("remind", MOST_REMIND_HOURS, rule.remind_hours)?;
    rule.appeal_hours = number("appeal", MOST_HOURS, rule.appeal_hours)?;
    let cut_off = match sent.text("cut-off") {
        "" => of.cut_off,
        text => written::minute_of_day(text).ok_or_else(|| no_hour("cut-off"))?,
    };
    let zone = match sent.text("zone") {
        "" => of.zone.clone(),
        zone => zone.to_owned(),
    };
    let arranged = Arranged {
        days: number("window", MOST_DAYS, of.days)?,
        cut_off,
        agree_hours: number("agree", MOST_HOURS, of.agree_hours)?,
        zone,
        rule,
    };
    Ok(Settings { arranged: Some(arranged), ..settings.clone() })
}
