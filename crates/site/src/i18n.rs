//! Localisation in English and Filipino.

use fluent_templates::static_loader;

use crate::catalogue::Catalogue;
use adjutant_service::messages::LocalizedMessage;

static_loader! {
    pub(super) static CATALOGUES = {
        locales: "../../locales",
        fallback_language: "en",
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    English,
    Filipino,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Filipino];

    /// The BCP 47 tag for `lang` attributes and cookies.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Filipino => "fil",
        }
    }

    /// The language's own name for itself.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Filipino => "Filipino",
        }
    }

    pub fn parse(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// The first supported language of an `Accept-Language` header.
    pub fn from_accept_language(header: &str) -> Option<Language> {
        header.split(',').find_map(|part| {
            let tag = part.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            match tag.split('-').next() {
                Some("en") => Some(Language::English),
                Some("fil" | "tl") => Some(Language::Filipino),
                _ => None,
            }
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts(pub Language);

impl Texts {
    fn catalogue(self) -> &'static Catalogue {
        Catalogue::for_language(self.0)
    }

    /// The text of a key.
    pub fn text(self, key: &str) -> &'static str {
        self.catalogue().text(key)
    }

    /// Like [`text`](Self::text), as a `String`.
    pub fn get(self, key: &str) -> String {
        self.text(key).to_owned()
    }

    /// The text of a key with one variable.
    pub fn one(self, key: &str, name: &'static str, value: impl ToString) -> String {
        self.fill(key, &[(name, value.to_string())])
    }

    /// The text of a key with a number, in the right plural form.
    pub fn count(self, key: &str, count: impl ToString) -> String {
        self.catalogue().count(key, count.to_string().parse().unwrap_or(i64::MAX))
    }

    /// A message of a use case; in English if the catalogue does not have it.
    pub fn localize(self, said: &LocalizedMessage) -> String {
        let Some(key) = said.key().filter(|key| self.catalogue().has(key)) else {
            return said.english().to_owned();
        };
        let values = said.values().iter().map(|(name, value)| (*name, self.localize(value)));
        self.fill(key, &values.collect::<Vec<_>>())
    }

    /// The text of a key with its variables filled in.
    pub fn fill(self, key: &str, values: &[(&'static str, String)]) -> String {
        self.catalogue().fill(key, values)
    }
}
