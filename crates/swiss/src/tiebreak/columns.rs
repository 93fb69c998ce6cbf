//! Everybody's values by the criteria that do not depend on ties. Of values that were kept, only those are computed anew
//! that a changed round, rating or number can change.

use std::sync::Arc;

use super::ledger::{Ledger, Pairings};
use super::value::Value;
use super::working::Desk;
use super::{Books, Criterion};
use crate::Tournament;

/// What values of a table can be kept for the next one.
#[derive(Clone)]
pub struct Kept {
    plain: Arc<Ledger>,
    fore: Option<Arc<Ledger>>,
    /// Everybody's number and rating.
    people: Arc<[(u32, u32)]>,
    columns: Arc<[Column]>,
    has_boards: bool,
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

pub(super) struct Column {
    criterion: Criterion,
    values: Vec<Value>,
}

/// Whose rounds a value depends on, besides the entrant's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Own,
    Opponents,
    OpponentsOfOpponents,
}

/// The entrants whose values have to be computed, by reach.
pub(super) struct Touched {
    own: Vec<usize>,
    near: Vec<usize>,
    far: Vec<usize>,
}

impl Touched {
    fn of(&self, reach: Reach) -> &[usize] {
        match reach {
            Reach::Own => &self.own,
            Reach::Opponents => &self.near,
            Reach::OpponentsOfOpponents => &self.far,
        }
    }
}

impl Kept {
    /// For how many people there are values.
    pub fn people(&self) -> usize {
        self.people.len()
    }

    /// `None` if everything may have changed, as with another round.
    fn touched(&self, of: &Books<'_>) -> Option<Touched> {
        let people = people(of.tournament);
        let is_alike = self.plain.is_like(&of.plain)
            && self.fore.is_some() == of.fore.is_some()
            && self.people.len() == people.len()
            && !self.has_boards
            && of.tournament.boards.is_none();
        if !is_alike {
            return None;
        }
        let all = 0..people.len();
        let is_other = |one: usize| {
            self.people[one] != people[one] || self.plain.lines(one) != of.plain.lines(one)
        };
        let own: Vec<bool> = all.map(is_other).collect();
        let near = with_opponents(&own, &of.plain);
        let far = with_opponents(&near, &of.plain);
        let [own, near, far] = [own, near, far].map(|marks| marked(&marks));
        Some(Touched { own, near, far })
    }

    fn column(&self, criterion: Criterion) -> Option<&Column> {
        self.columns.iter().find(|column| column.criterion == criterion)
    }
}

fn people(tournament: &Tournament) -> Vec<(u32, u32)> {
    tournament.entrants.iter().map(|one| (one.number, one.rating)).collect()
}

/// These, and everybody who has one of them for an opponent. Former opponents count as changed themselves.
fn with_opponents(marks: &[bool], ledger: &Ledger) -> Vec<bool> {
    let meets = |one: usize| {
        let mut opponents = ledger.lines(one).iter().filter_map(|line| line.entry.opponent());
        opponents.any(|opponent| marks[opponent])
    };
    (0..marks.len()).map(|one| marks[one] || meets(one)).collect()
}

fn marked(marks: &[bool]) -> Vec<usize> {
    (0..marks.len()).filter(|one| marks[*one]).collect()
}

impl<'a> Books<'a> {
    /// With everybody's values of these criteria, taken from `before` where they are the same.
    pub(crate) fn with_columns(
        tournament: &'a Tournament,
        pairings: Pairings,
        rounds: usize,
        criteria: &[Criterion],
        before: Option<&Kept>,
    ) -> Books<'a> {
        let mut books = Books::new(tournament, pairings, rounds);
        let touched = before.and_then(|before| Some((before, before.touched(&books)?)));
        let mut desk = Desk::default();
        for criterion in criteria.iter().filter(|one| !one.is_among_tied()) {
            for needed in criterion.of_opponents().into_iter().chain([*criterion]) {
                if books.column(needed).is_none() {
                    let values = books.values(needed, touched.as_ref(), &mut desk);
                    books.columns.push(Column { criterion: needed, values });
                }
            }
        }
        books
    }

    /// Everybody's values.
    fn values(
        &self,
        criterion: Criterion,
        touched: Option<&(&Kept, Touched)>,
        desk: &mut Desk,
    ) -> Vec<Value> {
        let column = touched.and_then(|(kept, touched)| Some((kept.column(criterion)?, touched)));
        let mut of = |entrant| self.compute(criterion, entrant, desk).value;
        let Some((column, touched)) = column else {
            return (0..self.tournament.entrants.len()).map(of).collect();
        };
        let mut values = column.values.clone();
        for entrant in touched.of(criterion.reach()) {
            values[*entrant] = of(*entrant);
        }
        values
    }

    /// Everybody's values of a criterion, if they were computed.
    pub(crate) fn column(&self, criterion: Criterion) -> Option<&[Value]> {
        let column = self.columns.iter().find(|column| column.criterion == criterion)?;
        Some(&column.values)
    }

    /// What the standings after another result can be computed from.
    pub(crate) fn kept(self) -> Kept {
        Kept {
            people: people(self.tournament).into(),
            has_boards: self.tournament.boards.is_some(),
            plain: Arc::new(self.plain),
            fore: self.fore.map(Arc::new),
            columns: self.columns.into(),
        }
    }
}
