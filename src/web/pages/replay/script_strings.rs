//! The texts used by the script of the replay.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;

use adjutant_site::i18n::{Language, Texts};
use adjutant_site::json_block::JsonBlock;
use adjutant_site::ranks::RankNames;
use salpakan::rules::{Options, OwnName, Preset, Rank, RuleSet};

#[derive(Serialize)]
struct ReplayStrings {
    white: String,
    black: String,
    hidden: String,
    labels: BTreeMap<char, &'static str>,
    ranks: BTreeMap<char, String>,
    #[serde(flatten)]
    templates: BTreeMap<&'static str, String>,
}

/// Templates filled in by the script; their keys begin with `js-`.
const TEMPLATES: [&str; 20] = [
    "piece",
    "fallen",
    "start",
    "fight-challenger",
    "fight-defender",
    "fight-split",
    "fight-piece",
    "slider",
    "copied",
    "life-path",
    "life-won",
    "life-lost",
    "life-split",
    "life-fell",
    "life-stands",
    "known-hint",
    "known-shade-none",
    "known-shade-strength",
    "known-shade-flag",
    "known-failed",
];

/// The texts by language and by the rank names of a rule-set, built once.
pub(super) fn script_strings(ranks: RankNames) -> &'static JsonBlock {
    type CachedStrings = (Texts, &'static [OwnName], JsonBlock);
    static STRINGS_CACHE: LazyLock<Vec<CachedStrings>> = LazyLock::new(|| {
        let write = |texts, preset: &'static Preset| {
            let rules = RuleSet::new(preset, Options::default());
            let words = RankNames { texts, rules };
            (texts, preset.own_names, JsonBlock::new(&build_strings(words)))
        };
        let languages = Language::ALL.into_iter().map(Texts);
        languages.flat_map(|texts| Preset::ALL.map(|preset| write(texts, preset))).collect()
    });
    let names = ranks.rules.preset().own_names;
    let own = STRINGS_CACHE.iter().find(|(texts, own, _)| *texts == ranks.texts && *own == names);
    own.map(|(.., block)| block).expect("every language and every preset is there")
}

fn build_strings(ranks: RankNames) -> ReplayStrings {
    let texts = ranks.texts;
    ReplayStrings {
        white: texts.get("white"),
        black: texts.get("black"),
        hidden: texts.get("hidden"),
        labels: Rank::ALL.into_iter().map(|rank| (rank.letter(), ranks.label(rank))).collect(),
        ranks: Rank::ALL
            .into_iter()
            .map(|rank| (rank.letter(), ranks.name(rank).to_owned()))
            .collect(),
        templates: TEMPLATES
            .into_iter()
            .map(|key| (key, texts.get(&format!("js-{key}"))))
            .collect(),
    }
}
