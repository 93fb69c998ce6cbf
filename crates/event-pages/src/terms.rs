//! What everybody is told before registering: who may play, where games are played, rules and
//! clocks, spectators, when ranks are revealed, whether games are rated, and when absent players lose.

use adjutant_domain::contest::scheduling::{DefaultClause, DefaultConsequence};
use adjutant_domain::contest::{ContestSettings, Eligibility, OnsiteGames};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::MINUTE;
use adjutant_domain::play::{Disclosure, Spectators, Venue};
use adjutant_service::live::{self, ComputerLevel};
use adjutant_service::owner::Whose;
use adjutant_service::{Error, refusals};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::labels::{computer_level_label, game_name, pace_label, pool_name};
use adjutant_site::prelude::*;
use ledger_ratings::{Pool, PoolKind, Title};
use salpakan::rules::RuleSet;

/// The field of the highest eligible title.
pub const HIGHEST_TITLE_FIELD: &str = "title-most";
/// The field of the computer's level that stands in.
pub const STAND_IN_FIELD: &str = "stand-in";

/// The level of the computer that stands in, if one does.
fn stand_in_level(settings: &ContestSettings) -> Option<ComputerLevel> {
    live::computer_level_of(settings.game(), settings.stand_in?).ok()
}

/// What happens if the number of players is odd, in an event that may be of any game.
pub fn new_stand_in_field(texts: Texts) -> Field {
    stand_in_choices(texts, ComputerLevel::all().collect(), None)
}

/// What happens if the number of players is odd: the levels are those that play the event's game.
pub fn stand_in_field(texts: Texts, settings: &ContestSettings) -> Field {
    let levels = live::computer_levels_of(settings.game());
    stand_in_choices(texts, levels, stand_in_level(settings))
}

/// The number in its game of the level that was chosen.
pub fn chosen_stand_in(sent: &SubmittedForm, game: GameKind) -> Result<Option<u8>, Error> {
    // Forms name a level as all pages do, whichever game it is.
    let level = sent.text(STAND_IN_FIELD).parse().ok().and_then(ComputerLevel::new);
    let Some(level) = level else { return Ok(None) };
    let number = live::computer_level_number(game, level);
    number.map(Some).ok_or_else(|| Error::invalid(STAND_IN_FIELD, refusals::STAND_IN_LEVEL))
}

fn stand_in_choices(texts: Texts, levels: Vec<ComputerLevel>, now: Option<ComputerLevel>) -> Field {
    let bye = Choice::new("", texts.get("contest-odd-bye"));
    let levels = levels.into_iter().map(|level| {
        let label = computer_level_label(texts, level);
        Choice::new(level.number().to_string(), texts.one("contest-odd-computer", "level", label))
    });
    Field::select(
        texts,
        STAND_IN_FIELD,
        "contest-odd",
        std::iter::once(bye).chain(levels).collect(),
    )
    .hint("contest-odd-hint")
    .value(now.map(|level| level.number().to_string()).unwrap_or_default())
}

pub fn event_terms(settings: &ContestSettings, whose: &Whose, texts: Texts) -> Vec<LabeledFact> {
    let venue = match settings.onsite_games().map(|games| games.venue) {
        None => "terms-over-board",
        Some(Venue::Online) => "games-online",
        Some(Venue::Table) => "games-table",
    };
    let mut all = Vec::new();
    // The usual game goes without saying.
    if settings.game() != GameKind::default() {
        all.push(LabeledFact::new(texts, "contest-which-game", game_name(texts, settings.game())));
    }
    all.push(LabeledFact::new(texts, "nav-games", texts.get(venue)));
    if let Some(games) = &settings.onsite_games() {
        all.extend(onsite_game_facts(games, texts));
    }
    all.push(LabeledFact::new(texts, "terms-rated", rated_label(settings, whose, texts)));
    all.push(LabeledFact::new(texts, "terms-absent", absence_label(settings, texts)));
    if let Some(level) = stand_in_level(settings) {
        let label = computer_level_label(texts, level);
        let words = texts.one("contest-odd-computer", "level", label);
        all.push(LabeledFact::new(texts, "terms-odd", words));
    }
    all
}

