//! A section of the player page: information revealed, luck and bluffs in their newest revealed
//! games.

use askama::Template;

use adjutant_service::tallies::{self, LOOKED_AT, Tally};
use adjutant_site::charts::line_path;
use adjutant_site::digits::tenths;
use adjutant_site::i18n::Texts;
use adjutant_site::labels::{format_points, format_signed};
use adjutant_site::markup::Markup;
use adjutant_site::time_format::format_day;

/// Dimensions of the chart, the same as those of the rating chart.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
const PADDING: f64 = 8.0;

/// The figures of one game.
struct TallyRow {
    day: String,
    link: String,
    told: String,
    luck: String,
    index: String,
}

#[derive(Template)]
#[template(path = "pages/player-told.html")]
struct InformationStatsPart {
    texts: Texts,
    told: String,
    luck: String,
    luck_words: String,
    index: String,
    threats: String,
    note: String,
    curve: String,
    low: String,
    high: String,
    /// The newest first.
    lines: Vec<TallyRow>,
}

/// Renders the section; empty if no game of the player is revealed.
pub fn information_stats(texts: Texts, tallies: &[Tally]) -> Markup {
    if tallies.is_empty() {
        return Markup::default();
    }
    let sum = tallies::sum(tallies);
    let told = || tallies.iter().map(|one| one.side.told);
    let spread: Vec<(f64, f64)> = told().enumerate().map(|(n, bits)| (n as f64, bits)).collect();
    let luck = [
        ("wins", sum.luck.wins.to_string()),
        ("challenges", sum.luck.challenges.to_string()),
        ("expected", tenths(sum.luck.expected_wins)),
        ("deviation", tenths(sum.luck.deviation)),
    ];
    let counts = [("games", sum.games.to_string()), ("most", LOOKED_AT.to_string())];
    Markup::render(&InformationStatsPart {
        texts,
        told: tenths(sum.told),
        luck: format_signed(sum.luck.surplus()),
        luck_words: texts.fill("ledger-luck-is", &luck),
        index: format_points(sum.bluffs.mean),
        threats: texts.count("ledger-threats", sum.bluffs.threats),
        note: texts.fill("tally-note", &counts),
        curve: line_path(&spread, WIDTH, HEIGHT, PADDING),
        low: tenths(told().fold(f64::INFINITY, f64::min)),
        high: tenths(told().fold(0.0, f64::max)),
        lines: tallies.iter().rev().map(|tally| tally_row(texts, tally)).collect(),
    })
}

fn tally_row(texts: Texts, tally: &Tally) -> TallyRow {
    TallyRow {
        day: format_day(texts, tally.day),
        link: format!("/games/{}", tally.game),
        told: tenths(tally.side.told),
        luck: format_signed(tally.side.luck.surplus()),
        index: format_points(tally.side.bluffs.mean),
    }
}
