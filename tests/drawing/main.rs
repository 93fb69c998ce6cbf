//! Pictures of positions and moving ones of games, decoded by a library that did not draw them.

use std::io::Cursor;
use std::path::Path;

use adjutant::drawing::{
    AnimationSpan, BoardKind, Caption, DrawingError, IconShape, MAX_ANIMATION_PLIES, PictureSize,
    PictureStyle, PictureTheme, SalpakanPictures, ThreeGeneralsPictures, render_gif, render_icon,
    render_png,
};
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame, GenericImageView, RgbaImage};
use salpakan::record::{JudgedRecord, Ply, Timeline};
use salpakan::rules::{ByColor, Color, Move, Rank, RuleSet};
use salpakan::view::{self, View};
use salpakan_bot::{Endings, Field, simulate};

fn record() -> JudgedRecord {
    let field = Field::new(3, 50, 100);
    let mut games =
        (0..100).filter_map(|n| simulate(&field, &RuleSet::STANDARD, n, Endings::Final));
    games.find(|game| game.timeline.len() > 60).expect("some game is long")
}

fn caption(names: bool) -> Caption {
    let name = |name: &str| if names { name.to_owned() } else { String::new() };
    Caption {
        names: ByColor::new(name("Maria Peñaflor"), name("Lakandula")),
        points: Some(ByColor::new("½", "½")),
    }
}

fn look(size: PictureSize) -> PictureStyle {
    PictureStyle { theme: PictureTheme::Light, size, flipped: false }
}

fn picture(bytes: &[u8]) -> RgbaImage {
    image::load_from_memory(bytes).expect("it is a picture").to_rgba8()
}

fn frames(gif: &[u8]) -> Vec<Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).expect("it is a GIF");
    decoder.into_frames().collect_frames().expect("all of it can be decoded")
}

fn seen<'a>(view: &View<'a>) -> SalpakanPictures<'a> {
    SalpakanPictures { view: view.clone(), labels: Rank::ALL.map(Rank::abbreviation) }
}

fn position(view: &View<'_>, ply: u32, look: PictureStyle) -> RgbaImage {
    picture(&render_png(&seen(view), ply, &caption(true), look).expect("drawn"))
}

#[test]
fn a_position_is_a_png_of_the_size_that_was_asked_for() {
    let record = record();
    let view = view::spectator(&record.timeline);
    for size in PictureSize::ALL {
        for theme in PictureTheme::ALL {
            let look = PictureStyle { theme, ..look(size) };
            let drawn = position(&view, 20, look);
            let (width, height) = size.pixels(BoardKind::Salpakan);
            assert_eq!(drawn.dimensions(), (width as u32, height as u32));
            let flipped = PictureStyle { flipped: true, ..look };
            assert!(drawn != position(&view, 20, flipped), "the other side is below");
            assert_eq!(drawn, position(&view, 20, look), "the same each time");
        }
        assert!(position(&view, 20, look(size)) != position(&view, 21, look(size)));
        let (light, dark) = (look(size), PictureStyle { theme: PictureTheme::Dark, ..look(size) });
        assert!(position(&view, 0, light) != position(&view, 0, dark));
    }
}

#[test]
fn names_are_left_out_where_they_should_be() {
    let record = record();
    let view = view::spectator(&record.timeline);
    for size in PictureSize::ALL {
        let with = render_png(&seen(&view), 5, &caption(true), look(size)).expect("drawn");
        let without = render_png(&seen(&view), 5, &caption(false), look(size)).expect("drawn");
        assert!(with != without);
    }
}

#[test]
fn every_frame_of_a_film_is_its_position_and_the_last_one_has_the_result() {
    let record = record();
    let own = record.armies.white.as_ref().expect("a set-up");
    let view = view::player(&record.timeline, own);
    let last = record.timeline.len();
    for size in PictureSize::ANIMATED {
        let span = AnimationSpan { from: 0, to: last, ply_delay: 50 };
        let gif = render_gif(&seen(&view), &caption(true), look(size), span).expect("drawn");
        assert_eq!(gif, render_gif(&seen(&view), &caption(true), look(size), span).expect("drawn"));
        let frames = frames(&gif);
        assert_eq!(frames.len() as u32, last + 2, "each position, then the result");
        for ply in [0, 1, 2, last / 2, last - 1] {
            let frame = frames[ply as usize].buffer();
            assert!(*frame == position(&view, ply, look(size)), "ply {ply}");
        }
        let end = frames.last().expect("a frame").buffer();
        assert!(*end == position(&view, last, look(size)), "the result is on the last one");
    }
}

