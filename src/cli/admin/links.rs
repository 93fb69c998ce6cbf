//! One-time links, as printed for the operator.

use clap::Args;

use crate::cli::words::say;

/// Where links lead.
#[derive(Debug, Clone, Args)]
pub(super) struct LinkArgs {
    /// The site's public address, with which links start.
    #[arg(long, value_name = "URL", env = "ADJUTANT_PUBLIC_URL")]
    public_url: Option<String>,
}

impl LinkArgs {
    /// Prints a link with this path, and what to do with it.
    pub(super) fn print_link(&self, path: &str, words: &str) {
        match self.public_url.as_deref().filter(|url| !url.is_empty()) {
            Some(url) => say!("{}{path}", url.trim_end_matches('/')),
            None => {
                say!("{path}");
                eprintln!("(put the site's address before it, or give --public-url)");
            }
        }
        eprintln!("{words}");
    }
}
