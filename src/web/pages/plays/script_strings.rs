//! The words that the script of a game says itself.

use std::collections::BTreeMap;

use crate::web::i18n::Texts;
use crate::web::json_block::JsonBlock;

/// The templates that the script fills; `js-` in the catalogues.
const GAME_TEMPLATES: [&str; 7] = [
    "play-premove",
    "play-premove-gone",
    "play-premove-off",
    "play-peek",
    "play-peek-hold",
    "table-judging",
    "table-waits",
];

/// Those of a game's page.
pub fn game_strings(texts: Texts) -> JsonBlock {
    let all: BTreeMap<&str, String> =
        GAME_TEMPLATES.iter().map(|key| (*key, texts.get(&format!("js-{key}")))).collect();
    JsonBlock::new(&all)
}
