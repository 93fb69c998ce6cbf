//! The texts used by the script of the game page.

use std::collections::BTreeMap;

use crate::web::i18n::Texts;
use crate::web::json_block::JsonBlock;

/// Templates filled in by the script; their keys begin with `js-`.
const GAME_TEMPLATES: [&str; 7] = [
    "play-premove",
    "play-premove-gone",
    "play-premove-off",
    "play-peek",
    "play-peek-hold",
    "table-judging",
    "table-waits",
];

pub fn game_strings(texts: Texts) -> JsonBlock {
    let all: BTreeMap<&str, String> =
        GAME_TEMPLATES.iter().map(|key| (*key, texts.get(&format!("js-{key}")))).collect();
    JsonBlock::new(&all)
}
