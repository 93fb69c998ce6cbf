//! How an event is played, at its desk: what may change while it runs, and who is kept apart.

use crate::contest::{Contest, EntrantId, KeptApart, MOST_ROUNDS_APART, Protection, Settings};
use crate::service::Error;
use crate::service::contests::{Command, no_code, no_number, nobody_called};
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field, Form};
use swiss::tiebreak::parse_list;

use super::prizes::somebody;
use super::{desk_arranged, desk_teams, eligible};

/// The fields of the forms.
pub const FIELDS: &[&str] = &[
    "add-up",
    "do",
    "stage",
    "rounds",
    "codes",
    "cap",
    "fee",
    "grace",
    eligible::HIGHEST,
    "rating-from",
    "rating-to",
    "protection",
    "protected-rounds",
    "accelerated",
    "check-in",
    "self-check-in",
    "defaults",
    "half-rule",
    "report",
    "arranged",
    "window",
    "cut-off",
    "agree",
    "zone",
    "one-silent",
    "both-silent",
    "not-agreed",
    "one-absent",
    "both-absent",
    "match-grace",
    "remind",
    "appeal",
    "alternates",
    "sealed",
    "match-win",
    "match-draw",
    "match-loss",
    "share",
    "share-title",
    "lines",
];
/// What forms do that change settings.
pub const DEEDS: [&str; 3] = ["settle", desk_arranged::DEED, desk_teams::DEED];
const PROTECTIONS: [(&str, &str); 3] = [
    ("none", "contest-protect-none"),
    ("club", "contest-protect-club"),
    ("province", "contest-protect-province"),
];

fn number(texts: Texts, name: &'static str, label: &str, value: Option<u32>) -> Field {
    let value = value.map(|value| value.to_string()).unwrap_or_default();
    Field::number(texts, name, label).value(value)
}

/// The form with what holds now.
pub fn form(
    settings: &Settings,
    own_titles: &[String],
    action: &str,
    csrf: &str,
    texts: Texts,
) -> Form {
    let codes: Vec<String> = settings.tie_breaks.iter().map(ToString::to_string).collect();
    let (protection, rounds) = match settings.protection {
        Protection::None => ("none", 0),
        Protection::Club(rounds) => ("club", rounds),
        Protection::Province(rounds) => ("province", rounds),
    };
    let choices = PROTECTIONS.map(|(value, words)| Choice::new(value, texts.get(words))).to_vec();
    let eligibility = &settings.eligibility;
    let ticked = [
        ("accelerated", "contest-accelerated", settings.accelerated),
        ("check-in", "contest-check-in", settings.check_in),
        ("self-check-in", "contest-self-check-in", settings.self_check_in),
        ("defaults", "contest-defaults", settings.defaults_by_itself),
        ("half-rule", "contest-half-rule", settings.half_rule),
        ("report", "contest-report", settings.players_report),
    ];
    let form = Form::new(texts, "settle", action, csrf, "contest-settle")
        .with(Field::hidden(texts, "do", "settle"))
        .with(
            Field::line(texts, "codes", "contest-ties")
                .hint("contest-codes-settled")
                .value(codes.join(" "))
                .autocomplete("off"),
        )
        .with(number(texts, "cap", "contest-cap", settings.cap).hint("contest-cap-hint"))
        .with(
            Field::line(texts, "fee", "contest-fee")
                .hint("contest-fee-hint")
                .value(settings.fee.clone())
                .autocomplete("off"),
        )
        .with(eligible::highest(own_titles, eligibility.title_at_most, texts))
        .with(number(texts, "rating-from", "contest-rating-from", eligibility.rating_from))
        .with(number(texts, "rating-to", "contest-rating-to", eligibility.rating_to))
        .with(Field::select(texts, "protection", "contest-protection", choices).value(protection))
        .with(
            Field::number(texts, "protected-rounds", "contest-protected-rounds")
                .value(rounds.to_string()),
        )
        .with(number(texts, "grace", "contest-grace", Some(settings.grace_minutes)));
    ticked
        .into_iter()
        .fold(form, |form, (name, label, on)| form.with(Field::check(texts, name, label, on)))
}

