//! Reads the forms of the desk: the command, its confirmation, and the message when it is done.

use serde::Deserialize;
use serde::de::{IntoDeserializer, value};
use serde_json::{Map, Value};

use crate::web::forms::SubmittedForm;
use crate::web::i18n::Texts;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{Contest, EntrantId, GameSlot, ResultEntry, Round, StageState};
use adjutant_service::contests::{ContestCommand, EntrantAction, RoundCommand, unconfirmed};
use adjutant_service::{Error, refusals};

use super::desk_results::{parse_absence, parse_entry};

/// A number that our forms always send.
fn required_number(sent: &SubmittedForm, name: &str) -> Result<usize, Error> {
    sent.text(name).parse().map_err(|_| Error::not_found(refusals::EVENT_NO_SPOT))
}

fn required_entrant(sent: &SubmittedForm, name: &str) -> Result<EntrantId, Error> {
    let id = sent.text(name).parse().map(EntrantId);
    id.map_err(|_| Error::not_found(refusals::EVENT_NO_SPOT))
}

/// Refuses what was to be confirmed by the box beside it, and was not.
pub fn require_confirmation(texts: Texts, sent: &SubmittedForm) -> Result<(), Error> {
    let label = match sent.text("do") {
        "forfeit" => "contest-forfeit-sure",
        "clear" => "contest-clear-sure",
        _ => return Ok(()),
    };
    if sent.is_checked("sure") { Ok(()) } else { Err(unconfirmed(texts.text(label))) }
}

/// The draft that a command discards.
pub fn discarded_draft<'a>(contest: &'a Contest, command: &RoundCommand) -> Option<&'a Round> {
    let (RoundCommand::Pair { stage } | RoundCommand::TakeBack { stage, .. }) = command else {
        return None;
    };
    contest.stages.get(*stage)?.rounds.last().filter(|round| !round.published)
}

/// An action on entrants.
pub enum PeopleAction {
    Register,
    /// Preview only.
    Preview,
    /// For all matching entrants: they are here, or have paid.
    AllMatching(EntrantAction),
    One(ContestCommand),
}

/// Reads a form about entrants.
pub fn people_action(sent: &SubmittedForm) -> Result<PeopleAction, Error> {
    Ok(match sent.text("do") {
        "add" => PeopleAction::Register,
        "look" => PeopleAction::Preview,
        "all-there" => PeopleAction::AllMatching(EntrantAction::There),
        "all-paid" => PeopleAction::AllMatching(EntrantAction::Paid),
        action => {
            let action = EntrantAction::deserialize(action.into_deserializer());
            let action =
                action.map_err(|_: value::Error| Error::not_found(refusals::EVENT_NO_SPOT))?;
            PeopleAction::One(match action {
                EntrantAction::Clear => ContestCommand::ClearPresence,
                action => action.command(required_entrant(sent, "entrant")?),
            })
        }
    })
}

/// The fields of forms about rounds: the members of [`RoundCommand`], and those of the form itself.
pub const ROUND_FIELDS: &[&str] = &[
    "do",
    "stage",
    "round",
    "table",
    "white",
    "entrant",
    "with",
    "bye",
    "draft",
    "results_too",
    "rounds_too",
    "players",
    "lines",
    "sure",
];

/// Reads a form about rounds.
pub fn rounds_command(sent: &SubmittedForm) -> Result<RoundCommand, Error> {
    // What is no number, or none from 1, names nothing that exists and is refused as such.
    let number = |text: &str| text.trim().parse::<u32>().unwrap_or(u32::MAX);
    let ordinal = |text: &str| match number(text) {
        0 => u32::MAX,
        number => number,
    };
    let member = |name: &str, text: &str| match name {
        "stage" | "round" | "table" => Value::from(ordinal(text)),
        "entrant" | "with" => Value::from(number(text)),
        "white" => Value::from(text == "true"),
        "results_too" | "rounds_too" => Value::from(true),
        "players" => {
            let places = text.split([' ', ',', ';']).filter(|part| !part.is_empty());
            places.map(ordinal).collect()
        }
        _ => Value::from(text),
    };
    let named =
        ROUND_FIELDS.iter().filter(|name| sent.has(name) && !["lines", "sure"].contains(name));
    let mut members: Map<String, Value> =
        named.map(|name| ((*name).to_owned(), member(name, sent.text(name)))).collect();
    // One of the teams of a round is chosen with its table.
    if let Some((table, team)) = sent.text("entrant").split_once('.') {
        members.insert("table".to_owned(), ordinal(table).into());
        members.insert("entrant".to_owned(), number(team).into());
    }
    // A form of ours tells which draft it has shown.
    if sent.text("do") == "publish" {
        members.entry("draft").or_insert_with(|| Value::from(""));
    }
    serde_json::from_value(Value::Object(members))
        .map_err(|_| Error::not_found(refusals::EVENT_NO_SPOT))
}

