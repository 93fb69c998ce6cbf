//! What a deployment is made with, on any page: the draft as a form sends it, the board of choices
//! that works without script, and what the script (`static/js/deploy`) is told.

mod cells;
mod parts;
mod small;
mod words;

pub use cells::Cells;
pub use parts::{Deploying, Own};
pub use small::{Faces, SmallBoard};
pub use words::{Fault, fault_words, faults};
