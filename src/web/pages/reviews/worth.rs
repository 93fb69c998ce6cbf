//! What one's own notes in play were worth over all one's games.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::formation::wilson;
use crate::review::{Calibration, Group};
use crate::service::calibration::{self, Calibrated, LOOKED_AT, OfGame};
use crate::service::records::date_of;
use crate::web::digits::{push_tenths, tenths};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::{ask_long, private_html};
use crate::web::ranks::RankWords;
use crate::web::visit::{Frame, Visit};
use salpakan::rules::{Rank, RuleSet};

/// Games that the table has.
const LISTED: usize = 40;

/// Notes that are looked at together; numbers in words.
struct Line {
    name: String,
    /// Empty for what has no page.
    link: String,
    notes: u32,
    chance: String,
    share: String,
    range: String,
    brier: String,
    uniform: String,
}

/// A dot of the first chart, with the line of its interval.
struct Dot {
    x: String,
    y: String,
    low: String,
    high: String,
    radius: String,
    words: String,
}

/// Curves of the second chart.
struct Curves {
    own: String,
    uniform: String,
    top: String,
    first: String,
    last: String,
}

#[derive(Template)]
#[template(path = "reviews/worth.html")]
struct WorthPage {
    frame: Frame,
    counted: String,
    all: Line,
    beside: String,
    bands: Vec<Line>,
    dots: Vec<Dot>,
    ranks: Vec<Line>,
    months: Vec<Line>,
    curves: Option<Curves>,
    games: Vec<Line>,
    bounds: String,
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn score(value: Option<f64>) -> String {
    value.map(|value| format!("{value:.3}")).unwrap_or_default()
}

impl Line {
    fn new(name: String, group: &Group) -> Line {
        let share = group.share();
        let range = share.and_then(|share| wilson(share, f64::from(group.notes)));
        let range =
            range.map(|range| format!("{:.0}–{:.0} %", range.low * 100.0, range.high * 100.0));
        Line {
            name,
            link: String::new(),
            notes: group.notes,
            chance: group.chance().map(percent).unwrap_or_default(),
            share: share.map(percent).unwrap_or_default(),
            range: range.unwrap_or_default(),
            brier: score(group.brier()),
            uniform: score(group.uniform()),
        }
    }
}

/// The first chart's measures: its inner square lies between these.
const LEFT: f64 = 50.0;
const RIGHT: f64 = 590.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 260.0;

fn dot(name: String, group: &Group) -> Option<Dot> {
    let (chance, share) = (group.chance()?, group.share()?);
    let range = wilson(share, f64::from(group.notes))?;
    let y = |share: f64| tenths(BOTTOM - share * (BOTTOM - TOP));
    Some(Dot {
        x: tenths(LEFT + chance * (RIGHT - LEFT)),
        y: y(share),
        low: y(range.low),
        high: y(range.high),
        radius: tenths((f64::from(group.notes).sqrt() + 3.0).min(12.0)),
        words: format!("{name}: {}", percent(share)),
    })
}

fn band_name(texts: Texts, (least, most): (u32, u32)) -> String {
    match least == most {
        true => texts.get("worth-certain"),
        false => format!("{least}–{most} %"),
    }
}

/// Both scores month by month on one scale; nothing of a single month.
fn curves(months: &[(&String, &Group)]) -> Option<Curves> {
    let scores = |of: fn(&Group) -> Option<f64>| -> Vec<f64> {
        months.iter().filter_map(|(_, group)| of(group)).collect()
    };
    let (own, uniform) = (scores(Group::brier), scores(Group::uniform));
    let (first, last) = (months.first()?.0, months.last()?.0);
    let highest = own.iter().chain(&uniform).copied().fold(0.05, f64::max);
    let line = |values: &[f64]| {
        let mut path = String::with_capacity(values.len() * 12);
        for (n, value) in values.iter().enumerate() {
            path.push(if n == 0 { 'M' } else { 'L' });
            push_tenths(&mut path, 8.0 + 584.0 * n as f64 / (values.len() - 1) as f64);
            path.push(' ');
            push_tenths(&mut path, 112.0 - 104.0 * value / highest);
        }
        path
    };
    (months.len() > 1).then(|| Curves {
        own: line(&own),
        uniform: line(&uniform),
        top: format!("{highest:.2}"),
        first: first.clone(),
        last: last.clone(),
    })
}

/// The page.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let found = ask_long(&visit, move |app| calibration::own(app, &actor)).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &found))
}

fn page(visit: &Visit, found: &Calibrated) -> WorthPage {
    let texts = visit.texts();
    let words = RankWords { texts, rules: RuleSet::STANDARD };
    let worth = &found.worth;
    let some = |group: &&Group| group.notes > 0;
    let banded = Calibration::BANDS.into_iter().zip(&worth.bands);
    let banded: Vec<(String, &Group)> = banded
        .filter(|(_, group)| some(group))
        .map(|(band, group)| (band_name(texts, band), group))
        .collect();
    let ranked = Rank::ALL.into_iter().zip(&worth.ranks).filter(|(_, group)| some(group));
    let months: Vec<(&String, &Group)> = worth.months.iter().collect();
    let game = |one: &OfGame| Line {
        link: format!("/games/{}#notes", one.game),
        ..Line::new(crate::web::moments::known(&date_of(one.day)), &one.worth)
    };
    WorthPage {
        frame: visit.frame(texts.get("worth-title")),
        counted: texts.count("worth-games", found.games.len()),
        all: Line::new(texts.get("worth-all"), &worth.all),
        beside: beside(texts, &worth.all),
        dots: banded.iter().filter_map(|(name, group)| dot(name.clone(), group)).collect(),
        bands: banded.into_iter().map(|(name, group)| Line::new(name, group)).collect(),
        ranks: ranked.map(|(rank, group)| Line::new(words.said(Some(rank)), group)).collect(),
        curves: curves(&months),
        months: months
            .into_iter()
            .rev()
            .map(|(month, group)| Line::new(month.clone(), group))
            .collect(),
        games: found.games.iter().take(LISTED).map(game).collect(),
        bounds: texts.one("worth-bounds", "most", LOOKED_AT),
    }
}

/// How the notes did beside the verdicts alone.
fn beside(texts: Texts, all: &Group) -> String {
    let Some((own, uniform)) = all.brier().zip(all.uniform()) else { return String::new() };
    texts.get(match own < uniform {
        true => "worth-better",
        false => "worth-worse",
    })
}
