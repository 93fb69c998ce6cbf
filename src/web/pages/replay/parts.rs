//! The parts of a replay: board, players, controls, moves and the board as a table.

use std::borrow::Cow;

use adjutant_service::games::Game;
use adjutant_site::assets;
use adjutant_site::board::{BoardDrawing, BoardRow, PieceMark, fallen_mark, side_name};
use adjutant_site::digits::signed;
use adjutant_site::game_rows::result_text;
use adjutant_site::i18n::Texts;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::knowledge_query::KnowledgeQuery;
use adjutant_site::labels::clock_text;
use adjutant_site::markup::Markup;
use adjutant_site::parameters::percent_encode;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, PlyText, SeatRating, replay, square_name, view_from};
use adjutant_site::request_context::RequestContext;
use adjutant_site::spoken_plies::PlySpeaker;
use adjutant_site::step_links::{StepLink, step_links};
use salpakan::rules::{ByColor, Color, FILES, Outcome, ROWS, Square};
use salpakan::view::Scene;

use super::script_strings::script_strings;

/// A player beside the board.
pub struct SeatPart {
    pub key: &'static str,
    pub handle: String,
    /// As part of an address; empty for an unknown player.
    pub link: String,
    /// Whether a bot plays for them.
    pub bot: bool,
    /// Such as `1512 ± 80`, or empty.
    pub rating: String,
    pub change: String,
    pub change_class: &'static str,
    pub clock: String,
    pub to_move: bool,
    pub graveyard: Vec<PieceMark>,
}

/// A link of the view switch.
pub struct SwitchLink {
    pub view: &'static str,
    pub name: String,
    pub link: String,
    pub current: bool,
}

/// A ply in the move list.
pub struct MoveRow {
    pub ply: u32,
    /// Its number, if it begins a row: moves are numbered one by one, as all pages name them.
    pub number: Option<u32>,
    pub text: PlyText,
    pub words: String,
    pub is_current: bool,
    pub comment: String,
}

/// A tab of the shell.
pub struct ShellTab {
    /// The id of its pane.
    pub pane: &'static str,
    pub label: &'static str,
    pub shown: bool,
    /// Whether the pane is the game card, which has a column of its own on large screens.
    pub card: bool,
}

/// What is told over the board after the last ply.
pub struct GameEnd {
    /// Who won, such as `White won`.
    pub title: &'static str,
    /// Score and reason.
    pub how: String,
    /// Whether the game no longer counts.
    pub annulled: bool,
    /// Whether the replay is at the last ply.
    pub shown: bool,
    /// The address of the last ply with all ranks; empty if they are shown already.
    pub turned_over: String,
}

/// A square and what stands on it.
type BoardTableCell = (&'static str, Cow<'static, str>);

/// The replay without the page around it.
pub struct ReplayParts {
    pub id: String,
    pub sprite: &'static str,
    pub script: &'static str,
    pub view: &'static str,
    pub ply: u32,
    pub last: u32,
    pub board: BoardDrawing,
    pub top: SeatPart,
    pub bottom: SeatPart,
    pub said: String,
    pub steps: Vec<StepLink>,
    pub is_flipped: bool,
    pub flip_link: String,
    pub switch: Vec<SwitchLink>,
    pub public_only: bool,
    pub moves: Vec<MoveRow>,
    /// The address of a ply, split around its number.
    pub before_ply: String,
    pub after_ply: String,
    pub opening_comment: String,
    pub table: Vec<BoardRow<BoardTableCell>>,
    pub data: JsonBlock,
    pub strings: &'static JsonBlock,
    pub told: KnowledgeParts,
    /// Whether the replay has the whole window.
    pub full: bool,
    pub tabs: Vec<ShellTab>,
    /// What to do next, in the words told at the end: address and label.
    pub next: Vec<(String, &'static str)>,
    /// Whether the clocks were kept.
    pub timed: bool,
    /// `None` for a game without a result.
    pub end: Option<GameEnd>,
}

impl ReplayParts {
    /// Gives the replay the whole window, with further panes of the page behind the tabs.
    pub fn fill_window(&mut self, texts: Texts, panes: &[(&'static str, &'static str)]) {
        self.full = true;
        let tab = |(pane, label): &(&'static str, &'static str)| ShellTab {
            pane,
            label: texts.text(label),
            shown: false,
            card: *pane == GAME_CARD,
        };
        self.tabs.extend(panes.iter().map(tab));
    }

