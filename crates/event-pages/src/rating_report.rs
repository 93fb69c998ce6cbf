//! The rating report of an event.

use adjutant_service::contests::{NotRated, RatingLine, RatingReport, UnratedGame};
use adjutant_site::digits;
use adjutant_site::i18n::Texts;
use adjutant_site::labels::{pool_name, title_label};

use super::labels::rating_label;

/// The report as it is shown.
pub struct RatingReportView {
    pub pool: String,
    pub lines: Vec<RatingRow>,
    /// The sum of changes, and what differs from the pool.
    pub check: String,
    pub unrated: Vec<UnratedRow>,
}

pub struct RatingRow {
    pub name: String,
    pub before: String,
    /// The rating in the event, if it is another.
    pub entered: String,
    pub games: usize,
    pub score: String,
    pub expected: String,
    pub performance: String,
    pub change: String,
    pub after: String,
    pub title: String,
}

pub struct UnratedRow {
    pub round: usize,
    pub table: usize,
    pub names: String,
    pub why: &'static str,
}

pub fn rating_report_view(report: &RatingReport, texts: Texts) -> RatingReportView {
    let differing: Vec<&str> = report.differing().map(|line| line.name.as_str()).collect();
    let missing = report.unrated.iter().filter(|one| one.reason == NotRated::Missing).count();
    let values = [
        ("change", signed(report.change())),
        ("differing", differing.len().to_string()),
        ("missing", missing.to_string()),
    ];
    let row = |line: &RatingLine| RatingRow {
        entered: match differing.contains(&line.name.as_str()) {
            true => texts.one("rating-report-entered", "rating", line.entered),
            false => String::new(),
        },
        ..rating_row(report, line, texts)
    };
    RatingReportView {
        pool: pool_name(report.pool, texts),
        lines: report.lines.iter().map(row).collect(),
        check: texts.fill("rating-report-sum", &values),
        unrated: report.unrated.iter().map(unrated_row).collect(),
    }
}

fn rating_row(report: &RatingReport, line: &RatingLine, texts: Texts) -> RatingRow {
    let whole = |rating: Option<ledger_ratings::Glicko>| {
        rating.map(|one| one.whole_points().to_string()).unwrap_or_default()
    };
    let is_counted = line.games > 0;
    let counted = |text: String| if is_counted { text } else { String::new() };
    let title = report.earned_title(line).map(|title| title_label(title, texts).into_owned());
    RatingRow {
        name: line.name.clone(),
        before: match line.before {
            None => rating_label(line.entered),
            before => whole(before),
        },
        entered: String::new(),
        games: line.games,
        score: counted(hundredths(line.half_points * 50)),
        expected: counted(hundredths(line.expected)),
        performance: line.performance.map(|own| own.to_string()).unwrap_or_default(),
        change: counted(signed(line.change)),
        after: whole(line.after),
        title: title.unwrap_or_default(),
    }
}

fn unrated_row(game: &UnratedGame) -> UnratedRow {
    UnratedRow {
        round: game.spot.round + 1,
        table: game.spot.table + 1,
        names: format!("{} – {}", game.names.white, game.names.black),
        why: match game.reason {
            NotRated::Forfeit => "rating-report-why-forfeit",
            NotRated::Guest => "rating-report-why-guest",
            NotRated::Missing => "rating-report-why-missing",
        },
    }
}

/// `2.5` for 250.
fn hundredths(value: i32) -> String {
    let text = format!("{}.{:02}", value / 100, value % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Hundredths in whole points with their sign.
fn signed(value: i32) -> String {
    match (value + 50).div_euclid(100) {
        0 => "0".to_owned(),
        value => digits::signed(value),
    }
}
