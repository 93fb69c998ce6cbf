//! Scopes of API tokens. They never exceed their owner's permissions.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TokenScopes(i32);

impl TokenScopes {
    pub const NONE: TokenScopes = TokenScopes(0);
    /// Whose token it is, and the owner's permissions.
    pub const PROFILE_READ: TokenScopes = TokenScopes(1);
    /// Importing records.
    pub const RECORDS_IMPORT: TokenScopes = TokenScopes(2);
    /// Reading the roster, including what only officials see.
    pub const ROSTER_READ: TokenScopes = TokenScopes(4);
    /// Changing the roster.
    pub const ROSTER_WRITE: TokenScopes = TokenScopes(8);
    /// Reading the audit trail, as far as the owner may.
    pub const AUDIT_READ: TokenScopes = TokenScopes(16);
    /// Playing: game requests, deployments, plies and everything else that a player may do in a
    /// game.
    pub const PLAY: TokenScopes = TokenScopes(32);
    /// Acting as an official of live games: creating them and ruling on them.
    pub const OFFICIATE: TokenScopes = TokenScopes(64);
    /// Reading and writing the owner's reviews and the scores of their notes.
    pub const REVIEWS: TokenScopes = TokenScopes(128);

    /// Each scope with its frozen key in the API and the catalogues (`scope-<key>`, with a dash for
    /// the colon).
    pub const ALL: [(TokenScopes, &'static str); 8] = [
        (TokenScopes::PROFILE_READ, "profile:read"),
        (TokenScopes::RECORDS_IMPORT, "records:import"),
        (TokenScopes::ROSTER_READ, "roster:read"),
        (TokenScopes::ROSTER_WRITE, "roster:write"),
        (TokenScopes::AUDIT_READ, "audit:read"),
        (TokenScopes::PLAY, "play"),
        (TokenScopes::OFFICIATE, "officiate"),
        (TokenScopes::REVIEWS, "reviews"),
    ];

    /// The set with a stored number; unknown bits are dropped.
    pub fn from_bits_truncate(number: i32) -> TokenScopes {
        let known = TokenScopes::ALL.into_iter().fold(0, |known, (scope, _)| known | scope.0);
        TokenScopes(number & known)
    }

    /// The stored number.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// Parses the key of one scope.
    pub fn parse(key: &str) -> Option<TokenScopes> {
        TokenScopes::ALL.into_iter().find(|(_, own)| *own == key).map(|(scope, _)| scope)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn contains(self, all: TokenScopes) -> bool {
        self.0 & all.0 == all.0
    }

    pub const fn union(self, more: TokenScopes) -> TokenScopes {
        TokenScopes(self.0 | more.0)
    }

    /// The keys of the scopes in the set.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        TokenScopes::ALL
            .into_iter()
            .filter(move |(scope, _)| self.contains(*scope))
            .map(|(_, key)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_a_set_of_names() {
        let all = TokenScopes::ALL
            .into_iter()
            .fold(TokenScopes::NONE, |all, (scope, _)| all.union(scope));
        assert_eq!(all.keys().count(), TokenScopes::ALL.len());
        assert_eq!(
            TokenScopes::from_bits_truncate(i32::MAX),
            all,
            "bits without a meaning are nothing"
        );
        assert_eq!(TokenScopes::parse("records:import"), Some(TokenScopes::RECORDS_IMPORT));
        assert_eq!(TokenScopes::parse("records"), None);
        assert!(
            !TokenScopes::RECORDS_IMPORT.contains(TokenScopes::AUDIT_READ)
                && TokenScopes::NONE.is_empty()
        );
    }
}
