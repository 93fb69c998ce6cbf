//! The replay: a page for each ply and view, which the script then takes over.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Serialize;

use crate::clock::format_clock;
use crate::rules::{ByColor, Color, FILES, Options, OwnName, Preset, ROWS, Rank, RuleSet, Square};
use crate::service::games::{self, Game};
use crate::service::owner::Whose;
use crate::service::ratings::GameRating;
use crate::service::records::GameId;
use crate::service::{Error, Thing};
use crate::view::Scene;
use crate::web::assets;
use crate::web::board::{BoardDrawing, PieceMark, fallen, side};
use crate::web::error::PageError;
use crate::web::i18n::{Language, Texts};
use crate::web::json_block::JsonBlock;
use crate::web::parameters::{BadParameter, Parameters};
use crate::web::ranks::RankWords;
use crate::web::replay::{Knowledge, PlyText, SeatRating, replay, square_name, view_of};
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};

use super::list::{encode, result_text};
use super::plays::notes::{Kept, kept_notes};
use super::whose;
use super::{ask_briefly, formations, html};

/// Which position of a game is asked for, and who looks.
#[derive(Debug, Clone, Copy)]
pub struct ReplayQuery {
    pub ply: Option<u32>,
    pub view: Option<Knowledge>,
    pub flipped: bool,
}

impl ReplayQuery {
    /// Reads it from an address.
    ///
    /// # Errors
    /// The parameter that is wrong.
    pub fn read(parameters: &Parameters) -> Result<ReplayQuery, BadParameter> {
        let given = parameters.read(&["ply", "view", "flip"])?;
        Ok(ReplayQuery {
            ply: given.number("ply", 0..=1_000_000)?,
            view: given.parsed("view", Knowledge::takes(), Knowledge::parse)?,
            flipped: given.number("flip", 0..=1)? == Some(1),
        })
    }
}

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
}

#[derive(Template)]
#[template(path = "pages/game.html")]
struct GamePage {
    frame: Frame,
    replay: ReplayParts,
    heading: String,
    result: &'static str,
    how: String,
    event: String,
    event_slug: String,
    round: String,
    date: String,
    site: String,
    rule_set: String,
    time_control: String,
    provenance: String,
    /// Whether a member brought it.
    members: bool,
    /// The organisation's name in addresses.
    organisation: Option<String>,
    unrated: String,
    plies: u32,
    extra: Vec<(String, String)>,
    /// What the visitor himself noted while he played it.
    notes: Vec<Kept>,
    formations: Vec<(String, String)>,
}

/// One game at a ply, in a view.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let query = ReplayQuery::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let none = || Error::missing(Thing::Game, path.as_str());
    let id = GameId::parse(&path).ok_or_else(|| PageError::new(&visit, &none()))?;
    let (game, rating) = ask_briefly(&visit, move |app| games::get_rated(app, id)).await?;
    let knowledge = match game.stored.revealed() {
        Some(_) => query.view.unwrap_or(Knowledge::Revealed),
        None => Knowledge::Public,
    };
    let ply = query.ply.unwrap_or(0);
    let (seats, unrated) = seat_ratings(visit.texts(), &rating);
    let replay = parts(&visit, &game, ply, knowledge, query.flipped, seats);
    let notes = kept_notes(&visit, &game).await?;
    html(&visit, &GamePage { notes, ..page(&visit, &game, replay, unrated) })
}

/// Both seats' ratings before the game, or why there are none.
pub fn seat_ratings(texts: Texts, rating: &GameRating) -> ([Option<SeatRating>; 2], String) {
    match rating {
        GameRating::Rated { white, black, .. } => {
            let seat = |change: &crate::rating::Change| SeatRating {
                rating: change.before.whole_points(),
                deviation: change.before.whole_deviation(),
                change: change.after.whole_points() - change.before.whole_points(),
            };
            ([Some(seat(white)), Some(seat(black))], String::new())
        }
        GameRating::Due { .. } => ([None; 2], texts.get("rating-due")),
        GameRating::Unrated(reason) => ([None; 2], whose::unrated(*reason, texts)),
    }
}