#[test]
fn a_span_is_a_film_of_its_own() {
    let record = record();
    let view = view::spectator(&record.timeline);
    let span = AnimationSpan { from: 10, to: 14, ply_delay: 100 };
    let look = PictureStyle { flipped: true, ..look(PictureSize::Small) };
    let frames = frames(&render_gif(&seen(&view), &caption(true), look, span).expect("drawn"));
    assert_eq!(frames.len(), 5);
    for (frame, ply) in frames.iter().zip(10..) {
        assert!(*frame.buffer() == position(&view, ply, look), "ply {ply}");
    }
    let still = AnimationSpan { from: 900, to: 900, ply_delay: 100 };
    let end = render_gif(&seen(&view), &caption(true), look, still).expect("drawn");
    assert_eq!(self::frames(&end).len(), 2, "beyond the end is the end");
}

#[test]
fn a_film_is_never_longer_than_its_bound() {
    let record = record();
    let mut timeline: Timeline = record.timeline.clone();
    // Two pieces step to and fro, longer than anybody would watch.
    timeline.plies.clear();
    timeline.ending = None;
    while timeline.len() <= 2 * MAX_ANIMATION_PLIES {
        for turn in [false, true] {
            for own in first_steps(&record.timeline) {
                let mv = if turn { Move { from: own.to, to: own.from } } else { own };
                timeline.plies.push(Ply { mv, verdict: None, clock: None });
            }
        }
    }
    let view = view::spectator(&timeline);
    let whole = AnimationSpan { from: 0, to: timeline.len(), ply_delay: 50 };
    let plain = Caption { points: None, ..caption(false) };
    let drawn = render_gif(&seen(&view), &plain, look(PictureSize::Small), whole);
    assert_eq!(
        drawn.err(),
        Some(DrawingError::TooManyPlies),
        "nobody gets another span than he asked for"
    );
    let span = AnimationSpan { from: 7, to: MAX_ANIMATION_PLIES + 7, ply_delay: 50 };
    let gif = render_gif(&seen(&view), &plain, look(PictureSize::Small), span).expect("drawn");
    assert_eq!(frames(&gif).len() as u32, MAX_ANIMATION_PLIES + 1);
}

/// A first step of each side, of who begins first.
fn first_steps(timeline: &Timeline) -> Vec<Move> {
    timeline.plies.iter().take(2).map(|ply| ply.mv).collect()
}

#[test]
fn hidden_ranks_are_all_drawn_alike() {
    let record = record();
    let shown = view::spectator(&record.timeline);
    // A spectator's scene is made of the timeline alone: there is no second world that it could differ in.
    let again = view::spectator(&record.timeline);
    for ply in [0, 30, record.timeline.len()] {
        let one =
            render_png(&seen(&shown), ply, &caption(true), look(PictureSize::Card)).expect("drawn");
        assert_eq!(
            one,
            render_png(&seen(&again), ply, &caption(true), look(PictureSize::Card)).expect("drawn")
        );
    }
    let own = record.armies[Color::Black].as_ref().expect("a set-up");
    let black = view::player(&record.timeline, own);
    assert!(
        position(&shown, 0, look(PictureSize::Small))
            != position(&black, 0, look(PictureSize::Small))
    );
}

#[test]
fn a_game_of_three_generals_is_drawn_with_nine_rows_and_its_hands() {
    let plies = ["e3-e4", "e7-e6", "e4-e5", "e6xe5"];
    let plies = plies.map(|ply| three_generals::record::TimedPly {
        ply: ply.parse().expect("a ply"),
        clock: None,
    });
    let timeline = three_generals::record::Timeline { plies: plies.to_vec(), ending: None };
    let game = ThreeGeneralsPictures::new(&timeline);
    assert_eq!(timeline.positions().count(), 5, "each ply is legal");
    for size in PictureSize::ALL {
        let drawn =
            |ply| picture(&render_png(&game, ply, &caption(true), look(size)).expect("drawn"));
        let (width, height) = size.pixels(BoardKind::ThreeGenerals);
        assert_eq!(drawn(4).dimensions(), (width as u32, height as u32));
        assert_eq!(drawn(4), drawn(9), "no ply follows the last one");
        assert!(drawn(3) != drawn(4));
        // Black's Pawn in hand lies beside the board of a card alone.
        if size == PictureSize::Card {
            let beside = |ply| drawn(ply).view(18, 52, 222, 56).to_image();
            assert!(beside(3) != beside(4));
        }
    }
}

