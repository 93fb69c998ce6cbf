//! Floor 4: pages and JSON over the service.

pub mod api;
mod assets;
mod board;
mod charts;
mod error;
mod i18n;
mod json_block;
mod limits;
mod pages;
mod picture;
mod replay;
mod routes;
mod serve;
mod site;
mod visit;

pub use i18n::{Language, Texts};
pub use serve::{ServeError, serve};
pub use site::{Site, SiteSettings};