    /// Adds what could be known of hidden ranks; its pane is shown first if the address asks for it.
    pub fn add_knowledge(&mut self, texts: Texts, told: KnowledgeParts, look: KnowledgeQuery) {
        let is_asked = look != KnowledgeQuery::default();
        self.tabs = shell_tabs(texts, true, is_asked);
        self.told = told;
    }
}

/// The id of the game card.
pub const GAME_CARD: &str = "game";

fn shell_tabs(texts: Texts, knows: bool, is_knowledge_shown: bool) -> Vec<ShellTab> {
    let tab = |pane, label, shown| ShellTab { pane, label: texts.text(label), shown, card: false };
    let mut tabs = vec![tab("moves", "moves-title", !is_knowledge_shown)];
    if knows {
        tabs.push(tab("known", "tab-knowledge", is_knowledge_shown));
        tabs.push(tab("ledger", "tab-ledger", false));
    } else {
        tabs.push(tab("known", "tab-pieces", false));
    }
    tabs
}

/// The rendered knowledge panels; empty if the game is not revealed, and on other pages.
#[derive(Default)]
pub struct KnowledgeParts {
    /// The address of a piece, split around the square on which it was deployed.
    pub piece_links: Option<(String, String)>,
    pub shades: Markup,
    /// The line below the board.
    pub brief: String,
    /// The chart under the slider.
    pub chart: Markup,
    /// The card beside the board.
    pub card: Markup,
    pub ledger: Markup,
}

/// Builds the replay for one ply, view and orientation.
pub fn replay_parts(
    visit: &RequestContext,
    game: &Game,
    here: ReplayAddress,
    seats: [Option<SeatRating>; 2],
) -> ReplayParts {
    let ReplayAddress { ply, view: knowledge, flipped, .. } = here;
    let texts = visit.texts();
    let ranks = RankNames { texts, rules: game.stored.timeline().rules };
    let view = view_from(&game.stored, knowledge);
    let scene = view.scene(ply);
    let last = view.timeline.len();
    let here = ReplayAddress { ply: scene.ply, ..here };
    let seat = |color: Color| seat_part(ranks, game, &scene, color, seats[color as usize]);
    let (top, bottom) =
        if flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let whole =
        if game.stored.revealed().is_some() { Perspective::Revealed } else { Perspective::Public };
    ReplayParts {
        sprite: assets::address("pieces.svg"),
        script: assets::address("js/replay/main.js"),
        view: knowledge.key(),
        ply: scene.ply,
        last,
        board: BoardDrawing::new(&scene, flipped, ranks),
        top: seat(top),
        bottom: seat(bottom),
        said: PlySpeaker::new(texts).describe_known(&view, ranks, scene.ply),
        steps: step_links(texts, scene.ply, last, |ply| here.at_ply(ply)),
        is_flipped: flipped,
        flip_link: ReplayAddress { flipped: !flipped, ..here.clone() }.link(),
        switch: view_switch(texts, game, &here),
        public_only: game.stored.revealed().is_none(),
        moves: move_rows(texts, game, here.ply),
        before_ply: here.prefix(),
        after_ply: here.suffix(),
        opening_comment: comment_at(game, 0),
        table: board_table_rows(ranks, &scene),
        data: JsonBlock::new(&replay(game, whole, seats)),
        strings: script_strings(ranks),
        told: KnowledgeParts::default(),
        full: false,
        next: Vec::new(),
        timed: game.stored.header().time_control.is_some(),
        tabs: shell_tabs(texts, false, false),
        end: game_end(texts, game, &here, last),
        id: here.id,
    }
}

/// A position within a replay.
#[derive(Clone)]
pub struct ReplayAddress {
    pub id: String,
    /// The address of the page: the game's own, or one that embeds the replay.
    pub page: String,
    /// The list that the reader comes from, as part of the query.
    pub list: String,
    pub ply: u32,
    pub view: Perspective,
    pub flipped: bool,
    pub look: KnowledgeQuery,
}

impl ReplayAddress {
    /// The start of a game with all ranks visible.
    pub fn start(game: &Game) -> ReplayAddress {
        let (view, look) = (Perspective::Revealed, KnowledgeQuery::default());
        let id = game.summary.id.to_string();
        ReplayAddress {
            page: ReplayAddress::game_page(&id),
            list: String::new(),
            id,
            ply: 0,
            view,
            flipped: false,
            look,
        }
    }

    /// The address of the game's own page.
    pub fn game_page(id: &str) -> String {
        format!("/games/{id}")
    }

    pub fn prefix(&self) -> String {
        format!("{}?ply=", self.page)
    }

    pub fn suffix(&self) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        [&format!("&view={}{flip}", self.view.key()), &*self.look.to_query(), &self.list].concat()
    }

