//! The pages of organisations: what everybody sees of them, and what their officials do there.

pub mod area;
pub mod audit;
pub mod claims;
pub mod edit;
pub mod faults;
pub mod feeds;
pub mod home;
pub mod index;
pub mod logo;
pub mod member;
pub mod members;
pub mod new;
pub mod officials;
pub mod points;
pub mod records;
pub mod roster;
pub mod seasons;
pub mod standings;
pub mod titles;
