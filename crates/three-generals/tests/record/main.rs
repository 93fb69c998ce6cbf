//! Records: read, judged, written, stored.

mod codec;
mod notation;
#[path = "../rules/random.rs"]
mod random;
