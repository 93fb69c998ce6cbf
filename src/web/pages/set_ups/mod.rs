//! Set-ups of one's own: a list of them, and the board on which one is made.

pub mod edit;
pub mod index;

use crate::service::Error;
use crate::web::error::PageError;
use crate::web::request_context::RequestContext;

/// The list.
const ADDRESS: &str = "/set-ups";

/// The number in an address; what is none is nobody's set-up.
fn parse_id(visit: &RequestContext, text: &str) -> Result<i32, PageError> {
    text.parse().map_err(|_| PageError::new(visit, &Error::Hidden))
}
