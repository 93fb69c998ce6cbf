//! What everybody is told before registering: where games are played, rules and clocks, spectators,
//! when ranks are revealed, whether games are rated, and when absent players lose.

use crate::web::i18n::Texts;
use crate::web::kit::LabeledFact;
use crate::web::labels::{pace_label, pool_name};
use adjutant_domain::contest::scheduling::{DefaultClause, DefaultConsequence};
use adjutant_domain::contest::{ContestSettings, OnsiteGames};
use adjutant_domain::play::{Disclosure, Spectators, Venue};
use adjutant_service::owner::Whose;
use ledger_ratings::{Pool, PoolKind};
use salpakan::rules::RuleSet;

/// The terms of an event.
pub fn event_terms(settings: &ContestSettings, whose: &Whose, texts: Texts) -> Vec<LabeledFact> {
    let venue = match settings.onsite_games.map(|games| games.venue) {
        None => "terms-over-board",
        Some(Venue::Online) => "games-online",
        Some(Venue::Table) => "games-table",
    };
    let mut all = vec![LabeledFact::new(texts, "nav-games", texts.get(venue))];
    if let Some(games) = &settings.onsite_games {
        all.extend(onsite_game_facts(games, texts));
    }
    all.push(LabeledFact::new(texts, "terms-rated", rated_label(settings, whose, texts)));
    all.push(LabeledFact::new(texts, "terms-absent", absence_label(settings, texts)));
    all
}

/// For games played on this site.
fn onsite_game_facts(games: &OnsiteGames, texts: Texts) -> [LabeledFact; 4] {
    let rules = match games.rules == RuleSet::STANDARD {
        true => texts.get("terms-standard"),
        false => games.rules.to_string(),
    };
    let ranks = texts.get(match games.disclosure {
        Disclosure::Game => "ranks-game",
        Disclosure::Round => "ranks-round",
        Disclosure::Event => "ranks-event",
    });
    let watching = match games.spectators {
        Spectators::None => texts.get("watch-nobody"),
        Spectators::Public => texts.get("watch-now"),
        Spectators::DelayedMinutes(minutes) => texts.count("terms-minutes-later", minutes),
        Spectators::DelayedPlies(plies) => texts.count("terms-moves-later", plies),
    };
    [
        LabeledFact::new(texts, "filter-ruleset", rules),
        LabeledFact::new(texts, "terms-clocks", pace_label(texts, games.pace)),
        LabeledFact::new(texts, "contest-ranks", ranks),
        LabeledFact::new(texts, "contest-watching", watching),
    ]
}

/// Whether games are rated, as decided once they are over.
fn rated_label(settings: &ContestSettings, whose: &Whose, texts: Texts) -> String {
    if !settings.rated {
        return texts.get("terms-unrated");
    }
    let kind = match settings.onsite_games.map(|games| games.venue) {
        Some(Venue::Online) => PoolKind::Online,
        Some(Venue::Table) | None => PoolKind::FaceToFace,
    };
    let own = whose.organisation();
    let pool = own.and_then(|own| Pool::of_organisation(own.id, &own.slug, &own.name, kind));
    pool.map_or_else(|| texts.get("terms-unrated"), |pool| pool_name(pool, texts))
}

/// When absent players lose.
fn absence_label(settings: &ContestSettings, texts: Texts) -> String {
    let (minutes, by_itself) = match &settings.scheduling {
        Some(arranged) => {
            let consequence = arranged.rule.consequence(DefaultClause::OneAbsent);
            (arranged.rule.grace_minutes, consequence == DefaultConsequence::LossByDefault)
        }
        None => (settings.grace_minutes, settings.check_in && settings.auto_default),
    };
    texts.count(if by_itself { "terms-loses" } else { "terms-officials" }, minutes)
}
