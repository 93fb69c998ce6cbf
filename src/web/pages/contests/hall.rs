//! A steward's phone: the tables that his link is for with large buttons, and who is there. It works without a script,
//! and shows names and tables alone.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::account::secret::Secret;
use crate::contest::{EntrantId, Spot};
use crate::service::accounts::Refused;
use crate::service::contests::{
    self, Hall, HallRound, HallTable, Taken, check_in_in_hall, enter_in_hall,
};
use crate::service::{App, Error, refusals};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Form, Tab};
use crate::web::limits::Caller;
use crate::web::moments::minute;
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::account::sheet::Sheet;
use crate::web::pages::desk::{faults_of, status_of};
use crate::web::pages::{ask, encode, private_html};
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::session::{HALL, hall_cookie, secret_in};
use crate::web::visit::{Frame, Visit};
use swiss::series::GameResult;

use super::desk_results::of_key;
use super::{asking, words};

/// Where a steward's browser is led to when it has opened a link.
pub const AT: &str = "/hall";
const DONE: &[&str] =
    &["done-hall-entered", "done-hall-noted", "done-hall-known", "done-hall-people"];
const PARTS: [&str; 2] = ["results", "people"];
const TABLE: Shape = Shape::of(&["at", "came"]);
const PERSON: Shape = Shape::of(&["entrant", "there", "name"]);

/// What the address asks.
#[derive(Debug, Clone, Default)]
struct Asked {
    part: Option<&'static str>,
    name: String,
    done: Option<Done>,
}

impl Asked {
    fn read(parameters: &Parameters) -> Result<Asked, BadParameter> {
        let given = parameters.read(&["part", "name", "done"])?;
        let of = |text: &str| PARTS.into_iter().find(|part| *part == text);
        Ok(Asked {
            part: given.parsed("part", Takes::one_of(PARTS.join(", ")), of)?,
            name: given.text("name").unwrap_or_default(),
            done: Done::of(&given, DONE)?,
        })
    }
}

/// A button of a table.
struct Choice {
    came: &'static str,
    label: String,
}

/// A table with what can be said of it.
struct TableLine {
    table: usize,
    /// The same for a mark on the page, with the board.
    mark: String,
    /// Where teams meet, from 1 on; empty elsewhere.
    board: String,
    names: [String; 2],
    /// The teams of those who play on the board; empty elsewhere.
    teams: String,
    is_known: bool,
    /// Which table, game and players are meant: [`spot_of`] reads it.
    at: String,
    stands: String,
    is_open: bool,
    waits: bool,
    /// Whether whoever made the link plays here.
    is_makers: bool,
    played: Vec<Choice>,
    absent: Vec<Choice>,
}

struct RoundPart {
    /// Empty where there is only one stage.
    stage: String,
    number: usize,
    lines: Vec<TableLine>,
}

struct PersonLine {
    number: u32,
    name: String,
    present: bool,
}

#[derive(Template)]
#[template(path = "contests/hall.html")]
struct HallPage {
    frame: Frame,
    event: String,
    name: String,
    until: String,
    csrf: String,
    done: String,
    faults: Vec<String>,
    tabs: Vec<Tab>,
    shows_results: bool,
    rounds: Vec<RoundPart>,
    people: Option<Vec<PersonLine>>,
    searched: String,
}

fn line(table: &HallTable, texts: Texts) -> TableLine {
    let Spot { stage, round, table: number, game } = table.spot;
    let [one, other] = table.sides.map(|side| side.0);
    let wins = |at: usize| texts.one("contest-wins", "name", &table.names[at]);
    let missing = |at: usize| texts.one("contest-absent", "name", &table.names[at]);
    let choice = |came, label| Choice { came, label };
    TableLine {
        table: number + 1,
        mark: match table.board {
            Some(board) => format!("{}-{board}", number + 1),
            None => (number + 1).to_string(),
        },
        board: table.board.map(|board| board.to_string()).unwrap_or_default(),
        names: table.names.clone(),
        teams: table
            .teams
            .as_ref()
            .filter(|teams| **teams != table.names)
            .map_or_else(String::new, |[one, other]| format!("{one} – {other}")),
        is_known: table.is_known,
        at: format!("{stage}.{round}.{number}.{game}.{one}.{other}"),
        stands: words::marks(&table.games),
        is_open: table.is_open,
        waits: table.waits,
        is_makers: table.is_makers,
        played: vec![
            choice("first", format!("1 · {}", wins(0))),
            choice("second", format!("2 · {}", wins(1))),
            choice("drawn", format!("3 · {}", texts.get("contest-drawn"))),
        ],
        absent: vec![
            choice("first-absent", missing(0)),
            choice("second-absent", missing(1)),
            choice("both-absent", texts.get("contest-both-absent")),
        ],
    }
}

