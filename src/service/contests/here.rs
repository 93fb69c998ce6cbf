//! Games of an event that are played on this site: what stands between them and the desk.

use std::sync::Arc;

use crate::contest::arranged::{Arranging, TableId};
use crate::contest::teams::Table;
use crate::contest::{Contest, EntrantId, Fact, GamesHere, OpenGame, ResultEntry, Settings, Spot};
use crate::play::{Disclosure, PlayId, State, Terms};
use crate::service::audit::{self, Action, Entry};
use crate::service::{App, Error, refusals};
use crate::store::contest_plays::{self as rows, LinkRow, SpotKey};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, contests, counted};
use salpakan::clock::SECOND;
use salpakan::rules::{ByColor, Color};
use swiss::series::{GameResult, Side};
use swiss::stage::{Stage, System};

use super::desk::{self, Telling};
use super::kept::{self, Run};

/// Where a match is arranged, its default rule fires so long before the time to deploy in its game is over, so that it
/// is the rule which says what follows.
pub(in crate::service) const RULE_FIRST: i64 = 10 * SECOND;
/// What is told of a result that was set right at the game.
const SET_RIGHT: &str = "set right at the game";

/// The game here of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TablePlay {
    pub id: PlayId,
    pub state: State,
    /// Which of the table's games it is, from 0.
    pub game: usize,
}

/// The plays that were made for an event's tables.
#[derive(Debug, Default)]
pub(super) struct GamesOfEvent(Vec<LinkRow>);

/// Those of a contest whose games are played here; none of others.
pub(super) fn games(connection: &mut AnyConnection, run: &Run) -> Result<GamesOfEvent, Error> {
    games_of(connection, run.row.id, &run.contest)
}

/// The same of a contest as it stands by now.
pub(super) fn games_of(
    connection: &mut AnyConnection,
    id: i32,
    contest: &Contest,
) -> Result<GamesOfEvent, Error> {
    match contest.settings.games {
        Some(_) => Ok(GamesOfEvent(rows::of_contest(connection, id)?)),
        None => Ok(GamesOfEvent::default()),
    }
}

pub(super) fn key(spot: Spot, sides: [EntrantId; 2]) -> Option<SpotKey> {
    Some(SpotKey {
        stage: i16::try_from(spot.stage).ok()?,
        round: i16::try_from(spot.round).ok()?,
        table: i32::try_from(spot.table).ok()?,
        game: i16::try_from(spot.game).ok()?,
        entrants: [i32::try_from(sides[0].0).ok()?, i32::try_from(sides[1].0).ok()?],
    })
}

pub(super) fn spot(at: SpotKey) -> (Spot, [EntrantId; 2]) {
    let number = |number: i32| usize::try_from(number).unwrap_or(usize::MAX);
    let small = |number: i16| number.into();
    let spot = Spot {
        stage: number(small(at.stage)),
        round: number(small(at.round)),
        table: number(at.table),
        game: number(small(at.game)),
    };
    (spot, at.entrants.map(|id| EntrantId(u32::try_from(id).unwrap_or_default())))
}

/// The table that a play was made for.
pub(in crate::service) fn table_of(link: &LinkRow) -> TableId {
    spot(link.at).0.table_id()
}

/// How many rounds a Swiss stage has; of others their entrants decide.
const fn rounds_of(stage: &Stage) -> usize {
    match stage.system {
        System::Swiss { rounds } => rounds,
        _ => 0,
    }
}

/// Whether a play in this state goes on.
const fn is_running(state: State) -> bool {
    matches!(state, State::Created | State::Deploying | State::InPlay | State::Paused)
}

impl GamesOfEvent {
    /// The games that are judged at the table itself.
    pub(super) fn spots(&self) -> Vec<Spot> {
        let judged = self.0.iter().filter(|link| link.state != State::Aborted);
        judged.map(|link| spot(link.at).0).collect()
    }

    /// The game that was made last for a table (stage, round and table, from 0), or for one of its boards: to everybody
    /// where lists for everybody may name it.
    pub(super) fn of_table(
        &self,
        contest: &Contest,
        (stage, round, table): (usize, usize, usize),
        board: Option<usize>,
        officials: bool,
    ) -> Option<TablePlay> {
        if self.0.is_empty() {
            return None;
        }
        let sides = contest.meeting_at(Spot { stage, round, table, game: 0 }).ok()?.sides;
        let here = |link: &&LinkRow| {
            let (at, of) = spot(link.at);
            let is_meant = board.is_none_or(|board| board == at.game);
            (at.stage, at.round, at.table) == (stage, round, table) && of == sides && is_meant
        };
        let last = self.0.iter().filter(here).max_by_key(|link| (link.at.game, link.play_id))?;
        let game = spot(last.at).0.game;
        let shown = officials || (last.listed && last.state != State::Aborted);
        shown.then_some(TablePlay { id: last.public_id, state: last.state, game })
    }

