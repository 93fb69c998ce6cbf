//! Reporting an opponent to the moderators.

use crate::web::prelude::*;
use adjutant_domain::play::PlayId;
use adjutant_service::live::{self, Ground, LONGEST_REPORT, Seen};
use adjutant_service::{Error, Thing};
use adjutant_site::play_commands::parse_play_id_param;
use salpakan::record::short_id_text;

use super::{game_address, query_live};

#[derive(Deserialize)]
struct ReportForm {
    ground: Entry<Ground>,
    words: String,
}

/// Loads a game of the visitor's; for others the page does not exist.
async fn load_own_game(visit: &RequestContext, id: PlayId) -> PageResult<Seen> {
    let seen = query_live(visit, move |live, actor| live::see(live, actor, &id)).await?;
    match seen.viewer.color() {
        Some(_) => Ok(seen),
        None => Err(PageError::new(visit, &Error::missing(Thing::Play, short_id_text(&id)))),
    }
}

fn form_page(visit: &RequestContext, seen: &Seen) -> FormPage {
    let texts = visit.texts();
    let address = game_address(seen.play.id());
    let opponent = seen.viewer.color().map(|color| seen.players[color.opponent()].clone());
    let head = AreaHeader::below(
        (format!("{} – {}", seen.players.white, seen.players.black), address.clone()),
        texts.one("play-report-title", "player", opponent.unwrap_or_default()),
    );
    let grounds = Ground::ALL.map(|ground| {
        Choice::new(ground.key(), texts.get(&format!("play-report-{}", ground.key())))
    });
    let action = format!("{address}/report");
    let form = visit
        .form("report", &action, "play-report-send")
        .with_field(
            Field::radio(texts, "ground", "play-report-ground", grounds.to_vec()).required(),
        )
        .with_field(Field::textarea(texts, "words", "play-report-words").hint_text(texts.one(
            "play-report-hint",
            "most",
            LONGEST_REPORT,
        )))
        .with_alternative(&address, "cancel");
    FormPage::new(visit, head).paragraph("play-report-about").form(form)
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let seen = load_own_game(&visit, parse_play_id_param(&path).or_page(&visit)?).await?;
    form_page(&visit, &seen).respond(&visit)
}

pub async fn submit(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<ReportForm>(&visit).await?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let seen = load_own_game(&visit, id).await?;
    let live = visit.site.live.clone();
    let (ground, words) = (sent.ground.get(), sent.words.clone());
    let told = visit.attempt(move |_, actor| live::report(&live, actor, &id, (ground, &words)));
    let game = game_address(&id);
    let outcome = told.await?.map(|()| (game, "done-play-reported"));
    form_page(&visit, &seen).answer(&visit, &sent, outcome)
}