#[test]
fn pictures_of_three_generals_are_the_same_in_any_order() {
    let plies = "e3-e4 e7-e6 e4-e5 e6xe5 f3-f4 e5xf4 f1xf4 P@e3";
    let plies = plies.split(' ').map(|ply| three_generals::record::TimedPly {
        ply: ply.parse().expect("a ply"),
        clock: None,
    });
    let timeline = three_generals::record::Timeline { plies: plies.collect(), ending: None };
    let shared = ThreeGeneralsPictures::new(&timeline);
    let mut different = std::collections::HashSet::new();
    for ply in [8, 3, 0, 4, 4, 1, 2, 7, 6, 5, 9] {
        let drawn = |game: &ThreeGeneralsPictures<'_>| {
            render_png(game, ply, &caption(false), look(PictureSize::Small)).expect("drawn")
        };
        let alone = drawn(&ThreeGeneralsPictures::new(&timeline));
        assert!(drawn(&shared) == alone, "ply {ply}");
        different.insert(alone);
    }
    assert_eq!(different.len(), 9, "each position is a picture of its own");
}

#[test]
fn frames_of_three_generals_have_the_hands_of_their_positions() {
    // Black captures two Pawns and drops one of them; White's Flier takes a piece, too.
    let plies = "e3-e4 e7-e6 e4-e5 e6xe5 f3-f4 e5xf4 f1xf4 P@e3";
    let plies = plies.split(' ').map(|ply| three_generals::record::TimedPly {
        ply: ply.parse().expect("a ply"),
        clock: None,
    });
    let timeline = three_generals::record::Timeline { plies: plies.collect(), ending: None };
    assert_eq!(timeline.positions().count(), 9, "each ply is legal");
    let game = ThreeGeneralsPictures::new(&timeline);
    let span = AnimationSpan { from: 0, to: 8, ply_delay: 50 };
    for size in PictureSize::ANIMATED {
        for flipped in [false, true] {
            let look = PictureStyle { flipped, ..look(size) };
            let film = render_gif(&game, &caption(true), look, span).expect("drawn");
            let frames = frames(&film);
            assert_eq!(frames.len(), 10, "nine positions and the result");
            let drawn =
                |ply| picture(&render_png(&game, ply, &caption(true), look).expect("drawn"));
            for (ply, frame) in (0..8).zip(&frames) {
                assert!(*frame.buffer() == drawn(ply), "{size:?}: ply {ply}");
            }
            assert!(*frames[9].buffer() == drawn(8), "the last one has the result");
            // The row between a name and the board.
            let hand = |ply: u32| {
                let drawn = drawn(ply);
                let (_, height) = drawn.dimensions();
                let top = if flipped { height - 66 } else { 30 };
                drawn.view(20, top, 100, 30).to_image()
            };
            assert!(hand(3) != hand(4) && hand(6) != hand(8) && hand(4) == hand(5));
        }
    }
}

/// The icons that the app's manifest and pages name. `GOLDEN=write` draws them anew.
const ICONS: [(&str, u32, IconShape); 4] = [
    ("icon-192.png", 192, IconShape::Rounded),
    ("icon-512.png", 512, IconShape::Rounded),
    ("maskable-512.png", 512, IconShape::Maskable),
    ("apple-touch-icon.png", 180, IconShape::Square),
];

#[test]
fn the_icons_of_the_app_are_drawn_from_the_sites_mark() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/icons");
    for (name, side, shape) in ICONS {
        let drawn = render_icon(side, shape).expect("drawn");
        if std::env::var("GOLDEN").is_ok_and(|wish| wish == "write") {
            std::fs::write(directory.join(name), &drawn).expect("the icon is written");
        }
        let kept = std::fs::read(directory.join(name)).unwrap_or_default();
        assert!(kept == drawn, "{name} is not what is drawn; GOLDEN=write draws it anew");
        let image = picture(&kept);
        assert_eq!(image.dimensions(), (side, side));
        let gold = |x: u32, y: u32| image.get_pixel(x, y).0[0] > 200;
        let within = (side * 2 / 10)..=(side * 8 / 10);
        let is_mark = |x: u32, y: u32| gold(x, y) && within.contains(&x) && within.contains(&y);
        let pixels = || (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
        assert!(pixels().any(|(x, y)| is_mark(x, y)), "{name} has the stars");
        let cut = pixels().filter(|(x, y)| gold(*x, *y) && !is_mark(*x, *y)).count();
        assert!(
            shape != IconShape::Maskable || cut == 0,
            "{name}: what a system cuts off is ground"
        );
        let corner = image.get_pixel(0, 0).0[3];
        assert_eq!(corner == 0, shape == IconShape::Rounded, "{name}: the corner");
    }
}
