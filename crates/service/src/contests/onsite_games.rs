//! Games of an event played on this site: links between live games and the event's tables.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::audit::ACTING_AS_SERVER;
use crate::records::GameId;
use crate::{App, Error, Result, refusals};
use adjutant_domain::contest::scheduling::{SchedulingEvent, TableId};
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, ContestSettings, EntrantId, GameSlot, OnsiteGames,
    OpenGame, ResultEntry, RoundId,
};
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_domain::play::{Disclosure, PlayId, State, Terms};
use adjutant_store::contest_plays::{self as rows, ContestPlayRow, SpotKey};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, contests, games};
use salpakan::rules::{ByColor, Color};
use serde::Serialize;
use swiss::series::{GameResult, Side};
use swiss::stage::{Stage, System};
use utoipa::ToSchema;

use super::cache::{self, LoadedContest};
use super::error_messages::contest_error;
use super::execution::{FactBatch, append_automatic_facts};
use super::wire;

/// In scheduled matches the default rule applies this long before the deployment time ends, so that
/// the rule decides.
pub(crate) const DEFAULT_RULE_LEAD: i64 = 10 * SECOND;
/// The reason recorded for a result corrected in the game.
const CORRECTION_REASON: &str = "set right at the game";

/// A game played on this site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PlayItem)]
pub struct TablePlay {
    /// The id, as under `/api/v1/plays/{id}`.
    #[serde(serialize_with = "wire::play_id")]
    #[schema(value_type = String)]
    pub id: PlayId,
    /// Which of the table's games it is, from 1.
    #[serde(serialize_with = "wire::from_one")]
    pub game: usize,
    /// `deploying`, `in-play`, `paused`, `ended`, `final`, `revealed` or `aborted`.
    #[serde(serialize_with = "wire::play_state")]
    #[schema(value_type = String)]
    pub state: State,
    /// The id of its record once it is finished, as under `/api/v1/games/{id}`.
    #[serde(
        rename = "record",
        serialize_with = "wire::record_id",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>)]
    pub record: Option<GameId>,
}

#[derive(Debug, Default)]
pub(super) struct EventPlays {
    rows: Vec<ContestPlayRow>,
    /// The records of finished games, by row.
    records: HashMap<i32, GameId>,
}

/// Loads the live games of a contest played on this site; none for other contests.
pub(super) fn load_event_plays(
    conn: &mut AnyConnection,
    run: &LoadedContest,
) -> Result<EventPlays> {
    load_event_plays_of(conn, run.row.id, &run.contest)
}

/// Like [`load_event_plays`], for a given state of the contest.
pub(super) fn load_event_plays_of(
    conn: &mut AnyConnection,
    id: i32,
    contest: &Contest,
) -> Result<EventPlays> {
    match contest.settings.onsite_games() {
        Some(_) => {
            let rows = rows::for_contest(conn, id)?;
            let kept: Vec<i32> = rows.iter().filter_map(|link| link.game_id).collect();
            let records = games::content_ids(conn, &kept)?.into_iter();
            let records = records.filter_map(|(row, id)| Some((row, GameId::from_bytes(&id)?)));
            Ok(EventPlays { rows, records: records.collect() })
        }
        None => Ok(EventPlays::default()),
    }
}

pub(super) fn slot_key(spot: GameSlot, sides: [EntrantId; 2]) -> Option<SpotKey> {
    Some(SpotKey {
        stage: i16::try_from(spot.stage).ok()?,
        round: i16::try_from(spot.round).ok()?,
        table: i32::try_from(spot.table).ok()?,
        game: i16::try_from(spot.game).ok()?,
        entrants: [i32::try_from(sides[0].0).ok()?, i32::try_from(sides[1].0).ok()?],
    })
}

pub(super) fn slot_from_key(at: SpotKey) -> (GameSlot, [EntrantId; 2]) {
    let number = |number: i32| usize::try_from(number).unwrap_or(usize::MAX);
    let spot = GameSlot {
        stage: number(at.stage.into()),
        round: number(at.round.into()),
        table: number(at.table),
        game: number(at.game.into()),
    };
    (spot, at.entrants.map(|id| EntrantId(u32::try_from(id).unwrap_or_default())))
}

