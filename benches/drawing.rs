//! Speed of pictures: `cargo bench --bench drawing -- [runs]`.
//!
//! On one core, of a game between bots with 92 plies (93 positions): each position as a PNG, and the game as an animated GIF, in each
//! size. Medians of so many runs (21). Bars: a position's PNG 15 ms, the GIF of 93 frames in the usual size 80 ms and 400 KiB.

use std::hint::black_box;
use std::time::{Duration, Instant};

use adjutant::drawing::{
    AnimationSpan, Caption, PictureSize, PictureStyle, PictureTheme, SalpakanPictures, render_gif,
    render_png,
};
use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Deployment, Rank, RuleSet};
use salpakan::view;
use salpakan_bot::{Endings, Field, simulate};

const PLIES: u32 = 92;

fn game() -> Option<(Timeline, Deployment)> {
    let field = Field::new(1, 200, 2_000);
    let games =
        (0..2_000).filter_map(|one| simulate(&field, &RuleSet::STANDARD, one, Endings::Final));
    let record = games.into_iter().find(|record| record.timeline.len() == PLIES)?;
    Some((record.timeline, record.armies.white?))
}

/// The median of the times, and the last answer.
fn median<T>(runs: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut last = work();
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            last = black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    (times[runs / 2], last)
}

fn main() {
    let asked = std::env::args().skip(1).find_map(|one| one.parse().ok());
    let runs: usize = asked.unwrap_or(21).max(1);
    let Some((timeline, own)) = game() else {
        println!("no game of {PLIES} plies");
        return;
    };
    let labels = Rank::ALL.map(Rank::abbreviation);
    let view = SalpakanPictures { view: view::player(&timeline, &own), labels };
    let caption = Caption {
        names: ByColor::new("Maria Peñaflor".to_owned(), "Lakandula".to_owned()),
        points: Some(ByColor::new("1", "0")),
    };
    let look = |size| PictureStyle { theme: PictureTheme::Light, size, flipped: false };
    for size in PictureSize::ALL {
        let start = Instant::now();
        let first = render_png(&view, 0, &caption, look(size));
        let first = (start.elapsed(), first.is_ok());
        let (time, bytes) = median(runs, || {
            (0..=PLIES)
                .filter_map(|ply| render_png(&view, ply, &caption, look(size)).ok())
                .map(|b| b.len())
                .sum::<usize>()
        });
        let each = time / (PLIES + 1);
        println!(
            "PNG {:6}: {:8.3} ms each (bar 15), {} bytes each; the first {:.1} ms",
            size.key(),
            each.as_secs_f64() * 1e3,
            bytes / (PLIES as usize + 1),
            first.0.as_secs_f64() * 1e3
        );
    }
    for size in PictureSize::ANIMATED {
        let span = AnimationSpan { from: 0, to: PLIES, ply_delay: 100 };
        let (time, gif) =
            median(runs, || render_gif(&view, &caption, look(size), span).unwrap_or_default());
        println!(
            "GIF {:6}: {:8.3} ms (bar 80), {:.1} KiB (bar 400), {} positions",
            size.key(),
            time.as_secs_f64() * 1e3,
            gif.len() as f64 / 1024.0,
            PLIES + 1
        );
    }
}
