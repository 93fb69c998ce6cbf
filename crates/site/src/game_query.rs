//! The query string of lists of games, which pages and API share.

use adjutant_service::games::{self, Cursor, Filter};
use ledger_ratings::Day;
use salpakan::rules::{Outcome, Termination};

use crate::parameters::{AcceptedValues, ParameterError, QueryParameters, QueryString};

/// A query for games, shared by the page and the API.
#[derive(Debug, Clone, Default)]
pub struct GameQuery {
    pub filter: Filter,
    pub cursor: Option<Cursor>,
    /// The requested number of games.
    pub limit: Option<usize>,
    /// The parameters as given, for links that keep them.
    pub params: QueryParameters,
}

/// The parameters of a query for games.
pub const GAME_PARAMETERS: &[&str] = &[
    "player",
    "opponent",
    "event",
    "organisation",
    "round",
    "from",
    "to",
    "result",
    "termination",
    "ruleset",
    "min_plies",
    "max_plies",
    "cursor",
    "limit",
];

/// An upper bound of the accepted ply counts, longer than any game.
const MAX_PLIES: u32 = 1_000_000;

impl GameQuery {
    /// Parses the query string.
    pub fn read(parameters: &QueryString) -> Result<GameQuery, ParameterError> {
        let given = parameters.parse(GAME_PARAMETERS)?;
        Ok(GameQuery {
            filter: GameQuery::filter(&given)?,
            cursor: given.parse_with(
                "cursor",
                AcceptedValues::described_by("takes-next"),
                Cursor::parse,
            )?,
            limit: given.number("limit", 1..=games::MOST_ON_PAGE)?,
            params: given,
        })
    }

    fn filter(given: &QueryParameters) -> Result<Filter, ParameterError> {
        // If only an opponent is given, the order of the two does not matter.
        let (player, opponent) = match (given.text("player"), given.text("opponent")) {
            (None, opponent) => (opponent, None),
            both => both,
        };
        let day =
            |name| given.parse_with(name, AcceptedValues::described_by("takes-day"), Day::parse);
        let terminations = Termination::ALL.map(Termination::name).join(", ");
        Ok(Filter {
            player,
            opponent,
            event: given.text("event"),
            organisation: given.text("organisation"),
            vouched: false,
            round: given.text("round"),
            from: day("from")?,
            to: day("to")?,
            outcome: given.parse_with(
                "result",
                AcceptedValues::described_by("takes-result"),
                |text| match text {
                    "*" => Some(None),
                    text => Outcome::parse(text).map(Some),
                },
            )?,
            termination: given.parse_with(
                "termination",
                AcceptedValues::one_of(terminations),
                Termination::parse,
            )?,
            rule_set: given.text("ruleset"),
            least_plies: given.number("min_plies", 0..=MAX_PLIES)?,
            most_plies: given.number("max_plies", 0..=MAX_PLIES)?,
        })
    }

    pub fn next_page_query(&self, cursor: &Cursor) -> String {
        self.params.query_with("cursor", &cursor.to_string())
    }
}
