//! Pages, images, the routes and the server.

mod access_log;
mod idempotency;
mod images;
mod pages;
mod request_span;
mod route_class;
mod routes;
mod server;
mod stream_limits;

pub use adjutant_api as api;
use adjutant_site::prelude;
pub use adjutant_site::{
    AccessLog, BackupSchedule, Language, MailServer, MailSettings, Mailer, OrganisationCreation,
    RegistrationMode, Site, SiteSettings, Texts, calendar, live, log_panics, pairing_text,
    parse_sender,
};
pub use server::{ServeError, WebApp, serve};
