//! The page of a room: the replay at the leader's position, and the stream of changes.

use crate::web::pages::replay::{ReplayQuery, ReplayWithin, load_replay_within, replay_markup};
use crate::web::prelude::*;
use adjutant_service::games::AnyGame;
use adjutant_service::{Error, refusals, reviews};
use adjutant_site::assets;
use adjutant_site::game_rows::result_text;
use adjutant_site::games::any_game_heading;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::markup::Markup;
use adjutant_site::remarks::{RemarkRow, any_remark_rows};
use adjutant_site::room_stream::follow;
use adjutant_site::use_cases::build_maybe_offloaded;

use super::lead_panel::{LeadPanel, RoomStrings, followers_text, leader_text};
use super::{DONE_KEYS, parse_link, room_address};

/// A published review of the game, with its comments.
struct RoomReview {
    title: String,
    author: String,
    link: String,
    lines: Vec<RemarkRow>,
}

/// The panes of a room beside its replay.
#[derive(Template)]
#[template(path = "rooms/panes.html")]
struct RoomPanes {
    texts: Texts,
    done: String,
    /// The address of the game's own page.
    game: String,
    /// The ply that is shown.
    ply: u32,
    heading: String,
    result: &'static str,
    address: String,
    link: String,
    /// The visitor's id in the room; 0 if they are not signed in.
    me: u32,
    leader: u32,
    version: u64,
    leads: String,
    followers: String,
    desk: LeadPanel,
    reviews: Vec<RoomReview>,
}

#[derive(Template)]
#[template(path = "rooms/show.html")]
struct RoomPage {
    frame: PageFrame,
    heading: String,
    result: &'static str,
    /// With the panes of the room.
    replay: Markup,
    strings: JsonBlock,
    look: &'static str,
    copying: &'static str,
    script: &'static str,
}

pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let (link, key) = parse_link(&visit, &path)?;
    let rooms = visit.site.rooms.clone();
    let looked = visit.run(move |_, actor| rooms.look(actor, key, now_micros())).await;
    let (stands, part) = looked?;
    let shown = stands.shown;
    let query =
        ReplayQuery { ply: Some(shown.ply), view: Some(shown.view), flipped: shown.flipped };
    let ReplayWithin { game, mut replay } =
        load_replay_within(&visit, (stands.game, None), (query, shown.overlay)).await?;
    if !game.head().is_open {
        let rooms = visit.site.rooms.clone();
        visit.run(move |_, _| rooms.drop_room(key)).await?;
        visit.site.live.room_changed(key);
        return Err(PageError::new(&visit, &Error::not_found(refusals::ROOM_OVER)));
    }
    if visit.is_signed_in() {
        visit.site.live.room_changed(key);
    }
    // Who gets the leader's address does not lead.
    let said = done.filter(|done| part.leads || done.key() != super::OPENED);
    let (texts, address) = (visit.texts(), room_address(&link));
    let reviews = room_reviews(&visit, &game).await?;
    let panes: &[_] = if reviews.is_empty() { &[] } else { &[("remarks", "reviews-of-game")] };
    replay.fill_window(texts, panes);
    let heading = any_game_heading(&game);
    let result = result_text(game.header().outcome);
    let panes = RoomPanes {
        texts,
        done: said.map(|done| done.text(texts)).unwrap_or_default(),
        game: format!("/games/{}", game.head().id),
        ply: replay.ply(),
        heading: heading.clone(),
        result,
        link: format!("{}{address}", visit.site_origin()),
        me: part.number.unwrap_or(0),
        leader: stands.leader.number,
        version: stands.version,
        leads: leader_text(texts, &stands, part),
        followers: followers_text(texts, &stands),
        reviews,
        desk: LeadPanel::new(&visit, &address, (&stands, part), replay.views()),
        address,
    };
    let mut frame = visit.frame(format!("{}: {heading}", texts.text("room-title")));
    frame.skip_to_board();
    let plies = game.head().plies;
    let page = RoomPage {
        replay: replay_markup(&visit, (replay, plies), Markup::render(&panes)).await?,
        frame,
        heading,
        result,
        strings: JsonBlock::new(&RoomStrings::new(texts)),
        look: assets::address("css/sharing.css"),
        copying: assets::address("js/share/copy.js"),
        script: assets::address("js/room/main.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// The reviews that everybody in the room may read: drafts are not shown, not even to their authors.
async fn room_reviews(visit: &RequestContext, game: &AnyGame) -> PageResult<Vec<RoomReview>> {
    let of = (game.head().number, game.head().id);
    let reviews = visit.run_brief(move |app, actor| reviews::of_game(app, actor, of)).await?;
    let published = reviews.into_iter().filter(|one| one.published && one.taken_down.is_none());
    let published: Vec<_> = published.collect();
    if published.is_empty() {
        return Ok(Vec::new());
    }
    let game = game.clone();
    build_maybe_offloaded(visit, game.head().plies, move |visit| {
        let shown = published.into_iter().map(|one| {
            let at = |ply: u32| format!("/games/{}/reviews/{}?ply={ply}", one.game, one.id);
            RoomReview {
                lines: any_remark_rows(visit.texts(), &game, &one, at),
                link: format!("/games/{}/reviews/{}", one.game, one.id),
                title: one.title,
                author: one.author,
            }
        });
        shown.collect()
    })
    .await
}

/// Streams the positions that the leader shows.
pub async fn events(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    parameters.parse(&[]).or_page(&visit)?;
    let (_, key) = parse_link(&visit, &path)?;
    let (rooms, feeds) = (visit.site.rooms.clone(), visit.site.feeds.clone());
    let live = visit.site.live.clone();
    let line = visit.run(move |_, actor| follow(&live, (&rooms, &feeds), actor, key)).await?;
    Ok(line.into_response())
}
