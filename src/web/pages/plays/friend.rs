//! Playing a friend: a casual game that whoever has its link accepts.

use crate::web::prelude::*;
use adjutant_domain::game::{GameKind, Rules};
use adjutant_service::live::{self, Seek, SeekId};
use adjutant_service::{Error, refusals};
use adjutant_site::assets;
use adjutant_site::board::side_name;
use adjutant_site::labels::{game_choices, pace_label};
use adjutant_site::moment_text::MomentText;
use adjutant_site::share_link::ShareLink;
use salpakan::clock::Pace;
use salpakan::record::{parse_short_id, short_id_text};
use salpakan::rules::Color;

use super::guest::{Beginner, just_begun, may_begin};
use super::{ADDRESS, game_address, query_live, rules_name};

const PATH: &str = "/play/friend";
const PACES: [&str; 3] = ["600+5", "1200+5", "300+3"];
/// The pace that guests may not choose.
const DAYS: &str = "3d";

/// The standard rules of the chosen game.
fn rules_of_game(key: &str) -> Rules {
    GameKind::parse(key).unwrap_or_default().usual_rules()
}

#[derive(Template)]
#[template(path = "play/friend.html")]
struct WaitingPage {
    frame: PageFrame,
    about: String,
    link: ShareLink,
    until: MomentText,
    cancel: SubmitButton,
    script: &'static str,
    copying: &'static str,
}

fn new_form(visit: &RequestContext) -> Form {
    let texts = visit.texts();
    let days = visit.is_signed_in().then_some(DAYS);
    let paces = PACES
        .into_iter()
        .chain(days)
        .filter_map(|key| Some(Choice::new(key, pace_label(texts, Pace::parse(key).ok()?))));
    let mut colors = vec![Choice::new("", texts.get("play-color-lot"))];
    colors.extend(Color::ALL.map(|color| Choice::new(color.key(), texts.text(color.key()))));
    let games = game_choices(texts);
    let form = visit
        .form("friend", PATH, "friend-make")
        .with_field(
            Field::radio(texts, "game", "play-game", games).value(GameKind::default().key()),
        )
        .with_field(Field::radio(texts, "pace", "play-pace", paces.collect()).value(PACES[0]))
        .with_field(Field::radio(texts, "color", "play-color", colors).value(""));
    with_name(visit, form)
}

/// Asks those without a session for their name.
fn with_name(visit: &RequestContext, form: Form) -> Form {
    if visit.actor().has_session() {
        return form;
    }
    let name = Field::text(visit.texts(), "name", "friend-name").hint("friend-name-hint");
    form.with_field(name.autocomplete("nickname"))
}

fn form_page(visit: &RequestContext, heading: &str) -> FormPage {
    let texts = visit.texts();
    let over = (texts.get("play-title"), ADDRESS.to_owned());
    FormPage::new(visit, AreaHeader::below(over, texts.get(heading)))
}

/// Shows the form for a new link.
pub async fn show_new(visit: RequestContext) -> PageResult {
    if !may_begin(&visit) {
        return Ok(see_other("/sign-in?next=%2Fplay%2Ffriend"));
    }
    form_page(&visit, "friend-title")
        .paragraph("friend-words")
        .form(new_form(&visit))
        .respond(&visit)
}

#[derive(Clone, Deserialize)]
struct FriendForm {
    game: String,
    pace: String,
    color: String,
    name: String,
}

/// Creates a game and shows its link.
pub async fn create(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<FriendForm>(&visit).await?;
    let page =
        || form_page(&visit, "friend-title").paragraph("friend-words").form(new_form(&visit));
    let texts = visit.texts();
    let Ok(pace) = Pace::parse(&sent.pace) else {
        let why = texts.get("refused-pace-written");
        return page().respond_again(&visit, sent.raw(), FormRefusal::fault("pace", why));
    };
    let rules = rules_of_game(&sent.game);
    let color = Color::parse(&sent.color);
    let beginner = match Beginner::of_request(&request, &visit, sent.name.clone()).await? {
        Ok(beginner) => beginner,
        Err(refusal) => return page().respond_again(&visit, sent.raw(), refusal),
    };
    let made = beginner
        .run(&visit, move |live, actor| live::offer_by_link(live, actor, rules, pace, color));
    let id = made.await.or_page(&visit)?;
    Ok(beginner.redirect(&visit, &address(&id)))
}

