//! Of accounts, what rosters look at.

#[path = "../../src/account/age.rs"]
pub mod age;
#[path = "../../src/account/handle.rs"]
pub mod handle;
