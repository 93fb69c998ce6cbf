//! PNG images of positions and animated GIFs of games.
//!
//! Of a game that is not revealed only the public view is drawn, computed from the timeline.

use actix_web::{HttpResponse, web};

use crate::drawing::{
    self, AnimationSpan, Caption, DrawingError, PictureSize, PictureStyle, PictureTheme, Pictures,
    SalpakanPictures, ThreeGeneralsPictures,
};
use adjutant_service::games::AnyGame;
use adjutant_service::{Error, refusals};
use adjutant_site::use_cases::run_heavy_use_case;
use salpakan::rules::{ByColor, Color, Outcome, Rank};

use adjutant_site::error::{OrPage, PageError};
use adjutant_site::games::find_any_game;
use adjutant_site::i18n::{Language, Texts};
use adjutant_site::parameters::{AcceptedValues, ParameterError, QueryParameters, QueryString};
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, view_from};
use adjutant_site::request_context::RequestContext;
use adjutant_site::response_cache::cacheable_response;

/// The size limits accepted for an animation, in KiB.
const GIF_SIZE_KIB: std::ops::RangeInclusive<usize> = 30..=8_192;
const MAX_PLIES: u32 = 1_000_000;

/// Playback speeds with the delay per move in hundredths of a second.
pub const SPEEDS: [(&str, u16); 3] = [("slow", 180), ("normal", 100), ("fast", 50)];

/// The parameters shared by images and animations.
struct ImageOptions {
    view: Perspective,
    look: PictureStyle,
    names: bool,
}

/// Parses a parameter as one of the keys in `all`.
fn parse_choice<T: Copy>(
    given: &QueryParameters,
    name: &'static str,
    all: &[T],
    key: fn(T) -> &'static str,
) -> Result<Option<T>, ParameterError> {
    let words: Vec<&str> = all.iter().map(|one| key(*one)).collect();
    let find = |text: &str| all.iter().copied().find(|one| key(*one) == text);
    given.parse_with(name, AcceptedValues::one_of(words.join(", ")), find)
}

impl ImageOptions {
    fn from_query(
        given: &QueryParameters,
        sizes: &[PictureSize],
        usual: PictureSize,
    ) -> Result<ImageOptions, ParameterError> {
        let view = given.parse_with("view", Perspective::accepted_values(), Perspective::parse)?;
        let look = PictureStyle {
            theme: parse_choice(given, "theme", &PictureTheme::ALL, PictureTheme::key)?
                .unwrap_or_default(),
            size: parse_choice(given, "size", sizes, PictureSize::key)?.unwrap_or(usual),
            flipped: given.number("flip", 0..=1)? == Some(1),
        };
        let names = given.number("names", 0..=1)? != Some(0);
        Ok(ImageOptions { view: view.unwrap_or(Perspective::Revealed), look, names })
    }
}

/// The captions of a game's images.
fn caption(game: &AnyGame, names: bool) -> Caption {
    let header = game.header();
    let own = |name: &String| if names { name.clone() } else { String::new() };
    Caption {
        names: ByColor::new(own(&header.roster.white), own(&header.roster.black)),
        points: header.outcome.map(score_text),
    }
}

/// Lends a game, as it is seen in this view, to what draws it. Where nothing is hidden, all views are the same.
fn with_pictures<T>(game: &AnyGame, view: Perspective, draw: impl FnOnce(&dyn Pictures) -> T) -> T {
    match game {
        AnyGame::Salpakan(game) => {
            let rules = game.stored.timeline().rules;
            let ranks = RankNames { texts: Texts(Language::English), rules };
            let labels = Rank::ALL.map(|rank| ranks.label(rank));
            draw(&SalpakanPictures { view: view_from(&game.stored, view), labels })
        }
        AnyGame::ThreeGenerals(game) => draw(&ThreeGeneralsPictures::new(&game.stored.timeline)),
    }
}

fn score_text(outcome: Outcome) -> ByColor<&'static str> {
    match outcome.winner() {
        Some(Color::White) => ByColor::new("1", "0"),
        Some(Color::Black) => ByColor::new("0", "1"),
        None => ByColor::new("½", "½"),
    }
}

