//! How long arenas last, what their games count, and how long two wait who have just met.

use adjutant_domain::contest::{ContestSettings, EventGames, MAX_ARENA_MINUTES};
use adjutant_domain::play::Disclosure;
use adjutant_service::Error;
use adjutant_service::contests::no_spot;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use adjutant_site::kit::{Choice, Field};
use swiss::arena::Rules;
use swiss::stage::System;

use super::desk_stage::{StageForm, change_stage, number_field, required_count};
use super::new::DISCLOSURE_CHOICES;

pub const FORM: StageForm = StageForm {
    action: "arena",
    heading: "contest-arena-of",
    words: "contest-arena-words",
    save: "contest-arena-save",
};
const MOST_POINTS: u32 = 1_000;
const MOST_WINS: u32 = 100;
const MOST_SECONDS: u32 = 3_600;

pub fn fields(texts: Texts, settings: &ContestSettings, minutes: u32, rules: &Rules) -> Vec<Field> {
    let games = settings.onsite_games().filter(|games| games.rules.hides_ranks());
    let mut fields = vec![
        number_field(texts, "arena-minutes", "contest-arena-minutes", minutes)
            .hint("arena-minutes-hint"),
        number_field(texts, "win", "arena-win", rules.win),
        number_field(texts, "draw", "arena-draw", rules.draw),
        number_field(texts, "loss", "arena-loss", rules.loss),
        number_field(texts, "streak", "arena-streak", rules.streak).hint("arena-streak-hint"),
        number_field(texts, "rematch", "arena-rematch", rules.rematch).hint("arena-rematch-hint"),
    ];
    fields.extend(games.map(|games| disclosure_field(texts, games.disclosure)));
    fields
}

fn disclosure_field(texts: Texts, disclosure: Disclosure) -> Field {
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
    let mut settings = change_stage(settings, sent, |system| {
        let System::Arena { .. } = system else { return Err(no_spot()) };
        let count = |name, most| required_count(sent, name, 0..=most);
        // No minutes are refused with the settings.
        Ok(System::Arena {
            minutes: count("arena-minutes", MAX_ARENA_MINUTES)?,
            rules: Rules {
                win: count("win", MOST_POINTS)?,
                draw: count("draw", MOST_POINTS)?,
                loss: count("loss", MOST_POINTS)?,
                streak: count("streak", MOST_WINS)?,
                rematch: count("rematch", MOST_SECONDS)?,
            },
        })
    })?;
    if let (EventGames::Here(games), Some(disclosure)) =
        (&mut settings.games, Disclosure::parse(sent.text("disclosure")))
    {
        games.disclosure = disclosure;
    }
    Ok(settings)
}
