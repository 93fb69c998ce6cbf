//! A letter's words: plain text in the reader's language, every link with the site's address.

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::{Address, address::AddressError};
use rand::Rng;

use crate::service::accounts::{Letter, LetterKind};
use crate::web::i18n::{Language, Texts};
use crate::web::moments::in_zone;

/// Columns of a line of text; addresses are never broken.
const COLUMNS: usize = 72;
/// A name in a letter is cut behind so many characters.
const LONGEST_NAME: usize = 64;

/// Subject, what stands before the link, and what stands behind it, as keys of the catalogues.
const fn keys(kind: LetterKind) -> [&'static str; 3] {
    match kind {
        LetterKind::Reset => ["mail-reset-subject", "mail-reset", "mail-reset-end"],
        LetterKind::Confirm => ["mail-confirm-subject", "mail-confirm", "mail-confirm-end"],
        LetterKind::Invitation => {
            ["mail-invitation-subject", "mail-invitation", "mail-invitation-end"]
        }
        LetterKind::PasswordChanged => ["mail-password-subject", "mail-password", "mail-alarm"],
        LetterKind::EmailChanged => ["mail-email-subject", "mail-email", "mail-alarm"],
        LetterKind::SecondFactorOn => ["mail-factor-on-subject", "mail-factor-on", "mail-alarm"],
        LetterKind::SecondFactorOff => ["mail-factor-off-subject", "mail-factor-off", "mail-alarm"],
        LetterKind::NewSignIn => ["mail-sign-in-subject", "mail-sign-in", "mail-alarm"],
        LetterKind::MatchToAgree => ["mail-agree-subject", "mail-agree", "mail-match-end"],
        LetterKind::MatchStarts => ["mail-starts-subject", "mail-starts", "mail-match-end"],
        LetterKind::MatchLapsed => ["mail-lapsed-subject", "mail-lapsed", "mail-match-end"],
    }
}

/// What the log calls a letter of this kind.
pub const fn name(kind: LetterKind) -> &'static str {
    keys(kind)[1]
}

