//! Search by parts of names: the key of a name that ignores case, accents and marks, and the terms
//! of a query.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest query that is examined, in characters.
pub const MAX_QUERY_LEN: usize = 80;
/// The number of words of a query that count.
const MAX_TERMS: usize = 6;
/// The number of letters from which a word is found inside of words, and not only at their beginning.
const INNER_LEN: usize = 3;

/// The words of a text: letters and digits in lower case without accents. Apostrophes join, all else
/// separates.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let joins = |one: char| matches!(one, '\'' | '\u{2019}' | '\u{2bc}');
    let plain = text.nfkd().filter(|one| !is_combining_mark(*one) && !joins(*one));
    for one in plain.flat_map(char::to_lowercase).filter(|one| !is_combining_mark(*one)) {
        match one.is_alphanumeric() {
            true => words.last_mut().into_iter().for_each(|word| word.push(one)),
            false => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A text in lower case without accents and marks, in which parts of names are looked for.
pub fn folded(text: &str) -> String {
    let plain = text.nfkd().filter(|one| !is_combining_mark(*one));
    plain.flat_map(char::to_lowercase).filter(|one| !is_combining_mark(*one)).collect()
}

/// A key that brings names into the order of the Filipino alphabet: Ñ is a letter behind N, other accents and case make no difference.
pub fn name_order(name: &str) -> String {
    /// Behind all letters that can follow an N.
    const TILDE: char = char::MAX;
    let mut key = String::with_capacity(name.len());
    for one in name.nfc().flat_map(char::to_lowercase) {
        match one {
            'ñ' => key.extend(['n', TILDE]),
            one => key += &folded(one.encode_utf8(&mut [0; 4])),
        }
    }
    key
}

/// The key by which a name is found: its words, each after a space. That of a name without letters
/// and digits is a space.
pub fn search_key(name: &str) -> String {
    let words = words(name);
    if words.is_empty() {
        return " ".to_owned();
    }
    words.iter().flat_map(|word| [" ", word]).collect()
}

/// What a query asks for: each of its words occurs in a key, one of a letter or two at the beginning
/// of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchTerms {
    /// The key of the query, with which the best results begin.
    key: String,
    /// Parts that a key must have.
    parts: Vec<String>,
}

impl SearchTerms {
    /// The terms of a query; `None` if it has no letter and no digit.
    pub fn parse(query: &str) -> Option<SearchTerms> {
        let text: String = query.chars().take(MAX_QUERY_LEN).collect();
        let mut words = words(&text);
        words.truncate(MAX_TERMS);
        if words.is_empty() {
            return None;
        }
        let key = words.iter().flat_map(|word| [" ", word]).collect();
        let part = |word: String| match word.chars().count() {
            0..INNER_LEN => format!(" {word}"),
            _ => word,
        };
        Some(SearchTerms { key, parts: words.into_iter().map(part).collect() })
    }

    /// The beginning of the keys of the best results.
    pub fn prefix(&self) -> &str {
        &self.key
    }

    /// The parts that an index of three characters can look up: none for a single letter.
    pub fn indexed_parts(&self) -> impl Iterator<Item = &str> {
        let long = |part: &&str| part.chars().count() >= INNER_LEN;
        self.parts.iter().map(String::as_str).filter(long)
    }

    /// Whether a key has all parts.
    pub fn matches(&self, key: &str) -> bool {
        self.parts.iter().all(|part| key.contains(part.as_str()))
    }

    /// How well a matching key fits, the best first: the whole name, its beginning, words that begin
    /// so, anything else.
    pub fn rank(&self, key: &str) -> u8 {
        let begins_a_word = |part: &String| {
            let word = part.trim_start();
            key.match_indices(word).any(|(at, _)| key[..at].ends_with(' '))
        };
        match key {
            key if key == self.key => 0,
            key if key.starts_with(&self.key) => 1,
            _ if self.parts.iter().all(begins_a_word) => 2,
            _ => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{SearchTerms, folded, name_order, search_key};

    fn is_found(query: &str, name: &str) -> bool {
        SearchTerms::parse(query).is_some_and(|terms| terms.matches(&search_key(name)))
    }

    #[test]
    fn case_accents_and_marks_do_not_matter() {
        assert_eq!(search_key("  Juan  DELA Cruz-Peña "), " juan dela cruz pena");
        assert_eq!(search_key("O'Brien"), search_key("o’brien"));
        assert!(is_found("pena", "PEÑA"));
        assert!(is_found("Pen\u{303}a", "Peña"));
        assert_eq!(search_key("?!"), " ");
        assert_eq!(folded("Ñoño DELA CRUZ, José"), "nono dela cruz, jose");
        assert_eq!(folded("Nin\u{303}o"), folded("niño"));
    }

    #[test]
    fn names_are_in_the_order_of_the_filipino_alphabet() {
        let mut names =
            ["Ponce", "Ñico", "nuñez", "Nin\u{303}o", "Ninz", "Nunez", "Óscar", "Olarte", "Nzo"];
        names.sort_by_cached_key(|name| name_order(name));
        let ordered =
            ["Ninz", "Nin\u{303}o", "Nunez", "nuñez", "Nzo", "Ñico", "Olarte", "Óscar", "Ponce"];
        assert_eq!(names, ordered);
    }

    #[test]
    fn a_long_word_is_found_anywhere_and_a_short_one_where_a_word_begins() {
        assert!(is_found("iga", "Maliga"));
        assert!(is_found("de", "Juan Dela Cruz"));
        assert!(!is_found("el", "Juan Dela Cruz"));
        assert!(is_found("j", "Maria Jose"));
        assert!(is_found("cruz juan", "Juan Dela Cruz"));
        assert!(!is_found("cruz ana", "Juan Dela Cruz"));
        assert_eq!(SearchTerms::parse(" -- "), None);
    }

    #[test]
    fn a_whole_name_ranks_before_its_beginning_a_word_and_a_part() {
        let terms = SearchTerms::parse("ana").expect("a word");
        let ranks = ["Ana", "Ana Reyes", "Maria Ana", "Susana"].map(|n| terms.rank(&search_key(n)));
        assert_eq!(ranks, [0, 1, 2, 3]);
    }

    #[test]
    fn what_is_looked_up_by_three_characters_includes_the_space_before_a_word() {
        let parts = |query| {
            let terms: SearchTerms = SearchTerms::parse(query).expect("a word");
            terms.indexed_parts().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(parts("j"), [""; 0]);
        assert_eq!(parts("ju d"), [" ju"]);
        assert_eq!(parts("Juan"), ["juan"]);
    }

    proptest! {
        #[test]
        fn a_name_is_found_by_itself_and_by_each_of_its_words(name in "\\PC{0,30}") {
            let key = search_key(&name);
            if let Some(terms) = SearchTerms::parse(&name) {
                let counted = key.split(' ').filter(|word| !word.is_empty()).count() <= 6;
                prop_assert!(!counted || terms.matches(&key));
                prop_assert!(!counted || terms.rank(&key) == 0);
            }
            for word in name.split_whitespace() {
                prop_assert!(SearchTerms::parse(word).is_none_or(|terms| terms.matches(&key)));
            }
        }

        #[test]
        fn a_key_is_its_own_key(name in "\\PC{0,30}") {
            let key = search_key(&name);
            prop_assert_eq!(search_key(&key), key);
        }
    }
}
