//! The replay itself: board, seats, steps, moves and the board as a table, at one ply in one view.

use std::borrow::Cow;

use crate::service::games::Game;
use crate::web::assets;
use crate::web::board::{BoardDrawing, PieceMark, fallen, side};
use crate::web::i18n::Texts;
use crate::web::json_block::JsonBlock;
use crate::web::markup::Markup;
use crate::web::pages::list::encode;
use crate::web::ranks::RankWords;
use crate::web::replay::{Knowledge, PlyText, SeatRating, replay, square_name, view_of};
use crate::web::speech::Speech;
use crate::web::visit::Visit;
use salpakan::clock::format_clock;
use salpakan::rules::{ByColor, Color, FILES, ROWS, Square};
use salpakan::view::Scene;

use super::look::Look;
use super::strings::strings;

/// A player beside the board.
pub struct SeatPart {
    pub key: &'static str,
    pub handle: String,
    pub link: String,
    /// Whether a program plays for him.
    pub bot: bool,
    /// `1512 ± 80`, or empty.
    pub rating: String,
    pub change: String,
    pub change_class: &'static str,
    pub clock: String,
    pub to_move: bool,
    pub graveyard: Vec<PieceMark>,
}

/// A link of the controls.
pub struct Step {
    pub go: &'static str,
    pub sign: &'static str,
    pub words: String,
    pub link: String,
}

/// An entry of the knowledge switch.
pub struct SwitchPart {
    pub view: &'static str,
    pub name: String,
    pub link: String,
    pub current: bool,
}

/// A ply in the move list.
pub struct MovePart {
    pub ply: u32,
    pub number: Option<u32>,
    pub text: PlyText,
    pub words: String,
    pub current: bool,
    pub comment: String,
}

/// A row of the board as a table.
pub struct TableRow {
    pub name: u8,
    pub cells: Vec<(&'static str, Cow<'static, str>)>,
}

/// Everything between the page's heading and its footer.
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
    pub steps: Vec<Step>,
    pub flip_link: String,
    pub switch: Vec<SwitchPart>,
    pub public_only: bool,
    pub moves: Vec<MovePart>,
    /// What stands in a move's address before and after its number.
    pub before_ply: String,
    pub after_ply: String,
    pub opening_comment: String,
    pub files: Vec<char>,
    pub table: Vec<TableRow>,
    pub data: JsonBlock,
    pub strings: &'static JsonBlock,
    pub told: Told,
}

/// What could be known, rendered; empty where the game is not revealed, and on other pages.
#[derive(Default)]
pub struct Told {
    /// What a piece's address has before and after the square it was deployed on.
    pub piece_links: Option<(String, String)>,
    pub shades: Markup,
    /// The line below the board.
    pub brief: String,
    /// The chart under the slider.
    pub chart: Markup,
    /// The card beside the board.
    pub card: Markup,
    /// The card of the ledger.
    pub ledger: Markup,
}

/// The replay's markup for one ply, view and side.
pub fn parts(
    visit: &Visit,
    game: &Game,
    here: Address,
    seats: [Option<SeatRating>; 2],
) -> ReplayParts {
    let Address { ply, view: knowledge, flipped, .. } = here;
    let texts = visit.texts();
    let ranks = RankWords { texts, rules: game.stored.timeline().rules };
    let view = view_of(&game.stored, knowledge);
    let scene = view.scene(ply);
    let last = view.timeline.len();
    let here = Address { ply: scene.ply, ..here };
    let seat = |color: Color| seat_part(ranks, game, &scene, color, seats[color as usize]);
    let (top, bottom) =
        if flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let whole =
        if game.stored.revealed().is_some() { Knowledge::Revealed } else { Knowledge::Public };
    ReplayParts {
        sprite: assets::address("pieces.svg"),
        script: assets::address("js/replay/main.js"),
        view: knowledge.key(),
        ply: scene.ply,
        last,
        board: BoardDrawing::new(&scene, flipped, ranks),
        top: seat(top),
        bottom: seat(bottom),
        said: Speech::new(texts).of(game.stored.timeline(), scene.ply),
        steps: steps(texts, &here, last),
        flip_link: Address { flipped: !flipped, ..here.clone() }.link(),
        switch: switch(texts, game, &here),
        public_only: game.stored.revealed().is_none(),
        moves: moves(texts, game, here.ply),
        before_ply: here.before_ply(),
        after_ply: here.after_ply(),
        opening_comment: comment(game, 0),
        files: (0..FILES).map(|file| char::from(b'a' + file)).collect(),
        table: table(ranks, &scene),
        data: JsonBlock::new(&replay(game, whole, seats)),
        strings: strings(ranks),
        told: Told::default(),
        id: here.id,
    }
}

