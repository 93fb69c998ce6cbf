//! Game of the Generals (Salpakan), the Philippine war game with hidden ranks: rules and arbiter, clocks, game records
//! with their notation, and what each viewer may know of a game.
//!
//! Secrecy is enforced by types. A [`rules::Board`] knows where pieces are but no rank; a [`rules::Arbiter`] knows both
//! armies and answers with verdicts only; a [`record::FullRecord`], which has the ranks, can only be made from a
//! finished game.
//!
//! ```
//! use salpakan::record::notation::{GameReader, ggn, read_game};
//!
//! let text = r#"
//! [White "Ana"]
//! [Black "Ben"]
//! [Result "1-0"]
//! [Ruleset "standard+army=F5"]
//! [Termination "resignation"]
//! [WhiteSetup "....5..../........./F........"]
//! [BlackSetup "F......../........./....5...."]
//!
//! 1. e3-e4 1-0
//! "#;
//! let game = GameReader::new(text.as_bytes())?.next().expect("one game")?;
//! let record = read_game(&game)?;
//! assert_eq!(record.timeline.plies.len(), 1);
//!
//! let mut written = String::new();
//! ggn::write(&mut written, &record);
//! assert!(written.contains(r#"[Termination "resignation"]"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod record;
pub mod rules;
pub mod view;

pub use game_record::clock;
