//! The explorer of set-ups: what stands where in revealed games, one set-up, and those of one's own.

pub mod index;
pub mod mine;
pub mod one;
mod parts;

use crate::formation::{CELLS, Condition, cell_of, square_of};
use crate::service::formations::Wish;
use crate::service::games::Game;
use crate::web::i18n::Texts;
use crate::web::parameters::{BadParameter, Given, Parameters, Takes};
use ledger_ratings::Day;
use salpakan::record::share_code;
use salpakan::rules::{Color, Rank, RuleSet, Square};

use super::list::query;

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
    "weighted",
    "rank",
    "square",
];

/// Highest rating that is asked for.
const MOST_RATING: u16 = 9_999;
/// Most conditions at once.
const MOST_CONDITIONS: usize = 10;

/// What is asked for, on both faces.
#[derive(Clone)]
pub struct FormationQuery {
    pub wish: Wish,
    /// Whether strong players count for more.
    pub weighted: bool,
    /// The rank whose squares are shown.
    pub rank: Rank,
    /// The cell whose ranks are shown.
    pub cell: Option<usize>,
    given: Given,
}

impl FormationQuery {
    /// Reads it from an address.
    ///
    /// # Errors
    /// The parameter that is wrong.
    pub fn read(parameters: &Parameters) -> Result<FormationQuery, BadParameter> {
        let given = parameters.read(KNOWN)?;
        let switch = |name| Ok::<_, BadParameter>(given.number(name, 0..=1)? == Some(1));
        let square = given.parsed("square", Takes::just("takes-home-square"), home_cell)?;
        let rank = given.parsed("rank", Takes::just("takes-rank"), rank)?;
        Ok(FormationQuery {
            wish: FormationQuery::wish(&given, switch("mirror")?)?,
            weighted: switch("weighted")?,
            rank: rank.unwrap_or(Rank::Flag),
            cell: square,
            given,
        })
    }

    fn wish(given: &Given, folded: bool) -> Result<Wish, BadParameter> {
        let day = |name| given.parsed(name, Takes::just("takes-day"), Day::parse);
        let colors = || Takes::one_of(Color::ALL.map(color_key).join(", "));
        let organisation = given.text("organisation");
        let season = given.number("season", 1..=i32::MAX)?;
        Ok(Wish {
            player: given.text("player"),
            opponent: given.text("opponent"),
            event: given.text("event"),
            organisation,
            season,
            pool: given.text("pool"),
            least_rating: given.number("min_rating", 0..=MOST_RATING)?,
            most_rating: given.number("max_rating", 0..=MOST_RATING)?,
            from: day("from")?,
            to: day("to")?,
            color: given.parsed("color", colors(), |text| {
                Color::ALL.into_iter().find(|color| color_key(*color) == text)
            })?,
            folded,
            when: given
                .parsed("when", Takes::just("takes-conditions"), conditions)?
                .unwrap_or_default(),
        })
    }

    /// A value as it was given.
    fn text(&self, name: &str) -> String {
        self.given.text(name).unwrap_or_default()
    }

    /// The same address with another value of one parameter.
    fn with(&self, address: &str, name: &str, value: &str) -> String {
        let mut kept: Vec<(&str, &str)> =
            self.given.pairs().filter(|(own, _)| *own != name).collect();
        kept.push((name, value));
        format!("{address}{}", query(&kept))
    }

    /// The filters alone, for the address of something else.
    fn filters(&self) -> String {
        let shown = ["rank", "square", "when", "mirror"];
        let kept: Vec<(&str, &str)> =
            self.given.pairs().filter(|(own, _)| !shown.contains(own)).collect();
        query(&kept)
    }

    /// Whether any set-up is left out.
    fn is_filtered(&self) -> bool {
        self.given
            .pairs()
            .any(|(name, _)| !["rank", "square", "weighted", "mirror"].contains(&name))
    }
}

/// Where the share code of a set-up is sent.
pub const ONE: &str = "/formations/set-up";

/// Words and share codes of both set-ups of a revealed game under the published rules.
pub fn links(game: &Game, texts: Texts) -> Vec<(String, String)> {
    let Some(record) = game.stored.revealed() else { return Vec::new() };
    if record.timeline().rules != RuleSet::STANDARD {
        return Vec::new();
    }
    let link = |color: Color| {
        let code = share_code(&RuleSet::STANDARD, record.armies()[color].as_ref()?);
        let key = match color {
            Color::White => "formation-of-white",
            Color::Black => "formation-of-black",
        };
        Some((texts.get(key), code))
    };
    Color::ALL.into_iter().filter_map(link).collect()
}

/// The word for a side in addresses.
pub const fn color_key(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn rank(text: &str) -> Option<Rank> {
    let mut letters = text.chars();
    let rank = Rank::from_letter(letters.next()?.to_ascii_uppercase())?;
    letters.next().is_none().then_some(rank)
}

fn home_cell(text: &str) -> Option<usize> {
    cell_of(text.to_ascii_lowercase().parse::<Square>().ok()?)
}

/// Conditions such as `Fb1 Se2 .e3`, between which stand blanks or commas; a point is an empty square.
fn conditions(text: &str) -> Option<Vec<Condition>> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    let read: Option<Vec<Condition>> = parts.map(condition).collect();
    read.filter(|all| (1..=MOST_CONDITIONS).contains(&all.len()))
}

fn condition(text: &str) -> Option<Condition> {
    let square = text.get(1..)?;
    let occupant = match text.get(..1)? {
        "." => None,
        letter => Some(rank(letter)?),
    };
    Some(Condition { cell: home_cell(square)?, occupant })
}

/// A square's name.
pub fn square_name(cell: usize) -> String {
    square_of(cell.min(CELLS - 1)).map(|square| square.to_string()).unwrap_or_default()
}