/// Where somebody is in a replay.
#[derive(Clone)]
pub struct Address {
    pub id: String,
    /// The page that it is on: the game's own, or one that has the replay among other things.
    pub page: String,
    pub ply: u32,
    pub view: Knowledge,
    pub flipped: bool,
    pub look: Look,
}

impl Address {
    /// The beginning of a game, with all ranks.
    pub fn start(game: &Game) -> Address {
        let (view, look) = (Knowledge::Revealed, Look::default());
        let id = game.summary.id.to_string();
        Address { page: Address::own_page(&id), id, ply: 0, view, flipped: false, look }
    }

    /// The game's own page.
    pub fn own_page(id: &str) -> String {
        format!("/games/{id}")
    }

    pub fn before_ply(&self) -> String {
        format!("{}?ply=", self.page)
    }

    pub fn after_ply(&self) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        [&format!("&view={}{flip}", self.view.key()), &*self.look.query()].concat()
    }

    pub fn link(&self) -> String {
        format!("{}{}{}", self.before_ply(), self.ply, self.after_ply())
    }

    pub fn at(&self, ply: u32) -> String {
        Address { ply, ..self.clone() }.link()
    }
}

fn seat_part(
    ranks: RankWords,
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
        link: encode(handle),
        bot: game.summary.bots[color],
        rating: rating.map_or_else(String::new, |r| format!("{} ± {}", r.rating, r.deviation)),
        change: rating.map_or_else(String::new, |r| format!("{:+}", r.change)),
        change_class: if change < 0 { "down" } else { "up" },
        clock: clock.map_or_else(|| "–".to_owned(), clock_text),
        to_move: scene.to_move == Some(color),
        graveyard: scene
            .fallen
            .iter()
            .filter(|piece| piece.color == color)
            .map(|piece| fallen(piece, ranks))
            .collect(),
    }
}

/// Hours only where there are any.
pub fn clock_text(seconds: u32) -> String {
    if seconds >= 3600 {
        format_clock(seconds)
    } else {
        format!("{:02}:{:02}", seconds / 60, seconds % 60)
    }
}

fn steps(texts: Texts, here: &Address, last: u32) -> Vec<Step> {
    let step = |go, sign, key, ply| Step { go, sign, words: texts.get(key), link: here.at(ply) };
    vec![
        step("first", "«", "step-first", 0),
        step("back10", "−10", "step-back10", here.ply.saturating_sub(10)),
        step("previous", "‹", "step-previous", here.ply.saturating_sub(1)),
        step("next", "›", "step-next", (here.ply + 1).min(last)),
        step("on10", "+10", "step-on10", (here.ply + 10).min(last)),
        step("last", "»", "step-last", last),
    ]
}

fn switch(texts: Texts, game: &Game, here: &Address) -> Vec<SwitchPart> {
    Knowledge::ALL
        .into_iter()
        .filter(|one| game.stored.revealed().is_some() || *one == Knowledge::Public)
        .map(|one| SwitchPart {
            view: one.key(),
            name: texts.get(&format!("view-{}", one.key())),
            link: Address { view: one, ..here.clone() }.link(),
            current: one == here.view,
        })
        .collect()
}

fn comment(game: &Game, ply: u32) -> String {
    let noted = game.stored.revealed().and_then(|record| record.annotations().comments.get(&ply));
    noted.cloned().unwrap_or_default()
}

fn moves(texts: Texts, game: &Game, current: u32) -> Vec<MovePart> {
    let timeline = game.stored.timeline();
    let speech = Speech::new(texts);
    (1_u32..)
        .zip(&timeline.plies)
        .map(|(number, ply)| MovePart {
            ply: number,
            number: (number % 2 == 1).then(|| number.div_ceil(2)),
            text: PlyText::of(ply, timeline.ending.is_some() && number == timeline.len()),
            words: speech.of(timeline, number),
            current: number == current,
            comment: comment(game, number),
        })
        .collect()
}

fn table(ranks: RankWords, scene: &Scene) -> Vec<TableRow> {
    let initial = |color| side(ranks.texts, color).chars().take(1).collect::<String>();
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
        .map(|row| TableRow {
            name: row + 1,
            cells: (0..FILES)
                .filter_map(|file| Square::new(file, row))
                .map(|square| (square_name(square), text(square)))
                .collect(),
        })
        .collect()
}
