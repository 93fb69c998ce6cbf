//! What can be looked at.

use salpakan::rules::Square;

use crate::pairs::Pair;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Look {
    /// The page of the game, which shows players their own ranks.
    Table,
    /// The same with a piece chosen.
    Chosen,
    /// The same, asking whether one resigns.
    Resigning,
    /// The game over the API.
    Answer,
    Lobby,
    /// What is played just now.
    Watch,
    Overlay,
    Seeks,
    Home,
    Player,
    PlayerAnswer,
    Versus,
    Games,
    GamesAnswer,
    /// The replay that there is none of yet.
    NoReplay,
    NoReplayAnswer,
    NoPicture,
    NoRecord,
    NoKnowledge,
    OtherGame,
    Leaderboard,
    Events,
    Players,
    /// A search for the players, and for the game by its id.
    Search,
    SearchByGame,
    SearchAnswer,
    Suggestions,
    Follows,
    Operator,
    OperatorsAudit,
    OwnAudit,
    OwnSetUps,
    Notices,
    /// The number of unread notices, as the bell asks for it.
    Bell,
    Me,
    Metrics,
    /// The page for the holder of a pass to the table.
    AtTable,
    AtTableChosen,
    EventDesk,
    Event,
    EventAnswer,
    EventAudit,
    Passes,
    OwnGames,
    /// The record of a game whose ranks are closed, as page, answer, replay, picture and file.
    Closed,
    ClosedAnswer,
    ClosedReplay,
    ClosedPicture,
    ClosedRecord,
    /// What could be known in it, and its ledger: there is nothing.
    ClosedShades,
    ClosedParts,
    ClosedKnowledge,
    ClosedPublic,
    ClosedLedger,
    /// The answer to what somebody did.
    Command,
    /// What is wrong with one's own set-up.
    OwnFaults,
    /// A line of events.
    Frames,
}

/// What is the same however many games have been revealed before; the game itself more often.
pub const LOOKS: &[Look] = &[
    Look::Table,
    Look::Answer,
    Look::Chosen,
    Look::Lobby,
    Look::Answer,
    Look::Resigning,
    Look::Seeks,
    Look::Answer,
    Look::NoReplay,
    Look::Answer,
    Look::NoReplayAnswer,
    Look::NoPicture,
    Look::NoRecord,
    Look::NoKnowledge,
    Look::Answer,
    Look::OtherGame,
    Look::Leaderboard,
    Look::Answer,
    Look::OperatorsAudit,
    Look::Notices,
    Look::Bell,
    Look::Me,
    Look::Metrics,
];

/// Where games are named that are over and revealed: looked at where there are none yet.
pub const LISTS: &[Look] = &[
    Look::Watch,
    Look::Overlay,
    Look::Home,
    Look::Player,
    Look::PlayerAnswer,
    Look::Versus,
    Look::Games,
    Look::GamesAnswer,
    Look::Events,
    Look::Players,
    Look::Search,
    Look::SearchByGame,
    Look::SearchAnswer,
    Look::Suggestions,
    Look::Follows,
    Look::Operator,
    Look::OwnAudit,
    Look::OwnSetUps,
];

/// What is looked at of an event's games, while they go on and when they are over.
pub const OF_EVENT: &[Look] = &[
    Look::Table,
    Look::Answer,
    Look::AtTable,
    Look::EventDesk,
    Look::AtTableChosen,
    Look::Event,
    Look::EventAnswer,
    Look::EventAudit,
    Look::Passes,
    Look::OwnGames,
    Look::Leaderboard,
    Look::OperatorsAudit,
    Look::Metrics,
];

/// What there is of a game that is over and whose ranks are closed.
pub const CLOSED: &[Look] = &[
    Look::Closed,
    Look::ClosedAnswer,
    Look::ClosedReplay,
    Look::ClosedPicture,
    Look::ClosedRecord,
    Look::ClosedShades,
    Look::ClosedParts,
    Look::ClosedKnowledge,
    Look::ClosedPublic,
    Look::ClosedLedger,
];

impl Look {
    /// Whether players find their own ranks there.
    pub fn shows_own(self) -> bool {
        matches!(
            self,
            Look::Table | Look::Chosen | Look::Resigning | Look::Answer | Look::OwnFaults
        )
    }

