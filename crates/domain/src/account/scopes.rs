//! Scopes of API tokens.

use crate::macros::keyed_set;

keyed_set! {
    /// What a token may do; never more than its owner. The catalogues name a scope `scope-<key>`, with
    /// a dash for the colon.
    pub struct TokenScopes(i32) {
        /// Whose token it is, and the owner's permissions.
        PROFILE_READ = 1 => "profile:read",
        RECORDS_IMPORT = 2 => "records:import",
        /// Reading the roster, including what only officials see.
        ROSTER_READ = 4 => "roster:read",
        ROSTER_WRITE = 8 => "roster:write",
        /// Reading the audit trail, as far as the owner may.
        AUDIT_READ = 16 => "audit:read",
        /// Playing: game requests, deployments, plies and everything else that a player may do in a
        /// game.
        PLAY = 32 => "play",
        /// Acting as an official of live games: creating them and ruling on them.
        OFFICIATE = 64 => "officiate",
        /// Reading and writing the owner's reviews and the scores of their notes.
        REVIEWS = 128 => "reviews",
        /// Marking the owner's notices as read.
        NOTICES = 256 => "notices",
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
        assert_eq!(TokenScopes::from_bits(i32::MAX), all, "bits without a meaning are nothing");
        assert_eq!(TokenScopes::parse("records:import"), Some(TokenScopes::RECORDS_IMPORT));
        assert_eq!(TokenScopes::parse("records"), None);
        assert!(
            !TokenScopes::RECORDS_IMPORT.contains(TokenScopes::AUDIT_READ)
                && TokenScopes::NONE.is_empty()
        );
    }
}
