//! Composes messages: plain text in the recipient's language, with absolute links.

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::{Address, address::AddressError};
use rand::Rng;

use crate::i18n::{Language, Texts};
use crate::time_format::format_in_zone;
use adjutant_service::accounts::{MailKind, MailMessage};

/// Columns per line; addresses are never broken.
const WRAP_COLUMNS: usize = 72;
/// Names are truncated to this number of characters.
pub(super) const MAX_NAME_CHARS: usize = 64;

/// The catalogue keys of the subject and of the texts before and after the link.
const fn text_keys(kind: MailKind) -> [&'static str; 3] {
    match kind {
        MailKind::Reset => ["mail-reset-subject", "mail-reset", "mail-reset-end"],
        MailKind::SignInLink => ["mail-link-subject", "mail-link", "mail-link-end"],
        MailKind::Confirm => ["mail-confirm-subject", "mail-confirm", "mail-confirm-end"],
        MailKind::Invitation => {
            ["mail-invitation-subject", "mail-invitation", "mail-invitation-end"]
        }
        MailKind::PasswordChanged => ["mail-password-subject", "mail-password", "mail-alarm"],
        MailKind::EmailChanged => ["mail-email-subject", "mail-email", "mail-alarm"],
        MailKind::SecondFactorOn => ["mail-factor-on-subject", "mail-factor-on", "mail-alarm"],
        MailKind::SecondFactorOff => ["mail-factor-off-subject", "mail-factor-off", "mail-alarm"],
        MailKind::PasskeyAdded => ["mail-passkey-subject", "mail-passkey", "mail-alarm"],
        MailKind::PasskeyRemoved => {
            ["mail-passkey-gone-subject", "mail-passkey-gone", "mail-alarm"]
        }
        MailKind::NewSignIn => ["mail-sign-in-subject", "mail-sign-in", "mail-alarm"],
        MailKind::MatchUnscheduled => ["mail-agree-subject", "mail-agree", "mail-match-end"],
        MailKind::MatchStarts => ["mail-starts-subject", "mail-starts", "mail-match-end"],
        MailKind::MatchDefaulted => ["mail-lapsed-subject", "mail-lapsed", "mail-match-end"],
    }
}

/// The name of this kind of message in logs.
pub const fn kind_name(kind: MailKind) -> &'static str {
    text_keys(kind)[1]
}

