//! URLs of websites: `https` only, without anything misleading.

use super::FieldError;

const MAX_WEBSITE_LEN: usize = 200;

/// Parses a website's URL: `https://`, an ASCII host name with a dot, optionally a port and a path.
/// No user info and no IP address. Empty text stays empty.
pub fn parse_website(text: &str) -> Result<String, FieldError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(String::new());
    }
    if text.len() > MAX_WEBSITE_LEN {
        return Err(FieldError::TooLong { most: MAX_WEBSITE_LEN });
    }
    let rest = text.strip_prefix("https://").ok_or(FieldError::InvalidWebsite)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let fine = is_host(host) && port.parse::<u16>().is_ok_and(|port| port > 0) && is_path(path);
    if fine { Ok(text.to_owned()) } else { Err(FieldError::InvalidWebsite) }
}

fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        let fits = |one: u8| one.is_ascii_alphanumeric() || one == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(fits)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let mut labels = host.rsplit('.');
    let last = labels.next().unwrap_or_default();
    host.contains('.')
        && host.split('.').all(is_label)
        && last.len() > 1
        && last.starts_with(|one: char| one.is_ascii_alphabetic())
}

fn is_path(path: &str) -> bool {
    path.bytes().all(|one| one.is_ascii_graphic() && !b"\"'<>\\^`{|}".contains(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_website_is_kept() {
        for fine in ["https://example.org", "https://a-b.example.ph:8443/x/?y=1#z", ""] {
            assert_eq!(parse_website(fine), Ok(fine.to_owned()));
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for wrong in [
            "http://example.org",
            "javascript:alert(1)",
            "data:text/html,x",
            "//example.org",
            "https://",
            "https://localhost",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://good.example@evil.example/",
            "https://good.example\\@evil.example/",
            "https://exa mple.org",
            "https://example.org/\"onclick=",
            "https://example.org/<script>",
            "https://exаmple.org",
            "https://example.org:0",
            "https://example.org:99999",
            "https://-a.org",
            "https://a..org",
            "https://example.org/\u{202e}",
        ] {
            assert_eq!(parse_website(wrong), Err(FieldError::InvalidWebsite), "{wrong}");
        }
        let long = format!("https://example.org/{}", "x".repeat(200));
        assert_eq!(parse_website(&long), Err(FieldError::TooLong { most: 200 }));
    }
}
