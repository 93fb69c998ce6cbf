//! The buttons for a player's actions other than moves. Actions that end the game or reveal
//! something are confirmed: the first button shows a question, the second acts.

use crate::web::prelude::*;
use adjutant_domain::play::PlayerAction;
use adjutant_service::live::Seen;
use salpakan::rules::Color;

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
    /// Responses to what the opponent offers or requests.
    pub answers: Vec<ActionButton>,
    /// Actions of every game.
    pub main: Vec<ActionButton>,
    /// Rarely used actions.
    pub more: Vec<ActionButton>,
    pub question: Option<Confirmation>,
}

impl ActionsPart {
    /// Adds a button that shows something, before the others.
    pub fn with_view_button(mut self, button: Option<ActionButton>) -> ActionsPart {
        self.main.splice(0..0, button);
        self
    }
}

/// The place of an action on the page.
enum ActionSlot {
    Answer,
    Main,
    More,
}

/// The place of an action, and whether it is confirmed first; `None` for what has no button. The
/// keys of its texts contain its own.
const fn style_of_action(action: PlayerAction) -> Option<(ActionSlot, bool)> {
    Some(match action {
        PlayerAction::Ply | PlayerAction::TakeBack => return None,
        PlayerAction::Accept => (ActionSlot::Answer, true),
        PlayerAction::Decline => (ActionSlot::Answer, false),
        PlayerAction::Claim | PlayerAction::Abort | PlayerAction::Resign => {
            (ActionSlot::Main, true)
        }
        PlayerAction::Ready
        | PlayerAction::Offer
        | PlayerAction::Withdraw
        | PlayerAction::Resume
        | PlayerAction::AcceptResult => (ActionSlot::Main, false),
        PlayerAction::ShowFlag => (ActionSlot::More, true),
        PlayerAction::Pause | PlayerAction::AddTime => (ActionSlot::More, false),
    })
}

/// Parses the action to be confirmed; `None` for one that needs no confirmation.
pub fn parse_confirmable_action(word: &str) -> Option<PlayerAction> {
    let action = PlayerAction::ALL.into_iter().find(|action| action.key() == word)?;
    style_of_action(action)?.1.then_some(action)
}

/// The keys of all actions that need confirmation, for the error message.
pub fn confirmable_action_keys() -> String {
    let all =
        PlayerAction::ALL.iter().filter(|action| parse_confirmable_action(action.key()).is_some());
    all.map(|action| action.key()).collect::<Vec<_>>().join(", ")
}

fn action_press(
    visit: &RequestContext,
    address: &str,
    action: PlayerAction,
    words: &str,
) -> SubmitButton {
    let press = visit
        .button(format!("{address}/word"), words)
        .with_hidden_field("id", new_command_id(visit))
        .with_hidden_field("word", action.key());
    if action == PlayerAction::AddTime {
        press.with_hidden_field("seconds", MORE_TIME_SECONDS)
    } else {
        press
    }
}

/// How long the opponent has been away, and after how long the win may be claimed, in microseconds.
///
/// `None` while the opponent is connected or nothing can be claimed.
pub fn opponent_absence(seen: &Seen) -> Option<(i64, i64)> {
    let gone = seen.now.since(seen.gone_since?);
    let opponent = seen.viewer.color()?.opponent();
    seen.may.contains(&PlayerAction::Claim).then(|| (gone, seen.play.terms().gone_after(opponent)))
}

/// Whether the opponent has been away long enough.
fn can_claim_win(seen: &Seen) -> bool {
    opponent_absence(seen).is_some_and(|(gone, after)| gone >= after)
}

/// Whether the opponent requests a pause that needs the viewer's consent alone; in events officials decide.
fn can_agree_to_pause(seen: &Seen) -> bool {
    let opponent = seen.viewer.color().map(Color::opponent);
    let asks = seen.play.life().going_on().map(|game| game.talk.asks);
    !seen.play.terms().is_of_event()
        && opponent.zip(asks).is_some_and(|(opponent, asks)| asks[opponent])
}

/// Builds the buttons; `about` is the action being confirmed.
pub fn actions_part(
    visit: &RequestContext,
    seen: &Seen,
    address: &str,
    about: Option<PlayerAction>,
) -> ActionsPart {
    let mut part = ActionsPart::default();
    for action in seen
        .may
        .iter()
        .copied()
        .filter(|action| *action != PlayerAction::Claim || can_claim_win(seen))
        // Where there are set-ups, handing one in is being ready.
        .filter(|action| *action != PlayerAction::Ready || !seen.play.hides_ranks())
    {
        let Some((mut place, confirmed)) = style_of_action(action) else { continue };
        // The bar of a phone has room for four; who may resign finds it beside the rarer ones.
        if action == PlayerAction::Abort && seen.play.has_begun() {
            place = ActionSlot::More;
        }
        // Asking for a pause as well is to agree to one.
        let agrees = action == PlayerAction::Pause && can_agree_to_pause(seen);
        if agrees {
            place = ActionSlot::Answer;
        }
        let label = match agrees {
            true => "play-do-accept-pause".to_owned(),
            false => format!("play-do-{}", action.key()),
        };
        let button = if !confirmed {
            let press = Some(action_press(visit, address, action, &label));
            ActionButton { press, link: String::new(), words: String::new() }
        } else if about == Some(action) {
            let words = visit.texts().get(&format!("play-{}-sure", action.key()));
            let yes = action_press(visit, address, action, &format!("play-{}-yes", action.key()));
            part.question = Some(Confirmation { words, yes: yes.dangerous() });
            continue;
        } else {
            let link = format!("{address}?ask={}", action.key());
            ActionButton { press: None, link, words: visit.texts().get(&label) }
        };
        match place {
            ActionSlot::Answer => part.answers.push(button),
            ActionSlot::Main => part.main.push(button),
            ActionSlot::More => part.more.push(button),
        }
    }
    part
}
