//! A steward's phone: the tables of their link with large buttons, and check-in. It works without a
//! script and shows only names and tables.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Path;
use adjutant_domain::search::folded;

use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::{EntrantId, GameSlot};
use adjutant_domain::moment::Micros;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    self, Hall, HallEntryOutcome, HallPerson, HallRound, HallTable, check_in_at_hall,
    enter_hall_result, no_spot,
};
use adjutant_service::{App, Error};
use adjutant_site::forms::{FormSchema, run_attempt};
use adjutant_site::moment_text::MomentText;
use adjutant_site::parameters::{AcceptedValues, ParameterError, percent_encode};
use adjutant_site::prelude::*;
use adjutant_site::request_limits::Caller;
use adjutant_site::session::{STEWARD_COOKIE, cookie_secret, steward_cookie};
use adjutant_site::use_cases::run_use_case;
use swiss::series::GameResult;

use super::desk_results::{parse_result, result_label};
use super::{labels, with_query};

/// Where a steward's browser goes after opening a link.
pub const PATH: &str = "/hall";
const DONE_KEYS: &[&str] =
    &["done-hall-entered", "done-hall-noted", "done-hall-known", "done-hall-people"];
const PARTS: [&str; 2] = ["results", "people"];
const RESULT_SHAPE: FormSchema = FormSchema::new(&["at", "came"]);
const CHECK_IN_SHAPE: FormSchema = FormSchema::new(&["entrant", "there", "name"]);

#[derive(Debug, Clone, Default)]
struct HallQuery {
    part: Option<&'static str>,
    name: String,
    done: Option<FlashMessage>,
}

impl HallQuery {
    fn read(query: &QueryString) -> Result<HallQuery, ParameterError> {
        let given = query.parse(&["part", "name", "done"])?;
        let of = |text: &str| PARTS.into_iter().find(|part| *part == text);
        Ok(HallQuery {
            part: given.parse_with("part", AcceptedValues::one_of(PARTS.join(", ")), of)?,
            name: given.text("name").unwrap_or_default(),
            done: FlashMessage::from_query(&given, DONE_KEYS)?,
        })
    }
}

struct ResultChoice {
    came: &'static str,
    label: String,
}

/// A table with the results that can be entered.
struct HallTableRow {
    table: HallTable,
    /// The table's anchor on the page, with the board.
    mark: String,
    /// The teams of the players at the board; otherwise empty.
    teams: String,
    /// Table, game and players; [`parse_spot`] reads it.
    at: String,
    stands: String,
    played: [ResultChoice; 3],
    absent: [ResultChoice; 3],
}

struct HallRoundPart {
    /// Empty if there is only one stage.
    stage: String,
    number: usize,
    lines: Vec<HallTableRow>,
}

#[derive(Template)]
#[template(path = "contests/hall.html")]
struct HallPage {
    frame: PageFrame,
    event: String,
    name: String,
    until: MomentText,
    csrf: String,
    done: String,
    faults: Vec<String>,
    tabs: Vec<NavTab>,
    shows_results: bool,
    rounds: Vec<HallRoundPart>,
    people: Option<Vec<HallPerson>>,
    searched: String,
}

fn table_row(table: &HallTable, texts: Texts) -> HallTableRow {
    let GameSlot { stage, round, table: number, game } = table.slot;
    let [one, other] = table.sides.map(|side| side.0);
    let label = |came| result_label(came, &table.names, texts);
    let numbered = |(number, came)| {
        let label = format!("{number} · {}", label(came));
        ResultChoice { came, label }
    };
    let absent = ["first-absent", "second-absent", "both-absent"];
    HallTableRow {
        table: table.clone(),
        mark: match table.board {
            Some(board) => format!("{}-{board}", number + 1),
            None => (number + 1).to_string(),
        },
        teams: table
            .teams
            .as_ref()
            .filter(|teams| **teams != table.names)
            .map_or_else(String::new, |[one, other]| format!("{one} – {other}")),
        at: format!("{stage}.{round}.{number}.{game}.{one}.{other}"),
        stands: labels::result_marks(&table.games),
        played: [(1, "first"), (2, "second"), (3, "drawn")].map(numbered),
        absent: absent.map(|came| ResultChoice { came, label: label(came) }),
    }
}

