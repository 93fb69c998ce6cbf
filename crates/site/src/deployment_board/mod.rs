//! Deployment on any page: the draft in forms, a board that works without a script, and the data
//! for the script (`static/js/deploy`).

mod board;
mod cells;
mod draft_faults;
mod small_board;

pub use board::{DeploymentBoard, SavedSetUp};
pub use cells::DraftCells;
pub use draft_faults::{DraftFaultText, draft_fault_messages, draft_fault_texts};
pub use small_board::{PieceFaces, SmallBoard, face_id};
