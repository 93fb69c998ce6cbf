//! How accurate the visitor's notes during play were, over all their games.

use crate::web::prelude::*;
use adjutant_domain::formation::wilson;
use adjutant_domain::review::{Calibration, ForecastGroup};
use adjutant_service::calibration::{self, Calibrated, LOOKED_AT, OfGame};
use adjutant_site::digits::{push_tenths, tenths};
use adjutant_site::ranks::RankNames;
use adjutant_site::time_format::format_day;
use salpakan::rules::{Rank, RuleSet};

/// Games listed.
const MAX_LISTED_GAMES: usize = 40;

/// A group of notes with formatted figures.
struct CalibrationRow {
    name: String,
    /// Empty if the group has no page.
    link: String,
    notes: u32,
    chance: String,
    share: String,
    range: String,
    brier: String,
    uniform: String,
}

/// A point of the first chart with its confidence interval.
struct CalibrationDot {
    x: String,
    y: String,
    low: String,
    high: String,
    radius: String,
    words: String,
}

/// The curves of the second chart.
struct ScoreCurves {
    own: String,
    uniform: String,
    top: String,
    first: String,
    last: String,
}

#[derive(Template)]
#[template(path = "reviews/worth.html")]
struct NoteCalibrationPage {
    frame: PageFrame,
    counted: String,
    all: CalibrationRow,
    beside: String,
    bands: Vec<CalibrationRow>,
    dots: Vec<CalibrationDot>,
    ranks: Vec<CalibrationRow>,
    months: Vec<CalibrationRow>,
    curves: Option<ScoreCurves>,
    games: Vec<CalibrationRow>,
    bounds: String,
}

fn format_percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn format_score(value: Option<f64>) -> String {
    value.map(|value| format!("{value:.3}")).unwrap_or_default()
}

impl CalibrationRow {
    fn new(name: String, group: &ForecastGroup) -> CalibrationRow {
        let share = group.hit_rate();
        let range = share.and_then(|share| wilson(share, f64::from(group.notes)));
        let range =
            range.map(|range| format!("{:.0}–{:.0} %", range.low * 100.0, range.high * 100.0));
        CalibrationRow {
            name,
            link: String::new(),
            notes: group.notes,
            chance: group.mean_chance().map(format_percent).unwrap_or_default(),
            share: share.map(format_percent).unwrap_or_default(),
            range: range.unwrap_or_default(),
            brier: format_score(group.mean_brier()),
            uniform: format_score(group.mean_uniform_brier()),
        }
    }
}

/// The plot area of the first chart.
const CHART_LEFT: f64 = 50.0;
const CHART_RIGHT: f64 = 590.0;
const CHART_TOP: f64 = 10.0;
const CHART_BOTTOM: f64 = 260.0;

fn dot(name: String, group: &ForecastGroup) -> Option<CalibrationDot> {
    let (chance, share) = (group.mean_chance()?, group.hit_rate()?);
    let range = wilson(share, f64::from(group.notes))?;
    let y = |share: f64| tenths(CHART_BOTTOM - share * (CHART_BOTTOM - CHART_TOP));
    Some(CalibrationDot {
        x: tenths(CHART_LEFT + chance * (CHART_RIGHT - CHART_LEFT)),
        y: y(share),
        low: y(range.low),
        high: y(range.high),
        radius: tenths((f64::from(group.notes).sqrt() + 3.0).min(12.0)),
        words: format!("{name}: {}", format_percent(share)),
    })
}

fn band_name(texts: Texts, (least, most): (u32, u32)) -> String {
    match least == most {
        true => texts.get("worth-certain"),
        false => format!("{least}–{most} %"),
    }
}

/// The monthly scores on a common scale; `None` for a single month.
fn curves(months: &[(&String, &ForecastGroup)]) -> Option<ScoreCurves> {
    let scores = |of: fn(&ForecastGroup) -> Option<f64>| -> Vec<f64> {
        months.iter().filter_map(|(_, group)| of(group)).collect()
    };
    let (own, uniform) =
        (scores(ForecastGroup::mean_brier), scores(ForecastGroup::mean_uniform_brier));
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
    (months.len() > 1).then(|| ScoreCurves {
        own: line(&own),
        uniform: line(&uniform),
        top: format!("{highest:.2}"),
        first: first.clone(),
        last: last.clone(),
    })
}

pub async fn show(visit: RequestContext) -> PageResult {
    let found = visit.run_heavy(calibration::own).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &found))
}

fn page(visit: &RequestContext, found: &Calibrated) -> NoteCalibrationPage {
    let texts = visit.texts();
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let worth = &found.worth;
    let some = |group: &&ForecastGroup| group.notes > 0;
    let banded = Calibration::BANDS.into_iter().zip(&worth.bands);
    let banded: Vec<(String, &ForecastGroup)> = banded
        .filter(|(_, group)| some(group))
        .map(|(band, group)| (band_name(texts, band), group))
        .collect();
    let ranked = Rank::ALL.into_iter().zip(&worth.ranks).filter(|(_, group)| some(group));
    let months: Vec<(&String, &ForecastGroup)> = worth.months.iter().collect();
    let game = |one: &OfGame| CalibrationRow {
        link: format!("/games/{}#notes", one.game),
        ..CalibrationRow::new(format_day(texts, one.day), &one.worth)
    };
    NoteCalibrationPage {
        frame: visit.frame(texts.get("worth-title")),
        counted: texts.count("worth-games", found.games.len()),
        all: CalibrationRow::new(texts.get("worth-all"), &worth.all),
        beside: baseline_comparison(texts, &worth.all),
        dots: banded.iter().filter_map(|(name, group)| dot(name.clone(), group)).collect(),
        bands: banded.into_iter().map(|(name, group)| CalibrationRow::new(name, group)).collect(),
        ranks: ranked
            .map(|(rank, group)| CalibrationRow::new(words.name(rank).to_owned(), group))
            .collect(),
        curves: curves(&months),
        months: months
            .into_iter()
            .rev()
            .map(|(month, group)| CalibrationRow::new(month.clone(), group))
            .collect(),
        games: found.games.iter().take(MAX_LISTED_GAMES).map(game).collect(),
        bounds: texts.one("worth-bounds", "most", LOOKED_AT),
    }
}

/// Compares the notes with a forecast from the verdicts alone.
fn baseline_comparison(texts: Texts, all: &ForecastGroup) -> String {
    let Some((own, uniform)) = all.mean_brier().zip(all.mean_uniform_brier()) else {
        return String::new();
    };
    texts.get(match own < uniform {
        true => "worth-better",
        false => "worth-worse",
    })
}
