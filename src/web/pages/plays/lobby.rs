//! The lobby: open games, game requests to and from the visitor, and their games in progress.

use crate::web::prelude::*;
use adjutant_domain::play::State;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::live::{self, Running, Seek, SeekId};
use adjutant_service::{Error, refusals};
use adjutant_site::assets;
use adjutant_site::board::side_name;
use adjutant_site::labels::pace_label;
use adjutant_site::moment_text::MomentText;
use adjutant_site::parameters::percent_encode;
use salpakan::record::{parse_short_id, short_id_text};

use super::quick::{PlayNow, play_now};
use super::{ADDRESS, game_address, query_live, rated_label, rules_name};

const DONE_KEYS: &[&str] = &["done-offer-made", "done-offer-gone"];

struct SeekRow {
    by: String,
    bot: bool,
    link: String,
    /// The requested opponent; empty for an open game.
    to: String,
    pace: String,
    /// Empty for the standard rules.
    rules: String,
    rated: &'static str,
    /// The colour of whoever accepts.
    color: String,
    until: MomentText,
    acts: Vec<SubmitButton>,
}

struct SeekList {
    title: &'static str,
    /// The text of an empty list; without one the list is omitted.
    none: &'static str,
    lines: Vec<SeekRow>,
}

struct OwnGameRow {
    address: String,
    opponent: String,
    color: &'static str,
    pace: String,
    rules: String,
    rated: &'static str,
    state: &'static str,
    waits: bool,
}

#[derive(Template)]
#[template(path = "play/lobby.html")]
struct LobbyPage {
    frame: PageFrame,
    done: String,
    /// Sentences about those who declined a request.
    declined: Vec<String>,
    may_play: bool,
    /// The ways to begin a game at once.
    now: Option<PlayNow>,
    /// The name of a guest; empty for others.
    guest: String,
    games: Vec<OwnGameRow>,
    lists: Vec<SeekList>,
    script: &'static str,
}

fn seek_row(visit: &RequestContext, seek: Seek, may_play: bool, to_me: bool) -> SeekRow {
    let texts = visit.texts();
    let address = |act: &str| format!("/play/offers/{}/{act}", short_id_text(&seek.id));
    let press =
        |act: &str, words: &str| visit.button(address(act), words).with_target(seek.by.clone());
    let acts = match (may_play, seek.own, to_me) {
        (false, ..) => Vec::new(),
        (true, true, _) => vec![press("take-back", "play-offer-take-back")],
        (true, false, true) => {
            vec![press("accept", "play-offer-accept"), press("take-back", "play-offer-decline")]
        }
        (true, false, false) => vec![press("accept", "play-offer-accept")],
    };
    let color = seek.color.map(|color| if seek.own { color } else { color.opponent() });
    SeekRow {
        link: format!("/players/{}", percent_encode(&seek.by)),
        pace: pace_label(texts, seek.terms.pace),
        rules: rules_name(texts, seek.terms.rules),
        rated: rated_label(texts, seek.terms.rated),
        color: color.map_or_else(|| texts.get("play-lot"), |color| side_name(texts, color).into()),
        until: MomentText::new(texts, seek.expires_at)
            .within(|at| texts.one("play-until", "moment", at)),
        acts,
        to: seek.to.unwrap_or_default(),
        by: seek.by,
        bot: seek.bot,
    }
}

fn own_game_row(texts: Texts, game: Running) -> OwnGameRow {
    let waits = game.to_move == Some(game.color);
    let state = match game.state {
        State::Created | State::Deploying => "play-state-deploying",
        State::Paused => "play-state-paused",
        _ if waits => "play-state-yours",
        _ => "play-state-theirs",
    };
    OwnGameRow {
        address: game_address(&game.id),
        color: side_name(texts, game.color),
        pace: pace_label(texts, game.pace),
        rules: rules_name(texts, game.rules),
        rated: rated_label(texts, game.rated),
        state: texts.text(state),
        opponent: game.opponent,
        waits,
    }
}

/// Shows open games and the visitor's own games.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let (actor, texts) = (visit.actor(), visit.texts());
    let may_play = require(actor, Act::Play, ActTarget::Account(actor.account), false).is_ok();
    let found = query_live(&visit, move |live, actor| {
        Ok((live::lobby(live, actor)?, live::running(live, actor)?))
    });
    let (lobby, games) = found.await?;
    let lines = |seeks: Vec<Seek>, to_me: bool| -> Vec<SeekRow> {
        seeks.into_iter().map(|seek| seek_row(&visit, seek, may_play, to_me)).collect()
    };
    let list = |title: &str, none: &str, lines: Vec<SeekRow>| SeekList {
        title: texts.text(title),
        none: if none.is_empty() { "" } else { texts.text(none) },
        lines,
    };
    let declined =
        lobby.declined.into_iter().map(|name| texts.one("notice-declined", "name", name));
    let declined = declined.collect();
    // A request that was answered or has expired is no longer open.
    let has_own = !lobby.own.is_empty();
    let done = done.filter(|done| has_own || !done.is("done-offer-made"));
    let mut lists = Vec::new();
    if may_play {
        lists.push(list("play-to-me", "", lines(lobby.to_me, true)));
        lists.push(list("play-own", "", lines(lobby.own, false)));
    }
    lists.push(list("play-open", "play-open-none", lines(lobby.open, false)));
    let page = LobbyPage {
        frame: visit.frame(texts.get("play-title")),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        declined,
        may_play,
        now: play_now(&visit).await?,
        guest: if actor.is_guest { actor.name.clone() } else { String::new() },
        games: games.into_iter().map(|game| own_game_row(texts, game)).collect(),
        lists,
        script: assets::address("js/play/lobby.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Parses the id in an address; an invalid one names no seek.
fn parse_seek_id(visit: &RequestContext, text: &str) -> PageResult<SeekId> {
    let none = || PageError::new(visit, &Error::not_found(refusals::NO_OFFER));
    parse_short_id(text).ok_or_else(none)
}

/// Accepts a seek and redirects to the game.
pub async fn accept(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let id = parse_seek_id(&visit, &path)?;
    let play = query_live(&visit, move |live, actor| live::accept(live, actor, &id)).await?;
    Ok(see_other(&game_address(&play)))
}

/// Cancels the visitor's own seek, or declines a request made to them.
pub async fn cancel(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let id = parse_seek_id(&visit, &path)?;
    query_live(&visit, move |live, actor| live::take_back(live, actor, &id)).await?;
    Ok(redirect_with_flash(ADDRESS, "done-offer-gone"))
}
