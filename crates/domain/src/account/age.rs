//! Age bands. A date of birth is never asked for.

use crate::macros::keyed_enum;

keyed_enum! {
    /// How old somebody is, as precisely as anybody needs to know.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    #[repr(i16)]
    pub enum AgeBand {
        #[default]
        Unknown = 0 => "unknown",
        Below13 = 1 => "below-13",
        From13To17 = 2 => "13-17",
        From18To59 = 3 => "18-59",
        From60 = 4 => "60-up",
    }
}

impl AgeBand {
    /// The band with a stored number; unknown numbers give [`AgeBand::Unknown`].
    pub fn from_number(number: i16) -> AgeBand {
        AgeBand::ALL.into_iter().find(|band| *band as i16 == number).unwrap_or_default()
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
