//! Describes a browser in two words for the list of sessions. The header itself is not stored.

/// Marks of browsers, the most specific first: most browsers also name others.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("Lynx/", "Lynx"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// How many bytes of the header are examined.
const MAX_SCANNED_BYTES: usize = 512;

/// "Firefox on Android", the known half of it, or nothing. The result only has words from these
/// tables.
pub fn describe(user_agent: &str) -> String {
    let mut end = user_agent.len().min(MAX_SCANNED_BYTES);
    while !user_agent.is_char_boundary(end) {
        end -= 1;
    }
    let find = |marks: &[(&str, &'static str)]| {
        let found = marks.iter().find(|(mark, _)| user_agent[..end].contains(mark));
        found.map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn browsers_are_told_by_what_they_send() {
        let sent = [
            (
                "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
                "Firefox on Android",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                "Chrome on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari on iOS",
            ),
            ("curl/8.16.0", "curl"),
            ("", ""),
            ("<script>alert(1)</script>", ""),
        ];
        for (header, told) in sent {
            assert_eq!(describe(header), told, "{header}");
        }
        assert_eq!(describe(&"ñ".repeat(100_000)), "");
    }
}
