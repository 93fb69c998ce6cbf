//! The desk of the site's operators and moderators; the second factor opens it.

pub mod accounts;
pub mod audit;
pub mod claims;
mod header;
pub mod invitations;
pub mod merges;
pub mod organisations;
pub mod overview;
pub mod reports;
pub mod reviews;