    /// Whether a game of a table is, or was, played here.
    pub(super) fn has(&self, contest: &Contest, at: Spot) -> bool {
        self.at(contest, at).is_some()
    }

    fn at(&self, contest: &Contest, at: Spot) -> Option<&LinkRow> {
        let sides = contest.meeting_at(at).ok()?.sides;
        let wanted = key(at, sides)?;
        self.0.iter().find(|link| link.at == wanted && link.state != State::Aborted)
    }

    /// Refuses to tell by hand what is judged at the table, and to take away what is played there.
    ///
    /// # Errors
    /// [`Error::Conflict`] with what is to be done instead.
    pub(super) fn stand_before(&self, contest: &Contest, facts: &[Fact]) -> Result<(), Error> {
        let running = Err(Error::conflict(refusals::EVENT_GAME_RUNS));
        let kept = Err(Error::conflict(refusals::EVENT_GAME_IS_KEPT));
        for fact in facts {
            match fact {
                Fact::Result { spot, .. } | Fact::Said { spot, .. } => {
                    match self.at(contest, *spot).map(|link| link.state) {
                        None => {}
                        Some(state) if is_running(state) => return running,
                        Some(_) => return kept,
                    }
                }
                Fact::TakenBack { stage, round } if self.is_played(contest, *stage, *round) => {
                    return Err(Error::conflict(refusals::EVENT_ROUND_RUNS));
                }
                Fact::Windowed { stage, round, table: None, .. }
                    if self.would_be_arranged(contest, *stage, *round) =>
                {
                    return Err(Error::conflict(refusals::EVENT_ROUND_RUNS));
                }
                Fact::Windowed { stage, round, table: Some(table), .. }
                    if self.is_played_at(contest, (*stage, *round, *table)) =>
                {
                    return running;
                }
                Fact::Arranging { of, what: Arranging::Fixed { .. }, .. }
                    if self.is_played_at(contest, (of.stage, of.round, of.table)) =>
                {
                    return running;
                }
                Fact::LinedUp { at, .. } if self.moves_players(contest, *at, fact) => {
                    return running;
                }
                Fact::Settled(settings) => self.stand_before_settings(contest, settings)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses settings by which ranks would be opened earlier, or a result be final by itself, while any are closed.
    fn stand_before_settings(&self, contest: &Contest, settings: &Settings) -> Result<(), Error> {
        let opened = |state| matches!(state, State::Revealed | State::Aborted);
        let games = self.0.iter().filter(|link| !opened(link.state)).count();
        let Some(own) = contest.settings.games.filter(|_| games > 0) else { return Ok(()) };
        let is_kept = settings.games.is_some_and(|new| {
            let is_as_closed = new.disclosure as u8 >= own.disclosure as u8;
            is_as_closed && (own.at_once || !new.at_once)
        });
        // With fewer rounds the event is over sooner, and what it keeps closed is open.
        let is_shorter = own.disclosure == Disclosure::Event && {
            let rounds =
                |settings: &Settings| settings.plan.stages.iter().map(rounds_of).sum::<usize>();
            rounds(settings) < rounds(&contest.settings)
        };
        match is_kept && !is_shorter {
            true => Ok(()),
            false => Err(Error::conflict(refusals::EVENT_RANKS_CLOSED.with([&games]))),
        }
    }

    /// Whether at a table of a published round more has happened than that both may deploy.
    fn is_played(&self, contest: &Contest, stage: usize, round: usize) -> bool {
        let of_round = |link: &&LinkRow| {
            let (at, _) = spot(link.at);
            (at.stage, at.round) == (stage, round)
        };
        let begun = |link: &LinkRow| {
            let here = self.at(contest, spot(link.at).0) == Some(link);
            here && !matches!(link.state, State::Created | State::Deploying)
        };
        self.0.iter().filter(of_round).any(begun)
    }

    /// Whether a game of a table is played now, beyond that both may deploy.
    fn is_played_at(
        &self,
        contest: &Contest,
        (stage, round, table): (usize, usize, usize),
    ) -> bool {
        let here = |at: &Spot| (at.stage, at.round, at.table) == (stage, round, table);
        self.begun(contest).any(|at| here(&at))
    }

    /// Whether games of a round are played now whose matches were not arranged until now.
    fn would_be_arranged(&self, contest: &Contest, stage: usize, round: usize) -> bool {
        let is_new = |at: &Spot| contest.window_of(at.table_id()).is_none();
        self.begun(contest).any(|at| (at.stage, at.round) == (stage, round) && is_new(&at))
    }

    /// Where games are played now, beyond that both may deploy, of which nothing is known in the event yet.
    fn begun<'a>(&'a self, contest: &'a Contest) -> impl Iterator<Item = Spot> + 'a {
        let is_played = |link: &&LinkRow| {
            let at = spot(link.at).0;
            let to_come = contest.meeting_at(at).is_ok_and(|meeting| meeting.is_to_come(at.game));
            let begun = matches!(link.state, State::InPlay | State::Paused | State::Ended);
            begun && to_come && self.at(contest, at) == Some(link)
        };
        self.0.iter().filter(is_played).map(|link| spot(link.at).0)
    }

    /// Whether by this line-up somebody else would play on a board that is played now.
    fn moves_players(&self, contest: &Contest, at: Table, fact: &Fact) -> bool {
        let Ok(after) = contest.with(std::slice::from_ref(fact)) else { return false };
        let on = |contest: &Contest, board: usize| {
            let seats = contest.seats(at.stage, at.round, at.table)?;
            seats.get(board).map(|seat| seat.players)
        };
        let of_match =
            |spot: &Spot| (spot.stage, spot.round, spot.table) == (at.stage, at.round, at.table);
        let mut played = self.begun(contest).filter(of_match);
        played.any(|spot| on(contest, spot.game) != on(&after, spot.game))
    }
}

/// An event whose games are played here, as it stands.
pub(in crate::service) struct Followed {
    pub run: Arc<Run>,
    pub links: Vec<LinkRow>,
}

/// A game that is to be made.
#[derive(Debug, Clone)]
pub(in crate::service) struct Wanted {
    pub terms: Terms,
    /// Players' numbers.
    pub players: ByColor<i32>,
    pub first: Color,
    /// As the record writes it: `3`, or `2.1` for the first game of several.
    pub round: String,
    pub(super) at: SpotKey,
}

/// What a play came to in its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::service) enum Came {
    Result(GameResult),
    /// It counts for nothing, and an official says what comes of the table.
    Nothing,
}

/// The event with this number.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn look(
    app: &App,
    connection: &mut AnyConnection,
    id: i32,
) -> Result<Option<Followed>, Error> {
    let Some(row) = contests::by_id(connection, id)? else { return Ok(None) };
    let run = kept::run(app, connection, &row)?;
    let links = rows::of_contest(connection, id)?;
    Ok(Some(Followed { run, links }))
}

impl Followed {
    /// The games that are open and have no play: those between two who are players here.
    /// at `now`.
    pub(in crate::service) fn wanted(&self, now: i64) -> Vec<Wanted> {
        let contest = &self.run.contest;
        let Some(games) = contest.settings.games else { return Vec::new() };
        let wanted = |open: OpenGame| {
            let at = key(open.spot, open.sides)?;
            let players = contest.players_of(&open);
            let is_new = self.links.iter().all(|link| link.at != at);
            let both = players.white != 0 && players.black != 0;
            (is_new && both).then(|| self.one(&games, &open, at, players))
        };
        let open = contest.open_games().into_iter();
        open.filter(|open| contest.is_time(open.spot.table_id(), now)).filter_map(wanted).collect()
    }

