//! Roles: on the site, and in an organisation.

/// What an account is on the whole site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(i16)]
pub enum SiteRole {
    #[default]
    None = 0,
    /// Suspends accounts, reads the audit trail.
    Moderator = 1,
    /// Runs the site.
    Operator = 2,
}

impl SiteRole {
    pub const ALL: [SiteRole; 3] = [SiteRole::None, SiteRole::Moderator, SiteRole::Operator];

    /// The role of a stored number.
    #[must_use]
    pub fn of(number: i16) -> SiteRole {
        SiteRole::ALL.into_iter().find(|role| *role as i16 == number).unwrap_or_default()
    }

    /// Its name in commands, in the API and in the catalogues (`site-role-<key>`); frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            SiteRole::None => "none",
            SiteRole::Moderator => "moderator",
            SiteRole::Operator => "operator",
        }
    }

    /// Reads a key.
    #[must_use]
    pub fn parse(key: &str) -> Option<SiteRole> {
        SiteRole::ALL.into_iter().find(|role| role.key() == key)
    }
}

/// What an account is in an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i16)]
pub enum Role {
    Owner = 1,
    /// Runs its events.
    Organizer = 2,
    /// Has duties in one event, or in all.
    Official = 3,
}

impl Role {
    pub const ALL: [Role; 3] = [Role::Owner, Role::Organizer, Role::Official];

    /// The role of a stored number.
    #[must_use]
    pub fn of(number: i16) -> Option<Role> {
        Role::ALL.into_iter().find(|role| *role as i16 == number)
    }

    /// Its name in forms, in the API and in the catalogues (`role-<key>`); frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Organizer => "organizer",
            Role::Official => "official",
        }
    }

    /// Reads a key.
    #[must_use]
    pub fn parse(key: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.key() == key)
    }
}

/// What an official of an event may do there: a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Duties(i16);

impl Duties {
    pub const NONE: Duties = Duties(0);
    pub const PAIRINGS: Duties = Duties(1);
    pub const RESULTS: Duties = Duties(2);
    pub const CHECK_IN: Duties = Duties(4);

    /// Each duty with its name in forms and in the catalogues (`duty-<key>`); frozen.
    pub const ALL: [(Duties, &'static str); 3] = [
        (Duties::PAIRINGS, "pairings"),
        (Duties::RESULTS, "results"),
        (Duties::CHECK_IN, "check-in"),
    ];

    /// The set of a stored number.
    #[must_use]
    pub const fn of(number: i16) -> Duties {
        Duties(number & 7)
    }

    /// The number that the store keeps.
    #[must_use]
    pub const fn number(self) -> i16 {
        self.0
    }

    #[must_use]
    pub const fn has(self, all: Duties) -> bool {
        self.0 & all.0 == all.0
    }

    #[must_use]
    pub const fn with(self, more: Duties) -> Duties {
        Duties(self.0 | more.0)
    }

    /// The names of the duties in it.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        Duties::ALL.into_iter().filter(move |(duty, _)| self.has(*duty)).map(|(_, key)| key)
    }
}

/// A role that an account has in an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grant {
    pub organisation: i32,
    pub role: Role,
    /// The event of an official; 0 for all events.
    pub event: i32,
    /// An official's duties; others need none.
    pub duties: Duties,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_numbers_and_names_lead_back() {
        for role in Role::ALL {
            assert_eq!(Role::of(role as i16), Some(role));
            assert_eq!(Role::parse(role.key()), Some(role));
        }
        for role in SiteRole::ALL {
            assert_eq!(SiteRole::of(role as i16), role);
            assert_eq!(SiteRole::parse(role.key()), Some(role));
        }
        assert_eq!((Role::of(0), Role::of(4)), (None, None));
        assert_eq!(SiteRole::of(9), SiteRole::None, "an unknown role is none");
    }

    #[test]
    fn duties_are_a_set() {
        let both = Duties::PAIRINGS.with(Duties::CHECK_IN);
        assert!(both.has(Duties::PAIRINGS) && !both.has(Duties::RESULTS));
        assert_eq!(both.keys().collect::<Vec<_>>(), ["pairings", "check-in"]);
        assert_eq!(Duties::of(both.number()), both);
        assert!(!Duties::NONE.has(Duties::RESULTS));
    }
}
