//! The tables included in a backup, with the columns that `schema.rs` declares for it.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, SmallInt, Text};

use super::super::columns::Reference;
use super::super::queries::insert_all;
use super::super::schema::{
    accounts, audit, case_entries, chapters, claims, collections, contest_dues, contest_facts,
    contest_games, contest_plays, contests, deployments, event_logos, events, follows,
    former_record_ids, former_slugs, games, members, merge_moves, merges, notice_settings, notices,
    organisations, outages, own_set_ups, passkeys, play_events, play_notes, play_reports,
    played_games, player_pictures, players, plays, profiles, record_annulments, recovery_codes,
    retired_names, reviews, roles, rule_sets, season_points, seasons, seeks, set_ups, sites,
    timelines, titles, tokens, toss_seeds, unrecorded_games, webhooks, with_columns,
};
use super::super::{AnyConnection, Result};
use super::field::{Field, next};
use super::{no_rows, read_counters, write_counters};

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

/// How a backup has the values of a type of SQL.
trait Archived {
    type Value;
}

macro_rules! archived {
    ($($sql:ty => $value:ty),+ $(,)?) => {
        $(impl Archived for $sql { type Value = $value; })+
    };
}

archived! {
    SmallInt => i16,
    Integer => i32,
    BigInt => i64,
    Text => String,
    Binary => Vec<u8>,
    Nullable<Integer> => Reference,
    Nullable<Text> => Option<String>,
}

/// The type of a column in a backup: that of its SQL type, with one exception.
macro_rules! value {
    (accounts player_id) => {
        Option<i32>
    };
    ($table:ident $column:ident) => {
        <<$table::$column as Expression>::SqlType as Archived>::Value
    };
}

/// The row of a table in a backup.
macro_rules! row {
    ($row:ident $table:ident $(owned by $owner:ident $member:ident)?; $($column:ident)+) => {
        #[derive(Queryable, Selectable, Insertable)]
        #[diesel(table_name = $table, treat_none_as_default_value = false)]
        struct $row { $($column: value!($table $column),)+ $($member: i16)? }

        impl $row {
            const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),+];

            fn put(self, out: &mut Vec<u8>) {
                let row = $row { $($owner: join_owner(self.$owner, self.$member),)? ..self };
                $(row.$column.put(out);)+
            }

            /// Reads the first `columns` columns; the others get default values.
            fn take(bytes: &mut &[u8], columns: usize) -> Option<$row> {
                let mut left = columns;
                let row = $row { $($column: next(bytes, &mut left)?,)+ $($member: 0)? };
                $(let (owner, by_member) = split_owner(row.$owner);)?
                Some($row { $($owner: owner, $member: by_member,)? ..row })
            }
        }
    };
}

macro_rules! kept {
    ($($variant:ident $row:ident $table:ident by $key:ident $(and $second:ident)? $(owned by $owner:ident $member:ident)?,)+) => {
        $(with_columns!($table, row!($row $table $(owned by $owner $member)?;));)+

        /// A table of a backup; rows follow the rows they refer to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Table { Counters, $($variant),+ }

        impl Table {
            /// In the order in which rows are written.
            pub const ALL: &[Table] = &[Table::Counters, $(Table::$variant),+];

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
                            .select($row::as_select())
                            .limit(most!($($second)?))
                            .load(conn)?;
                        let Some(last) = rows.last().map(|row| row.$key) else { return Ok(None) };
                        let mut bytes = Vec::with_capacity(rows.len() * 64);
                        let count = rows.len() as u32;
                        rows.into_iter().for_each(|row| row.put(&mut bytes));
                        Ok(Some(Block { rows: count, bytes, last }))
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
    Players PlayerRow players by id,
    Events EventRow events by id owned by organisation_id by_member,
    Sites SiteRow sites by id,
    RuleSets RuleSetRow rule_sets by id,
    Games GameRow games by id owned by organisation_id by_member,
    Timelines TimelineRow timelines by game_id,
    Deployments DeploymentRow deployments by game_id,
    Accounts AccountRow accounts by id,
    RecoveryCodes RecoveryCodeRow recovery_codes by id,
    Tokens TokenRow tokens by id,
    Organisations OrganisationRow organisations by id,
    Roles RoleRow roles by id,
    Members MemberRow members by id,
    Seasons SeasonRow seasons by id,
    Titles TitleRow titles by id,
    Profiles ProfileRow profiles by id,
    Claims ClaimRow claims by id,
    Merges MergeRow merges by id,
    MergeMoves MergeMoveRow merge_moves by id,
    RetiredNames RetiredNameRow retired_names by id,
    Audit AuditRow audit by id,
    OwnSetUps OwnSetUpRow own_set_ups by id,
    Plays PlayRow plays by id,
    PlayEvents PlayEventRow play_events by play_id and number,
    SetUps SetUpRow set_ups by play_id and color,
    TossSeeds TossSeedRow toss_seeds by play_id,
    PlayNotes PlayNoteRow play_notes by play_id and color,
    Seeks SeekRow seeks by id,
    Outages OutageRow outages by id,
    PlayReports PlayReportRow play_reports by id,
    Contests ContestRow contests by id,
    ContestFacts ContestFactRow contest_facts by contest_id and number,
    ContestGames ContestGameRow contest_games by contest_id,
    ContestPlays ContestPlayRow contest_plays by play_id,
    SeasonPoints SeasonPointsRow season_points by organisation_id,
    ContestDues ContestDueRow contest_dues by contest_id,
    Reviews ReviewRow reviews by id,
    Collections CollectionRow collections by id,
    Chapters ChapterRow chapters by id,
    PlayedGames PlayedGameRow played_games by game_id,
    UnrecordedGames UnrecordedGameRow unrecorded_games by id,
    Follows FollowRow follows by id,
    Notices NoticeRow notices by id,
    NoticeSettings NoticeSettingRow notice_settings by account_id,
    Webhooks WebhookRow webhooks by id,
    Passkeys PasskeyRow passkeys by id,
    PlayerPictures PlayerPictureRow player_pictures by player_id,
    CaseEntries CaseEntryRow case_entries by contest_id and number,
    EventLogos EventLogoRow event_logos by contest_id,
    FormerSlugs FormerSlugRow former_slugs by id,
    FormerRecordIds FormerRecordIdRow former_record_ids by id,
    RecordAnnulments RecordAnnulmentRow record_annulments by game_id,
}
