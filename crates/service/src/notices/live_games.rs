//! Notices of changes in live games, computed from their public states.

use adjutant_domain::moment::Micros;
use adjutant_domain::notice::Notice;
use adjutant_domain::play::{Disclosure, Play, State};
use adjutant_store::plays::PlayRow;
use adjutant_store::{AnyConnection, follows, players};
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use super::{NewNotice, publish};
use crate::Result;

/// The notices of the change that event `number` made in a game. Games with clocks are watched by
/// their players, so only correspondence games notify of moves.
pub(crate) fn change_notices(
    row: &PlayRow,
    (before, after): (&Play, &Play),
    to_move: Option<Color>,
    number: usize,
) -> Vec<NewNotice> {
    let play = || short_id_text(&row.public_id);
    let correspondence = after.terms().pace.is_correspondence();
    let to = |color: Color, notice: Notice| {
        let account = row.seats[color].account?;
        Some(NewNotice { account, cause: format!("play:{}:{number}", row.id), notice })
    };
    let both = |notice: Notice| {
        Color::ALL.into_iter().filter_map(|color| to(color, notice.clone())).collect()
    };
    let has_turned = |state: State| after.state() == state && before.state() != state;
    if after.state().is_over() && !before.state().is_over() && correspondence {
        return both(Notice::GameOver { play: play() });
    }
    let hid_ranks = after.hides_ranks() && after.terms().disclosure != Disclosure::Game;
    if has_turned(State::Revealed) && hid_ranks {
        return both(Notice::RanksOpened { play: play() });
    }
    let turn = to_move.filter(|_| correspondence);
    turn.and_then(|color| to(color, Notice::YourMove { play: play() })).into_iter().collect()
}

/// Tells the followers of the players of a public game that its result is final.
pub(crate) fn publish_finished(conn: &mut AnyConnection, row: &PlayRow, now: Micros) -> Result<()> {
    let mut new = Vec::new();
    for color in Color::ALL {
        let by = players::canonical(conn, row.seats[color].player)?.id;
        for account in follows::followers_of_players(conn, &[by])? {
            let play = short_id_text(&row.public_id);
            let (cause, notice) = (format!("finished:{play}"), Notice::GameFinished { play, by });
            if row.seat_of(account).is_none() {
                new.push(NewNotice { account, cause, notice });
            }
        }
    }
    publish(conn, new, now)
}
