//! What the arbiter said last, from the reader's side.

use adjutant_service::live::Seen;
use adjutant_site::board::{fill_placeholders, side_name};
use adjutant_site::i18n::Texts;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::square_name;
use adjutant_site::spoken_plies::PlySpeaker;
use salpakan::record::Timeline;
use salpakan::view::Scene;

/// Of the last challenge: what fell, told to its owner with its rank, and what everybody may know.
const VERDICTS: [(&str, &str); 6] = [
    ("play-lost", "js-play-lost"),
    ("play-lost-hidden", "js-play-lost-hidden"),
    ("play-won", "js-play-won"),
    ("play-split", "js-play-split"),
    ("play-split-hidden", "js-play-split-hidden"),
    ("play-falls", "js-play-falls"),
];

/// How everybody is told of a ply.
const PLIES: [&str; 5] = [
    "ply-moves",
    "ply-challenges",
    "ply-verdict-challenger",
    "ply-verdict-defender",
    "ply-verdict-split",
];

/// The templates of the script, which tells of the next ply in the same words.
pub fn announcement_templates(texts: Texts) -> impl Iterator<Item = (&'static str, String)> {
    let verdicts = VERDICTS.into_iter().map(move |(name, key)| (name, texts.get(key)));
    verdicts.chain(PLIES.into_iter().map(move |key| (key, texts.get(key))))
}

/// The last announcement; empty before the first. `scene` is what the viewer may know.
pub fn announcement_text(texts: Texts, seen: &Seen, timeline: &Timeline, scene: &Scene) -> String {
    let number = timeline.len();
    let Some(ply) = timeline.plies.last().filter(|_| timeline.taken.white.is_some()) else {
        return String::new();
    };
    if ply.verdict.is_none() {
        return PlySpeaker::new(texts).describe(timeline, number);
    }
    let ranks = RankNames { texts, rules: timeline.rules };
    let fell = || scene.fallen.iter().filter(|piece| piece.ply == number);
    let own = seen.viewer.color();
    let mine = fell().find(|piece| Some(piece.color) == own);
    let rank = mine.and_then(|piece| piece.rank);
    let key = match (fell().count(), mine, own) {
        (2, ..) => "js-play-split",
        (_, Some(_), _) => "js-play-lost",
        (_, None, Some(_)) => "js-play-won",
        (_, None, None) => "js-play-falls",
    };
    let hidden = rank.is_none() && matches!(key, "js-play-split" | "js-play-lost");
    let key = if hidden { format!("{key}-hidden") } else { key.to_owned() };
    let loser = fell().next().map_or("", |piece| side_name(texts, piece.color));
    let digits = number.to_string();
    let challenge = fill_placeholders(
        texts.text("ply-challenges"),
        &[
            ("ply", &digits),
            ("side", side_name(texts, timeline.mover(number))),
            ("from", square_name(ply.mv.from)),
            ("to", square_name(ply.mv.to)),
        ],
    );
    let rank = rank.map_or("", |rank| ranks.name(rank));
    let verdict = fill_placeholders(&texts.get(&key), &[("rank", rank), ("side", loser)]);
    format!("{challenge} {verdict}")
}
