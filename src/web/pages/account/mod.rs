//! Pages of the visitor's own account, and signing up, in and out.

pub mod audit;
pub mod data;
pub mod email;
pub mod invitation;
mod navigation;
pub mod overview;
pub mod password;
pub mod password_prompt;
pub mod password_reset;
pub mod player;
pub mod second_factor;
pub mod security;
mod session_cookies;
pub mod sign_in;
pub mod sign_up;
pub mod tokens;
