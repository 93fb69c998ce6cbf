//! Who may do what: the table of rights against a second statement of it, actor by act.

mod actors;
mod rights;
