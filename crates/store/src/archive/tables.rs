//! The tables included in a backup, column by column.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, SmallInt, Text};

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

/// The type of a column: as its table declares it, unless it is stated.
macro_rules! value {
    ($table:ident $column:ident) => {
        <<$table::$column as Expression>::SqlType as Archived>::Value
    };
    ($table:ident $column:ident $kind:ty) => {
        $kind
    };
}

macro_rules! kept {
    ($($variant:ident $row:ident $table:ident by $key:ident $(and $second:ident)? $(owned by $owner:ident $member:ident)? { $($column:ident $(: $kind:ty)?),+ $(,)? })+) => {
        $(
            #[derive(Queryable, Insertable)]
            #[diesel(table_name = $table, treat_none_as_default_value = false)]
            struct $row { $($column: value!($table $column $($kind)?),)+ $($member: i16)? }

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
                    $(let $column: value!($table $column $($kind)?) = next(bytes, &mut left)?;)+
                    $(let ($owner, $member) = split_owner($owner);)?
                    Some($row { $($column,)+ $($member)? })
                }
            }
        )+

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
    Players PlayerRow players by id { id, handle, name_key, look_key, state, merged_into, private }
    Events EventRow events by id owned by organisation_id by_member {
        id, name, name_key, slug, organisation_id,
    }
    Sites SiteRow sites by id { id, name }
    RuleSets RuleSetRow rule_sets by id { id, name }
    Games GameRow games by id owned by organisation_id by_member {
        id, content_id, white_id, black_id, event_id, site_id, rule_set_id, round, white_as,
        black_as, event_as, day, date_text, base_seconds, increment_seconds, first_color, outcome,
        termination, plies, revealed, provenance, imported_at, organisation_id, rated_in,
        imported_by, time_control,
    }
    Timelines TimelineRow timelines by game_id { game_id, body, annotations, checksum }
    Deployments DeploymentRow deployments by game_id { game_id, sealed, body, annotations }
    Accounts AccountRow accounts by id {
        id, name, name_key, look_key, email, email_key, email_confirmed, password, state, site_role,
        player_id: Option<i32>, totp, totp_on, totp_step, language, created_at, signed_in_at,
        password_at,
    }
    RecoveryCodes RecoveryCodeRow recovery_codes by id { id, account_id, code_hash, used_at }
    Tokens TokenRow tokens by id {
        id, token_hash, account_id, name, scopes, created_at, expires_at, used_at, revoked_at,
    }
    Organisations OrganisationRow organisations by id {
        id, name, name_key, look_key, slug, state, about, place, website, color, accent, logo,
        logo_digest, second_factor, created_at, created_by,
    }
    Roles RoleRow roles by id {
        id, account_id, organisation_id, role, event_id, duties, granted_by, granted_at,
    }
    Members MemberRow members by id {
        id, organisation_id, player_id, reference, real_name, club, province, age_band, verified_at,
        verified_by, joined_at,
    }
    Seasons SeasonRow seasons by id { id, organisation_id, name, first_day, last_day }
    Titles TitleRow titles by id { id, organisation_id, place, name, from_rating }
    Profiles ProfileRow profiles by id {
        id, player_id, display_name, real_name, real_name_public, age_band, guardian_agrees,
    }
    Claims ClaimRow claims by id {
        id, account_id, player_id, state, words, made_at, decided_at, decided_by, organisation_id,
    }
    Merges MergeRow merges by id {
        id, from_player, into_player, made_at, made_by, undone_at, undone_by, reason,
    }
    MergeMoves MergeMoveRow merge_moves by id { id, merge_id, game_id, color, as_before }
    RetiredNames RetiredNameRow retired_names by id { id, name_hash }
    Audit AuditRow audit by id {
        id, at, account_id, acting_as, action, organisation_id, event_id, player_id, subject_id,
        changes, reason, chain,
    }
    OwnSetUps OwnSetUpRow own_set_ups by id {
        id, account_id, rule_set, body, created_at, changed_at,
    }
    Plays PlayRow plays by id {
        id, public_id, state, version, rule_set_id, white_id, black_id, white_account,
        black_account, organisation_id, event_id, rated, listed, speed, created_at, due_at,
        ended_at, game_id, round,
    }
    PlayEvents PlayEventRow play_events by play_id and number { play_id, number, at, body }
    SetUps SetUpRow set_ups by play_id and color { play_id, color, body }
    TossSeeds TossSeedRow toss_seeds by play_id { play_id, body }
    PlayNotes PlayNoteRow play_notes by play_id and color { play_id, color, body }
    Seeks SeekRow seeks by id {
        id, public_id, player_id, account_id, to_player_id, terms, color, created_at, expires_at,
    }
    Outages OutageRow outages by id { id, stopped_at, resumed_at }
    PlayReports PlayReportRow play_reports by id { id, play_id, account_id, text, at }
    Contests ContestRow contests by id { id, version, phase, first_day, created_at }
    ContestFacts ContestFactRow contest_facts by contest_id and number {
        contest_id, number, told_at, account_id, body,
    }
    ContestGames ContestGameRow contest_games by contest_id { contest_id, followed }
    ContestPlays ContestPlayRow contest_plays by play_id {
        play_id, contest_id, stage, round, place, game, first_entrant, second_entrant, first_color,
        taken, seen,
    }
    SeasonPoints SeasonPointsRow season_points by organisation_id { organisation_id, body }
    ContestDues ContestDueRow contest_dues by contest_id { contest_id, due_at }
    Reviews ReviewRow reviews by id {
        id, game_id, account_id, title, published, body, created_at, changed_at, taken_down_at,
        taken_down_for,
    }
    Collections CollectionRow collections by id {
        id, account_id, title, words, published, created_at, changed_at,
    }
    Chapters ChapterRow chapters by id {
        id, collection_id, place, game_id, ply, review_id, title, words,
    }
    PlayedGames PlayedGameRow played_games by game_id { game_id, play_id, content_id }
    UnrecordedGames UnrecordedGameRow unrecorded_games by id {
        id, number, event_id, rated_in, stage, round, place, game, white_id, black_id, outcome, day,
        round_name, order_key, gone,
    }
}
