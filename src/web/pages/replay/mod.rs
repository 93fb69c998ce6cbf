//! The replay: the server renders every ply and view, and the script takes over from there.

mod analysis;
pub mod annulling;
mod around;
mod card;
mod knowledge;
mod ledger;
mod parts;
mod script_strings;
mod three_generals;
mod within;

use crate::drawing::BoardKind;
use crate::web::prelude::*;
use adjutant_service::edition::Concerns;
use adjutant_service::games::{self, AnyGame, Game, GameSummary};
use adjutant_service::knowing::{self, Account};
use adjutant_service::owner::Whose;
use adjutant_service::ratings::GameRating;
use adjutant_service::records::GameId;
use adjutant_service::{App, Error};
use adjutant_site::games::{game_heading, parse_game_id, redirect_to_current_id};
use adjutant_site::html::game_html;
use adjutant_site::knowledge_query::KnowledgeQuery;
use adjutant_site::labels::{annulment_notice, provenance_label, time_control_label};
use adjutant_site::markup::Markup;
use adjutant_site::offline::allow_offline_copy;
use adjutant_site::parameters::{ParameterError, QueryParameters};
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, seat_ratings, view_from};
use adjutant_site::replay_list::{LIST_PARAMETER, ReplayList};
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::use_cases::{build_maybe_offloaded, run_heavy_use_case};
use salpakan::rules::Square;
use salpakan::view::Scene;

pub use analysis::request_analysis;
pub use parts::{ReplayAddress, ReplayParts, SeatPart, replay_parts};
pub use three_generals::{HandSeat, three_generals_parts};
pub use within::{
    AnyReplay, ReplayWithin, load_asked_replay_within, load_replay_within, replay_markup,
};

use super::plays::notes::{NotesReview, load_notes_review};
use super::reviews::game_links::{GameLinks, game_links};
use super::sharing::{SharePanel, SharedPosition, SharedReplay, card_url};
use analysis::analysis_pane;
use around::Around;
use card::GameCard;
use knowledge::{KnowledgePanel, ViewerKnowledge};
use parts::KnowledgeParts;

/// The requested position and point of view.
#[derive(Debug, Clone, Copy)]
pub struct ReplayQuery {
    pub ply: Option<u32>,
    pub view: Option<Perspective>,
    pub flipped: bool,
}

impl ReplayQuery {
    /// Parses the query string.
    pub fn read(parameters: &QueryString) -> Result<ReplayQuery, ParameterError> {
        ReplayQuery::from_params(&parameters.parse(&["ply", "view", "flip"])?)
    }

    fn from_params(given: &QueryParameters) -> Result<ReplayQuery, ParameterError> {
        Ok(ReplayQuery {
            ply: given.number("ply", 0..=1_000_000)?,
            view: given.parse_with("view", Perspective::accepted_values(), Perspective::parse)?,
            flipped: given.number("flip", 0..=1)? == Some(1),
        })
    }

    /// Who played Black sees the board from there, unless the address says how it is seen: all links
    /// of the page do.
    fn seen_from_side_of(self, player: Option<i32>, [white, black]: [i32; 2]) -> ReplayQuery {
        let says_nothing = (self.ply, self.view, self.flipped) == (None, None, false);
        let plays_black = player == Some(black) && white != black;
        ReplayQuery { flipped: self.flipped || says_nothing && plays_black, ..self }
    }
}

#[derive(Template)]
#[template(path = "pages/game.html")]
struct ReplayPage {
    frame: PageFrame,
    /// What was done to the game; otherwise empty.
    done: String,
    replay: ReplayParts,
    card: GameCard,
    date: String,
    site: String,
    rule_set: String,
    time_control: String,
    provenance: String,
    /// Whether a member imported it.
    members: bool,
    /// The slug of the organisation.
    organisation: Option<String>,
    unrated: String,
    /// When and why it was annulled; empty if it was not.
    annulled: String,
    extra: Vec<(String, String)>,
    /// The visitor's own notes from the game.
    notes: NotesReview,
    beside: GameLinks,
    /// The games beside it in the list that the reader comes from.
    around: Around,
    share: Option<SharePanel>,
    /// The computer analysis; empty for a game that cannot have one.
    analysis: Markup,
}

