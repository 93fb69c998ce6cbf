//! An organisation's name, and the word that names it in addresses.

use super::Fault;
use super::text;

const SHORTEST: usize = 2;
const LONGEST_NAME: usize = 60;
const LONGEST_SLUG: usize = 40;

/// Words that addresses of the site use, now or soon; no slug may be one of them.
const RESERVED: [&str; 32] = [
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

/// A name as people write it: 2 to 60 characters, none of them unseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Reads a name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Name, Fault> {
        let name = text::line(text, LONGEST_NAME)?;
        let Some(first) = name.chars().next() else { return Err(Fault::Empty) };
        if !first.is_alphanumeric() {
            return Err(Fault::Beginning(first));
        }
        if name.chars().count() < SHORTEST {
            return Err(Fault::TooShort { least: SHORTEST });
        }
        Ok(Name(name))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What names an organisation in addresses, pools and events: it never changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slug(String);

impl Slug {
    /// Reads a slug: 2 to 40 of a-z and 0-9, single dashes between them.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Slug, Fault> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Fault::Empty);
        }
        let fits = |one: &char| one.is_ascii_lowercase() || one.is_ascii_digit() || *one == '-';
        if let Some(wrong) = text.chars().find(|one| !fits(one)) {
            return Err(Fault::SlugCharacter(wrong));
        }
        if text.starts_with('-') || text.ends_with('-') || text.contains("--") {
            return Err(Fault::SlugCharacter('-'));
        }
        match text.len() {
            0..SHORTEST => Err(Fault::TooShort { least: SHORTEST }),
            SHORTEST..=LONGEST_SLUG if RESERVED.contains(&text) => {
                Err(Fault::Reserved(text.to_owned()))
            }
            SHORTEST..=LONGEST_SLUG => Ok(Slug(text.to_owned())),
            _ => Err(Fault::TooLong { most: LONGEST_SLUG }),
        }
    }

    /// The slug that a name suggests: accents left out, everything else a dash.
    ///
    /// # Errors
    /// What is wrong with it; a name without Latin letters suggests none.
    pub fn of_name(name: &Name) -> Result<Slug, Fault> {
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
        slug.truncate(LONGEST_SLUG);
        Slug::parse(slug.trim_matches('-'))
    }

    #[must_use]
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
            let name = Name::parse(name).expect("a name");
            Slug::of_name(&name).map(|slug| slug.0)
        };
        assert_eq!(slug("Salpakan Club of Las Piñas"), Ok("salpakan-club-of-las-pinas".into()));
        assert_eq!(slug("  Generals' Guild,  2026! "), Ok("generals-guild-2026".into()));
        assert_eq!(slug("New"), Err(Fault::Reserved("new".into())));
        assert_eq!(slug("将軍将軍"), Err(Fault::Empty));
    }

    #[test]
    fn a_name_has_two_to_sixty_characters_that_can_be_seen() {
        assert_eq!(Name::parse(" x "), Err(Fault::TooShort { least: 2 }));
        assert_eq!(Name::parse(" "), Err(Fault::Empty));
        assert_eq!(Name::parse(&"x".repeat(61)), Err(Fault::TooLong { most: 60 }));
        assert_eq!(Name::parse("=1+1"), Err(Fault::Beginning('=')));
        assert_eq!(Name::parse("a\u{202e}b"), Err(Fault::Unseen { at: 2, code: 0x202e }));
    }

    #[test]
    fn a_slug_is_letters_digits_and_single_dashes() {
        for fine in ["ab", "salpakan-manila", "2026", &"x".repeat(40)] {
            assert!(Slug::parse(fine).is_ok(), "{fine}");
        }
        for wrong in ["", "a", "-ab", "ab-", "a--b", "Ab", "a b", "a/b", "ñandu", "new", "api"] {
            assert!(Slug::parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Slug::parse(&"x".repeat(41)), Err(Fault::TooLong { most: 40 }));
    }

    #[test]
    fn the_words_of_the_site_are_in_order_and_slugs_themselves() {
        assert!(RESERVED.is_sorted());
        assert!(
            RESERVED.iter().all(|word| Slug::parse(word) == Err(Fault::Reserved((*word).into())))
        );
    }
}
