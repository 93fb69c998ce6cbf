//! Events that are run here: who may tell what of one, and what everybody sees of it.

pub(in crate::service) mod another_game;
mod board;
mod command;
mod conflict_of_interest;
pub(in crate::service) mod days;
mod desk;
mod due;
mod file;
mod from_trf;
mod grace;
mod hall;
pub(in crate::service) mod here;
mod kept;
mod making;
mod match_board;
mod matches;
mod news;
mod own;
mod paging;
mod people;
mod plan_faults;
mod refused;
mod restoring;
mod season;
pub(in crate::service) mod starting;
mod stewards;
mod teams;
mod times;
pub(in crate::service) mod unrecorded;
mod why;
mod words;

pub use board::{
    Board, Boards, EntrantLine, Explained, GroupBoard, MeetingLine, PlaceLine, RoundBoard,
    StageBoard, board, desk, explained, is_of_teams, run, trf, winner,
};
pub use command::Command;
pub use conflict_of_interest::is_own_entry;
pub(in crate::service) use conflict_of_interest::plays_in;
pub use days::take_earlier_days;
pub use desk::{NotTold, Told, may_look, permit, tell, tell_all};
pub use due::{Done, do_due};
pub use file::{ToldFact, facts, no_file, whole};
pub use grace::end_graces;
pub use hall::{
    Hall, HallRound, HallTable, Taken, check_in_in_hall, enter_in_hall, hall, open_hall, steward_of,
};
pub use here::TablePlay;
pub(super) use kept::Kept;
pub use kept::Run;
pub use making::{NewContest, make, permit_making, upcoming, upcoming_of};
pub use match_board::{BoardLine, BoardScoreLine, MatchLine, MemberLine, TeamLine};
pub use matches::{
    Inside, MatchSeen, MatchState, OwnTimedMatch, TimedMatch, match_key, match_of, matches,
    one_match, own_matches, zone_of,
};
pub use news::{Date, News, RoundDate, What, date_of, dates, news};
pub use paging::{DeskRights, desk_rights, host, is_run_here, own_entry, own_titles};
pub use people::{LookedRow, NewEntrant, RowIs, Unread, enter_all, enter_oneself, look_at_list};
pub use plan_faults::plan_fault;
pub use refused::{
    no_code, no_hour, no_number, no_points, no_prize, no_text_in_line, nobody_called,
    nobody_in_line, prizes_twice,
};
pub use restoring::{MOST_BYTES, Preview, Wish, look, restore, restore_kept};
pub use rows::ContestRow;
pub(super) use season::Finals;
pub use season::{SeasonEvent, SeasonRow, SeasonTable, season_table};
pub use stewards::{MOST_HOURS, NewLink, StewardDuties, StewardLink, end_link, links, make_link};
pub use teams::{
    MOST_TEAMS_AT_ONCE, NewTeam, OwnBoard, OwnMatch, OwnTeam, enter_own_team, enter_teams,
    own_boards, own_team,
};
pub use times::TimeCommand;
pub use unrecorded::take_earlier_results;
pub use why::{ExplainedRound, explained_round};

use crate::store::{AnyConnection, contests as rows, labels};

use super::access::{Act, ActingAs, Actor, On, require};
use super::{Error, Thing};

/// The contest of an event, and in which part the actor may do this in it.
fn allowed(
    connection: &mut AnyConnection,
    actor: &Actor,
    act: Act,
    slug: &str,
) -> Result<(rows::ContestRow, ActingAs), Error> {
    let missing = || Error::missing(Thing::Event, slug);
    let row = rows::by_slug(connection, slug)?.ok_or_else(missing)?;
    let demanded = labels::demands_second_factor(connection, row.organisation_id)?;
    let on = match act {
        Act::TakePart => On::Account(actor.account),
        _ => On::Event { organisation: row.organisation_id, event: row.id },
    };
    match require(actor, act, on, demanded) {
        Ok(acting_as) => Ok((row, acting_as)),
        Err(Error::Hidden) => Err(missing()),
        Err(e) => Err(e),
    }
}