/// Shows a game at a ply, in a view.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let PageQuery { replay: query, look, list, done } =
        PageQuery::parse(&parameters).or_page(&visit)?;
    let done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    let id = parse_game_id(&path).or_page(&visit)?;
    let player = visit.actor().player;
    let load = move |app: &_| load_any_game(app, id, (query, look), player);
    let (found, query) = run_heavy_use_case(&visit, load).await?;
    if let Some(there) = redirect_to_current_id(&visit, &path, found.summary().id) {
        return Ok(there);
    }
    let found = match found {
        AnyFound::Salpakan(found) => *found,
        AnyFound::ThreeGenerals(game, rating) => {
            return three_generals::show(&visit, (game, rating), query, list, done).await;
        }
    };
    let LoadedReplay { game, address: here, replay, unrated } =
        build_loaded_replay(&visit, found, (query, look, list.to_query())).await?;
    let notes = load_notes_review(&visit, &game).await?;
    let beside = GameLinks {
        annul: annulling::link(&visit, &game).await?,
        ..game_links(&visit, &game).await?
    };
    // Other lists, and the learned prior, change with games that have nothing to do with this one.
    let is_of_record = list.is_event() && !look.learned;
    let share = Some(share_panel(&visit, &game, &replay, &here));
    let mut replay = replay;
    let around = around::load(&visit, &game, list).await?;
    replay.next = next_steps(&visit, &replay, &beside, &around);
    let analysis = analysis_pane(&visit, &game).await?;
    let panes =
        [("analysis", "tab-analysis"), ("share", "tab-share"), (parts::GAME_CARD, "tab-game")];
    replay.fill_window(visit.texts(), &panes[usize::from(analysis.is_empty())..]);
    let concerns = is_of_record
        .then(|| Concerns::of_record_in_event(&game, around.later.is_empty()))
        .flatten();
    let page = ReplayPage {
        done,
        notes,
        beside,
        share,
        around,
        analysis,
        ..page(&visit, &game, (replay, &here), unrated)
    };
    let response = game_html(&visit, game.summary.plies, page).await?;
    let mut response = cached_while_unchanged(response, concerns);
    // To nobody in particular, and with nothing that is still hidden.
    if game.stored.revealed().is_some() && !visit.actor().has_session() {
        allow_offline_copy(&mut response);
    }
    Ok(response)
}

/// Returns what [`show`] says of hidden ranks, for all plies between which nothing is learnt: the
/// script requests it once for those, and puts the words and marks into the page.
pub async fn show_knowledge(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let (query, look) = parse_queries(&parameters).or_page(&visit)?;
    let id = parse_game_id(&path).or_page(&visit)?;
    let (game, here, known) = run_heavy_use_case(&visit, move |app| {
        let game = games::get(app, id)?;
        knowing::record(&game)?;
        let here = replay_address(&game, query, look);
        let known = ViewerKnowledge::compute(app, &game, None, &here)?;
        Ok((game, here, known))
    })
    .await?;
    let plies = game.summary.plies;
    let page = build_maybe_offloaded(&visit, plies, move |visit| {
        let scene = view_from(&game.stored, here.view).scene(here.ply);
        // The script names the ply at which it shows them.
        knowledge_panel(visit, &game, &scene, &here, &known, "%ply%".to_owned()).parts_page()
    });
    game_html(&visit, plies, page.await?).await
}

/// A replay at a position, with what could be known there.
struct LoadedReplay {
    game: Game,
    address: ReplayAddress,
    replay: ReplayParts,
    /// Why the game is not rated; empty if it is.
    unrated: String,
}

async fn build_loaded_replay(
    visit: &RequestContext,
    found: FoundGame,
    (query, look, list): (ReplayQuery, KnowledgeQuery, String),
) -> PageResult<LoadedReplay> {
    let plies = found.0.summary.plies;
    build_maybe_offloaded(visit, plies, move |visit| {
        build_replay(visit, found, |game| ReplayAddress {
            list,
            ..replay_address(game, query, look)
        })
    })
    .await
}

/// Builds the replay at the position returned by `here`.
fn build_replay(
    visit: &RequestContext,
    (game, rating, opened): FoundGame,
    here: impl FnOnce(&Game) -> ReplayAddress,
) -> LoadedReplay {
    let (seats, unrated) = seat_ratings(visit.texts(), &rating);
    let here = here(&game);
    let mut replay = replay_parts(visit, &game, here.clone(), seats);
    if let Some(opened) = &opened {
        let told = knowledge_parts(visit, &game, &here, opened);
        replay.add_knowledge(visit.texts(), told, here.look);
    }
    LoadedReplay { game, address: here, replay, unrated }
}