    pub fn link(&self) -> String {
        format!("{}{}{}", self.prefix(), self.ply, self.suffix())
    }

    pub fn at_ply(&self, ply: u32) -> String {
        ReplayAddress { ply, ..self.clone() }.link()
    }
}

/// A player's name as part of an address; empty for an unknown player.
pub fn player_slug(name: &str) -> String {
    if name == "?" { String::new() } else { percent_encode(name) }
}

fn seat_part(
    ranks: RankNames,
    game: &Game,
    scene: &Scene,
    color: Color,
    rating: Option<SeatRating>,
) -> SeatPart {
    let header = game.stored.header();
    let handle = match color {
        Color::White => &header.roster.white,
        Color::Black => &header.roster.black,
    };
    let clock = scene.clocks[color].or(header.time_control.map(|tc| tc.side(color).base()));
    let change = rating.map_or(0, |rating| rating.change);
    SeatPart {
        key: color.key(),
        handle: handle.clone(),
        link: player_slug(handle),
        bot: game.summary.bots[color],
        rating: rating.map_or_else(String::new, |r| format!("{} ± {}", r.rating, r.deviation)),
        change: rating.map_or_else(String::new, |r| signed(r.change)),
        change_class: if change < 0 { "down" } else { "up" },
        clock: clock.map_or_else(|| "–".to_owned(), clock_text),
        to_move: scene.to_move == Some(color),
        graveyard: scene
            .fallen
            .iter()
            .filter(|piece| piece.color == color)
            .map(|piece| fallen_mark(piece, ranks))
            .collect(),
    }
}

fn view_switch(texts: Texts, game: &Game, here: &ReplayAddress) -> Vec<SwitchLink> {
    Perspective::ALL
        .into_iter()
        .filter(|one| game.stored.revealed().is_some() || *one == Perspective::Public)
        .map(|one| SwitchLink {
            view: one.key(),
            name: texts.get(&format!("view-{}", one.key())),
            link: ReplayAddress { view: one, ..here.clone() }.link(),
            current: one == here.view,
        })
        .collect()
}

fn game_end(texts: Texts, game: &Game, here: &ReplayAddress, last: u32) -> Option<GameEnd> {
    let header = game.stored.header();
    let title = texts.text(match header.outcome? {
        Outcome::Win(Color::White) => "result-white",
        Outcome::Win(Color::Black) => "result-black",
        Outcome::Draw => "result-draw",
    });
    let reason = texts.get(&format!("termination-{}", header.termination.name()));
    let is_open = here.view == Perspective::Revealed || game.stored.revealed().is_none();
    let revealed = ReplayAddress { view: Perspective::Revealed, ..here.clone() };
    Some(GameEnd {
        title,
        how: format!("{} · {reason}", result_text(header.outcome)),
        annulled: game.summary.annulled,
        shown: here.ply == last,
        turned_over: if is_open { String::new() } else { revealed.at_ply(last) },
    })
}

fn comment_at(game: &Game, ply: u32) -> String {
    let noted = game.stored.revealed().and_then(|record| record.annotations().comments.get(&ply));
    noted.cloned().unwrap_or_default()
}

fn move_rows(texts: Texts, game: &Game, current: u32) -> Vec<MoveRow> {
    let timeline = game.stored.timeline();
    let speech = PlySpeaker::new(texts);
    (1_u32..)
        .zip(&timeline.plies)
        .map(|(number, ply)| MoveRow {
            ply: number,
            number: (number % 2 == 1).then_some(number),
            text: PlyText::from_ply(ply, timeline.ending.is_some() && number == timeline.len()),
            words: speech.describe(timeline, number),
            is_current: number == current,
            comment: comment_at(game, number),
        })
        .collect()
}

fn board_table_rows(ranks: RankNames, scene: &Scene) -> Vec<BoardRow<BoardTableCell>> {
    let initial = |color| side_name(ranks.texts, color).chars().take(1).collect::<String>();
    let initials = ByColor::new(initial(Color::White), initial(Color::Black));
    let text = |square: Square| {
        let found = scene.standing.iter().find(|piece| piece.square == square);
        found.map_or(Cow::Borrowed("·"), |piece| {
            let rank = piece.rank.map_or("?", |rank| ranks.label(rank));
            Cow::Owned([initials[piece.color].as_str(), " ", rank].concat())
        })
    };
    (0..ROWS)
        .rev()
        .map(|row| BoardRow {
            name: row + 1,
            cells: (0..FILES)
                .filter_map(|file| Square::new(file, row))
                .map(|square| (square_name(square), text(square)))
                .collect(),
        })
        .collect()
}
