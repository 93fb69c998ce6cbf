//! Labels for the owners of games and events, and for why a game is not rated.

use crate::service::events::Event;
use crate::service::games::Game;
use crate::service::owner::Whose;
use crate::service::records::Provenance;
use crate::web::i18n::Texts;
use ledger_ratings::Unrated;

/// Where the record came from and who owns it.
pub fn provenance_label(game: &Game, texts: Texts) -> String {
    match (&game.summary.whose, game.provenance) {
        (Whose::Organisation(own), _) => {
            texts.one("provenance-organisation", "organisation", &own.name)
        }
        (Whose::Member, _) => texts.get("provenance-member"),
        (Whose::Site, Provenance::Demo) => texts.get("provenance-demo"),
        (Whose::Site, _) => texts.get("provenance-imported"),
    }
}

/// The owner of an event; empty if it is the site.
pub fn event_owner_label(event: &Event, texts: Texts) -> String {
    match &event.whose {
        Whose::Site => String::new(),
        Whose::Member => texts.get("event-of-members"),
        Whose::Organisation(own) => texts.one("event-of-organisation", "organisation", &own.name),
    }
}

pub fn unrated_reason(reason: Unrated, texts: Texts) -> String {
    match reason {
        Unrated::Member => texts.get("unrated-member"),
        Unrated::NotAsked => texts.get("unrated-not-asked"),
        Unrated::Bot => texts.get("unrated-bot"),
        Unrated::RuleSet | Unrated::Ending(_) | Unrated::Nobody | Unrated::SamePlayer => {
            texts.get("unrated")
        }
    }
}