/// What a reader may do at the end of a game: addresses and labels.
fn next_steps(
    visit: &RequestContext,
    replay: &ReplayParts,
    beside: &GameLinks,
    around: &Around,
) -> Vec<(String, &'static str)> {
    let what_if = match replay.public_only {
        true => String::new(),
        false => format!("/games/{}/variation?ply={}", replay.id, replay.last),
    };
    let steps = [
        (what_if, "variation-title"),
        (beside.begin.clone(), "review-new"),
        ("#share".to_owned(), "tab-share"),
        (around.earlier.clone(), "end-previous"),
        (around.later.clone(), "end-next"),
    ];
    let offered = steps.into_iter().filter(|(address, _)| !address.is_empty());
    offered.map(|(address, label)| (address, visit.texts().text(label))).collect()
}

/// The query of the game's own page, which also names the list that the reader comes from and what was done to the game.
struct PageQuery {
    replay: ReplayQuery,
    look: KnowledgeQuery,
    list: ReplayList,
    done: Option<FlashMessage>,
}

impl PageQuery {
    fn parse(parameters: &QueryString) -> Result<PageQuery, ParameterError> {
        const KNOWN: &[&str] = &[
            "ply",
            "view",
            "flip",
            "shade",
            "ghost",
            "piece",
            "table",
            "prior",
            "done",
            LIST_PARAMETER,
        ];
        let given = parameters.parse(KNOWN)?;
        Ok(PageQuery {
            replay: ReplayQuery::from_params(&given)?,
            look: KnowledgeQuery::from_params(&given)?,
            list: ReplayList::read(&given)?,
            done: FlashMessage::from_query(&given, annulling::DONE_KEYS)?,
        })
    }
}

fn parse_queries(
    parameters: &QueryString,
) -> Result<(ReplayQuery, KnowledgeQuery), ParameterError> {
    const KNOWN: &[&str] = &["ply", "view", "flip", "shade", "ghost", "piece", "table", "prior"];
    let given = parameters.parse(KNOWN)?;
    Ok((ReplayQuery::from_params(&given)?, KnowledgeQuery::from_params(&given)?))
}

/// Resolves the query; a game that is not revealed has the public view only.
fn replay_address(game: &Game, query: ReplayQuery, look: KnowledgeQuery) -> ReplayAddress {
    let (view, look) = match game.stored.revealed() {
        Some(_) => (query.view.unwrap_or(Perspective::Revealed), look),
        None => (Perspective::Public, KnowledgeQuery::default()),
    };
    let timeline = game.stored.timeline();
    let is_there = |origin: &Square| {
        timeline.taken.iter().any(|(_, taken)| taken.is_some_and(|taken| taken.contains(*origin)))
    };
    let learned = look.learned && knowing::is_learned(timeline);
    let look = KnowledgeQuery { piece: look.piece.filter(is_there), learned, ..look };
    let ply = query.ply.unwrap_or(0).min(timeline.len());
    let id = game.summary.id.to_string();
    ReplayAddress {
        page: ReplayAddress::game_page(&id),
        list: String::new(),
        id,
        ply,
        view,
        flipped: query.flipped,
        look,
    }
}

/// A game of Salpakan with its effect on ratings and, if it is revealed, what could be known.
type FoundGame = (Game, GameRating, Option<GameKnowledge>);

/// A game of any kind, for the page that shows each in its own way.
enum AnyFound {
    Salpakan(Box<FoundGame>),
    ThreeGenerals(Box<Game<::three_generals::record::Record>>, GameRating),
}

impl AnyFound {
    fn summary(&self) -> &GameSummary {
        match self {
            AnyFound::Salpakan(found) => &found.0.summary,
            AnyFound::ThreeGenerals(game, _) => &game.summary,
        }
    }
}

fn load_any_game(
    app: &App,
    id: GameId,
    (query, look): (ReplayQuery, KnowledgeQuery),
    player: Option<i32>,
) -> Result<(AnyFound, ReplayQuery), Error> {
    Ok(match games::get_any_rated(app, id)? {
        (AnyGame::Salpakan(game), rating) => {
            let query = query.seen_from_side_of(player, [game.white_id, game.black_id]);
            let opened = GameKnowledge::compute(app, &game, query, look)?;
            (AnyFound::Salpakan(Box::new((*game, rating, opened))), query)
        }
        (AnyGame::ThreeGenerals(game), rating) => {
            let query = query.seen_from_side_of(player, [game.white_id, game.black_id]);
            (AnyFound::ThreeGenerals(game, rating), query)
        }
    })
}

