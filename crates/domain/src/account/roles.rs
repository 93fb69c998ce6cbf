//! Roles on the site and in an organisation.

use crate::macros::{keyed_enum, keyed_set};

keyed_enum! {
    /// The role of an account on the whole site.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    #[repr(i16)]
    pub enum SiteRole {
        #[default]
        None = 0 => "none",
        /// Suspends accounts and reads the audit trail.
        Moderator = 1 => "moderator",
        Operator = 2 => "operator",
    }
}

impl SiteRole {
    /// The role with a stored number; unknown numbers give [`SiteRole::None`].
    pub fn from_number(number: i16) -> SiteRole {
        SiteRole::ALL.into_iter().find(|role| *role as i16 == number).unwrap_or_default()
    }
}

keyed_enum! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(i16)]
    pub enum OrganisationRole {
        Owner = 1 => "owner",
        /// Runs its events.
        Organizer = 2 => "organizer",
        /// Has duties in one or all of its events.
        Official = 3 => "official",
    }
}

impl OrganisationRole {
    pub fn from_number(number: i16) -> Option<OrganisationRole> {
        OrganisationRole::ALL.into_iter().find(|role| *role as i16 == number)
    }
}

keyed_set! {
    /// The set of duties of an event's official.
    pub struct Duties(i16) {
        PAIRINGS = 1 => "pairings",
        RESULTS = 2 => "results",
        CHECK_IN = 4 => "check-in",
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
