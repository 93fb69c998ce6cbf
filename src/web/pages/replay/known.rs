//! What could be known, on the page of a replay: shades on the board, one piece with its ranks, all pieces as a table.

use std::sync::Arc;

use askama::Template;

use crate::service::games::Game;
use crate::service::knowing::{self, Account, Armies, Known, KnownPiece, Viewer};
use crate::service::{App, Error, records::StoredGame};
use crate::web::board::{corner, fill, side};
use crate::web::digits::tenths;
use crate::web::i18n::Texts;
use crate::web::markup::Markup;
use crate::web::ranks::RankWords;
use crate::web::replay::{Knowledge, square_name};
use salpakan::rules::{Color, Rank, Square};
use salpakan::view::Scene;
use salpakan_knowledge::{Precision, Sets};

use super::look::{Look, Shade};
use super::parts::{Address, SwitchPart};

/// What is known of the pieces of each side that a look asks about.
pub struct Eyes {
    all: Vec<(Viewer, Arc<Known>)>,
    /// Of how many set-ups was learned what they hold likely; `None` under the uniform prior.
    learned: Option<u64>,
}

/// In whose eyes the pieces of a side are: the opponent's, or in the public view the spectators'.
pub const fn viewer_of(color: Color, view: Knowledge) -> Viewer {
    match view {
        Knowledge::Public => Viewer::Public,
        _ => Viewer::Player(color.opponent()),
    }
}

impl Eyes {
    /// Works out what a look at a ply in a view needs, and nothing else.
    ///
    /// # Errors
    /// As [`knowing::at_in`].
    pub fn open(app: &App, game: &Game, account: &Account, here: &Address) -> Result<Eyes, Error> {
        let Address { ply, view, look, .. } = *here;
        let timeline = game.stored.timeline();
        let of_piece = |color: Color| {
            look.piece
                .is_some_and(|origin| timeline.taken[color].is_some_and(|t| t.contains(origin)))
        };
        let all = look.shade.is_some() || look.table;
        let mut open: Vec<(Viewer, Arc<Known>)> = Vec::new();
        let mut learned = None;
        for color in Color::ALL {
            let viewer = viewer_of(color, view);
            let wanted = of_piece(color) || (all && look.covers(color, view));
            if wanted && open.iter().all(|(own, _)| *own != viewer) {
                let known = match viewer {
                    Viewer::Player(eyes) if look.learned => {
                        let guessed = knowing::guessed_at(app, game, eyes, ply)?;
                        learned = Some(guessed.set_ups);
                        guessed.known
                    }
                    _ => knowing::at_in(app, game, account, viewer, ply)?,
                };
                open.push((viewer, known));
            }
        }
        Ok(Eyes { all: open, learned })
    }

    fn piece(&self, color: Color, origin: Square) -> Option<(&Known, &KnownPiece)> {
        let of = |known: &KnownPiece| known.color == color && known.origin == origin;
        self.all
            .iter()
            .find_map(|(_, known)| Some((&**known, known.pieces.iter().find(|p| of(p))?)))
    }
}

