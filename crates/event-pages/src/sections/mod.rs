//! Sections at one desk: the bar above each desk, results and people of all of them, their pairings one after another,
//! and the forms that put events together.

pub mod bar;
pub mod desk;
mod people;
pub mod public;
mod results;
pub mod settings;
