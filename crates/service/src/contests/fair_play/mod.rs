//! Fair play of an event: what looks arranged, reports of players, and cases.
//!
//! Only officials with the duty of results see it, and of their own games and cases not even they.

mod cases;
mod erasing;
mod likeness;
mod signs;

pub use cases::{
    CaseAction, CaseEntryView, CaseReader, CaseSummary, CaseView, NewCase, ambiguous_case_entrant,
    case, change_case, open_case, own_case, own_cases, report_entrant, unknown_case_entrant,
    unknown_case_table,
};
pub use likeness::{EventLikeness, PlayerLikeness, analyze_event, counts as alike_counts};
pub use signs::{FairPlayReport, GameReport, ShownGame, ShownSign, fair_play};

pub(crate) use cases::authored_entries;
pub(crate) use erasing::{erase_own_words, replace_names};