    /// Whether it is still to be made.
    pub(in crate::service) fn wants(&self, wanted: &Wanted, now: i64) -> bool {
        self.wanted(now).iter().any(|one| one.at == wanted.at)
    }

    fn one(
        &self,
        games: &GamesHere,
        open: &OpenGame,
        at: SpotKey,
        players: ByColor<i32>,
    ) -> Wanted {
        let contest = &self.run.contest;
        let (settings, window) = (&contest.settings, contest.window_of(open.spot.table_id()));
        let grace = window.map_or(settings.grace_minutes, |window| window.rule.grace_minutes);
        let mut terms = games.terms(open.pace(games.pace), settings.rated, grace);
        if window.is_some() {
            terms.deployment += RULE_FIRST;
        }
        Wanted {
            terms,
            players,
            first: open.first,
            round: self.run.contest.round_name(open.spot),
            at,
        }
    }

    /// Rounds are counted through all stages, as people do; of several games of a table each has its number.
    /// Plays that nobody is to play any more: their round is gone, their table is decided without them, or their match
    /// begins at another time.
    pub(in crate::service) fn left_over(&self) -> Vec<&LinkRow> {
        // On a board of teams somebody else may play by now.
        let open = self.run.contest.open_games();
        let is_of_others = |at: Spot, link: &LinkRow| {
            let mut here = open.iter().filter(|one| one.spot == at && one.members.is_some());
            here.any(|one| self.run.contest.players_of(one) != link.players)
        };
        let open = |link: &LinkRow| {
            let (at, sides) = spot(link.at);
            let meeting = self.run.contest.meeting_at(at).ok();
            let is_meant = self.run.contest.is_game_meant(at.table_id()) && !is_of_others(at, link);
            meeting.is_some_and(|one| one.sides == sides && one.is_to_come(at.game) && is_meant)
        };
        self.links.iter().filter(|link| is_running(link.state) && !open(link)).collect()
    }

