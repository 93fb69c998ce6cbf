//! Reads the forms of the desk: the command, its confirmation, and the message when it is done.

use crate::web::forms::SubmittedForm;
use crate::web::i18n::Texts;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::{BoardPlayers, MatchTable};
use adjutant_domain::contest::{
    Contest, EntrantId, GameSlot, RequestedBye, ResultEntry, Round, StageState,
};
use adjutant_service::contests::{ContestCommand, unconfirmed};
use adjutant_service::{Error, refusals};

use super::desk_results::{parse_absence, parse_entry};
use super::teams;

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
pub fn discarded_draft<'a>(contest: &'a Contest, command: &ContestCommand) -> Option<&'a Round> {
    let (ContestCommand::PairRound { stage } | ContestCommand::TakeBackRound { stage, .. }) =
        command
    else {
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
    AllMatching(fn(EntrantId) -> ContestCommand),
    One(ContestCommand),
}

/// Reads a form about entrants.
pub fn people_action(sent: &SubmittedForm) -> Result<PeopleAction, Error> {
    let entrant = || required_entrant(sent, "entrant");
    Ok(PeopleAction::One(match sent.text("do") {
        "add" => return Ok(PeopleAction::Register),
        "look" => return Ok(PeopleAction::Preview),
        "all-there" => {
            return Ok(PeopleAction::AllMatching(|entrant| ContestCommand::SetPresence {
                entrant,
                present: true,
            }));
        }
        "all-paid" => {
            return Ok(PeopleAction::AllMatching(|entrant| ContestCommand::SetFeePaid {
                entrant,
                paid: true,
            }));
        }
        "admit" => ContestCommand::Admit(entrant()?),
        "withdraw" => ContestCommand::Withdraw(entrant()?),
        "paid" => ContestCommand::SetFeePaid { entrant: entrant()?, paid: true },
        "owes" => ContestCommand::SetFeePaid { entrant: entrant()?, paid: false },
        "there" => ContestCommand::SetPresence { entrant: entrant()?, present: true },
        "away" => ContestCommand::SetPresence { entrant: entrant()?, present: false },
        "clear" => ContestCommand::ClearPresence,
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }))
}

/// Reads a form about rounds.
pub fn rounds_command(sent: &SubmittedForm) -> Result<(ContestCommand, &'static str), Error> {
    let stage = required_number(sent, "stage")?;
    let round = || required_number(sent, "round");
    let somebody = |name| required_entrant(sent, name);
    Ok(match sent.text("do") {
        "begin" => (
            ContestCommand::StartStage { stage, white: sent.text("lot") != "black" },
            "done-contest-begun",
        ),
        "pair" => (ContestCommand::PairRound { stage }, "done-contest-paired"),
        "publish" => {
            // An unreadable fingerprint counts as a different draft.
            let seen = u64::from_str_radix(sent.text("seen"), 16).unwrap_or_default();
            (
                ContestCommand::PublishSeenDraft { stage, round: round()?, seen },
                "done-contest-published",
            )
        }
        "take-back" => {
            let with_results = sent.is_checked("with-results");
            (
                ContestCommand::TakeBackRound { stage, round: round()?, with_results },
                "done-contest-taken-back",
            )
        }
        "take-back-begin" => {
            let with_rounds = sent.is_checked("with-rounds");
            (
                ContestCommand::TakeBackStageStart { stage, with_rounds },
                "done-contest-begin-taken-back",
            )
        }
        "restore" => (ContestCommand::RestoreRound { stage }, "done-contest-restored"),
        "exchange" => {
            let (one, other) = (somebody("one")?, somebody("other")?);
            (ContestCommand::SwapEntrants { stage, one, other }, "done-contest-rounds")
        }
        "join" => (
            ContestCommand::JoinStage { stage, entrant: somebody("entrant")? },
            "done-contest-rounds",
        ),
        "bye" => {
            let bye = match sent.text("bye") {
                "half" => Some(RequestedBye::Half),
                "zero" => Some(RequestedBye::Zero),
                "full" => Some(RequestedBye::Full),
                _ => None,
            };
            // An invalid number is refused with the valid ones.
            let typed = sent.text("round").trim().parse::<usize>().ok();
            let round = typed.and_then(|number| number.checked_sub(1)).unwrap_or(usize::MAX);
            let entrant = somebody("entrant")?;
            (ContestCommand::RequestBye { stage, round, entrant, bye }, "done-contest-rounds")
        }
        "release" => (
            ContestCommand::ReleaseLineUps { stage, round: round()?, table: None },
            "done-contest-line-ups",
        ),
        "line-up" => {
            let nothing = || Error::not_found(refusals::EVENT_NO_SPOT);
            let (table, team) = sent.text("entrant").split_once('.').ok_or_else(nothing)?;
            let table = table.parse().map_err(|_| nothing())?;
            let team = team.parse().map(EntrantId).map_err(|_| nothing())?;
            let at = MatchTable { stage, round: round()?, table };
            // An unreadable list of places is refused as an invalid line-up.
            let players =
                teams::parse_line_up(sent.text("players")).unwrap_or(BoardPlayers(Vec::new()));
            (ContestCommand::SetLineUp { at, team, players }, "done-contest-line-ups")
        }
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    })
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
