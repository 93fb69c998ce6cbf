//! Widgets for set-up statistics: heat maps, tables of figures, small boards in lists.

use adjutant_domain::formation::{CELLS, Estimate, Listed, SetUp, Strategy, Tally, Totals};
use adjutant_site::deployment_board::{DraftCells, SmallBoard};
use adjutant_site::digits::tenths;
use adjutant_site::i18n::Texts;
use adjutant_site::ranks::RankNames;
use salpakan::record::share_code;
use salpakan::rules::{FILES, Rank, RuleSet};

use super::SET_UP_PATH;
use super::index::ADDRESS;
use adjutant_site::formation_query::{FormationQuery, square_name};

/// Percentages at which the heat map takes its next shade. They are the same for every piece, so that equal shades mean
/// equal shares, and closer together where most shares are.
pub const HEAT_STEPS: [u8; 9] = [1, 2, 3, 5, 8, 12, 20, 30, 50];

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

fn heat_cell(share: f64) -> HeatCell {
    let percent = (100.0 * share).round();
    let words = match share {
        none if none <= 0.0 => "0".to_owned(),
        _ if percent < 1.0 => "<1".to_owned(),
        _ => percent.to_string(),
    };
    let reached = HEAT_STEPS.iter().filter(|step| percent >= f64::from(**step));
    HeatCell { words, shade: reached.count() as u8 }
}

fn rank_share(totals: &Totals, cell: usize, rank: Rank, weighted: bool) -> f64 {
    totals.share(cell, Some(rank), weighted).map_or(0.0, |own| own.value)
}

fn heat_row(name: String, shares: impl Iterator<Item = f64>) -> HeatRow {
    HeatRow { name, link: String::new(), current: false, cells: shares.map(heat_cell).collect() }
}

/// The heat map of a rank on the board, front row first.
pub fn heat_board(totals: &Totals, rank: Rank, weighted: bool) -> Vec<HeatRow> {
    let cells: Vec<usize> = (0..CELLS).collect();
    let rows = cells.chunks(FILES.into()).enumerate().rev();
    let share = |cell: &usize| rank_share(totals, *cell, rank, weighted);
    rows.map(|(row, cells)| heat_row((row + 1).to_string(), cells.iter().map(share))).collect()
}

/// The shares of every rank on every square; `link` returns the address of a square.
pub fn heat_grid(
    totals: &Totals,
    weighted: bool,
    shown: Option<usize>,
    link: impl Fn(&str) -> String,
) -> Vec<HeatRow> {
    let row = |cell: usize| {
        let name = square_name(cell);
        let shares = Rank::ALL.into_iter().map(|rank| rank_share(totals, cell, rank, weighted));
        HeatRow { link: link(&name), current: shown == Some(cell), ..heat_row(name, shares) }
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

/// A strategy with the set-ups that follow it.
pub struct StrategyRow {
    pub name: String,
    /// Its definition.
    pub words: String,
    pub link: String,
    pub current: bool,
    pub games: u64,
    pub share: PercentRange,
    pub score: PercentRange,
}

impl StrategyRow {
    pub fn new(
        strategy: Strategy,
        tally: &Tally,
        totals: &Totals,
        asked: &FormationQuery,
        texts: Texts,
    ) -> StrategyRow {
        StrategyRow {
            name: strategy_name(strategy, texts),
            words: texts.get(&format!("strategy-{}-words", strategy.key())),
            link: asked.address_with(ADDRESS, "strategy", strategy.key()),
            current: asked.wish.strategy == Some(strategy),
            games: tally.games(),
            share: PercentRange::new(totals.share_of(tally, asked.weighted)),
            score: PercentRange::new(totals.score_of(tally, asked.weighted)),
        }
    }
}

pub fn strategy_name(strategy: Strategy, texts: Texts) -> String {
    texts.get(&format!("strategy-{}", strategy.key()))
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
    fn one_and_eight_percent_look_different_and_numbers_stay() {
        let shades = |share| heat_cell(share).shade;
        assert_eq!([0.0, 0.004, 0.01, 0.08, 0.28, 1.0].map(shades), [0, 0, 1, 5, 7, 9]);
        assert_eq!(["0", "<1", "12"], [0.0, 0.004, 0.123].map(|share| heat_cell(share).words));
    }
}
