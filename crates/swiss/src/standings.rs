//! Standings after any round: places, points, tie-break values, and how each value was computed.

mod tied;

use super::Tournament;
use super::arena;
use super::keizer::{self, Ranking};
use super::points::Points;
pub use super::tiebreak::Kept;
use super::tiebreak::{Books, Criterion, Pairings, PlayOffGame, Total, Value, Working};
use tied::{Better, Tied};

/// How entrants with equal points are ranked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Regulations {
    /// Applied in order, each to those whom the previous ones left tied (C.07, article 4.2).
    pub criteria: Vec<Criterion>,
    pub pairings: Pairings,
    /// These count when all rounds are over.
    pub play_offs: Vec<PlayOffGame>,
    /// If set, the ranking is that of the Keizer system, without criteria and play-offs.
    pub keizer: Option<keizer::Rules>,
    /// If set, the ranking is that of an arena, without criteria and play-offs.
    pub arena: Option<arena::Rules>,
    /// If set, these are the places, without criteria and play-offs: indices into [`Tournament::entrants`].
    pub order: Option<Vec<usize>>,
    /// Those who play without competing, such as a stand-in: they come last and take nobody's place. Indices into
    /// [`Tournament::entrants`].
    pub unplaced: Vec<usize>,
}

impl Regulations {
    /// For a Swiss tournament without play-offs.
    pub const fn swiss(criteria: Vec<Criterion>) -> Regulations {
        let pairings = Pairings::Swiss;
        Regulations {
            criteria,
            pairings,
            play_offs: Vec::new(),
            keizer: None,
            arena: None,
            order: None,
            unplaced: Vec::new(),
        }
    }

    /// For a round robin or another tournament with predetermined pairings, without play-offs.
    pub const fn predetermined(criteria: Vec<Criterion>) -> Regulations {
        let pairings = Pairings::Predetermined;
        Regulations {
            criteria,
            pairings,
            play_offs: Vec::new(),
            keizer: None,
            arena: None,
            order: None,
            unplaced: Vec::new(),
        }
    }

    /// For a tournament by the Keizer system.
    pub const fn keizer(rules: keizer::Rules) -> Regulations {
        Regulations {
            criteria: Vec::new(),
            pairings: Pairings::Swiss,
            play_offs: Vec::new(),
            keizer: Some(rules),
            arena: None,
            order: None,
            unplaced: Vec::new(),
        }
    }

    /// For a ladder, whose places are known.
    pub fn ordered(order: Vec<usize>) -> Regulations {
        let known = Regulations::predetermined(Vec::new());
        Regulations { order: Some(order), ..known }
    }

    /// For an arena.
    pub const fn arena(rules: arena::Rules) -> Regulations {
        Regulations {
            criteria: Vec::new(),
            pairings: Pairings::Predetermined,
            play_offs: Vec::new(),
            keizer: None,
            arena: Some(rules),
            order: None,
            unplaced: Vec::new(),
        }
    }
}

/// Why a tie-break of the list is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dropped {
    /// Somebody has no rating, and there is no replacement (article 10).
    Unrated,
    /// Pairings are predetermined, so that it decides nothing (note to article 8).
    Predetermined,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// An index into [`Tournament::entrants`].
    pub entrant: usize,
    /// From 1; shared by those between whom nothing decides.
    pub place: usize,
    /// The score; by the Keizer system and in arenas their points.
    pub points: Points,
    /// One for each criterion. `None` if it was dropped, or concerns ties and there is none.
    pub values: Vec<Option<Value>>,
}

/// What decides between two entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Points,
    /// An index into [`Regulations::criteria`].
    Criterion(usize),
}

/// The standings after some rounds.
pub struct Standings<'a> {
    regulations: &'a Regulations,
    books: Books<'a>,
    rounds: usize,
    dropped: Vec<Option<Dropped>>,
    /// The number of entrants ahead of each by points; then also by the first criterion, and so on.
    before: Vec<Vec<usize>>,
    play_offs: &'a [PlayOffGame],
    rows: Vec<Row>,
    keizer: Option<Ranking>,
    arena: Option<arena::Ranking>,
}

/// The standings of a tournament after `rounds` rounds, or all finished rounds if fewer.
pub fn standings<'a>(
    tournament: &'a Tournament,
    regulations: &'a Regulations,
    rounds: usize,
) -> Standings<'a> {
    standings_after(tournament, regulations, rounds, None)
}

