//! How long arenas last, what their games count, and how long two wait who have just met.

use adjutant_domain::contest::{ContestSettings, EventGames, MAX_ARENA_MINUTES};
use adjutant_domain::play::Disclosure;
use adjutant_service::Error;
use adjutant_service::contests::{invalid_number, no_spot};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::kit::{Choice, Field, Form};
use adjutant_site::request_context::RequestContext;
use swiss::arena::Rules;
use swiss::stage::System;

use super::desk::required_number;
use super::desk_settings::parse_optional_number;
use super::new::DISCLOSURE_CHOICES;

pub const FORM_ACTION: &str = "arena";
const MOST_POINTS: u32 = 1_000;
const MOST_WINS: u32 = 100;
const MOST_SECONDS: u32 = 3_600;

/// An arena.
pub struct ArenaStage {
    /// From 0.
    pub at: usize,
    pub name: String,
}

pub fn forms(
    visit: &RequestContext,
    settings: &ContestSettings,
    action: &str,
) -> Vec<(ArenaStage, Form)> {
    let stages = settings.plan.stages.iter().enumerate();
    let of = stages.filter_map(|(at, stage)| match stage.system {
        System::Arena { minutes, rules } => {
            let form = form(visit, at, minutes, &rules, action);
            let form = match settings.onsite_games().filter(|games| games.rules.hides_ranks()) {
                Some(games) => form.with_field(disclosure_field(visit, games.disclosure)),
                None => form,
            };
            Some((ArenaStage { at, name: stage.name.clone() }, form))
        }
        _ => None,
    });
    of.collect()
}

fn form(visit: &RequestContext, at: usize, minutes: u32, rules: &Rules, action: &str) -> Form {
    let texts = visit.texts();
    let number = |name: &'static str, label: &'static str, value: u32| {
        let field = Field::text(texts, name, label).inputmode("numeric").autocomplete("off");
        field.value(value.to_string())
    };
    visit.form(FORM_ACTION, action, "contest-arena-save").numbered(at).with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        Field::hidden(texts, "stage", at.to_string()),
        number("arena-minutes", "contest-arena-minutes", minutes).hint("arena-minutes-hint"),
        number("win", "arena-win", rules.win),
        number("draw", "arena-draw", rules.draw),
        number("loss", "arena-loss", rules.loss),
        number("streak", "arena-streak", rules.streak).hint("arena-streak-hint"),
        number("rematch", "arena-rematch", rules.rematch).hint("arena-rematch-hint"),
    ])
}

fn disclosure_field(visit: &RequestContext, disclosure: Disclosure) -> Field {
    let texts = visit.texts();
    let choices = DISCLOSURE_CHOICES.map(|(value, words)| Choice::new(value, texts.get(words)));
    Field::select(texts, "disclosure", "contest-ranks", choices.to_vec())
        .hint("contest-ranks-hint")
        .value(disclosure.key())
}

/// The settings with what a form says of an arena.
pub fn apply_form(
    settings: &ContestSettings,
    sent: &SubmittedForm,
) -> Result<ContestSettings, Error> {
    let mut settings = settings.clone();
    let at: usize = required_number(sent, "stage")?;
    let system = settings.plan.stages.get_mut(at).map(|stage| &mut stage.system);
    let Some(System::Arena { minutes, rules }) = system else { return Err(no_spot()) };
    let count = |name, most| {
        let number = parse_optional_number(sent, name, most)?;
        number.ok_or_else(|| invalid_number(name, most))
    };
    // No minutes are refused with the settings.
    *minutes = count("arena-minutes", MAX_ARENA_MINUTES)?;
    *rules = Rules {
        win: count("win", MOST_POINTS)?,
        draw: count("draw", MOST_POINTS)?,
        loss: count("loss", MOST_POINTS)?,
        streak: count("streak", MOST_WINS)?,
        rematch: count("rematch", MOST_SECONDS)?,
    };
    if let (EventGames::Here(games), Some(disclosure)) =
        (&mut settings.games, Disclosure::parse(sent.text("disclosure")))
    {
        games.disclosure = disclosure;
    }
    Ok(settings)
}
