//! English and Filipino from one set of catalogues.

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{Loader, static_loader};
use unic_langid::{LanguageIdentifier, langid};

static_loader! {
    static CATALOGUES = {
        locales: "./locales",
        fallback_language: "en",
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

static ENGLISH: LanguageIdentifier = langid!("en");
static FILIPINO: LanguageIdentifier = langid!("fil");

/// A language of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Filipino,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Filipino];

    /// The tag for `lang` attributes and cookies.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Filipino => "fil",
        }
    }

    /// The language's name in itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Filipino => "Filipino",
        }
    }

    /// Reads a tag.
    #[must_use]
    pub fn parse(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// The first language of an Accept-Language header that the site speaks.
    #[must_use]
    pub fn accepted(header: &str) -> Option<Language> {
        header.split(',').find_map(|part| {
            let tag = part.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            match tag.split('-').next() {
                Some("en") => Some(Language::English),
                Some("fil" | "tl") => Some(Language::Filipino),
                _ => None,
            }
        })
    }

    fn id(self) -> &'static LanguageIdentifier {
        match self {
            Language::English => &ENGLISH,
            Language::Filipino => &FILIPINO,
        }
    }
}

/// The texts of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts(pub Language);

impl Texts {
    /// The text of `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> String {
        CATALOGUES.lookup(self.0.id(), key)
    }

    /// The text of `key` with one value in it.
    #[must_use]
    pub fn one(&self, key: &str, name: &'static str, value: impl ToString) -> String {
        self.fill(key, &[(name, value.to_string())])
    }

    /// The text of `key` with a number in it, in the right plural.
    #[must_use]
    pub fn count(&self, key: &str, count: impl ToString) -> String {
        let count: i64 = count.to_string().parse().unwrap_or(i64::MAX);
        let values = HashMap::from([(Cow::Borrowed("count"), FluentValue::from(count))]);
        CATALOGUES.lookup_with_args(self.0.id(), key, &values)
    }

    /// The text of `key` with values in it.
    #[must_use]
    pub fn fill(&self, key: &str, values: &[(&'static str, String)]) -> String {
        let values: HashMap<Cow<'static, str>, FluentValue<'_>> = values
            .iter()
            .map(|(name, value)| (Cow::Borrowed(*name), FluentValue::from(value.as_str())))
            .collect();
        CATALOGUES.lookup_with_args(self.0.id(), key, &values)
    }
}
