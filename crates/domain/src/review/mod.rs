//! Floor 1: reviews of finished games: remarks on plies, and scores of the notes that players took.
//! `docs/reviewing.md` has the definitions.

mod calibration;
mod forecast;
mod marks;
mod open_line;
mod remarks;
mod review_room;
mod variation;

pub use calibration::{Calibration, ForecastGroup, ScoredForecast};
pub use forecast::{Forecast, brier_score, parse_forecast};
pub use marks::{Glyph, Mark, MarkColor, MarkedSquare, format_marks, parse_marks};
pub use open_line::{OpenLine, OpenLineError};
pub use remarks::{MAX_COMMENT_LEN, MAX_MARKS, MAX_REMARKS, PlyRemark, RemarkError, Remarks};
pub use review_room::{MAX_ROOM_MEMBERS, ReviewRoom, RoomError, RoomMember};
pub use variation::{
    MAX_OWN_PLIES, MAX_SWAPS, ReplayOutcome, Swap, Variation, VariationError as VariationFault,
    VariationQuery,
};
