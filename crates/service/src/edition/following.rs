//! What changes of the database concern, by its counters and the rows that they count.

use std::collections::BTreeMap;

use adjutant_store::{AnyConnection, analyses, audit, new_games};

use crate::Result;
use crate::audit::Action;

use super::Topic;

/// Counters whose changes do not affect kept responses, such as sign-ins, and live games, which are
/// never kept.
const PRIVATE: [&str; 18] = [
    "devices",
    "follows",
    "links",
    "notices",
    "outages",
    "outbox",
    "passkey_challenges",
    "passkeys",
    "play_reports",
    "plays",
    "push_subscriptions",
    "rating_lists",
    "recovery_codes",
    "seeks",
    "servers",
    "sessions",
    "tokens",
    "webhooks",
];

const GAMES: &str = "games";
const RATED_THROUGH: &str = "rated_through";
const RATINGS_VERSION: &str = "ratings_version";
const AUDIT: &str = "audit";
const ANALYSES: &str = "analyses";
/// Counters that rise with new games, results, analyses and entries of the audit log; what those
/// concern is in their rows.
const EXPLAINED_BY_ROWS: [&str; 15] = [
    ANALYSES,
    AUDIT,
    "events",
    "formations_file",
    GAMES,
    "players",
    RATED_THROUGH,
    "ratings_run",
    "ratings_shown",
    RATINGS_VERSION,
    "rule_sets",
    "sealed",
    "sites",
    "unrecorded_games",
    "unrecorded_numbers",
];

/// Up to this number of rows is read; more count as a change of everything.
const MAX_ROWS: i64 = 500;

/// The counters of the database that concern kept responses.
#[derive(Debug, Default)]
pub struct Counters(BTreeMap<String, i64>);

/// What has changed.
#[derive(Debug, PartialEq, Eq)]
pub enum Change {
    Nothing,
    Everything,
    Rows(NewRows),
}

/// New rows, each kind as those after the first id up to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRows {
    games: (i32, i32),
    audit: (i32, i32),
    analyses: (i32, i32),
}

impl Counters {
    pub fn new(all: Vec<(String, i64)>) -> Counters {
        let public = |(name, _): &(String, i64)| !PRIVATE.contains(&name.as_str());
        Counters(all.into_iter().filter(public).collect())
    }

    fn value(&self, name: &str) -> i64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    pub fn changes_to(&self, now: &Counters) -> Change {
        if self.0 == now.0 {
            return Change::Nothing;
        }
        let explained = now.0.iter().all(|(name, value)| {
            EXPLAINED_BY_ROWS.contains(&name.as_str())
                || self.0.get(name).is_some_and(|before| before == value)
        });
        if self.0.len() != now.0.len() || !explained {
            return Change::Everything;
        }
        // A game is shown when it is stored, and again when it is rated.
        let first = self.value(GAMES).min(self.value(RATED_THROUGH));
        let rewound = now.value(RATED_THROUGH) < self.value(RATED_THROUGH) || first < 0;
        let games = range(
            if self.is_rated_like(now) { self.value(GAMES) } else { first },
            now.value(GAMES),
        );
        let audit = range(self.value(AUDIT), now.value(AUDIT));
        let analyses = range(self.value(ANALYSES), now.value(ANALYSES));
        match (games, audit, analyses) {
            // Ratings that changed without a game are anybody's.
            (Some((after, through)), ..) if after == through && !self.is_rated_like(now) => {
                Change::Everything
            }
            (Some(games), Some(audit), Some(analyses)) if !rewound => {
                Change::Rows(NewRows { games, audit, analyses })
            }
            _ => Change::Everything,
        }
    }

    pub fn has_ratings_version(&self, version: i64) -> bool {
        self.value(RATINGS_VERSION) == version
    }

