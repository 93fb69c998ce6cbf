//! Joint actions at a table: each form has a checkbox for every player who must agree. A Flag is
//! shown by its own side only, on the phone that submitted the set-up.

use crate::web::prelude::*;
use adjutant_domain::play::PlayerAction;
use adjutant_service::live::{JointAction, Place, Seen};
use salpakan::rules::Color;

use super::game_access::PASS_PATH;
use super::new_command_id;

const ACTION_KEYS: [(&str, JointAction); 8] = [
    ("begin", JointAction::Begin),
    ("draw", JointAction::Draw),
    ("take-back-white", JointAction::TakeBack(Color::White)),
    ("take-back-black", JointAction::TakeBack(Color::Black)),
    ("resign-white", JointAction::Resign(Color::White)),
    ("resign-black", JointAction::Resign(Color::Black)),
    ("flag-white", JointAction::ShowFlag(Color::White)),
    ("flag-black", JointAction::ShowFlag(Color::Black)),
];

pub fn parse_action(word: &str) -> Option<JointAction> {
    ACTION_KEYS.into_iter().find(|(own, _)| *own == word).map(|(_, what)| what)
}

/// The sides that must agree, which are the names of the checkboxes.
pub fn required_consents(what: JointAction) -> &'static [&'static str] {
    match what {
        JointAction::Begin | JointAction::Draw | JointAction::TakeBack(_) => &["white", "black"],
        JointAction::Resign(Color::White) | JointAction::ShowFlag(Color::White) => &["white"],
        JointAction::Resign(Color::Black) | JointAction::ShowFlag(Color::Black) => &["black"],
    }
}

pub struct JointActionForm {
    pub heading: String,
    pub form: Form,
}

/// The forms of the actions available to a pass for this place.
pub fn joint_action_forms(
    visit: &RequestContext,
    seen: &Seen,
    place: Place,
) -> Vec<JointActionForm> {
    let now = seen.now;
    let may = |color: Color, action: PlayerAction| {
        seen.play.available_actions(color, now).contains(&action)
    };
    let open = |what: JointAction| match what {
        JointAction::Begin => {
            !seen.play.hides_ranks()
                && Color::ALL.iter().any(|color| may(*color, PlayerAction::Ready))
        }
        JointAction::Draw => Color::ALL.iter().all(|color| may(*color, PlayerAction::Resign)),
        JointAction::TakeBack(color) => may(color, PlayerAction::TakeBack),
        JointAction::Resign(color) => may(color, PlayerAction::Resign),
        JointAction::ShowFlag(color) => may(color, PlayerAction::ShowFlag),
    };
    let is_here = |what: JointAction| match (place, what) {
        (Place::SetUp(own), JointAction::ShowFlag(color)) => own == color,
        (Place::Device | Place::OneDevice, what) => !matches!(what, JointAction::ShowFlag(_)),
        (Place::SetUp(_), _) => false,
    };
    let shown = ACTION_KEYS.into_iter().filter(|(_, what)| is_here(*what) && open(*what));
    shown
        .enumerate()
        .map(|(number, (word, what))| joint_action_form(visit, number, word, what))
        .collect()
}

fn joint_action_form(
    visit: &RequestContext,
    number: usize,
    word: &'static str,
    what: JointAction,
) -> JointActionForm {
    let texts: Texts = visit.texts();
    let address = format!("{PASS_PATH}/word");
    let form = visit
        .form("jointly", &address, "table-say")
        .numbered(number)
        .with_field(Field::hidden(texts, "id", new_command_id(visit)))
        .with_field(Field::hidden(texts, "word", word));
    let form = required_consents(what).iter().fold(form, |form, who| {
        let label = if *who == "white" { "table-white-agrees" } else { "table-black-agrees" };
        form.with_field(Field::checkbox(texts, who, label, false).required())
    });
    JointActionForm { heading: texts.get(&format!("table-{word}")), form }
}