pub(crate) fn table_id(link: &ContestPlayRow) -> TableId {
    slot_from_key(link.spot).0.table_id()
}

const fn is_running(state: State) -> bool {
    matches!(state, State::Created | State::Deploying | State::InPlay | State::Paused)
}

/// Whether the players of a game sit at its table.
fn is_seated(contest: &Contest, link: &ContestPlayRow) -> bool {
    let (at, sides) = slot_from_key(link.spot);
    contest.meeting_at(at).is_ok_and(|meeting| meeting.sides == sides)
}

impl EventPlays {
    /// A number that changes with the games' states, as far as public lists show them.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for link in self.rows.iter().filter(|link| link.listed) {
            (link.public_id, link.state as u8, link.game_id).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The games decided on this site.
    pub(super) fn onsite_slots(&self) -> Vec<GameSlot> {
        let judged = self.rows.iter().filter(|link| link.state != State::Aborted);
        judged.map(|link| slot_from_key(link.spot).0).collect()
    }

    /// The latest game of a table or of one of its boards, if public lists may name it.
    pub(super) fn play_at_table(
        &self,
        contest: &Contest,
        at_table: TableId,
        board: Option<usize>,
        officials: bool,
    ) -> Option<TablePlay> {
        if self.rows.is_empty() {
            return None;
        }
        let sides = contest.published_meeting(at_table)?.sides;
        let here = |link: &&ContestPlayRow| {
            let (at, of) = slot_from_key(link.spot);
            let is_meant = board.is_none_or(|board| board == at.game);
            at.table_id() == at_table && of == sides && is_meant
        };
        let last =
            self.rows.iter().filter(here).max_by_key(|link| (link.spot.game, link.play_id))?;
        let game = slot_from_key(last.spot).0.game;
        let shown = officials || (last.listed && last.state != State::Aborted);
        let record = last.game_id.and_then(|row| self.records.get(&row).copied());
        shown.then_some(TablePlay { id: last.public_id, state: last.state, game, record })
    }

    /// The live game of a slot, unless it was annulled.
    pub(super) fn link_at(&self, contest: &Contest, at: GameSlot) -> Option<&ContestPlayRow> {
        let sides = contest.meeting_at(at).ok()?.sides;
        let wanted = slot_key(at, sides)?;
        self.rows.iter().find(|link| link.spot == wanted && link.state != State::Aborted)
    }