fn page(visit: &Visit, game: &Game, replay: ReplayParts, unrated: String) -> GamePage {
    let texts = visit.texts();
    let header = game.stored.header();
    let heading = format!("{} – {}", header.roster.white, header.roster.black);
    let how = texts.get(&format!("termination-{}", header.termination.name()));
    let mut frame = visit.frame(format!("{heading} {}", result_text(header.outcome)));
    frame.description = format!("{}: {how}. {}", heading, header.roster.event).into();
    frame.card = visit.site.settings.public_url.as_ref().map(|url| {
        format!(
            "{}/games/{}/board.png?ply={}&view={}",
            url.trim_end_matches('/'),
            replay.id,
            if replay.ply == 0 { replay.last } else { replay.ply },
            replay.view
        )
    });
    GamePage {
        heading,
        result: result_text(header.outcome),
        how,
        event: game.summary.event.clone(),
        event_slug: game.summary.event_slug.clone(),
        round: header.roster.round.clone(),
        date: header.roster.date.replace('.', "-"),
        site: header.roster.site.clone(),
        rule_set: game.summary.rule_set.clone(),
        time_control: header.time_control.map_or_else(String::new, |tc| control(texts, tc)),
        provenance: whose::provenance(game, texts),
        members: game.summary.whose == Whose::Member,
        organisation: game.summary.whose.organisation().map(|own| own.slug.clone()),
        unrated,
        plies: game.summary.plies,
        extra: game
            .stored
            .revealed()
            .map(|record| record.annotations().extra_tags.clone())
            .unwrap_or_default(),
        notes: Vec::new(),
        formations: formations::links(game, texts),
        frame,
        replay,
    }
}

pub(super) fn control(texts: Texts, tc: crate::clock::TimeControl) -> String {
    let minutes = if tc.base.is_multiple_of(60) {
        format!("{}", tc.base / 60)
    } else {
        format!("{:.1}", f64::from(tc.base) / 60.0)
    };
    texts.fill("time-control", &[("minutes", minutes), ("seconds", tc.increment.to_string())])
}

/// The replay's markup for one ply, view and side.
pub fn parts(
    visit: &Visit,
    game: &Game,
    ply: u32,
    knowledge: Knowledge,
    flipped: bool,
    seats: [Option<SeatRating>; 2],
) -> ReplayParts {
    let texts = visit.texts();
    let ranks = RankWords { texts, rules: game.stored.timeline().rules };
    let view = view_of(&game.stored, knowledge);
    let scene = view.scene(ply);
    let last = view.timeline.len();
    let here =
        Address { id: game.summary.id.to_string(), ply: scene.ply, view: knowledge, flipped };
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
        id: here.id,
    }
}

#[derive(Clone)]
struct Address {
    id: String,
    ply: u32,
    view: Knowledge,
    flipped: bool,
}

impl Address {
    fn before_ply(&self) -> String {
        format!("/games/{}?ply=", self.id)
    }

    fn after_ply(&self) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        format!("&view={}{flip}", self.view.key())
    }

    fn link(&self) -> String {
        format!("{}{}{}", self.before_ply(), self.ply, self.after_ply())
    }

    fn at(&self, ply: u32) -> String {
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
    let clock = scene.clocks[color].or(header.time_control.map(|tc| tc.base));
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
pub(super) fn clock_text(seconds: u32) -> String {
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

#[derive(Serialize)]
struct Strings {
    white: String,
    black: String,
    hidden: String,
    labels: BTreeMap<char, &'static str>,
    ranks: BTreeMap<char, String>,
    #[serde(flatten)]
    templates: BTreeMap<&'static str, String>,
}

/// The templates that the script fills; `js-` in the catalogues.
const TEMPLATES: [&str; 16] = [
    "piece",
    "fallen",
    "start",
    "moves",
    "challenges",
    "verdict-challenger",
    "verdict-defender",
    "verdict-split",
    "slider",
    "copied",
    "life-path",
    "life-won",
    "life-lost",
    "life-split",
    "life-fell",
    "life-stands",
];

/// A block for each language and each set of names that a rule-set gives the ranks.
fn strings(ranks: RankWords) -> &'static JsonBlock {
    type Written = (Texts, &'static [OwnName], JsonBlock);
    static WRITTEN: LazyLock<Vec<Written>> = LazyLock::new(|| {
        let write = |texts, preset: &'static Preset| {
            let rules = RuleSet::new(preset, Options::default());
            let words = RankWords { texts, rules };
            (texts, preset.own_names, JsonBlock::new(&strings_of(words)))
        };
        let languages = Language::ALL.into_iter().map(Texts);
        languages.flat_map(|texts| Preset::ALL.map(|preset| write(texts, preset))).collect()
    });
    let names = ranks.rules.preset().own_names;
    let own = WRITTEN.iter().find(|(texts, own, _)| *texts == ranks.texts && *own == names);
    own.map(|(.., block)| block).expect("every language and every preset is there")
}

fn strings_of(ranks: RankWords) -> Strings {
    let texts = ranks.texts;
    Strings {
        white: texts.get("white"),
        black: texts.get("black"),
        hidden: texts.get("hidden"),
        labels: Rank::ALL.into_iter().map(|rank| (rank.letter(), ranks.label(rank))).collect(),
        ranks: Rank::ALL
            .into_iter()
            .map(|rank| (rank.letter(), ranks.name(rank).to_owned()))
            .collect(),
        templates: TEMPLATES
            .into_iter()
            .map(|key| (key, texts.get(&format!("js-{key}"))))
            .collect(),
    }
}
