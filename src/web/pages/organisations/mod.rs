//! Pages of organisations, public ones and those of their officials.

pub mod audit;
pub mod claims;
pub mod edit;
pub mod feeds;
pub mod home;
pub mod index;
pub mod leagues;
pub mod logo;
pub mod member_form;
pub mod members;
pub mod new;
pub mod officials;
pub mod rating_lists;
pub mod record_upload;
pub mod roster;
pub mod seasons;
pub mod series;
pub mod standings;
pub mod titles;
pub mod webhooks;