/// The computed knowledge of a revealed game.
struct GameKnowledge {
    knowledge: ViewerKnowledge,
    account: Account,
}

impl GameKnowledge {
    /// `None` if the game is not revealed or has no armies.
    fn compute(
        app: &App,
        game: &Game,
        query: ReplayQuery,
        look: KnowledgeQuery,
    ) -> Result<Option<GameKnowledge>, Error> {
        if knowing::record(game).is_err() {
            return Ok(None);
        }
        let account = knowing::account(game)?;
        let here = replay_address(game, query, look);
        let knowledge = ViewerKnowledge::compute(app, game, Some(&account), &here)?;
        Ok(Some(GameKnowledge { knowledge, account }))
    }
}

fn knowledge_parts(
    visit: &RequestContext,
    game: &Game,
    here: &ReplayAddress,
    opened: &GameKnowledge,
) -> KnowledgeParts {
    let scene = view_from(&game.stored, here.view).scene(here.ply);
    let GameKnowledge { knowledge, account } = opened;
    let known = knowledge_panel(visit, game, &scene, here, knowledge, scene.ply.to_string());
    let ledger = ledger::LedgerView { texts: visit.texts(), game, account, address: here };
    KnowledgeParts {
        piece_links: Some(known.piece_links()),
        shades: known.heat_map(),
        brief: known.summary_line(),
        chart: ledger.chart(),
        card: known.card(),
        ledger: ledger.card(),
    }
}

fn knowledge_panel<'a>(
    visit: &RequestContext,
    game: &'a Game,
    scene: &'a Scene,
    address: &'a ReplayAddress,
    knowledge: &'a ViewerKnowledge,
    ply: String,
) -> KnowledgePanel<'a> {
    let ranks = RankNames { texts: visit.texts(), rules: game.stored.timeline().rules };
    KnowledgePanel { ranks, stored: &game.stored, scene, address, knowledge, ply }
}

fn shared_position(replay: &ReplayParts, address: &ReplayAddress) -> SharedPosition {
    let (view, flipped) = (Some(address.view), address.flipped);
    SharedPosition { id: replay.id.clone(), ply: replay.ply, view, flipped }
}

fn share_panel(
    visit: &RequestContext,
    game: &Game,
    replay: &ReplayParts,
    address: &ReplayAddress,
) -> SharePanel {
    let views = match replay.public_only {
        true => &[Perspective::Public][..],
        false => &Perspective::ALL[..],
    };
    let shared = SharedReplay {
        place: shared_position(replay, address),
        heading: &game_heading(game),
        board: BoardKind::Salpakan,
        last: replay.last,
        views,
    };
    SharePanel::new(visit, shared)
}

fn page(
    visit: &RequestContext,
    game: &Game,
    (replay, address): (ReplayParts, &ReplayAddress),
    unrated: String,
) -> ReplayPage {
    let texts = visit.texts();
    let header = game.stored.header();
    let card = GameCard::new(texts, &game.summary, &header.roster);
    let mut frame = card.frame(visit);
    frame.card = card_url(visit, &shared_position(&replay, address), replay.last);
    ReplayPage {
        done: String::new(),
        card,
        date: adjutant_site::time_format::format_partial_date(texts, &header.roster.date),
        site: header.roster.site.clone(),
        rule_set: game.summary.rule_set.clone(),
        time_control: header
            .time_control
            .map_or_else(String::new, |tc| time_control_label(texts, tc)),
        provenance: provenance_label(game, texts),
        members: game.summary.whose == Whose::Member,
        organisation: game.summary.whose.organisation().map(|own| own.slug.clone()),
        unrated,
        annulled: annulment_notice(game.annulment.as_ref(), texts),
        extra: game
            .stored
            .revealed()
            .map(|record| record.annotations().extra_tags.clone())
            .unwrap_or_default(),
        notes: NotesReview::default(),
        beside: GameLinks::default(),
        around: Around::default(),
        share: None,
        analysis: Markup::default(),
        frame,
        replay,
    }
}
