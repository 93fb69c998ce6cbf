//! Inference about hidden ranks on the replay page: heat map, one piece with its probabilities,
//! table of all pieces.

use std::sync::Arc;

use askama::Template;

use adjutant_service::games::Game;
use adjutant_service::knowing::{self, Account, Armies, Known, KnownPiece, Viewer};
use adjutant_service::{App, Error, records::StoredGame};
use adjutant_site::board::{corner, fill_placeholders, side_name};
use adjutant_site::digits::tenths;
use adjutant_site::i18n::Texts;
use adjutant_site::knowledge_query::{HeatMapKind, KnowledgeQuery};
use adjutant_site::markup::Markup;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{Perspective, square_name};
use salpakan::rules::{Color, Rank, Square};
use salpakan::view::Scene;
use salpakan_knowledge::{Precision, Sets};

use super::parts::{ReplayAddress, SwitchLink};

/// What the required viewers know about the pieces of each side.
pub struct ViewerKnowledge {
    all: Vec<(Viewer, Arc<Known>)>,
    /// The number of set-ups behind the learned prior; `None` under the uniform prior.
    learned: Option<u64>,
}

/// The viewer from whose point of view a side's pieces are shown: the opponent or, in the public
/// view, a spectator.
pub const fn knowledge_viewer(color: Color, view: Perspective) -> Viewer {
    match view {
        Perspective::Public => Viewer::Public,
        _ => Viewer::Player(color.opponent()),
    }
}

impl ViewerKnowledge {
    /// Computes what the page at a ply and in a view needs, and nothing more; from the account of the
    /// game if there is one.
    pub fn compute(
        app: &App,
        game: &Game,
        account: Option<&Account>,
        here: &ReplayAddress,
    ) -> Result<ViewerKnowledge, Error> {
        let ReplayAddress { ply, view, look, .. } = *here;
        let timeline = game.stored.timeline();
        let of_piece = |color: Color| {
            look.piece
                .is_some_and(|origin| timeline.taken[color].is_some_and(|t| t.contains(origin)))
        };
        let all = look.shade.is_some() || look.table;
        let mut open: Vec<(Viewer, Arc<Known>)> = Vec::new();
        let mut learned = None;
        for color in Color::ALL {
            let viewer = knowledge_viewer(color, view);
            let wanted = of_piece(color) || (all && look.includes(color, view));
            if wanted && open.iter().all(|(own, _)| *own != viewer) {
                let known = match viewer {
                    Viewer::Player(eyes) if look.learned => {
                        let guessed = knowing::guessed_at(app, game, eyes, ply)?;
                        learned = Some(guessed.set_ups);
                        guessed.known
                    }
                    _ => match account {
                        Some(account) => knowing::at_in(app, game, account, viewer, ply)?,
                        None => knowing::at(app, game, viewer, ply)?,
                    },
                };
                open.push((viewer, known));
            }
        }
        Ok(ViewerKnowledge { all: open, learned })
    }

    /// The plies around the requested one between which nothing was learnt, of a game of `last`.
    fn range(&self, last: u32) -> (u32, u32) {
        let all = self.all.iter().map(|(_, known)| (known.since, known.until));
        all.fold((0, last), |(since, until), own| (since.max(own.0), until.min(own.1)))
    }

    fn pieces(&self) -> impl Iterator<Item = (&Known, &KnownPiece)> {
        self.all.iter().flat_map(|(_, known)| known.pieces.iter().map(|piece| (&**known, piece)))
    }

    fn piece(&self, color: Color, origin: Square) -> Option<(&Known, &KnownPiece)> {
        self.pieces().find(|(_, piece)| piece.color == color && piece.origin == origin)
    }
}

