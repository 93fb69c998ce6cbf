//! Games played at tables, for ratings: colors and results.

use salpakan::rules::{ByColor, Color, Outcome};
use swiss::series::{GameResult, Next, Side};

use super::{Contest, GameSlot, Meeting, TableId};

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

impl Contest {
    /// The games of published rounds between players of this site. Forfeits, byes and games of
    /// guests are left out, as are tie-break games of team matches, whose players are unknown.
    pub fn played_games(&self) -> Vec<PlayedGame> {
        let mut found = Vec::new();
        for (at, meeting) in self.published_tables() {
            self.collect_played(meeting, at, &mut found);
        }
        found
    }

    fn collect_played(&self, meeting: &Meeting, at: TableId, found: &mut Vec<PlayedGame>) {
        if meeting.team.is_some() {
            let seats = self.seated_boards(at).unwrap_or_default();
            for (game, seat) in seats.iter().enumerate() {
                let member = |side: Side| {
                    let team = self.entrant(meeting.entrant_on(side))?.team.as_ref()?;
                    Some(team.members.get(seat.players[side.index()])?.player)
                };
                found.extend(self.played_game(
                    at.game(game),
                    member,
                    seat.white,
                    seat.board.result,
                ));
            }
            return;
        }
        let Some(series) = self.series_of(at.stage) else { return };
        for (game, result) in meeting.games.iter().enumerate() {
            let Next::Play { first, .. } = series.next(&meeting.games[..game]) else { continue };
            let white = if first == swiss::Color::White { Side::First } else { Side::Second };
            let player =
                |side: Side| self.entrant(meeting.entrant_on(side)).map(|one| one.person.player);
            found.extend(self.played_game(at.game(game), player, white, Some(*result)));
        }
    }

    fn played_game(
        &self,
        spot: GameSlot,
        player: impl Fn(Side) -> Option<i32>,
        white: Side,
        result: Option<GameResult>,
    ) -> Option<PlayedGame> {
        let outcome = match result? {
            GameResult::Drawn => Outcome::Draw,
            GameResult::Won(side) if side == white => Outcome::Win(Color::White),
            GameResult::Won(_) => Outcome::Win(Color::Black),
            GameResult::Default { .. } | GameResult::BothAbsent => return None,
        };
        let players = ByColor::new(player(white)?, player(white.other())?);
        let are_two = players.white != players.black && players.white > 0 && players.black > 0;
        are_two.then(|| PlayedGame { spot, players, outcome, round: self.round_label(spot) })
    }

    /// A round as in a record: `3`, or `2.1` for the first of several games.
    pub fn round_label(&self, spot: GameSlot) -> String {
        let before: usize =
            self.stages.iter().take(spot.stage).map(|stage| stage.rounds.len()).sum();
        let round = before + spot.round + 1;
        let meeting = self.meeting_at(spot).ok();
        let several =
            spot.game > 0 || meeting.is_some_and(|one| one.games.len() > 1 || one.team.is_some());
        if several { format!("{round}.{}", spot.game + 1) } else { round.to_string() }
    }
}
