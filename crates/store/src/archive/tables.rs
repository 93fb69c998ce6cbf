//! The tables included in a backup, column by column.

use diesel::prelude::*;

use super::super::columns::Reference;
use super::super::queries::insert_all;
use super::super::schema::{
    accounts, audit, chapters, claims, collections, contest_dues, contest_facts, contest_games,
    contest_plays, contests, deployments, events, games, members, merge_moves, merges,
    organisations, outages, own_set_ups, play_events, play_notes, play_reports, played_games,
    players, plays, profiles, recovery_codes, retired_names, reviews, roles, rule_sets, seasons,
    seeks, set_ups, sites, timelines, titles, tokens, toss_seeds, unrecorded_games,
};
use super::super::seasons::season_points;
use super::super::{AnyConnection, Result};
use super::field::{Field, next};
use super::{no_rows, read_counters, write_counters};

/// A table of a backup; rows follow the rows they refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    Counters,
    Players,
    Events,
    Sites,
    RuleSets,
    Games,
    Timelines,
    Deployments,
    Accounts,
    RecoveryCodes,
    Tokens,
    Organisations,
    Roles,
    Members,
    Seasons,
    Titles,
    Profiles,
    Claims,
    Merges,
    MergeMoves,
    RetiredNames,
    Audit,
    OwnSetUps,
    Plays,
    PlayEvents,
    SetUps,
    TossSeeds,
    PlayNotes,
    Seeks,
    Outages,
    PlayReports,
    Contests,
    ContestFacts,
    ContestGames,
    ContestPlays,
    SeasonPoints,
    ContestDues,
    Reviews,
    Collections,
    Chapters,
    PlayedGames,
    UnrecordedGames,
}

/// Serialised rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub rows: u32,
    pub bytes: Vec<u8>,
    /// The id of the last row, after which the next block begins.
    pub last: i32,
}

/// Rows per block.
const ROWS: i64 = 4_096;
/// Games per block, for tables with several rows per game.
const PLAYS: i64 = 64;

/// The last id of a block that begins after `after`. If the id identifies a row, the number of rows
/// ends the block; if several rows share an id, they stay together.
macro_rules! until {
    ($conn:expr, $after:expr, $table:ident $key:ident) => {
        i32::MAX
    };
    ($conn:expr, $after:expr, $table:ident $key:ident $second:ident) => {{
        let some: Vec<i32> = $table::table
            .filter($table::$key.gt($after))
            .select($table::$key)
            .distinct()
            .order($table::$key)
            .limit(PLAYS)
            .load($conn)?;
        some.last().copied().unwrap_or($after)
    }};
}

/// The maximum number of rows per block.
macro_rules! most {
    () => {
        ROWS
    };
    ($second:ident) => {
        i64::MAX
    };
}

/// The number of members as the owner of games and events in `organisation_id`, which backups write
/// in place of a column of its own.
const MEMBERS: Reference = Reference(Some(-1));

fn split_owner(organisation_id: Reference) -> (Reference, i16) {
    if organisation_id == MEMBERS { (Reference(None), 1) } else { (organisation_id, 0) }
}

fn join_owner(organisation_id: Reference, by_member: i16) -> Reference {
    if by_member != 0 { MEMBERS } else { organisation_id }
}