/// Formats a share of 1 as a percentage with one decimal.
pub fn format_percent(share: f64) -> String {
    let tenths = (share * 1000.0).round() as i64;
    match tenths {
        _ if share <= 0.0 => "0 %".to_owned(),
        0 => "<0.1 %".to_owned(),
        1000 if share < 1.0 => ">99.9 %".to_owned(),
        1000 => "100 %".to_owned(),
        _ => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// Groups the digits of a number in threes.
pub fn format_thousands(number: u128) -> String {
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

/// A heat-map mark on a piece.
struct HeatMark {
    origin: &'static str,
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
struct HeatMapOverlay {
    marks: Vec<HeatMark>,
}

/// The full length of the gauge on a piece.
const GAUGE_LENGTH: f64 = 56.0;

/// The value by which a piece is shaded, from 0 to 1.
fn heat_of(shade: HeatMapKind, piece: &KnownPiece) -> f64 {
    match shade {
        HeatMapKind::Strength => piece.strength,
        HeatMapKind::Flag => piece.probability(Rank::Flag),
    }
}

/// A rank in the list of one piece.
struct RankProbabilityRow {
    label: &'static str,
    name: &'static str,
    possible: bool,
    percent: String,
    width: String,
}

/// A piece with the probabilities of its ranks.
struct PieceFocus {
    title: String,
    eyes: String,
    ranks: Vec<RankProbabilityRow>,
}

/// A piece in the table.
struct KnowledgeTableRow {
    origin: &'static str,
    name: String,
    link: String,
    /// Its square at this ply.
    place: String,
    strength: String,
    cells: Vec<String>,
}

/// The table of all pieces and ranks.
struct KnowledgeTable {
    eyes: String,
    heads: Vec<(&'static str, &'static str)>,
    lines: Vec<KnowledgeTableRow>,
}

#[derive(Template)]
#[template(path = "replay/known.html")]
struct KnowledgeCard {
    texts: Texts,
    shades: Vec<SwitchLink>,
    legend: &'static str,
    /// In a player's view only.
    owners: Vec<SwitchLink>,
    owners_hidden: bool,
    /// Empty if there is no learned prior for the army.
    priors: Vec<SwitchLink>,
    prior: String,
    focus: Option<PieceFocus>,
    off_link: String,
    table: Option<KnowledgeTable>,
    table_link: String,
}

/// The parts of a replay page that show knowledge, for all pieces of the required viewers, as the
/// script requests them. They hold for the plies from `since` to `until`.
#[derive(Template)]
#[template(path = "replay/known-parts.html")]
pub struct KnowledgePartsPage {
    texts: Texts,
    since: u32,
    until: u32,
    shades: Markup,
    pieces: Vec<PiecePart>,
    off_link: String,
    table: Option<KnowledgeTable>,
}

struct PiecePart {
    origin: &'static str,
    brief: String,
    focus: PieceFocus,
}

/// Renders the knowledge at a ply for a visitor.
pub struct KnowledgePanel<'a> {
    pub ranks: RankNames,
    pub stored: &'a StoredGame,
    pub scene: &'a Scene,
    pub address: &'a ReplayAddress,
    pub knowledge: &'a ViewerKnowledge,
    /// How the captions name the ply.
    pub ply: String,
}

impl KnowledgePanel<'_> {
    /// The address of a piece, split around the square on which it was deployed.
    pub fn piece_links(&self) -> (String, String) {
        let KnowledgeQuery { shade, ghost, table, learned, .. } = self.address.look;
        let before = KnowledgeQuery { shade, ghost, ..KnowledgeQuery::default() };
        let before = ReplayAddress { look: before, ..self.address.clone() }.link();
        let after = KnowledgeQuery { table, learned, ..KnowledgeQuery::default() }.to_query();
        (format!("{before}&piece="), format!("{after}#known"))
    }

    /// The line below the board: a summary of the selected piece, or a hint.
    pub fn summary_line(&self) -> String {
        let found = self.address.look.piece.and_then(|origin| self.piece_at(origin));
        found.map_or_else(
            || self.texts().get("js-known-hint"),
            |(_, piece)| self.piece_summary(piece),
        )
    }

    fn piece_summary(&self, piece: &KnownPiece) -> String {
        let mut likely: Vec<_> = piece.ranks.iter().collect();
        // A stable sort keeps equally likely ranks in the order of the army.
        likely.sort_by(|a, b| b.chance.value.total_cmp(&a.chance.value));
        let said = likely.iter().take(3).map(|one| {
            [self.ranks.name(one.rank), " ", &format_percent(one.chance.value)].concat()
        });
        let said = said.collect::<Vec<_>>().join(", ");
        let flag = format_percent(piece.probability(Rank::Flag));
        let name = self.piece_name(piece.color, piece.origin);
        let values = [("piece", name.as_str()), ("ranks", &said), ("flag", &flag)];
        fill_placeholders(self.texts().text("known-brief"), &values)
    }

    /// Renders the card beside the board.
    pub fn card(&self) -> Markup {
        let KnowledgeQuery { shade, piece, .. } = self.address.look;
        let focus = piece.and_then(|origin| self.piece_at(origin));
        Markup::render(&KnowledgeCard {
            texts: self.texts(),
            shades: self.heat_links(),
            legend: self.texts().text(match shade {
                None => "js-known-shade-none",
                Some(HeatMapKind::Strength) => "js-known-shade-strength",
                Some(HeatMapKind::Flag) => "js-known-shade-flag",
            }),
            owners: self.owner_links(),
            owners_hidden: !matches!(self.address.view, Perspective::Player(_)),
            priors: self.prior_links(),
            prior: self.prior_label(),
            focus: focus.map(|(known, piece)| self.piece_focus(known, piece)),
            off_link: self.off_link(),
            table: self.address.look.table.then(|| self.knowledge_table()),
            table_link: self.link_with(KnowledgeQuery { table: true, ..self.address.look }),
        })
    }

    /// Renders the heat map over the pieces; empty if none is requested.
    pub fn heat_map(&self) -> Markup {
        let ReplayAddress { view, flipped, look, .. } = *self.address;
        let Some(shade) = look.shade else { return Markup::default() };
        let covered = self.scene.standing.iter().filter(|piece| look.includes(piece.color, view));
        let values: Vec<_> = covered
            .filter_map(|piece| {
                let (_, known) = self.knowledge.piece(piece.color, piece.origin)?;
                Some((piece, heat_of(shade, known)))
            })
            .collect();
        // While much is hidden no piece is likely to be the Flag, so the likeliest one gets the full
        // gauge.
        let full = match shade {
            HeatMapKind::Strength => 1.0,
            HeatMapKind::Flag => {
                values.iter().map(|(_, value)| *value).fold(0.0, f64::max).max(1e-9)
            }
        };
        let mark = |(piece, value): &(&salpakan::view::Standing, f64)| {
            let (x, y) = corner(piece.square, flipped);
            let part = value / full;
            HeatMark {
                origin: square_name(piece.origin),
                x,
                y,
                color: piece.color.key(),
                opacity: format!("{:.2}", part * 0.5),
                top: tenths(7.0 + GAUGE_LENGTH * (1.0 - part)),
                height: tenths(GAUGE_LENGTH * part),
                text: match shade {
                    HeatMapKind::Strength => format!("{:.0}", (value * 100.0).round()),
                    HeatMapKind::Flag if *value > 0.0 && *value < 0.005 => "<1%".to_owned(),
                    HeatMapKind::Flag => format!("{:.0}%", (value * 100.0).round()),
                },
            }
        };
        Markup::render(&HeatMapOverlay { marks: values.iter().map(mark).collect() })
    }

    /// All parts that show knowledge, without the page around them.
    pub fn parts_page(&self) -> KnowledgePartsPage {
        let (since, until) = self.knowledge.range(self.stored.timeline().len());
        let part = |(known, piece): (&Known, &KnownPiece)| PiecePart {
            origin: square_name(piece.origin),
            brief: self.piece_summary(piece),
            focus: self.piece_focus(known, piece),
        };
        KnowledgePartsPage {
            texts: self.texts(),
            since,
            until,
            shades: self.heat_map(),
            pieces: self.knowledge.pieces().map(part).collect(),
            off_link: self.off_link(),
            table: self.address.look.table.then(|| self.knowledge_table()),
        }
    }

    fn texts(&self) -> Texts {
        self.ranks.texts
    }

    fn off_link(&self) -> String {
        self.link_with(KnowledgeQuery { piece: None, ..self.address.look })
    }

    fn link_with(&self, look: KnowledgeQuery) -> String {
        ReplayAddress { look, ..self.address.clone() }.link()
    }

    fn piece_at(&self, origin: Square) -> Option<(&Known, &KnownPiece)> {
        Color::ALL.into_iter().find_map(|color| self.knowledge.piece(color, origin))
    }

    fn piece_name(&self, color: Color, origin: Square) -> String {
        let values = [("side", side_name(self.texts(), color)), ("origin", square_name(origin))];
        fill_placeholders(self.texts().text("known-piece-name"), &values)
    }

    /// Names the viewer, the ply and the accuracy.
    fn viewer_caption(&self, known: &Known, color: Color) -> String {
        let key = match knowledge_viewer(color, self.address.view) {
            Viewer::Player(Color::White) => "known-eyes-white",
            Viewer::Player(Color::Black) => "known-eyes-black",
            Viewer::Public => "known-eyes-public",
        };
        let eyes = fill_placeholders(self.texts().text(key), &[("ply", &self.ply)]);
        let bits = tenths(known.bits());
        let sure = match known.armies {
            Armies::Counted(armies) => {
                let armies = format_thousands(armies);
                let values = [("armies", armies.as_str()), ("bits", &bits)];
                fill_placeholders(self.texts().text("known-armies"), &values)
            }
            Armies::Pairs { precision: Precision::Exact, .. } => {
                fill_placeholders(self.texts().text("known-exact"), &[("bits", &bits)])
            }
            Armies::Pairs { .. } => {
                let error = format_percent(largest_error(known));
                let values = [("error", error.as_str()), ("bits", &bits)];
                fill_placeholders(self.texts().text("known-estimated"), &values)
            }
        };
        let loose = matches!(known.armies, Armies::Pairs { sets: Sets::AtLeast, .. });
        let loose = if loose { self.texts().text("known-at-least") } else { "" };
        [eyes.as_str(), " ", &sure, if loose.is_empty() { "" } else { " " }, loose].concat()
    }

    fn piece_focus(&self, known: &Known, piece: &KnownPiece) -> PieceFocus {
        let row = |rank: Rank| {
            let chance = piece.rank(rank).map(|one| one.chance.value);
            RankProbabilityRow {
                label: self.ranks.label(rank),
                name: self.ranks.name(rank),
                possible: chance.is_some(),
                percent: chance.map_or_else(|| "–".to_owned(), format_percent),
                width: tenths(100.0 * chance.unwrap_or(0.0)),
            }
        };
        PieceFocus {
            title: self.piece_name(piece.color, piece.origin),
            eyes: self.viewer_caption(known, piece.color),
            ranks: self.army_ranks().map(row).collect(),
        }
    }

    /// The ranks that the army has or can get by promotion.
    fn army_ranks(&self) -> impl Iterator<Item = Rank> {
        let rules = self.stored.timeline().rules;
        let (army, promotes) = (rules.army(), rules.options().promotion);
        Rank::ALL
            .into_iter()
            .filter(move |rank| army.count(*rank) > 0 || (promotes && *rank == Rank::Spy))
    }

    fn knowledge_table(&self) -> KnowledgeTable {
        let covered =
            |known: &&KnownPiece| self.address.look.includes(known.color, self.address.view);
        let all = self.knowledge.pieces().map(|(_, piece)| piece).filter(covered);
        let eyes = self.knowledge.all.iter().filter_map(|(_, known)| {
            let color = known.pieces.iter().find(covered)?.color;
            Some(self.viewer_caption(known, color))
        });
        KnowledgeTable {
            eyes: eyes.collect::<Vec<_>>().join(" "),
            heads: self
                .army_ranks()
                .map(|rank| (self.ranks.label(rank), self.ranks.name(rank)))
                .collect(),
            lines: all.map(|piece| self.table_row(piece)).collect(),
        }
    }

    fn table_row(&self, piece: &KnownPiece) -> KnowledgeTableRow {
        let stands = self.scene.standing.iter().find(|one| one.origin == piece.origin);
        let fell = self.scene.fallen.iter().find(|one| one.origin == piece.origin);
        let place = match (stands, fell) {
            (Some(one), _) => square_name(one.square).to_owned(),
            (None, Some(one)) => {
                fill_placeholders(self.texts().text("known-fell"), &[("ply", &one.ply.to_string())])
            }
            (None, None) => String::new(),
        };
        let cell = |rank: Rank| {
            piece.rank(rank).map_or_else(|| "–".to_owned(), |one| format_percent(one.chance.value))
        };
        KnowledgeTableRow {
            origin: square_name(piece.origin),
            name: self.piece_name(piece.color, piece.origin),
            link: self.link_with(KnowledgeQuery { piece: Some(piece.origin), ..self.address.look }),
            place,
            strength: format!("{:.0}", (piece.strength * 100.0).round()),
            cells: self.army_ranks().map(cell).collect(),
        }
    }

    fn switch_link(&self, view: &'static str, name: &str, look: KnowledgeQuery) -> SwitchLink {
        SwitchLink {
            view,
            name: self.texts().get(name),
            link: self.link_with(look),
            current: look == self.address.look,
        }
    }

    fn heat_links(&self) -> Vec<SwitchLink> {
        let look = self.address.look;
        let link =
            |shade, view, name| self.switch_link(view, name, KnowledgeQuery { shade, ..look });
        vec![
            link(None, "none", "known-shade-none"),
            link(Some(HeatMapKind::Strength), "strength", "known-shade-strength"),
            link(Some(HeatMapKind::Flag), "flag", "known-shade-flag"),
        ]
    }

    fn prior_links(&self) -> Vec<SwitchLink> {
        if !knowing::is_learned(self.stored.timeline()) {
            return Vec::new();
        }
        let link = |learned, view, name| {
            let look = KnowledgeQuery { learned, ..self.address.look };
            let link = self.switch_link(view, name, look);
            SwitchLink { link: format!("{}#known", link.link), ..link }
        };
        vec![
            link(false, "uniform", "known-prior-uniform"),
            link(true, "learned", "known-prior-learned"),
        ]
    }

    fn prior_label(&self) -> String {
        let texts = self.texts();
        match (self.address.look.learned, self.knowledge.learned) {
            (false, _) => texts.get("known-prior-counted"),
            (true, Some(set_ups)) => texts.one("known-prior-from", "count", set_ups),
            (true, None) => texts.get("known-prior-guess"),
        }
    }

    fn owner_links(&self) -> Vec<SwitchLink> {
        let look = self.address.look;
        let link =
            |ghost, view, name| self.switch_link(view, name, KnowledgeQuery { ghost, ..look });
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
    use super::{format_percent, format_thousands};

    #[test]
    fn shares_are_told_to_the_tenth_of_a_percent_and_never_as_more_certain_than_they_are() {
        let told = [0.0, 0.0004, 0.0005, 2.0 / 13.0, 0.9999, 1.0].map(format_percent);
        assert_eq!(told, ["0 %", "<0.1 %", "0.1 %", "15.4 %", ">99.9 %", "100 %"]);
    }

    #[test]
    fn digits_stand_in_threes() {
        let numbers = [0, 999, 1_000, 35_479_820_952_576_000].map(format_thousands);
        assert_eq!(numbers, ["0", "999", "1,000", "35,479,820,952,576,000"]);
    }
}
