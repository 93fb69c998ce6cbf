//! An organisation with an event, and who is what in it.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::play::{PlayId, Rule};
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Answer, Refused};

use crate::support::{Hall, NOW, Place, actor, sent};

pub const LEAGUE: i32 = 1;
pub const EVENT: i32 = 1;
/// An official's account; its player plays nowhere.
pub const DORA: i32 = 4;

/// The league and its event, and Dora.
pub fn league(place: &Place) {
    let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
    place.run_sql(&format!(
        "INSERT INTO players (id, handle, name_key, look_key, state, private) \
         VALUES ({DORA}, 'Player 4', 'player 4', 'look 4', 0, 0); \
         INSERT INTO accounts VALUES ({DORA}, 'Player 4', 'player 4', 'look 4', '', NULL, 0, 'a hash', 0, 0, {DORA}, \
         {empty}, 0, 0, 'en', {NOW}, {NOW}, {NOW}, 0); \
         INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, website, color, accent, \
         logo, logo_digest, second_factor, created_at, created_by) \
         VALUES ({LEAGUE}, 'The League', 'the league', 'the league', 'league', 1, '', '', '', 0, 0, {empty}, {empty}, \
         0, {NOW}, 1); \
         INSERT INTO events (id, name, name_key, slug, last_day, organisation_id) \
         VALUES ({EVENT}, 'The Open', 'the open', 'the-open', 20000, {LEAGUE}); \
         UPDATE counters SET value = {DORA} WHERE name IN ('accounts', 'players'); \
         UPDATE counters SET value = 1 WHERE name IN ('organisations', 'events')"
    ));
}

fn serving(role: OrganisationRole, organisation: i32, event: i32, duties: Duties) -> Actor {
    let grants = vec![RoleGrant { organisation, role, event, duties }];
    Actor { grants, ..actor(DORA) }
}

/// An arbiter of the event.
pub fn arbiter() -> Actor {
    serving(OrganisationRole::Official, LEAGUE, EVENT, Duties::RESULTS)
}

pub fn organizer() -> Actor {
    serving(OrganisationRole::Organizer, LEAGUE, 0, Duties::NONE)
}

pub fn moderator() -> Actor {
    Actor { site_role: SiteRole::Moderator, gave_second_factor: true, ..actor(DORA) }
}

/// Who has nothing to decide in a game of the event.
pub fn outsiders() -> Vec<(&'static str, Actor)> {
    vec![
        ("nobody", Actor::nobody()),
        ("stranger", actor(DORA)),
        ("pairings", serving(OrganisationRole::Official, LEAGUE, EVENT, Duties::PAIRINGS)),
        ("elsewhere", serving(OrganisationRole::Official, LEAGUE, EVENT + 1, Duties::RESULTS)),
        ("foreign", serving(OrganisationRole::Organizer, LEAGUE + 1, 0, Duties::NONE)),
        ("foreign owner", serving(OrganisationRole::Owner, LEAGUE + 1, 0, Duties::NONE)),
        ("moderator", moderator()),
        ("operator", Actor { site_role: SiteRole::Operator, ..moderator() }),
        ("command", Actor::for_command()),
    ]
}

impl Hall {
    /// Rules on a play, or, without a rule, says that its result is right.
    pub fn rule(
        &self,
        who: &Actor,
        play: &PlayId,
        command: u8,
        rule: Option<Rule>,
        reason: &str,
    ) -> Result<Answer, Refused> {
        let sent = sent(command, self.now());
        live::rule(&self.live, who, play, sent, (rule, reason))
    }
}