    /// Takes back the progress of the ratings since `before`, which is then noticed the next time.
    pub fn forget_ratings(&mut self, before: &Counters) {
        for name in [RATED_THROUGH, RATINGS_VERSION] {
            if let (Some(now), Some(before)) = (self.0.get_mut(name), before.0.get(name)) {
                *now = *before;
            }
        }
    }

    fn is_rated_like(&self, now: &Counters) -> bool {
        [RATED_THROUGH, RATINGS_VERSION].iter().all(|name| self.value(name) == now.value(name))
    }
}

/// Ids from a counter's value before to the one now, if they are few.
fn range(before: i64, now: i64) -> Option<(i32, i32)> {
    let few = (0..=MAX_ROWS).contains(&(now - before));
    Some((i32::try_from(before).ok()?, i32::try_from(now).ok()?)).filter(|_| few)
}

impl NewRows {
    /// What the rows concern; `None` if that may be everything.
    pub fn topics(self, conn: &mut AnyConnection) -> Result<Option<Vec<Topic>>> {
        let mut topics = Vec::new();
        for (action, event) in audit::actions_between(conn, self.audit)? {
            match action.as_str() {
                // New games say themselves what they concern, and those of another owner are rated again.
                imported if imported == Action::RecordsImported.key() => {}
                told if told == Action::EventTold.key() && event != 0 => {
                    topics.push(Topic::Event(event));
                }
                // Whatever else is logged may concern anybody's pages.
                _ => return Ok(None),
            }
        }
        topics.extend(analyses::changed_between(conn, self.analyses)?.into_iter().map(Topic::Game));
        for game in new_games::between(conn, self.games)? {
            topics.extend([Topic::Boards, Topic::Game(game.id), Topic::Event(game.event)]);
            topics.extend(game.players.map(Topic::Player));
            if !game.is_last_of_event {
                topics.push(Topic::OrderInEvent(game.event));
            }
        }
        Ok(Some(topics))
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Counters, NewRows};

    const BEFORE: [(&str, i64); 6] = [
        ("analyses", 3),
        ("audit", 7),
        ("games", 20),
        ("merges", 1),
        ("rated_through", 20),
        ("ratings_version", 5),
    ];

    fn change(to: &[(&str, i64)]) -> Change {
        let counters = |all: &[(&str, i64)]| {
            Counters::new(all.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect())
        };
        let mut now = BEFORE;
        for (name, value) in to {
            for one in &mut now {
                if one.0 == *name {
                    one.1 = *value;
                }
            }
        }
        counters(&BEFORE).changes_to(&counters(&now))
    }

    fn rows(games: (i32, i32), audit: (i32, i32)) -> Change {
        Change::Rows(NewRows { games, audit, analyses: (3, 3) })
    }

    #[test]
    fn new_games_concern_their_rows_when_they_are_stored_and_when_they_are_rated() {
        assert_eq!(change(&[]), Change::Nothing);
        assert_eq!(change(&[("games", 22)]), rows((20, 22), (7, 7)));
        let both = [("games", 22), ("rated_through", 22), ("ratings_version", 6)];
        assert_eq!(change(&both), rows((20, 22), (7, 7)));
        assert_eq!(change(&[("audit", 9)]), rows((20, 20), (7, 9)));
    }

    #[test]
    fn analyses_concern_their_games() {
        let rows = NewRows { games: (20, 20), audit: (7, 7), analyses: (3, 5) };
        assert_eq!(change(&[("analyses", 5)]), Change::Rows(rows));
    }

    #[test]
    fn what_has_no_rows_of_its_own_concerns_everything() {
        assert_eq!(change(&[("merges", 2)]), Change::Everything);
        assert_eq!(change(&[("ratings_version", 6)]), Change::Everything);
        assert_eq!(change(&[("rated_through", -1)]), Change::Everything);
        assert_eq!(change(&[("games", 19)]), Change::Everything);
        assert_eq!(change(&[("games", 90_000)]), Change::Everything);
    }
}
