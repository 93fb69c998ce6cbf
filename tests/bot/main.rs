//! `adjutant simulate`.

mod command;
