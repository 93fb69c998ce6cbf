//! The query string of statistics of set-ups, which pages and API share.

use adjutant_domain::formation::{CELLS, Condition, Strategy, cell_of, square_of};
use adjutant_service::formations::FormationSearch;
use ledger_ratings::Day;
use salpakan::rules::{Color, Rank, Square};

use crate::parameters::{AcceptedValues, ParameterError, QueryParameters, QueryString, to_query};

const KNOWN: &[&str] = &[
    "player",
    "opponent",
    "event",
    "organisation",
    "season",
    "pool",
    "min_rating",
    "max_rating",
    "from",
    "to",
    "color",
    "mirror",
    "when",
    "strategy",
    "weighted",
    "rank",
    "square",
];

/// The highest rating accepted.
const MAX_RATING: u16 = 9_999;
/// The largest number of conditions accepted.
const MAX_CONDITIONS: usize = 10;

/// A query for set-ups, shared by the pages and the API.
#[derive(Clone)]
pub struct FormationQuery {
    pub wish: FormationSearch,
    /// Whether games of stronger players weigh more.
    pub weighted: bool,
    /// The rank whose squares are shown.
    pub rank: Rank,
    /// The cell whose ranks are shown.
    pub cell: Option<usize>,
    pub params: QueryParameters,
}

impl FormationQuery {
    /// Parses the query string.
    pub fn read(parameters: &QueryString) -> Result<FormationQuery, ParameterError> {
        let given = parameters.parse(KNOWN)?;
        let switch = |name| Ok::<_, ParameterError>(given.number(name, 0..=1)? == Some(1));
        let square = given.parse_with(
            "square",
            AcceptedValues::described_by("takes-home-square"),
            parse_home_cell,
        )?;
        let rank =
            given.parse_with("rank", AcceptedValues::described_by("takes-rank"), parse_rank)?;
        Ok(FormationQuery {
            wish: FormationQuery::parse_filter(&given, switch("mirror")?)?,
            weighted: switch("weighted")?,
            rank: rank.unwrap_or(Rank::Flag),
            cell: square,
            params: given,
        })
    }

    fn parse_filter(
        given: &QueryParameters,
        folded: bool,
    ) -> Result<FormationSearch, ParameterError> {
        let day =
            |name| given.parse_with(name, AcceptedValues::described_by("takes-day"), Day::parse);
        let strategies = || AcceptedValues::one_of(Strategy::ALL.map(Strategy::key).join(", "));
        let colors = || AcceptedValues::one_of(Color::ALL.map(color_key).join(", "));
        let organisation = given.text("organisation");
        let season = given.number("season", 1..=i32::MAX)?;
        Ok(FormationSearch {
            player: given.text("player"),
            opponent: given.text("opponent"),
            event: given.text("event"),
            organisation,
            season,
            pool: given.text("pool"),
            min_rating: given.number("min_rating", 0..=MAX_RATING)?,
            max_rating: given.number("max_rating", 0..=MAX_RATING)?,
            from: day("from")?,
            to: day("to")?,
            color: given.parse_with("color", colors(), |text| {
                Color::ALL.into_iter().find(|color| color_key(*color) == text)
            })?,
            folded,
            conditions: given
                .parse_with(
                    "when",
                    AcceptedValues::described_by("takes-conditions"),
                    parse_conditions,
                )?
                .unwrap_or_default(),
            strategy: given.parse_with("strategy", strategies(), Strategy::parse)?,
        })
    }

    /// The same query with one parameter replaced.
    pub fn address_with(&self, address: &str, name: &str, value: &str) -> String {
        format!("{address}{}", self.params.query_with(name, value))
    }

    /// The filters alone, as the query string of another page.
    pub fn filter_query(&self) -> String {
        let shown = ["rank", "square", "when", "mirror"];
        let kept: Vec<(&str, &str)> =
            self.params.pairs().filter(|(own, _)| !shown.contains(own)).collect();
        to_query(&kept)
    }

    /// Whether any set-up is filtered out.
    pub fn is_filtered(&self) -> bool {
        self.params
            .pairs()
            .any(|(name, _)| !["rank", "square", "weighted", "mirror"].contains(&name))
    }
}

/// The key of a side in addresses.
pub const fn color_key(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn parse_rank(text: &str) -> Option<Rank> {
    let mut letters = text.chars();
    let rank = Rank::from_letter(letters.next()?.to_ascii_uppercase())?;
    letters.next().is_none().then_some(rank)
}

fn parse_home_cell(text: &str) -> Option<usize> {
    cell_of(text.to_ascii_lowercase().parse::<Square>().ok()?)
}

/// Parses conditions such as `Fb1 Se2 .e3`, separated by blanks or commas; `.` is an empty square.
fn parse_conditions(text: &str) -> Option<Vec<Condition>> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    let read: Option<Vec<Condition>> = parts.map(parse_condition).collect();
    read.filter(|all| (1..=MAX_CONDITIONS).contains(&all.len()))
}

fn parse_condition(text: &str) -> Option<Condition> {
    let square = text.get(1..)?;
    let occupant = match text.get(..1)? {
        "." => None,
        letter => Some(parse_rank(letter)?),
    };
    Some(Condition { cell: parse_home_cell(square)?, occupant })
}

pub fn square_name(cell: usize) -> String {
    square_of(cell.min(CELLS - 1)).map(|square| square.to_string()).unwrap_or_default()
}