/// Rule-sets and the revealing of ranks are told of a game that has both.
fn onsite_game_facts(games: &OnsiteGames, texts: Texts) -> Vec<LabeledFact> {
    let rules = games.rules.salpakan().map(|rules| match *rules == RuleSet::STANDARD {
        true => texts.get("terms-standard"),
        false => rules.to_string(),
    });
    let ranks = games.rules.hides_ranks().then(|| {
        texts.get(match games.disclosure {
            Disclosure::Game => "ranks-game",
            Disclosure::Round => "ranks-round",
            Disclosure::Event => "ranks-event",
        })
    });
    let watching = match games.spectators {
        Spectators::None => texts.get("watch-nobody"),
        Spectators::Public => texts.get("watch-now"),
        Spectators::DelayedMinutes(minutes) => texts.count("terms-minutes-later", minutes),
        Spectators::DelayedPlies(plies) => texts.count("terms-moves-later", plies),
    };
    let all = [
        ("filter-ruleset", rules),
        ("terms-clocks", Some(pace_label(texts, games.pace))),
        ("contest-ranks", ranks),
        ("contest-watching", Some(watching)),
    ];
    let told = |(label, value): (&'static str, Option<String>)| {
        value.map(|value| LabeledFact::new(texts, label, value))
    };
    all.into_iter().filter_map(told).collect()
}

/// Whether games are rated, as decided once they are over.
fn rated_label(settings: &ContestSettings, whose: &Whose, texts: Texts) -> String {
    if !settings.rated {
        return texts.get("terms-unrated");
    }
    let kind = match settings.onsite_games().map(|games| games.venue) {
        Some(Venue::Online) => PoolKind::Online,
        Some(Venue::Table) | None => PoolKind::FaceToFace,
    };
    let own = whose.organisation();
    let of = (kind, settings.game().family());
    let pool = own.and_then(|own| Pool::of_organisation(own.id, &own.slug, &own.name, of));
    pool.map_or_else(|| texts.get("terms-unrated"), |pool| pool_name(pool, texts))
}

fn absence_label(settings: &ContestSettings, texts: Texts) -> String {
    let (minutes, by_itself) = match &settings.scheduling {
        Some(arranged) => {
            let consequence = arranged.rule.consequence(DefaultClause::OneAbsent);
            (arranged.rule.grace_minutes, consequence == DefaultConsequence::LossByDefault)
        }
        None => match settings.onsite_games() {
            // Whoever has not deployed in time loses, whether or not players check in.
            Some(games) => {
                let terms = games.terms(games.pace, settings.rated, settings.grace_minutes);
                let minutes = u32::try_from(terms.deployment / MINUTE).unwrap_or(u32::MAX);
                (minutes, games.auto_confirm)
            }
            None => (settings.grace_minutes, settings.check_in && settings.auto_default),
        },
    };
    texts.count(if by_itself { "terms-loses" } else { "terms-officials" }, minutes)
}

/// Title names, lowest first: the organisation's own, or the site's.
pub fn title_names(own: &[String], texts: Texts) -> Vec<String> {
    let site = || Title::ALL.iter().map(|title| texts.get(&format!("title-{}", title.key())));
    if own.is_empty() { site().collect() } else { own.to_vec() }
}

pub fn title_choices(own: &[String], texts: Texts) -> Vec<Choice> {
    let choice = |(height, name): (usize, String)| Choice::new(height.to_string(), name);
    title_names(own, texts).into_iter().enumerate().map(choice).collect()
}

/// The highest eligible title; none selected if all may play.
pub fn highest_title_field(own: &[String], now: Option<u8>, texts: Texts) -> Field {
    let all = Choice::new("", texts.get("contest-title-any"));
    let choices = std::iter::once(all).chain(title_choices(own, texts)).collect();
    let now = now.map(|height| height.to_string()).unwrap_or_default();
    Field::select(texts, HIGHEST_TITLE_FIELD, "contest-title-most", choices)
        .hint("contest-title-most-hint")
        .value(now)
}

/// The eligibility rules, one per line; empty if everybody may play.
pub fn eligibility_lines(of: &Eligibility, own: &[String], texts: Texts) -> Vec<String> {
    let title =
        of.max_title.and_then(|most| title_names(own, texts).get(usize::from(most)).cloned());
    let rating = match (of.min_rating, of.max_rating) {
        (None, None) => None,
        (Some(from), None) => Some(texts.one("contest-ratings-from", "from", from)),
        (None, Some(to)) => Some(texts.one("contest-ratings-to", "to", to)),
        (Some(from), Some(to)) => {
            let values = [("from", from.to_string()), ("to", to.to_string())];
            Some(texts.fill("contest-ratings-between", &values))
        }
    };
    let provinces = (!of.provinces.is_empty()).then(|| of.provinces.join(", "));
    let all = [
        title.map(|title| texts.one("contest-titles-to", "title", title)),
        rating,
        provinces.map(|all| texts.one("contest-provinces", "provinces", all)),
        of.titles_won.map(|most| texts.count("contest-titles-bar", most)),
    ];
    all.into_iter().flatten().collect()
}
