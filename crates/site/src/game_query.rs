//! The query string of lists of games, which pages and API share.

use adjutant_domain::game::{GameKind, Rules};
use adjutant_service::games::{self, Cursor, Filter};
use ledger_ratings::Day;
use salpakan::clock::Speed;
use salpakan::rules::{Outcome, Preset, Termination};

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
    "speed",
    "month",
    "min_plies",
    "max_plies",
    "cursor",
    "limit",
];

/// The first and the last day of a month such as `2026-05`.
pub fn parse_month(text: &str) -> Option<(Day, Day)> {
    let (year, month) = text.split_once(['-', '.'])?;
    let month: u32 = month.parse().ok().filter(|_| month.len() == 2)?;
    let (next_year, next) = match month {
        12 => (year.parse::<u32>().ok()?.checked_add(1)?, 1),
        month => (year.parse().ok()?, month + 1),
    };
    let first = Day::parse(&format!("{year}-{month:02}-01"))?;
    let after = Day::parse(&format!("{next_year:04}-{next:02}-01"))?;
    Some((first, Day(after.0 - 1)))
}

/// An upper bound of the accepted ply counts, longer than any game.
const MAX_PLIES: u32 = 1_000_000;

impl GameQuery {
    /// Parses the query string.
    pub fn read(parameters: &QueryString) -> Result<GameQuery, ParameterError> {
        GameQuery::from_parameters(parameters.parse(GAME_PARAMETERS)?)
    }

    /// Reads what was parsed, which may have other parameters besides.
    pub fn from_parameters(given: QueryParameters) -> Result<GameQuery, ParameterError> {
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
        let month =
            given.parse_with("month", AcceptedValues::described_by("takes-month"), parse_month)?;
        let speeds = Speed::ALL.map(Speed::key).join(", ");
        let rule_sets = Preset::ALL.iter().map(|preset| preset.name);
        let rule_sets = rule_sets.chain([GameKind::ThreeGenerals.key()]).collect::<Vec<_>>();
        let rule_sets = rule_sets.join(", ");
        let terminations = Termination::ALL.map(Termination::name).join(", ");
        Ok(Filter {
            player,
            opponent,
            event: given.text("event"),
            organisation: given.text("organisation"),
            vouched: false,
            round: given.text("round"),
            from: day("from")?.into_iter().chain(month.map(|(first, _)| first)).max(),
            to: day("to")?.into_iter().chain(month.map(|(_, last)| last)).min(),
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
            rule_set: given.parse_with("ruleset", AcceptedValues::one_of(rule_sets), |text| {
                text.parse().ok().map(|rules: Rules| rules.key())
            })?,
            speed: given.parse_with("speed", AcceptedValues::one_of(speeds), Speed::parse)?,
            least_plies: given.number("min_plies", 0..=MAX_PLIES)?,
            most_plies: given.number("max_plies", 0..=MAX_PLIES)?,
        })
    }

    pub fn next_page_query(&self, cursor: &Cursor) -> String {
        self.params.query_with("cursor", &cursor.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, parse_month};

    #[test]
    fn a_month_is_its_first_and_last_day() {
        let days = |first, last| Some((Day::of_tag(first), Day::of_tag(last)));
        assert_eq!(parse_month("2028-02"), days("2028.02.01", "2028.02.29"));
        assert_eq!(parse_month("2026.12"), days("2026.12.01", "2026.12.31"));
        for wrong in ["2026", "2026-13", "2026-0", "2026-5", "x-05", "2026-00"] {
            assert_eq!(parse_month(wrong), None, "{wrong}");
        }
    }
}
