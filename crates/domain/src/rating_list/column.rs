//! The columns of a list, by the names that federations give them.

use super::RatingKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Number,
    Name,
    Surname,
    GivenName,
    Federation,
    /// The only rating of a list, or the one of the kind of the list.
    Rating,
    RatingOf(RatingKind),
    BirthYear,
    Gender,
}

impl Column {
    /// The column with this heading, or XML element, in English or Filipino.
    pub(super) fn parse(heading: &str) -> Option<Column> {
        let heading = plain(heading);
        Some(match heading.as_str() {
            "fideid"
            | "fide id"
            | "fide no"
            | "fide number"
            | "id number"
            | "idnumber"
            | "id no"
            | "id code"
            | "idcode"
            | "id"
            | "federation number"
            | "federation id"
            | "ncfp id"
            | "ncfp no"
            | "member number"
            | "number"
            | "numero"
            | "numero sa pederasyon" => Column::Number,
            "name" | "player" | "full name" | "player name" | "pangalan" | "buong pangalan"
            | "manlalaro" => Column::Name,
            "surname" | "last name" | "lastname" | "family name" | "apelyido" => Column::Surname,
            "first name" | "firstname" | "given name" | "given names" | "forename"
            | "unang pangalan" => Column::GivenName,
            "fed" | "federation" | "country" | "pederasyon" | "bansa" => Column::Federation,
            "rating" | "rtg" | "elo" | "rat" => Column::Rating,
            "standard" | "std" | "srtng" | "standard rating" | "std rating" => {
                Column::RatingOf(RatingKind::Standard)
            }
            "rapid" | "rpd" | "rrtng" | "rapid rating" => Column::RatingOf(RatingKind::Rapid),
            "blitz" | "blz" | "brtng" | "blitz rating" => Column::RatingOf(RatingKind::Blitz),
            "b day"
            | "bday"
            | "birthday"
            | "birth date"
            | "birthdate"
            | "date of birth"
            | "birth year"
            | "year of birth"
            | "birthyear"
            | "b year"
            | "byear"
            | "born"
            | "yob"
            | "dob"
            | "kapanganakan"
            | "taon ng kapanganakan" => Column::BirthYear,
            "sex" | "gender" | "kasarian" => Column::Gender,
            other if is_month(other) => Column::Rating,
            _ => return None,
        })
    }
}

/// Lower-case words separated by spaces.
fn plain(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let words = lower.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether it is a month such as `nov26`, under which FIDE publishes the ratings of one kind.
fn is_month(heading: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    heading.is_ascii()
        && heading.len() == 5
        && MONTHS.contains(&&heading[..3])
        && heading[3..].bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_in_either_language_and_any_case() {
        for (heading, column) in [
            ("ID Number", Column::Number),
            ("fideid", Column::Number),
            ("Pangalan", Column::Name),
            ("Apelyido", Column::Surname),
            ("B-day", Column::BirthYear),
            ("Taon ng kapanganakan", Column::BirthYear),
            ("KASARIAN", Column::Gender),
            ("rapid_rating", Column::RatingOf(RatingKind::Rapid)),
            ("NOV26", Column::Rating),
        ] {
            assert_eq!(Column::parse(heading), Some(column), "{heading}");
        }
        for other in ["", "K", "Gms", "w_title", "novel", "éééé5"] {
            assert_eq!(Column::parse(other), None, "{other}");
        }
    }
}
