//! Roles on the site and in an organisation.

/// The role of an account on the whole site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(i16)]
pub enum SiteRole {
    #[default]
    None = 0,
    /// Suspends accounts and reads the audit trail.
    Moderator = 1,
    Operator = 2,
}

impl SiteRole {
    pub const ALL: [SiteRole; 3] = [SiteRole::None, SiteRole::Moderator, SiteRole::Operator];

    /// The role with a stored number; unknown numbers give [`SiteRole::None`].
    pub fn from_number(number: i16) -> SiteRole {
        SiteRole::ALL.into_iter().find(|role| *role as i16 == number).unwrap_or_default()
    }

    /// The frozen key in commands, the API and the catalogues (`site-role-<key>`).
    pub const fn key(self) -> &'static str {
        match self {
            SiteRole::None => "none",
            SiteRole::Moderator => "moderator",
            SiteRole::Operator => "operator",
        }
    }

    pub fn parse(key: &str) -> Option<SiteRole> {
        SiteRole::ALL.into_iter().find(|role| role.key() == key)
    }
}

/// The role of an account in an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i16)]
pub enum OrganisationRole {
    Owner = 1,
    /// Runs its events.
    Organizer = 2,
    /// Has duties in one or all of its events.
    Official = 3,
}

impl OrganisationRole {
    pub const ALL: [OrganisationRole; 3] =
        [OrganisationRole::Owner, OrganisationRole::Organizer, OrganisationRole::Official];

    pub fn from_number(number: i16) -> Option<OrganisationRole> {
        OrganisationRole::ALL.into_iter().find(|role| *role as i16 == number)
    }

    /// The frozen key in forms, the API and the catalogues (`role-<key>`).
    pub const fn key(self) -> &'static str {
        match self {
            OrganisationRole::Owner => "owner",
            OrganisationRole::Organizer => "organizer",
            OrganisationRole::Official => "official",
        }
    }

    pub fn parse(key: &str) -> Option<OrganisationRole> {
        OrganisationRole::ALL.into_iter().find(|role| role.key() == key)
    }
}

/// The set of duties of an event's official.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Duties(i16);

impl Duties {
    pub const NONE: Duties = Duties(0);
    pub const PAIRINGS: Duties = Duties(1);
    pub const RESULTS: Duties = Duties(2);
    pub const CHECK_IN: Duties = Duties(4);

    /// Each duty with its frozen key in forms and the catalogues (`duty-<key>`).
    pub const ALL: [(Duties, &'static str); 3] = [
        (Duties::PAIRINGS, "pairings"),
        (Duties::RESULTS, "results"),
        (Duties::CHECK_IN, "check-in"),
    ];

    /// The set with a stored number; unknown bits are dropped.
    pub const fn from_bits(number: i16) -> Duties {
        Duties(number & 7)
    }

    /// The stored number.
    pub const fn bits(self) -> i16 {
        self.0
    }

    pub const fn contains(self, all: Duties) -> bool {
        self.0 & all.0 == all.0
    }

    pub const fn union(self, more: Duties) -> Duties {
        Duties(self.0 | more.0)
    }

    /// The keys of the duties in the set.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        Duties::ALL.into_iter().filter(move |(duty, _)| self.contains(*duty)).map(|(_, key)| key)
    }
}

/// A role of an account in an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoleGrant {
    pub organisation: i32,
    pub role: OrganisationRole,
    /// The event of an official; 0 for all events.
    pub event: i32,
    /// The duties of an official; empty for other roles.
    pub duties: Duties,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_numbers_and_names_lead_back() {
        for role in OrganisationRole::ALL {
            assert_eq!(OrganisationRole::from_number(role as i16), Some(role));
            assert_eq!(OrganisationRole::parse(role.key()), Some(role));
        }
        for role in SiteRole::ALL {
            assert_eq!(SiteRole::from_number(role as i16), role);
            assert_eq!(SiteRole::parse(role.key()), Some(role));
        }
        assert_eq!(
            (OrganisationRole::from_number(0), OrganisationRole::from_number(4)),
            (None, None)
        );
        assert_eq!(SiteRole::from_number(9), SiteRole::None, "an unknown role is none");
    }

    #[test]
    fn duties_are_a_set() {
        let both = Duties::PAIRINGS.union(Duties::CHECK_IN);
        assert!(both.contains(Duties::PAIRINGS) && !both.contains(Duties::RESULTS));
        assert_eq!(both.keys().collect::<Vec<_>>(), ["pairings", "check-in"]);
        assert_eq!(Duties::from_bits(both.bits()), both);
        assert!(!Duties::NONE.contains(Duties::RESULTS));
    }
}
