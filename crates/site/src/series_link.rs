//! The addresses of a series of events and of a league.

use crate::parameters::percent_encode;

pub fn series_address(organisation: &str, name: &str) -> String {
    format!("/organisations/{organisation}/series?name={}", percent_encode(name))
}

/// The address of a league.
pub fn league_address(organisation: &str, name: &str) -> String {
    format!("/organisations/{organisation}/leagues?name={}", percent_encode(name))
}
