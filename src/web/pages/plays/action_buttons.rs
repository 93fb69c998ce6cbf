//! The buttons for a player's actions other than moves. Actions that end the game or reveal
//! something are confirmed: the first button shows a question, the second acts.

use crate::web::prelude::*;
use adjutant_domain::play::Deed;
use adjutant_service::live::Seen;
use salpakan::clock::SECOND;

use super::new_command_id;

/// Seconds added by one press of the button that gives the opponent time.
const MORE_TIME_SECONDS: u32 = 15;

/// A button that acts at once, or a link to a confirmation.
pub struct ActionButton {
    pub press: Option<SubmitButton>,
    pub link: String,
    pub words: String,
}

/// An open confirmation with its button.
pub struct Confirmation {
    pub words: String,
    pub yes: SubmitButton,
}

#[derive(Default)]
pub struct ActionsPart {
    /// Responses to the opponent's draw offer.
    pub answers: Vec<ActionButton>,
    /// Actions of every game.
    pub main: Vec<ActionButton>,
    /// Rarely used actions.
    pub more: Vec<ActionButton>,
    pub question: Option<Confirmation>,
}

/// The place of an action on the page.
enum ActionSlot {
    Answer,
    Main,
    More,
}

/// How an action is shown: its place, the label of its button, and the confirmation before it.
struct ActionStyle {
    place: ActionSlot,
    label_key: &'static str,
    confirmation: Option<(&'static str, &'static str)>,
}

const fn action_style(place: ActionSlot, words: &'static str) -> ActionStyle {
    ActionStyle { place, label_key: words, confirmation: None }
}

const fn confirmed_action_style(
    place: ActionSlot,
    words: &'static str,
    sure: &'static str,
    yes: &'static str,
) -> ActionStyle {
    ActionStyle { place, label_key: words, confirmation: Some((sure, yes)) }
}

const fn style_of_action(deed: Deed) -> Option<ActionStyle> {
    Some(match deed {
        Deed::Ready | Deed::Ply | Deed::TakeBack => return None,
        Deed::Accept => confirmed_action_style(
            ActionSlot::Answer,
            "play-do-accept",
            "play-accept-sure",
            "play-accept-yes",
        ),
        Deed::Decline => action_style(ActionSlot::Answer, "play-do-decline"),
        Deed::Offer => action_style(ActionSlot::Main, "play-do-offer"),
        Deed::Withdraw => action_style(ActionSlot::Main, "play-do-withdraw"),
        Deed::Claim => confirmed_action_style(
            ActionSlot::Main,
            "play-do-claim",
            "play-claim-sure",
            "play-claim-yes",
        ),
        Deed::Abort => confirmed_action_style(
            ActionSlot::Main,
            "play-do-abort",
            "play-abort-sure",
            "play-abort-yes",
        ),
        Deed::Resign => confirmed_action_style(
            ActionSlot::Main,
            "play-do-resign",
            "play-resign-sure",
            "play-resign-yes",
        ),
        Deed::Resume => action_style(ActionSlot::Main, "play-do-resume"),
        Deed::AcceptResult => action_style(ActionSlot::Main, "play-do-accept-result"),
        Deed::Pause => action_style(ActionSlot::More, "play-do-pause"),
        Deed::AddTime => action_style(ActionSlot::More, "play-do-add-time"),
        Deed::ShowFlag => confirmed_action_style(
            ActionSlot::More,
            "play-do-show-flag",
            "play-show-flag-sure",
            "play-show-flag-yes",
        ),
    })
}

/// Parses the action to be confirmed; `None` for one that needs no confirmation.
pub fn parse_confirmable_action(word: &str) -> Option<Deed> {
    let deed = Deed::ALL.into_iter().find(|deed| deed.key() == word)?;
    style_of_action(deed)?.confirmation.map(|_| deed)
}

/// The keys of all actions that need confirmation, for the error message.
pub fn confirmable_action_keys() -> String {
    let all = Deed::ALL.iter().filter(|deed| parse_confirmable_action(deed.key()).is_some());
    all.map(|deed| deed.key()).collect::<Vec<_>>().join(", ")
}

fn action_press(visit: &RequestContext, address: &str, deed: Deed, words: &str) -> SubmitButton {
    let press =
        SubmitButton::new(visit.texts(), format!("{address}/word"), &visit.form_token(), words)
            .with_hidden_field("id", new_command_id(visit))
            .with_hidden_field("word", deed.key());
    if deed == Deed::AddTime {
        press.with_hidden_field("seconds", MORE_TIME_SECONDS)
    } else {
        press
    }
}

/// How long the opponent has been away, and after how long the win may be claimed, in microseconds.
///
/// `None` while the opponent is connected or nothing can be claimed.
pub fn opponent_absence(seen: &Seen) -> Option<(i64, i64)> {
    let gone = seen.now.saturating_sub(seen.gone_since?);
    let opponent = seen.viewer.color()?.opponent();
    seen.may.contains(&Deed::Claim).then(|| (gone, seen.play.terms().gone_after(opponent)))
}

/// Whether the opponent has been away long enough.
fn can_claim_win(seen: &Seen) -> bool {
    opponent_absence(seen).is_some_and(|(gone, after)| gone >= after)
}

/// Builds the buttons; `about` is the action being confirmed.
pub fn actions_part(
    visit: &RequestContext,
    seen: &Seen,
    address: &str,
    about: Option<Deed>,
) -> ActionsPart {
    let mut part = ActionsPart::default();
    for deed in seen.may.iter().copied().filter(|deed| *deed != Deed::Claim || can_claim_win(seen))
    {
        let Some(look) = style_of_action(deed) else { continue };
        let button = match look.confirmation {
            Some((sure, yes)) if about == Some(deed) => {
                let yes = action_press(visit, address, deed, yes).dangerous();
                part.question = Some(Confirmation { words: visit.texts().get(sure), yes });
                continue;
            }
            Some(_) => link(visit.texts(), format!("{address}?ask={}", deed.key()), look.label_key),
            None => {
                let press = action_press(visit, address, deed, look.label_key);
                ActionButton { words: String::new(), link: String::new(), press: Some(press) }
            }
        };
        match look.place {
            ActionSlot::Answer => part.answers.push(button),
            ActionSlot::Main => part.main.push(button),
            ActionSlot::More => part.more.push(button),
        }
    }
    part
}

fn link(texts: Texts, link: String, words: &str) -> ActionButton {
    ActionButton { press: None, link, words: texts.get(words) }
}

/// Converts microseconds to seconds, rounded up.
pub fn micros_to_seconds(time: i64) -> i64 {
    (time.max(0) + SECOND - 1) / SECOND
}