fn part(round: &HallRound, several: bool, texts: Texts) -> RoundPart {
    RoundPart {
        stage: if several { round.stage.clone() } else { String::new() },
        number: round.number,
        lines: round.tables.iter().map(|table| line(table, texts)).collect(),
    }
}

/// What a table's form says is meant.
fn spot_of(at: &str) -> Option<(Spot, [EntrantId; 2])> {
    let numbers: Option<Vec<usize>> = at.split('.').map(|part| part.parse().ok()).collect();
    let [stage, round, table, game, one, other] = numbers?[..] else { return None };
    let id = |number: usize| u32::try_from(number).ok().map(EntrantId);
    Some((Spot { stage, round, table, game }, [id(one)?, id(other)?]))
}

/// The address of a part of the page.
fn address(part: &str, name: &str) -> String {
    asking(AT, &[("part", part.to_owned()), ("name", encode(name))])
}

fn tabs(hall: &Hall, shown: &str, texts: Texts) -> Vec<Tab> {
    let all = [("results", "contest-results"), ("people", "hall-people")];
    let both = hall.duties.results && hall.duties.check_in;
    let tab = |(part, words): (&str, &str)| Tab {
        address: address(part, ""),
        words: texts.get(words),
        here: part == shown,
    };
    all.into_iter().filter(|_| both).map(tab).collect()
}

fn page(visit: &Visit, hall: &Hall, asked: &Asked, faults: Vec<String>) -> HallPage {
    let texts = visit.texts();
    let checks_in = hall.duties.check_in && (asked.part == Some("people") || !hall.duties.results);
    let name = asked.name.to_lowercase();
    let found = hall.people.iter().filter(|(_, own, _)| own.to_lowercase().contains(&name));
    let person = |(id, name, present): &(EntrantId, String, bool)| PersonLine {
        number: id.0,
        name: name.clone(),
        present: *present,
    };
    HallPage {
        frame: visit.frame(format!("{} · {}", hall.name, hall.event)),
        event: hall.event.clone(),
        name: hall.name.clone(),
        until: minute(hall.expires_at),
        csrf: visit.form_token(),
        done: asked.done.map(|done| done.words(texts)).unwrap_or_default(),
        faults,
        tabs: tabs(hall, if checks_in { "people" } else { "results" }, texts),
        shows_results: !checks_in,
        rounds: hall.rounds.iter().map(|one| part(one, hall.several, texts)).collect(),
        people: checks_in.then(|| found.map(person).collect()),
        searched: asked.name.clone(),
    }
}

/// No search engine keeps it.
fn unlisted(mut response: HttpResponse) -> HttpResponse {
    let (name, value) = ("x-robots-tag", "noindex, nofollow");
    response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    response
}

/// A link that is over or never was, or a browser that has none: the same of all.
fn none(visit: &Visit) -> Result<HttpResponse, PageError> {
    let sheet = Sheet::at_the_door(visit, "link-dead-title").say("hall-none");
    sheet.link("/", "error-home").answer_as(visit, StatusCode::GONE).map(unlisted)
}

/// What a link is for, and a button that opens it: a look alone notes nothing.
pub async fn show_link(visit: Visit, link: web::Path<String>) -> Result<HttpResponse, PageError> {
    let found = match Secret::parse(&link) {
        Some(link) => ask(&visit, move |app| contests::steward_of(app, &link, now())).await?,
        None => None,
    };
    let Some((event, name)) = found else { return none(&visit) };
    let (texts, token) = (visit.texts(), visit.form_token());
    let form = Form::new(texts, "open", &visit.path, &token, "hall-open");
    let sheet = Sheet::at_the_door(&visit, "hall-title").say_words(format!("{event}: {name}"));
    sheet.say("hall-words").form(form).answer(&visit).map(unlisted)
}

