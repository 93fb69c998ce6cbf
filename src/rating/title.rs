//! Military titles by rating band: the ranks of the game, from Private up.

/// A title that an established rating carries. Provisional ratings carry none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    Private,
    Sergeant,
    SecondLieutenant,
    FirstLieutenant,
    Captain,
    Major,
    LieutenantColonel,
    Colonel,
    BrigadierGeneral,
    MajorGeneral,
    LieutenantGeneral,
    General,
    GeneralOfTheArmy,
}

/// From so many points (hundredths) up, which title, and its key in the catalogues. The start
/// value 1500 is the middle of Captain; the other bands are 50 points wide up to Lieutenant
/// General, because bluff and luck keep players closer together than in chess.
const BANDS: [(i32, Title, &str); 13] = [
    (i32::MIN, Title::Private, "private"),
    (130_000, Title::Sergeant, "sergeant"),
    (135_000, Title::SecondLieutenant, "second-lieutenant"),
    (140_000, Title::FirstLieutenant, "first-lieutenant"),
    (145_000, Title::Captain, "captain"),
    (155_000, Title::Major, "major"),
    (160_000, Title::LieutenantColonel, "lieutenant-colonel"),
    (165_000, Title::Colonel, "colonel"),
    (170_000, Title::BrigadierGeneral, "brigadier-general"),
    (175_000, Title::MajorGeneral, "major-general"),
    (180_000, Title::LieutenantGeneral, "lieutenant-general"),
    (190_000, Title::General, "general"),
    (200_000, Title::GeneralOfTheArmy, "general-of-the-army"),
];

impl Title {
    /// Every title, lowest first.
    pub const ALL: [Title; 13] = {
        let mut all = [Title::Private; 13];
        let mut index = 0;
        while index < all.len() {
            all[index] = BANDS[index].1;
            index += 1;
        }
        all
    };

    /// The title of a rating in hundredths of a point.
    #[must_use]
    pub fn of(rating: i32) -> Title {
        let reached = BANDS.partition_point(|(from, ..)| *from <= rating);
        BANDS[reached.saturating_sub(1)].1
    }

    /// The name used in addresses and in the catalogues (`title-<key>`); frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        BANDS[self as usize].2
    }

    /// The lowest rating with this title, in hundredths; `None` for the lowest title.
    #[must_use]
    pub const fn from_rating(self) -> Option<i32> {
        match BANDS[self as usize].0 {
            i32::MIN => None,
            from => Some(from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_rise_in_the_order_of_titles() {
        assert!(BANDS.is_sorted_by(|left, right| left.0 < right.0 && left.1 < right.1));
        for (index, title) in Title::ALL.into_iter().enumerate() {
            assert_eq!(title as usize, index);
        }
    }

    #[test]
    fn a_band_begins_at_its_figure() {
        assert_eq!(Title::of(154_999), Title::Captain);
        assert_eq!(Title::of(155_000), Title::Major);
        assert_eq!(Title::of(-100_000), Title::Private);
        assert_eq!(Title::of(500_000), Title::GeneralOfTheArmy);
        assert_eq!(Title::Private.from_rating(), None);
    }
}
