//! Games played at tables, for ratings: colors and results.

use salpakan::rules::{ByColor, Color, Outcome};
use swiss::series::{GameResult, Next, Side};

use super::{Contest, EntrantProfile, GameSlot, Meeting, TableId};

/// A game that two players of this site have played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame {
    pub spot: GameSlot,
    /// The players' numbers, which differ and are not 0.
    pub players: ByColor<i32>,
    pub outcome: Outcome,
    /// The round as in a record: `3`, or `2.1` for the first of several games.
    pub round: String,
}

/// A game of a published round that has a result.
#[derive(Debug, Clone, Copy)]
pub struct FinishedGame<'a> {
    pub spot: GameSlot,
    /// `None` for players who are unknown.
    pub players: ByColor<Option<&'a EntrantProfile>>,
    /// `None` for a forfeit.
    pub outcome: Option<Outcome>,
}

impl Contest {
    /// The games of published rounds between players of this site. Forfeits, byes and games of
    /// guests are left out, as are tie-break games of team matches, whose players are unknown.
    pub fn played_games(&self) -> Vec<PlayedGame> {
        let played = |game: FinishedGame<'_>| {
            let outcome = game.outcome?;
            let players = ByColor::new(game.players.white?.player, game.players.black?.player);
            let are_two = players.white != players.black && players.white > 0 && players.black > 0;
            let spot = game.spot;
            are_two.then(|| PlayedGame { spot, players, outcome, round: self.round_label(spot) })
        };
        self.finished_games().into_iter().filter_map(played).collect()
    }

    /// All games of published rounds that have a result, without tie-break games of team matches.
    pub fn finished_games(&self) -> Vec<FinishedGame<'_>> {
        let mut found = Vec::new();
        for (at, meeting) in self.published_tables() {
            self.collect_finished(meeting, at, &mut found);
        }
        found
    }

    fn collect_finished<'a>(
        &'a self,
        meeting: &Meeting,
        at: TableId,
        found: &mut Vec<FinishedGame<'a>>,
    ) {
        if meeting.team.is_some() {
            let seats = self.seated_boards(at).unwrap_or_default();
            for (game, seat) in seats.iter().enumerate() {
                let member = |side: Side| {
                    let team = self.entrant(meeting.entrant_on(side))?.team.as_ref()?;
                    team.members.get(seat.players[side.index()])
                };
                let result = seat.board.result;
                found.extend(finished_game(at.game(game), member, seat.white, result));
            }
            return;
        }
        let Some(series) = self.series_of(at.stage) else { return };
        for (game, result) in meeting.games.iter().enumerate() {
            let Next::Play { first, .. } = series.next(&meeting.games[..game]) else { continue };
            let white = if first == swiss::Color::White { Side::First } else { Side::Second };
            let player = |side: Side| self.entrant(meeting.entrant_on(side)).map(|one| &one.person);
            found.extend(finished_game(at.game(game), player, white, Some(*result)));
        }
    }

    /// A round as in a record: `3`, or `2.1` for the first of several games, also of an arena or a ladder.
    pub fn round_label(&self, spot: GameSlot) -> String {
        let before: usize =
            self.stages.iter().take(spot.stage).map(|stage| stage.rounds.len()).sum();
        let round = before + spot.round + 1;
        let meeting = self.meeting_at(spot).ok();
        let several =
            spot.game > 0 || meeting.is_some_and(|one| one.games.len() > 1 || one.team.is_some());
        if self.grows(spot.stage) {
            // All of its games are in one round, and the same two may meet again.
            return format!("{round}.{}", spot.table + 1);
        }
        if several { format!("{round}.{}", spot.game + 1) } else { round.to_string() }
    }
}

fn finished_game<'a>(
    spot: GameSlot,
    player: impl Fn(Side) -> Option<&'a EntrantProfile>,
    white: Side,
    result: Option<GameResult>,
) -> Option<FinishedGame<'a>> {
    let outcome = match result? {
        GameResult::Drawn => Some(Outcome::Draw),
        GameResult::Won(side) if side == white => Some(Outcome::Win(Color::White)),
        GameResult::Won(_) => Some(Outcome::Win(Color::Black)),
        GameResult::Default { .. } | GameResult::BothAbsent => None,
    };
    let players = ByColor::new(player(white), player(white.other()));
    Some(FinishedGame { spot, players, outcome })
}