fn part(round: &HallRound, several: bool, texts: Texts) -> HallRoundPart {
    HallRoundPart {
        stage: if several { round.stage.clone() } else { String::new() },
        number: round.number,
        lines: round.tables.iter().map(|table| table_row(table, texts)).collect(),
    }
}

fn parse_spot(at: &str) -> Option<(GameSlot, [EntrantId; 2])> {
    let numbers: Option<Vec<usize>> = at.split('.').map(|part| part.parse().ok()).collect();
    let [stage, round, table, game, one, other] = numbers?[..] else { return None };
    let id = |number: usize| u32::try_from(number).ok().map(EntrantId);
    Some((GameSlot { stage, round, table, game }, [id(one)?, id(other)?]))
}

fn address(part: &str, name: &str) -> String {
    with_query(PATH, &[("part", part.to_owned()), ("name", percent_encode(name))])
}

fn tabs(hall: &Hall, shown: &str, texts: Texts) -> Vec<NavTab> {
    let all = [("results", "contest-results"), ("people", "hall-people")];
    let both = hall.duties.results && hall.duties.check_in;
    let tab = |(part, words): (&str, &str)| NavTab {
        address: address(part, ""),
        words: texts.get(words),
        here: part == shown,
    };
    all.into_iter().filter(|_| both).map(tab).collect()
}

/// How long a link is valid, in the zone of its event.
pub fn until_text(texts: Texts, expires_at: Micros, zone: &str) -> MomentText {
    MomentText::in_zone(texts, expires_at, zone).within(|at| texts.one("hall-until", "until", at))
}

fn page(visit: &RequestContext, hall: &Hall, asked: &HallQuery, faults: Vec<String>) -> HallPage {
    let texts = visit.texts();
    let checks_in = hall.duties.check_in && (asked.part == Some("people") || !hall.duties.results);
    let name = folded(&asked.name);
    let found = hall.people.iter().filter(|one| folded(&one.name).contains(&name));
    HallPage {
        frame: visit.frame(format!("{} · {}", hall.name, hall.event)),
        event: hall.event.clone(),
        name: hall.name.clone(),
        until: until_text(texts, hall.expires_at, &hall.time_zone),
        csrf: visit.form_token(),
        done: asked.done.map(|done| done.text(texts)).unwrap_or_default(),
        faults,
        tabs: tabs(hall, if checks_in { "people" } else { "results" }, texts),
        shows_results: !checks_in,
        rounds: hall.rounds.iter().map(|one| part(one, hall.has_several_stages, texts)).collect(),
        people: checks_in.then(|| found.cloned().collect()),
        searched: asked.name.clone(),
    }
}

/// Keeps search engines away.
pub fn with_noindex(mut response: HttpResponse) -> HttpResponse {
    let (name, value) = ("x-robots-tag", "noindex, nofollow");
    response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    response
}

/// The same page for an expired link, an unknown one, and a browser without one.
fn invalid_link_page(visit: &RequestContext) -> PageResult {
    let sheet = FormPage::signed_out(visit, "link-dead-title").paragraph("hall-none");
    sheet.link("/", "error-home").respond_with_status(visit, StatusCode::GONE).map(with_noindex)
}

/// Shows what a link is for, with a button that opens it; viewing alone changes nothing.
pub async fn show_link(visit: RequestContext, link: Path<String>) -> PageResult {
    let found = match Secret::parse(&link) {
        Some(link) => {
            run_use_case(&visit, move |app| contests::steward_link_label(app, &link, now_micros()))
                .await?
        }
        None => None,
    };
    let Some((event, name)) = found else { return invalid_link_page(&visit) };
    let form = visit.form("open", &visit.path, "hall-open");
    let sheet =
        FormPage::signed_out(&visit, "hall-title").paragraph_text(format!("{event}: {name}"));
    sheet.paragraph("hall-words").form(form).respond(&visit).map(with_noindex)
}

/// Opens the link: this browser keeps it from now on, and it appears in no address.
pub async fn open_link(visit: RequestContext, link: Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let Some(secret) = Secret::parse(&link) else { return invalid_link_page(&visit) };
    let own = secret.clone();
    if !run_use_case(&visit, move |app| contests::record_link_use(app, &own, now_micros())).await? {
        return invalid_link_page(&visit);
    }
    let mut response = see_other(PATH);
    response.add_cookie(&steward_cookie(&visit.site, &secret)).map_err(|e| {
        PageError::new(&visit, &Error::Internal(format!("a cookie that is none: {e}")))
    })?;
    Ok(with_noindex(response))
}

