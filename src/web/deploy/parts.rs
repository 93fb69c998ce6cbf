//! What a page with a board to deploy on consists of.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::web::assets;
use crate::web::i18n::Texts;
use crate::web::json_block::JsonBlock;
use crate::web::ranks::RankWords;
use crate::web::replay::square_name;
use salpakan::rules::{Color, Rank, RuleSet};

use super::{Cells, Fault};

/// A cell to choose a piece for.
pub struct Cell {
    pub square: &'static str,
    pub letter: char,
    /// Whether a fault is about it.
    pub wrong: bool,
}

/// What may be chosen.
pub struct Piece {
    pub letter: char,
    pub label: &'static str,
    pub name: &'static str,
}

/// The board: as choices, and as data for the script that takes their place.
pub struct Deploying {
    pub rows: usize,
    pub cells: Vec<Cell>,
    pub pieces: Vec<Piece>,
    pub sprite: &'static str,
    pub data: JsonBlock,
    pub strings: JsonBlock,
}

/// A set-up of one's own to begin from.
#[derive(Serialize)]
pub struct Own {
    pub name: String,
    /// As [`Cells::text`] writes it.
    pub draft: String,
}

#[derive(Serialize)]
struct Data {
    rule_set: Rules,
    color: &'static str,
    own: Vec<Own>,
}

/// Of the rules, what the script needs.
#[derive(Serialize)]
struct Rules {
    key: String,
    rows: usize,
    army: BTreeMap<char, u8>,
}

#[derive(Serialize)]
struct Strings {
    labels: BTreeMap<char, &'static str>,
    ranks: BTreeMap<char, &'static str>,
    #[serde(flatten)]
    templates: BTreeMap<&'static str, String>,
}

/// The templates that the script fills; `js-` in the catalogues.
const TEMPLATES: [&str; 42] = [
    "deploy-board",
    "deploy-front",
    "deploy-edge",
    "deploy-empty",
    "deploy-piece",
    "deploy-wrong",
    "deploy-tray",
    "deploy-left",
    "deploy-none",
    "deploy-tools",
    "deploy-undo",
    "deploy-redo",
    "deploy-off",
    "deploy-mirror",
    "deploy-random",
    "deploy-clear",
    "deploy-placed",
    "deploy-moved",
    "deploy-swapped",
    "deploy-taken",
    "deploy-chosen",
    "deploy-dropped",
    "deploy-out",
    "deploy-undone",
    "deploy-redone",
    "deploy-mirrored",
    "deploy-filled",
    "deploy-cleared",
    "deploy-loaded",
    "deploy-still",
    "deploy-ready",
    "deploy-faults",
    "deploy-count",
    "deploy-border",
    "deploy-from",
    "deploy-from-none",
    "deploy-code",
    "deploy-load",
    "deploy-own-code",
    "deploy-copy",
    "copied",
    "deploy-keys",
];

/// What share codes that are none hear: the words of the use case, filled by the script.
const CODE_FAULTS: [(&str, &str); 3] = [
    ("code-none", "refused-share-code-none"),
    ("code-other", "refused-share-code-other"),
    ("code-large", "refused-share-code-too-large"),
];

impl Deploying {
    /// The board of a side with this draft on it. `own` are set-ups that fit.
    #[must_use]
    pub fn new(
        texts: Texts,
        color: Color,
        cells: &Cells,
        faults: &[Fault],
        own: Vec<Own>,
    ) -> Deploying {
        let rules = cells.rules();
        let words = RankWords { texts, rules };
        let is_wrong = |at: usize| faults.iter().any(|fault| fault.cells.contains(&at));
        let parts = cells.ranks().iter().enumerate().map(|(at, rank)| Cell {
            square: cells.square(color, at).map_or("", square_name),
            letter: rank.map_or('.', Rank::letter),
            wrong: is_wrong(at),
        });
        let rule_set = Rules {
            key: rules.key(),
            rows: cells.rows(),
            army: in_army(rules).map(|rank| (rank.letter(), rules.army().count(rank))).collect(),
        };
        Deploying {
            rows: cells.rows(),
            cells: parts.collect(),
            pieces: in_army(rules)
                .map(|rank| Piece {
                    letter: rank.letter(),
                    label: words.label(rank),
                    name: words.name(rank),
                })
                .collect(),
            sprite: assets::address("pieces.svg"),
            data: JsonBlock::new(&Data { rule_set, color: color.key(), own }),
            strings: JsonBlock::new(&strings(words)),
        }
    }
}

fn in_army(rules: RuleSet) -> impl Iterator<Item = Rank> {
    Rank::ALL.into_iter().filter(move |rank| rules.army().count(*rank) > 0)
}

fn strings(words: RankWords) -> Strings {
    let texts = words.texts;
    let places = ["digits", "expected"].map(|name| (name, format!("%{name}%")));
    let templates = TEMPLATES.into_iter().map(|key| (key, texts.get(&format!("js-{key}"))));
    let faults = CODE_FAULTS.into_iter().map(|(name, key)| (name, texts.fill(key, &places)));
    Strings {
        labels: Rank::ALL.into_iter().map(|rank| (rank.letter(), words.label(rank))).collect(),
        ranks: Rank::ALL.into_iter().map(|rank| (rank.letter(), words.name(rank))).collect(),
        templates: templates.chain(faults).collect(),
    }
}
