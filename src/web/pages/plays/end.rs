//! The end of a game, from the reader's side.

use adjutant_domain::play::{Disclosure, End, State};
use adjutant_service::live::Seen;
use adjutant_site::digits::signed;
use adjutant_site::game_rows::result_text;
use adjutant_site::i18n::Texts;
use salpakan::rules::{Color, Outcome};

use super::board::RatedRecord;
use super::{end_label, termination_label};

/// What is shown over the board once the game is over.
pub struct EndPart {
    pub title: String,
    pub result: &'static str,
    /// The viewer's own rating and its change, such as `1512 (+8)`; empty for none.
    pub rating: String,
    /// Whether that is still being calculated.
    pub due: bool,
    /// When the ranks open, if they are still hidden; otherwise empty.
    pub ranks: String,
}

pub fn end_part(texts: Texts, seen: &Seen, record: Option<&RatedRecord>) -> Option<EndPart> {
    if seen.provisional.is_some() || seen.play.state() == State::Aborted {
        return None;
    }
    let end = seen.play.life().finished()?.end;
    let own = seen.viewer.color();
    let rating = own.and_then(|own| record?.ratings[own]);
    Some(EndPart {
        title: title(texts, end, own),
        result: result_text(Some(end.outcome)),
        rating: rating.map_or_else(String::new, |rating| {
            format!("{} ({})", rating.rating + rating.change, signed(rating.change))
        }),
        due: record.is_some_and(|record| record.due),
        ranks: opening_key(seen).map_or_else(String::new, |key| texts.get(key)),
    })
}

/// The text that says when the ranks of a finished game open.
fn opening_key(seen: &Seen) -> Option<&'static str> {
    let (play, is_final) = (&seen.play, seen.play.state() == State::Final);
    if !play.hides_ranks() || !(is_final || play.state() == State::Ended) {
        return None;
    }
    match play.terms().disclosure {
        // They open in the moment in which the result is final.
        Disclosure::Game => (!is_final).then_some("play-ranks-game"),
        Disclosure::Round if seen.opens_after_arena => Some("play-ranks-arena"),
        Disclosure::Round => Some("play-ranks-round"),
        Disclosure::Event => Some("play-ranks-event"),
    }
}

/// Who won and why, such as `You won by capturing the Flag`.
fn title(texts: Texts, End { outcome, termination }: End, own: Option<Color>) -> String {
    match (outcome, own) {
        (Outcome::Win(winner), Some(own)) => {
            let side = if winner == own { "won" } else { "lost" };
            texts.get(&format!("play-end-{side}-{}", termination.name()))
        }
        (Outcome::Draw, _) => termination_label(texts, termination),
        (Outcome::Win(_), None) => end_label(texts, outcome, termination),
    }
}
