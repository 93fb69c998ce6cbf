//! The desk of the site's operators and moderators; the second factor opens it.

pub mod accounts;
mod area;
pub mod audit;
pub mod claims;
pub mod invitations;
pub mod organisations;
pub mod overview;
pub mod players;
pub mod reports;
pub mod reviews;
