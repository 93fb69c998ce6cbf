//! Sending e-mail.

mod composer;
mod mailer;
mod notice_mail;
mod settings;

#[cfg(test)]
#[path = "../../../../tests/support/smtp.rs"]
mod smtp;

pub use mailer::Mailer;
pub use settings::{MailServer, MailSettings, parse_sender};
