//! Rematches.

use crate::web::prelude::*;
use adjutant_domain::play::PlayId;
use adjutant_service::live::{self, Rematch, SeekId, Seen};
use adjutant_site::play_commands::parse_play_id_param;
use salpakan::record::short_id_text;

use super::{ADDRESS, game_address, query_live};

/// The state of a rematch, with its buttons.
#[derive(Default)]
pub struct RematchPart {
    pub words: String,
    pub presses: Vec<SubmitButton>,
    /// The address of the next game; empty if there is none.
    pub next: String,
    /// Whether the script waits for the opponent.
    pub waits: bool,
    /// Whether the viewer's own request is open.
    pub asked: bool,
}

/// Builds the part for a player of a finished game.
pub async fn rematch_part(visit: &RequestContext, seen: &Seen) -> PageResult<Option<RematchPart>> {
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
    let mut part = RematchPart::default();
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
