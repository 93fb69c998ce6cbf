//! Ladders at the desk: challenges that officials make and answer for players, and the rules.

use adjutant_domain::contest::ContestSettings;
use adjutant_service::Error;
use adjutant_service::contests::no_spot;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use adjutant_site::kit::Field;
use adjutant_site::moment_text::MomentText;
use swiss::ladder::Rules;
use swiss::stage::System;

use super::desk::DeskData;
use super::desk_rounds::EntrantChoice;
use super::desk_stage::{StageForm, change_stage, number_field, required_count};
use super::ladder::{challenge_sentence, end_sentence};

pub const FORM: StageForm = StageForm {
    action: "ladder",
    heading: "contest-ladder-of",
    words: "contest-ladder-words",
    save: "contest-arena-save",
};
const MOST_PLACES: u32 = 1_000;
const MOST_DAYS: u32 = 366;
const LONGEST: u32 = 3_660;

/// A ladder in progress.
pub struct LadderPart {
    /// When it ends, unless officials end it.
    pub ends: Option<MomentText>,
    pub challenges: Vec<ChallengePart>,
    /// By place.
    pub players: Vec<EntrantChoice>,
}

/// An open challenge.
pub struct ChallengePart {
    pub words: MomentText,
    pub challenger: u32,
    /// Whether it waits for an answer.
    pub waits: bool,
}

pub fn ladder_part(desk: &DeskData, at: usize, texts: Texts) -> Option<LadderPart> {
    let contest = &desk.board.loaded.contest;
    let ladder = desk.board.stages[at].ladder.as_ref().filter(|ladder| ladder.is_running)?;
    let challenges = ladder.challenges.iter().map(|one| ChallengePart {
        words: challenge_sentence(contest, one, texts),
        challenger: one.challenger.0,
        waits: !one.is_accepted,
    });
    let player = |line: &adjutant_service::contests::LadderLine| EntrantChoice {
        number: line.entrant.0,
        name: format!("{}. {}", line.place, line.name),
    };
    Some(LadderPart {
        ends: ladder.ends.map(|ends| end_sentence(contest, ends, texts)),
        challenges: challenges.collect(),
        players: ladder.line.iter().map(player).collect(),
    })
}

pub fn fields(texts: Texts, rules: &Rules) -> Vec<Field> {
    let number = |name, label, value: u32| number_field(texts, name, label, value);
    vec![
        number("reach", "ladder-reach", rules.reach),
        number("answer-days", "ladder-answer-days", rules.answer_days),
        Field::checkbox(texts, "forfeits", "ladder-forfeits", rules.forfeits),
        number("play-days", "ladder-play-days", rules.play_days),
        number("apart-days", "ladder-apart-days", rules.apart_days),
        number("idle-days", "ladder-idle-days", rules.idle_days).hint("ladder-idle-days-hint"),
        number("fall", "ladder-fall", rules.fall),
        number("ladder-days", "ladder-days", rules.days).hint("ladder-days-hint"),
        Field::checkbox(texts, "by-registration", "ladder-by-registration", rules.by_registration),
    ]
}

/// The settings with what a form says of a ladder.
pub fn apply_form(
    settings: &ContestSettings,
    sent: &SubmittedForm,
) -> Result<ContestSettings, Error> {
    change_stage(settings, sent, |system| {
        let System::Ladder { .. } = system else { return Err(no_spot()) };
        let count = |name, range| required_count(sent, name, range);
        let rules = Rules {
            reach: count("reach", 1..=MOST_PLACES)?,
            answer_days: count("answer-days", 1..=MOST_DAYS)?,
            play_days: count("play-days", 1..=MOST_DAYS)?,
            apart_days: count("apart-days", 0..=MOST_DAYS)?,
            forfeits: sent.is_checked("forfeits"),
            idle_days: count("idle-days", 0..=MOST_DAYS)?,
            fall: count("fall", 1..=MOST_PLACES)?,
            days: count("ladder-days", 0..=LONGEST)?,
            by_registration: sent.is_checked("by-registration"),
        };
        Ok(System::Ladder { rules })
    })
}
