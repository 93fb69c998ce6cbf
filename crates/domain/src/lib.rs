//! What Adjutant decides without a database, a clock or a network: pure modules.

mod macros;

pub mod account;
pub mod contest;
pub mod formation;
pub mod game;
pub mod message;
pub mod moment;
pub mod notice;
pub mod organisation;
pub mod parallel;
pub mod play;
pub mod quiz;
pub mod rating_list;
pub mod review;
pub mod search;
