//! Letters that accounts ask for, handed to the post.

use crate::service::accounts::{Letter, LetterKind};
use crate::web::i18n::{Language, Texts};
use crate::web::mail::{self, Kind};
use crate::web::site::Site;

/// Whether letters go out at all; without it the operator gives links by hand.
pub fn go_out(site: &Site) -> bool {
    site.post.is_some()
}

/// Posts the letters and waits for none: how long it takes tells nobody whether there is one.
pub fn send(site: &Site, letters: Vec<Letter>) {
    let Some(post) = &site.post else { return };
    for letter in letters {
        post.send(written(letter));
    }
}

fn written(letter: Letter) -> mail::Letter {
    let language = Language::parse(&letter.language).unwrap_or(Language::English);
    mail::Letter {
        path: letter.path(),
        to: letter.to,
        name: letter.name,
        texts: Texts(language),
        kind: kind(letter.kind),
    }
}

const fn kind(kind: LetterKind) -> Kind {
    match kind {
        LetterKind::Reset => Kind::Reset,
        LetterKind::Confirm => Kind::Confirm,
        LetterKind::Invitation => Kind::Invitation,
        LetterKind::PasswordChanged => Kind::PasswordChanged,
        LetterKind::EmailChanged => Kind::EmailChanged,
        LetterKind::SecondFactorOn => Kind::SecondFactorOn,
        LetterKind::SecondFactorOff => Kind::SecondFactorOff,
    }
}