fn drawing_error(e: DrawingError) -> Error {
    match e {
        DrawingError::TooManyPlies => Error::invalid("to", refusals::FILM_LONG),
        DrawingError::TooLarge => Error::invalid("from", refusals::FILM_LARGE),
        DrawingError::Failed(why) => Error::Internal(format!("an image cannot be drawn: {why}")),
    }
}

/// An image response; it may be cached for longer once the ranks are public (`over`).
fn image_response(kind: &str, bytes: Vec<u8>, over: bool) -> HttpResponse {
    let cache = if over { "public, max-age=3600" } else { "public, no-cache" };
    cacheable_response(kind, cache, bytes)
}

/// Draws the board after a ply as a PNG, by default after the last one.
pub async fn board_png(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let read = || {
        let given = parameters.parse(&["ply", "view", "flip", "theme", "size", "names"])?;
        let ply = given.number("ply", 0..=MAX_PLIES)?.unwrap_or(MAX_PLIES);
        let asked = ImageOptions::from_query(&given, &PictureSize::ALL, PictureSize::Card)?;
        Ok::<_, ParameterError>((ply, asked))
    };
    let (ply, asked) = read().or_page(&visit)?;
    let drawn = run_heavy_use_case(&visit, move |app| {
        let game = find_any_game(app, &path)?;
        let caption = caption(&game, asked.names);
        let png = with_pictures(&game, asked.view, |pictures| {
            drawing::render_png(pictures, ply, &caption, asked.look)
        });
        Ok((png.map_err(drawing_error)?, game.head().is_open))
    });
    let (png, over) = drawn.await?;
    Ok(image_response("image/png", png, over))
}

/// The parameters of an animation.
struct AnimationOptions {
    asked: ImageOptions,
    from: u32,
    to: u32,
    pace: u16,
    /// In bytes.
    limit: Option<usize>,
}

impl AnimationOptions {
    fn from_query_string(parameters: &QueryString) -> Result<AnimationOptions, ParameterError> {
        let given = parameters
            .parse(&["from", "to", "view", "flip", "theme", "size", "names", "speed", "limit"])?;
        let to = given.number("to", 0..=MAX_PLIES)?.unwrap_or(MAX_PLIES);
        let pace = parse_choice(&given, "speed", &SPEEDS, |(key, _)| key)?;
        Ok(AnimationOptions {
            asked: ImageOptions::from_query(&given, &PictureSize::ANIMATED, PictureSize::Medium)?,
            from: given.number("from", 0..=to)?.unwrap_or(0),
            to,
            pace: pace.map_or(SPEEDS[1].1, |(_, pace)| pace),
            limit: given.number("limit", GIF_SIZE_KIB)?.map(|kibibytes| kibibytes << 10),
        })
    }

    /// Draws the animation in the largest requested size within the limit, or in the smallest size.
    fn draw(&self, game: &AnyGame) -> Result<Vec<u8>, DrawingError> {
        let caption = caption(game, self.asked.names);
        with_pictures(game, self.asked.view, |pictures| self.draw_pictures(pictures, &caption))
    }

    fn draw_pictures(
        &self,
        pictures: &dyn Pictures,
        caption: &Caption,
    ) -> Result<Vec<u8>, DrawingError> {
        let span = AnimationSpan { from: self.from, to: self.to, ply_delay: self.pace };
        let mut look = self.asked.look;
        loop {
            let gif = drawing::render_gif(pictures, caption, look, span);
            match (self.limit, look.size.smaller(), &gif) {
                (Some(limit), Some(smaller), Ok(bytes)) if bytes.len() > limit => {
                    look.size = smaller;
                }
                (Some(_), Some(smaller), Err(DrawingError::TooLarge)) => look.size = smaller,
                _ => return gif,
            }
        }
    }
}

/// Draws a game, or a part of it, as an animated GIF.
pub async fn game_gif(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let wanted = AnimationOptions::from_query_string(&parameters).or_page(&visit)?;
    let drawn = run_heavy_use_case(&visit, move |app| {
        let game = find_any_game(app, &path)?;
        Ok((wanted.draw(&game).map_err(drawing_error)?, game.head().is_open))
    });
    let (gif, over) = drawn.await?;
    Ok(image_response("image/gif", gif, over))
}
