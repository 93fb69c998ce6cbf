//! Age bands. A date of birth is never asked for.

/// How old somebody is, as precisely as anybody needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(i16)]
pub enum AgeBand {
    #[default]
    Unknown = 0,
    Below13 = 1,
    From13To17 = 2,
    From18To59 = 3,
    From60 = 4,
}

impl AgeBand {
    pub const ALL: [AgeBand; 5] = [
        AgeBand::Unknown,
        AgeBand::Below13,
        AgeBand::From13To17,
        AgeBand::From18To59,
        AgeBand::From60,
    ];

    /// The band with a stored number; unknown numbers give [`AgeBand::Unknown`].
    pub fn from_number(number: i16) -> AgeBand {
        AgeBand::ALL.into_iter().find(|band| *band as i16 == number).unwrap_or_default()
    }

    /// The frozen key in forms, rosters, the API and the catalogues (`age-<key>`).
    pub const fn key(self) -> &'static str {
        match self {
            AgeBand::Unknown => "unknown",
            AgeBand::Below13 => "below-13",
            AgeBand::From13To17 => "13-17",
            AgeBand::From18To59 => "18-59",
            AgeBand::From60 => "60-up",
        }
    }

    pub fn parse(key: &str) -> Option<AgeBand> {
        AgeBand::ALL.into_iter().find(|band| band.key() == key)
    }

    /// Whether it is a band of under-eighteens, who are kept off public lists.
    pub const fn is_minor(self) -> bool {
        matches!(self, AgeBand::Below13 | AgeBand::From13To17)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_read_back_and_two_are_of_minors() {
        for band in AgeBand::ALL {
            assert_eq!(AgeBand::from_number(band as i16), band);
            assert_eq!(AgeBand::parse(band.key()), Some(band));
        }
        assert_eq!(AgeBand::from_number(9), AgeBand::Unknown);
        assert_eq!(AgeBand::ALL.map(AgeBand::is_minor), [false, true, true, false, false]);
    }
}