/// A whole number, or none where nothing is written.
pub fn whole(sent: &forms::Form, name: &'static str, most: u32) -> Result<Option<u32>, Error> {
    match sent.text(name) {
        "" => Ok(None),
        text => match text.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(no_number(name, most)),
        },
    }
}

/// What one of the forms changes.
///
/// # Errors
/// [`Error::Invalid`] for what cannot be read.
pub fn command(settings: &Settings, sent: &forms::Form) -> Result<Command, Error> {
    let settled = match sent.text("do") {
        desk_arranged::DEED => desk_arranged::settled(settings, sent),
        desk_teams::DEED => desk_teams::settled(settings, sent),
        _ => settled(settings, sent),
    };
    Ok(Command::Settle(Box::new(settled?)))
}

/// The settings with what was sent instead; the plan, the points and what else the form has not stay.
fn settled(settings: &Settings, sent: &forms::Form) -> Result<Settings, Error> {
    let codes = sent.text("codes").to_uppercase().replace([',', ';'], " ");
    let tie_breaks = parse_list(&codes).map_err(|unknown| no_code("codes", &unknown))?;
    let rounds = whole(sent, "protected-rounds", 1_000)?.unwrap_or(0) as usize;
    let mut eligibility = settings.eligibility.clone();
    let highest = whole(sent, eligible::HIGHEST, u32::from(u8::MAX))?;
    eligibility.title_at_most = highest.and_then(|height| u8::try_from(height).ok());
    eligibility.rating_from = whole(sent, "rating-from", 4_000)?;
    eligibility.rating_to = whole(sent, "rating-to", 4_000)?;
    Ok(Settings {
        tie_breaks,
        eligibility,
        cap: whole(sent, "cap", crate::contest::MOST_ENTRANTS)?,
        fee: sent.text("fee").to_owned(),
        protection: match sent.text("protection") {
            "club" => Protection::Club(rounds),
            "province" => Protection::Province(rounds),
            _ => Protection::None,
        },
        accelerated: sent.is_ticked("accelerated"),
        check_in: sent.is_ticked("check-in"),
        grace_minutes: whole(sent, "grace", 1_440)?.unwrap_or(0),
        self_check_in: sent.is_ticked("self-check-in"),
        defaults_by_itself: sent.is_ticked("defaults"),
        half_rule: sent.is_ticked("half-rule"),
        players_report: sent.is_ticked("report"),
        ..settings.clone()
    })
}

/// Who is kept apart, a group a line, for the form.
pub fn apart(contest: &Contest) -> String {
    let name = |id: &EntrantId| {
        contest.entrant(*id).map(|one| one.person.name.clone()).unwrap_or_default()
    };
    let line = |group: &KeptApart| {
        let names = group.entrants.iter().map(name).collect::<Vec<_>>().join("; ");
        match group.rounds {
            None => names,
            Some(rounds) => format!("{rounds}: {names}"),
        }
    };
    contest.apart.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The rounds before a colon, if a line begins with any, and what follows.
fn rounds_of(line: &str) -> Option<(usize, &str)> {
    let (rounds, names) = line.split_once(':')?;
    let rounds = rounds.trim().parse().ok()?;
    (1..=MOST_ROUNDS_APART).contains(&rounds).then_some((rounds, names))
}

/// The groups that were written: names or numbers, a group a line, with a number of first rounds and a colon before
/// those that are kept apart in them alone.
///
/// # Errors
/// [`Error::NotFound`] with the name that nobody here has.
pub fn groups(contest: &Contest, lines: &str) -> Result<Command, Error> {
    let group = |line: &str| {
        let (rounds, names) = match rounds_of(line) {
            Some((rounds, names)) => (Some(rounds), names),
            None => (None, line),
        };
        let parts = names.split([';', '\t']).map(str::trim).filter(|part| !part.is_empty());
        let all = parts.map(|text| somebody(contest, text).ok_or_else(|| nobody_called(text)));
        all.collect::<Result<Vec<EntrantId>, Error>>()
            .map(|entrants| KeptApart { entrants, rounds })
    };
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    Ok(Command::KeepApart(lines.map(group).collect::<Result<_, _>>()?))
}
