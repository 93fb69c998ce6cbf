//! The messages of a language, resolved once so that pages do not format constant texts again.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use fluent_templates::Loader;
use fluent_templates::fluent_bundle::FluentValue;
use rust_embed::RustEmbed;
use unic_langid::{LanguageIdentifier, langid};

use crate::i18n::{CATALOGUES, Language};

/// The source files, for the keys of the messages and the names of their variables.
#[derive(RustEmbed)]
#[folder = "../../locales/en/"]
struct CatalogueFiles;

/// A message with placeholders for values.
type Pattern = Vec<PatternPiece>;

#[derive(Debug, Clone, PartialEq, Eq)]
enum PatternPiece {
    Text(&'static str),
    Value(String),
}

/// The messages of a language.
pub struct Catalogue {
    id: LanguageIdentifier,
    texts: HashMap<String, &'static str>,
    patterns: HashMap<String, Pattern>,
    /// Messages with a number below [`CACHED_COUNTS`], formatted on first use.
    counted: HashMap<String, Vec<OnceLock<String>>>,
}

/// Small counts recur; larger numbers are formatted each time.
const CACHED_COUNTS: usize = 1_000;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::load(langid!("en")));
static FILIPINO: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::load(langid!("fil")));

/// Delimits variable names in formatted texts; it cannot occur in them otherwise.
const PLACEHOLDER_MARK: char = '\u{1}';

/// Texts are created once and live as long as the program.
fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// The keys of all messages with their source text.
fn messages() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for file in CatalogueFiles::iter().filter_map(|name| CatalogueFiles::get(&name)) {
        for line in String::from_utf8_lossy(&file.data).lines() {
            let key = line.split_once(" =").map(|(key, _)| key);
            match key.filter(|_| !line.starts_with([' ', '#'])) {
                Some(key) => found.push((key.to_owned(), line.to_owned())),
                // A comment is no part of the message above it.
                None if line.starts_with('#') => {}
                None => {
                    if let Some((_, source)) = found.last_mut() {
                        source.push_str(line);
                    }
                }
            }
        }
    }
    found
}

/// The names of the variables in a message.
fn variable_names(source: &str) -> Vec<String> {
    let name = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        rest[..end].to_owned()
    };
    source.split('$').skip(1).map(name).collect()
}

impl Catalogue {
    /// Returns the catalogue of a language, which is loaded on first use.
    pub fn for_language(language: Language) -> &'static Catalogue {
        match language {
            Language::English => &ENGLISH,
            Language::Filipino => &FILIPINO,
        }
    }

    fn load(id: LanguageIdentifier) -> Catalogue {
        let (texts, patterns, counted) = Default::default();
        let mut catalogue = Catalogue { id, texts, patterns, counted };
        for (key, source) in messages() {
            catalogue.insert(key, &source);
        }
        catalogue
    }

    fn insert(&mut self, key: String, source: &str) {
        let names = variable_names(source);
        if names.is_empty() {
            self.texts.insert(key.clone(), leak(CATALOGUES.lookup(&self.id, &key)));
        } else if names.iter().all(|name| name == "count") {
            self.counted.insert(key, vec![OnceLock::new(); CACHED_COUNTS]);
        } else if !source.contains("->") {
            self.patterns.insert(key.clone(), pattern(&self.id, &key, &names));
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key) || self.patterns.contains_key(key)
    }

    /// A text without variables.
    pub fn text(&self, key: &str) -> &'static str {
        // A test checks that pages and catalogues use the same keys.
        self.texts.get(key).copied().unwrap_or("?")
    }

    /// A text with its variables filled in.
    pub fn fill(&self, key: &str, values: &[(&'static str, String)]) -> String {
        if let Some(text) = self.texts.get(key) {
            return (*text).to_owned();
        }
        let Some(pattern) = self.patterns.get(key) else {
            let values: HashMap<_, FluentValue<'_>> = values
                .iter()
                .map(|(name, value)| ((*name).into(), value.as_str().into()))
                .collect();
            return CATALOGUES.lookup_with_args(&self.id, key, &values);
        };
        let mut text = String::with_capacity(64);
        for piece in pattern {
            match piece {
                PatternPiece::Text(own) => text.push_str(own),
                PatternPiece::Value(name) => {
                    let value = values.iter().find(|(own, _)| *own == name.as_str());
                    text.push_str(value.map_or("", |(_, value)| value));
                }
            }
        }
        text
    }

    /// A text with a number, in the right plural form.
    pub fn count(&self, key: &str, count: i64) -> String {
        let make = || {
            let values = HashMap::from([("count".into(), FluentValue::from(count))]);
            CATALOGUES.lookup_with_args(&self.id, key, &values)
        };
        let slot = self.counted.get(key).zip(usize::try_from(count).ok());
        match slot.and_then(|(slots, count)| slots.get(count)) {
            Some(slot) => slot.get_or_init(make).clone(),
            None => make(),
        }
    }
}

/// Formats the message once with marked variable names and splits it at the marks.
fn pattern(id: &LanguageIdentifier, key: &str, names: &[String]) -> Pattern {
    let values: HashMap<_, FluentValue<'_>> = names
        .iter()
        .map(|name| {
            (name.clone().into(), format!("{PLACEHOLDER_MARK}{name}{PLACEHOLDER_MARK}").into())
        })
        .collect();
    let text = CATALOGUES.lookup_with_args(id, key, &values);
    text.split(PLACEHOLDER_MARK)
        .enumerate()
        .map(|(n, part)| match n % 2 {
            0 => PatternPiece::Text(leak(part.to_owned())),
            _ => PatternPiece::Value(part.to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolved_texts_are_those_of_the_catalogues() {
        for language in Language::ALL {
            let catalogue = Catalogue::for_language(language);
            for (key, source) in messages() {
                let names = variable_names(&source);
                let with = |value: &str| -> HashMap<_, FluentValue<'_>> {
                    names.iter().map(|n| (n.clone().into(), value.to_owned().into())).collect()
                };
                if names.is_empty() {
                    assert_eq!(catalogue.text(&key), CATALOGUES.lookup(&catalogue.id, &key));
                } else if names.iter().all(|name| name == "count") {
                    for count in [0, 1, 2, 4, 21, 999, 1_000, 1_000_000] {
                        let values = HashMap::from([("count".into(), count.into())]);
                        let plain = CATALOGUES.lookup_with_args(&catalogue.id, &key, &values);
                        assert_eq!(catalogue.count(&key, count), plain);
                        assert_eq!(catalogue.count(&key, count), plain, "the second time");
                    }
                } else {
                    let plain = CATALOGUES.lookup_with_args(&catalogue.id, &key, &with("<7>"));
                    let own: Vec<(&'static str, String)> =
                        names.iter().map(|n| (leak(n.clone()), "<7>".to_owned())).collect();
                    assert_eq!(catalogue.fill(&key, &own), plain, "{key}");
                }
            }
        }
    }
}
