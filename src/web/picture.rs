//! Pictures of positions and moving ones of games, for chats and cards.
//!
//! A game that is not revealed has the public view alone, whatever is asked for; its pictures are computed from the timeline, as its page is.

use actix_web::{HttpResponse, web};

use crate::drawing::{self, Caption, Film, Look, NotDrawn, Size, Theme};
use crate::service::games::{self, Game};
use crate::service::records::GameId;
use crate::service::{App, Error, Thing, refusals};
use salpakan::rules::{ByColor, Color, Outcome, Rank};

use super::answers::for_everybody;
use super::error::PageError;
use super::i18n::{Language, Texts};
use super::pages::ask_long;
use super::parameters::{BadParameter, Given, Parameters, Takes};
use super::ranks::RankWords;
use super::replay::{Knowledge, view_of};
use super::visit::Visit;

/// The longest a moving picture may be asked to be, and the shortest that makes sense, in KiB.
const LIMITS: std::ops::RangeInclusive<usize> = 30..=8_192;
const MOST_PLIES: u32 = 1_000_000;

/// How fast a game goes by, each with the hundredths of a second that a ply takes.
pub const PACES: [(&str, u16); 3] = [("slow", 180), ("normal", 100), ("fast", 50)];

/// What everything that is drawn of a game can be asked with.
struct Asked {
    view: Knowledge,
    look: Look,
    names: bool,
}

/// The key of one of `all`, read from a parameter.
fn chosen<T: Copy>(
    given: &Given,
    name: &'static str,
    all: &[T],
    key: fn(T) -> &'static str,
) -> Result<Option<T>, BadParameter> {
    let words: Vec<&str> = all.iter().map(|one| key(*one)).collect();
    let find = |text: &str| all.iter().copied().find(|one| key(*one) == text);
    given.parsed(name, Takes::one_of(words.join(", ")), find)
}

impl Asked {
    fn of(given: &Given, sizes: &[Size], usual: Size) -> Result<Asked, BadParameter> {
        let view = given.parsed("view", Knowledge::takes(), Knowledge::parse)?;
        let look = Look {
            theme: chosen(given, "theme", &Theme::ALL, Theme::key)?.unwrap_or_default(),
            size: chosen(given, "size", sizes, Size::key)?.unwrap_or(usual),
            flipped: given.number("flip", 0..=1)? == Some(1),
        };
        let names = given.number("names", 0..=1)? != Some(0);
        Ok(Asked { view: view.unwrap_or(Knowledge::Revealed), look, names })
    }
}

/// What is written on pictures of a game.
fn caption(game: &Game, names: bool) -> Caption {
    let header = game.stored.header();
    let ranks = RankWords { texts: Texts(Language::English), rules: game.stored.timeline().rules };
    let own = |name: &String| if names { name.clone() } else { String::new() };
    Caption {
        names: ByColor::new(own(&header.roster.white), own(&header.roster.black)),
        points: header.outcome.map(points),
        labels: Rank::ALL.map(|rank| ranks.label(rank)),
    }
}

fn points(outcome: Outcome) -> ByColor<&'static str> {
    match outcome.winner() {
        Some(Color::White) => ByColor::new("1", "0"),
        Some(Color::Black) => ByColor::new("0", "1"),
        None => ByColor::new("½", "½"),
    }
}

/// The game with this id.
pub fn find(app: &App, id: &str) -> Result<Game, Error> {
    let none = || Error::missing(Thing::Game, id);
    games::get(app, GameId::parse(id).ok_or_else(none)?)
}

fn failed(e: NotDrawn) -> Error {
    match e {
        NotDrawn::Long => Error::invalid("to", refusals::FILM_LONG),
        NotDrawn::Large => Error::invalid("from", refusals::FILM_LARGE),
        NotDrawn::Failed(_) => Error::Internal(e.to_string()),
    }
}

/// What was drawn, as an answer; `over` where its ranks are open to everybody.
fn answer(kind: &str, bytes: Vec<u8>, over: bool) -> HttpResponse {
    let cache = if over { "public, max-age=3600" } else { "public, no-cache" };
    for_everybody(kind, cache, bytes)
}

/// The board after a ply as a PNG, after the last one where none is named.
pub async fn board(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let read = || {
        let given = parameters.read(&["ply", "view", "flip", "theme", "size", "names"])?;
        let ply = given.number("ply", 0..=MOST_PLIES)?.unwrap_or(MOST_PLIES);
        Ok((ply, Asked::of(&given, &Size::ALL, Size::Card)?))
    };
    let (ply, asked) = read().map_err(|e| PageError::parameter(&visit, &e))?;
    let drawn = ask_long(&visit, move |app| {
        let game = find(app, &path)?;
        let scene = view_of(&game.stored, asked.view).scene(ply);
        let png = drawing::png(&scene, &caption(&game, asked.names), asked.look);
        Ok((png.map_err(failed)?, game.stored.revealed().is_some()))
    });
    let (png, over) = drawn.await?;
    Ok(answer("image/png", png, over))
}

/// What a moving picture is asked with.
struct FilmAsked {
    asked: Asked,
    from: u32,
    to: u32,
    pace: u16,
    /// In bytes.
    limit: Option<usize>,
}

impl FilmAsked {
    fn read(parameters: &Parameters) -> Result<FilmAsked, BadParameter> {
        let given = parameters
            .read(&["from", "to", "view", "flip", "theme", "size", "names", "speed", "limit"])?;
        let to = given.number("to", 0..=MOST_PLIES)?.unwrap_or(MOST_PLIES);
        let pace = chosen(&given, "speed", &PACES, |(key, _)| key)?;
        Ok(FilmAsked {
            asked: Asked::of(&given, &Size::OF_FILMS, Size::Medium)?,
            from: given.number("from", 0..=to)?.unwrap_or(0),
            to,
            pace: pace.map_or(PACES[1].1, |(_, pace)| pace),
            limit: given.number("limit", LIMITS)?.map(|kibibytes| kibibytes << 10),
        })
    }

    /// The film in the largest size that is asked for and not too long in bytes; the small one where none is short enough.
    fn draw(&self, game: &Game) -> Result<Vec<u8>, NotDrawn> {
        let view = view_of(&game.stored, self.asked.view);
        let caption = caption(game, self.asked.names);
        let span = Film { from: self.from, to: self.to, pace: self.pace };
        let mut look = self.asked.look;
        loop {
            let gif = drawing::film(&view, &caption, look, span);
            match (self.limit, look.size.smaller(), &gif) {
                (Some(limit), Some(smaller), Ok(bytes)) if bytes.len() > limit => {
                    look.size = smaller;
                }
                (Some(_), Some(smaller), Err(NotDrawn::Large)) => look.size = smaller,
                _ => return gif,
            }
        }
    }
}

/// A game, or a span of it, as an animated GIF.
pub async fn film(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let wanted = FilmAsked::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let drawn = ask_long(&visit, move |app| {
        let game = find(app, &path)?;
        Ok((wanted.draw(&game).map_err(failed)?, game.stored.revealed().is_some()))
    });
    let (gif, over) = drawn.await?;
    Ok(answer("image/gif", gif, over))
}

/// Whether an address is that of a picture, which other sites may show.
pub fn is_picture(path: &str) -> bool {
    path.ends_with("/board.png") || path.ends_with("/game.gif")
}