    pub fn path(self, play: &str, pair: &Pair, ply: usize) -> String {
        match self {
            Look::Table => format!("/play/{play}"),
            Look::Chosen => format!("/play/{play}?from={}", chosen(pair, ply)),
            Look::Resigning => format!("/play/{play}?ask=resign"),
            Look::Answer => format!("/api/v1/plays/{play}"),
            Look::Overlay => format!("/overlay/play/{play}"),
            Look::Watch => "/play/watch".to_owned(),
            Look::Lobby => "/play".to_owned(),
            Look::Seeks => "/api/v1/seeks".to_owned(),
            Look::Home => "/".to_owned(),
            Look::Player => "/players/Ana".to_owned(),
            Look::PlayerAnswer => "/api/v1/players/Ben".to_owned(),
            Look::Versus => "/players/Ana/versus/Ben".to_owned(),
            Look::Games => "/games?limit=5".to_owned(),
            Look::GamesAnswer => "/api/v1/games?limit=5".to_owned(),
            Look::NoReplay => format!("/games/{play}"),
            Look::NoReplayAnswer => format!("/api/v1/games/{play}/replay?view=revealed"),
            Look::NoPicture => format!("/games/{play}/board.png"),
            Look::NoRecord => format!("/games/{play}/game.ggn"),
            Look::NoKnowledge => format!("/api/v1/games/{play}/knowledge?viewer=white&ply={ply}"),
            Look::OtherGame => format!("/api/v1/plays/{}", play.chars().rev().collect::<String>()),
            Look::Leaderboard => "/leaderboards/rapid".to_owned(),
            Look::Events => "/events".to_owned(),
            Look::Players => "/players?sort=games".to_owned(),
            Look::Search => "/search?q=an".to_owned(),
            Look::SearchByGame => format!("/search?q={play}"),
            Look::SearchAnswer => "/api/v1/search?q=ana".to_owned(),
            Look::Suggestions => "/search/suggestions?q=b".to_owned(),
            Look::Follows => "/account/follows".to_owned(),
            Look::Operator => "/operator".to_owned(),
            Look::OperatorsAudit => "/operator/audit".to_owned(),
            Look::OwnAudit => "/account/audit".to_owned(),
            Look::OwnSetUps => "/set-ups".to_owned(),
            Look::Notices => "/notices".to_owned(),
            Look::Bell => "/notices/unread".to_owned(),
            Look::Me => "/api/v1/me".to_owned(),
            Look::Metrics => "/metrics".to_owned(),
            Look::AtTable => "/at".to_owned(),
            Look::AtTableChosen => format!("/at?from={}", chosen(pair, ply)),
            Look::EventDesk => "/events/evening/plays".to_owned(),
            Look::Event => "/events/evening".to_owned(),
            Look::EventAnswer => "/api/v1/events/evening".to_owned(),
            Look::EventAudit => "/api/v1/events/evening/audit".to_owned(),
            Look::Passes => format!("/play/{play}/passes"),
            Look::OwnGames => "/api/v1/me/plays".to_owned(),
            Look::Closed => format!("/games/{play}"),
            Look::ClosedAnswer => format!("/api/v1/games/{play}"),
            Look::ClosedReplay => format!("/api/v1/games/{play}/replay?view=revealed"),
            Look::ClosedPicture => format!("/games/{play}/board.png"),
            Look::ClosedRecord => format!("/games/{play}/game.ggn"),
            Look::ClosedShades => format!("/games/{play}?shade=flag&piece=a2&table=1&view=white"),
            Look::ClosedParts => {
                format!("/games/{play}/known?shade=flag&piece=a2&table=1&view=white")
            }
            Look::ClosedKnowledge => format!("/api/v1/games/{play}/knowledge?viewer=white&ply=9"),
            Look::ClosedPublic => format!("/api/v1/games/{play}/knowledge?viewer=public&ply=9"),
            Look::ClosedLedger => format!("/api/v1/games/{play}/ledger"),
            Look::Command | Look::OwnFaults | Look::Frames => unreachable!("no address"),
        }
    }
}

/// The square of a piece that can move.
fn chosen(pair: &Pair, ply: usize) -> Square {
    let board = pair.timeline.board_after(ply as u32);
    board.moves().next().map_or(Square::all().next().expect("a square"), |mv| mv.from)
}
