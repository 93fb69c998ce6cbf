//! Account commands: operators, password links, suspension, roles, lists.

use std::io::{self, IsTerminal, Read};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::words::say;
use adjutant_domain::account::password::Password;
use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::Micros;
use adjutant_service::accounts::{self, AccountDetails, MailMessage};
use adjutant_service::messages::LocalizedMessage;

use super::{AdminContext, AdminError};

/// How long such a link is valid.
const RESET_LINK_NOTICE: &str =
    "It works once, within 10 minutes; then make another by `adjutant admin reset`.";

/// Create an account with all rights on the site.
///
/// On a terminal it asks for the password twice without echo; otherwise it prints a link for
/// setting it. The operator's pages require a second factor: set it up on the security page after
/// signing in.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant admin create-operator \"Ana Reyes\"\n  \
                        adjutant admin create-operator ana --link\n  \
                        pass show adjutant | adjutant admin create-operator ana --password-stdin")]
pub(super) struct CreateOperator {
    /// Its name for signing in.
    name: String,
    /// Its e-mail address, if it should receive e-mail.
    #[arg(long, value_name = "ADDRESS", default_value = "", hide_default_value = true)]
    email: String,
    /// Read the password from the first line of standard input.
    #[arg(long, conflicts_with = "link")]
    password_stdin: bool,
    /// Print a link for setting the password, even on a terminal.
    #[arg(long)]
    link: bool,
}

impl CreateOperator {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let (name, email) = (self.name.as_str(), self.email.as_str());
        let password = self.read_password()?;
        if let Some(password) = &password {
            // Checked before the account is created, so that none is left without a password.
            Password::new(password, &[name, email, "Adjutant"]).map_err(|e| {
                AdminError::Refused(format!("password: {}", LocalizedMessage::from(e.message())))
            })?;
        }
        let role = SiteRole::Operator;
        let (_, letter) =
            accounts::create_account(&desk.app, &desk.actor, name, email, role, desk.now)?;
        match (password, &letter.link) {
            (Some(password), Some(link)) => {
                let _ = accounts::reset_password(&desk.app, link, &password, None, desk.now)?;
                say!("{name} is an operator");
            }
            _ => {
                eprintln!("{name} is an operator, and chooses the password here:");
                print_reset_link(desk, &letter);
            }
        }
        Ok(())
    }

    fn read_password(&self) -> Result<Option<String>, AdminError> {
        if self.password_stdin {
            read_password_from_stdin().map(Some)
        } else if !self.link && is_interactive() {
            prompt_password(&self.name).map(Some)
        } else {
            Ok(None)
        }
    }
}

// A new password comes from the terminal or from standard input, never from an option, which all
// users of a machine can see.

/// The maximum length of input: 128 characters of at most 4 bytes, and the end of the line.
const MAX_INPUT_BYTES: u64 = 128 * 4 + 3;

/// Whether there is a terminal to prompt on.
fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Prompts twice, without echo.
fn prompt_password(whose: &str) -> Result<String, AdminError> {
    let unread = |e: io::Error| AdminError::Refused(format!("the password cannot be read: {e}"));
    let first = rpassword::prompt_password(format!("Password for {whose}: ")).map_err(unread)?;
    let again = rpassword::prompt_password("The same again: ").map_err(unread)?;
    if first != again {
        return Err(AdminError::Refused("the two passwords differ; nothing was done".to_owned()));
    }
    Ok(first)
}

/// The first line of standard input.
fn read_password_from_stdin() -> Result<String, AdminError> {
    let refused = |words: &str| AdminError::Refused(format!("standard input: {words}"));
    let mut text = String::new();
    let read = io::stdin().lock().take(MAX_INPUT_BYTES).read_to_string(&mut text);
    read.map_err(|e| refused(&e.to_string()))?;
    let line = text.strip_suffix('\n').unwrap_or(&text);
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.contains(['\n', '\r']) {
        return Err(refused("this is more than one line; give the password alone"));
    }
    Ok(line.to_owned())
}

fn print_reset_link(desk: &AdminContext, letter: &MailMessage) {
    if let Some(path) = letter.link_path() {
        desk.links.print_link(&path, RESET_LINK_NOTICE);
    }
}

fn find_account(desk: &AdminContext, name: &str) -> Result<AccountDetails, AdminError> {
    Ok(accounts::find(&desk.app, &desk.actor, name)?)
}

