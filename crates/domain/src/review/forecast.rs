//! Notes that name a rank, as forecasts: docs/reviewing.md, "What notes were worth".

use salpakan::rules::Rank;

/// The supposed rank of a piece, with a probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    pub rank: Rank,
    /// Between 0 and 1.
    pub chance: f64,
}

/// Labels and abbreviations of the ranks, in the order of [`Rank::ALL`].
const RANK_NAMES: [[&str; 3]; Rank::COUNT] = [
    ["5★", "5*", "5"],
    ["4★", "4*", "4"],
    ["3★", "3*", "3"],
    ["2★", "2*", "2"],
    ["1★", "1*", "1"],
    ["COL", "C", "COLONEL"],
    ["LTC", "L", "LTCOL"],
    ["MAJ", "M", "MAJOR"],
    ["CPT", "K", "CAPTAIN"],
    ["1LT", "A", "1LT."],
    ["2LT", "B", "2LT."],
    ["SGT", "T", "SERGEANT"],
    ["PVT", "P", "PRIVATE"],
    ["SPY", "S", "AGT"],
    ["FLAG", "F", "FLG"],
];

fn parse_rank(word: &str) -> Option<Rank> {
    let upper = word.to_uppercase();
    Rank::ALL
        .into_iter()
        .zip(RANK_NAMES)
        .find(|(_, names)| names.contains(&upper.as_str()))
        .map(|one| one.0)
}

/// A percentage: a number of at least two digits, or any number with a percent sign.
fn parse_chance(word: &str) -> Option<f64> {
    let (digits, signed) = match word.strip_suffix('%') {
        Some(digits) => (digits, true),
        None => (word, false),
    };
    let percent: u32 = digits.parse().ok()?;
    ((signed || digits.len() > 1) && percent <= 100).then(|| f64::from(percent) / 100.0)
}

/// The forecast in a note that names one rank, such as `SPY`, `5★ 80`, `flag?`. Without a number
/// the probability is 1, or a half with a question mark. `None` if the note names no rank, several,
/// or anything else.
pub fn parse_forecast(note: &str) -> Option<Forecast> {
    let asks = note.contains('?');
    let words = note.split(|c: char| c.is_whitespace() || c == ',' || c == '?' || c == '!');
    let (mut named, mut sure) = (None, None);
    for word in words.filter(|word| !word.is_empty()) {
        if let Some(percent) = parse_chance(word) {
            if sure.replace(percent).is_some() {
                return None;
            }
        } else if named.replace(parse_rank(word)?).is_some() {
            return None;
        }
    }
    let chance = sure.unwrap_or(if asks { 0.5 } else { 1.0 });
    Some(Forecast { rank: named?, chance })
}

/// The Brier score of a forecast (G. W. Brier, 1950): the squared error, from 0 (best) to 1.
pub fn brier_score(forecast: Forecast, truth: Rank) -> f64 {
    let happened = if forecast.rank == truth { 1.0 } else { 0.0 };
    let wrong: f64 = forecast.chance - happened;
    wrong * wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_of_one_rank_is_a_forecast_and_any_other_is_none() {
        for (note, rank, chance) in [
            ("SPY", Rank::Spy, 1.0),
            ("spy?", Rank::Spy, 0.5),
            ("Flag 70", Rank::Flag, 0.7),
            ("80% 5★", Rank::GeneralOfTheArmy, 0.8),
            ("5", Rank::GeneralOfTheArmy, 1.0),
            ("PVT, 5%", Rank::Private, 0.05),
            ("1LT", Rank::FirstLieutenant, 1.0),
        ] {
            assert!(parse_forecast(note) == Some(Forecast { rank, chance }), "{note}");
        }
        for note in ["", "?", "bluff", "SPY PVT", "SPY 70 80", "not SPY", "70", "SPY 101", "5 4"] {
            assert!(parse_forecast(note).is_none(), "{note}");
        }
    }

    #[test]
    fn a_score_is_the_square_of_the_error() {
        let spy = |chance| Forecast { rank: Rank::Spy, chance };
        for (chance, truth, score) in [
            (1.0, Rank::Spy, 0.0),
            (1.0, Rank::Flag, 1.0),
            (0.5, Rank::Spy, 0.25),
            (0.7, Rank::Spy, 0.09),
            (0.2, Rank::Flag, 0.04),
        ] {
            assert!((brier_score(spy(chance), truth) - score).abs() < 1e-12);
        }
    }
}
