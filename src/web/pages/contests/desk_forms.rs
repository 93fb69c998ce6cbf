//! What a form of an event's desk means: the command, what is asked first, and what is said when it is done.

use crate::contest::arranged::TableId;
use crate::contest::teams::{Players, Table};
use crate::contest::{AskedBye, Contest, EntrantId, ResultEntry, Round, Spot, StageState};
use crate::service::contests::Command;
use crate::service::{Error, refusals};
use crate::web::forms::Form;

use super::desk_results::{absence, entry};
use super::teams;

/// A number that a form of ours always sends.
fn number(sent: &Form, name: &str) -> Result<usize, Error> {
    sent.text(name).parse().map_err(|_| Error::not_found(refusals::EVENT_NO_SPOT))
}

fn somebody(sent: &Form, name: &str) -> Result<EntrantId, Error> {
    let id = sent.text(name).parse().map(EntrantId);
    id.map_err(|_| Error::not_found(refusals::EVENT_NO_SPOT))
}

/// Refuses what was to be confirmed by the box beside it, and was not.
pub fn confirmed(sent: &Form) -> Result<(), Error> {
    let why = match sent.text("do") {
        "forfeit" => refusals::EVENT_UNCONFIRMED_FORFEIT,
        "clear" => refusals::EVENT_UNCONFIRMED_CLEAR,
        _ => return Ok(()),
    };
    if sent.is_ticked("sure") { Ok(()) } else { Err(Error::invalid("sure", why)) }
}

/// The draft that a command drops or pairs anew.
pub fn dropped<'a>(contest: &'a Contest, command: &Command) -> Option<&'a Round> {
    let (Command::Pair { stage } | Command::TakeBack { stage, .. }) = command else { return None };
    contest.stages.get(*stage)?.rounds.last().filter(|round| !round.published)
}

/// What is done to people.
pub enum OfPeople {
    Register,
    /// It is only looked at.
    Look,
    /// To all who are looked for: they are here, or they have paid.
    All(fn(EntrantId) -> Command),
    One(Command),
}

/// What a form about people means.
pub fn people(sent: &Form) -> Result<OfPeople, Error> {
    let entrant = || somebody(sent, "entrant");
    Ok(OfPeople::One(match sent.text("do") {
        "add" => return Ok(OfPeople::Register),
        "look" => return Ok(OfPeople::Look),
        "all-there" => {
            return Ok(OfPeople::All(|entrant| Command::CheckIn { entrant, present: true }));
        }
        "all-paid" => return Ok(OfPeople::All(|entrant| Command::Pay { entrant, paid: true })),
        "admit" => Command::Admit(entrant()?),
        "withdraw" => Command::Withdraw(entrant()?),
        "paid" => Command::Pay { entrant: entrant()?, paid: true },
        "owes" => Command::Pay { entrant: entrant()?, paid: false },
        "there" => Command::CheckIn { entrant: entrant()?, present: true },
        "away" => Command::CheckIn { entrant: entrant()?, present: false },
        "clear" => Command::ClearCheckIn,
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }))
}

