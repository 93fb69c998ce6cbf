//! Flash messages: a redirect names the message that the next page shows.

use actix_web::HttpResponse;

use crate::error::PageError;
use crate::html::see_other;
use crate::i18n::Texts;
use crate::parameters::{AcceptedValues, ParameterError, QueryParameters, QueryString};
use crate::request_context::RequestContext;

/// A message from a fixed list, so that an address cannot put other text onto a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlashMessage {
    key: &'static str,
    /// How many things were done; 0 where the message counts nothing.
    count: u32,
}

impl FlashMessage {
    /// The key of its text.
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Parses the parameter `done` as one of the `known` keys, which begin with `done-`, with the
    /// number of [`FlashMessage::counted`] if there is one.
    pub fn from_query(
        given: &QueryParameters,
        known: &'static [&'static str],
    ) -> Result<Option<FlashMessage>, ParameterError> {
        let names = || known.iter().map(|key| short_key(key)).collect::<Vec<_>>().join(", ");
        given.parse_with("done", AcceptedValues::one_of(names()), |given| {
            let (name, count) = match given.split_once('.') {
                Some((name, count)) => (name, count.parse().ok()?),
                None => (given, 0),
            };
            let key = known.iter().copied().find(|key| short_key(key) == name)?;
            Some(FlashMessage { key, count })
        })
    }

    /// Parses the query of a page that takes no other parameter.
    pub fn from_query_string(
        visit: &RequestContext,
        parameters: &QueryString,
        known: &'static [&'static str],
    ) -> Result<Option<FlashMessage>, PageError> {
        let given = parameters.parse(&["done"]);
        let done = given.and_then(|given| FlashMessage::from_query(&given, known));
        done.map_err(|e| PageError::from_parameter(visit, &e))
    }

    pub fn text(self, texts: Texts) -> String {
        texts.count(self.key, self.count)
    }

    /// Whether it is the message of this key.
    pub fn is(self, key: &str) -> bool {
        self.key == key
    }

    /// The key of a message that says how many things were done.
    pub fn counted(key: &str, count: usize) -> String {
        format!("{key}.{count}")
    }

    /// The address of the page with the message appended.
    pub fn redirect_address(page: &str, key: &str) -> String {
        let sign = if page.contains('?') { '&' } else { '?' };
        format!("{page}{sign}done={}", short_key(key))
    }
}

/// A redirect to a page of this site that shows the message.
pub fn redirect_with_flash(page: &str, key: &str) -> HttpResponse {
    see_other(&FlashMessage::redirect_address(page, key))
}

fn short_key(key: &str) -> &str {
    key.strip_prefix("done-").unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_come_from_an_address() {
        const KNOWN: &[&str] = &["done-saved", "done-removed"];
        let done = |text| {
            FlashMessage::from_query(
                &QueryString::from_form_body(text).parse(&["done"]).unwrap(),
                KNOWN,
            )
        };
        assert_eq!(FlashMessage::redirect_address("/a?b=1", "done-saved"), "/a?b=1&done=saved");
        let removed = |count| Ok(Some(FlashMessage { key: "done-removed", count }));
        assert_eq!(done("done=removed"), removed(0));
        let counted = FlashMessage::counted("done-removed", 12);
        assert_eq!(FlashMessage::redirect_address("/a", &counted), "/a?done=removed.12");
        assert_eq!(done("done=removed.12"), removed(12));
        assert!(done("done=removed.many").is_err());
        assert_eq!(done(""), Ok(None));
        let refused = done("done=You+are+an+operator").unwrap_err();
        assert!(refused.message(Texts(crate::i18n::Language::English)).contains("saved, removed"));
    }
}
