//! Records: the text notation, its twin, and the codec.

mod codec;
mod codec_golden;
#[path = "../support/random_play.rs"]
mod random_play;
