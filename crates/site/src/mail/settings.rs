//! Settings of the mail server.

use std::fmt;

use actix_web::http::Uri;
use actix_web::http::uri::Authority;
use lettre::Address;
use lettre::message::Mailbox;

use crate::parameters::percent_decode;

/// The port for implicit TLS (RFC 8314, section 3.3).
const SMTPS_PORT: u16 = 465;
/// The port for STARTTLS (RFC 6409, section 3.1).
const SUBMISSION_PORT: u16 = 587;
/// How the address of a mail server is written.
const URL_HELP: &str = "write it as smtps://user:password@host:465, or as smtp://user:password@host:587 \
                    for STARTTLS, with percent signs for what else would mean something (%40 for @)";

/// The encryption between this machine and the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// Implicit TLS.
    Always,
    /// STARTTLS, which is required.
    StartTls,
    /// None: the server is on this machine.
    Local,
}

/// A mail server; `Debug` omits the login.
#[derive(Clone, PartialEq, Eq)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub login: Option<(String, String)>,
}

impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailServer({}:{}, {:?})", self.host, self.port, self.encryption)
    }
}

/// The mail server and the sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSettings {
    pub server: MailServer,
    pub from: Mailbox,
}

impl MailServer {
    /// Parses `smtps://user:password@host:port`, or `smtp://` for STARTTLS; `smtp://` is
    /// unencrypted for a server on this machine.
    ///
    /// # Errors
    /// Returns an explanation, which never contains the password.
    pub fn parse(text: &str) -> Result<MailServer, String> {
        let wrong = |what: &str| format!("{what}; {URL_HELP}");
        let address: Uri = text.parse().map_err(|_| wrong("this is no address of a server"))?;
        let (site, is_secure) = match (address.scheme_str(), address.authority()) {
            (Some("smtps"), Some(site)) => (site, true),
            (Some("smtp"), Some(site)) => (site, false),
            (Some(_), Some(_)) => return Err(wrong("the address begins with neither")),
            _ => return Err(wrong("this is no address of a server")),
        };
        if !matches!(address.path(), "" | "/") || address.query().is_some() || text.contains('#') {
            return Err(wrong("nothing may stand behind the port"));
        }
        let host = site.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err(wrong("the host is missing"));
        }
        let encryption = match is_secure {
            true => Encryption::Always,
            false if is_local_host(&host) => Encryption::Local,
            false => Encryption::StartTls,
        };
        let usual = if is_secure { SMTPS_PORT } else { SUBMISSION_PORT };
        let port = port(site, usual).ok_or_else(|| wrong("the port is no number up to 65535"))?;
        let login = parse_login(site).map_err(wrong)?;
        Ok(MailServer { host, port, encryption, login })
    }
}

/// Whether the server is this machine, so that encryption is unnecessary.
fn is_local_host(host: &str) -> bool {
    let loopback = host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    loopback || host.eq_ignore_ascii_case("localhost")
}

fn port(site: &Authority, usual: u16) -> Option<u16> {
    let behind = site.as_str().rsplit('@').next()?;
    match behind.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
        Some(_) => site.port_u16().filter(|port| *port != 0),
        None => Some(usual),
    }
}

/// Parses name and password before the host.
fn parse_login(site: &Authority) -> Result<Option<(String, String)>, &'static str> {
    let Some((before, _)) = site.as_str().rsplit_once('@') else { return Ok(None) };
    let (name, password) =
        before.split_once(':').ok_or("a password is missing between the name and the host")?;
    let decoded = |text| percent_decode(text).filter(|text| !text.is_empty());
    match (decoded(name), decoded(password)) {
        (Some(name), Some(password)) => Ok(Some((name.into_owned(), password.into_owned()))),
        _ => Err("name or password is empty or no text"),
    }
}

/// Parses the sender, `name@host` or `Words <name@host>`; by default `adjutant@` the host of the
/// public address.
pub fn parse_sender(given: Option<&str>, public_url: &str) -> Result<Mailbox, String> {
    let form = "write it as adjutant@salpakan.example or Salpakan <adjutant@salpakan.example>";
    if let Some(text) = given {
        let named = |_| format!("{text:?} is no e-mail address; {form}");
        return text.parse().map_err(named);
    }
    let uri: Option<Uri> = public_url.parse().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let address = Address::new("adjutant", host)
        .map_err(|_| format!("{host:?} makes no sender's address; {form}"))?;
    Ok(Mailbox::new(Some("Adjutant".to_owned()), address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_a_server_says_where_and_how() {
        let read = |text| MailServer::parse(text).unwrap();
        let whole = read("smtps://me%40a.example:p%3Aw%2Fd@mail.example:4650");
        assert_eq!((whole.host.as_str(), whole.port), ("mail.example", 4650));
        assert_eq!(whole.login, Some(("me@a.example".to_owned(), "p:w/d".to_owned())));
        assert_eq!(whole.encryption, Encryption::Always);
        assert_eq!(read("smtps://mail.example").port, SMTPS_PORT);
        let plain = read("smtp://mail.example/");
        assert_eq!((plain.port, plain.encryption), (SUBMISSION_PORT, Encryption::StartTls));
        assert_eq!(plain.login, None);
        for here in ["smtp://localhost:25", "smtp://127.0.0.1:25", "smtp://[::1]:25"] {
            assert_eq!((read(here).port, read(here).encryption), (25, Encryption::Local), "{here}");
        }
    }

    #[test]
    fn a_wrong_address_is_explained_without_its_password() {
        for (text, words) in [
            ("", "no address"),
            ("mail.example:25", "no address"),
            ("smtps://", "no address"),
            ("https://me:hunter2@mail.example", "neither"),
            ("smtp://me:hunter2@mail.example:99999", "port"),
            ("smtp://me:hunter2@mail.example:0", "port"),
            ("smtp://me:hunter2@mail.example:", "port"),
            ("smtp://me@mail.example", "password is missing"),
            ("smtp://me:@mail.example", "empty"),
            ("smtp://me:hunter2@mail.example/path", "behind the port"),
            ("smtp://me:hunter2@mail.example?tls=none", "behind the port"),
            ("smtp://me:hunter2@mail example", "no address"),
        ] {
            let said = MailServer::parse(text).unwrap_err();
            assert!(said.contains(words), "{text}: {said}");
            assert!(said.contains("smtps://user:password@host:465"), "{said}");
            assert!(!said.contains("hunter2"), "{said}");
        }
        let server = MailServer::parse("smtps://me:hunter2@mail.example").unwrap();
        assert!(!format!("{server:?}").contains("hunter2"));
    }

    #[test]
    fn letters_are_from_the_site_unless_it_is_said_otherwise() {
        let of = |given, url| parse_sender(given, url).map(|from| from.to_string());
        assert_eq!(
            of(None, "https://salpakan.example:444/x").as_deref(),
            Ok("Adjutant <adjutant@salpakan.example>")
        );
        assert_eq!(of(Some("hall@a.example"), "").as_deref(), Ok("hall@a.example"));
        for wrong in ["", "hall", "hall@", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d"] {
            assert!(of(Some(wrong), "").unwrap_err().contains("is no e-mail address"), "{wrong}");
        }
        assert!(of(None, "").unwrap_err().contains("makes no sender"));
    }
}
