//! The pages of one's own account, and those by which one comes to have one.

pub(in crate::web::pages) mod attempt;
pub mod audit;
pub mod data;
pub mod email;
pub mod forgotten;
pub mod invitation;
mod keeping;
mod letters;
pub mod overview;
pub mod password;
pub mod player;
pub mod prove;
pub mod second_factor;
pub mod security;
pub mod sheet;
pub mod sign_in;
pub mod sign_up;
pub mod tokens;
