//! A player's page: what he told, risked and feigned in his newest revealed games.

use askama::Template;

use crate::service::records::date_of;
use crate::service::tallies::{self, LOOKED_AT, Tally};
use crate::web::charts::path;
use crate::web::digits::tenths;
use crate::web::i18n::Texts;
use crate::web::markup::Markup;

use super::replay::{points, signed};

/// The chart's measures: the drawing of ratings has the same.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
const ROOM: f64 = 8.0;

/// One game.
struct Line {
    day: String,
    link: String,
    told: String,
    luck: String,
    index: String,
}

#[derive(Template)]
#[template(path = "pages/player-told.html")]
struct Part {
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
    lines: Vec<Line>,
}

/// The section, or nothing where no game of the player is revealed.
pub fn section(texts: Texts, tallies: &[Tally]) -> Markup {
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
    Markup::of(&Part {
        texts,
        told: tenths(sum.told),
        luck: signed(sum.luck.surplus()),
        luck_words: texts.fill("ledger-luck-is", &luck),
        index: points(sum.bluffs.mean),
        threats: texts.count("ledger-threats", sum.bluffs.threats),
        note: texts.fill("tally-note", &counts),
        curve: path(&spread, WIDTH, HEIGHT, ROOM),
        low: tenths(told().fold(f64::INFINITY, f64::min)),
        high: tenths(told().fold(0.0, f64::max)),
        lines: tallies.iter().rev().map(line).collect(),
    })
}

fn line(tally: &Tally) -> Line {
    Line {
        day: crate::web::moments::known(&date_of(tally.day)),
        link: format!("/games/{}", tally.game),
        told: tenths(tally.side.told),
        luck: signed(tally.side.luck.surplus()),
        index: points(tally.side.bluffs.mean),
    }
}