macro_rules! kept {
    ($($variant:ident $row:ident $table:ident by $key:ident $(and $second:ident)? $(owned by $owner:ident $member:ident)? { $($column:ident: $kind:ty),+ $(,)? })+) => {
        $(
            #[derive(Queryable, Insertable)]
            #[diesel(table_name = $table, treat_none_as_default_value = false)]
            struct $row { $($column: $kind,)+ $($member: i16)? }

            impl $row {
                const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),+];

                fn put(&self, out: &mut Vec<u8>) {
                    $(let $column = &self.$column;)+
                    $(let $owner = &join_owner(*$owner, self.$member);)?
                    $($column.put(out);)+
                }

                /// Reads the first `columns` columns; the others get default values.
                fn take(bytes: &mut &[u8], columns: usize) -> Option<$row> {
                    let mut left = columns;
                    $(let $column: $kind = next(bytes, &mut left)?;)+
                    $(let ($owner, $member) = split_owner($owner);)?
                    Some($row { $($column,)+ $($member)? })
                }
            }
        )+

        impl Table {
            /// The name of the table and its columns, as written in a backup.
            pub fn columns(self) -> (&'static str, &'static [&'static str]) {
                match self {
                    Table::Counters => ("counters", &["name", "value"]),
                    $(Table::$variant => (stringify!($table), $row::COLUMNS),)+
                }
            }

            /// Reads the rows after the id `after`; `None` if there are no more.
            pub fn read(
                self,
                conn: &mut AnyConnection,
                after: i32,
            ) -> Result<Option<Block>> {
                match self {
                    Table::Counters => read_counters(conn, after),
                    $(Table::$variant => {
                        let to = until!(conn, after, $table $key $($second)?);
                        let rows: Vec<$row> = $table::table
                            .filter($table::$key.gt(after))
                            .filter($table::$key.le(to))
                            .order(($table::$key, $($table::$second)?))
                            .select(($($table::$column,)+ $($table::$member,)?))
                            .limit(most!($($second)?))
                            .load(conn)?;
                        let Some(last) = rows.last().map(|row| row.$key) else { return Ok(None) };
                        let mut bytes = Vec::with_capacity(rows.len() * 64);
                        rows.iter().for_each(|row| row.put(&mut bytes));
                        Ok(Some(Block { rows: rows.len() as u32, bytes, last }))
                    })+
                }
            }

            /// Inserts the rows of a block with their first `columns` columns.
            pub fn write(
                self,
                conn: &mut AnyConnection,
                columns: usize,
                count: u32,
                mut bytes: &[u8],
            ) -> Result<()> {
                match self {
                    Table::Counters => write_counters(conn, count, bytes),
                    $(Table::$variant => {
                        let rows = (0..count)
                            .map(|_| $row::take(&mut bytes, columns))
                            .collect::<Option<Vec<$row>>>()
                            .filter(|_| bytes.is_empty())
                            .ok_or_else(|| no_rows(self))?;
                        insert_all!(conn, $table::table, rows);
                        Ok(())
                    })+
                }
            }
        }
    };
}

