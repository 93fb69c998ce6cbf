//! Rulings of officials in a game with their reasons, and the form for a ruling.

use crate::web::prelude::*;
use adjutant_api::rulings::RulingRequest;
use adjutant_domain::moment::SECOND;
use adjutant_domain::play::{AbortCause, Event, Fact, OfficialAction};
use adjutant_service::access::Act;
use adjutant_service::live::{self, Seen};
use adjutant_site::board::side_name;
use salpakan::rules::{Color, Outcome, Termination};

use super::commands::{CommandForm, GameCommand};
use super::game_access::GameAccess;
use super::{end_label, new_command_id, termination_label, winner_label};

#[derive(Deserialize)]
struct RulingForm {
    id: String,
    ruling: String,
    color: String,
    seconds: Entry<u32>,
    result: String,
    termination: String,
    reason: String,
}

impl CommandForm for RulingForm {
    fn command_id(&self) -> &str {
        &self.id
    }
}

const OUTCOME_CHOICES: [Outcome; 3] =
    [Outcome::Win(Color::White), Outcome::Win(Color::Black), Outcome::Draw];

/// The form, if the viewer can make a ruling now.
pub fn ruling_form(visit: &RequestContext, seen: &Seen, address: &str) -> Option<Form> {
    if seen.may_rule.is_empty() {
        return None;
    }
    let texts = visit.texts();
    let has =
        |actions: &[OfficialAction]| seen.may_rule.iter().any(|action| actions.contains(action));
    let rulings = seen
        .may_rule
        .iter()
        .map(|action| Choice::new(action.key(), texts.get(&format!("play-rule-{}", action.key()))));
    let mut form = visit
        .form("ruling", &format!("{address}/ruling"), "play-rule")
        .with_field(Field::hidden(texts, "id", new_command_id(visit)))
        .with_field(Field::select(texts, "ruling", "play-ruling", rulings.collect()).required());
    if has(&[OfficialAction::AddTime, OfficialAction::Default]) {
        let sides = Color::ALL.map(|color| Choice::new(color.key(), side_name(texts, color)));
        let sides =
            Field::select(texts, "color", "play-ruling-color", with_empty_choice(texts, sides));
        form = form.with_field(sides.hint("play-ruling-color-hint"));
    }
    if has(&[OfficialAction::AddTime]) {
        form = form.with_field(Field::number(texts, "seconds", "play-ruling-seconds"));
    }
    if has(&[OfficialAction::Adjudicate, OfficialAction::Correct]) {
        let results =
            OUTCOME_CHOICES.map(|one| Choice::new(one.notation(), outcome_label(texts, one)));
        let results =
            Field::select(texts, "result", "play-ruling-result", with_empty_choice(texts, results));
        form = form.with_field(results.hint("play-ruling-result-hint"));
    }
    if has(&[OfficialAction::Correct]) {
        let ends = Termination::ALL.into_iter().filter(|one| one.is_final() && !one.is_by_rule());
        let ends = ends.map(|one| Choice::new(one.name(), termination_label(texts, one)));
        let ends = Field::select(texts, "termination", "play-ruling-termination", ends.collect());
        form = form.with_field(ends.value(Termination::Adjudication.name()));
    }
    let reason = Field::text(texts, "reason", "play-ruling-reason").hint("play-ruling-reason-hint");
    Some(form.with_field(reason.autocomplete("off")))
}

fn with_empty_choice<const N: usize>(texts: Texts, choices: [Choice; N]) -> Vec<Choice> {
    let none = Choice::new("", texts.get("play-ruling-none"));
    std::iter::once(none).chain(choices).collect()
}

fn outcome_label(texts: Texts, outcome: Outcome) -> String {
    format!("{} {}", outcome.notation(), winner_label(texts, outcome))
}

/// All rulings with their reasons, the oldest first.
pub fn ruling_lines(texts: Texts, seen: &Seen) -> Vec<(String, String)> {
    let one = |(_, event): &(u32, Event)| {
        let reason = event.fact.ruling().map(|ruling| ruling.reason.as_str().to_owned());
        Some((ruling_text(texts, &event.fact)?, reason.unwrap_or_default()))
    };
    seen.rulings.iter().filter_map(one).collect()
}

fn ruling_text(texts: Texts, fact: &Fact) -> Option<String> {
    let result = |outcome: Outcome, termination| {
        format!("{} {}", outcome.notation(), end_label(texts, outcome, termination))
    };
    Some(match fact {
        Fact::Paused { .. } => texts.get("play-ruled-paused"),
        Fact::Resumed { .. } => texts.get("play-ruled-resumed"),
        Fact::TimeAdded { to, amount, .. } => {
            let side = side_name(texts, *to).to_string();
            let seconds = (amount / SECOND).to_string();
            texts.fill("play-ruled-time", &[("side", side), ("seconds", seconds)])
        }
        Fact::Over { outcome, termination, .. } => result(*outcome, *termination),
        Fact::Confirmed { .. } => texts.get("play-ruled-confirmed"),
        Fact::Corrected { outcome, termination, .. } => {
            texts.one("play-ruled-corrected", "result", result(*outcome, *termination))
        }
        Fact::Reinstated { .. } => texts.get("play-ruled-reinstated"),
        Fact::Aborted { cause: AbortCause::Annulled(_) } => texts.get("play-ruled-annulled"),
        _ => return None,
    })
}

pub async fn submit(command: GameCommand) -> PageResult {
    let rule = |live: &_, actor: &_, access: GameAccess, form: RulingForm, sent: Result<_, _>| {
        live::may_serve(actor, Act::RulePlay)?;
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        let asked = RulingRequest {
            ruling: form.ruling,
            reason: form.reason,
            color: some(form.color),
            seconds: form.seconds.get(),
            result: some(form.result),
            termination: some(form.termination),
            ..RulingRequest::default()
        };
        let sent = sent?;
        live::rule(live, actor, access.by_account()?, sent, (asked.rule()?, &asked.reason))
    };
    command.run(rule).await
}
