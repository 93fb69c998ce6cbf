//! What everybody is told before registering: where games are played, by which rules and clocks, who watches, when ranks
//! are opened, whether games are rated, and when somebody who is not there loses.

use crate::contest::arranged::{Clause, Consequence};
use crate::contest::{GamesHere, Settings};
use crate::play::{Disclosure, Spectators, Venue};
use crate::service::owner::Whose;
use crate::web::i18n::Texts;
use crate::web::kit::Fact;
use crate::web::pages::leaderboard::pool_name;
use crate::web::pages::plays::pace_words;
use ledger_ratings::{Pool, PoolKind};
use salpakan::rules::RuleSet;

/// The terms of an event.
pub fn terms(settings: &Settings, whose: &Whose, texts: Texts) -> Vec<Fact> {
    let venue = match settings.games.map(|games| games.venue) {
        None => "terms-over-board",
        Some(Venue::Online) => "games-online",
        Some(Venue::Table) => "games-table",
    };
    let mut all = vec![Fact::new(texts, "nav-games", texts.get(venue))];
    if let Some(games) = &settings.games {
        all.extend(here(games, texts));
    }
    all.push(Fact::new(texts, "terms-rated", rated(settings, whose, texts)));
    all.push(Fact::new(texts, "terms-absent", absent(settings, texts)));
    all
}

/// Of games that are played on this site.
fn here(games: &GamesHere, texts: Texts) -> [Fact; 4] {
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
        Fact::new(texts, "filter-ruleset", rules),
        Fact::new(texts, "terms-clocks", pace_words(texts, games.pace)),
        Fact::new(texts, "contest-ranks", ranks),
        Fact::new(texts, "contest-watching", watching),
    ]
}

/// Where games count, as it is decided once they are over.
fn rated(settings: &Settings, whose: &Whose, texts: Texts) -> String {
    if !settings.rated {
        return texts.get("terms-unrated");
    }
    let kind = match settings.games.map(|games| games.venue) {
        Some(Venue::Online) => PoolKind::Online,
        Some(Venue::Table) | None => PoolKind::FaceToFace,
    };
    let own = whose.organisation();
    let pool = own.and_then(|own| Pool::of_organisation(own.id, &own.slug, &own.name, kind));
    pool.map_or_else(|| texts.get("terms-unrated"), |pool| pool_name(pool, texts))
}

/// When somebody who is not there loses.
fn absent(settings: &Settings, texts: Texts) -> String {
    let (minutes, by_itself) = match &settings.arranged {
        Some(arranged) => {
            let consequence = arranged.rule.consequence(Clause::OneAbsent);
            (arranged.rule.grace_minutes, consequence == Consequence::Default)
        }
        None => (settings.grace_minutes, settings.check_in && settings.defaults_by_itself),
    };
    texts.count(if by_itself { "terms-loses" } else { "terms-officials" }, minutes)
}
