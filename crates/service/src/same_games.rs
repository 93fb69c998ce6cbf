//! Finds games that are stored already under another event or place, as when two sheets of one event
//! name it differently.

use std::collections::{BTreeSet, HashMap};

use adjutant_store::AnyConnection;
use adjutant_store::game_writer::{NewGame, PlayDigest};
use adjutant_store::games::{self, NarrowGameRow};
use adjutant_store::names::{NameCache, name_key};
use adjutant_store::record_annulments::ANNULLED;

use super::Result;
use super::records::{GameId, play_digest};
use super::stored::{self, Sealed};

/// For games to be written, by their positions, the same game of the same owner: of the same
/// players, day, round, plies, result and set-ups. A game with the same id is not among them, nor
/// one that would be rated where the stored one is not, so that it is not lost to ratings; an
/// annulled one is.
pub(super) fn find(
    conn: &mut AnyConnection,
    names: &NameCache,
    new: &[NewGame],
) -> Result<HashMap<usize, GameId>> {
    let mut same = among_themselves(new);
    let open = |game: &&NewGame| game.play_digest.is_some();
    let of_players = new.iter().filter(open).flat_map(|game| [&*game.white, &*game.black]);
    let players = names.existing_players(conn, of_players)?;
    let mut asked: HashMap<(i32, i32), Vec<(usize, &NewGame)>> = HashMap::new();
    for (at, game) in new.iter().enumerate().filter(|(_, game)| open(game)) {
        if let Some(white) = players.get(&*game.white) {
            asked.entry((*white, game.day)).or_default().push((at, game));
        }
    }
    let pairs: BTreeSet<(i32, i32)> = asked.keys().copied().collect();
    for row in games::of_white_on_days(conn, &pairs)? {
        let looks_same =
            |game: &NewGame| players.get(&*game.black) == Some(&row.black_id) && may_be(game, &row);
        let of_pair = asked.get(&(row.white_id, row.day)).into_iter().flatten();
        let alike: Vec<_> = of_pair.filter(|(_, game)| looks_same(game)).collect();
        if alike.is_empty() {
            continue;
        }
        let Some(there) = GameId::from_bytes(&row.content_id) else { continue };
        let digest = stored_digest(conn, row)?;
        let found = alike.into_iter().filter(|(_, game)| game.play_digest == digest);
        same.extend(found.map(|(at, _)| (*at, there)));
    }
    Ok(same)
}

/// Games that occur earlier in the list under another event or place.
fn among_themselves(new: &[NewGame]) -> HashMap<usize, GameId> {
    type Key = (PlayDigest, i32, String, String);
    let mut seen: HashMap<Key, Vec<&NewGame>> = HashMap::with_capacity(new.len());
    let mut same = HashMap::new();
    for (at, game) in new.iter().enumerate() {
        let Some(digest) = game.play_digest else { continue };
        let key = (digest, game.day, name_key(&game.white), name_key(&game.black));
        let earlier = seen.entry(key).or_default();
        let alike = |one: &&&NewGame| {
            one.content_id != game.content_id
                && one.rated_in == game.rated_in
                && fits(&one.round, &game.round)
        };
        match earlier.iter().find(alike).and_then(|one| GameId::from_bytes(&one.content_id)) {
            Some(there) => drop(same.insert(at, there)),
            None => earlier.push(game),
        }
    }
    same
}

/// Whether a stored game may be this one, by all that needs no record.
fn may_be(game: &NewGame, row: &NarrowGameRow) -> bool {
    row.content_id != game.content_id
        && row.owner == game.owner
        && (row.rated_in == game.rated_in || row.rated_in == ANNULLED)
        && (row.plies, row.outcome) == (game.plies, game.outcome)
        && fits(&row.round, &game.round)
}

/// Whether two records may name the same round: one of them may not know it.
fn fits(left: &str, right: &str) -> bool {
    left == right || [left, right].contains(&"?")
}

/// A stored game that cannot be read counts as another one, so that it blocks no import; `adjutant check`
/// reports it.
fn stored_digest(conn: &mut AnyConnection, row: NarrowGameRow) -> Result<Option<PlayDigest>> {
    let (mut raws, _) = stored::read_what_can(conn, vec![row], Sealed::Leave)?;
    let record = raws.pop().and_then(|raw| raw.decode().ok());
    Ok(record.and_then(|record| record.whole()).as_ref().and_then(play_digest))
}