/// Opens it: this browser has it from now on, and it is in no address any more.
pub async fn open_link(
    request: HttpRequest,
    visit: Visit,
    link: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let _ = forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let Some(secret) = Secret::parse(&link) else { return none(&visit) };
    let own = secret.clone();
    if !ask(&visit, move |app| contests::open_hall(app, &own, now())).await? {
        return none(&visit);
    }
    let mut response = see_other(AT);
    response.add_cookie(&hall_cookie(&visit.site, &secret)).map_err(|e| {
        PageError::new(&visit, &Error::Internal(format!("a cookie that is none: {e}")))
    })?;
    Ok(unlisted(response))
}

async fn seen(visit: &Visit, secret: &Secret) -> Result<Option<Hall>, PageError> {
    let own = secret.clone();
    ask(visit, move |app| contests::hall(app, &own, now())).await
}

/// The tables of a steward, or the people whom he checks in.
pub async fn show(
    request: HttpRequest,
    visit: Visit,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let Some(secret) = secret_in(&request, &visit.site, HALL) else { return none(&visit) };
    let Some(hall) = seen(&visit, &secret).await? else { return none(&visit) };
    Caller::holding(&secret).note(&request);
    private_html(&visit, StatusCode::OK, &page(&visit, &hall, &asked, Vec::new())).map(unlisted)
}

/// Runs what a form means, and leads back to where it stands, or shows it again with what is wrong.
async fn answer(
    visit: &Visit,
    secret: Secret,
    asked: Asked,
    act: impl FnOnce(&App, &Secret) -> Result<&'static str, Error> + Send + 'static,
) -> Result<HttpResponse, PageError> {
    let own = secret.clone();
    let done = attempt(visit, move |app| act(app, &own).map_err(Refused::from)).await?;
    let refusal = match done {
        Ok(done) => {
            let page = address(asked.part.unwrap_or_default(), &asked.name);
            return Ok(unlisted(see_other(&Done::address(&page, done))));
        }
        Err(refusal) => refusal,
    };
    let Some(hall) = seen(visit, &secret).await? else { return none(visit) };
    let status = status_of(&refusal).unwrap_or(StatusCode::CONFLICT);
    let faults = faults_of(refusal).into_iter().map(|(_, words)| words).collect();
    let mut page = page(visit, &hall, &asked, faults);
    // Preferences lead back to where the form stood.
    page.frame.address = AT.to_owned();
    private_html(visit, status, &page).map(unlisted)
}

/// Enters what came of a game.
pub async fn take_results(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, TABLE).await?;
    let Some(secret) = secret_in(&request, &visit.site, HALL) else { return none(&visit) };
    let asked = Asked { part: Some("results"), ..Asked::default() };
    answer(&visit, secret, asked, move |app, secret| {
        let not_there = || Error::not_found(refusals::EVENT_NO_SPOT);
        let (spot, sides) = spot_of(sent.text("at")).ok_or_else(not_there)?;
        // No result at all is none of a steward's buttons.
        let result: GameResult = of_key(sent.text("came")).flatten().ok_or_else(not_there)?;
        Ok(match enter_in_hall(app, secret, (spot, sides, result), now())? {
            Taken::Entered => "done-hall-entered",
            Taken::Noted => "done-hall-noted",
            Taken::Known => "done-hall-known",
        })
    })
    .await
}

/// Notes who is there.
pub async fn take_people(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, PERSON).await?;
    let Some(secret) = secret_in(&request, &visit.site, HALL) else { return none(&visit) };
    let name = sent.text("name").to_owned();
    let asked = Asked { part: Some("people"), name, ..Asked::default() };
    answer(&visit, secret, asked, move |app, secret| {
        let somebody = sent.text("entrant").parse().map(EntrantId);
        let somebody = somebody.map_err(|_| Error::not_found(refusals::EVENT_NO_SPOT))?;
        check_in_in_hall(app, secret, somebody, sent.text("there") == "1", now())?;
        Ok("done-hall-people")
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tables_form_says_which_game_of_whom_is_meant() {
        let spot = Spot { stage: 0, round: 2, table: 4, game: 1 };
        assert_eq!(spot_of("0.2.4.1.9.12"), Some((spot, [EntrantId(9), EntrantId(12)])));
        for wrong in ["", "0.2.4.1.9", "0.2.4.1.9.12.3", "0.-2.4.1.9.12", "0.2.4.1.9.99999999999"] {
            assert_eq!(spot_of(wrong), None, "{wrong}");
        }
    }
}
