//! Letters: what is written to people, and how it goes out.

mod letter;
mod post;
mod settings;

#[cfg(test)]
#[path = "../../../tests/support/smtp.rs"]
mod smtp;

pub use post::Post;
pub use settings::{MailServer, MailSettings, sender};