fn address(id: &SeekId) -> String {
    format!("{PATH}/{}", short_id_text(id))
}

fn parse_offer(visit: &RequestContext, text: &str) -> PageResult<SeekId> {
    let none = || PageError::new(visit, &Error::not_found(refusals::NO_OFFER));
    parse_short_id(text).ok_or_else(none)
}

/// The game as an invitation says it; the side is that of whoever accepts, or of its creator.
fn about(texts: Texts, seek: &Seek) -> String {
    let color = seek.color.map(|color| if seek.own { color } else { color.opponent() });
    let side = color.map_or_else(|| texts.get("play-lot"), |color| side_name(texts, color).into());
    let pace = pace_label(texts, seek.terms.pace);
    let (casual, plays) = (texts.text("play-is-casual"), texts.text("play-you-play"));
    let game = rules_name(texts, seek.terms.rules);
    let game = if game.is_empty() { game } else { format!("{game} · ") };
    format!("{game}{pace} · {casual} · {plays} {side}")
}

/// Shows the link to its creator, and the invitation to everybody else.
pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let id = parse_offer(&visit, &path)?;
    let seek =
        query_live(&visit, move |live, actor| live::offered_by_link(live, actor, &id)).await?;
    let Some(seek) = seek else { return gone(&visit).await };
    if seek.own { waiting_page(&visit, &seek) } else { invitation(&visit, &seek).respond(&visit) }
}

fn waiting_page(visit: &RequestContext, seek: &Seek) -> PageResult {
    let texts = visit.texts();
    let page = WaitingPage {
        frame: visit.frame(texts.get("friend-title")),
        about: about(texts, seek),
        link: ShareLink::new(visit, &address(&seek.id)),
        until: MomentText::new(texts, seek.expires_at)
            .within(|at| texts.one("play-until", "moment", at)),
        cancel: visit.button(format!("{}/cancel", address(&seek.id)), "cancel"),
        script: assets::address("js/play/friend.js"),
        copying: assets::address("js/share/copy.js"),
    };
    private_html(visit, StatusCode::OK, &page)
}

fn invitation(visit: &RequestContext, seek: &Seek) -> FormPage {
    let texts = visit.texts();
    let heading = texts.one("friend-invites", "player", &seek.by);
    let over = (texts.get("play-title"), ADDRESS.to_owned());
    let page =
        FormPage::new(visit, AreaHeader::below(over, heading)).paragraph_text(about(texts, seek));
    if !may_begin(visit) {
        let next = format!("/sign-in?next={}", address(&seek.id).replace('/', "%2F"));
        return page.link(next, "play-sign-in");
    }
    page.form(with_name(visit, visit.form("friend", &address(&seek.id), "friend-accept")))
}

/// The page of a link that is used up; who has just begun a game is led to it.
async fn gone(visit: &RequestContext) -> PageResult {
    if let Some(game) = just_begun(visit).await? {
        return Ok(see_other(&game));
    }
    let page = form_page(visit, "friend-gone-title").paragraph("friend-gone");
    page.link(PATH, "friend-title").respond_with_status(visit, StatusCode::GONE)
}

#[derive(Deserialize)]
struct NameForm {
    name: String,
}

/// Accepts the invitation.
pub async fn accept(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read::<NameForm>(&visit).await?;
    let id = parse_offer(&visit, &path)?;
    let seek =
        query_live(&visit, move |live, actor| live::offered_by_link(live, actor, &id)).await?;
    let Some(seek) = seek else { return gone(&visit).await };
    let beginner = match Beginner::of_request(&request, &visit, sent.name.clone()).await? {
        Ok(beginner) => beginner,
        Err(refusal) => {
            return invitation(&visit, &seek).respond_again(&visit, sent.raw(), refusal);
        }
    };
    let accepted = beginner.run(&visit, move |live, actor| live::accept(live, actor, &id));
    let play = accepted.await.or_page(&visit)?;
    Ok(beginner.redirect(&visit, &game_address(&play)))
}

/// Cancels the invitation.
pub async fn cancel(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let id = parse_offer(&visit, &path)?;
    query_live(&visit, move |live, actor| live::take_back(live, actor, &id)).await?;
    Ok(redirect_with_flash(ADDRESS, "done-offer-gone"))
}
