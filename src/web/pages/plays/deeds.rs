//! What a player may do beside his plies, as buttons. What ends the game or shows something is asked
//! twice: the first button leads to the question, the second does it.

use crate::play::Deed;
use crate::service::live::Seen;
use crate::web::i18n::Texts;
use crate::web::kit::Press;
use crate::web::visit::Visit;
use salpakan::clock::SECOND;

use super::command_id;

/// Seconds that one press gives the opponent.
const MORE_TIME: u32 = 15;

/// A button that acts at once, or a link to a question.
pub struct Button {
    pub press: Option<Press>,
    pub link: String,
    pub words: String,
}

/// A question that stands open, with its yes.
pub struct Question {
    pub words: String,
    pub yes: Press,
}

/// Everything that the viewer may do beside his plies.
#[derive(Default)]
pub struct DeedsPart {
    /// Answers to the opponent's draw offer.
    pub answers: Vec<Button>,
    /// What is needed in every game.
    pub main: Vec<Button>,
    /// What is needed seldom.
    pub more: Vec<Button>,
    pub question: Option<Question>,
}

/// Where a deed stands on the page.
enum Place {
    Answer,
    Main,
    More,
}

/// How a deed is done: its place, the words on its button, and the question before it.
struct Look {
    place: Place,
    words: &'static str,
    asks: Option<(&'static str, &'static str)>,
}

const fn look(place: Place, words: &'static str) -> Look {
    Look { place, words, asks: None }
}

const fn asked(place: Place, words: &'static str, sure: &'static str, yes: &'static str) -> Look {
    Look { place, words, asks: Some((sure, yes)) }
}

const fn look_of(deed: Deed) -> Option<Look> {
    Some(match deed {
        Deed::Ready | Deed::Ply | Deed::TakeBack => return None,
        Deed::Accept => {
            asked(Place::Answer, "play-do-accept", "play-accept-sure", "play-accept-yes")
        }
        Deed::Decline => look(Place::Answer, "play-do-decline"),
        Deed::Offer => look(Place::Main, "play-do-offer"),
        Deed::Withdraw => look(Place::Main, "play-do-withdraw"),
        Deed::Claim => asked(Place::Main, "play-do-claim", "play-claim-sure", "play-claim-yes"),
        Deed::Abort => asked(Place::Main, "play-do-abort", "play-abort-sure", "play-abort-yes"),
        Deed::Resign => asked(Place::Main, "play-do-resign", "play-resign-sure", "play-resign-yes"),
        Deed::Resume => look(Place::Main, "play-do-resume"),
        Deed::AcceptResult => look(Place::Main, "play-do-accept-result"),
        Deed::Pause => look(Place::More, "play-do-pause"),
        Deed::AddTime => look(Place::More, "play-do-add-time"),
        Deed::ShowFlag => {
            asked(Place::More, "play-do-show-flag", "play-show-flag-sure", "play-show-flag-yes")
        }
    })
}

/// The deed that an address asks about; `None` for what is done without a question.
pub fn asked_about(word: &str) -> Option<Deed> {
    let deed = Deed::ALL.into_iter().find(|deed| deed.key() == word)?;
    look_of(deed)?.asks.map(|_| deed)
}

/// The words of all deeds that are asked about, for who asks for another.
pub fn questions() -> String {
    let all = Deed::ALL.iter().filter(|deed| asked_about(deed.key()).is_some());
    all.map(|deed| deed.key()).collect::<Vec<_>>().join(", ")
}

fn press(visit: &Visit, address: &str, deed: Deed, words: &str) -> Press {
    let press = Press::new(visit.texts(), format!("{address}/word"), &visit.form_token(), words)
        .send("id", command_id(visit))
        .send("word", deed.key());
    if deed == Deed::AddTime { press.send("seconds", MORE_TIME) } else { press }
}

/// For how long the opponent has been gone, and after how long the win may be claimed, both in
/// microseconds; `None` while he is there or nothing can be claimed.
pub fn absence(seen: &Seen) -> Option<(i64, i64)> {
    let gone = seen.now.saturating_sub(seen.gone_since?);
    let opponent = seen.viewer.color()?.opponent();
    seen.may.contains(&Deed::Claim).then(|| (gone, seen.play.terms().gone_after(opponent)))
}

/// Whether the opponent has been gone long enough.
fn may_claim(seen: &Seen) -> bool {
    absence(seen).is_some_and(|(gone, after)| gone >= after)
}

/// The buttons; `about` is the deed whose question stands open.
pub fn deeds(visit: &Visit, seen: &Seen, address: &str, about: Option<Deed>) -> DeedsPart {
    let mut part = DeedsPart::default();
    for deed in seen.may.iter().copied().filter(|deed| *deed != Deed::Claim || may_claim(seen)) {
        let Some(look) = look_of(deed) else { continue };
        let button = match look.asks {
            Some((sure, yes)) if about == Some(deed) => {
                let yes = press(visit, address, deed, yes).danger();
                part.question = Some(Question { words: visit.texts().get(sure), yes });
                continue;
            }
            Some(_) => link(visit.texts(), format!("{address}?ask={}", deed.key()), look.words),
            None => {
                let press = press(visit, address, deed, look.words);
                Button { words: String::new(), link: String::new(), press: Some(press) }
            }
        };
        match look.place {
            Place::Answer => part.answers.push(button),
            Place::Main => part.main.push(button),
            Place::More => part.more.push(button),
        }
    }
    part
}

fn link(texts: Texts, link: String, words: &str) -> Button {
    Button { press: None, link, words: texts.get(words) }
}

/// Whole seconds until a moment that lies `time` microseconds ahead.
pub fn seconds(time: i64) -> i64 {
    (time.max(0) + SECOND - 1) / SECOND
}
