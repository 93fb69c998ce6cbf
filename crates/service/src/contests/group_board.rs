//! The standings of a group as the board shows them, with a cache of the values that no later result changed.
use adjutant_domain::contest::{Contest, GroupTournament};
use swiss::crosstable::{self, Cell};
use swiss::entrant::{Bye, Entry, Score};
use swiss::performance::performance;
use swiss::stage::System;
use swiss::standings::{Row, Standings};

use super::board::{GroupStandings, StandingsPlace, points_text};
use super::cache::ContestCache;
use super::match_board::entrant_name;

/// Where values of standings are kept.
pub(super) struct Keeping<'a> {
    pub cache: &'a ContestCache,
    pub event: i32,
}

impl Keeping<'_> {
    /// Computes the standings of a group with what was kept of them, and keeps them.
    pub fn standings(
        &self,
        contest: &Contest,
        at: (usize, usize),
        table: &GroupTournament,
    ) -> GroupStandings {
        let (stage, group) = at;
        let key = (self.event, stage, group);
        let kept = self.cache.standings.get(&key);
        let standings = table.standings_after(kept.as_ref());
        let shown = group_standings(contest, at, table, &standings);
        self.cache.standings.insert(key, standings.kept());
        shown
    }
}

/// What stands beside the points by the Keizer system instead of tie-breaks: what a win against them counts, and the
/// score in games.
pub const KEIZER_COLUMNS: [&str; 2] = ["KV", "GS"];
/// The code under which places by the Keizer system are explained.
pub const KEIZER_POINTS: &str = "KP";
/// What stands beside the points of an arena instead of tie-breaks: the number of games, of which fewer are better, and
/// the wins in a row.
pub const ARENA_COLUMNS: [&str; 2] = ["NG", "WR"];
/// The code under which places in an arena are explained.
pub const ARENA_POINTS: &str = "AP";

fn place_values(standings: &Standings<'_>, row: &Row) -> Vec<Option<String>> {
    if let Some(ranking) = standings.arena() {
        let line = ranking.line_of(row.entrant);
        return line.map_or_else(Vec::new, |line| {
            [line.games, line.wins].map(|number| Some(number.to_string())).to_vec()
        });
    }
    match standings.keizer() {
        Some(ranking) => {
            let value = ranking.line_of(row.entrant).map(|line| line.value.to_string());
            vec![value, Some(points_text(standings.score(row.entrant)))]
        }
        None => row.values.iter().map(|value| value.map(|value| value.to_string())).collect(),
    }
}

pub(super) fn group_standings(
    contest: &Contest,
    (stage, group): (usize, usize),
    table: &GroupTournament,
    standings: &Standings<'_>,
) -> GroupStandings {
    let cross = crosstable::by_rounds(table.with_all_results(), standings);
    let lines = standings.rows().iter().zip(&cross.lines).map(|(row, line)| {
        let id = table.entrants[row.entrant];
        StandingsPlace {
            place: row.place,
            id,
            is_excluded: table.excluded.contains(&row.entrant),
            stands_in: table.regulations.unplaced.contains(&row.entrant),
            name: entrant_name(contest, id),
            points: row.points,
            performance: performance(&table.tournament, row.entrant, standings.rounds(), None)
                .map(|one| one.tournament),
            values: place_values(standings, row),
            rounds: line
                .columns
                .iter()
                .map(|cell| cell.as_ref().map_or_else(String::new, cross_table_cell))
                .collect(),
        }
    });
    let tie_breaks = match table.regulations.keizer {
        Some(_) => KEIZER_COLUMNS.map(str::to_owned).to_vec(),
        None if table.regulations.order.is_some() => Vec::new(),
        None if table.regulations.arena.is_some() => ARENA_COLUMNS.map(str::to_owned).to_vec(),
        // A play-off may count among them that the settings do not name.
        None => table.regulations.criteria.iter().map(ToString::to_string).collect(),
    };
    let against = match contest.settings.plan.stages[stage].system {
        System::RoundRobin { .. } | System::BoardGroups { .. } => {
            each_against_each(table, standings)
        }
        _ => Vec::new(),
    };
    let (number, rounds) = (group + 1, standings.rounds());
    GroupStandings { number, rounds, tie_breaks, lines: lines.collect(), against }
}

fn each_against_each(table: &GroupTournament, standings: &Standings<'_>) -> Vec<Vec<String>> {
    let cross = crosstable::by_entrants(table.with_all_results(), standings);
    let signs = |cells: &Vec<Cell>| {
        let signs: Vec<&str> = cells.iter().filter_map(|cell| result_sign(&cell.entry)).collect();
        signs.join(" ")
    };
    cross.lines.iter().map(|line| line.columns.iter().map(signs).collect()).collect()
}

/// How a pairing ended; `None` for a bye.
fn result_sign(entry: &Entry) -> Option<&'static str> {
    Some(match entry {
        Entry::Played { score: Score::Win, .. } => "1",
        Entry::Played { score: Score::Loss, .. } => "0",
        Entry::Forfeit { score: Score::Win, .. } => "+",
        Entry::Forfeit { score: Score::Loss, .. } => "-",
        Entry::Played { score: Score::Draw, .. } | Entry::Forfeit { score: Score::Draw, .. } => "=",
        Entry::Bye(_) => return None,
    })
}

/// A cross-table cell: the row of the opponent, the colour, and the result.
fn cross_table_cell(cell: &Cell) -> String {
    let row = cell.row.map(|row| (row + 1).to_string()).unwrap_or_default();
    let sign = result_sign(&cell.entry).unwrap_or_default();
    match cell.entry {
        Entry::Played { color, .. } => {
            let color = if color == swiss::Color::White { 'w' } else { 'b' };
            format!("{row}{color}{sign}")
        }
        Entry::Forfeit { .. } => format!("{row}{sign}"),
        Entry::Bye(Bye::Allocated | Bye::Full) => "bye 1".to_owned(),
        Entry::Bye(Bye::Half) => "bye =".to_owned(),
        Entry::Bye(Bye::Zero) => "–".to_owned(),
    }
}
