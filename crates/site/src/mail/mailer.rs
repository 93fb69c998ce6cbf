//! Sends mail: messages are queued in memory, and a thread delivers them to the mail server.

use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use lettre::Transport;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{self, SmtpTransport};

use adjutant_service::accounts::{MailKind, MailMessage};
use adjutant_service::notices::{NoticeMail, Outcome};

use super::composer::{compose, kind_name};
use super::notice_mail::compose_notices;
use super::settings::{Encryption, MailServer, MailSettings};

/// Messages queued at most, including those to be retried.
const QUEUE_CAPACITY: usize = 1_000;
/// The delays before retries.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(15), Duration::from_secs(90)];
/// The timeout for each response of the mail server.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the thread waits for messages if there are none to retry.
const IDLE_WAIT: Duration = Duration::from_secs(3_600);

pub struct Mailer {
    letters: Mutex<Option<SyncSender<MailMessage>>>,
    carrier: Mutex<Option<JoinHandle<()>>>,
    server: SmtpTransport,
    from: Mailbox,
    site: String,
}

impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Post(..)")
    }
}

impl Mailer {
    /// Starts the thread; `site` is the origin of links in messages.
    ///
    /// # Errors
    /// Returns an error if the server's name is not valid for a certificate, or no thread can be
    /// started.
    pub fn start(settings: &MailSettings, site: &str) -> Result<Mailer, String> {
        Mailer::start_with_delays(settings, site, RETRY_DELAYS)
    }

    fn start_with_delays(
        settings: &MailSettings,
        site: &str,
        pauses: [Duration; 2],
    ) -> Result<Mailer, String> {
        let (sender, letters) = sync_channel(QUEUE_CAPACITY);
        let server = transport(&settings.server, settings.from.email.domain())?;
        let carrier = MailWorker {
            server: server.clone(),
            from: settings.from.clone(),
            site: site.to_owned(),
            pauses,
            waiting: Vec::new(),
        };
        let thread = std::thread::Builder::new().name("post".to_owned());
        let thread = thread.spawn(move || carrier.run(&letters)).map_err(|e| e.to_string())?;
        Ok(Mailer {
            letters: Mutex::new(Some(sender)),
            carrier: Mutex::new(Some(thread)),
            server,
            from: settings.from.clone(),
            site: site.to_owned(),
        })
    }

    /// Sends notices and waits for the mail server's answer.
    pub fn deliver(&self, mail: &NoticeMail, key: &str) -> Outcome {
        let message = match compose_notices(mail, &self.from, &self.site, key) {
            Ok(message) => message,
            Err(e) => return Outcome::Rejected(e.to_string()),
        };
        match self.server.send(&message) {
            Ok(_) => Outcome::Delivered(String::new()),
            Err(e) if e.is_permanent() => Outcome::Rejected(smtp_reason(&e)),
            Err(e) => Outcome::Failed(smtp_reason(&e)),
        }
    }

    /// Queues a message without blocking. Messages without a recipient are ignored; if the queue is
    /// full, the message is dropped and logged.
    pub fn send(&self, letter: MailMessage) {
        if letter.to.is_empty() {
            return;
        }
        let kind = letter.kind;
        let letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = letters.as_ref().is_some_and(|letters| letters.try_send(letter).is_ok());
        if !taken {
            log_lost(kind, "too many letters wait");
        }
    }

