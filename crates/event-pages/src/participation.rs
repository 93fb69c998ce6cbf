//! Participation in an event: registering, withdrawing, reporting results.

use actix_web::web::Path;
use serde::de::{IntoDeserializer, value};

use adjutant_domain::contest::EntrantStatus::Waiting;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{ChallengeAnswer, EntrantId, GameSlot, TableId};
use adjutant_service::contests::{
    ContestCommand, LoadedContest, ParticipantAction, execute, is_team_event, load_contest,
    own_boards, own_entry, register_own_team, register_self, unconfirmed,
};
use adjutant_service::{App, Error, Thing, refusals};
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::prelude::*;
use swiss::series::GameResult;

use super::home::{EventQuery, load_event, own_open_game, page};
use super::{address, teams};

const SCHEMA: FormSchema = FormSchema {
    single: &[
        "do", "stage", "round", "table", "board", "came", "team", "club", "members", "sure",
        "entrant",
    ],
    repeated: &["player"],
    files: &[],
};

/// Reads an action, which the form of a team calls by a shorter name.
fn parse_action(word: &str) -> Option<ParticipantAction> {
    let word = if word == "team" { "enter-team" } else { word };
    let action: Result<_, value::Error> = ParticipantAction::deserialize(word.into_deserializer());
    action.ok()
}

/// The message when it is done.
const fn done_key(action: ParticipantAction) -> &'static str {
    match action {
        ParticipantAction::Enter => "done-contest-entered",
        ParticipantAction::EnterTeam => "done-contest-team",
        ParticipantAction::LineUp => "done-contest-line-up",
        ParticipantAction::Leave => "done-contest-left",
        ParticipantAction::Return => "done-contest-back",
        ParticipantAction::Forfeit => "done-contest-forfeited",
        ParticipantAction::Arrive => "done-contest-arrived",
        ParticipantAction::Say => "done-contest-said",
        ParticipantAction::Pause => "done-contest-paused",
        ParticipantAction::Resume => "done-contest-resumed",
        ParticipantAction::Challenge => "done-contest-challenged",
        ParticipantAction::AcceptChallenge => "done-contest-challenge-accepted",
        ParticipantAction::RefuseChallenge => "done-contest-challenge-refused",
        ParticipantAction::WithdrawChallenge => "done-contest-challenge-withdrawn",
    }
}

/// The message when it is done, by what became of it.
fn outcome_key(run: &LoadedContest, visit: &RequestContext, done: &Done) -> &'static str {
    let contest = &run.contest;
    let own = own_entry(run, visit.actor());
    let waits = own.and_then(|id| contest.entrant(id)).is_some_and(|one| one.status == Waiting);
    let reports = done.reported.and_then(|spot| {
        let meeting = contest.meeting(spot.table_id())?;
        Some((meeting.result_of(spot.game), meeting.reports_of(spot.game)))
    });
    match (done.action, reports) {
        (ParticipantAction::Enter | ParticipantAction::Return, _) if waits => "done-contest-waits",
        (ParticipantAction::EnterTeam, _) if waits => "done-contest-waits",
        (ParticipantAction::Leave, _)
            if own.is_some_and(|id| contest.open_tables(id).is_empty()) =>
        {
            "done-contest-left-event"
        }
        (ParticipantAction::Say, Some((Some(_), _))) => "done-contest-said-agreed",
        (ParticipantAction::Say, Some((None, [Some(one), Some(other)]))) if one != other => {
            "done-contest-said-differs"
        }
        (action, _) => done_key(action),
    }
}

/// What a player did.
struct Done {
    action: ParticipantAction,
    /// The game whose result was reported.
    reported: Option<GameSlot>,
}

