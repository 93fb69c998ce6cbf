//! Composes mail with notices, which says how to end it (RFC 2369, RFC 8058).

use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};

use adjutant_service::notices::NoticeMail;

use super::composer::{ComposeError, MAX_NAME_CHARS, wrap};
use crate::i18n::{Language, Texts};
use crate::notice_text::notice_sentence;

/// Composes a mail. Its id follows from the key of the delivery, so that a mail that is sent twice
/// can be recognised; nothing that people choose is part of a header but the parsed address.
pub fn compose_notices(
    mail: &NoticeMail,
    from: &Mailbox,
    site: &str,
    key: &str,
) -> Result<Message, ComposeError> {
    let to: Address = mail.to.parse()?;
    let texts = Texts(Language::parse(&mail.language).unwrap_or(Language::English));
    let site = site.trim_end_matches('/');
    let id = blake3::hash(format!("{site} {key}").as_bytes()).to_hex();
    let unsubscribe = format!("{site}{}", mail.unsubscribe_path);
    let header =
        |name, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    Ok(Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(subject(mail, texts))
        .message_id(Some(format!("<{}@{}>", &id[..32], from.email.domain())))
        .raw_header(header("Auto-Submitted", "auto-generated".to_owned()))
        .raw_header(header("List-Unsubscribe", format!("<{unsubscribe}>")))
        .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()))
        .header(ContentType::TEXT_PLAIN)
        .body(body(mail, texts, site, &unsubscribe))?)
}

fn subject(mail: &NoticeMail, texts: Texts) -> String {
    let kind = mail.notices.first().and_then(|one| one.notice.kind().keys().next());
    match kind.filter(|_| !mail.is_digest) {
        Some(kind) => {
            texts.one("mail-notice-subject", "kind", texts.get(&format!("notice-kind-{kind}")))
        }
        None => texts.get("mail-digest-subject"),
    }
}

fn body(mail: &NoticeMail, texts: Texts, site: &str, unsubscribe: &str) -> String {
    let name: String = mail.name.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    let mut parts = vec![texts.one("mail-hello", "name", name)];
    for one in &mail.notices {
        parts.push(notice_sentence(texts, one, &mail.zone));
        parts.push(format!("{site}{}", one.path));
    }
    let end = if mail.is_digest { "mail-digest-end" } else { "mail-notice-end" };
    parts.extend([texts.get(end), unsubscribe.to_owned(), texts.one("mail-foot", "site", site)]);
    let parts: Vec<String> = parts.iter().map(|part| wrap(part)).collect();
    parts.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_domain::moment::Micros;
    use adjutant_domain::notice::Notice;
    use adjutant_service::notices::ShownNotice;

    fn mail(name: &str, is_digest: bool) -> NoticeMail {
        let one = |by| ShownNotice {
            id: by,
            notice: Notice::GameRequest { by },
            event: None,
            name: name.to_owned(),
            path: "/play".to_owned(),
            made_at: Micros(1),
            read_at: None,
        };
        NoticeMail {
            to: "ana@a.example".to_owned(),
            name: "Ana".to_owned(),
            language: "en".to_owned(),
            zone: "Asia/Manila".to_owned(),
            is_digest,
            notices: if is_digest { vec![one(1), one(2)] } else { vec![one(1)] },
            unsubscribe_path: "/unsubscribe/1-8-abcdef".to_owned(),
        }
    }

    fn written(mail: &NoticeMail, key: &str) -> String {
        let from: Mailbox = "Adjutant <adjutant@salpakan.example>".parse().unwrap();
        let message = compose_notices(mail, &from, "https://salpakan.example/", key).unwrap();
        String::from_utf8(message.formatted()).unwrap()
    }

    fn header<'a>(message: &'a str, name: &str) -> &'a str {
        let (head, _) = message.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(own, _)| *own == name).map(|(_, value)| value).unwrap_or_default()
    }

    #[test]
    fn mail_says_what_happened_and_is_ended_by_one_click() {
        let text = written(&mail("Ben", false), "mail 1");
        assert_eq!(
            header(&text, "List-Unsubscribe"),
            "<https://salpakan.example/unsubscribe/1-8-abcdef>"
        );
        assert_eq!(header(&text, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        assert_eq!(header(&text, "Subject"), "Adjutant: Game requests");
        assert!(
            text.contains("Ben asks you for a game.\r\n\r\nhttps://salpakan.example/play\r\n"),
            "{text}"
        );
    }

    #[test]
    fn a_mail_that_is_sent_again_has_the_same_id() {
        let id = |key| header(&written(&mail("Ben", false), key), "Message-ID").to_owned();
        assert_eq!(id("mail 1"), id("mail 1"));
        assert_ne!(id("mail 1"), id("mail 2"));
    }

    #[test]
    fn a_digest_has_all_notices() {
        let text = written(&mail("Ben", true), "digest 1 2");
        assert_eq!(text.matches("asks you for a game").count(), 2, "{text}");
        assert_eq!(header(&text, "Subject"), "Adjutant: your notices");
    }

    #[test]
    fn nothing_that_people_choose_makes_a_header() {
        let hostile = written(&mail("\r\nBcc: all@b.example\r\n\r\nMore", false), "mail 1");
        let (head, _) = hostile.split_once("\r\n\r\n").unwrap();
        assert!(!head.contains("Bcc"), "{hostile}");
    }
}
