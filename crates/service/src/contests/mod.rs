//! Events run on this site: commands and views.

mod acts;
mod audit_text;
mod badges;
mod board;
mod cache;
mod command;
mod conflict_of_interest;
mod correction;
mod creation;
mod deletion;
mod desk_commands;
mod divisions;
mod due;
mod editing;
mod error_messages;
mod event_address;
mod event_copy;
pub(crate) mod event_days;
mod event_file;
mod event_import;
mod event_logo;
mod execution;
mod fair_play;
mod fees;
mod grace_periods;
mod group_board;
mod hall;
mod match_board;
pub(crate) mod match_starts;
mod matches;
mod namesakes;
mod news;
pub(crate) mod onsite_games;
mod participation;
mod personal;
mod public_version;
mod rating_fill;
mod rating_report;
mod registration;
pub(crate) mod replacement_game;
mod result_entry;
mod round_explanation;
mod scheduling_command;
mod season_table;
mod sections;
mod series;
mod stand_in;
mod steward_links;
mod team_registration;
mod trf_reader;
mod trf_writer;
pub(crate) mod unrecorded_results;
mod wire;

pub use acts::{ActAuthor, ActState, DeskAct, DeskActs, desk_acts, redo_act, undo_act};
pub use badges::{
    Badge, BadgeReader, ScannedBadge, badges, check_in_by_badge, own_badge, scan_badge,
};
pub use board::{
    ArenaBoard, BoardOptions, ByeLine, ChallengeLine, ContestBoard, ContestedResult, EntrantLine,
    GroupStandings, KnockOutPlace, LadderBoard, LadderLine, MeetingLine, PlaceExplanation,
    RoundBoard, StageBoard, StandingsPlace, contest_board, explain_place, is_team_event,
    load_contest, official_board, points_text, winner,
};
pub(super) use cache::ContestCache;
pub use cache::LoadedContest;
pub(super) use cache::load as load_row;
pub use command::ContestCommand;
pub use conflict_of_interest::is_own_entry;
pub(crate) use conflict_of_interest::is_participant;
pub use correction::{EntrantCorrection, correct_entrant};
pub use creation::{
    NewContest, authorize_creation, create_contest, create_contest_with, create_sections,
    duplicate_contest, preview_first_entrants, upcoming, upcoming_for_organisation,
};
pub use deletion::delete_event;
pub use desk_commands::{
    AlterationRequest, ChallengeAnswerName, EntrantAction, FirstRoundsSeparation,
    ParticipantAction, RoundCommand, SeparationGroup,
};
pub use divisions::{
    Decisions, Division, DivisionEdit, DivisionPlace, League, NextSeason, delete_drafts, league,
    leagues, make_next_season,
};
pub use due::{DueReport, run_due_actions};
pub use editing::{EventEdit, edit_event};
pub use error_messages::{
    TimetableFault, column_twice_error, contest_error, duplicate_prize_place, invalid_amount,
    invalid_hour, invalid_number, invalid_points, invalid_prize_amount, invalid_prize_line,
    invalid_prize_title, invalid_timetable_line, name_consent, no_spot, not_rated, timetable_error,
    unconfirmed, undecodable_line, unknown_entrant_name, unknown_name_in_line,
    unknown_prize_condition, unknown_tie_break,
};
pub(crate) use event_address::refresh_former_addresses;
pub use event_address::{FormerAddresses, current_address, first_address};
pub use event_copy::{
    ConflictingFact, CopyPreview, merge_copy, merge_previewed_copy, preview_copy,
};
pub use event_days::backfill_missing_days;
pub use event_file::{ExportedFact, export_event, exported_facts, unknown_file};
pub use event_import::{
    ImportOptions, ImportPreview, MAX_FILE_BYTES, import_event, import_previewed, preview_import,
};
pub use event_logo::{EventLogo, event_logo, set_event_logo};
pub use execution::{BatchError, CommandOutcome, authorize, execute, execute_all, is_official};
pub use fair_play::{
    CaseAction, CaseEntryView, CaseReader, CaseSummary, CaseView, EventLikeness, FairPlayReport,
    GameReport, NewCase, PlayerLikeness, ShownGame, ShownSign, alike_counts,
    ambiguous_case_entrant, analyze_event, case, change_case, fair_play as fair_play_report,
    open_case, own_case, own_cases, report_entrant, unknown_case_entrant, unknown_case_table,
};
pub(crate) use fair_play::{authored_entries, erase_own_words, replace_names};
pub use fees::{FeeLine, FeeReport, export_fees, fee_report, total_text};
pub use grace_periods::end_grace_periods;
pub use group_board::{ARENA_COLUMNS, ARENA_POINTS, KEIZER_COLUMNS, KEIZER_POINTS};
pub use hall::{
    Hall, HallEntryOutcome, HallPerson, HallRound, HallTable, check_in_at_hall, enter_hall_result,
    hall, record_link_use, steward_link_label,
};
pub use match_board::{BoardLine, BoardScoreLine, MatchLine, MemberLine, TeamLine, entrant_name};
pub use matches::{
    MatchDetails, MatchState, MatchView, OwnScheduledMatch, ScheduledMatch, match_key, match_view,
    matches, own_matches, parse_match_key, zone_name,
};
pub use news::{
    CalendarEvent, CalendarRound, NewsItem, NewsKind, calendar_event, calendar_events, news,
};
pub use onsite_games::TablePlay;
pub(crate) use participation::withdraw_from_all;
pub use participation::{
    DeskRights, OwnEvent, OwnTable, desk_rights, host_organisation, is_managed_here, own_entry,
    own_events, title_names,
};
pub use personal::OwnPersonalDetails;
pub use personal::{GenderField, PersonalFields, invalid_birth_year, invalid_gender};
pub(crate) use personal::{
    erase as erase_personal_details, of_account as personal_details_of_account,
};
pub use public_version::{PublicVersion, current_version, public_version};
pub use rating_fill::{
    FillLine, FillOptions, FillPreview, FilledField, FilledList, Filling, apply_fill,
    fill_first_entrants, fill_new_entrants, fill_shown_entrants, has_rating_list,
    lists_to_fill_from, preview_fill,
};
pub use rating_report::{NotRated, RatingLine, RatingReport, UnratedGame, rating_report};
pub use registration::{
    EntrantPreviewRow, EntrantRowStatus, MAX_RATING, NewEntrant, UnreadableReason,
    preview_entrants, register_entrants, register_self,
};
pub use result_entry::{RecordedResult, recorded_result};
pub use round_explanation::{ExplainedRound, explain_round};
pub use rows::ContestRow;
pub use scheduling_command::SchedulingCommand;
pub(super) use season_table::ContestSummaryCache;
pub(super) use season_table::event_summaries;
pub use season_table::{EventSummary, SeasonEvent, SeasonPlace, SeasonTable, season_table};
pub use sections::{
    MAX_SECTIONS, NewSection, Section, SectionMove, add_section, desk_sections, move_entrant,
    parse_section_names, sections,
};
pub use series::{EventSeries, all_series, event_series};
pub use steward_links::{
    MAX_LINK_HOURS, NewStewardLink, StewardDuties, StewardLink, create_steward_link,
    revoke_steward_link, steward_links,
};
pub use team_registration::{
    MAX_TEAMS_PER_REQUEST, NewTeam, OwnBoard, OwnTeam, OwnTeamMatch, no_team_error, own_boards,
    own_team, register_own_team, register_teams,
};
pub use trf_writer::{export_official_trf, export_trf};
pub use unrecorded_results::backfill_results;
pub use wire::GameResultName;

use adjutant_store::{AnyConnection, contests as rows, labels};

use super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::{Error, Result, Thing};

/// The contest of an event, and the capacity in which the actor may perform the act.
fn authorize_act(
    conn: &mut AnyConnection,
    actor: &Actor,
    act: Act,
    slug: &str,
) -> Result<(rows::ContestRow, ActingAs)> {
    let row = event_row(conn, slug)?;
    let demanded = labels::demands_second_factor(conn, row.organisation_id)?;
    let on = match act {
        Act::TakePart => ActTarget::Account(actor.account),
        _ => ActTarget::Event { organisation: row.organisation_id, event: row.id },
    };
    match require(actor, act, on, demanded) {
        Ok(acting_as) => Ok((row, acting_as)),
        Err(Error::Hidden) => Err(Error::missing(Thing::Event, slug)),
        Err(e) => Err(e),
    }
}

fn event_row(conn: &mut AnyConnection, slug: &str) -> Result<rows::ContestRow> {
    rows::by_slug(conn, slug)?.ok_or_else(|| Error::missing(Thing::Event, slug))
}