/// A share of one in words, to the tenth of a percent.
pub fn percent(share: f64) -> String {
    let tenths = (share * 1000.0).round() as i64;
    match tenths {
        _ if share <= 0.0 => "0 %".to_owned(),
        0 => "<0.1 %".to_owned(),
        1000 if share < 1.0 => ">99.9 %".to_owned(),
        1000 => "100 %".to_owned(),
        _ => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// A whole number with its digits in threes.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A shade on one piece of the board.
struct ShadeMark {
    x: u32,
    y: u32,
    color: &'static str,
    opacity: String,
    top: String,
    height: String,
    text: String,
}

#[derive(Template)]
#[template(path = "replay/shades.html")]
struct Shades {
    marks: Vec<ShadeMark>,
}

/// How long the gauge on a piece is.
const GAUGE: f64 = 56.0;

/// What a piece is shaded by, 0 to 1.
fn shade_of(shade: Shade, piece: &KnownPiece) -> f64 {
    match shade {
        Shade::Strength => piece.strength,
        Shade::Flag => piece.probability(Rank::Flag),
    }
}

/// The shades over the pieces of the board; empty where none are asked for.
pub fn shades(scene: &Scene, here: &Address, eyes: &Eyes) -> Markup {
    let Address { view, flipped, look, .. } = *here;
    let Some(shade) = look.shade else { return Markup::default() };
    let covered = scene.standing.iter().filter(|piece| look.covers(piece.color, view));
    let values: Vec<_> = covered
        .filter_map(|piece| {
            let (_, known) = eyes.piece(piece.color, piece.origin)?;
            Some((piece, shade_of(shade, known)))
        })
        .collect();
    // A Flag is never likely anywhere while much is open: the likeliest piece has the full gauge.
    let full = match shade {
        Shade::Strength => 1.0,
        Shade::Flag => values.iter().map(|(_, value)| *value).fold(0.0, f64::max).max(1e-9),
    };
    let mark = |(piece, value): &(&salpakan::view::Standing, f64)| {
        let (x, y) = corner(piece.square, flipped);
        let part = value / full;
        ShadeMark {
            x,
            y,
            color: piece.color.key(),
            opacity: format!("{:.2}", part * 0.5),
            top: tenths(7.0 + GAUGE * (1.0 - part)),
            height: tenths(GAUGE * part),
            text: match shade {
                Shade::Strength => format!("{:.0}", (value * 100.0).round()),
                Shade::Flag if *value > 0.0 && *value < 0.005 => "<1%".to_owned(),
                Shade::Flag => format!("{:.0}%", (value * 100.0).round()),
            },
        }
    };
    Markup::of(&Shades { marks: values.iter().map(mark).collect() })
}

/// A rank of the army in the list of one piece.
struct RankRow {
    label: &'static str,
    name: &'static str,
    possible: bool,
    percent: String,
    width: String,
}

/// One piece and its ranks.
struct Focus {
    title: String,
    eyes: String,
    ranks: Vec<RankRow>,
}

/// A piece in the table.
struct TableLine {
    name: String,
    link: String,
    /// Where it is at this ply.
    place: String,
    strength: String,
    cells: Vec<String>,
}

/// All pieces and all ranks of the army.
struct Table {
    eyes: String,
    heads: Vec<(&'static str, &'static str)>,
    lines: Vec<TableLine>,
}

#[derive(Template)]
#[template(path = "replay/known.html")]
struct Card {
    texts: Texts,
    shades: Vec<SwitchPart>,
    legend: &'static str,
    /// In a player's view alone.
    owners: Vec<SwitchPart>,
    owners_hidden: bool,
    /// None where nothing is learned of the army.
    priors: Vec<SwitchPart>,
    prior: String,
    focus: Option<Focus>,
    off_link: String,
    table: Option<Table>,
    table_link: String,
}

/// What the page says of one moment's knowledge, for one visitor.
pub struct Telling<'a> {
    pub ranks: RankWords,
    pub stored: &'a StoredGame,
    pub scene: &'a Scene,
    pub here: &'a Address,
    pub eyes: &'a Eyes,
}

impl Telling<'_> {
    /// What a piece's address has before and after the square it was deployed on.
    pub fn piece_links(&self) -> (String, String) {
        let Look { shade, ghost, table, learned, .. } = self.here.look;
        let before = Look { shade, ghost, ..Look::default() };
        let before = Address { look: before, ..self.here.clone() }.link();
        let after = Look { table, learned, ..Look::default() }.query();
        (format!("{before}&piece="), format!("{after}#known"))
    }

    /// The line below the board: the piece that is looked at in short, or what to do.
    pub fn brief(&self) -> String {
        let found = self.here.look.piece.and_then(|origin| self.at(origin));
        let Some((_, piece)) = found else { return self.texts().get("js-known-hint") };
        let mut likely: Vec<_> = piece.ranks.iter().collect();
        // A stable order, so that equals stand as the army has them.
        likely.sort_by(|a, b| b.chance.value.total_cmp(&a.chance.value));
        let said = likely
            .iter()
            .take(3)
            .map(|one| [self.ranks.name(one.rank), " ", &percent(one.chance.value)].concat());
        let said = said.collect::<Vec<_>>().join(", ");
        let flag = percent(piece.probability(Rank::Flag));
        let name = self.name(piece.color, piece.origin);
        let values = [("piece", name.as_str()), ("ranks", &said), ("flag", &flag)];
        fill(self.texts().text("js-known-brief"), &values)
    }

    /// The card beside the board.
    pub fn card(&self) -> Markup {
        let Look { shade, piece, .. } = self.here.look;
        let focus = piece.and_then(|origin| self.at(origin)).map(|found| self.focus(found));
        Markup::of(&Card {
            texts: self.texts(),
            shades: self.shade_links(),
            legend: self.texts().text(match shade {
                None => "js-known-shade-none",
                Some(Shade::Strength) => "js-known-shade-strength",
                Some(Shade::Flag) => "js-known-shade-flag",
            }),
            owners: self.owner_links(),
            owners_hidden: !matches!(self.here.view, Knowledge::As(_)),
            priors: self.prior_links(),
            prior: self.prior_words(),
            focus,
            off_link: self.look(Look { piece: None, ..self.here.look }),
            table: self.here.look.table.then(|| self.table()),
            table_link: self.look(Look { table: true, ..self.here.look }),
        })
    }

    fn texts(&self) -> Texts {
        self.ranks.texts
    }

    fn look(&self, look: Look) -> String {
        Address { look, ..self.here.clone() }.link()
    }

    fn at(&self, origin: Square) -> Option<(&Known, &KnownPiece)> {
        Color::ALL.into_iter().find_map(|color| self.eyes.piece(color, origin))
    }

    fn name(&self, color: Color, origin: Square) -> String {
        let values = [("side", side(self.texts(), color)), ("origin", square_name(origin))];
        fill(self.texts().text("js-known-piece"), &values)
    }

    /// In whose eyes, after which ply, and how sure.
    fn eyes_of(&self, known: &Known, color: Color) -> String {
        let key = match viewer_of(color, self.here.view) {
            Viewer::Player(Color::White) => "js-known-eyes-white",
            Viewer::Player(Color::Black) => "js-known-eyes-black",
            Viewer::Public => "js-known-eyes-public",
        };
        let ply = self.scene.ply.to_string();
        let eyes = fill(self.texts().text(key), &[("ply", &ply)]);
        let bits = tenths(known.bits());
        let sure = match known.armies {
            Armies::Counted(armies) => {
                let armies = grouped(armies);
                let values = [("armies", armies.as_str()), ("bits", &bits)];
                fill(self.texts().text("js-known-armies"), &values)
            }
            Armies::Pairs { precision: Precision::Exact, .. } => {
                fill(self.texts().text("js-known-exact"), &[("bits", &bits)])
            }
            Armies::Pairs { .. } => {
                let error = percent(largest_error(known));
                let values = [("error", error.as_str()), ("bits", &bits)];
                fill(self.texts().text("js-known-estimated"), &values)
            }
        };
        let loose = matches!(known.armies, Armies::Pairs { sets: Sets::AtLeast, .. });
        let loose = if loose { self.texts().text("js-known-at-least") } else { "" };
        [eyes.as_str(), " ", &sure, if loose.is_empty() { "" } else { " " }, loose].concat()
    }

    fn focus(&self, (known, piece): (&Known, &KnownPiece)) -> Focus {
        let row = |rank: Rank| {
            let chance = piece.rank(rank).map(|one| one.chance.value);
            RankRow {
                label: self.ranks.label(rank),
                name: self.ranks.name(rank),
                possible: chance.is_some(),
                percent: chance.map_or_else(|| "–".to_owned(), percent),
                width: tenths(100.0 * chance.unwrap_or(0.0)),
            }
        };
        Focus {
            title: self.name(piece.color, piece.origin),
            eyes: self.eyes_of(known, piece.color),
            ranks: self.army().map(row).collect(),
        }
    }

    /// The ranks that the rule-set's army has, or may come to have.
    fn army(&self) -> impl Iterator<Item = Rank> {
        let rules = self.stored.timeline().rules;
        let (army, promotes) = (rules.army(), rules.options().promotion);
        Rank::ALL
            .into_iter()
            .filter(move |rank| army.count(*rank) > 0 || (promotes && *rank == Rank::Spy))
    }

    fn table(&self) -> Table {
        let covered = |known: &&KnownPiece| self.here.look.covers(known.color, self.here.view);
        let all = self.eyes.all.iter().flat_map(|(_, known)| &known.pieces).filter(covered);
        let eyes = self.eyes.all.iter().filter_map(|(_, known)| {
            let color = known.pieces.iter().find(covered)?.color;
            Some(self.eyes_of(known, color))
        });
        Table {
            eyes: eyes.collect::<Vec<_>>().join(" "),
            heads: self
                .army()
                .map(|rank| (self.ranks.label(rank), self.ranks.name(rank)))
                .collect(),
            lines: all.map(|piece| self.line(piece)).collect(),
        }
    }

    fn line(&self, piece: &KnownPiece) -> TableLine {
        let stands = self.scene.standing.iter().find(|one| one.origin == piece.origin);
        let fell = self.scene.fallen.iter().find(|one| one.origin == piece.origin);
        let place = match (stands, fell) {
            (Some(one), _) => square_name(one.square).to_owned(),
            (None, Some(one)) => {
                fill(self.texts().text("js-known-fell"), &[("ply", &one.ply.to_string())])
            }
            (None, None) => String::new(),
        };
        let cell = |rank: Rank| {
            piece.rank(rank).map_or_else(|| "–".to_owned(), |one| percent(one.chance.value))
        };
        TableLine {
            name: self.name(piece.color, piece.origin),
            link: self.look(Look { piece: Some(piece.origin), ..self.here.look }),
            place,
            strength: format!("{:.0}", (piece.strength * 100.0).round()),
            cells: self.army().map(cell).collect(),
        }
    }

    fn shade_links(&self) -> Vec<SwitchPart> {
        let link = |shade: Option<Shade>, view: &'static str, name: &str| SwitchPart {
            view,
            name: self.texts().get(name),
            link: self.look(Look { shade, ..self.here.look }),
            current: shade == self.here.look.shade,
        };
        vec![
            link(None, "none", "known-shade-none"),
            link(Some(Shade::Strength), "strength", "known-shade-strength"),
            link(Some(Shade::Flag), "flag", "known-shade-flag"),
        ]
    }

    fn prior_links(&self) -> Vec<SwitchPart> {
        let link = |learned: bool, view: &'static str, name: &str| SwitchPart {
            view,
            name: self.texts().get(name),
            link: format!("{}#known", self.look(Look { learned, ..self.here.look })),
            current: learned == self.here.look.learned,
        };
        match knowing::is_learned(self.stored.timeline()) {
            true => vec![
                link(false, "uniform", "known-prior-uniform"),
                link(true, "learned", "known-prior-learned"),
            ],
            false => Vec::new(),
        }
    }

    fn prior_words(&self) -> String {
        let texts = self.texts();
        match (self.here.look.learned, self.eyes.learned) {
            (false, _) => texts.get("known-prior-counted"),
            (true, Some(set_ups)) => texts.one("known-prior-from", "count", set_ups),
            (true, None) => texts.get("known-prior-guess"),
        }
    }

    fn owner_links(&self) -> Vec<SwitchPart> {
        let link = |ghost: bool, view: &'static str, name: &str| SwitchPart {
            view,
            name: self.texts().get(name),
            link: self.look(Look { ghost, ..self.here.look }),
            current: ghost == self.here.look.ghost,
        };
        vec![link(false, "enemy", "known-enemy"), link(true, "own", "known-ghost")]
    }
}

/// The largest standard error of a probability.
fn largest_error(known: &Known) -> f64 {
    let errors = known.pieces.iter().flat_map(|piece| &piece.ranks).map(|one| one.chance.error);
    errors.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::{grouped, percent};

    #[test]
    fn shares_are_told_to_the_tenth_of_a_percent_and_never_as_more_certain_than_they_are() {
        let told = [0.0, 0.0004, 0.0005, 2.0 / 13.0, 0.9999, 1.0].map(percent);
        assert_eq!(told, ["0 %", "<0.1 %", "0.1 %", "15.4 %", ">99.9 %", "100 %"]);
    }

    #[test]
    fn digits_stand_in_threes() {
        let numbers = [0, 999, 1_000, 35_479_820_952_576_000].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "35,479,820,952,576,000"]);
    }
}