async fn load_hall(visit: &RequestContext, secret: &Secret) -> Result<Option<Hall>, PageError> {
    let own = secret.clone();
    run_use_case(visit, move |app| contests::hall(app, &own, now_micros())).await
}

/// A steward's tables, or the people they check in.
pub async fn show(request: HttpRequest, visit: RequestContext, query: QueryString) -> PageResult {
    let asked = HallQuery::read(&query).or_page(&visit)?;
    let Some(secret) = cookie_secret(&request, &visit.site, STEWARD_COOKIE) else {
        return invalid_link_page(&visit);
    };
    let Some(hall) = load_hall(&visit, &secret).await? else { return invalid_link_page(&visit) };
    Caller::from_link(&secret).attach_to(&request);
    private_html(&visit, StatusCode::OK, &page(&visit, &hall, &asked, Vec::new())).map(with_noindex)
}

/// Runs the command of a form and redirects to its place, or shows it again with the error.
async fn run_and_redirect(
    request: &HttpRequest,
    visit: &RequestContext,
    asked: HallQuery,
    act: impl FnOnce(&App, &Secret) -> Result<&'static str, Error> + Send + 'static,
) -> PageResult {
    let Some(secret) = cookie_secret(request, &visit.site, STEWARD_COOKIE) else {
        return invalid_link_page(visit);
    };
    let own = secret.clone();
    let done = run_attempt(visit, move |app| act(app, &own).map_err(AccountError::from)).await?;
    let refusal = match done {
        Ok(done) => {
            let page = address(asked.part.unwrap_or_default(), &asked.name);
            return Ok(with_noindex(redirect_with_flash(&page, done)));
        }
        Err(refusal) => refusal,
    };
    let Some(hall) = load_hall(visit, &secret).await? else { return invalid_link_page(visit) };
    let (status, faults) = refusal.into_messages();
    let mut page = page(visit, &hall, &asked, faults);
    // Preferences return to the form.
    page.frame.address = PATH.to_owned();
    private_html(visit, status, &page).map(with_noindex)
}

pub async fn submit_results(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, RESULT_SHAPE).await?;
    let asked = HallQuery { part: Some("results"), ..HallQuery::default() };
    run_and_redirect(&request, &visit, asked, move |app, secret| {
        let (spot, sides) = parse_spot(sent.text("at")).ok_or_else(no_spot)?;
        // Stewards have no button to clear a result.
        let result: GameResult = parse_result(sent.text("came")).flatten().ok_or_else(no_spot)?;
        Ok(match enter_hall_result(app, secret, (spot, sides, result), now_micros())? {
            HallEntryOutcome::Entered => "done-hall-entered",
            HallEntryOutcome::Disputed => "done-hall-noted",
            HallEntryOutcome::AlreadyEntered => "done-hall-known",
        })
    })
    .await
}

pub async fn submit_check_ins(
    request: HttpRequest,
    visit: RequestContext,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, CHECK_IN_SHAPE).await?;
    let name = sent.text("name").to_owned();
    let asked = HallQuery { part: Some("people"), name, ..HallQuery::default() };
    run_and_redirect(&request, &visit, asked, move |app, secret| {
        let somebody = sent.text("entrant").parse().map(EntrantId);
        let somebody = somebody.map_err(|_| no_spot())?;
        check_in_at_hall(app, secret, somebody, sent.text("there") == "1", now_micros())?;
        Ok("done-hall-people")
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tables_form_says_which_game_of_whom_is_meant() {
        let spot = GameSlot { stage: 0, round: 2, table: 4, game: 1 };
        assert_eq!(parse_spot("0.2.4.1.9.12"), Some((spot, [EntrantId(9), EntrantId(12)])));
        for wrong in ["", "0.2.4.1.9", "0.2.4.1.9.12.3", "0.-2.4.1.9.12", "0.2.4.1.9.99999999999"] {
            assert_eq!(parse_spot(wrong), None, "{wrong}");
        }
    }
}