/// Print a link for setting a new password, which works once, within 10 minutes.
///
/// Hand it to nobody else: anybody who opens it gets into the account.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant admin reset \"Juan Cruz\"\n  \
                        adjutant admin reset juan --public-url https://salpakan.example")]
pub(super) struct ResetPassword {
    /// The account's name.
    name: String,
}

impl ResetPassword {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let account = find_account(desk, &self.name)?.id;
        let letter = accounts::create_reset_link(&desk.app, &desk.actor, account, desk.now)?;
        print_reset_link(desk, &letter);
        Ok(())
    }
}

/// An account, and why something is done to it.
#[derive(Debug, Args)]
pub(super) struct AccountAndReason {
    /// The account's name.
    name: String,
    /// Why; the person can read it in the audit trail.
    #[arg(long, value_name = "WORDS")]
    reason: String,
}

impl AccountAndReason {
    pub(super) fn suspend(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let account = find_account(desk, &self.name)?;
        accounts::suspend(&desk.app, &desk.actor, account.id, &self.reason, desk.now)?;
        say!("{} is suspended", account.name);
        Ok(())
    }

    pub(super) fn reinstate(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let account = find_account(desk, &self.name)?;
        accounts::reinstate(&desk.app, &desk.actor, account.id, &self.reason, desk.now)?;
        say!("{} may sign in again", account.name);
        Ok(())
    }

    pub(super) fn drop_second_factor(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let account = find_account(desk, &self.name)?;
        let AdminContext { app, actor, now, .. } = desk;
        let _ = accounts::reset_second_factor(app, actor, account.id, &self.reason, *now)?;
        say!("{} signs in by the password alone", account.name);
        Ok(())
    }
}

fn site_role() -> impl TypedValueParser<Value = SiteRole> {
    PossibleValuesParser::new(SiteRole::ALL.map(SiteRole::key))
        .map(|key| SiteRole::parse(&key).unwrap_or_default())
}

/// Make an account a moderator or operator of the site, or remove that role.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant admin role \"Juan Cruz\" moderator\n  \
                        adjutant admin role juan none --reason \"moved abroad\"")]
pub(super) struct SetSiteRole {
    /// The account's name.
    name: String,
    #[arg(value_parser = site_role())]
    role: SiteRole,
    /// Why; the person can read it in the audit trail.
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    reason: String,
}

impl SetSiteRole {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let account = find_account(desk, &self.name)?;
        let (role, reason) = (self.role, self.reason.as_str());
        accounts::set_site_role(&desk.app, &desk.actor, account.id, role, reason, desk.now)?;
        say!("{}: {}", account.name, role.key());
        Ok(())
    }
}

/// List accounts: name, state, role, second factor, days of sign-up and last sign-in.
///
/// One per line, separated by tabs, ordered by name. No addresses and no secrets.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant admin list\n  \
                        adjutant admin list --role operator\n  adjutant admin list --prefix jua")]
pub(super) struct ListAccounts {
    /// Only accounts with this site role.
    #[arg(long, value_name = "ROLE", value_parser = site_role())]
    role: Option<SiteRole>,
    /// Only names that start with this text.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    prefix: String,
}

/// The number of accounts that are read at once.
const PAGE_SIZE: usize = 200;

impl ListAccounts {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let mut after = String::new();
        loop {
            let (app, actor) = (&desk.app, &desk.actor);
            let found = accounts::list(app, actor, &self.prefix, &after, PAGE_SIZE)?;
            let wanted = |row: &&AccountDetails| self.role.is_none_or(|role| role == row.site_role);
            found.iter().filter(wanted).for_each(print_account);
            match found.last() {
                Some(last) if found.len() == PAGE_SIZE => after.clone_from(&last.name),
                _ => return Ok(()),
            }
        }
    }
}

fn print_account(row: &AccountDetails) {
    let factor = if row.has_second_factor { "second-factor" } else { "password" };
    let (since, last) = (format_day(row.created_at), format_day(row.signed_in_at));
    let (state, role) = (row.state.key(), row.site_role.key());
    say!("{}\t{state}\t{role}\t{factor}\t{since}\t{last}", row.name);
}

/// The day of a time in UTC; `never` for 0.
fn format_day(moment: Micros) -> String {
    let known = moment.to_utc().filter(|_| moment > Micros(0));
    known.map_or_else(|| "never".to_owned(), |moment| moment.format("%Y-%m-%d").to_string())
}
