//! The pages of organisations: what everybody sees of them, and what their officials do there.

mod area;
pub mod audit;
pub mod claims;
pub mod edit;
pub mod faults;
pub mod home;
pub mod index;
pub mod logo;
pub mod member;
pub mod members;
pub mod new;
pub mod officials;
pub mod records;
pub mod roster;
pub mod seasons;
pub mod titles;
