//! What the device at a table says for the players: each form has a box for everybody who has to agree. Where a Flag
//! stands only its own side shows, on the phone that handed the set-up in.

use crate::play::Deed;
use crate::service::live::{Jointly, Place, Seen};
use crate::web::i18n::Texts;
use crate::web::kit::{Field, Form};
use crate::web::visit::Visit;
use salpakan::rules::Color;

use super::command_id;
use super::spot::AT;

/// The words of what may be said, as forms send them.
const WORDS: [(&str, Jointly); 7] = [
    ("draw", Jointly::Draw),
    ("take-back-white", Jointly::TakeBack(Color::White)),
    ("take-back-black", Jointly::TakeBack(Color::Black)),
    ("resign-white", Jointly::Resign(Color::White)),
    ("resign-black", Jointly::Resign(Color::Black)),
    ("flag-white", Jointly::ShowFlag(Color::White)),
    ("flag-black", Jointly::ShowFlag(Color::Black)),
];

/// What a form says.
pub fn read(word: &str) -> Option<Jointly> {
    WORDS.into_iter().find(|(own, _)| *own == word).map(|(_, what)| what)
}

/// Who has to agree to it: the names of the boxes.
pub fn agree(what: Jointly) -> &'static [&'static str] {
    match what {
        Jointly::Draw | Jointly::TakeBack(_) => &["white", "black"],
        Jointly::Resign(Color::White) | Jointly::ShowFlag(Color::White) => &["white"],
        Jointly::Resign(Color::Black) | Jointly::ShowFlag(Color::Black) => &["black"],
    }
}

/// A form with its heading.
pub struct Joint {
    pub heading: String,
    pub form: Form,
}

/// Everything that may be said now by a pass to this place.
pub fn forms(visit: &Visit, seen: &Seen, place: Place) -> Vec<Joint> {
    let now = seen.now;
    let may = |color: Color, deed: Deed| seen.play.may(color, now).contains(&deed);
    let open = |what: Jointly| match what {
        Jointly::Draw => Color::ALL.iter().all(|color| may(*color, Deed::Resign)),
        Jointly::TakeBack(color) => may(color, Deed::TakeBack),
        Jointly::Resign(color) => may(color, Deed::Resign),
        Jointly::ShowFlag(color) => may(color, Deed::ShowFlag),
    };
    let is_here = |what: Jointly| match (place, what) {
        (Place::SetUp(own), Jointly::ShowFlag(color)) => own == color,
        (Place::Device, what) => !matches!(what, Jointly::ShowFlag(_)),
        (Place::SetUp(_), _) => false,
    };
    let shown = WORDS.into_iter().filter(|(_, what)| is_here(*what) && open(*what));
    shown.enumerate().map(|(number, (word, what))| joint(visit, number, word, what)).collect()
}

fn joint(visit: &Visit, number: usize, word: &'static str, what: Jointly) -> Joint {
    let texts: Texts = visit.texts();
    let address = format!("{AT}/word");
    let form = Form::new(texts, "jointly", &address, &visit.form_token(), "table-say")
        .numbered(number)
        .with(Field::hidden(texts, "id", command_id(visit)))
        .with(Field::hidden(texts, "word", word));
    let form = agree(what).iter().fold(form, |form, who| {
        let label = if *who == "white" { "table-white-agrees" } else { "table-black-agrees" };
        form.with(Field::check(texts, who, label, false).required())
    });
    Joint { heading: texts.get(&format!("table-{word}")), form }
}