/// Carries out a player's action with the values of its form.
fn act(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    action: ParticipantAction,
    sent: &SubmittedForm,
) -> Result<&'static str, Error> {
    let (actor, run) = (visit.actor(), load_contest(app, slug)?);
    let not_there = || Error::conflict(refusals::EVENT_NOT_AT_TABLE);
    let number = |name: &str| sent.text(name).parse::<usize>().map_err(|_| not_there());
    let at = || {
        let (stage, round, table) = (number("stage")?, number("round")?, number("table")?);
        Ok::<_, Error>(TableId { stage, round, table })
    };
    // There is no entrant 0.
    let other = EntrantId(sent.text("entrant").parse().unwrap_or(0));
    let mut reported = None;
    let key = |reported| {
        let after = load_contest(app, slug)?;
        Ok(outcome_key(&after, visit, &Done { action, reported }))
    };
    let command = match action {
        ParticipantAction::Enter => {
            register_self(app, actor, slug, now_micros())?;
            return key(None);
        }
        ParticipantAction::EnterTeam => {
            let team = teams::team_from_form(sent);
            register_own_team(app, actor, slug, &team, now_micros())?;
            return key(None);
        }
        ParticipantAction::LineUp => {
            let at = at()?;
            let players = sent.all("player").map(|text| text.parse().map_err(|_| not_there()));
            let players = BoardPlayers(players.collect::<Result<_, Error>>()?);
            ContestCommand::SubmitLineUp { at, players }
        }
        ParticipantAction::Leave => ContestCommand::WithdrawSelf,
        ParticipantAction::Return => ContestCommand::RejoinSelf,
        ParticipantAction::Forfeit => {
            if !sent.is_checked("sure") {
                return Err(unconfirmed(visit.texts().text("contest-own-forfeit-sure")));
            }
            ContestCommand::ForfeitOwnTable(at()?)
        }
        ParticipantAction::Arrive => ContestCommand::CheckInSelf,
        ParticipantAction::Pause => ContestCommand::PauseSelf { paused: true },
        ParticipantAction::Resume => ContestCommand::PauseSelf { paused: false },
        ParticipantAction::Challenge => ContestCommand::ChallengeSelf(other),
        ParticipantAction::AcceptChallenge => {
            ContestCommand::AnswerSelf(ChallengeAnswer::Accept, other)
        }
        ParticipantAction::RefuseChallenge => {
            ContestCommand::AnswerSelf(ChallengeAnswer::Refuse, other)
        }
        ParticipantAction::WithdrawChallenge => {
            ContestCommand::AnswerSelf(ChallengeAnswer::Withdraw, other)
        }
        ParticipantAction::Say => {
            let at = at()?;
            let (spot, side) = if is_team_event(&run.contest) {
                let spot = at.game(number("board")?);
                let own = own_boards(&run, actor).into_iter().find(|own| own.slot == spot);
                (spot, own.ok_or_else(not_there)?.side)
            } else {
                let own = own_entry(&run, actor).ok_or_else(not_there)?;
                own_open_game(&run.contest, own, at).ok_or_else(not_there)?
            };
            let result = match sent.text("came") {
                "won" => GameResult::Won(side),
                "lost" => GameResult::Won(side.other()),
                "drawn" => GameResult::Drawn,
                _ => return Err(not_there()),
            };
            reported = Some(spot);
            ContestCommand::ReportResult { spot, result }
        }
    };
    execute(app, actor, slug, &command, now_micros())?;
    key(reported)
}

pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    let Some(action) = parse_action(sent.text("do")) else {
        return Err(PageError::new(&visit, &Error::missing(Thing::Event, &slug)));
    };
    let (looks, own) = (visit.clone(), slug.clone());
    let done = run_attempt(&visit, move |app| Ok(act(app, &looks, &own, action, &sent)?));
    match done.await? {
        Ok(key) => Ok(redirect_with_flash(&address(&slug, ""), key)),
        Err(refusal) => render_refused(&visit, &slug, refusal).await,
    }
}

async fn render_refused(visit: &RequestContext, slug: &str, refusal: FormRefusal) -> PageResult {
    let (status, faults) = refusal.into_messages();
    let seen = load_event(visit, slug, None).await?;
    let mut page = page(visit, &seen, &EventQuery::default(), faults.join(" "));
    // Preferences return to the form.
    page.frame.address = address(slug, "");
    private_html(visit, status, &page)
}
