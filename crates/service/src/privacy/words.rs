//! Replacing names in comments and tags.

use salpakan::record::Annotations;

/// Names of a deleted person, and their replacement.
pub struct Replacing {
    /// The longest first, so that full names are replaced before their parts.
    names: Vec<Vec<char>>,
    by: String,
}

impl Replacing {
    /// Names of one character are ignored, because they would match everywhere.
    pub fn new(names: Vec<String>, by: &str) -> Replacing {
        let mut names: Vec<Vec<char>> = names
            .iter()
            .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect())
            .filter(|name: &Vec<char>| name.len() > 1)
            .collect();
        names.sort_unstable_by_key(|name| std::cmp::Reverse(name.len()));
        names.dedup();
        Replacing { names, by: by.to_owned() }
    }

    /// The annotations without the names; `None` if they contain none.
    pub fn within(&self, noted: &Annotations) -> Option<Annotations> {
        let mut new = noted.clone();
        for text in new.comments.values_mut() {
            *text = self.replaced(text);
        }
        for (_, value) in &mut new.extra_tags {
            *value = self.replaced(value);
        }
        (new != *noted).then_some(new)
    }

    /// Replaces whole words, ignoring case.
    pub fn replaced(&self, text: &str) -> String {
        let text: Vec<char> = text.chars().collect();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(own) = text.get(at) {
            let starts = at == 0 || !text[at - 1].is_alphanumeric();
            let found = self.names.iter().find(|name| starts && stands(&text[at..], name));
            match found {
                Some(name) => {
                    out.push_str(&self.by);
                    at += name.len();
                }
                None => {
                    out.push(*own);
                    at += 1;
                }
            }
        }
        out
    }
}

/// Whether the text begins with the name as whole words.
fn stands(text: &[char], name: &[char]) -> bool {
    let same = |(one, other): (&char, &char)| one.to_lowercase().eq(other.to_lowercase());
    text.len() >= name.len()
        && text.iter().zip(name).all(same)
        && text.get(name.len()).is_none_or(|next| !next.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::Replacing;

    #[test]
    fn a_name_is_replaced_where_it_is_a_word_of_its_own() {
        let names = ["Juan", "Juan dela Cruz", "J", "ñata"].map(str::to_owned).to_vec();
        let replacing = Replacing::new(names, "Anonymous x");
        for (before, after) in [
            ("juan's move, JUAN!", "Anonymous x's move, Anonymous x!"),
            ("Juan  and Juana", "Anonymous x  and Juana"),
            ("by Juan dela Cruz.", "by Anonymous x."),
            ("J is no name, ÑATA is", "J is no name, Anonymous x is"),
            ("", ""),
        ] {
            assert_eq!(replacing.replaced(before), after);
        }
    }
}
