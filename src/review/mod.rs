//! Floor 1: what people write about games that are over: remarks on plies, and what their notes in play were worth.
//! `docs/reviewing.md` has the definitions.

mod calibration;
mod forecast;
mod mark;
mod remarks;
mod room;
mod variation;

pub use calibration::{Calibration, Group, Told};
pub use forecast::{Forecast, brier, forecast};
pub use mark::{Glyph, Mark, Tint, marks_of, marks_text};
pub use remarks::{Fault, LONGEST_WORDS, MOST_MARKS, MOST_REMARKS, Remark, Remarks};
pub use room::{MOST_HERE, Misfit, Person, Room};
pub use variation::{
    Course, Fault as VariationFault, MOST_OWN, MOST_SWAPS, Question, Swap, Variation,
};
