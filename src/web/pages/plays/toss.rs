//! The toss for the first move, with what is needed to check it.

use adjutant_domain::play::Life;
use adjutant_service::live::Seen;
use adjutant_site::board::side_name;
use adjutant_site::i18n::Texts;
use adjutant_site::play_commands::hex;

/// Who moves first, and what both sides and the server brought in.
pub struct TossPart {
    pub words: String,
    /// Names and values, in the order in which they are hashed.
    pub parts: Vec<(&'static str, String)>,
}

pub fn toss_part(texts: Texts, seen: &Seen) -> Option<TossPart> {
    let life: &Life = seen.play.life();
    let over = || life.finished().and_then(|game| game.course.as_ref()).map(|course| course.toss);
    let toss = life.going_on().map(|game| game.toss).or_else(over)??;
    let parts = [
        ("play-toss-promise", hex(&toss.commitment)),
        ("play-toss-game", hex(&toss.play)),
        ("play-toss-seed", hex(&toss.seed.0)),
        ("play-toss-white", hex(&toss.nonces.white)),
        ("play-toss-black", hex(&toss.nonces.black)),
    ];
    Some(TossPart {
        words: texts.one("play-toss", "side", side_name(texts, toss.first)),
        parts: parts.into_iter().map(|(key, value)| (texts.text(key), value)).collect(),
    })
}
