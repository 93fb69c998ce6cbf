//! How like the computer the players of an event played, with the error rates of saying so.

use actix_web::web::Path;

use adjutant_domain::contest::fair_play::AlikeCounts;
use adjutant_service::contests::{
    EventLikeness, PlayerLikeness, alike_counts, analyze_event, match_key,
};
use adjutant_site::prelude::*;
use salpakan_computer::analysis::likeness::{
    FEWEST_PLIES, Likeness, Measured, THRESHOLD, UNRATED, measured,
};

use super::super::address;
use super::sign_text::game_text;
use super::signs::{numbered, open_address};

/// Some plies of a player in words.
pub struct LikenessCells {
    pub plies: u32,
    pub alike: String,
    pub usual: String,
    pub lost: String,
    pub usually_lost: String,
    pub deviations: String,
}

pub struct LikenessRow {
    pub name: String,
    pub rating: String,
    pub stands_out: bool,
    pub cells: LikenessCells,
    pub games: Vec<(String, LikenessCells)>,
    /// Where a case about it is opened.
    pub open: String,
}

/// The part of the page about it.
pub struct LikenessPart {
    pub progress: String,
    pub rates: String,
    pub meaning: String,
    /// Where the analyses are asked for; empty if none is missing.
    pub ask: String,
    pub csrf: String,
    pub rows: Vec<LikenessRow>,
}

/// A share of the plies in whole percent.
pub fn share(count: u32, of: u32) -> String {
    format!("{:.0} %", 100.0 * f64::from(count) / f64::from(of.max(1)))
}

/// Ten-thousandths of a win in percent.
pub fn percent_of_win(lost: u32) -> String {
    format!("{:.1} %", f64::from(lost) / 100.0)
}

fn cells(likeness: &Likeness) -> LikenessCells {
    let AlikeCounts { plies, alike, usual, lost, usually_lost, .. } = alike_counts(likeness);
    LikenessCells {
        plies,
        alike: share(alike, plies),
        usual: share(usual, plies),
        lost: percent_of_win(lost),
        usually_lost: percent_of_win(usually_lost),
        deviations: format!("{:+.1}", likeness.deviations()).replace('-', "−"),
    }
}

fn row(player: &PlayerLikeness, base: &str, texts: Texts) -> LikenessRow {
    let tables = player.games.iter().map(|(game, _)| match_key(game.spot.table_id()));
    let entrant = numbered(&(player.entrant, player.name.clone()));
    LikenessRow {
        name: player.name.clone(),
        rating: player.rating.map_or_else(|| "—".to_owned(), |rating| rating.to_string()),
        stands_out: player.total.stands_out(),
        cells: cells(&player.total),
        games: player
            .games
            .iter()
            .map(|(game, one)| (game_text(game, texts), cells(one)))
            .collect(),
        open: open_address(base, std::iter::once(entrant), tables),
    }
}

/// Evidence without its error rates would be taken for more than it is.
fn rates(texts: Texts) -> String {
    let named = [
        ("fair", "wrong", 0),
        ("every", "found", 100),
        ("half", "foundhalf", 50),
        ("quarter", "foundquarter", 25),
    ];
    let mut values = vec![("games", Measured::GAMES.to_string())];
    for (all, out, percent) in named {
        let (players, stood_out) = measured().helped(percent);
        values.extend([(all, players.to_string()), (out, stood_out.to_string())]);
    }
    texts.fill("likeness-rates", &values)
}

/// The part for a reader, whose form is below `base`.
pub fn part(visit: &RequestContext, base: &str, found: &EventLikeness) -> LikenessPart {
    let texts = visit.texts();
    let progress = [
        ("games", found.games.to_string()),
        ("done", found.analyzed.to_string()),
        ("waiting", found.waiting.to_string()),
    ];
    let meaning = [
        ("deviations", THRESHOLD.to_string()),
        ("plies", FEWEST_PLIES.to_string()),
        ("rating", UNRATED.to_string()),
    ];
    let is_missing = found.analyzed + found.waiting < found.games;
    LikenessPart {
        progress: texts.fill("likeness-progress", &progress),
        rates: rates(texts),
        meaning: texts.fill("likeness-meaning", &meaning),
        ask: if is_missing { format!("{base}/analyses") } else { String::new() },
        csrf: visit.form_token(),
        rows: found.players.iter().map(|one| row(one, base, texts)).collect(),
    }
}

/// Asks for the analyses of all games of the event.
pub async fn ask(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let slug = path.into_inner();
    let back = address(&slug, "run/fair-play");
    visit.run(move |app, actor| analyze_event(app, actor, &slug, now_micros())).await?;
    Ok(redirect_with_flash(&back, super::signs::DONE_KEYS[1]))
}
