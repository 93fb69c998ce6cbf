//! The visitor's saved set-ups: the list and the editor.

pub mod edit;
pub mod index;

use crate::web::error::{PageError, PageResult};
use crate::web::request_context::RequestContext;
use adjutant_service::Error;

/// The address of the list.
const ADDRESS: &str = "/set-ups";

/// Parses an id of the address; an invalid one counts as an unknown set-up.
fn parse_id(visit: &RequestContext, text: &str) -> PageResult<i32> {
    text.parse().map_err(|_| PageError::new(visit, &Error::Hidden))
}
