//! Swiss pairing: published tournaments paired again, what must hold of any pairing, and files that are read.

mod command;
mod files;
mod random;
mod rounds;
mod tournaments;
