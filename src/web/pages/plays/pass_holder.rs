//! The page of a game for holders of a table pass, and the commands sent from it.

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_service::live::{self, Pass, PassAnswer, Place};
use adjutant_service::{Error, refusals};
use adjutant_site::request_limits::Caller;
use adjutant_site::session::{TABLE_PASS_COOKIE, cookie_secret, table_pass_cookie};

use super::commands::{CommandForm, GameCommand};
use super::game::{self, GameQuery, RefusedCommand};
use super::game_access::{GameAccess, PASS_PATH};
use super::joint_actions;
use super::query_live;

/// Explains a link, with a button to open it: link previews of chat programs must not use it up.
pub async fn show_link(visit: RequestContext, link: web::Path<String>) -> PageResult {
    let place = match Secret::parse(&link) {
        Some(link) => query_live(&visit, move |live, _| live::pass_of_link(live, &link)).await?,
        None => None,
    };
    let Some(place) = place else { return invalid_pass_page(&visit) };
    let words = match place {
        Place::SetUp(_) => "table-open-set-up",
        Place::Device | Place::OneDevice => "table-open-device",
    };
    let form = visit.form("open", &visit.path, "table-open");
    let heading = format!("table-place-{}", place.key());
    FormPage::signed_out(&visit, &heading).paragraph(words).form(form).respond(&visit)
}

/// Redeems the link: this browser gets the pass, and the link becomes invalid.
pub async fn open_link(visit: RequestContext, link: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let token = match Secret::parse(&link) {
        Some(link) => query_live(&visit, move |live, _| live::open_pass(live, &link)).await?,
        None => None,
    };
    let Some(token) = token else { return invalid_pass_page(&visit) };
    let mut response = see_other(PASS_PATH);
    let cookie = table_pass_cookie(&visit.site, &token);
    response.add_cookie(&cookie).map_err(|e| {
        PageError::new(&visit, &Error::Internal(format!("a cookie that is none: {e}")))
    })?;
    Ok(response)
}

/// The page for a used or unknown link and for a browser without a pass; it does not say which.
pub fn invalid_pass_page(visit: &RequestContext) -> PageResult {
    let sheet = FormPage::signed_out(visit, "link-dead-title").paragraph("table-none");
    sheet.link("/", "error-home").respond_with_status(visit, StatusCode::GONE)
}

/// The pass of this browser, if any.
pub async fn pass_from_cookie(
    request: &HttpRequest,
    visit: &RequestContext,
) -> PageResult<Option<Pass>> {
    let Some(token) = cookie_secret(request, &visit.site, TABLE_PASS_COOKIE) else {
        return Ok(None);
    };
    let link = Caller::from_link(&token);
    let pass = query_live(visit, move |live, _| live::pass(live, &token)).await?;
    if pass.is_some() {
        link.attach_to(request);
    }
    Ok(pass)
}

/// Shows the game as the pass allows.
pub async fn show(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["from", "stay"]).or_page(&visit)?;
    let stays = given.number("stay", 0..=1).or_page(&visit)?;
    let looks =
        GameQuery { from: given.text("from"), stays: stays == Some(1), ..GameQuery::default() };
    let Some(pass) = pass_from_cookie(&request, &visit).await? else {
        return invalid_pass_page(&visit);
    };
    let spot = GameAccess::ViaPass(pass);
    let seen = game::load_game(&visit, spot).await?;
    game::page(&visit, spot, &seen, &looks, RefusedCommand::default()).await
}

#[derive(Deserialize)]
struct ActionForm {
    id: String,
    word: String,
    white: bool,
    black: bool,
}

impl CommandForm for ActionForm {
    fn command_id(&self) -> &str {
        &self.id
    }
}

/// Carries out a joint action after every player who must agree has ticked their box, or answers a
/// request to renew a pass.
pub async fn submit_action(command: GameCommand) -> PageResult {
    let act = |live: &_, _: &_, access: GameAccess, form: ActionForm, sent: Result<_, _>| {
        let pass = access.by_pass()?;
        if let Some((place, answer)) = parse_renewal_answer(&form.word) {
            live::answer_by_pass(live, pass, place, answer)?;
            return Ok(None);
        }
        let what = joint_actions::parse_action(&form.word);
        let what = what.ok_or_else(|| Error::invalid("word", refusals::TABLE_WORD))?;
        if !joint_actions::required_consents(what).iter().all(|who| match *who {
            "white" => form.white,
            _ => form.black,
        }) {
            return Err(Error::conflict(refusals::NOT_ALL_AGREE).into());
        }
        Ok(Some(live::say_by_pass(live, pass, sent?, what)?))
    };
    command.run(act).await
}

/// Parses a side's answer to a renewal request, such as `agree-device`.
fn parse_renewal_answer(word: &str) -> Option<(Place, PassAnswer)> {
    let (answer, place) = word.split_once('-')?;
    let answer = match answer {
        "agree" => PassAnswer::Agree,
        "refuse" => PassAnswer::Refuse,
        _ => return None,
    };
    Some((Place::parse(place)?, answer))
}