/// The same standings, made of what was kept from earlier ones of the tournament: values that no change can have
/// reached are not computed again.
pub fn standings_after<'a>(
    tournament: &'a Tournament,
    regulations: &'a Regulations,
    rounds: usize,
    kept: Option<&Kept>,
) -> Standings<'a> {
    let rounds = rounds.min(tournament.played);
    let criteria = &regulations.criteria;
    let dropped: Vec<Option<Dropped>> =
        criteria.iter().map(|one| is_dropped(*one, regulations, tournament)).collect();
    let counting = criteria.iter().zip(&dropped).filter(|(_, dropped)| dropped.is_none());
    let counting: Vec<Criterion> = counting.map(|(criterion, _)| *criterion).collect();
    let books = Books::with_columns(tournament, regulations.pairings, rounds, &counting, kept);
    let play_offs: &[PlayOffGame] =
        if rounds >= tournament.rounds { &regulations.play_offs } else { &[] };
    let (before, rows) = (Vec::new(), Vec::new());
    let keizer = regulations.keizer.map(|rules| keizer::ranking(tournament, &rules, rounds));
    let mut standings = Standings {
        regulations,
        books,
        rounds,
        dropped,
        before,
        play_offs,
        rows,
        keizer,
        arena: regulations.arena.map(|rules| arena::ranking(tournament, &rules, rounds)),
    };
    let of_keizer = |ranking: &Ranking| -> Vec<(usize, Points)> {
        ranking.lines.iter().map(|line| (line.entrant, line.points)).collect()
    };
    let of_arena = |ranking: &arena::Ranking| -> Vec<(usize, Points)> {
        ranking.lines.iter().map(|line| (line.entrant, line.points)).collect()
    };
    let known = regulations.order.as_ref().map(|order| {
        order.iter().map(|entrant| (*entrant, standings.books.score(*entrant))).collect()
    });
    let known = known.or_else(|| standings.keizer.as_ref().map(of_keizer));
    match known.or_else(|| standings.arena.as_ref().map(of_arena)) {
        Some(ranking) => standings.take_ranking(&ranking),
        None => standings.rank(tournament),
    }
    standings.set_aside();
    standings
}

fn is_dropped(
    criterion: Criterion,
    regulations: &Regulations,
    tournament: &Tournament,
) -> Option<Dropped> {
    if criterion.is_for_swiss_only() && regulations.pairings == Pairings::Predetermined {
        return Some(Dropped::Predetermined);
    }
    let is_unrated = || tournament.entrants.iter().any(|entrant| entrant.rating == 0);
    (criterion.needs_ratings() && is_unrated()).then_some(Dropped::Unrated)
}

