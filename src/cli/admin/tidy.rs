//! `adjutant admin tidy`: deletes expired data.

use clap::Args;

use crate::cli::words::say;
use adjutant_domain::account::session::SessionLifetimes;
use adjutant_service::housekeeping::{self, Tidied};

use super::{AdminContext, AdminError};

/// Delete expired sessions, links, tokens, seeks, passes and guests.
///
/// A running server does this every hour. Deleted are sessions unused for too long, links that
/// expired a day ago, tokens that expired or were revoked thirty days ago, seeks that expired, table
/// passes made a week ago, and guests who did not sign up within thirty days: their games remain under
/// a meaningless name. The audit trail is not touched.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  adjutant admin tidy --session-idle-days 14")]
pub(super) struct Tidy {
    /// Days without use after which a session ends; use the server's setting.
    #[arg(
        long,
        value_name = "DAYS",
        default_value_t = 14,
        env = "ADJUTANT_SESSION_IDLE_DAYS",
        value_parser = clap::value_parser!(u16).range(1..=400)
    )]
    session_idle_days: u16,
}

impl Tidy {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let lives = SessionLifetimes::from_days(self.session_idle_days, self.session_idle_days);
        let Tidied { sessions, links, tokens, seeks, passes, notices, guests } =
            housekeeping::tidy(&desk.app, lives, desk.now)?;
        say!(
            "taken away: {sessions} sessions, {links} links, {tokens} tokens, {seeks} seeks, {passes} passes, \
             {notices} notices, {guests} guests"
        );
        Ok(())
    }
}
