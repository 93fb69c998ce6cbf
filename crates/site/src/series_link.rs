//! The address of a series of events.

use crate::parameters::percent_encode;

pub fn series_address(organisation: &str, name: &str) -> String {
    format!("/organisations/{organisation}/series?name={}", percent_encode(name))
}
