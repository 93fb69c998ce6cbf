//! Titles by rating band: the site's, which are the ranks of the game from Private up, and organisations' own.

use super::Glicko;

/// A title for established ratings; provisional ratings have none.
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

/// The lowest rating (hundredths), the title, its key in the catalogues, and its English name. The start value 1500 is
/// in the middle of Captain; the other bands are 50 points wide up to Lieutenant General, because bluff and luck keep
/// players closer together than in chess.
const BANDS: [(i32, Title, &str, &str); 13] = [
    (i32::MIN, Title::Private, "private", "Private"),
    (130_000, Title::Sergeant, "sergeant", "Sergeant"),
    (135_000, Title::SecondLieutenant, "second-lieutenant", "2nd Lieutenant"),
    (140_000, Title::FirstLieutenant, "first-lieutenant", "1st Lieutenant"),
    (145_000, Title::Captain, "captain", "Captain"),
    (155_000, Title::Major, "major", "Major"),
    (160_000, Title::LieutenantColonel, "lieutenant-colonel", "Lt. Colonel"),
    (165_000, Title::Colonel, "colonel", "Colonel"),
    (170_000, Title::BrigadierGeneral, "brigadier-general", "Brig. General"),
    (175_000, Title::MajorGeneral, "major-general", "Maj. General"),
    (180_000, Title::LieutenantGeneral, "lieutenant-general", "Lt. General"),
    (190_000, Title::General, "general", "General"),
    (200_000, Title::GeneralOfTheArmy, "general-of-the-army", "General of the Army"),
];

impl Title {
    /// All titles, lowest first.
    pub const ALL: [Title; 13] = {
        let mut all = [Title::Private; 13];
        let mut index = 0;
        while index < all.len() {
            all[index] = BANDS[index].1;
            index += 1;
        }
        all
    };

    /// The title for a rating in hundredths of a point.
    pub fn of(rating: i32) -> Title {
        let reached = BANDS.partition_point(|(from, ..)| *from <= rating);
        BANDS[reached.saturating_sub(1)].1
    }

    /// The frozen key in URLs and the catalogues (`title-<key>`).
    pub const fn key(self) -> &'static str {
        BANDS[self as usize].2
    }

    /// The English name, as in the catalogue.
    pub const fn name(self) -> &'static str {
        BANDS[self as usize].3
    }

    /// The lowest rating with this title, in hundredths; `None` for the lowest title.
    pub const fn from_rating(self) -> Option<i32> {
        match BANDS[self as usize].0 {
            i32::MIN => None,
            from => Some(from),
        }
    }
}

/// A band of an organisation's own titles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleBand {
    pub name: String,
    /// The lowest rating, in hundredths of a point.
    pub from: i32,
}

/// An organisation's own titles, the lowest first. Ratings below the lowest have no title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleTable(Vec<TitleBand>);

/// What is wrong with a table of titles; bands are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TitleFault {
    #[error("a table has 1 to {} titles", TitleTable::MOST)]
    Number,
    #[error("title {0} has no name, or more than {longest} characters", longest = TitleTable::LONGEST_NAME)]
    Length(usize),
    #[error("the name of title {0} holds a character that cannot be seen")]
    Character(usize),
    #[error("title {0} has the name of an earlier one")]
    Repeated(usize),
    #[error("title {0} does not begin above the one before it")]
    NotRising(usize),
    #[error("title {0} begins where no rating is")]
    Rating(usize),
}

impl TitleTable {
    /// The maximum number of titles.
    pub const MOST: usize = 20;
    /// The maximum length of a name, in characters.
    pub const LONGEST_NAME: usize = 40;

    /// A table of these bands.
    ///
    /// # Errors
    /// Returns the first fault of the first faulty band.
    pub fn new(bands: Vec<TitleBand>) -> Result<TitleTable, TitleFault> {
        if bands.is_empty() || bands.len() > TitleTable::MOST {
            return Err(TitleFault::Number);
        }
        for (at, band) in bands.iter().enumerate() {
            let (number, before) = (at + 1, &bands[..at]);
            let name = band.name.trim();
            if name.is_empty() || band.name.chars().count() > TitleTable::LONGEST_NAME {
                return Err(TitleFault::Length(number));
            }
            if band.name.chars().any(char::is_control) {
                return Err(TitleFault::Character(number));
            }
            if before.iter().any(|other| other.name.trim() == name) {
                return Err(TitleFault::Repeated(number));
            }
            if before.last().is_some_and(|last| last.from >= band.from) {
                return Err(TitleFault::NotRising(number));
            }
            if !(Glicko::RATINGS.0..=Glicko::RATINGS.1).contains(&band.from) {
                return Err(TitleFault::Rating(number));
            }
        }
        Ok(TitleTable(bands))
    }

    /// The bands, the lowest first.
    pub fn bands(&self) -> &[TitleBand] {
        &self.0
    }

    /// The title for a rating in hundredths of a point.
    pub fn of(&self, rating: i32) -> Option<&str> {
        let reached = self.0.partition_point(|band| band.from <= rating);
        self.0[..reached].last().map(|band| band.name.as_str())
    }
}

/// The titles that are used in a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Titles {
    /// The site's, see [`Title`].
    Site,
    /// Those of the organisation that the pool belongs to.
    Own(TitleTable),
}

/// A title of the site or of an organisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyTitle<'a> {
    Site(Title),
    Own(&'a str),
}

impl Titles {
    /// The title for a rating in hundredths of a point.
    pub fn of(&self, rating: i32) -> Option<AnyTitle<'_>> {
        match self {
            Titles::Site => Some(AnyTitle::Site(Title::of(rating))),
            Titles::Own(table) => table.of(rating).map(AnyTitle::Own),
        }
    }
}

impl AnyTitle<'_> {
    /// The text in API responses: the key of a site's title, or the name of an organisation's.
    pub const fn word(&self) -> &str {
        match self {
            AnyTitle::Site(title) => title.key(),
            AnyTitle::Own(name) => name,
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

    fn band(name: &str, points: i32) -> TitleBand {
        TitleBand { name: name.to_owned(), from: points * 100 }
    }

    #[test]
    fn an_organisations_titles_begin_with_their_lowest_band() {
        let bands = vec![band("Kadete", 1400), band("Bihasa", 1600)];
        let table = TitleTable::new(bands).expect("two rising bands");
        let titles = [139_999, 140_000, 159_999, 160_000, 300_000].map(|rating| table.of(rating));
        let (low, high) = (Some("Kadete"), Some("Bihasa"));
        assert_eq!(titles, [None, low, low, high, high]);
    }

    #[test]
    fn what_is_no_table_is_refused_with_the_title_that_is_wrong() {
        let fault = |bands| TitleTable::new(bands).expect_err("a fault");
        assert_eq!(fault(Vec::new()), TitleFault::Number);
        let many = (0..21).map(|n| band(&format!("T{n}"), 1000 + n)).collect();
        assert_eq!(fault(many), TitleFault::Number);
        let first = || band("A", 1400);
        for (second, expected) in [
            (band(" ", 1500), TitleFault::Length(2)),
            (band(&"x".repeat(41), 1500), TitleFault::Length(2)),
            (band("B\u{7}", 1500), TitleFault::Character(2)),
            (band("A ", 1500), TitleFault::Repeated(2)),
            (band("B", 1400), TitleFault::NotRising(2)),
            (band("B", 1_000_000), TitleFault::Rating(2)),
        ] {
            assert_eq!(fault(vec![first(), second]), expected);
        }
    }
}