    /// Refuses facts that enter a result decided on this site, or remove a game being played there.
    pub(super) fn check_facts(&self, contest: &Contest, facts: &[ContestFact]) -> Result<()> {
        let running = Err(Error::conflict(refusals::EVENT_GAME_RUNS));
        let kept = Err(Error::conflict(refusals::EVENT_GAME_IS_KEPT));
        for fact in facts {
            match fact {
                ContestFact::ResultEntered { spot, .. }
                | ContestFact::ResultReported { spot, .. } => {
                    match self.link_at(contest, *spot).map(|link| link.state) {
                        None => {}
                        Some(state) if is_running(state) => return running,
                        Some(_) => return kept,
                    }
                }
                ContestFact::RoundTakenBack(at) if self.is_round_in_play(contest, *at) => {
                    return Err(match self.has_running_game(*at) {
                        true => Error::conflict(refusals::EVENT_ROUND_RUNS),
                        false => Error::conflict(refusals::EVENT_ROUND_WAS_PLAYED),
                    });
                }
                ContestFact::WindowOpened { stage, round, table: None, .. }
                    if self.would_become_scheduled(
                        contest,
                        RoundId { stage: *stage, round: *round },
                    ) =>
                {
                    return Err(Error::conflict(refusals::EVENT_ROUND_RUNS));
                }
                ContestFact::WindowOpened { stage, round, table: Some(table), .. }
                    if self.is_table_in_play(
                        contest,
                        TableId { stage: *stage, round: *round, table: *table },
                    ) =>
                {
                    return running;
                }
                ContestFact::MatchScheduling {
                    table: of,
                    event: SchedulingEvent::TimeFixed { .. },
                    ..
                } if self.is_table_in_play(contest, *of) => {
                    return running;
                }
                ContestFact::RoundAltered { .. } if self.moves_game(contest, fact) => {
                    return running;
                }
                ContestFact::EventCancelled { .. }
                    if self.begun_slots(contest).next().is_some() =>
                {
                    return Err(Error::conflict(refusals::EVENT_CANCEL_GAMES));
                }
                ContestFact::LineUpSubmitted { at, .. }
                    if self.changes_seated_players(contest, *at, fact) =>
                {
                    return running;
                }
                ContestFact::SettingsChanged { settings } => {
                    self.check_settings(contest, settings)?
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses to undo facts, or to do them again, if that changes a result decided on this site, removes a game
    /// that is being played there, or reveals ranks.
    pub(super) fn check_change(
        &self,
        before: &Contest,
        after: &Contest,
        facts: &[ContestFact],
    ) -> Result<()> {
        if before.settings.game() != after.settings.game() && before.has_results() {
            return Err(contest_error(ContestError::GameLocked));
        }
        if before.settings != after.settings {
            self.check_settings(before, &after.settings)?;
        }
        let published = facts.iter().filter_map(|fact| match fact {
            ContestFact::RoundPublished(at) | ContestFact::RoundRestored(at) => Some(*at),
            _ => None,
        });
        if published.into_iter().any(|at| self.is_round_in_play(before, at)) {
            return Err(Error::conflict(refusals::EVENT_ROUND_RUNS));
        }
        let others =
            facts.iter().filter(|fact| !matches!(fact, ContestFact::SettingsChanged { .. }));
        let others: Vec<ContestFact> = others.cloned().collect();
        self.check_facts(before, &others)?;
        if self.reopens_arena(before, after) {
            return Err(Error::conflict(refusals::EVENT_ARENA_OPENED));
        }
        match self.moves_any(before, after) {
            true => Err(Error::conflict(refusals::EVENT_GAME_RUNS)),
            false => Ok(()),
        }
    }

    /// Whether an arena that had ended would pair again among players whose ranks are revealed, or are being revealed
    /// because it is over.
    fn reopens_arena(&self, before: &Contest, after: &Contest) -> bool {
        let opens_with_round =
            before.settings.onsite_games().is_some_and(|own| own.disclosure != Disclosure::Event);
        let grows_again = |at: RoundId| {
            let ended = before.round(at).filter(|round| !round.growing)?;
            let grows = after.round(at).is_some_and(|round| round.growing);
            grows.then_some(ended)
        };
        self.rows.iter().any(|link| {
            let ended = grows_again(table_id(link).round_id());
            ended.is_some_and(|round| match link.state {
                State::Revealed => true,
                State::Final => opens_with_round && round.is_over(),
                _ => false,
            })
        })
    }

    /// Whether a changed round takes the table from a game that has begun.
    fn moves_game(&self, contest: &Contest, fact: &ContestFact) -> bool {
        let after = contest.with_facts(std::slice::from_ref(fact));
        after.is_ok_and(|after| self.moves_any(contest, &after))
    }

    /// Whether others sit at the table of a game that has begun or is finished.
    fn moves_any(&self, before: &Contest, after: &Contest) -> bool {
        let has_begun = |link: &&ContestPlayRow| {
            !matches!(link.state, State::Created | State::Deploying | State::Aborted)
        };
        self.rows
            .iter()
            .filter(has_begun)
            .any(|link| is_seated(before, link) && !is_seated(after, link))
    }

    /// Refuses another game once a game of the event is there, and settings that would reveal ranks earlier or finalise
    /// results automatically, while any game is unrevealed.
    fn check_settings(&self, contest: &Contest, settings: &ContestSettings) -> Result<()> {
        let is_there = |link: &ContestPlayRow| link.state != State::Aborted;
        if settings.game() != contest.settings.game() && self.rows.iter().any(is_there) {
            return Err(contest_error(ContestError::GameLocked));
        }
        let opened = |state| matches!(state, State::Revealed | State::Aborted);
        let games = self.rows.iter().filter(|link| !opened(link.state)).count();
        let Some(own) = contest.settings.onsite_games().filter(|_| games > 0) else {
            return Ok(());
        };
        let is_kept = settings.onsite_games().is_some_and(|new| {
            let is_as_closed = new.disclosure as u8 >= own.disclosure as u8;
            is_as_closed && (own.auto_confirm || !new.auto_confirm)
        });
        // With fewer rounds the event ends sooner, which would reveal its games.
        let is_shorter = own.disclosure == Disclosure::Event && {
            // The number of rounds of other systems depends on the entrants.
            let swiss_rounds = |stage: &Stage| match stage.system {
                System::Swiss { rounds } | System::Keizer { rounds, .. } => rounds,
                _ => 0,
            };
            let rounds = |settings: &ContestSettings| {
                settings.plan.stages.iter().map(swiss_rounds).sum::<usize>()
            };
            rounds(settings) < rounds(&contest.settings)
        };
        match is_kept && !is_shorter {
            true => Ok(()),
            false => Err(Error::conflict(refusal!(EVENT_RANKS_CLOSED, games))),
        }
    }

    /// Whether any table of a published round has gone beyond the start of deployment.
    fn is_round_in_play(&self, contest: &Contest, round: RoundId) -> bool {
        let of_round = |link: &&ContestPlayRow| table_id(link).round_id() == round;
        let begun = |link: &ContestPlayRow| {
            let begun = !matches!(link.state, State::Created | State::Deploying | State::Aborted);
            begun && is_seated(contest, link)
        };
        self.rows.iter().filter(of_round).any(begun)
    }

    /// Whether a game of a round is not over.
    fn has_running_game(&self, round: RoundId) -> bool {
        let of_round = |link: &&ContestPlayRow| table_id(link).round_id() == round;
        self.rows.iter().filter(of_round).any(|link| is_running(link.state))
    }

    /// Whether a game of a table is in progress beyond the start of deployment.
    fn is_table_in_play(&self, contest: &Contest, table: TableId) -> bool {
        self.begun_slots(contest).any(|at| at.table_id() == table)
    }

    /// Whether a game in progress of a round without scheduling would become scheduled.
    fn would_become_scheduled(&self, contest: &Contest, round: RoundId) -> bool {
        let is_new = |at: TableId| at.round_id() == round && contest.match_window(at).is_none();
        self.begun_slots(contest).any(|slot| is_new(slot.table_id()))
    }

    /// Games in progress beyond the start of deployment that have no result in the event yet.
    fn begun_slots<'a>(&'a self, contest: &'a Contest) -> impl Iterator<Item = GameSlot> + 'a {
        let is_played = |link: &&ContestPlayRow| {
            let at = slot_from_key(link.spot).0;
            let to_come = contest.meeting_at(at).is_ok_and(|meeting| meeting.is_upcoming(at.game));
            let begun = matches!(link.state, State::InPlay | State::Paused | State::Ended);
            begun && to_come && is_seated(contest, link)
        };
        self.rows.iter().filter(is_played).map(|link| slot_from_key(link.spot).0)
    }

    /// Whether the line-up changes the players of a board with a game in progress.
    fn changes_seated_players(&self, contest: &Contest, at: TableId, fact: &ContestFact) -> bool {
        let Ok(after) = contest.with_facts(std::slice::from_ref(fact)) else { return false };
        let on = |contest: &Contest, board: usize| {
            let seats = contest.seated_boards(at)?;
            seats.get(board).map(|seat| seat.players)
        };
        let mut played = self.begun_slots(contest).filter(|spot| spot.table_id() == at);
        played.any(|spot| on(contest, spot.game) != on(&after, spot.game))
    }
}

/// An event played on this site, in its current state.
pub(crate) struct OnsiteContest {
    pub loaded: Arc<LoadedContest>,
    pub links: Vec<ContestPlayRow>,
}

#[derive(Debug, Clone)]
pub(crate) struct PlayToCreate {
    pub terms: Terms,
    /// Player ids.
    pub players: ByColor<i32>,
    pub first: Color,
    /// The round as recorded, counted through all stages: `3`, or `2.1` for the first of several
    /// games.
    pub round: String,
    pub(super) slot_key: SpotKey,
}

/// An arena, as one of its games asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ArenaOfPlay {
    /// Whether it still pairs.
    pub is_running: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlayOutcome {
    Result(GameResult),
    /// The game does not count, and an official decides the table.
    NoResult,
}

/// The arena that a live game is of; `None` for other games.
pub(crate) fn arena_of_play(
    app: &App,
    conn: &mut AnyConnection,
    play: i32,
) -> Result<Option<ArenaOfPlay>> {
    let Some((id, stage)) = rows::stage_of_play(conn, play)? else { return Ok(None) };
    let Some(row) = contests::by_id(conn, id)? else { return Ok(None) };
    let run = cache::load(app, conn, &row)?;
    let Ok(stage) = usize::try_from(stage) else { return Ok(None) };
    let is_running = run.contest.is_arena_running(stage);
    Ok(run.contest.is_arena(stage).then_some(ArenaOfPlay { is_running }))
}

pub(crate) fn load_onsite_contest(
    app: &App,
    conn: &mut AnyConnection,
    id: i32,
) -> Result<Option<OnsiteContest>> {
    let Some(row) = contests::by_id(conn, id)? else { return Ok(None) };
    let run = cache::load(app, conn, &row)?;
    let links = rows::for_contest(conn, id)?;
    Ok(Some(OnsiteContest { loaded: run, links }))
}

impl OnsiteContest {
    /// The open games at `now` between players of this site that have no live game.
    pub(crate) fn plays_to_create(&self, now: Micros) -> Vec<PlayToCreate> {
        let contest = &self.loaded.contest;
        let Some(games) = contest.settings.onsite_games() else { return Vec::new() };
        let linked: HashSet<SpotKey> = self.links.iter().map(|link| link.spot).collect();
        let wanted = |open: OpenGame| {
            let at = slot_key(open.spot, open.sides).filter(|at| !linked.contains(at))?;
            let players = contest.player_ids(&open);
            let both = players.white != 0 && players.black != 0;
            both.then(|| self.play_to_create(&games, &open, at, players))
        };
        let open = contest.open_games().into_iter();
        open.filter(|open| contest.is_start_due(open.spot.table_id(), now))
            .filter_map(wanted)
            .collect()
    }

    pub(crate) fn is_still_needed(&self, wanted: &PlayToCreate, now: Micros) -> bool {
        self.plays_to_create(now).iter().any(|one| one.slot_key == wanted.slot_key)
    }

    fn play_to_create(
        &self,
        games: &OnsiteGames,
        open: &OpenGame,
        at: SpotKey,
        players: ByColor<i32>,
    ) -> PlayToCreate {
        let contest = &self.loaded.contest;
        let (settings, window) = (&contest.settings, contest.match_window(open.spot.table_id()));
        let grace = window.map_or(settings.grace_minutes, |window| window.rule.grace_minutes);
        let mut terms = games.terms(open.pace(games.pace), settings.rated, grace);
        if window.is_some() {
            terms.deployment += DEFAULT_RULE_LEAD;
        }
        PlayToCreate {
            terms,
            players,
            first: open.first_color,
            round: self.loaded.contest.round_label(open.spot),
            slot_key: at,
        }
    }

    /// Live games that are no longer to be played, because their round was revoked, their table is
    /// decided otherwise, or their match was rescheduled.
    pub(crate) fn orphaned_plays(&self) -> Vec<&ContestPlayRow> {
        // The players on a team's board may have changed.
        let open = self.loaded.contest.open_games().into_iter();
        let boards: Vec<OpenGame> = open.filter(|one| one.members.is_some()).collect();
        let is_of_others = |at: GameSlot, link: &ContestPlayRow| {
            let mut here = boards.iter().filter(|one| one.spot == at);
            here.any(|one| self.loaded.contest.player_ids(one) != link.players)
        };
        let open = |link: &ContestPlayRow| {
            let (at, sides) = slot_from_key(link.spot);
            let meeting = self.loaded.contest.meeting_at(at).ok();
            let is_meant =
                self.loaded.contest.is_game_current(at.table_id()) && !is_of_others(at, link);
            let is_cancelled = self.loaded.contest.cancelled.is_some();
            !is_cancelled
                && meeting
                    .is_some_and(|one| one.sides == sides && one.is_upcoming(at.game) && is_meant)
        };
        self.links.iter().filter(|link| is_running(link.state) && !open(link)).collect()
    }

    /// Whether the round of a game is over; for a revoked round, whether the event is.
    pub(crate) fn is_round_over(&self, link: &ContestPlayRow) -> bool {
        let contest = &self.loaded.contest;
        let round = contest.round(table_id(link).round_id());
        round.map_or(contest.has_ended(), adjutant_domain::contest::Round::is_over)
    }

    /// Whether everything in the event's plan has been played.
    pub(crate) fn is_complete(&self) -> bool {
        let contest = &self.loaded.contest;
        contest.has_ended() || (0..contest.stages.len()).all(|stage| contest.is_stage_over(stage))
    }
}

impl PlayToCreate {
    /// Links the created live game, in a transaction of the caller.
    pub(crate) fn link_play(
        &self,
        conn: &mut AnyConnection,
        contest: i32,
        play: i32,
    ) -> Result<()> {
        Ok(rows::add(conn, contest, self.slot_key, play, self.first)?)
    }
}

/// Enters the outcomes of live games in their event, unless a result other than the one entered
/// from the game stands there.
pub(crate) fn apply_play_outcomes(
    app: &App,
    id: i32,
    outcomes: &[(ContestPlayRow, PlayOutcome)],
    now: Micros,
) -> Result<()> {
    append_automatic_facts(app, id, ACTING_AS_SERVER, now, |conn, run| {
        let mut batch = FactBatch::new(&run.contest);
        for (link, came) in outcomes {
            if let PlayOutcome::Result(result) = came {
                let facts = outcome_facts(&batch.after, link, *result);
                if batch.after.apply_facts(&facts).is_ok() {
                    batch.facts.extend(facts);
                }
            }
            rows::set_taken(conn, link.play_id, outcome_number(*came), link.version)?;
        }
        Ok(batch.facts)
    })
    .map(drop)
}

fn outcome_facts(contest: &Contest, link: &ContestPlayRow, result: GameResult) -> Vec<ContestFact> {
    let (at, sides) = slot_from_key(link.spot);
    let Ok(meeting) = contest.meeting_at(at) else { return Vec::new() };
    let stands = meeting.result_of(at.game);
    // Results entered by officials in the meantime are not overwritten.
    if stands.is_some() && stands != result_from_number(link.taken) {
        return Vec::new();
    }
    let why = if stands.is_some() { CORRECTION_REASON.to_owned() } else { String::new() };
    let result = Some(result);
    let entry = ResultEntry { spot: at, sides, expected: stands, result, reason: why };
    contest.follow_result(&entry).unwrap_or_else(|why| {
        tracing::warn!(table = at.table + 1, ?why, "the result of a game does not fit its event");
        Vec::new()
    })
}

/// All results, in the order of their stored numbers from 1.
const RESULTS: [GameResult; 6] = [
    GameResult::Won(Side::First),
    GameResult::Won(Side::Second),
    GameResult::Drawn,
    GameResult::Default { absent: Side::First },
    GameResult::Default { absent: Side::Second },
    GameResult::BothAbsent,
];

fn outcome_number(outcome: PlayOutcome) -> i16 {
    let PlayOutcome::Result(result) = outcome else { return 0 };
    let at = RESULTS.iter().position(|one| *one == result);
    at.and_then(|at| i16::try_from(at + 1).ok()).unwrap_or_default()
}

fn result_from_number(number: i16) -> Option<GameResult> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    RESULTS.get(at).copied()
}

pub(crate) fn unlink_play(app: &App, link: &ContestPlayRow) -> Result<()> {
    Ok(in_transaction(&mut *app.store().connection()?, |conn| rows::remove(conn, link.play_id))?)
}

pub(crate) fn stop_following(app: &App, id: i32) -> Result<()> {
    Ok(in_transaction(&mut *app.store().connection()?, |conn| rows::set_followed(conn, id, false))?)
}
