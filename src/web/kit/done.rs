//! The word after something was done: the address that one is led to has its name.

use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::parameters::{BadParameter, Given, Parameters, Takes};
use crate::web::visit::Visit;

/// What was done, from a table: an address cannot put any other words onto a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done(&'static str);

impl Done {
    /// What the parameter `done` says, of what `known` has: keys that begin with `done-`.
    ///
    /// # Errors
    /// It is none of these.
    pub fn of(given: &Given, known: &'static [&'static str]) -> Result<Option<Done>, BadParameter> {
        let names = || known.iter().map(|key| short(key)).collect::<Vec<_>>().join(", ");
        given.parsed("done", Takes::one_of(names()), |name| {
            known.iter().copied().find(|key| short(key) == name).map(Done)
        })
    }

    /// The same for a page whose address takes nothing else.
    ///
    /// # Errors
    /// The page that says what of the address is wrong.
    pub fn asked(
        visit: &Visit,
        parameters: &Parameters,
        known: &'static [&'static str],
    ) -> Result<Option<Done>, PageError> {
        let given = parameters.read(&["done"]);
        let done = given.and_then(|given| Done::of(&given, known));
        done.map_err(|e| PageError::parameter(visit, &e))
    }

    /// The words.
    #[must_use]
    pub fn words(self, texts: Texts) -> String {
        texts.get(self.0)
    }

    /// The address to be led to: that of the page, with what was done.
    #[must_use]
    pub fn address(page: &str, key: &str) -> String {
        let sign = if page.contains('?') { '&' } else { '?' };
        format!("{page}{sign}done={}", short(key))
    }
}

fn short(key: &str) -> &str {
    key.strip_prefix("done-").unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_come_from_an_address() {
        const KNOWN: &[&str] = &["done-saved", "done-removed"];
        let done = |text| Done::of(&Parameters::of_form(text).read(&["done"]).unwrap(), KNOWN);
        assert_eq!(Done::address("/a?b=1", "done-saved"), "/a?b=1&done=saved");
        assert_eq!(done("done=removed"), Ok(Some(Done("done-removed"))));
        assert_eq!(done(""), Ok(None));
        let refused = done("done=You+are+an+operator").unwrap_err();
        assert!(
            refused.words(Texts(crate::web::i18n::Language::English)).contains("saved, removed")
        );
    }
}
