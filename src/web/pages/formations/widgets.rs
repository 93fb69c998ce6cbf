//! Widgets for set-up statistics: heat maps, tables of figures, small boards in lists.

use adjutant_domain::formation::{CELLS, Estimate, Listed, SetUp, Tally, Totals};
use adjutant_site::deployment_board::{DraftCells, SmallBoard};
use adjutant_site::digits::tenths;
use adjutant_site::i18n::Texts;
use adjutant_site::ranks::RankNames;
use salpakan::record::share_code;
use salpakan::rules::{FILES, Rank, RuleSet};

use super::SET_UP_PATH;
use adjutant_site::formation_query::square_name;

/// Shades of the heat map besides 0 (none), from the palest.
const HEAT_LEVELS: f64 = 9.0;

pub struct HeatCell {
    pub words: String,
    pub shade: u8,
}

/// A row of cells with its label.
pub struct HeatRow {
    pub name: String,
    pub link: String,
    pub current: bool,
    pub cells: Vec<HeatCell>,
}

/// A row of figures for a square or a rank.
pub struct OccupancyRow {
    pub name: String,
    pub games: u64,
    pub share: PercentRange,
    pub score: PercentRange,
}

/// An estimate in percent with its confidence interval.
#[derive(Default)]
pub struct PercentRange {
    pub value: String,
    pub range: String,
}

impl PercentRange {
    pub fn new(estimate: Option<Estimate>) -> PercentRange {
        let Some(Estimate { value, low, high }) = estimate else { return PercentRange::default() };
        let [value, low, high] = [value, low, high].map(|one| tenths(100.0 * one));
        PercentRange { value, range: format!("{low}–{high}") }
    }
}

fn heat_cell(share: f64, most: f64) -> HeatCell {
    let words = match 100.0 * share {
        none if none <= 0.0 => "0".to_owned(),
        little if little < 0.5 => "<1".to_owned(),
        percent => format!("{percent:.0}"),
    };
    let shade = if most > 0.0 { (HEAT_LEVELS * share / most).ceil() } else { 0.0 };
    HeatCell { words, shade: shade.clamp(0.0, HEAT_LEVELS) as u8 }
}

fn rank_share(totals: &Totals, cell: usize, rank: Rank, weighted: bool) -> f64 {
    totals.share(cell, Some(rank), weighted).map_or(0.0, |own| own.value)
}

/// The heat map of a rank on the board, front row first.
pub fn heat_board(totals: &Totals, rank: Rank, weighted: bool) -> Vec<HeatRow> {
    let shares: Vec<f64> =
        (0..CELLS).map(|cell| rank_share(totals, cell, rank, weighted)).collect();
    let most = shares.iter().copied().fold(0.0, f64::max);
    let rows = shares.chunks(FILES.into()).enumerate().rev();
    let row = |(row, shares): (usize, &[f64])| HeatRow {
        name: (row + 1).to_string(),
        link: String::new(),
        current: false,
        cells: shares.iter().map(|share| heat_cell(*share, most)).collect(),
    };
    rows.map(row).collect()
}

/// The shares of every rank on every square; `link` returns the address of a square.
pub fn heat_grid(
    totals: &Totals,
    weighted: bool,
    shown: Option<usize>,
    link: impl Fn(&str) -> String,
) -> Vec<HeatRow> {
    // Shades are relative to the rank's maximum, or six Privates would make all others pale.
    let most = Rank::ALL.map(|rank| {
        (0..CELLS).map(|cell| rank_share(totals, cell, rank, weighted)).fold(0.0, f64::max)
    });
    let row = |cell: usize| {
        let name = square_name(cell);
        let cells = Rank::ALL.into_iter().zip(most);
        HeatRow {
            link: link(&name),
            name,
            current: shown == Some(cell),
            cells: cells
                .map(|(rank, most)| heat_cell(rank_share(totals, cell, rank, weighted), most))
                .collect(),
        }
    };
    (0..CELLS).map(row).collect()
}

fn occupancy_row(
    totals: &Totals,
    name: String,
    (cell, occupant): (usize, Option<Rank>),
    weighted: bool,
) -> OccupancyRow {
    OccupancyRow {
        name,
        games: totals.place(cell, occupant).games(),
        share: PercentRange::new(totals.share(cell, occupant, weighted)),
        score: PercentRange::new(totals.score(cell, occupant, weighted)),
    }
}

/// The squares of a rank, the most frequent first.
pub fn square_rows(totals: &Totals, rank: Rank, weighted: bool) -> Vec<OccupancyRow> {
    let mut cells: Vec<usize> = (0..CELLS).collect();
    cells.sort_by_key(|cell| std::cmp::Reverse(totals.place(*cell, Some(rank)).games()));
    let named = cells.into_iter().map(|cell| (square_name(cell), cell));
    let lines = named.map(|(name, cell)| occupancy_row(totals, name, (cell, Some(rank)), weighted));
    lines.filter(|line| line.games > 0).collect()
}

/// The ranks found on a square, the most frequent first.
pub fn occupant_rows(
    totals: &Totals,
    cell: usize,
    weighted: bool,
    texts: Texts,
) -> Vec<OccupancyRow> {
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let mut all: Vec<Option<Rank>> = Rank::ALL.into_iter().map(Some).chain([None]).collect();
    all.sort_by_key(|own| std::cmp::Reverse(totals.place(cell, *own).games()));
    let name = |own: Option<Rank>| match own {
        Some(rank) => words.name(rank).to_owned(),
        None => texts.get("formation-nothing"),
    };
    let lines = all.into_iter().map(|own| occupancy_row(totals, name(own), (cell, own), weighted));
    lines.filter(|line| line.games > 0).collect()
}

pub struct SetUpRow {
    pub code: String,
    /// Where its share code is posted.
    pub action: String,
    pub board: SmallBoard,
    pub games: String,
    pub score: PercentRange,
    /// The distance from the set-up of the page.
    pub apart: String,
}

pub fn share_code_of(set_up: SetUp) -> String {
    share_code(&RuleSet::STANDARD, &set_up.deployment())
}

pub fn small_board(set_up: SetUp) -> SmallBoard {
    SmallBoard::new(&DraftCells::from_deployment(RuleSet::STANDARD, &set_up.deployment()))
}

impl SetUpRow {
    pub fn new(listed: &Listed, texts: Texts, filters: &str) -> SetUpRow {
        let code = share_code_of(listed.set_up);
        SetUpRow {
            action: format!("{SET_UP_PATH}{filters}"),
            code,
            board: small_board(listed.set_up),
            games: texts.count("formation-games", listed.tally.games()),
            score: PercentRange::new(listed.tally.score()),
            apart: String::new(),
        }
    }
}

/// Wins, draws and losses with the score.
pub struct ScoreRecord {
    pub name: String,
    pub tally: Tally,
    pub score: PercentRange,
}

impl ScoreRecord {
    pub fn new(name: String, tally: Tally) -> ScoreRecord {
        ScoreRecord { name, score: PercentRange::new(tally.score()), tally }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_follow_the_share_and_numbers_stay() {
        let shades = |share| heat_cell(share, 0.5).shade;
        assert_eq!([0.0, 0.001, 0.25, 0.5].map(shades), [0, 1, 5, 9]);
        assert_eq!(heat_cell(0.0, 0.0).shade, 0);
        assert_eq!(["0", "<1", "12"], [0.0, 0.004, 0.123].map(|share| heat_cell(share, 1.0).words));
    }
}