    /// Whether the round that a play belongs to is over; of one that was taken back, the event.
    pub(in crate::service) fn is_round_over(&self, link: &LinkRow) -> bool {
        let (at, _) = spot(link.at);
        let contest = &self.run.contest;
        let round = contest.stages.get(at.stage).and_then(|stage| stage.rounds.get(at.round));
        round.map_or(contest.is_over, crate::contest::Round::is_over)
    }

    /// Whether everything that the event's plan has is played.
    pub(in crate::service) fn is_played_out(&self) -> bool {
        let contest = &self.run.contest;
        contest.is_over || (0..contest.stages.len()).all(|stage| contest.is_stage_over(stage))
    }
}

impl Wanted {
    /// Keeps which play it became, in a transaction of the caller's.
    ///
    /// # Errors
    /// [`Error`] where the store fails, or somebody else has made one.
    pub(in crate::service) fn keep(
        &self,
        connection: &mut AnyConnection,
        contest: i32,
        play: i32,
    ) -> Result<(), Error> {
        Ok(rows::add(connection, contest, self.at, play, self.first)?)
    }
}

/// Takes what came of plays into their event: where nothing stands there, or what was taken of them before.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn take(
    app: &App,
    id: i32,
    came: &[(LinkRow, Came)],
    now: i64,
) -> Result<(), Error> {
    let told = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let Some(row) = contests::by_id(connection, id)? else { return Ok::<_, Error>(false) };
        let run = kept::run(app, connection, &row)?;
        let (mut after, mut all) = (run.contest.clone(), Vec::new());
        for (link, came) in came {
            if let Came::Result(result) = came {
                let facts = facts(&after, link, *result);
                if after.tell(&facts).is_ok() {
                    all.extend(facts);
                }
            }
            rows::take(connection, link.play_id, number(*came), link.version)?;
        }
        if all.is_empty() {
            return Ok(false);
        }
        let entry = Entry::by(0, audit::BY_ITSELF, Action::EventTold, now)
            .organisation(run.row.organisation_id)
            .event(run.row.id);
        let telling = Telling { account: 0, at: now, entry };
        desk::write_as(connection, telling, &run, &all)?;
        Ok(true)
    })?;
    if told {
        app.editions().raise();
    }
    Ok(())
}

fn facts(contest: &Contest, link: &LinkRow, result: GameResult) -> Vec<Fact> {
    let (at, sides) = spot(link.at);
    let Ok(meeting) = contest.meeting_at(at) else { return Vec::new() };
    let stands = meeting.stands(at.game);
    // What officials have entered meanwhile is theirs to change.
    if stands.is_some() && stands != taken(link.taken) {
        return Vec::new();
    }
    let why = if stands.is_some() { SET_RIGHT.to_owned() } else { String::new() };
    let entry = ResultEntry { spot: at, sides, instead_of: stands, result: Some(result), why };
    contest.enter_result(&entry).unwrap_or_else(|why| {
        tracing::warn!(table = at.table + 1, ?why, "the result of a game does not fit its event");
        Vec::new()
    })
}

/// All results, in the order of their numbers in the store, from 1 on.
const RESULTS: [GameResult; 6] = [
    GameResult::Won(Side::First),
    GameResult::Won(Side::Second),
    GameResult::Drawn,
    GameResult::Default { absent: Side::First },
    GameResult::Default { absent: Side::Second },
    GameResult::BothAbsent,
];

fn number(came: Came) -> i16 {
    let Came::Result(result) = came else { return 0 };
    let at = RESULTS.iter().position(|one| *one == result);
    at.and_then(|at| i16::try_from(at + 1).ok()).unwrap_or_default()
}

fn taken(number: i16) -> Option<GameResult> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    RESULTS.get(at).copied()
}

/// A play is that table's game no more.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn forget(app: &App, link: &LinkRow) -> Result<(), Error> {
    Ok(in_transaction(&mut *app.store().connection()?, |connection| {
        rows::remove(connection, link.play_id)
    })?)
}

/// Nothing is left to be followed in an event that is over.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn leave(app: &App, id: i32) -> Result<(), Error> {
    Ok(in_transaction(&mut *app.store().connection()?, |connection| {
        rows::follow(connection, id, false)
    })?)
}
