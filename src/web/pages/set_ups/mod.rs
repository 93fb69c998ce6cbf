//! The visitor's saved set-ups: the list and the editor.

pub mod edit;
pub mod index;

/// The address of the list.
const ADDRESS: &str = "/set-ups";
