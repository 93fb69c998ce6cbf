//! What an API token may be used for; never more than its owner may do.

/// A set of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Scopes(i32);

impl Scopes {
    pub const NONE: Scopes = Scopes(0);
    /// Whose token it is, and what he may do.
    pub const PROFILE_READ: Scopes = Scopes(1);
    /// Bringing records.
    pub const RECORDS_IMPORT: Scopes = Scopes(2);
    /// The roster with what is for officials.
    pub const ROSTER_READ: Scopes = Scopes(4);
    /// Changing the roster.
    pub const ROSTER_WRITE: Scopes = Scopes(8);
    /// The audit trail as far as the owner may see it.
    pub const AUDIT_READ: Scopes = Scopes(16);
    /// Playing: offers, deployments, plies, and all else that a player may do at his table.
    pub const PLAY: Scopes = Scopes(32);
    /// Acting as an official of games that are played here: making them, and ruling on them.
    pub const OFFICIATE: Scopes = Scopes(64);
    /// One's own reviews of games and what one's notes in play were worth: reading and writing them.
    pub const REVIEWS: Scopes = Scopes(128);

    /// Each scope with its name in the API and in the catalogues (`scope-<key>`, with a dash for
    /// the colon); frozen.
    pub const ALL: [(Scopes, &'static str); 8] = [
        (Scopes::PROFILE_READ, "profile:read"),
        (Scopes::RECORDS_IMPORT, "records:import"),
        (Scopes::ROSTER_READ, "roster:read"),
        (Scopes::ROSTER_WRITE, "roster:write"),
        (Scopes::AUDIT_READ, "audit:read"),
        (Scopes::PLAY, "play"),
        (Scopes::OFFICIATE, "officiate"),
        (Scopes::REVIEWS, "reviews"),
    ];

    /// The set of a stored number; bits that mean nothing are left out.
    #[must_use]
    pub fn of(number: i32) -> Scopes {
        let known = Scopes::ALL.into_iter().fold(0, |known, (scope, _)| known | scope.0);
        Scopes(number & known)
    }

    /// The number that the store keeps.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Reads one scope's name.
    #[must_use]
    pub fn parse(key: &str) -> Option<Scopes> {
        Scopes::ALL.into_iter().find(|(_, own)| *own == key).map(|(scope, _)| scope)
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub const fn has(self, all: Scopes) -> bool {
        self.0 & all.0 == all.0
    }

    #[must_use]
    pub const fn with(self, more: Scopes) -> Scopes {
        Scopes(self.0 | more.0)
    }

    /// The names of the scopes in it.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        Scopes::ALL.into_iter().filter(move |(scope, _)| self.has(*scope)).map(|(_, key)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_a_set_of_names() {
        let all = Scopes::ALL.into_iter().fold(Scopes::NONE, |all, (scope, _)| all.with(scope));
        assert_eq!(all.keys().count(), Scopes::ALL.len());
        assert_eq!(Scopes::of(i32::MAX), all, "bits without a meaning are nothing");
        assert_eq!(Scopes::parse("records:import"), Some(Scopes::RECORDS_IMPORT));
        assert_eq!(Scopes::parse("records"), None);
        assert!(!Scopes::RECORDS_IMPORT.has(Scopes::AUDIT_READ) && Scopes::NONE.is_empty());
    }
}