impl Standings<'_> {
    /// In the order of places; those who share one in the order of their pairing numbers.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What [`standings_after`] can use again.
    pub fn kept(self) -> Kept {
        self.books.kept()
    }

    /// The number of rounds.
    pub const fn rounds(&self) -> usize {
        self.rounds
    }

    /// The values behind the points, by the Keizer system.
    pub const fn keizer(&self) -> Option<&Ranking> {
        self.keizer.as_ref()
    }

    /// The games behind the points, in an arena.
    pub const fn arena(&self) -> Option<&arena::Ranking> {
        self.arena.as_ref()
    }

    /// An entrant's score in games, which the Keizer system does not rank by.
    pub fn score(&self, entrant: usize) -> Points {
        self.books.score(entrant)
    }

    /// Why a criterion, given as an index into [`Regulations::criteria`], was dropped.
    pub fn dropped(&self, criterion: usize) -> Option<Dropped> {
        self.dropped[criterion]
    }

    /// How an entrant's value of a criterion, given as an index into [`Regulations::criteria`], was computed.
    pub fn working(&self, entrant: usize, criterion: usize) -> Working {
        let of = self.regulations.criteria[criterion];
        if self.dropped[criterion].is_some() {
            let total = Total::Own;
            return Working { value: None, contributions: Vec::new(), total, among: Vec::new() };
        }
        if !of.is_among_tied() {
            return self.books.working(of, entrant);
        }
        let (before, after) = (&self.before[criterion], &self.before[criterion + 1]);
        let tied = |other: &usize| before[*other] == before[entrant];
        let among: Vec<usize> = (0..before.len()).filter(tied).collect();
        let place = after[entrant] - before[entrant] + 1;
        let is_divided = among.iter().any(|other| after[*other] != after[entrant]);
        let value = (among.len() > 1).then(|| Value::whole(place as i64));
        let contributions = self.books.encounters(of, entrant, &among, self.play_offs);
        Working { value, contributions, total: Total::Place { is_divided }, among }
    }

    /// What decided between two entrants, if anything.
    pub fn decided_by(&self, one: usize, other: usize) -> Option<Decision> {
        let step = self.before.iter().position(|before| before[one] != before[other])?;
        Some(step.checked_sub(1).map_or(Decision::Points, Decision::Criterion))
    }

    /// The groups of at least two that are still tied when a criterion, given as an index into
    /// [`Regulations::criteria`], is reached: for example those who have to play off.
    pub fn tied_before(&self, criterion: usize) -> Vec<Vec<usize>> {
        let before = &self.before[criterion];
        let mut order: Vec<usize> = self.rows.iter().map(|row| row.entrant).collect();
        order.sort_by_key(|entrant| before[*entrant]);
        let parts = order.chunk_by(|one, other| before[*one] == before[*other]);
        parts.filter(|part| part.len() > 1).map(<[usize]>::to_vec).collect()
    }

    /// Takes places and points from a ranking in which nobody shares a place.
    fn take_ranking(&mut self, ranking: &[(usize, Points)]) {
        let mut before = vec![0; ranking.len()];
        for (place, (entrant, points)) in ranking.iter().copied().enumerate() {
            before[entrant] = place;
            self.rows.push(Row { entrant, place: place + 1, points, values: Vec::new() });
        }
        self.before.push(before);
    }

    fn rank(&mut self, tournament: &Tournament) {
        let mut order: Vec<usize> = (0..tournament.entrants.len()).collect();
        order.sort_by_key(|entrant| (tournament.entrants[*entrant].number, *entrant));
        let mut tied = Tied::all(order);
        tied.divide(|one| self.books.score(one), Better::Higher);
        let mut steps = vec![tied.before()];
        let mut columns = Vec::with_capacity(self.regulations.criteria.len());
        for place in 0..self.regulations.criteria.len() {
            columns.push(self.by_criterion(place, &mut tied));
            steps.push(tied.before());
        }
        let values = |entrant| columns.iter().map(|column| column.of(entrant)).collect();
        let mut values: Vec<Vec<Option<Value>>> = (0..tied.order.len()).map(values).collect();
        let before = steps.last().expect("points are the first step");
        let row = |entrant: &usize| Row {
            entrant: *entrant,
            place: before[*entrant] + 1,
            points: self.books.score(*entrant),
            values: std::mem::take(&mut values[*entrant]),
        };
        self.rows = tied.order.iter().map(row).collect();
        self.before = steps;
    }

    /// Moves those who do not compete behind the others, who move up.
    fn set_aside(&mut self) {
        let aside = &self.regulations.unplaced;
        if aside.is_empty() {
            return;
        }
        let (mut last, mut placed): (Vec<Row>, Vec<Row>) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition(|row| aside.contains(&row.entrant));
        for row in &mut placed {
            row.place -= last.iter().filter(|other| other.place < row.place).count();
        }
        let behind = placed.len() + 1;
        last.iter_mut().for_each(|row| row.place = behind);
        placed.append(&mut last);
        self.rows = placed;
    }

    /// Divides ties by one criterion.
    fn by_criterion(&self, place: usize, tied: &mut Tied) -> Column<'_> {
        let criterion = self.regulations.criteria[place];
        if self.dropped[place].is_some() {
            return Column::Dropped;
        }
        if criterion.is_among_tied() {
            return Column::AmongTied(self.among_tied(criterion, tied));
        }
        let values = self.books.column(criterion).expect("it is neither dropped nor among ties");
        let better = if criterion.is_lower_better() { Better::Lower } else { Better::Higher };
        tied.divide(|one| values[one], better);
        Column::Of(values)
    }

    fn among_tied(&self, criterion: Criterion, tied: &mut Tied) -> Vec<Option<Value>> {
        let mut values = vec![None; tied.order.len()];
        tied.regroup(|part| {
            let parts = self.books.divide(criterion, part, self.play_offs);
            let mut place = 1;
            for together in &parts {
                together.iter().for_each(|one| values[*one] = Some(Value::whole(place)));
                place += together.len() as i64;
            }
            parts
        });
        values
    }
}

/// Everybody's value of one criterion.
enum Column<'a> {
    Of(&'a [Value]),
    AmongTied(Vec<Option<Value>>),
    Dropped,
}

impl Column<'_> {
    fn of(&self, entrant: usize) -> Option<Value> {
        match self {
            Column::Of(values) => Some(values[entrant]),
            Column::AmongTied(values) => values[entrant],
            Column::Dropped => None,
        }
    }
}