    /// Stops accepting messages and tries each queued one a last time, for at most `patience`.
    pub fn shutdown(&self, patience: Duration) {
        drop(self.letters.lock().unwrap_or_else(PoisonError::into_inner).take());
        let carrier = self.carrier.lock().unwrap_or_else(PoisonError::into_inner).take();
        let end = Instant::now() + patience;
        while carrier.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Logs the kind of a lost message and the reason, but not the recipient or the link.
fn log_lost(kind: MailKind, reason: &str) {
    tracing::warn!(letter = kind_name(kind), reason, "a letter is lost");
}

/// The connection is opened anew for each message.
fn transport(server: &MailServer, own_name: &str) -> Result<SmtpTransport, String> {
    let tls = || TlsParameters::new(server.host.clone()).map_err(|e| smtp_reason(&e));
    let tls = match server.encryption {
        Encryption::Always => Tls::Wrapper(tls()?),
        Encryption::StartTls => Tls::Required(tls()?),
        Encryption::Local => Tls::None,
    };
    let mut builder = SmtpTransport::builder_dangerous(&server.host)
        .port(server.port)
        .tls(tls)
        .hello_name(ClientId::Domain(own_name.to_owned()))
        .timeout(Some(SMTP_TIMEOUT));
    if let Some((name, password)) = &server.login {
        builder = builder.credentials(Credentials::new(name.clone(), password.clone()));
    }
    Ok(builder.build())
}

/// Why delivery failed. Of a server response only the status code, since its text may quote an
/// address.
fn smtp_reason(e: &smtp::Error) -> String {
    match e.status() {
        Some(code) => format!("the mail server answered {code}"),
        None if e.is_response() => "the mail server's answer cannot be understood".to_owned(),
        None => {
            let mut text = e.to_string();
            let mut cause = std::error::Error::source(e);
            while let Some(inner) = cause {
                text += &format!(": {inner}");
                cause = inner.source();
            }
            text
        }
    }
}

/// A message to be retried.
struct QueuedMail {
    kind: MailKind,
    message: Message,
    tries: usize,
    due: Instant,
}

struct MailWorker {
    server: SmtpTransport,
    from: Mailbox,
    site: String,
    pauses: [Duration; 2],
    waiting: Vec<QueuedMail>,
}

impl MailWorker {
    fn run(mut self, letters: &Receiver<MailMessage>) {
        loop {
            let next = self.waiting.iter().map(|one| one.due).min();
            let pause = next.map_or(IDLE_WAIT, |due| due.saturating_duration_since(Instant::now()));
            match letters.recv_timeout(pause) {
                Ok(letter) => self.accept(&letter),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.retry_due(Instant::now());
        }
        // On shutdown each message is tried a last time.
        self.pauses = [Duration::ZERO; 2];
        for one in std::mem::take(&mut self.waiting) {
            self.attempt(QueuedMail { tries: self.pauses.len(), ..one });
        }
    }

    fn accept(&mut self, letter: &MailMessage) {
        let kind = letter.kind;
        match compose(letter, &self.from, &self.site, &mut rand::rng()) {
            Ok(message) => {
                self.attempt(QueuedMail { kind, message, tries: 0, due: Instant::now() });
            }
            Err(e) => log_lost(kind, &e.to_string()),
        }
    }

    fn retry_due(&mut self, now: Instant) {
        let (due, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition::<Vec<_>, _>(|one| one.due <= now);
        self.waiting = waiting;
        for one in due {
            self.attempt(one);
        }
    }

    /// Tries to send; after a temporary failure the message is queued again.
    fn attempt(&mut self, mut one: QueuedMail) {
        let Err(e) = self.server.send(&one.message) else { return };
        let reason = smtp_reason(&e);
        match self.pauses.get(one.tries) {
            Some(pause) if !e.is_permanent() && self.waiting.len() < QUEUE_CAPACITY => {
                one.due = Instant::now() + *pause;
                one.tries += 1;
                tracing::info!(
                    letter = kind_name(one.kind),
                    reason,
                    "a letter waits to be sent again"
                );
                self.waiting.push(one);
            }
            _ => log_lost(one.kind, &reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::parse_sender;
    use super::super::smtp::{Answers, FakeServer};
    use super::*;
    use adjutant_domain::account::secret::Secret;

    const SITE: &str = "https://salpakan.example";
    const SOON: Duration = Duration::from_secs(20);
    const NO_PAUSE: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(10)];

    fn letter(to: &str) -> MailMessage {
        MailMessage {
            to: to.to_owned(),
            name: "Ana".to_owned(),
            language: "en".to_owned(),
            kind: MailKind::Reset,
            link: Some(Secret::new(&mut rand::rng())),
            match_notice: None,
        }
    }

    fn settings(url: &str) -> MailSettings {
        let server = MailServer::parse(url).unwrap();
        MailSettings { server, from: parse_sender(None, SITE).unwrap() }
    }

    fn post(server: &FakeServer) -> Mailer {
        let url = format!("smtp://me:secret@127.0.0.1:{}", server.port());
        Mailer::start_with_delays(&settings(&url), SITE, NO_PAUSE).unwrap()
    }

    #[test]
    fn a_letter_arrives_as_it_was_written() {
        let server = FakeServer::start(Answers::default());
        let post = post(&server);
        let letter = letter("ana@a.example");
        post.send(letter.clone());
        let mail = server.mail(SOON).expect("a letter");
        assert_eq!(mail.from, "<adjutant@salpakan.example>");
        assert_eq!(mail.to, ["<ana@a.example>"]);
        assert!(
            mail.text.contains("Subject: Adjutant: choose a new password\r\n"),
            "{}",
            mail.text
        );
        assert!(mail.text.contains("To: ana@a.example\r\n"), "{}", mail.text);
        let path = letter.link_path().unwrap();
        let text = mail.text.replace("=\r\n", "");
        assert!(text.contains(&format!("\r\nhttps://salpakan.example{path}\r\n")), "{text}");
        assert!(server.said().contains("EHLO salpakan.example\r\n"), "{}", server.said());
        post.shutdown(SOON);
    }

    #[test]
    fn a_busy_server_is_asked_three_times_in_all() {
        let busy = Answers { to_recipient: vec!["450 later"; 2], ..Answers::default() };
        let server = FakeServer::start(busy);
        let patient = post(&server);
        patient.send(letter("ana@a.example"));
        assert!(server.mail(SOON).is_some(), "the third try goes well");
        patient.shutdown(SOON);
        assert_eq!(server.said().matches("RCPT TO").count(), 3);
        let full = Answers { to_recipient: vec!["452 full"; 9], ..Answers::default() };
        let server = FakeServer::start(full);
        let post = post(&server);
        post.send(letter("ana@a.example"));
        server.wait_for("RCPT TO", 3, SOON);
        post.shutdown(SOON);
        assert_eq!(server.said().matches("RCPT TO").count(), 3, "then it is lost");
    }

    #[test]
    fn a_refused_reader_is_not_asked_for_again() {
        let refusing = Answers { to_recipient: vec!["550 nobody"], ..Answers::default() };
        let server = FakeServer::start(refusing);
        let post = post(&server);
        post.send(letter("nobody@a.example"));
        post.send(letter("ana@a.example"));
        let mail = server.mail(SOON).expect("the next letter");
        assert_eq!(mail.to, ["<ana@a.example>"]);
        post.shutdown(SOON);
        assert_eq!(server.said().matches("RCPT TO").count(), 2);
    }

    #[test]
    fn what_waits_when_the_service_ends_is_tried_once_more() {
        let busy = Answers { to_recipient: vec!["450 later"], ..Answers::default() };
        let server = FakeServer::start(busy);
        let url = format!("smtp://127.0.0.1:{}", server.port());
        let post = Mailer::start(&settings(&url), SITE).unwrap();
        post.send(letter("ana@a.example"));
        server.wait_for("RCPT TO", 1, SOON);
        post.shutdown(SOON);
        assert!(server.mail(SOON).is_some());
    }

    #[test]
    fn without_starttls_nothing_is_sent_at_all() {
        let server = FakeServer::start(Answers::default());
        let mut settings = settings(&format!("smtp://me:secret@127.0.0.1:{}", server.port()));
        settings.server.encryption = Encryption::StartTls;
        let transport = transport(&settings.server, "salpakan.example").unwrap();
        let from: Mailbox = settings.from;
        let message = compose(&letter("ana@a.example"), &from, SITE, &mut rand::rng()).unwrap();
        let said = smtp_reason(&transport.send(&message).unwrap_err());
        assert!(said.contains("STARTTLS is not supported"), "{said}");
        assert!(!server.said().contains("AUTH") && !server.said().contains("MAIL"));
    }

    #[test]
    fn a_server_that_promises_encryption_must_give_it() {
        let promises = Answers { offers_starttls: true, ..Answers::default() };
        let server = FakeServer::start(promises);
        let mut settings = settings(&format!("smtp://me:secret@127.0.0.1:{}", server.port()));
        settings.server.encryption = Encryption::StartTls;
        let transport = transport(&settings.server, "salpakan.example").unwrap();
        let message =
            compose(&letter("ana@a.example"), &settings.from, SITE, &mut rand::rng()).unwrap();
        assert!(transport.send(&message).is_err());
        assert!(!server.said().contains("AUTH") && !server.said().contains("ana@"));
    }

    #[test]
    fn a_reason_never_quotes_what_a_server_said() {
        let answer = "550 no such reader ana@a.example, link abcdefgh";
        let server =
            FakeServer::start(Answers { to_recipient: vec![answer], ..Answers::default() });
        let settings = settings(&format!("smtp://127.0.0.1:{}", server.port()));
        let transport = transport(&settings.server, "salpakan.example").unwrap();
        let message =
            compose(&letter("ana@a.example"), &settings.from, SITE, &mut rand::rng()).unwrap();
        let said = smtp_reason(&transport.send(&message).unwrap_err());
        assert_eq!(said, "the mail server answered 550");
    }

    #[test]
    fn posting_never_waits_for_the_server() {
        // The server is not running.
        let port = FakeServer::start(Answers::default()).port();
        let post = Mailer::start(&settings(&format!("smtp://127.0.0.1:{port}")), SITE).unwrap();
        let start = Instant::now();
        for _ in 0..3 * QUEUE_CAPACITY {
            post.send(letter("ana@a.example"));
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        post.shutdown(Duration::ZERO);
    }
}
