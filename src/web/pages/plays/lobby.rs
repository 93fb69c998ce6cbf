//! The lobby: offers to everybody, to oneself and of one's own, and one's games under way.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::play::State;
use crate::service::access::{Act, On, require};
use crate::service::live::{self, Running, Seek, SeekId};
use crate::service::{Error, refusals};
use crate::web::assets;
use crate::web::board::side;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Press};
use crate::web::moments::minute;
use crate::web::pages::account::attempt::see_other;
use crate::web::pages::{encode, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use salpakan::record::{parse_short_id, short_id_text};
use salpakan::rules::RuleSet;

use super::{ADDRESS, ask_desk, pace_words, rated_words};

const DONE: &[&str] = &["done-offer-made", "done-offer-gone"];

/// An offer in its list.
struct OfferLine {
    by: String,
    bot: bool,
    link: String,
    /// Whom it is made to; empty for everybody.
    to: String,
    pace: String,
    /// Empty for the published game.
    rules: String,
    rated: &'static str,
    /// What who takes it up plays.
    color: String,
    until: String,
    acts: Vec<Press>,
}

/// A list of offers with its heading.
struct OfferList {
    title: &'static str,
    /// What stands there where it is empty; without words it is left out then.
    none: &'static str,
    lines: Vec<OfferLine>,
}

/// A game of one's own.
struct GameLine {
    address: String,
    opponent: String,
    color: &'static str,
    pace: String,
    rules: String,
    rated: &'static str,
    state: &'static str,
    /// Whether he is waited for.
    waits: bool,
}

#[derive(Template)]
#[template(path = "play/lobby.html")]
struct LobbyPage {
    frame: Frame,
    done: String,
    may_play: bool,
    games: Vec<GameLine>,
    lists: Vec<OfferList>,
    script: &'static str,
}

fn rules_name(rules: RuleSet) -> String {
    if rules == RuleSet::STANDARD { String::new() } else { rules.to_string() }
}

fn offer_line(visit: &Visit, seek: Seek, may_play: bool, to_me: bool) -> OfferLine {
    let (texts, token) = (visit.texts(), visit.form_token());
    let address = |act: &str| format!("/play/offers/{}/{act}", short_id_text(&seek.id));
    let press = |act: &str, words: &str| {
        Press::new(texts, address(act), &token, words).about(seek.by.clone())
    };
    let acts = match (may_play, seek.own, to_me) {
        (false, ..) => Vec::new(),
        (true, true, _) => vec![press("take-back", "play-offer-take-back")],
        (true, false, true) => {
            vec![press("accept", "play-offer-accept"), press("take-back", "play-offer-decline")]
        }
        (true, false, false) => vec![press("accept", "play-offer-accept")],
    };
    let color = seek.color.map(|color| if seek.own { color } else { color.opponent() });
    OfferLine {
        link: format!("/players/{}", encode(&seek.by)),
        pace: pace_words(texts, seek.terms.pace),
        rules: rules_name(seek.terms.rules),
        rated: rated_words(texts, seek.terms.rated),
        color: color.map_or_else(|| texts.get("play-lot"), |color| side(texts, color).into()),
        until: minute(seek.expires_at),
        acts,
        to: seek.to.unwrap_or_default(),
        by: seek.by,
        bot: seek.bot,
    }
}

fn game_line(texts: Texts, game: Running) -> GameLine {
    let waits = game.to_move == Some(game.color);
    let state = match game.state {
        State::Created | State::Deploying => "play-state-deploying",
        State::Paused => "play-state-paused",
        _ if waits => "play-state-yours",
        _ => "play-state-theirs",
    };
    GameLine {
        address: format!("{ADDRESS}/{}", short_id_text(&game.id)),
        color: side(texts, game.color),
        pace: pace_words(texts, game.pace),
        rules: rules_name(game.rules),
        rated: rated_words(texts, game.rated),
        state: texts.text(state),
        opponent: game.opponent,
        waits,
    }
}

/// What is offered, and what one plays.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let (actor, texts) = (visit.actor().clone(), visit.texts());
    let may_play = require(&actor, Act::Play, On::Account(actor.account), false).is_ok();
    let found = ask_desk(&visit, move |live| {
        Ok((live::lobby(live, &actor)?, live::running(live, &actor)?))
    });
    let (lobby, games) = found.await?;
    let lines = |seeks: Vec<Seek>, to_me: bool| -> Vec<OfferLine> {
        seeks.into_iter().map(|seek| offer_line(&visit, seek, may_play, to_me)).collect()
    };
    let list = |title: &str, none: &str, lines: Vec<OfferLine>| OfferList {
        title: texts.text(title),
        none: if none.is_empty() { "" } else { texts.text(none) },
        lines,
    };
    let mut lists = Vec::new();
    if may_play {
        lists.push(list("play-to-me", "", lines(lobby.to_me, true)));
        lists.push(list("play-own", "", lines(lobby.own, false)));
    }
    lists.push(list("play-open", "play-open-none", lines(lobby.open, false)));
    let page = LobbyPage {
        frame: visit.frame(texts.get("play-title")),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        may_play,
        games: games.into_iter().map(|game| game_line(texts, game)).collect(),
        lists,
        script: assets::address("js/play/lobby.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// The id in an address; whatever is none names no offer.
fn seek_id(visit: &Visit, text: &str) -> Result<SeekId, PageError> {
    let none = || PageError::new(visit, &Error::not_found(refusals::NO_OFFER));
    parse_short_id(text).ok_or_else(none)
}

/// Takes an offer up, and leads to the game.
pub async fn accept(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, Shape::default()).await?;
    let (id, actor) = (seek_id(&visit, &path)?, visit.actor().clone());
    let play = ask_desk(&visit, move |live| live::accept(live, &actor, &id)).await?;
    Ok(see_other(&format!("{ADDRESS}/{}", short_id_text(&play))))
}

/// Takes one's own back, or declines one that was made to oneself.
pub async fn take_back(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, Shape::default()).await?;
    let (id, actor) = (seek_id(&visit, &path)?, visit.actor().clone());
    ask_desk(&visit, move |live| live::take_back(live, &actor, &id)).await?;
    Ok(see_other(&Done::address(ADDRESS, "done-offer-gone")))
}
