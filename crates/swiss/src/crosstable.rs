//! Cross tables, by rounds or by opponents, in the order of the standings.

use super::Tournament;
use super::entrant::Entry;
use super::points::Points;
use super::standings::Standings;

/// One round of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Counted from 0.
    pub round: usize,
    pub entry: Entry,
    pub points: Points,
    /// The opponent's row in the table, counted from 0.
    pub row: Option<usize>,
}

/// A row of the table; `C` is the content of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<C> {
    /// An index into [`Tournament::entrants`].
    pub entrant: usize,
    /// The place in the standings, from 1.
    pub place: usize,
    pub points: Points,
    pub columns: Vec<C>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable<C> {
    pub lines: Vec<Line<C>>,
}

/// Entrants by rounds. A column is empty if there is no entry for the round: the entrant withdrew or entered late.
pub fn by_rounds(tournament: &Tournament, standings: &Standings<'_>) -> CrossTable<Option<Cell>> {
    let rows = rows_of(tournament, standings);
    let rounds = standings.rounds();
    let columns = |entrant: usize| {
        let mut columns: Vec<Option<Cell>> =
            cells(tournament, entrant, rounds, &rows).map(Some).collect();
        columns.resize(rounds, None);
        columns
    };
    table(standings, columns)
}

/// Entrants by entrants, both in the order of the standings. A column has the rounds in which the two were paired,
/// including forfeits.
pub fn by_entrants(tournament: &Tournament, standings: &Standings<'_>) -> CrossTable<Vec<Cell>> {
    let rows = rows_of(tournament, standings);
    let columns = |entrant: usize| {
        let mut columns = vec![Vec::new(); rows.len()];
        for cell in cells(tournament, entrant, standings.rounds(), &rows) {
            if let Some(row) = cell.row {
                columns[row].push(cell);
            }
        }
        columns
    };
    table(standings, columns)
}

fn rows_of(tournament: &Tournament, standings: &Standings<'_>) -> Vec<usize> {
    let mut rows = vec![0; tournament.entrants.len()];
    for (row, of) in standings.rows().iter().enumerate() {
        rows[of.entrant] = row;
    }
    rows
}

fn cells(
    tournament: &Tournament,
    entrant: usize,
    rounds: usize,
    rows: &[usize],
) -> impl Iterator<Item = Cell> {
    let entries = tournament.entrants[entrant].entries.iter().take(rounds).enumerate();
    entries.map(move |(round, entry)| Cell {
        round,
        entry: *entry,
        points: tournament.earned(entrant, round),
        row: entry.opponent().map(|opponent| rows[opponent]),
    })
}

fn table<C>(standings: &Standings<'_>, columns: impl Fn(usize) -> Vec<C>) -> CrossTable<C> {
    let line = |row: &super::standings::Row| Line {
        entrant: row.entrant,
        place: row.place,
        points: row.points,
        columns: columns(row.entrant),
    };
    CrossTable { lines: standings.rows().iter().map(line).collect() }
}