/// Why a letter cannot be written. Neither says an address.
#[derive(Debug, thiserror::Error)]
pub enum Unwritten {
    #[error("the address is none")]
    Address(#[from] AddressError),
    #[error("the letter cannot be put together")]
    Form(#[from] lettre::error::Error),
}

/// Puts a letter together. Only the address of the reader comes from a person and stands in a
/// header, read as an address before; the subject is the catalogue's.
///
/// # Errors
/// [`Unwritten::Address`] for what is no address.
pub fn write(
    letter: &Letter,
    from: &Mailbox,
    site: &str,
    rng: &mut impl Rng,
) -> Result<Message, Unwritten> {
    let to: Address = letter.to.parse()?;
    let subject = texts(letter).text(keys(letter.kind)[0]);
    let number = (rng.next_u64(), rng.next_u64());
    let id = format!("<{:016x}{:016x}@{}>", number.0, number.1, from.email.domain());
    // RFC 3834, 5: no program answers it.
    let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
    Ok(Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(subject)
        .message_id(Some(id))
        .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
        .header(ContentType::TEXT_PLAIN)
        .body(text(letter, site))?)
}

/// The reader's language, English where he never chose one.
fn texts(letter: &Letter) -> Texts {
    Texts(Language::parse(&letter.language).unwrap_or(Language::English))
}

/// All that stands in it.
fn text(letter: &Letter, site: &str) -> String {
    let [_, before, behind] = keys(letter.kind);
    let site = site.trim_end_matches('/');
    let name: String = letter.name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let texts = texts(letter);
    let mut values = vec![("site", site.to_owned()), ("name", name)];
    if let Some(news) = &letter.about {
        let other = news.other.chars().take(LONGEST_NAME).collect();
        let when = in_zone(news.when, &news.zone);
        values.extend([("event", news.event.clone()), ("other", other), ("when", when)]);
    }
    let fill = |key| texts.fill(key, &values);
    let link = letter.path().map(|path| format!("{site}{path}"));
    let parts = [Some(fill("mail-hello")), Some(fill(before)), link, Some(fill(behind))];
    let parts = parts.into_iter().flatten().chain([fill("mail-foot")]);
    let parts: Vec<String> = parts.map(|part| wrapped(&part)).collect();
    parts.join("\n\n") + "\n"
}

/// The paragraph in lines of [`COLUMNS`], broken between words alone.
fn wrapped(paragraph: &str) -> String {
    let (mut text, mut column) = (String::with_capacity(paragraph.len()), 0);
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        if column > 0 {
            let breaks = column + 1 + width > COLUMNS;
            text.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        text.push_str(word);
        column += width;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::secret::Secret;
    use crate::service::accounts::MatchNews;

    const KINDS: [LetterKind; 11] = [
        LetterKind::Reset,
        LetterKind::Confirm,
        LetterKind::Invitation,
        LetterKind::PasswordChanged,
        LetterKind::EmailChanged,
        LetterKind::SecondFactorOn,
        LetterKind::SecondFactorOff,
        LetterKind::NewSignIn,
        LetterKind::MatchToAgree,
        LetterKind::MatchStarts,
        LetterKind::MatchLapsed,
    ];

    fn letter(kind: LetterKind, language: Language) -> Letter {
        let (to, name) = ("ana@a.example".to_owned(), "Ana".to_owned());
        let link = Some(Secret::new(&mut rand::rng()));
        let about = MatchNews {
            event: "August".to_owned(),
            other: "Ben".to_owned(),
            when: 1_795_320_000_000_000,
            zone: "Asia/Manila".to_owned(),
            path: "/events/august/matches/1-1-1".to_owned(),
        };
        let is_of_match = matches!(
            kind,
            LetterKind::MatchToAgree | LetterKind::MatchStarts | LetterKind::MatchLapsed
        );
        let about = is_of_match.then(|| Box::new(about));
        Letter { to, name, language: language.tag().to_owned(), kind, link, about }
    }

    fn written(letter: &Letter) -> Result<String, Unwritten> {
        let from: Mailbox = "Adjutant <adjutant@salpakan.example>".parse().unwrap();
        let message = write(letter, &from, "https://salpakan.example/", &mut rand::rng())?;
        Ok(String::from_utf8(message.formatted()).unwrap())
    }

    /// The headers' names.
    fn headers(message: &str) -> Vec<&str> {
        let (head, _) = message.split_once("\r\n\r\n").unwrap();
        let own = |line: &&str| !line.starts_with(' ');
        head.lines().filter(own).map(|line| line.split_once(':').unwrap().0).collect()
    }

    #[test]
    fn a_letter_greets_says_what_happened_and_links_to_the_site() {
        let letter = letter(LetterKind::Reset, Language::English);
        let (text, path) = (text(&letter, "https://salpakan.example/"), letter.path().unwrap());
        assert!(text.starts_with("Hello Ana,\n\n"), "{text}");
        assert!(text.contains(&format!("\n\nhttps://salpakan.example{path}\n\n")), "{text}");
        assert!(
            text.lines().all(|line| line.len() <= COLUMNS || line.starts_with("https:")),
            "{text}"
        );
    }

    #[test]
    fn a_letter_about_a_match_tells_the_hour_of_the_events_zone_and_links_to_it() {
        let letter = letter(LetterKind::MatchStarts, Language::English);
        let text = text(&letter, "https://salpakan.example/");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains("2026-11-22 12:00 (Asia/Manila)"), "{text}");
        assert!(text.contains("https://salpakan.example/events/august/matches/1-1-1\n"), "{text}");
    }

    #[test]
    fn every_kind_is_whole_in_both_languages() {
        for kind in KINDS {
            for language in Language::ALL {
                let letter = letter(kind, language);
                let text = text(&letter, "https://salpakan.example");
                let subject = texts(&letter).text(keys(kind)[0]);
                assert!(subject.is_ascii() && subject.starts_with("Adjutant: "), "{subject}");
                assert!(!text.contains('?') && !text.contains("mail-"), "{kind:?}: {text}");
                assert!(text.contains("salpakan.example"), "{kind:?}: {text}");
            }
        }
    }

    #[test]
    fn nothing_that_a_person_chooses_makes_a_header() {
        let plain = written(&letter(LetterKind::Reset, Language::English)).unwrap();
        let expected = [
            "From",
            "To",
            "Subject",
            "Message-ID",
            "Auto-Submitted",
            "Content-Type",
            "Date",
            "Content-Transfer-Encoding",
        ];
        for name in expected {
            assert!(headers(&plain).contains(&name), "{name}: {plain}");
        }
        for hostile in [
            "ana@a.example\r\nBcc: all@b.example",
            "ana@a.example\nBcc: all@b.example",
            "ana@a.example, all@b.example",
            "ana@a.example;all@b.example",
            "Ana <ana@a.example>",
            "\"ana\r\nBcc: all@b.example\"@a.example",
            "ana@a.example\0",
            "ana@[127.0.0.1]\r\nSubject: x",
            "ana@a.example%0d%0aBcc:x@b.example",
            "",
        ] {
            let refused = written(&Letter {
                to: hostile.to_owned(),
                ..letter(LetterKind::Reset, Language::English)
            });
            let said = refused.map(|sent| format!("sent: {sent}")).unwrap_err().to_string();
            assert_eq!(said, "the address is none", "{hostile}");
        }
        for name in ["\r\nBcc: all@b.example\r\n\r\nMore", "Ana\u{2028}\u{0}", &"x".repeat(5_000)] {
            let letter =
                Letter { name: name.to_owned(), ..letter(LetterKind::Confirm, Language::English) };
            let message = written(&letter).unwrap();
            assert_eq!(headers(&message), headers(&plain), "{message}");
            assert!(!message.contains("\nBcc"), "{message}");
            assert!(message.len() < 3_000, "{}", message.len());
        }
    }
}