/// The message when it is done.
pub const fn rounds_done_key(command: &RoundCommand) -> &'static str {
    match command {
        RoundCommand::Begin { .. } => "done-contest-begun",
        RoundCommand::Pair { .. } => "done-contest-paired",
        RoundCommand::Publish { .. } => "done-contest-published",
        RoundCommand::TakeBack { .. } => "done-contest-taken-back",
        RoundCommand::TakeBackBegin { .. } => "done-contest-begin-taken-back",
        RoundCommand::Restore { .. } => "done-contest-restored",
        RoundCommand::LineUp { .. } | RoundCommand::Release { .. } => "done-contest-line-ups",
        RoundCommand::Exchange { .. }
        | RoundCommand::Join { .. }
        | RoundCommand::Bye { .. }
        | RoundCommand::KeepApart { .. }
        | RoundCommand::PlayAgain { .. } => "done-contest-rounds",
    }
}

/// Reads a form about results.
pub fn results_command(sent: &SubmittedForm) -> Result<ContestCommand, Error> {
    let stage = required_number(sent, "stage")?;
    let round = || required_number(sent, "round");
    match sent.text("do") {
        "enter" => {
            let at = (stage, round()?);
            let said = sent.all("result").filter(|text| !text.is_empty());
            let entries: Option<Vec<ResultEntry>> =
                said.map(|text| parse_entry(text, at, sent.text("why"))).collect();
            let entries = entries.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))?;
            Ok(ContestCommand::EnterResults(entries))
        }
        "no-shows" => Ok(ContestCommand::DefaultNoShows { stage, round: round()? }),
        "default" => {
            let command = parse_absence(sent.text("absent"), (stage, round()?));
            command.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))
        }
        "settle" => {
            let (table, game) = (required_number(sent, "table")?, required_number(sent, "game")?);
            Ok(ContestCommand::ResolveDispute(GameSlot { stage, round: round()?, table, game }))
        }
        "forfeit" | "undo-forfeit" => {
            let (round, table) = (round()?, required_number(sent, "table")?);
            let (entrant, at) =
                (required_entrant(sent, "entrant")?, TableId { stage, round, table });
            Ok(match sent.text("do") {
                "forfeit" => ContestCommand::Forfeit { entrant, at },
                _ => ContestCommand::TakeBackForfeit { entrant, at },
            })
        }
        "play-off" => {
            let (winner, loser) =
                (required_entrant(sent, "winner")?, required_entrant(sent, "loser")?);
            Ok(ContestCommand::DecidePlayOff { stage, winner, loser })
        }
        _ => Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }
}

/// An action on the whole event.
pub enum SettingsAction {
    One(ContestCommand),
    /// Sets the number of rounds of a Swiss stage.
    SetRoundCount {
        stage: usize,
        rounds: usize,
    },
}

/// Reads a form about the whole event.
pub fn settings_action(sent: &SubmittedForm) -> Result<SettingsAction, Error> {
    Ok(SettingsAction::One(match sent.text("do") {
        "open" => ContestCommand::SetRegistrationOpen(true),
        "close" => ContestCommand::SetRegistrationOpen(false),
        "end" => ContestCommand::SetEnded(true),
        "reopen" => ContestCommand::SetEnded(false),
        "rounds" => {
            // An invalid number is refused with the valid ones.
            let rounds = sent.text("rounds").parse().unwrap_or(0);
            return Ok(SettingsAction::SetRoundCount {
                stage: required_number(sent, "stage")?,
                rounds,
            });
        }
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }))
}

/// The message after an action on entrants.
pub fn people_done_key(contest: &Contest, command: &ContestCommand) -> &'static str {
    let ContestCommand::Withdraw(entrant) = command else { return "done-contest-people" };
    let has_begun = contest.stages.iter().any(StageState::has_begun);
    match (has_begun, contest.open_tables(*entrant).is_empty()) {
        (false, _) => "done-contest-withdrawn",
        (true, true) => "done-contest-withdrawn-next",
        (true, false) => "done-contest-withdrawn-plays",
    }
}

/// The message after results were entered or corrected.
pub fn results_done_key(sent: &SubmittedForm) -> &'static str {
    match sent.text("do") {
        "no-shows" | "default" => "done-contest-defaults",
        "settle" => "done-contest-contested-settled",
        "forfeit" => "done-contest-desk-forfeit",
        "undo-forfeit" => "done-contest-forfeit-undone",
        "play-off" => "done-contest-play-off",
        "again" => "done-contest-again",
        _ => "done-contest-results",
    }
}
