//! E-mail addresses, validated strictly enough that a letter can only go to their owner.

/// The maximum length of an address in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
const MAX_EMAIL_BYTES: usize = 254;
/// The maximum number of bytes before the `@` (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL_PART_BYTES: usize = 64;

/// An address as it was entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

/// The text is not an address that letters can be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmailError;

impl Email {
    /// Parses an address: one `@`, plain characters before it (RFC 5322's dot-atom, and letters of
    /// any script), and a domain with a dot after it. Quoted names, comments and IP addresses are
    /// refused: nobody uses them, and they serve to forge headers.
    pub fn parse(written: &str) -> Result<Email, EmailError> {
        let text = written.trim_matches(' ');
        let (local, domain) = text.split_once('@').ok_or(EmailError)?;
        let fits = text.len() <= MAX_EMAIL_BYTES && local.len() <= MAX_LOCAL_PART_BYTES;
        let dotted = |part: &str, fits: fn(&str) -> bool| part.split('.').all(fits);
        if fits && dotted(local, is_atom) && dotted(domain, is_label) && is_public_domain(domain) {
            Ok(Email(text.to_owned()))
        } else {
            Err(EmailError)
        }
    }

    /// The address as it was entered.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same key for all spellings of an address that differ in case.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

fn is_atom(part: &str) -> bool {
    let plain = |one: char| {
        one.is_ascii_alphanumeric()
            || "!#$%&'*+-/=?^_`{|}~".contains(one)
            || (!one.is_ascii() && one.is_alphanumeric())
    };
    !part.is_empty() && part.chars().all(plain)
}

fn is_label(part: &str) -> bool {
    let plain = |one: char| one == '-' || one.is_alphanumeric();
    let edges = part.starts_with('-') || part.ends_with('-');
    !part.is_empty() && part.len() <= 63 && !edges && part.chars().all(plain)
}

/// Whether it is a name with a dot and not an IP address such as 127.0.0.1.
fn is_public_domain(domain: &str) -> bool {
    domain.rsplit_once('.').is_some_and(|(_, last)| !last.chars().all(|one| one.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_are_read_and_folded() {
        for text in ["a@b.ph", "Juan.dela+gg@Example.ORG", "o'brien@x-y.co", "josé@halimbawa.ph"] {
            assert_eq!(Email::parse(text).expect(text).as_str(), text);
        }
        let email = Email::parse(" Juan@Example.org ").expect("an address");
        assert_eq!(
            (email.as_str(), email.key().as_str()),
            ("Juan@Example.org", "juan@example.org")
        );
    }

    #[test]
    fn what_is_no_address_or_would_forge_a_header_is_refused() {
        let long = format!("{}@example.org", "a".repeat(65));
        let longer = format!("a@{}org", "example.".repeat(40));
        for text in [
            "",
            "@",
            "a@",
            "@b.c",
            "a@b",
            "a@@b.c",
            "a@b@c.d",
            "a b@c.d",
            "a@b..c",
            ".a@b.c",
            "a.@b.c",
            "a@-b.c",
            "a@127.0.0.1",
            "a@[127.0.0.1]",
            "\"a b\"@c.d",
            "a@b.c\r\nBcc: x@y.z",
            "a@b.c\n",
            "a\0@b.c",
            "a@b.c,x@y.z",
            "<a@b.c>",
            "a\u{202e}@b.c",
            "a@b.c\u{200b}",
            &long,
            &longer,
        ] {
            assert_eq!(Email::parse(text), Err(EmailError), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_address_has_what_ends_a_header(text in "[ -~\\r\\n\\t]{0,12}@[ -~\\r\\n]{0,12}[.][a-z\\r\\n]{1,4}") {
            if let Ok(email) = Email::parse(&text) {
                prop_assert!(!email.as_str().contains(['\r', '\n', '\t', ' ', '<', '>', ',', ';', ':']));
                prop_assert_eq!(email.as_str().matches('@').count(), 1);
            }
        }
    }
}
