//! Asking a server whether it works.

use std::time::Duration;

use ureq::Agent;

/// The largest part of an answer that is told.
const MAX_ANSWER_BYTES: u64 = 1_000;

/// Asks an address, which has to answer 200 in time.
///
/// # Errors
/// Returns the answer of a server that is not well, or why there is none.
pub fn probe(url: &str, patience: Duration) -> Result<(), String> {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .timeout_global(Some(patience))
        .user_agent("Adjutant")
        .build();
    let mut answer = Agent::new_with_config(config).get(url).call().map_err(|e| e.to_string())?;
    if answer.status().as_u16() == 200 {
        return Ok(());
    }
    let body = answer.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_string();
    Err(format!("{}: {}", answer.status(), body.unwrap_or_default()))
}
