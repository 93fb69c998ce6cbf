//! The data of a page with a deployment board.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::assets;
use crate::i18n::Texts;
use crate::json_block::JsonBlock;
use crate::ranks::RankNames;
use crate::replay::square_name;
use salpakan::rules::{Color, FILES, MAX_ON_BORDER, Rank, RuleSet, Zone};

use super::{DraftCells, DraftFaultText};

/// A cell with its choice of piece.
pub struct DeploymentCell {
    pub square: &'static str,
    pub letter: char,
    /// Whether a fault concerns it.
    pub wrong: bool,
}

/// A piece that can be chosen.
pub struct PieceOption {
    pub letter: char,
    pub label: &'static str,
    pub name: &'static str,
}

/// The board as choices, and as data for the script that replaces them.
pub struct DeploymentBoard {
    pub rows: usize,
    pub cells: Vec<DeploymentCell>,
    pub pieces: Vec<PieceOption>,
    pub sprite: &'static str,
    /// The address of its style sheet, which only pages with this board load.
    pub style: &'static str,
    pub data: JsonBlock,
    pub strings: JsonBlock,
}

/// A saved set-up offered as a starting point.
#[derive(Serialize)]
pub struct SavedSetUp {
    pub name: String,
    /// As written by [`DraftCells::to_text`].
    pub draft: String,
}

#[derive(Serialize)]
struct DeploymentData {
    rule_set: DeploymentRules,
    color: &'static str,
    own: Vec<SavedSetUp>,
}

/// The rules as far as the script needs them to check a draft, which is not sent before it is done.
#[derive(Serialize)]
struct DeploymentRules {
    files: u8,
    /// The squares in the order of a draft.
    squares: Vec<&'static str>,
    /// All ranks with the number of their pieces, in the order in which faults are named.
    army: Vec<(char, u8)>,
    border: Option<BorderRule>,
}

/// The first so many squares may hold so many pieces.
#[derive(Serialize)]
struct BorderRule {
    squares: u8,
    most: u32,
}

#[derive(Serialize)]
struct DeploymentStrings {
    labels: BTreeMap<char, &'static str>,
    ranks: BTreeMap<char, &'static str>,
    #[serde(flatten)]
    templates: BTreeMap<&'static str, String>,
}

/// Templates filled in by the script; their keys begin with `js-`.
const SCRIPT_TEMPLATES: [&str; 44] = [
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
    "deploy-missing",
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
    "deploy-taps",
];

/// Messages for invalid share codes, shared with the use case.
const SHARE_CODE_ERRORS: [(&str, &str); 3] = [
    ("code-none", "refused-share-code-none"),
    ("code-other", "refused-share-code-other"),
    ("code-large", "refused-share-code-too-large"),
];

impl DeploymentBoard {
    /// The board of a side with this draft; `own` are set-ups that fit the rules.
    pub fn new(
        texts: Texts,
        color: Color,
        cells: &DraftCells,
        faults: &[DraftFaultText],
        own: Vec<SavedSetUp>,
    ) -> DeploymentBoard {
        let rules = cells.rules();
        let words = RankNames { texts, rules };
        let is_wrong = |at: usize| faults.iter().any(|fault| fault.cells.contains(&at));
        let part = |(at, rank): (usize, &Option<Rank>)| DeploymentCell {
            square: cells.square_of(color, at).map_or("", square_name),
            letter: rank.map_or('.', Rank::letter),
            wrong: is_wrong(at),
        };
        let parts: Vec<_> = cells.ranks().iter().enumerate().map(part).collect();
        let army = rules.army();
        let rule_set = DeploymentRules {
            files: FILES,
            squares: parts.iter().map(|cell| cell.square).collect(),
            army: Rank::ALL.map(|rank| (rank.letter(), army.count(rank))).to_vec(),
            border: match rules.zone() {
                Zone::Home => None,
                Zone::HomeAndBorder => Some(BorderRule { squares: FILES, most: MAX_ON_BORDER }),
            },
        };
        DeploymentBoard {
            rows: cells.rows(),
            cells: parts,
            pieces: army_ranks(rules)
                .map(|rank| PieceOption {
                    letter: rank.letter(),
                    label: words.label(rank),
                    name: words.name(rank),
                })
                .collect(),
            sprite: assets::address("pieces.svg"),
            style: assets::address("css/deploy.css"),
            data: JsonBlock::new(&DeploymentData { rule_set, color: color.key(), own }),
            strings: JsonBlock::new(&script_strings(words)),
        }
    }
}

fn army_ranks(rules: RuleSet) -> impl Iterator<Item = Rank> {
    Rank::ALL.into_iter().filter(move |rank| rules.army().count(*rank) > 0)
}

fn script_strings(words: RankNames) -> DeploymentStrings {
    let texts = words.texts;
    let places = ["digits", "expected"].map(|name| (name, format!("%{name}%")));
    let templates = SCRIPT_TEMPLATES.into_iter().map(|key| (key, texts.get(&format!("js-{key}"))));
    let faults = SHARE_CODE_ERRORS.into_iter().map(|(name, key)| (name, texts.fill(key, &places)));
    DeploymentStrings {
        labels: Rank::ALL.into_iter().map(|rank| (rank.letter(), words.label(rank))).collect(),
        ranks: Rank::ALL.into_iter().map(|rank| (rank.letter(), words.name(rank))).collect(),
        templates: templates.chain(faults).collect(),
    }
}
