//! What a player does after a game: a rematch or, in an event, the next game.

use crate::web::prelude::*;
use adjutant_domain::play::PlayId;
use adjutant_service::live::{self, Rematch, SeekId, Seen};
use adjutant_site::play_commands::parse_play_id_param;
use salpakan::record::short_id_text;

use super::{ADDRESS, game_address, query_live};

/// The state of a rematch with its buttons, or the next game of an event.
#[derive(Default)]
pub struct NextGamePart {
    pub words: String,
    pub presses: Vec<SubmitButton>,
    /// The address of the next game; empty if there is none.
    pub next: String,
    /// Whether the script waits for it.
    pub waits: bool,
    /// Whether the viewer's own request is open.
    pub asked: bool,
}

/// Builds the part for a player of a finished game.
pub async fn next_game_part(
    visit: &RequestContext,
    seen: &Seen,
) -> PageResult<Option<NextGamePart>> {
    if seen.event.is_some() {
        following_part(visit, seen).await
    } else {
        rematch_part(visit, seen).await
    }
}

/// The next game of a player's event. In an arena that goes on there may be one at any moment.
async fn following_part(visit: &RequestContext, seen: &Seen) -> PageResult<Option<NextGamePart>> {
    let id = *seen.play.id();
    let following = query_live(visit, move |live, actor| live::following(live, actor, &id)).await?;
    let Some(following) = following else { return Ok(None) };
    let waits = following.may_be_paired && following.next.is_none();
    Ok(Some(NextGamePart {
        words: if waits { visit.texts().get("play-next-waits") } else { String::new() },
        next: following.next.as_ref().map(game_address).unwrap_or_default(),
        waits: following.may_be_paired,
        ..NextGamePart::default()
    }))
}

async fn rematch_part(visit: &RequestContext, seen: &Seen) -> PageResult<Option<NextGamePart>> {
    let Some(color) = seen.viewer.color().filter(|_| seen.play.state().is_over()) else {
        return Ok(None);
    };
    let (id, texts) = (*seen.play.id(), visit.texts());
    let standing = query_live(visit, move |live, actor| live::standing(live, actor, &id)).await?;
    let Some(standing) = standing else { return Ok(None) };
    let opponent = &seen.players[color.opponent()];
    let press = |address: String, words: &str| visit.button(address, words);
    let ask = format!("{ADDRESS}/{}/rematch", short_id_text(&id));
    let drop = |seek: &SeekId| format!("{ADDRESS}/offers/{}/take-back", short_id_text(seek));
    let mut part = NextGamePart::default();
    if let Some(next) = standing.next {
        part.next = game_address(&next);
    } else if let Some(theirs) = standing.theirs {
        part.words = texts.one("play-rematch-asked", "player", opponent);
        part.presses.push(press(ask, "play-rematch-accept"));
        part.presses.push(press(drop(&theirs), "play-offer-decline"));
    } else if let Some(own) = standing.own {
        part.asked = true;
        part.words = texts.one("play-rematch-offered", "player", opponent);
        part.presses.push(press(drop(&own), "play-offer-take-back"));
    } else {
        part.presses.push(press(ask, "play-rematch"));
    }
    part.waits = true;
    Ok(Some(part))
}

/// Offers a rematch, or accepts the opponent's and redirects both players to it.
pub async fn submit_rematch(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let id: PlayId = parse_play_id_param(&path).or_page(&visit)?;
    let to = match query_live(&visit, move |live, actor| live::rematch(live, actor, &id)).await? {
        Rematch::Offered => id,
        Rematch::Play(next) => next,
    };
    Ok(see_other(&game_address(&to)))
}
