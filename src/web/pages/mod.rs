//! HTML pages: each template struct is defined above its handler.

pub mod about;
pub mod account;
pub mod audit_log;
mod claim_decisions;
pub mod collections;
pub mod contests;
pub mod events;
pub mod formations;
pub mod games;
pub mod home;
mod information_stats;
mod invitation_link;
pub mod leaderboard;
pub mod notation;
pub mod operator;
pub mod organisations;
pub mod players;
pub mod plays;
pub mod preferences;
pub mod quiz;
pub mod replay;
pub mod reviews;
pub mod rooms;
pub mod search;
pub mod set_ups;
pub mod sharing;
pub mod variation;
