//! Taking part in an event oneself: to register, to withdraw, to say what came of one's game.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::contest::Spot;
use crate::contest::arranged::TableId;
use crate::service::contests::{self, Command, Run, enter_oneself, own_entry, tell};
use crate::service::{Error, Thing, refusals};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::Done;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{faults_of, status_of};
use crate::web::pages::private_html;
use crate::web::visit::Visit;
use swiss::series::{GameResult, Side};

use super::home::{Asked, find, own_spot, page};
use super::{address, asking, teams};

const SHAPE: Shape = Shape {
    once: &["do", "stage", "round", "table", "board", "came", "team", "club", "members", "sure"],
    many: &["player"],
    files: &[],
};

/// What of a game is said by one of those who play it.
fn came(said: &str, side: Side) -> Option<GameResult> {
    match said {
        "won" => Some(GameResult::Won(side)),
        "lost" => Some(GameResult::Won(side.other())),
        "drawn" => Some(GameResult::Drawn),
        _ => None,
    }
}

/// The command that a form means.
fn command(sent: &forms::Form, run: &Run, visit: &Visit) -> Result<Option<Command>, Error> {
    match sent.text("do") {
        "enter" => Ok(None),
        "leave" => Ok(Some(Command::Leave)),
        "return" => Ok(Some(Command::ComeBack)),
        "forfeit" => {
            if !sent.is_ticked("sure") {
                return Err(Error::invalid("sure", refusals::EVENT_UNCONFIRMED_OWN_FORFEIT));
            }
            let number = |name: &str| sent.text(name).parse::<usize>().ok();
            let at = number("stage").zip(number("round")).zip(number("table"));
            let ((stage, round), table) =
                at.ok_or_else(|| Error::conflict(refusals::EVENT_NOT_AT_TABLE))?;
            Ok(Some(Command::GiveUp(TableId { stage, round, table })))
        }
        "line-up" => {
            let not_there = || Error::conflict(refusals::EVENT_NOT_AT_TABLE);
            let at = teams::table_of(sent).ok_or_else(not_there)?;
            let players = teams::chosen(sent).ok_or_else(not_there)?;
            Ok(Some(Command::HandIn { at, players }))
        }
        "arrive" => Ok(Some(Command::Arrive)),
        _ => {
            let number = |name: &str| sent.text(name).parse::<usize>().ok();
            let not_there = || Error::conflict(refusals::EVENT_NOT_AT_TABLE);
            let at = number("stage").zip(number("round")).zip(number("table"));
            let ((stage, round), table) = at.ok_or_else(not_there)?;
            if contests::is_of_teams(&run.contest) {
                let board = number("board").ok_or_else(not_there)?;
                let spot = Spot { stage, round, table, game: board };
                let own = contests::own_boards(run, visit.actor());
                let own = own.into_iter().find(|own| own.spot == spot).ok_or_else(not_there)?;
                let result = came(sent.text("came"), own.side).ok_or_else(not_there)?;
                return Ok(Some(Command::Say { spot, result }));
            }
            let own = own_entry(run, visit.actor()).ok_or_else(not_there)?;
            let spot = own_spot(&run.contest, own, (stage, round, table));
            let (spot, side) = spot.ok_or_else(not_there)?;
            let result = came(sent.text("came"), side).ok_or_else(not_there)?;
            Ok(Some(Command::Say { spot, result }))
        }
    }
}

/// Takes what a player does.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let slug = path.into_inner();
    let (looks, own) = (visit.clone(), slug.clone());
    let key = match sent.text("do") {
        "enter" => "done-contest-entered",
        "leave" => "done-contest-left",
        "return" => "done-contest-back",
        "forfeit" => "done-contest-forfeited",
        "arrive" => "done-contest-arrived",
        "say" => "done-contest-said",
        "team" => "done-contest-team",
        "line-up" => "done-contest-line-up",
        _ => return Err(PageError::new(&visit, &Error::missing(Thing::Event, &slug))),
    };
    let form = sent.clone();
    let done = attempt(&visit, move |app| {
        let run = contests::run(app, &own)?;
        if form.text("do") == "team" {
            let team = teams::sent_team(&form);
            return Ok(contests::enter_own_team(app, looks.actor(), &own, &team, now())?);
        }
        let told = match command(&form, &run, &looks)? {
            Some(command) => tell(app, looks.actor(), &own, &command, now())?,
            None => enter_oneself(app, looks.actor(), &own, now())?,
        };
        Ok(told)
    });
    match done.await? {
        Ok(_) => Ok(see_other(&Done::address(&address(&slug, ""), key))),
        Err(refusal) => refused(&visit, &slug, refusal).await,
    }
}

/// The page again with the reason.
async fn refused(visit: &Visit, slug: &str, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let status = status_of(&refusal).unwrap_or(actix_web::http::StatusCode::CONFLICT);
    let faults: Vec<String> = faults_of(refusal).into_iter().map(|(_, words)| words).collect();
    let seen = find(visit, slug, None).await?;
    let mut page = page(visit, &seen, &Asked::default(), faults.join(" "));
    // Preferences lead back to where the form stood.
    page.frame.address = asking(&address(slug, ""), &[]);
    private_html(visit, status, &page)
}