kept! {
    Players PlayerRow players by id { id: i32, handle: String, name_key: String, look_key: String, state: i16, merged_into: Reference, private: i16 }
    Events EventRow events by id owned by organisation_id by_member { id: i32, name: String, name_key: String, slug: String, organisation_id: Reference }
    Sites SiteRow sites by id { id: i32, name: String }
    RuleSets RuleSetRow rule_sets by id { id: i32, name: String }
    Games GameRow games by id owned by organisation_id by_member {
        id: i32,
        content_id: Vec<u8>,
        white_id: i32,
        black_id: i32,
        event_id: i32,
        site_id: i32,
        rule_set_id: i32,
        round: String,
        white_as: String,
        black_as: String,
        event_as: String,
        day: i32,
        date_text: String,
        base_seconds: i32,
        increment_seconds: i32,
        first_color: i16,
        outcome: i16,
        termination: i16,
        plies: i32,
        revealed: i16,
        provenance: i16,
        imported_at: i64,
        organisation_id: Reference,
        rated_in: i16,
        imported_by: Reference,
        time_control: String,
    }
    Timelines TimelineRow timelines by game_id { game_id: i32, body: Vec<u8>, annotations: Vec<u8>, checksum: i32 }
    Deployments DeploymentRow deployments by game_id { game_id: i32, sealed: i16, body: Vec<u8>, annotations: Vec<u8> }
    Accounts AccountRow accounts by id {
        id: i32,
        name: String,
        name_key: String,
        look_key: String,
        email: String,
        email_key: Option<String>,
        email_confirmed: i16,
        password: String,
        state: i16,
        site_role: i16,
        player_id: Option<i32>,
        totp: Vec<u8>,
        totp_on: i16,
        totp_step: i64,
        language: String,
        created_at: i64,
        signed_in_at: i64,
        password_at: i64,
    }
    RecoveryCodes RecoveryCodeRow recovery_codes by id { id: i32, account_id: i32, code_hash: Vec<u8>, used_at: i64 }
    Tokens TokenRow tokens by id {
        id: i32,
        token_hash: Vec<u8>,
        account_id: i32,
        name: String,
        scopes: i32,
        created_at: i64,
        expires_at: i64,
        used_at: i64,
        revoked_at: i64,
    }
    Organisations OrganisationRow organisations by id {
        id: i32,
        name: String,
        name_key: String,
        look_key: String,
        slug: String,
        state: i16,
        about: String,
        place: String,
        website: String,
        color: i32,
        accent: i32,
        logo: Vec<u8>,
        logo_digest: String,
        second_factor: i16,
        created_at: i64,
        created_by: i32,
    }
    Roles RoleRow roles by id {
        id: i32,
        account_id: i32,
        organisation_id: i32,
        role: i16,
        event_id: Reference,
        duties: i16,
        granted_by: Reference,
        granted_at: i64,
    }
    Members MemberRow members by id {
        id: i32,
        organisation_id: i32,
        player_id: i32,
        reference: String,
        real_name: String,
        club: String,
        province: String,
        age_band: i16,
        verified_at: i64,
        verified_by: Reference,
        joined_at: i64,
    }
    Seasons SeasonRow seasons by id { id: i32, organisation_id: i32, name: String, first_day: i32, last_day: i32 }
    Titles TitleRow titles by id { id: i32, organisation_id: i32, place: i16, name: String, from_rating: i32 }
    Profiles ProfileRow profiles by id {
        id: i32,
        player_id: i32,
        display_name: String,
        real_name: String,
        real_name_public: i16,
        age_band: i16,
        guardian_agrees: i16,
    }
    Claims ClaimRow claims by id {
        id: i32,
        account_id: i32,
        player_id: i32,
        state: i16,
        words: String,
        made_at: i64,
        decided_at: i64,
        decided_by: i32,
        organisation_id: i32,
    }
    Merges MergeRow merges by id {
        id: i32,
        from_player: i32,
        into_player: i32,
        made_at: i64,
        made_by: Reference,
        undone_at: i64,
        undone_by: Reference,
        reason: String,
    }
    MergeMoves MergeMoveRow merge_moves by id { id: i32, merge_id: i32, game_id: i32, color: i16, as_before: String }
    RetiredNames RetiredNameRow retired_names by id { id: i32, name_hash: Vec<u8> }
    Audit AuditRow audit by id {
        id: i32,
        at: i64,
        account_id: i32,
        acting_as: String,
        action: String,
        organisation_id: i32,
        event_id: i32,
        player_id: i32,
        subject_id: i32,
        changes: String,
        reason: String,
        chain: Vec<u8>,
    }
    OwnSetUps OwnSetUpRow own_set_ups by id {
        id: i32,
        account_id: i32,
        rule_set: String,
        body: Vec<u8>,
        created_at: i64,
        changed_at: i64,
    }
    Collections CollectionRow collections by id {
        id: i32,
        account_id: i32,
        title: String,
        words: String,
        published: i16,
        created_at: i64,
        changed_at: i64,
    }
    Chapters ChapterRow chapters by id {
        id: i32,
        collection_id: i32,
        place: i32,
        game_id: i32,
        ply: i32,
        review_id: i32,
        title: String,
        words: String,
    }
    Reviews ReviewRow reviews by id {
        id: i32,
        game_id: i32,
        account_id: i32,
        title: String,
        published: i16,
        body: String,
        created_at: i64,
        changed_at: i64,
        taken_down_at: i64,
        taken_down_for: String,
    }
    Plays PlayRow plays by id {
        id: i32,
        public_id: Vec<u8>,
        state: i16,
        version: i32,
        rule_set_id: i32,
        white_id: i32,
        black_id: i32,
        white_account: Reference,
        black_account: Reference,
        organisation_id: Reference,
        event_id: Reference,
        rated: i16,
        listed: i16,
        speed: i16,
        created_at: i64,
        due_at: i64,
        ended_at: i64,
        game_id: Reference,
        round: String,
    }
    PlayEvents PlayEventRow play_events by play_id and number { play_id: i32, number: i32, at: i64, body: Vec<u8> }
    SetUps SetUpRow set_ups by play_id and color { play_id: i32, color: i16, body: Vec<u8> }
    TossSeeds TossSeedRow toss_seeds by play_id { play_id: i32, body: Vec<u8> }
    PlayNotes PlayNoteRow play_notes by play_id and color { play_id: i32, color: i16, body: Vec<u8> }
    Seeks SeekRow seeks by id {
        id: i32,
        public_id: Vec<u8>,
        player_id: i32,
        account_id: i32,
        to_player_id: Reference,
        terms: Vec<u8>,
        color: i16,
        created_at: i64,
        expires_at: i64,
    }
    Outages OutageRow outages by id { id: i32, stopped_at: i64, resumed_at: i64 }
    PlayReports PlayReportRow play_reports by id { id: i32, play_id: i32, account_id: i32, text: String, at: i64 }
    Contests ContestRow contests by id { id: i32, version: i32, phase: i16, first_day: i32, created_at: i64 }
    ContestFacts ContestFactRow contest_facts by contest_id and number { contest_id: i32, number: i32, told_at: i64, account_id: i32, body: String }
    ContestGames ContestGameRow contest_games by contest_id { contest_id: i32, followed: i16 }
    ContestPlays ContestPlayRow contest_plays by play_id {
        play_id: i32,
        contest_id: i32,
        stage: i16,
        round: i16,
        place: i32,
        game: i16,
        first_entrant: i32,
        second_entrant: i32,
        first_color: i16,
        taken: i16,
        seen: i32,
    }
    SeasonPoints SeasonPointsRow season_points by organisation_id { organisation_id: i32, body: String }
    ContestDues ContestDueRow contest_dues by contest_id { contest_id: i32, due_at: i64 }
    PlayedGames PlayedGameRow played_games by game_id { game_id: i32, play_id: i32, content_id: Vec<u8> }
    UnrecordedGames UnrecordedGameRow unrecorded_games by id { id: i32, number: i32, event_id: i32, rated_in: i16, stage: i16, round: i16, place: i32, game: i16, white_id: i32, black_id: i32, outcome: i16, day: i32, round_name: String, order_key: Vec<u8>, gone: i16 }
}

impl Table {
    /// In the order in which rows are written.
    pub const ALL: [Table; 42] = [
        Table::Counters,
        Table::Players,
        Table::Events,
        Table::Sites,
        Table::RuleSets,
        Table::Games,
        Table::Timelines,
        Table::Deployments,
        Table::Accounts,
        Table::RecoveryCodes,
        Table::Tokens,
        Table::Organisations,
        Table::Roles,
        Table::Members,
        Table::Seasons,
        Table::Titles,
        Table::Profiles,
        Table::Claims,
        Table::Merges,
        Table::MergeMoves,
        Table::RetiredNames,
        Table::Audit,
        Table::OwnSetUps,
        Table::Plays,
        Table::PlayEvents,
        Table::SetUps,
        Table::TossSeeds,
        Table::PlayNotes,
        Table::Seeks,
        Table::Outages,
        Table::PlayReports,
        Table::Contests,
        Table::ContestFacts,
        Table::ContestGames,
        Table::ContestPlays,
        Table::SeasonPoints,
        Table::ContestDues,
        Table::Reviews,
        Table::Collections,
        Table::Chapters,
        Table::PlayedGames,
        Table::UnrecordedGames,
    ];
}
