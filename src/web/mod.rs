//! Floor 4: pages and JSON over the service.

mod access;
mod answers;
pub mod api;
mod assets;
mod bearer;
mod board;
mod body;
mod catalogue;
mod charts;
mod digits;
mod download;
mod error;
#[allow(dead_code)]
mod forms;
mod front;
mod i18n;
mod json_block;
#[allow(dead_code, unused_imports, reason = "the pages of organisations use the rest")]
mod kit;
mod limits;
mod mail;
mod markup;
#[allow(dead_code)]
mod methods;
mod moments;
mod own_data;
mod pages;
mod panics;
mod parameters;
mod picture;
mod qr;
mod ranks;
mod replay;
mod routes;
mod serve;
#[allow(dead_code)]
mod session;
mod site;
mod spans;
mod speech;
mod trail;
#[allow(dead_code)]
mod visit;

pub use i18n::{Language, Texts};
pub use mail::{MailServer, MailSettings, Post, sender};
pub use panics::log_panics;
pub use serve::{ServeError, serve};
pub use site::{AccessLog, Founding, Registration, Site, SiteSettings};
