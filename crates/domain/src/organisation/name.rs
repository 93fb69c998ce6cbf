//! The name of an organisation, and its slug in URLs.

use super::FieldError;
use super::text;

const MIN_LEN: usize = 2;
const MAX_NAME_LEN: usize = 60;
const MAX_SLUG_LEN: usize = 40;

/// Words that URLs of the site use or may use; they cannot be slugs.
const RESERVED_SLUGS: [&str; 32] = [
    "about",
    "account",
    "accounts",
    "adjutant",
    "admin",
    "api",
    "audit",
    "edit",
    "events",
    "games",
    "help",
    "logo",
    "me",
    "members",
    "mine",
    "new",
    "none",
    "null",
    "official",
    "operator",
    "organisations",
    "players",
    "roles",
    "roster",
    "search",
    "settings",
    "sign-in",
    "sign-up",
    "site",
    "static",
    "tokens",
    "waiting",
];

/// A name of 2 to 60 visible characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationName(String);

impl OrganisationName {
    pub fn parse(text: &str) -> Result<OrganisationName, FieldError> {
        let name = text::clean_line(text, MAX_NAME_LEN)?;
        let Some(first) = name.chars().next() else { return Err(FieldError::Empty) };
        if !first.is_alphanumeric() {
            return Err(FieldError::FormulaSign(first));
        }
        if name.chars().count() < MIN_LEN {
            return Err(FieldError::TooShort { least: MIN_LEN });
        }
        Ok(OrganisationName(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The permanent identifier of an organisation in URLs, pools and events.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrganisationSlug(String);

impl OrganisationSlug {
    /// Parses a slug: 2 to 40 of a-z and 0-9, with single dashes in between.
    pub fn parse(text: &str) -> Result<OrganisationSlug, FieldError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(FieldError::Empty);
        }
        let fits = |one: &char| one.is_ascii_lowercase() || one.is_ascii_digit() || *one == '-';
        if let Some(wrong) = text.chars().find(|one| !fits(one)) {
            return Err(FieldError::SlugCharacter(wrong));
        }
        if text.starts_with('-') || text.ends_with('-') || text.contains("--") {
            return Err(FieldError::SlugCharacter('-'));
        }
        match text.len() {
            0..MIN_LEN => Err(FieldError::TooShort { least: MIN_LEN }),
            MIN_LEN..=MAX_SLUG_LEN if RESERVED_SLUGS.contains(&text) => {
                Err(FieldError::Reserved(text.to_owned()))
            }
            MIN_LEN..=MAX_SLUG_LEN => Ok(OrganisationSlug(text.to_owned())),
            _ => Err(FieldError::TooLong { most: MAX_SLUG_LEN }),
        }
    }

    /// The slug suggested by a name: without accents, everything else a dash.
    /// Returns an error if the result is not a slug, for example because the name has no Latin
    /// letters.
    pub fn from_name(name: &OrganisationName) -> Result<OrganisationSlug, FieldError> {
        use unicode_normalization::UnicodeNormalization;
        let mut slug = String::new();
        for one in name.0.nfkd().flat_map(char::to_lowercase) {
            if one.is_ascii_alphanumeric() {
                slug.push(one);
            } else if (one.is_ascii() || one.is_alphabetic())
                && one != '\''
                && !slug.is_empty()
                && !slug.ends_with('-')
            {
                slug.push('-');
            }
        }
        slug.truncate(MAX_SLUG_LEN);
        OrganisationSlug::parse(slug.trim_matches('-'))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_suggests_its_slug() {
        let slug = |name: &str| {
            let name = OrganisationName::parse(name).expect("a name");
            OrganisationSlug::from_name(&name).map(|slug| slug.0)
        };
        assert_eq!(slug("Salpakan Club of Las Piñas"), Ok("salpakan-club-of-las-pinas".into()));
        assert_eq!(slug("  Generals' Guild,  2026! "), Ok("generals-guild-2026".into()));
        assert_eq!(slug("New"), Err(FieldError::Reserved("new".into())));
        assert_eq!(slug("将軍将軍"), Err(FieldError::Empty));
    }

    #[test]
    fn a_name_has_two_to_sixty_characters_that_can_be_seen() {
        assert_eq!(OrganisationName::parse(" x "), Err(FieldError::TooShort { least: 2 }));
        assert_eq!(OrganisationName::parse(" "), Err(FieldError::Empty));
        assert_eq!(OrganisationName::parse(&"x".repeat(61)), Err(FieldError::TooLong { most: 60 }));
        assert_eq!(OrganisationName::parse("=1+1"), Err(FieldError::FormulaSign('=')));
        assert_eq!(
            OrganisationName::parse("a\u{202e}b"),
            Err(FieldError::InvisibleCharacter { at: 2, code: 0x202e })
        );
    }

    #[test]
    fn a_slug_is_letters_digits_and_single_dashes() {
        for fine in ["ab", "salpakan-manila", "2026", &"x".repeat(40)] {
            assert!(OrganisationSlug::parse(fine).is_ok(), "{fine}");
        }
        for wrong in ["", "a", "-ab", "ab-", "a--b", "Ab", "a b", "a/b", "ñandu", "new", "api"] {
            assert!(OrganisationSlug::parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(OrganisationSlug::parse(&"x".repeat(41)), Err(FieldError::TooLong { most: 40 }));
    }

    #[test]
    fn the_words_of_the_site_are_in_order_and_slugs_themselves() {
        assert!(RESERVED_SLUGS.is_sorted());
        assert!(
            RESERVED_SLUGS
                .iter()
                .all(|word| OrganisationSlug::parse(word)
                    == Err(FieldError::Reserved((*word).into())))
        );
    }
}