/// Why a message cannot be composed. The errors do not contain addresses.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    #[error("the address is none")]
    Address(#[from] AddressError),
    #[error("the letter cannot be put together")]
    Form(#[from] lettre::error::Error),
}

/// Composes a message. The recipient's address is the only header set by a user, and is parsed as
/// an address first.
pub fn compose(
    letter: &MailMessage,
    from: &Mailbox,
    site: &str,
    rng: &mut impl Rng,
) -> Result<Message, ComposeError> {
    let to: Address = letter.to.parse()?;
    let subject = letter_texts(letter).text(text_keys(letter.kind)[0]);
    let number = (rng.next_u64(), rng.next_u64());
    let id = format!("<{:016x}{:016x}@{}>", number.0, number.1, from.email.domain());
    // RFC 3834, section 5: prevents automatic replies.
    let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
    Ok(Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(subject)
        .message_id(Some(id))
        .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
        .header(ContentType::TEXT_PLAIN)
        .body(body_text(letter, site))?)
}

/// The texts in the recipient's language, by default English.
fn letter_texts(letter: &MailMessage) -> Texts {
    Texts(Language::parse(&letter.language).unwrap_or(Language::English))
}

fn body_text(letter: &MailMessage, site: &str) -> String {
    let [_, before, behind] = text_keys(letter.kind);
    let site = site.trim_end_matches('/');
    let name: String =
        letter.name.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    let texts = letter_texts(letter);
    let mut values = vec![("site", site.to_owned()), ("name", name)];
    if let Some(news) = &letter.match_notice {
        let other = news.opponent.chars().take(MAX_NAME_CHARS).collect();
        let when = format_in_zone(texts, news.time, &news.zone);
        values.extend([("event", news.event.clone()), ("other", other), ("when", when)]);
    }
    let fill = |key| texts.fill(key, &values);
    let link = letter.link_path().map(|path| format!("{site}{path}"));
    let parts = [Some(fill("mail-hello")), Some(fill(before)), link, Some(fill(behind))];
    let parts = parts.into_iter().flatten().chain([fill("mail-foot")]);
    let parts: Vec<String> = parts.map(|part| wrap(&part)).collect();
    parts.join("\n\n") + "\n"
}

/// Wraps a paragraph at [`WRAP_COLUMNS`], between words only.
pub(super) fn wrap(paragraph: &str) -> String {
    let (mut text, mut column) = (String::with_capacity(paragraph.len()), 0);
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        if column > 0 {
            let breaks = column + 1 + width > WRAP_COLUMNS;
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
    use adjutant_domain::account::secret::Secret;
    use adjutant_domain::moment::Micros;
    use adjutant_service::accounts::MatchNotice;

    const KINDS: [MailKind; 14] = [
        MailKind::Reset,
        MailKind::SignInLink,
        MailKind::Confirm,
        MailKind::Invitation,
        MailKind::PasswordChanged,
        MailKind::EmailChanged,
        MailKind::SecondFactorOn,
        MailKind::SecondFactorOff,
        MailKind::PasskeyAdded,
        MailKind::PasskeyRemoved,
        MailKind::NewSignIn,
        MailKind::MatchUnscheduled,
        MailKind::MatchStarts,
        MailKind::MatchDefaulted,
    ];

    fn letter(kind: MailKind, language: Language) -> MailMessage {
        let (to, name) = ("ana@a.example".to_owned(), "Ana".to_owned());
        let link = Some(Secret::new(&mut rand::rng()));
        let about = MatchNotice {
            event: "August".to_owned(),
            opponent: "Ben".to_owned(),
            time: Micros(1_795_320_000_000_000),
            zone: "Asia/Manila".to_owned(),
            path: "/events/august/matches/1-1-1".to_owned(),
        };
        let is_of_match = matches!(
            kind,
            MailKind::MatchUnscheduled | MailKind::MatchStarts | MailKind::MatchDefaulted
        );
        let about = is_of_match.then(|| Box::new(about));
        MailMessage {
            to,
            name,
            language: language.tag().to_owned(),
            kind,
            link,
            match_notice: about,
        }
    }

    fn written(letter: &MailMessage) -> Result<String, ComposeError> {
        let from: Mailbox = "Adjutant <adjutant@salpakan.example>".parse().unwrap();
        let message = compose(letter, &from, "https://salpakan.example/", &mut rand::rng())?;
        Ok(String::from_utf8(message.formatted()).unwrap())
    }

    fn headers(message: &str) -> Vec<&str> {
        let (head, _) = message.split_once("\r\n\r\n").unwrap();
        let own = |line: &&str| !line.starts_with(' ');
        head.lines().filter(own).map(|line| line.split_once(':').unwrap().0).collect()
    }

    #[test]
    fn a_letter_greets_says_what_happened_and_links_to_the_site() {
        let letter = letter(MailKind::Reset, Language::English);
        let (text, path) =
            (body_text(&letter, "https://salpakan.example/"), letter.link_path().unwrap());
        assert!(text.starts_with("Hello Ana,\n\n"), "{text}");
        assert!(text.contains(&format!("\n\nhttps://salpakan.example{path}\n\n")), "{text}");
        assert!(
            text.lines().all(|line| line.len() <= WRAP_COLUMNS || line.starts_with("https:")),
            "{text}"
        );
    }

    #[test]
    fn a_letter_about_a_match_tells_the_hour_of_the_events_zone_and_links_to_it() {
        let letter = letter(MailKind::MatchStarts, Language::English);
        let text = body_text(&letter, "https://salpakan.example/");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains("22 Nov 2026, 12:00 (Asia/Manila)"), "{text}");
        assert!(text.contains("https://salpakan.example/events/august/matches/1-1-1\n"), "{text}");
    }

    #[test]
    fn every_kind_is_whole_in_both_languages() {
        for kind in KINDS {
            for language in Language::ALL {
                let letter = letter(kind, language);
                let text = body_text(&letter, "https://salpakan.example");
                let subject = letter_texts(&letter).text(text_keys(kind)[0]);
                assert!(subject.is_ascii() && subject.starts_with("Adjutant: "), "{subject}");
                assert!(!text.contains('?') && !text.contains("mail-"), "{kind:?}: {text}");
                assert!(text.contains("salpakan.example"), "{kind:?}: {text}");
            }
        }
    }

    #[test]
    fn nothing_that_a_person_chooses_makes_a_header() {
        let plain = written(&letter(MailKind::Reset, Language::English)).unwrap();
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
            let refused = written(&MailMessage {
                to: hostile.to_owned(),
                ..letter(MailKind::Reset, Language::English)
            });
            let said = refused.map(|sent| format!("sent: {sent}")).unwrap_err().to_string();
            assert_eq!(said, "the address is none", "{hostile}");
        }
        for name in ["\r\nBcc: all@b.example\r\n\r\nMore", "Ana\u{2028}\u{0}", &"x".repeat(5_000)] {
            let letter = MailMessage {
                name: name.to_owned(),
                ..letter(MailKind::Confirm, Language::English)
            };
            let message = written(&letter).unwrap();
            assert_eq!(headers(&message), headers(&plain), "{message}");
            assert!(!message.contains("\nBcc"), "{message}");
            assert!(message.len() < 3_000, "{}", message.len());
        }
    }
}
