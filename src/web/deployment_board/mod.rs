//! What a deployment is made with, on any page: the draft as a form sends it, the board of choices
//! that works without script, and what the script (`static/js/deploy`) is told.

mod board;
mod cells;
mod draft_faults;
mod small_board;

pub use board::{DeploymentBoard, SavedSetUp};
pub use cells::DraftCells;
pub use draft_faults::{DraftFaultText, draft_fault_messages, draft_fault_texts};
pub use small_board::{PieceFaces, SmallBoard};
