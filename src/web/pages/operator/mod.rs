//! The area of operators and moderators, which requires a second factor.

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
