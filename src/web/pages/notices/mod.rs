//! Notices: the list, marking them as read, and what the visitor wants to be told of.

pub mod list;
pub mod push;
pub mod settings;
pub mod unsubscribing;