/// What a form about rounds means.
pub fn rounds(sent: &Form) -> Result<(Command, &'static str), Error> {
    let stage = number(sent, "stage")?;
    let round = || number(sent, "round");
    let somebody = |name| somebody(sent, name);
    Ok(match sent.text("do") {
        "begin" => {
            (Command::Begin { stage, white: sent.text("lot") != "black" }, "done-contest-begun")
        }
        "pair" => (Command::Pair { stage }, "done-contest-paired"),
        "publish" => {
            // What no page of ours has shown is another draft than the one that is there.
            let seen = u64::from_str_radix(sent.text("seen"), 16).unwrap_or_default();
            (Command::PublishSeen { stage, round: round()?, seen }, "done-contest-published")
        }
        "take-back" => {
            let with_results = sent.is_ticked("with-results");
            (Command::TakeBack { stage, round: round()?, with_results }, "done-contest-taken-back")
        }
        "take-back-begin" => {
            let with_rounds = sent.is_ticked("with-rounds");
            (Command::TakeBackBegin { stage, with_rounds }, "done-contest-begin-taken-back")
        }
        "restore" => (Command::Restore { stage }, "done-contest-restored"),
        "exchange" => {
            let (one, other) = (somebody("one")?, somebody("other")?);
            (Command::Exchange { stage, one, other }, "done-contest-rounds")
        }
        "join" => (Command::Join { stage, entrant: somebody("entrant")? }, "done-contest-rounds"),
        "bye" => {
            let bye = match sent.text("bye") {
                "half" => Some(AskedBye::Half),
                "zero" => Some(AskedBye::Zero),
                "full" => Some(AskedBye::Full),
                _ => None,
            };
            // What is no number of a round is refused with those that there are.
            let typed = sent.text("round").trim().parse::<usize>().ok();
            let round = typed.and_then(|number| number.checked_sub(1)).unwrap_or(usize::MAX);
            let entrant = somebody("entrant")?;
            (Command::AskBye { stage, round, entrant, bye }, "done-contest-rounds")
        }
        "release" => {
            (Command::Release { stage, round: round()?, table: None }, "done-contest-line-ups")
        }
        "line-up" => {
            let nothing = || Error::not_found(refusals::EVENT_NO_SPOT);
            let (table, team) = sent.text("entrant").split_once('.').ok_or_else(nothing)?;
            let table = table.parse().map_err(|_| nothing())?;
            let team = team.parse().map(EntrantId).map_err(|_| nothing())?;
            let at = Table { stage, round: round()?, table };
            // What is no list of places is none of a team's, and is told so.
            let players = teams::typed(sent.text("players")).unwrap_or(Players(Vec::new()));
            (Command::LineUp { at, team, players }, "done-contest-line-ups")
        }
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    })
}

/// What a form about results means.
pub fn results(sent: &Form) -> Result<Command, Error> {
    let stage = number(sent, "stage")?;
    let round = || number(sent, "round");
    match sent.text("do") {
        "enter" => {
            let at = (stage, round()?);
            let said = sent.all("result").filter(|text| !text.is_empty());
            let entries: Option<Vec<ResultEntry>> =
                said.map(|text| entry(text, at, sent.text("why"))).collect();
            let entries = entries.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))?;
            Ok(Command::Results(entries))
        }
        "no-shows" => Ok(Command::DefaultNoShows { stage, round: round()? }),
        "default" => {
            let command = absence(sent.text("absent"), (stage, round()?));
            command.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))
        }
        "settle" => {
            let (table, game) = (number(sent, "table")?, number(sent, "game")?);
            Ok(Command::SettleContested(Spot { stage, round: round()?, table, game }))
        }
        "forfeit" | "undo-forfeit" => {
            let (round, table) = (round()?, number(sent, "table")?);
            let (entrant, at) = (somebody(sent, "entrant")?, TableId { stage, round, table });
            Ok(match sent.text("do") {
                "forfeit" => Command::Forfeit { entrant, at },
                _ => Command::TakeBackForfeit { entrant, at },
            })
        }
        "play-off" => {
            let (winner, loser) = (somebody(sent, "winner")?, somebody(sent, "loser")?);
            Ok(Command::PlayOff { stage, winner, loser })
        }
        _ => Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }
}

/// What is done to the event as a whole.
pub enum OfEvent {
    One(Command),
    /// A Swiss stage has so many rounds.
    Rounds {
        stage: usize,
        rounds: usize,
    },
}

/// What a form about the event as a whole means.
pub fn settings(sent: &Form) -> Result<OfEvent, Error> {
    Ok(OfEvent::One(match sent.text("do") {
        "open" => Command::Open(true),
        "close" => Command::Open(false),
        "end" => Command::End(true),
        "reopen" => Command::End(false),
        "rounds" => {
            // What is no number is refused with what can be played.
            let rounds = sent.text("rounds").parse().unwrap_or(0);
            return Ok(OfEvent::Rounds { stage: number(sent, "stage")?, rounds });
        }
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }))
}

/// What is said where something was done to people.
pub fn done_to_people(contest: &Contest, command: &Command) -> &'static str {
    let Command::Withdraw(entrant) = command else { return "done-contest-people" };
    let has_begun = contest.stages.iter().any(StageState::has_begun);
    match (has_begun, contest.open_tables(*entrant).is_empty()) {
        (false, _) => "done-contest-withdrawn",
        (true, true) => "done-contest-withdrawn-next",
        (true, false) => "done-contest-withdrawn-plays",
    }
}

/// What is said where results were entered, or set right.
pub fn done_to_results(sent: &Form) -> &'static str {
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
