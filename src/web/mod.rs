//! Floor 4: pages and JSON over the service.

mod access;
mod answers;
pub mod api;
mod assets;
mod board;
mod body;
mod catalogue;
mod charts;
mod digits;
mod download;
mod error;
mod front;
mod i18n;
mod json_block;
#[allow(dead_code, unused_imports, reason = "the first pages that are built of it come next")]
mod kit;
mod limits;
mod mail;
mod markup;
mod methods;
mod pages;
mod panics;
mod parameters;
mod picture;
mod ranks;
mod replay;
mod routes;
mod serve;
mod site;
mod speech;
mod visit;

pub use i18n::{Language, Texts};
pub use mail::{Kind as LetterKind, Letter, MailServer, MailSettings, Post, sender};
pub use panics::log_panics;
pub use serve::{ServeError, serve};
pub use site::{AccessLog, Founding, Registration, Site, SiteSettings};
