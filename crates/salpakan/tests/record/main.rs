//! Records: what `NOTATION.md` specifies is parsed, judged and written, and stored bytes are read
//! back.

mod against_referee;
mod broken;
mod codec;
mod codec_golden;
mod cost;
mod cutting;
mod endings;
mod grown;
mod json;
mod notation;
mod properties;
#[path = "../support/random_play.rs"]
mod random_play;
mod share_codes;
mod stream;
mod support;
mod views;
